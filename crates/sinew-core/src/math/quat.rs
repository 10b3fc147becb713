//! Unit quaternions as rotations, scalar part first.
//!
//! Sums of four products are added in pairs, as MuJoCo's library does, so that rotations are the same to the last bit.

use std::f64::consts::PI;
use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::{MINVAL, Mat3, Vec3};

/// A quaternion, scalar part first. `Default` is all zeros, as in a fresh column; [`Quat::IDENTITY`] is no rotation.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Quat(pub [f64; 4]);

impl Quat {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// Quaternion from its components, scalar part first.
    #[inline]
    pub const fn new(w: f64, x: f64, y: f64, z: f64) -> Self {
        Self([w, x, y, z])
    }

    /// Quaternion from the first four numbers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than that.
    #[inline]
    pub fn from_slice(s: &[f64]) -> Self {
        Self([s[0], s[1], s[2], s[3]])
    }

    /// Rotation about an axis, which has unit length.
    #[inline]
    #[doc(alias = "mju_axisAngle2Quat")]
    pub fn from_axis_angle(axis: Vec3, angle: f64) -> Self {
        if angle == 0.0 {
            return Self::IDENTITY;
        }
        let (s, c) = libm::sincos(angle * 0.5);
        Self([c, axis[0] * s, axis[1] * s, axis[2] * s])
    }

    /// The opposite rotation.
    #[inline]
    #[doc(alias = "mju_negQuat")]
    #[must_use]
    pub fn conjugate(self) -> Self {
        Self([self[0], -self[1], -self[2], -self[3]])
    }

    /// Euclidean length.
    #[inline]
    pub fn norm(self) -> f64 {
        let q = self.0;
        ((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3])).sqrt()
    }

    /// Unit quaternion of the same direction and the length; the identity if shorter than `MINVAL`. A length already
    /// within `MINVAL` of one is left alone, so that normalising twice changes nothing.
    #[inline]
    #[doc(alias = "mju_normalize4")]
    pub fn normalized(self) -> (Self, f64) {
        let norm = self.norm();
        if norm < MINVAL {
            (Self::IDENTITY, norm)
        } else if (norm - 1.0).abs() > MINVAL {
            let s = 1.0 / norm;
            (Self([self[0] * s, self[1] * s, self[2] * s, self[3] * s]), norm)
        } else {
            (self, norm)
        }
    }

    /// Makes this a unit quaternion and returns the length that it had.
    #[inline]
    pub fn normalize(&mut self) -> f64 {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// The vector turned by this rotation.
    #[inline]
    #[doc(alias = "mju_rotVecQuat")]
    pub fn rotate(self, v: Vec3) -> Vec3 {
        // zero vector or identity: exact result
        if v.is_zero() || (self[0] == 1.0 && self[1] == 0.0 && self[2] == 0.0 && self[3] == 0.0) {
            return v;
        }
        // v + 2u × (w v + u × v)
        let [w, x, y, z] = self.0;
        let t =
            Vec3::new(w * v[0] + y * v[2] - z * v[1], w * v[1] + z * v[0] - x * v[2], w * v[2] + x * v[1] - y * v[0]);
        v + Vec3::new(x, y, z).cross(t) * 2.0
    }

    /// Product with the vector as a quaternion without scalar part.
    #[inline]
    #[doc(alias = "mju_mulQuatAxis")]
    #[must_use]
    pub fn times_axis(self, v: Vec3) -> Self {
        let [w, x, y, z] = self.0;
        Self([
            -x * v[0] - y * v[1] - z * v[2],
            w * v[0] - z * v[1] + y * v[2],
            w * v[1] + z * v[0] - x * v[2],
            x * v[1] - y * v[0] + w * v[2],
        ])
    }

    /// Rotation matrix.
    #[inline]
    #[doc(alias = "mju_quat2Mat")]
    pub fn to_mat(self) -> Mat3 {
        let [w, x, y, z] = self.0;
        if w == 1.0 && x == 0.0 && y == 0.0 && z == 0.0 {
            return Mat3::IDENTITY;
        }
        let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
        let (wx, wy, wz) = (2.0 * w * x, 2.0 * w * y, 2.0 * w * z);
        let (xy, xz, yz) = (2.0 * x * y, 2.0 * x * z, 2.0 * y * z);
        Mat3([
            (ww - yy) + (xx - zz),
            xy - wz,
            xz + wy,
            xy + wz,
            (ww + yy) - (xx + zz),
            yz - wx,
            xz - wy,
            yz + wx,
            (ww - yy) - (xx - zz),
        ])
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

    /// Orientation after turning with a local angular velocity for a time, on the exponential map.
    #[inline]
    #[doc(alias = "mju_quatIntegrate")]
    #[must_use]
    pub fn integrate(self, velocity: Vec3, dt: f64) -> Self {
        let (axis, speed) = velocity.normalized();
        let turn = Self::from_axis_angle(axis, dt * speed);
        (self.normalized().0 * turn).normalized().0
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

impl Index<usize> for Quat {
    type Output = f64;
    #[inline]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Quat {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Mul for Quat {
    type Output = Self;
    /// Composition: first `b`, then `self`.
    #[inline]
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
