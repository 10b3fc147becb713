//! Spatial vectors and inertias about a common origin, rotational part first.
//!
//! Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 2, with MuJoCo's packing of the inertia.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::number::{self, Number};
use super::{Mat3, Vec3};

/// A spatial motion or force: rotational part first, then linear.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Spatial<T = f64>(pub [T; 6]);

impl Spatial {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 6]);

    /// True if every component is exactly zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        // all bits but the signs
        self.0.iter().fold(0, |bits, x| bits | x.to_bits()) << 1 == 0
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

impl<T: Number> Spatial<T> {
    /// The same for every lane.
    #[inline(always)]
    pub fn of(v: Spatial) -> Self {
        Self(number::of(&v.0))
    }

    /// From memory.
    #[inline(always)]
    pub fn load(v: &Spatial<T::Stored>) -> Self {
        Self(number::load(&v.0))
    }

    /// To memory.
    #[inline(always)]
    pub fn stored(self) -> Spatial<T::Stored> {
        Spatial(number::stored(self.0))
    }

    /// Spatial vector from its rotational and linear part.
    #[inline(always)]
    pub fn new(rotational: Vec3<T>, linear: Vec3<T>) -> Self {
        let (r, l) = (rotational, linear);
        Self([r[0], r[1], r[2], l[0], l[1], l[2]])
    }

    /// Rotational part: angular velocity or torque.
    #[inline(always)]
    pub fn rotational(self) -> Vec3<T> {
        Vec3([self[0], self[1], self[2]])
    }

    /// Linear part: linear velocity or force.
    #[inline(always)]
    pub fn linear(self) -> Vec3<T> {
        Vec3([self[3], self[4], self[5]])
    }

    /// Inner product; power, of a motion and a force.
    #[inline(always)]
    pub fn dot(self, b: Self) -> T {
        let a = self;
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]
    }

    /// `self + b * scale`.
    #[inline(always)]
    #[must_use]
    pub fn add_scaled(self, b: Self, scale: T) -> Self {
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
    #[inline(always)]
    #[doc(alias = "mju_crossMotion")]
    #[must_use]
    pub fn cross_motion(self, m: Self) -> Self {
        let (w, v) = (self.rotational(), self.linear());
        Self::new(w.cross(m.rotational()), w.cross(m.linear()) + v.cross(m.rotational()))
    }

    /// Rate of change of the force `f` carried along with velocity `self`.
    #[inline(always)]
    #[doc(alias = "mju_crossForce")]
    #[must_use]
    pub fn cross_force(self, f: Self) -> Self {
        let (w, v) = (self.rotational(), self.linear());
        Self::new(w.cross(f.rotational()) + v.cross(f.linear()), w.cross(f.linear()))
    }

    /// Motion axis of a rotation about `axis` whose anchor lies at `-offset` from the origin.
    #[inline(always)]
    #[doc(alias = "mju_dofCom")]
    pub fn rotation_axis(axis: Vec3<T>, offset: Vec3<T>) -> Self {
        Self::new(axis, axis.cross(offset))
    }

    /// Motion axis of a translation.
    #[inline(always)]
    pub fn translation_axis(axis: Vec3<T>) -> Self {
        Self::new(Vec3::<T>::of(Vec3::ZERO), axis)
    }
}

impl<T> Index<usize> for Spatial<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T> IndexMut<usize> for Spatial<T> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

impl<T: Number> Add for Spatial<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2], self[3] + b[3], self[4] + b[4], self[5] + b[5]])
    }
}

impl<T: Number> Sub for Spatial<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2], self[3] - b[3], self[4] - b[4], self[5] - b[5]])
    }
}

impl<T: Number> Neg for Spatial<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2], -self[3], -self[4], -self[5]])
    }
}

impl<T: Number> Mul<T> for Spatial<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: T) -> Self {
        Self([self[0] * s, self[1] * s, self[2] * s, self[3] * s, self[4] * s, self[5] * s])
    }
}

impl<T: Number> AddAssign for Spatial<T> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl<T: Number> SubAssign for Spatial<T> {
    #[inline(always)]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

/// Inertia of a body about an origin: the six entries `xx yy zz xy xz yz` of the rotational inertia, the mass times
/// the centre of mass, and the mass.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Inertia<T = f64>(pub [T; 10]);

impl<T: Number> Inertia<T> {
    /// The same for every lane.
    #[inline(always)]
    pub fn of(i: Inertia) -> Self {
        Self(number::of(&i.0))
    }

    /// From memory.
    #[inline(always)]
    pub fn load(i: &Inertia<T::Stored>) -> Self {
        Self(number::load(&i.0))
    }

    /// To memory.
    #[inline(always)]
    pub fn stored(self) -> Inertia<T::Stored> {
        Inertia(number::stored(self.0))
    }

    /// Inertia of a body with principal moments `diagonal` along the columns of `frame`, its centre of mass at
    /// `offset` from the origin.
    #[inline(always)]
    #[doc(alias = "mju_inertCom")]
    pub fn at_offset(diagonal: Vec3<T>, frame: &Mat3<T>, offset: Vec3<T>, mass: T) -> Self {
        // rows of the frame, and the same times the diagonal
        let (x, y, z) = (frame.row(0), frame.row(1), frame.row(2));
        let (dx, dy, dz) = (x.scale_by(diagonal), y.scale_by(diagonal), z.scale_by(diagonal));
        let c = offset;
        Self([
            x.dot(dx) + mass * (c[1] * c[1] + c[2] * c[2]),
            y.dot(dy) + mass * (c[0] * c[0] + c[2] * c[2]),
            z.dot(dz) + mass * (c[0] * c[0] + c[1] * c[1]),
            x.dot(dy) - mass * c[0] * c[1],
            x.dot(dz) - mass * c[0] * c[2],
            y.dot(dz) - mass * c[1] * c[2],
            mass * c[0],
            mass * c[1],
            mass * c[2],
            mass,
        ])
    }

    /// Force that a body needs to accelerate while it moves, `I a + v ×* I v`.
    #[inline(always)]
    #[must_use]
    pub fn newton_euler(self, acc: Spatial<T>, vel: Spatial<T>) -> Spatial<T> {
        self * acc + vel.cross_force(self * vel)
    }

    /// The mass.
    #[inline(always)]
    pub fn mass(&self) -> T {
        self.0[9]
    }
}

impl<T> Index<usize> for Inertia<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T> IndexMut<usize> for Inertia<T> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

impl<T: Number> Mul<Spatial<T>> for Inertia<T> {
    type Output = Spatial<T>;
    /// Momentum of a motion.
    #[inline(always)]
    #[doc(alias = "mju_mulInertVec")]
    fn mul(self, v: Spatial<T>) -> Spatial<T> {
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

impl<T: Number> Add for Inertia<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        let mut sum = self;
        for i in 0..10 {
            sum[i] = sum[i] + b[i];
        }
        sum
    }
}

impl<T: Number> AddAssign for Inertia<T> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}
