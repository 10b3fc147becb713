//! Four numbers side by side, as the processor holds them.
//!
//! Kernels are written once for any [`Vector`]. Each operation is that of every lane by itself, rounded as a single number
//! would be, so all vectors give the same bits.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use super::tiles::Lane;

/// Four numbers on which a kernel works.
pub trait Vector: Copy + 'static {
    /// Outcome of a comparison, lane by lane.
    type Mask: Copy;

    /// From memory.
    fn load(x: &Lane) -> Self;
    /// To memory.
    fn store(self, to: &mut Lane);
    /// The same number four times.
    fn splat(x: f64) -> Self;
    /// `self + other`.
    fn plus(self, other: Self) -> Self;
    /// `self - other`.
    fn minus(self, other: Self) -> Self;
    /// `self * other`.
    fn times(self, other: Self) -> Self;

    /// `self / other`.
    fn over(self, other: Self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// `-self`.
    fn negated(self) -> Self;

    /// `self` where `x` is below zero, and zero elsewhere.
    fn where_negative(self, x: Self) -> Self;
    /// `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    /// `self == other`.
    fn equals(self, other: Self) -> Self::Mask;
    /// Both are true.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One of them is true.
    fn one(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// True in some lane.
    fn any(mask: Self::Mask) -> bool;
    /// True in every lane.
    fn all(mask: Self::Mask) -> bool;
    /// `yes` where the mask is true, `no` elsewhere.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The outcomes as bits, that of the first lane lowest.
    #[inline(always)]
    fn bits(mask: Self::Mask) -> u64 {
        let [a, b, c, d] = Self::pick(mask, Self::splat(1.0), Self::splat(0.0)).lanes().map(|x| u64::from(x != 0.0));
        a | b << 1 | c << 2 | d << 3
    }

    /// From memory, in single precision.
    #[inline(always)]
    fn widen(x: &[f32; 4]) -> Self {
        Self::load(&[f64::from(x[0]), f64::from(x[1]), f64::from(x[2]), f64::from(x[3])])
    }

    /// `self + a * b`, rounded twice.
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        self.plus(a.times(b))
    }

    /// `self - a * b`, rounded twice.
    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        self.minus(a.times(b))
    }

    /// The four numbers.
    #[inline(always)]
    fn lanes(self) -> Lane {
        let mut out = [0.0; 4];
        self.store(&mut out);
        out
    }

    /// Rows become columns.
    #[inline(always)]
    fn transposed(x: [Self; 4]) -> [Self; 4] {
        let x = [x[0].lanes(), x[1].lanes(), x[2].lanes(), x[3].lanes()];
        let column = |k: usize| Self::load(&[x[0][k], x[1][k], x[2][k], x[3][k]]);
        [column(0), column(1), column(2), column(3)]
    }

    /// Sum of the four, the even ones and the odd ones first.
    #[inline(always)]
    fn sum(self) -> f64 {
        let x = self.lanes();
        (x[0] + x[2]) + (x[1] + x[3])
    }
}

/// What every processor can do.
impl Vector for Lane {
    type Mask = [bool; 4];

    #[inline(always)]
    fn load(x: &Lane) -> Self {
        *x
    }

    #[inline(always)]
    fn store(self, to: &mut Lane) {
        *to = self;
    }

    #[inline(always)]
    fn splat(x: f64) -> Self {
        [x; 4]
    }

    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        [self[0] + b[0], self[1] + b[1], self[2] + b[2], self[3] + b[3]]
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        [self[0] - b[0], self[1] - b[1], self[2] - b[2], self[3] - b[3]]
    }

    #[inline(always)]
    fn times(self, b: Self) -> Self {
        [self[0] * b[0], self[1] * b[1], self[2] * b[2], self[3] * b[3]]
    }

    #[inline(always)]
    fn over(self, b: Self) -> Self {
        [self[0] / b[0], self[1] / b[1], self[2] / b[2], self[3] / b[3]]
    }

    #[inline(always)]
    fn root(self) -> Self {
        self.map(f64::sqrt)
    }

    #[inline(always)]
    fn negated(self) -> Self {
        [-self[0], -self[1], -self[2], -self[3]]
    }

    #[inline(always)]
    fn where_negative(self, x: Self) -> Self {
        Self::pick(x.below([0.0; 4]), self, [0.0; 4])
    }

    #[inline(always)]
    fn below(self, b: Self) -> [bool; 4] {
        [self[0] < b[0], self[1] < b[1], self[2] < b[2], self[3] < b[3]]
    }

    #[inline(always)]
    fn equals(self, b: Self) -> [bool; 4] {
        [self[0] == b[0], self[1] == b[1], self[2] == b[2], self[3] == b[3]]
    }

    #[inline(always)]
    fn both(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        [a[0] && b[0], a[1] && b[1], a[2] && b[2], a[3] && b[3]]
    }

    #[inline(always)]
    fn one(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        [a[0] || b[0], a[1] || b[1], a[2] || b[2], a[3] || b[3]]
    }

    #[inline(always)]
    fn any(mask: [bool; 4]) -> bool {
        mask != [false; 4]
    }

    #[inline(always)]
    fn all(mask: [bool; 4]) -> bool {
        mask == [true; 4]
    }

    #[inline(always)]
    fn pick(mask: [bool; 4], yes: Self, no: Self) -> Self {
        let pick = |k: usize| if mask[k] { yes[k] } else { no[k] };
        [pick(0), pick(1), pick(2), pick(3)]
    }
}

