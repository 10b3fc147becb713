//! Four numbers in two registers of NEON.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
#![allow(unsafe_code)]

use std::arch::aarch64::{
    float64x2_t, uint64x2_t, vaddq_f64, vandq_u64, vbslq_f64, vceqq_f64, vcltq_f64, vcltzq_f64, vdivq_f64, vdupq_n_f64,
    vld1q_f64, vmaxvq_u32, vminvq_u32, vmulq_f64, vnegq_f64, vorrq_u64, vreinterpretq_f64_u64, vreinterpretq_u32_u64,
    vreinterpretq_u64_f64, vsqrtq_f64, vst1q_f64, vsubq_f64,
};

use super::{Lane, Vector};

/// Two registers of NEON, which every processor of the target has.
#[derive(Clone, Copy)]
pub struct Neon([float64x2_t; 2]);

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
