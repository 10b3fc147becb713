//! Unit quaternions as rotations, scalar part first.
//!
//! Sums of four products are added in pairs, as MuJoCo's library does, so that rotations are the same to the last bit.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::f64::consts::PI;
use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::number::{self, Number, either};
use super::{MINVAL, Mat3, Vec3};

/// A quaternion, scalar part first. `Default` is all zeros, as in a fresh column; [`Quat::IDENTITY`] is no rotation.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Quat<T = f64>(pub [T; 4]);

impl Quat {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// Quaternion from the first four numbers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than that.
    #[inline]
    pub fn from_slice(s: &[f64]) -> Self {
        Self([s[0], s[1], s[2], s[3]])
    }

    /// Angular velocity that reaches this rotation in time `dt`, of the shorter way round.
    #[inline]
    #[doc(alias = "mju_quat2Vel")]
    pub fn to_velocity(self, dt: f64) -> Vec3 {
        let (axis, sin_half) = Vec3::new(self[1], self[2], self[3]).normalized();
        let mut angle = 2.0 * libm::atan2(sin_half, self[0]);
        if angle > PI {
            angle -= 2.0 * PI;
        }
        axis * (angle / dt)
    }

    /// Angular velocity, in the frame of `from`, that carries `from` to `self` in unit time.
    #[inline]
    #[doc(alias = "mju_subQuat")]
    pub fn minus(self, from: Self) -> Vec3 {
        (from.conjugate() * self).to_velocity(1.0)
    }

    /// Rate of change of this orientation under an angular velocity in its own frame.
    #[inline]
    #[doc(alias = "mju_derivQuat")]
    #[must_use]
    pub fn derivative(self, velocity: Vec3) -> Self {
        let [w, x, y, z] = self.0;
        let v = velocity;
        Self([
            0.5 * (-v[0] * x - v[1] * y - v[2] * z),
            0.5 * (v[0] * w + v[1] * z - v[2] * y),
            0.5 * (-v[0] * z + v[1] * w + v[2] * x),
            0.5 * (v[0] * y - v[1] * x + v[2] * w),
        ])
    }

    /// Shortest rotation that turns the z axis to a direction.
    #[inline]
    #[doc(alias = "mju_quatZ2Vec")]
    pub fn z_to(direction: Vec3) -> Self {
        let (v, norm) = direction.normalized();
        if norm < MINVAL {
            return Self::IDENTITY;
        }
        let (axis, s) = Vec3::Z.cross(v).normalized();
        // almost parallel: nothing to turn about, or half a turn about x
        if s < MINVAL {
            return if v[2] < 0.0 { Self([0.0, 1.0, 0.0, 0.0]) } else { Self::IDENTITY };
        }
        Self::from_axis_angle(axis, libm::atan2(s, v[2]))
    }
}

impl<T: Copy> Quat<T> {
    /// Quaternion from its components, scalar part first.
    #[inline]
    pub const fn new(w: T, x: T, y: T, z: T) -> Self {
        Self([w, x, y, z])
    }
}

impl<T: Number> Quat<T> {
    /// The same quaternion for every lane.
    #[inline(always)]
    pub fn of(q: Quat) -> Self {
        Self(number::of(&q.0))
    }

    /// From memory.
    #[inline(always)]
    pub fn load(q: &Quat<T::Stored>) -> Self {
        Self(number::load(&q.0))
    }

    /// To memory.
    #[inline(always)]
    pub fn stored(self) -> Quat<T::Stored> {
        Quat(number::stored(self.0))
    }

    /// Rotation about an axis, which has unit length.
    #[inline(always)]
    #[doc(alias = "mju_axisAngle2Quat")]
    pub fn from_axis_angle(axis: Vec3<T>, angle: T) -> Self {
        Self(either!(T, angle.equals(0.0), Self::of(Quat::IDENTITY).0, {
            let (s, c) = (angle * T::of(0.5)).sincos();
            [c, axis[0] * s, axis[1] * s, axis[2] * s]
        }))
    }

    /// The opposite rotation.
    #[inline(always)]
    #[doc(alias = "mju_negQuat")]
    #[must_use]
    pub fn conjugate(self) -> Self {
        Self([self[0], -self[1], -self[2], -self[3]])
    }

