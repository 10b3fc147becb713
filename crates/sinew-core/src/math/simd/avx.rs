//! Four numbers in a register of AVX.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256d, _CMP_EQ_OQ, _CMP_LT_OQ, _mm_add_pd, _mm_add_sd, _mm_cvtsd_f64, _mm_unpackhi_pd, _mm256_add_pd,
    _mm256_and_pd, _mm256_blendv_pd, _mm256_castpd256_pd128, _mm256_cmp_pd, _mm256_div_pd, _mm256_extractf128_pd,
    _mm256_loadu_pd, _mm256_movemask_pd, _mm256_mul_pd, _mm256_or_pd, _mm256_permute2f128_pd, _mm256_set1_pd,
    _mm256_setzero_pd, _mm256_sqrt_pd, _mm256_storeu_pd, _mm256_sub_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
    _mm256_xor_pd,
};

use super::{Lane, Vector};

/// A register of AVX. Only the twin of a kernel that is compiled for AVX2 names it.
#[derive(Clone, Copy)]
pub struct Avx(__m256d);

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
    fn bits(mask: __m256d) -> u64 {
        // SAFETY: see above
        (unsafe { _mm256_movemask_pd(mask) }) as u64
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
