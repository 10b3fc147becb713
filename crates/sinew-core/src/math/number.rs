//! The numbers that formulas work on: one, or four of which each belongs to a problem of its own.
//!
//! Vectors, rotations and spatial algebra are written once for any [`Number`]. Where a formula of one number would branch,
//! four take both branches and keep of each what belongs to them, so every lane has the bits of a single number.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Add, Mul, Neg, Sub};

/// One number, or several side by side.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> + 'static
{
    /// How it lies in memory.
    type Stored: Copy + Default + 'static;
    /// Outcome of a comparison.
    type Truth: Copy;

    /// The same number for every lane.
    fn of(x: f64) -> Self;
    /// From memory.
    fn load(x: &Self::Stored) -> Self;
    /// To memory.
    fn stored(self) -> Self::Stored;
    /// `1 / self`.
    #[must_use]
    fn inverse(self) -> Self;
    /// The larger of this and a number; of what is not a number, itself or the other.
    #[must_use]
    #[inline(always)]
    fn at_least(self, x: f64) -> Self {
        let [larger] = Self::pick(self.below(x), [Self::of(x)], [self]);
        larger
    }
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// The number without its sign.
    #[must_use]
    fn abs(self) -> Self;
    /// Sine and cosine.
    fn sincos(self) -> (Self, Self);
    /// `self < x`.
    fn below(self, x: f64) -> Self::Truth;
    /// `self > x`.
    fn above(self, x: f64) -> Self::Truth;
    /// `self == x`.
    fn equals(self, x: f64) -> Self::Truth;
    /// Every number is exactly zero.
    fn all_zero<const N: usize>(x: &[Self; N]) -> Self::Truth;
    /// Both are true.
    fn and(a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// One of them is true.
    fn or(a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// True in some lane.
    fn any(test: Self::Truth) -> bool;
    /// True in every lane.
    fn all(test: Self::Truth) -> bool;
    /// `yes` where the test is true, `no` elsewhere.
    fn pick<const N: usize>(test: Self::Truth, yes: [Self; N], no: [Self; N]) -> [Self; N];
}

/// [`Number::pick`] that computes only what some lane takes: of one number this is `if` and `else`. A macro, since closures
/// would leave the instruction set of the kernel.
macro_rules! either {
    ($number:ident, $test:expr, $yes:expr, $no:expr) => {{
        let test = $test;
        if !$number::any(test) {
            $no
        } else if $number::all(test) {
            $yes
        } else {
            $number::pick(test, $yes, $no)
        }
    }};
}
pub(crate) use either;

impl Number for f64 {
    type Stored = f64;
    type Truth = bool;

    #[inline(always)]
    fn of(x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn load(x: &f64) -> Self {
        *x
    }

    #[inline(always)]
    fn stored(self) -> f64 {
        self
    }

    #[inline(always)]
    fn inverse(self) -> Self {
        1.0 / self
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn sincos(self) -> (Self, Self) {
        libm::sincos(self)
    }

    #[inline(always)]
    fn below(self, x: f64) -> bool {
        self < x
    }

    #[inline(always)]
    fn above(self, x: f64) -> bool {
        self > x
    }

    #[inline(always)]
    fn equals(self, x: f64) -> bool {
        self == x
    }

    #[inline(always)]
    fn all_zero<const N: usize>(x: &[f64; N]) -> bool {
        // all bits but the signs
        x.iter().fold(0, |bits, x| bits | x.to_bits()) << 1 == 0
    }

    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a && b
    }

    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a || b
    }

    #[inline(always)]
    fn any(test: bool) -> bool {
        test
    }

    #[inline(always)]
    fn all(test: bool) -> bool {
        test
    }

    #[inline(always)]
    fn pick<const N: usize>(test: bool, yes: [f64; N], no: [f64; N]) -> [f64; N] {
        if test { yes } else { no }
    }
}

/// The same numbers for every lane.
#[inline(always)]
pub(crate) fn of<T: Number, const N: usize>(x: &[f64; N]) -> [T; N] {
    let mut out = [T::of(0.0); N];
    for k in 0..N {
        out[k] = T::of(x[k]);
    }
    out
}

/// Numbers from memory.
#[inline(always)]
pub(crate) fn load<T: Number, const N: usize>(x: &[T::Stored; N]) -> [T; N] {
    let mut out = [T::of(0.0); N];
    for k in 0..N {
        out[k] = T::load(&x[k]);
    }
    out
}

/// Numbers to memory.
#[inline(always)]
pub(crate) fn stored<T: Number, const N: usize>(x: [T; N]) -> [T::Stored; N] {
    let mut out = [T::Stored::default(); N];
    for k in 0..N {
        out[k] = x[k].stored();
    }
    out
}
