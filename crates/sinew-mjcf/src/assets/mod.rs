//! Assets: meshes, skins, height fields and textures, from the bytes of their files to the columns of a model.
//!
//! Nothing here opens a file: the caller resolves paths and hands over bytes, so that a model can come from memory, an
//! archive or a disk. Every reader checks sizes before it allocates.

pub mod builtin;
pub mod bvh;
mod contour;
mod gradient;
pub mod hfield;
pub mod hull;
mod image;
pub mod inertia;
mod mersenne;
pub mod mesh;
mod msh;
pub mod nearest;
mod normal;
mod obj;
pub mod octree;
pub(crate) mod parallel;
mod pattern;
mod polygon;
pub mod skin;
mod sort;
mod stl;
mod surface;
mod table;
pub mod texture;

pub use bvh::{Bvh, Leaf};
pub use hfield::CompiledHField;
pub use mesh::{CompiledMesh, MeshJob};
pub use octree::Octree;
pub use skin::CompiledSkin;
pub use texture::CompiledTexture;

/// Why an asset cannot be used. The caller knows which asset it was and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub String);

impl Problem {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Whether a file name ends in an extension, upper or lower case.
pub(crate) fn extension_is(file: &str, extension: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case(extension))
}