    /// Euclidean length.
    #[inline(always)]
    pub fn norm(self) -> T {
        let q = self.0;
        ((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3])).sqrt()
    }

    /// Unit quaternion of the same direction and the length; the identity if shorter than `MINVAL`. A length already
    /// within `MINVAL` of one is left alone, so that normalising twice changes nothing.
    #[inline(always)]
    #[doc(alias = "mju_normalize4")]
    pub fn normalized(self) -> (Self, T) {
        let norm = self.norm();
        // |norm - 1| > MINVAL
        let off = T::or((norm - T::of(1.0)).above(MINVAL), (T::of(1.0) - norm).above(MINVAL));
        let unit = either!(
            T,
            norm.below(MINVAL),
            Self::of(Quat::IDENTITY).0,
            either!(T, off, self.scaled(norm.inverse()), self.0)
        );
        (Self(unit), norm)
    }

    #[inline(always)]
    fn scaled(self, s: T) -> [T; 4] {
        [self[0] * s, self[1] * s, self[2] * s, self[3] * s]
    }

    /// Makes this a unit quaternion and returns the length that it had.
    #[inline(always)]
    pub fn normalize(&mut self) -> T {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// The vector turned by this rotation.
    #[inline(always)]
    #[doc(alias = "mju_rotVecQuat")]
    pub fn rotate(self, v: Vec3<T>) -> Vec3<T> {
        // zero vector or identity: exact result
        let zero = T::all_zero(&v.0);
        let still = if T::all(zero) { zero } else { T::or(zero, self.is_identity()) };
        Vec3(either!(T, still, v.0, {
            // v + 2u × (w v + u × v)
            let [w, x, y, z] = self.0;
            let t = Vec3::new(
                w * v[0] + y * v[2] - z * v[1],
                w * v[1] + z * v[0] - x * v[2],
                w * v[2] + x * v[1] - y * v[0],
            );
            (v + Vec3::new(x, y, z).cross(t) * T::of(2.0)).0
        }))
    }

    /// Product with the vector as a quaternion without scalar part.
    #[inline(always)]
    #[doc(alias = "mju_mulQuatAxis")]
    #[must_use]
    pub fn times_axis(self, v: Vec3<T>) -> Self {
        let [w, x, y, z] = self.0;
        Self([
            -x * v[0] - y * v[1] - z * v[2],
            w * v[0] - z * v[1] + y * v[2],
            w * v[1] + z * v[0] - x * v[2],
            x * v[1] - y * v[0] + w * v[2],
        ])
    }

    /// No rotation at all, to the last bit.
    #[inline(always)]
    fn is_identity(self) -> T::Truth {
        let upright = self[0].equals(1.0);
        if T::any(upright) { T::and(upright, T::all_zero(&[self[1], self[2], self[3]])) } else { upright }
    }

    /// Rotation matrix.
    #[inline(always)]
    #[doc(alias = "mju_quat2Mat")]
    pub fn to_mat(self) -> Mat3<T> {
        Mat3(either!(T, self.is_identity(), Mat3::<T>::of(&Mat3::IDENTITY).0, {
            let ([w, x, y, z], two) = (self.0, T::of(2.0));
            let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
            let (wx, wy, wz) = (two * w * x, two * w * y, two * w * z);
            let (xy, xz, yz) = (two * x * y, two * x * z, two * y * z);
            [
                (ww - yy) + (xx - zz),
                xy - wz,
                xz + wy,
                xy + wz,
                (ww + yy) - (xx + zz),
                yz - wx,
                xz - wy,
                yz + wx,
                (ww - yy) - (xx - zz),
            ]
        }))
    }

    /// Orientation after turning with a local angular velocity for a time, on the exponential map.
    #[inline(always)]
    #[doc(alias = "mju_quatIntegrate")]
    #[must_use]
    pub fn integrate(self, velocity: Vec3<T>, dt: T) -> Self {
        let (axis, speed) = velocity.normalized();
        let turn = Self::from_axis_angle(axis, dt * speed);
        (self.normalized().0 * turn).normalized().0
    }
}

impl<T> Index<usize> for Quat<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl IndexMut<usize> for Quat {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl<T: Number> Mul for Quat<T> {
    type Output = Self;
    /// Composition: first `b`, then `self`.
    #[inline(always)]
    #[doc(alias = "mju_mulQuat")]
    fn mul(self, b: Self) -> Self {
        let a = self;
        Self([
            (a[0] * b[0] - a[1] * b[1]) - (a[2] * b[2] + a[3] * b[3]),
            (a[0] * b[1] + a[1] * b[0]) + (a[2] * b[3] - a[3] * b[2]),
            (a[0] * b[2] - a[1] * b[3]) + (a[2] * b[0] + a[3] * b[1]),
            (a[0] * b[3] + a[1] * b[2]) - (a[2] * b[1] - a[3] * b[0]),
        ])
    }
}
