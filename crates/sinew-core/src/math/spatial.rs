//! Spatial vectors and inertias about a common origin, rotational part first.
//!
//! Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 2, with MuJoCo's packing of the inertia.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::{Mat3, Vec3};

/// A spatial motion or force: rotational part first, then linear.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Spatial(pub [f64; 6]);

impl Spatial {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 6]);

    /// Spatial vector from its rotational and linear part.
    #[inline]
    pub fn new(rotational: Vec3, linear: Vec3) -> Self {
        let (r, l) = (rotational, linear);
        Self([r[0], r[1], r[2], l[0], l[1], l[2]])
    }

    /// Rotational part: angular velocity or torque.
    #[inline]
    pub fn rotational(self) -> Vec3 {
        Vec3([self[0], self[1], self[2]])
    }

    /// Linear part: linear velocity or force.
    #[inline]
    pub fn linear(self) -> Vec3 {
        Vec3([self[3], self[4], self[5]])
    }

    /// Inner product; power, of a motion and a force.
    #[inline]
    pub fn dot(self, b: Self) -> f64 {
        let a = self;
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]
    }

    /// True if every component is exactly zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        // all bits but the signs
        self.0.iter().fold(0, |bits, x| bits | x.to_bits()) << 1 == 0
    }

    /// `self + b * scale`.
    #[inline]
    #[must_use]
    pub fn add_scaled(self, b: Self, scale: f64) -> Self {
        Self([
            self[0] + b[0] * scale,
            self[1] + b[1] * scale,
            self[2] + b[2] * scale,
            self[3] + b[3] * scale,
            self[4] + b[4] * scale,
            self[5] + b[5] * scale,
        ])
    }

    /// Rate of change of the motion `m` carried along with velocity `self`.
    #[inline]
    #[doc(alias = "mju_crossMotion")]
    #[must_use]
    pub fn cross_motion(self, m: Self) -> Self {
        let (w, v) = (self.rotational(), self.linear());
        Self::new(w.cross(m.rotational()), w.cross(m.linear()) + v.cross(m.rotational()))
    }

    /// Rate of change of the force `f` carried along with velocity `self`.
    #[inline]
    #[doc(alias = "mju_crossForce")]
    #[must_use]
    pub fn cross_force(self, f: Self) -> Self {
        let (w, v) = (self.rotational(), self.linear());
        Self::new(w.cross(f.rotational()) + v.cross(f.linear()), w.cross(f.linear()))
    }

    /// Motion axis of a rotation about `axis` whose anchor lies at `-offset` from the origin.
    #[inline]
    #[doc(alias = "mju_dofCom")]
    pub fn rotation_axis(axis: Vec3, offset: Vec3) -> Self {
        Self::new(axis, axis.cross(offset))
    }

    /// Motion axis of a translation.
    #[inline]
    pub fn translation_axis(axis: Vec3) -> Self {
        Self::new(Vec3::ZERO, axis)
    }

    /// The same motion seen from another origin.
    #[inline]
    #[doc(alias = "mju_transformSpatial")]
    #[must_use]
    pub fn motion_at(self, new: Vec3, old: Vec3) -> Self {
        Self::new(self.rotational(), self.linear() - (new - old).cross(self.rotational()))
    }

    /// The same force seen from another origin.
    #[inline]
    #[doc(alias = "mju_transformSpatial")]
    #[must_use]
    pub fn force_at(self, new: Vec3, old: Vec3) -> Self {
        Self::new(self.rotational() - (new - old).cross(self.linear()), self.linear())
    }

    /// Both parts in the frame whose axes are the columns of `frame`.
    #[inline]
    #[must_use]
    pub fn in_frame(self, frame: &Mat3) -> Self {
        Self::new(frame.mul_t_vec(self.rotational()), frame.mul_t_vec(self.linear()))
    }
}

impl Index<usize> for Spatial {
    type Output = f64;
    #[inline]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Spatial {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Add for Spatial {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2], self[3] + b[3], self[4] + b[4], self[5] + b[5]])
    }
}

impl Sub for Spatial {
    type Output = Self;
    #[inline]
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2], self[3] - b[3], self[4] - b[4], self[5] - b[5]])
    }
}

impl Neg for Spatial {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2], -self[3], -self[4], -self[5]])
    }
}

impl Mul<f64> for Spatial {
    type Output = Self;
    #[inline]
    fn mul(self, s: f64) -> Self {
        Self([self[0] * s, self[1] * s, self[2] * s, self[3] * s, self[4] * s, self[5] * s])
    }
}

impl AddAssign for Spatial {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl SubAssign for Spatial {
    #[inline]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

/// Inertia of a body about an origin: the six entries `xx yy zz xy xz yz` of the rotational inertia, the mass times
/// the centre of mass, and the mass.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Inertia(pub [f64; 10]);

impl Inertia {
    /// Inertia of a body with principal moments `diagonal` along the columns of `frame`, its centre of mass at
    /// `offset` from the origin.
    #[inline]
    #[doc(alias = "mju_inertCom")]
    pub fn at_offset(diagonal: Vec3, frame: &Mat3, offset: Vec3, mass: f64) -> Self {
        // entry (i, j) of frame · diag · frameᵀ
        let turned = |i: usize, j: usize| {
            frame[3 * i] * (frame[3 * j] * diagonal[0])
                + frame[3 * i + 1] * (frame[3 * j + 1] * diagonal[1])
                + frame[3 * i + 2] * (frame[3 * j + 2] * diagonal[2])
        };
        let c = offset;
        Self([
            turned(0, 0) + mass * (c[1] * c[1] + c[2] * c[2]),
            turned(1, 1) + mass * (c[0] * c[0] + c[2] * c[2]),
            turned(2, 2) + mass * (c[0] * c[0] + c[1] * c[1]),
            turned(0, 1) - mass * c[0] * c[1],
            turned(0, 2) - mass * c[0] * c[2],
            turned(1, 2) - mass * c[1] * c[2],
            mass * c[0],
            mass * c[1],
            mass * c[2],
            mass,
        ])
    }

    /// The mass.
    #[inline]
    pub fn mass(&self) -> f64 {
        self.0[9]
    }
}

impl Index<usize> for Inertia {
    type Output = f64;
    #[inline]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Inertia {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Mul<Spatial> for Inertia {
    type Output = Spatial;
    /// Momentum of a motion.
    #[inline]
    #[doc(alias = "mju_mulInertVec")]
    fn mul(self, v: Spatial) -> Spatial {
        let i = &self.0;
        Spatial([
            i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
            i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
            i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
            i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
            i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
            i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
        ])
    }
}

impl Add for Inertia {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self[i] + b[i]))
    }
}

impl AddAssign for Inertia {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}
