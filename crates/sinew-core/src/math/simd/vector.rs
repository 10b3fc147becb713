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

/// A register of AVX. Only the twin of a kernel that is compiled for AVX2 names it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx(std::arch::x86_64::__m256d);

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx {
    use super::{Avx, Lane, Vector};
    use std::arch::x86_64::{
        __m256d, _CMP_EQ_OQ, _CMP_LT_OQ, _mm_add_pd, _mm_add_sd, _mm_cvtsd_f64, _mm_unpackhi_pd, _mm256_add_pd,
        _mm256_and_pd, _mm256_blendv_pd, _mm256_castpd256_pd128, _mm256_cmp_pd, _mm256_div_pd, _mm256_extractf128_pd,
        _mm256_loadu_pd, _mm256_movemask_pd, _mm256_mul_pd, _mm256_or_pd, _mm256_permute2f128_pd, _mm256_set1_pd,
        _mm256_setzero_pd, _mm256_sqrt_pd, _mm256_storeu_pd, _mm256_sub_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
        _mm256_xor_pd,
    };

    // SAFETY: of all blocks below. The instructions are there, since `kernel` calls what names `Avx` after asking the
    // processor; pointers come from references to four numbers, and no alignment is asked of them.
    impl Vector for Avx {
        type Mask = __m256d;

        #[inline(always)]
        fn load(x: &Lane) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_loadu_pd(x.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, to: &mut Lane) {
            // SAFETY: see above
            unsafe { _mm256_storeu_pd(to.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn splat(x: f64) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_set1_pd(x) })
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_add_pd(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_sub_pd(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_mul_pd(self.0, other.0) })
        }

        #[inline(always)]
        fn over(self, other: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_div_pd(self.0, other.0) })
        }

        #[inline(always)]
        fn root(self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_sqrt_pd(self.0) })
        }

        #[inline(always)]
        fn negated(self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0)) })
        }

        #[inline(always)]
        fn below(self, other: Self) -> __m256d {
            // SAFETY: see above
            unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0) }
        }

        #[inline(always)]
        fn equals(self, other: Self) -> __m256d {
            // SAFETY: see above
            unsafe { _mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0) }
        }

        #[inline(always)]
        fn both(a: __m256d, b: __m256d) -> __m256d {
            // SAFETY: see above
            unsafe { _mm256_and_pd(a, b) }
        }

        #[inline(always)]
        fn one(a: __m256d, b: __m256d) -> __m256d {
            // SAFETY: see above
            unsafe { _mm256_or_pd(a, b) }
        }

        #[inline(always)]
        fn any(mask: __m256d) -> bool {
            // SAFETY: see above
            unsafe { _mm256_movemask_pd(mask) != 0 }
        }

        #[inline(always)]
        fn all(mask: __m256d) -> bool {
            // SAFETY: see above
            unsafe { _mm256_movemask_pd(mask) == 0b1111 }
        }

        #[inline(always)]
        fn pick(mask: __m256d, yes: Self, no: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_blendv_pd(no.0, yes.0, mask) })
        }

        #[inline(always)]
        fn where_negative(self, x: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { _mm256_and_pd(self.0, _mm256_cmp_pd::<_CMP_LT_OQ>(x.0, _mm256_setzero_pd())) })
        }

        #[inline(always)]
        fn transposed(x: [Self; 4]) -> [Self; 4] {
            // SAFETY: see above
            unsafe {
                let (a, b) = (_mm256_unpacklo_pd(x[0].0, x[1].0), _mm256_unpackhi_pd(x[0].0, x[1].0));
                let (c, d) = (_mm256_unpacklo_pd(x[2].0, x[3].0), _mm256_unpackhi_pd(x[2].0, x[3].0));
                [
                    Self(_mm256_permute2f128_pd::<0x20>(a, c)),
                    Self(_mm256_permute2f128_pd::<0x20>(b, d)),
                    Self(_mm256_permute2f128_pd::<0x31>(a, c)),
                    Self(_mm256_permute2f128_pd::<0x31>(b, d)),
                ]
            }
        }

        #[inline(always)]
        fn sum(self) -> f64 {
            // SAFETY: see above
            unsafe {
                let pair = _mm_add_pd(_mm256_castpd256_pd128(self.0), _mm256_extractf128_pd::<1>(self.0));
                _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)))
            }
        }
    }
}

