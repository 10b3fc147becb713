//! MJCF and URDF for Sinew: reading, editing, compiling and writing models.

pub mod assets;
pub mod spec;

pub use spec::Spec;
