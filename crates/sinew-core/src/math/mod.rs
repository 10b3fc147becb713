//! Vectors, quaternions, rotations, spatial algebra and matrices, in MuJoCo's layout: row-major, quaternions with the
//! scalar part first, spatial vectors with the rotational part first.
//!
//! Every sum has a fixed order and no operation is fused, so results are the same on every machine of one architecture.

pub mod dense;
mod eig3;
pub mod elimination;
pub(crate) mod four;
pub mod gapless;
pub mod grouped;
mod mat3;
mod mat6;
pub(crate) mod number;
pub mod poly;
mod quat;
pub mod random;
pub mod simd;
pub mod sparse;
mod spatial;
pub mod supernodal;
pub mod tree_ldl;
pub(crate) mod tree_order;
pub mod tree_tiles;
mod vec3;

pub use eig3::{Jacobi, eig3};
pub use mat3::Mat3;
pub use mat6::Mat6;
pub use number::Number;
pub use quat::Quat;
pub use spatial::{Inertia, Spatial};
pub use vec3::Vec3;

/// Smallest number that is divided by.
#[doc(alias = "mjMINVAL")]
pub const MINVAL: f64 = 1e-15;

/// Largest position, velocity or acceleration that is not an error.
#[doc(alias = "mjMAXVAL")]
pub const MAXVAL: f64 = 1e10;

/// Low and high corner of a box that holds nothing.
pub const EMPTY_BOX: [f64; 6] =
    [f64::INFINITY, f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