/// Two registers of NEON, which every processor of the target has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
pub struct Neon([std::arch::aarch64::float64x2_t; 2]);

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod neon {
    use super::{Lane, Neon, Vector};
    use std::arch::aarch64::{
        uint64x2_t, vaddq_f64, vandq_u64, vbslq_f64, vceqq_f64, vcltq_f64, vcltzq_f64, vdivq_f64, vdupq_n_f64,
        vld1q_f64, vmaxvq_u32, vminvq_u32, vmulq_f64, vnegq_f64, vorrq_u64, vreinterpretq_f64_u64,
        vreinterpretq_u32_u64, vreinterpretq_u64_f64, vsqrtq_f64, vst1q_f64, vsubq_f64,
    };

    // SAFETY: of all blocks below. NEON is part of the target, and pointers come from references to four numbers.
    impl Vector for Neon {
        type Mask = [uint64x2_t; 2];

        #[inline(always)]
        fn load(x: &Lane) -> Self {
            let (pairs, _) = x.as_chunks::<2>();
            // SAFETY: see above
            Self(unsafe { [vld1q_f64(pairs[0].as_ptr()), vld1q_f64(pairs[1].as_ptr())] })
        }

        #[inline(always)]
        fn store(self, to: &mut Lane) {
            let (pairs, _) = to.as_chunks_mut::<2>();
            for (pair, x) in pairs.iter_mut().zip(self.0) {
                // SAFETY: see above
                unsafe { vst1q_f64(pair.as_mut_ptr(), x) };
            }
        }

        #[inline(always)]
        fn splat(x: f64) -> Self {
            // SAFETY: see above
            Self([unsafe { vdupq_n_f64(x) }; 2])
        }

        #[inline(always)]
        fn plus(self, b: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vaddq_f64(self.0[0], b.0[0]), vaddq_f64(self.0[1], b.0[1])] })
        }

        #[inline(always)]
        fn minus(self, b: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vsubq_f64(self.0[0], b.0[0]), vsubq_f64(self.0[1], b.0[1])] })
        }

        #[inline(always)]
        fn times(self, b: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vmulq_f64(self.0[0], b.0[0]), vmulq_f64(self.0[1], b.0[1])] })
        }

        #[inline(always)]
        fn over(self, b: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vdivq_f64(self.0[0], b.0[0]), vdivq_f64(self.0[1], b.0[1])] })
        }

        #[inline(always)]
        fn root(self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vsqrtq_f64(self.0[0]), vsqrtq_f64(self.0[1])] })
        }

        #[inline(always)]
        fn negated(self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vnegq_f64(self.0[0]), vnegq_f64(self.0[1])] })
        }

        #[inline(always)]
        fn below(self, b: Self) -> [uint64x2_t; 2] {
            // SAFETY: see above
            unsafe { [vcltq_f64(self.0[0], b.0[0]), vcltq_f64(self.0[1], b.0[1])] }
        }

        #[inline(always)]
        fn equals(self, b: Self) -> [uint64x2_t; 2] {
            // SAFETY: see above
            unsafe { [vceqq_f64(self.0[0], b.0[0]), vceqq_f64(self.0[1], b.0[1])] }
        }

        #[inline(always)]
        fn both(a: [uint64x2_t; 2], b: [uint64x2_t; 2]) -> [uint64x2_t; 2] {
            // SAFETY: see above
            unsafe { [vandq_u64(a[0], b[0]), vandq_u64(a[1], b[1])] }
        }

        #[inline(always)]
        fn one(a: [uint64x2_t; 2], b: [uint64x2_t; 2]) -> [uint64x2_t; 2] {
            // SAFETY: see above
            unsafe { [vorrq_u64(a[0], b[0]), vorrq_u64(a[1], b[1])] }
        }

        #[inline(always)]
        fn any(mask: [uint64x2_t; 2]) -> bool {
            // SAFETY: see above
            unsafe { vmaxvq_u32(vreinterpretq_u32_u64(vorrq_u64(mask[0], mask[1]))) != 0 }
        }

        #[inline(always)]
        fn all(mask: [uint64x2_t; 2]) -> bool {
            // SAFETY: see above
            unsafe { vminvq_u32(vreinterpretq_u32_u64(vandq_u64(mask[0], mask[1]))) != 0 }
        }

        #[inline(always)]
        fn pick(mask: [uint64x2_t; 2], yes: Self, no: Self) -> Self {
            // SAFETY: see above
            Self(unsafe { [vbslq_f64(mask[0], yes.0[0], no.0[0]), vbslq_f64(mask[1], yes.0[1], no.0[1])] })
        }

        #[inline(always)]
        fn where_negative(self, x: Self) -> Self {
            // SAFETY: see above
            let pick = |a, x| unsafe { vreinterpretq_f64_u64(vandq_u64(vreinterpretq_u64_f64(a), vcltzq_f64(x))) };
            Self([pick(self.0[0], x.0[0]), pick(self.0[1], x.0[1])])
        }
    }
}

/// What a kernel uses where nothing wider is found at run time.
#[cfg(not(target_arch = "aarch64"))]
pub type Usual = Lane;
/// What a kernel uses where nothing wider is found at run time.
#[cfg(target_arch = "aarch64")]
pub type Usual = Neon;

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
        }
    }

    #[test]
    fn every_vector_does_what_single_numbers_do() {
        let (a, b) = ([0.1, -2.3, 1e17, 0.7], [3.3, 1e-9, 0.3, -0.7]);
        let (mut got, mut want) = ([[0.0; 4]; 19], [[0.0; 4]; 19]);
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
        assert_eq!(got, want);
    }
}
