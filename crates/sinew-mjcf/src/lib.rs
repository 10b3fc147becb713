//! MJCF and URDF for Sinew: reading, editing, compiling and writing models.

pub mod spec;

pub use spec::Spec;
