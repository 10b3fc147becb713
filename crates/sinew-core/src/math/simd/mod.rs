//! Kernels on contiguous numbers, compiled twice where wider vectors may be there: for every processor of the target, and
//! for those with AVX2, chosen at run time.
//!
//! Both come from the same lines. Sums run in four lanes of fixed order and nothing is fused, so the results are the same
//! bits whichever is chosen; the `unsafe` of the engine is the call of the second, once, below.

#[cfg(target_arch = "x86_64")]
mod avx;
mod block;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod panel;
mod spread;
mod tiles;
mod vector;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx::Avx;
pub use block::{RowGroups, groups_mul, groups_mul_transposed};
pub use lanes::{add_scaled, add_scaled_pair, dot, is_zero, norm};
pub(crate) use lanes::{add_scaled_in, dot_in};
pub use panel::{STRIP, panel_backward, panel_factor, panel_forward, panel_subtract};
pub use spread::{SpreadGroup, SpreadGroups, SpreadRows, spread_mul, spread_mul_transposed};
pub use tiles::{Lane, Profile, TILE, Tile, tiles_add_gram, tiles_factor, tiles_mul, tiles_solve, tiles_solve_unit};
pub(crate) use vector::{Usual, Vector};

/// Defines a function and its twin for wider vectors. What it calls is part of the twin as far as it is inlined. Written
/// with a type `V`, it works on that [`Vector`], which is the widest that the processor has.
macro_rules! kernel {
    ($(#[$meta:meta])* $vis:vis fn $name:ident<$v:ident>($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis fn $name($($arg: $ty),*) {
            use $crate::math::simd::Vector;

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
            fn plain<$v: Vector>($($arg: $ty),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $ty),*) {
                    plain::<$crate::math::simd::Avx>($($arg),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the instructions that `wide` is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($arg),*) };
                }
            }
            plain::<$crate::math::simd::Usual>($($arg),*);
        }
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis fn $name($($arg: $ty),*) {
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
            fn plain($($arg: $ty),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $ty),*) {
                    plain($($arg),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the instructions that `wide` is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($arg),*) };
                }
            }
            plain($($arg),*);
        }
    };
}
pub(crate) use kernel;