/// What a kernel uses where nothing wider is found at run time.
#[cfg(not(target_arch = "aarch64"))]
pub type Usual = Lane;
/// What a kernel uses where nothing wider is found at run time.
#[cfg(target_arch = "aarch64")]
pub type Usual = super::neon::Neon;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::kernel;

    kernel! {
        fn try_all<V>(out: &mut [Lane], a: &Lane, b: &Lane) {
            let (x, y) = (V::load(a), V::load(b));
            let all = [x.plus(y), x.minus(y), x.times(y), V::splat(a[1]), x.plus_product(x, y), x.minus_product(x, y)];
            for (out, x) in out.iter_mut().zip(all) {
                x.store(out);
            }
            out[6] = [x.sum(), y.sum(), 0.0, 0.0];
            let (less, same) = (x.below(y), x.equals(V::splat(a[1])));
            let rest = [
                y.where_negative(x),
                x.over(y),
                x.times(x).root(),
                x.negated(),
                V::pick(less, x, y),
                V::pick(V::both(less, same), x, y),
                V::pick(V::one(same, y.below(V::splat(0.0))), x, y),
            ];
            for (out, x) in out[7..].iter_mut().zip(rest) {
                x.store(out);
            }
            for (out, x) in out[15..].iter_mut().zip(V::transposed([x, y, x.plus(y), x.times(y)])) {
                x.store(out);
            }
            let (none, full) = (x.below(x), x.equals(x));
            let counts = [V::any(less), V::all(less), V::any(none) || V::all(none), V::any(full) && V::all(full)];
            out[14] = counts.map(f64::from);
            out[20] = [V::bits(less), V::bits(same), V::bits(none), V::bits(full)].map(|bits| bits as f64);
            V::widen(&[0.1, -2.3, 1e17, 0.7]).store(&mut out[19]);
        }
    }

    #[test]
    fn every_vector_does_what_single_numbers_do() {
        let (a, b) = ([0.1, -2.3, 1e17, 0.7], [3.3, 1e-9, 0.3, -0.7]);
        let (mut got, mut want) = ([[0.0; 4]; 21], [[0.0; 4]; 21]);
        try_all(&mut got, &a, &b);
        for r in 0..4 {
            let (a, b) = (a[r], b[r]);
            for (want, x) in want.iter_mut().zip([a + b, a - b, a * b, -2.3, a + a * b, a - a * b]) {
                want[r] = x;
            }
        }
        let sum = |x: Lane| (x[0] + x[2]) + (x[1] + x[3]);
        want[6] = [sum(a), sum(b), 0.0, 0.0];
        want[7] = [0.0, b[1], 0.0, 0.0];
        for r in 0..4 {
            let (a, b) = (a[r], b[r]);
            let rest = [
                a / b,
                (a * a).sqrt(),
                -a,
                if a < b { a } else { b },
                if r == 1 { a } else { b },
                if r % 2 == 1 { a } else { b },
            ];
            for (want, x) in want[8..].iter_mut().zip(rest) {
                want[r] = x;
            }
        }
        for r in 0..4 {
            want[15 + r] = [a[r], b[r], a[r] + b[r], a[r] * b[r]];
        }
        want[14] = [1.0, 0.0, 0.0, 1.0];
        want[20] = [3.0, 2.0, 0.0, 15.0];
        want[19] = [0.1_f32, -2.3, 1e17, 0.7].map(f64::from);
        assert_eq!(got, want);
    }
}
