//! Vectors in space.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::MINVAL;
use super::number::{self, Number, either};

/// A vector in space.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vec3<T = f64>(pub [T; 3]);

impl Vec3 {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 3]);
    /// Unit vector along x.
    pub const X: Self = Self([1.0, 0.0, 0.0]);
    /// Unit vector along y.
    pub const Y: Self = Self([0.0, 1.0, 0.0]);
    /// Unit vector along z.
    pub const Z: Self = Self([0.0, 0.0, 1.0]);

    /// Vector from the first three numbers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than that.
    #[inline]
    pub fn from_slice(s: &[f64]) -> Self {
        Self([s[0], s[1], s[2]])
    }

    /// True if every component is exactly zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        f64::all_zero(&self.0)
    }

    /// True if every component is finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

impl<T: Copy> Vec3<T> {
    /// Vector from its components.
    #[inline]
    pub const fn new(x: T, y: T, z: T) -> Self {
        Self([x, y, z])
    }
}

impl<T: Number> Vec3<T> {
    /// The same vector for every lane.
    #[inline(always)]
    pub fn of(v: Vec3) -> Self {
        Self(number::of(&v.0))
    }

    /// From memory.
    #[inline(always)]
    pub fn load(v: &Vec3<T::Stored>) -> Self {
        Self(number::load(&v.0))
    }

    /// To memory.
    #[inline(always)]
    pub fn stored(self) -> Vec3<T::Stored> {
        Vec3(number::stored(self.0))
    }

    /// Inner product.
    #[inline(always)]
    #[doc(alias = "mju_dot3")]
    pub fn dot(self, b: Self) -> T {
        let a = self;
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// Cross product.
    #[inline(always)]
    #[doc(alias = "mju_cross")]
    #[must_use]
    pub fn cross(self, b: Self) -> Self {
        let a = self;
        Self([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
    }

    /// Euclidean length.
    #[inline(always)]
    #[doc(alias = "mju_norm3")]
    pub fn norm(self) -> T {
        self.dot(self).sqrt()
    }

    /// Distance to another point.
    #[inline(always)]
    #[doc(alias = "mju_dist3")]
    pub fn distance(self, b: Self) -> T {
        (self - b).norm()
    }

    /// Unit vector of the same direction, and the length; a vector shorter than `MINVAL` gives the x axis.
    #[inline(always)]
    #[doc(alias = "mju_normalize3")]
    pub fn normalized(self) -> (Self, T) {
        let norm = self.norm();
        let unit = either!(T, norm.below(MINVAL), Self::of(Vec3::X).0, (self * norm.inverse()).0);
        (Self(unit), norm)
    }

    /// Makes this a unit vector and returns the length that it had.
    #[inline(always)]
    pub fn normalize(&mut self) -> T {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// Componentwise product.
    #[inline(always)]
    #[must_use]
    pub fn scale_by(self, b: Self) -> Self {
        Self([self[0] * b[0], self[1] * b[1], self[2] * b[2]])
    }

    /// `self + b * scale`.
    #[inline(always)]
    #[doc(alias = "mju_addScl3")]
    #[must_use]
    pub fn add_scaled(self, b: Self, scale: T) -> Self {
        Self([self[0] + b[0] * scale, self[1] + b[1] * scale, self[2] + b[2] * scale])
    }
}

impl From<[f64; 3]> for Vec3 {
    fn from(v: [f64; 3]) -> Self {
        Self(v)
    }
}

impl<T> Index<usize> for Vec3<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T> IndexMut<usize> for Vec3<T> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

impl<T: Number> Add for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2]])
    }
}

impl<T: Number> Sub for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2]])
    }
}

impl<T: Number> Mul<T> for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: T) -> Self {
        Self([self[0] * s, self[1] * s, self[2] * s])
    }
}

impl<T: Number> Neg for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2]])
    }
}

impl<T: Number> AddAssign for Vec3<T> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl<T: Number> SubAssign for Vec3<T> {
    #[inline(always)]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

impl<T: Number> MulAssign<T> for Vec3<T> {
    #[inline(always)]
    fn mul_assign(&mut self, s: T) {
        *self = *self * s;
    }
}
