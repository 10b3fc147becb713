//! The numbers that formulas work on: one, or four of which each belongs to a problem of its own.
//!
//! Vectors, rotations and spatial algebra are written once for any [`Number`]. Where a formula of one number would branch,
//! four take both branches and keep of each what belongs to them, so every lane has the bits of a single number.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Add, Mul, Neg, Sub};

use super::simd::{Lane, Vector};

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
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
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

/// Four numbers of four problems.
#[derive(Clone, Copy)]
pub(crate) struct Four<V>(pub V);

impl<V: Vector> Add for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0.plus(b.0))
    }
}

impl<V: Vector> Sub for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0.minus(b.0))
    }
}

impl<V: Vector> Mul for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0.times(b.0))
    }
}

impl<V: Vector> Neg for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.negated())
    }
}

impl<V: Vector> Number for Four<V> {
    type Stored = Lane;
    type Truth = V::Mask;

    #[inline(always)]
    fn of(x: f64) -> Self {
        Self(V::splat(x))
    }

    #[inline(always)]
    fn load(x: &Lane) -> Self {
        Self(V::load(x))
    }

    #[inline(always)]
    fn stored(self) -> Lane {
        self.0.lanes()
    }

    #[inline(always)]
    fn inverse(self) -> Self {
        Self(V::splat(1.0).over(self.0))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.root())
    }

    #[inline(always)]
    fn sincos(self) -> (Self, Self) {
        let (mut sines, mut cosines) = ([0.0; 4], [0.0; 4]);
        for (k, x) in self.0.lanes().into_iter().enumerate() {
            (sines[k], cosines[k]) = libm::sincos(x);
        }
        (Self(V::load(&sines)), Self(V::load(&cosines)))
    }

    #[inline(always)]
    fn below(self, x: f64) -> V::Mask {
        self.0.below(V::splat(x))
    }

    #[inline(always)]
    fn above(self, x: f64) -> V::Mask {
        V::splat(x).below(self.0)
    }

    #[inline(always)]
    fn equals(self, x: f64) -> V::Mask {
        self.0.equals(V::splat(x))
    }

    #[inline(always)]
    fn all_zero<const N: usize>(x: &[Self; N]) -> V::Mask {
        let zero = V::splat(0.0);
        let mut all = zero.equals(zero);
        for x in x {
            all = V::both(all, x.0.equals(zero));
        }
        all
    }

    #[inline(always)]
    fn and(a: V::Mask, b: V::Mask) -> V::Mask {
        V::both(a, b)
    }

    #[inline(always)]
    fn or(a: V::Mask, b: V::Mask) -> V::Mask {
        V::one(a, b)
    }

    #[inline(always)]
    fn any(test: V::Mask) -> bool {
        V::any(test)
    }

    #[inline(always)]
    fn all(test: V::Mask) -> bool {
        V::all(test)
    }

    #[inline(always)]
    fn pick<const N: usize>(test: V::Mask, yes: [Self; N], no: [Self; N]) -> [Self; N] {
        let mut out = no;
        for k in 0..N {
            out[k] = Self(V::pick(test, yes[k].0, no[k].0));
        }
        out
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::kernel;
    use crate::math::{Quat, Vec3};

    /// What the formulas that branch give.
    type All<S> = ([Quat<S>; 3], [Vec3<S>; 3], [S; 11]);

    fn all<T: Number>(q: Quat<T>, v: Vec3<T>) -> All<T::Stored> {
        let ((unit, norm), (axis, length)) = (q.normalized(), v.normalized());
        let turn = Quat::from_axis_angle(axis, v[0]);
        let mut rest = [norm.stored(); 11];
        rest[1] = length.stored();
        for (to, x) in rest[2..].iter_mut().zip(q.to_mat().0) {
            *to = x.stored();
        }
        let quats = [unit.stored(), turn.stored(), q.integrate(v, T::of(0.1)).stored()];
        (quats, [axis.stored(), q.rotate(v).stored(), unit.rotate(v).stored()], rest)
    }

    kernel! {
        fn of_four<V>(out: &mut Vec<All<Lane>>, q: &Quat<Lane>, v: &Vec3<Lane>) {
            out.push(all(Quat::<Four<V>>::load(q), Vec3::load(v)));
        }
    }

    #[test]
    fn each_of_four_takes_its_own_branch() {
        let quats = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, -0.0, 0.0, -0.0],
            [0.0, 0.0, 0.0, 0.0],
            [0.5, 0.5, -0.5, 0.5],
            [1.0, 2.0, -3.0, 0.1],
            [1e-20, 0.0, -1e-18, 0.0],
            [1.0, f64::NAN, 0.0, 0.0],
            [f64::INFINITY, 1.0, 0.0, 0.0],
        ];
        let vectors = [[0.0, -0.0, 0.0], [-0.0, 1.0, 2.0], [1e-17, 0.0, 0.0], [3.0, -2.0, 1e3], [f64::NAN, 1.0, 0.0]];
        // the bits; of what is not a number only that it is none
        let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
        for start in 0..40 {
            // neighbours take different branches
            let pick = |k: usize| (Quat(quats[(start + k) % 8]), Vec3(vectors[(start / 2 + 2 * k) % 5]));
            let four = [pick(0), pick(1), pick(2), pick(3)];
            let q = Quat(std::array::from_fn(|i| four.map(|(q, _)| q[i])));
            let v = Vec3(std::array::from_fn(|i| four.map(|(_, v)| v[i])));
            let mut got = Vec::new();
            of_four(&mut got, &q, &v);
            let (quats, vectors, rest) = &got[0];
            for (k, (q, v)) in four.into_iter().enumerate() {
                let alone = all::<f64>(q, v);
                let want = alone.0.iter().flat_map(|q| q.0).chain(alone.1.iter().flat_map(|v| v.0)).chain(alone.2);
                let lanes = quats.iter().flat_map(|q| q.0).chain(vectors.iter().flat_map(|v| v.0)).chain(*rest);
                assert!(want.map(bits).eq(lanes.map(|x| bits(x[k]))), "lane {k} of {four:?}");
            }
        }
    }
}
