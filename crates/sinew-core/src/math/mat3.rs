//! Three by three matrices, row-major.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::number::{self, Number};
use super::{Quat, Vec3};

/// A 3×3 matrix, row-major; mostly a rotation whose columns are the axes of a frame.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Mat3<T = f64>(pub [T; 9]);

impl Mat3 {
    /// The unit matrix.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);

    /// Unit quaternion of a rotation matrix.
    #[doc(alias = "mju_mat2Quat")]
    pub fn to_quat(&self) -> Quat {
        let m = self;
        let (xx, yy, zz) = (m[0], m[4], m[8]);
        // differences and sums of opposite entries hold the products of quaternion components
        let (wx, wy, wz) = (m[7] - m[5], m[2] - m[6], m[3] - m[1]);
        let (xy, xz, yz) = (m[1] + m[3], m[2] + m[6], m[5] + m[7]);
        // divide by the largest component
        let half = |square: f64| 0.5 * square.sqrt();
        let q = if xx + yy + zz > 0.0 {
            let w = half(1.0 + xx + yy + zz);
            Quat([w, 0.25 * wx / w, 0.25 * wy / w, 0.25 * wz / w])
        } else if xx > yy && xx > zz {
            let x = half(1.0 + xx - yy - zz);
            Quat([0.25 * wx / x, x, 0.25 * xy / x, 0.25 * xz / x])
        } else if yy > zz {
            let y = half(1.0 - xx + yy - zz);
            Quat([0.25 * wy / y, 0.25 * xy / y, y, 0.25 * yz / y])
        } else {
            let z = half(1.0 - xx - yy + zz);
            Quat([0.25 * wz / z, 0.25 * xz / z, 0.25 * yz / z, z])
        };
        q.normalized().0
    }
}

impl<T: Number> Mat3<T> {
    /// The same matrix for every lane.
    #[inline(always)]
    pub fn of(m: &Mat3) -> Self {
        Self(number::of(&m.0))
    }

    /// From memory.
    #[inline(always)]
    pub fn load(m: &Mat3<T::Stored>) -> Self {
        Self(number::load(&m.0))
    }

    /// To memory.
    #[inline(always)]
    pub fn stored(self) -> Mat3<T::Stored> {
        Mat3(number::stored(self.0))
    }

    /// Matrix with these rows.
    #[inline(always)]
    pub fn from_rows(x: Vec3<T>, y: Vec3<T>, z: Vec3<T>) -> Self {
        Self([x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]])
    }

    /// Matrix with these columns.
    #[inline(always)]
    pub fn from_columns(x: Vec3<T>, y: Vec3<T>, z: Vec3<T>) -> Self {
        Self([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]])
    }

    /// Row `i`.
    #[inline(always)]
    pub fn row(&self, i: usize) -> Vec3<T> {
        Vec3([self[3 * i], self[3 * i + 1], self[3 * i + 2]])
    }

    /// Column `i`, the axis of a frame if this is a rotation.
    #[inline(always)]
    pub fn column(&self, i: usize) -> Vec3<T> {
        Vec3([self[i], self[3 + i], self[6 + i]])
    }

    /// The transpose, the opposite rotation.
    #[inline(always)]
    #[must_use]
    pub fn transpose(&self) -> Self {
        let m = self;
        Self([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]])
    }

    /// Product with a vector.
    #[inline(always)]
    #[doc(alias = "mju_mulMatVec3")]
    pub fn mul_vec(&self, v: Vec3<T>) -> Vec3<T> {
        let m = self;
        Vec3([
            m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
            m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
            m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
        ])
    }

    /// Product of the transpose with a vector.
    #[inline(always)]
    #[doc(alias = "mju_mulMatTVec3")]
    pub fn mul_t_vec(&self, v: Vec3<T>) -> Vec3<T> {
        let m = self;
        Vec3([
            m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
            m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
            m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
        ])
    }
}

impl<T> Index<usize> for Mat3<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl IndexMut<usize> for Mat3 {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Mul for Mat3 {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        let mut out = Self::default();
        for i in 0..3 {
            for j in 0..3 {
                out[3 * i + j] = self[3 * i] * b[j] + self[3 * i + 1] * b[3 + j] + self[3 * i + 2] * b[6 + j];
            }
        }
        out
    }
}
