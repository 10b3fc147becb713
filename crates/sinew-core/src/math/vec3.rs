//! Vectors in space.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::MINVAL;

/// A vector in space.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vec3(pub [f64; 3]);

impl Vec3 {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 3]);
    /// Unit vector along x.
    pub const X: Self = Self([1.0, 0.0, 0.0]);
    /// Unit vector along y.
    pub const Y: Self = Self([0.0, 1.0, 0.0]);
    /// Unit vector along z.
    pub const Z: Self = Self([0.0, 0.0, 1.0]);

    /// Vector from its components.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self([x, y, z])
    }

    /// Vector from the first three numbers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than that.
    #[inline]
    pub fn from_slice(s: &[f64]) -> Self {
        Self([s[0], s[1], s[2]])
    }

    /// Inner product.
    #[inline]
    #[doc(alias = "mju_dot3")]
    pub fn dot(self, b: Self) -> f64 {
        let a = self;
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// Cross product.
    #[inline]
    #[doc(alias = "mju_cross")]
    #[must_use]
    pub fn cross(self, b: Self) -> Self {
        let a = self;
        Self([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
    }

    /// Euclidean length.
    #[inline]
    #[doc(alias = "mju_norm3")]
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Distance to another point.
    #[inline]
    #[doc(alias = "mju_dist3")]
    pub fn distance(self, b: Self) -> f64 {
        (self - b).norm()
    }

    /// Unit vector of the same direction, and the length; a vector shorter than `MINVAL` gives the x axis.
    #[inline]
    #[doc(alias = "mju_normalize3")]
    pub fn normalized(self) -> (Self, f64) {
        let norm = self.norm();
        if norm < MINVAL { (Self::X, norm) } else { (self * (1.0 / norm), norm) }
    }

    /// Makes this a unit vector and returns the length that it had.
    #[inline]
    pub fn normalize(&mut self) -> f64 {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// Componentwise product.
    #[inline]
    #[must_use]
    pub fn scale_by(self, b: Self) -> Self {
        Self([self[0] * b[0], self[1] * b[1], self[2] * b[2]])
    }

    /// `self + b * scale`.
    #[inline]
    #[doc(alias = "mju_addScl3")]
    #[must_use]
    pub fn add_scaled(self, b: Self, scale: f64) -> Self {
        Self([self[0] + b[0] * scale, self[1] + b[1] * scale, self[2] + b[2] * scale])
    }

    /// True if every component is exactly zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        // all bits but the signs
        (self[0].to_bits() | self[1].to_bits() | self[2].to_bits()) << 1 == 0
    }

    /// True if every component is finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

impl From<[f64; 3]> for Vec3 {
    fn from(v: [f64; 3]) -> Self {
        Self(v)
    }
}

impl Index<usize> for Vec3 {
    type Output = f64;
    #[inline]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Vec3 {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Add for Vec3 {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2]])
    }
}

impl Sub for Vec3 {
    type Output = Self;
    #[inline]
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2]])
    }
}

impl Mul<f64> for Vec3 {
    type Output = Self;
    #[inline]
    fn mul(self, s: f64) -> Self {
        Self([self[0] * s, self[1] * s, self[2] * s])
    }
}

impl Neg for Vec3 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2]])
    }
}

impl AddAssign for Vec3 {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl SubAssign for Vec3 {
    #[inline]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

impl MulAssign<f64> for Vec3 {
    #[inline]
    fn mul_assign(&mut self, s: f64) {
        *self = *self * s;
    }
}
