//! Built-in mesh shapes.

use sinew_core::model::MeshBuiltin;

use super::Problem;
use crate::spec;

/// Fills the vertices and faces of a mesh with a built-in shape.
#[doc(alias = "mjs_makeMesh")]
pub fn make(mesh: &mut spec::Mesh, shape: MeshBuiltin, params: &[f64]) -> Result<(), Problem> {
    let _ = (mesh, shape, params);
    Err(Problem::new("built-in meshes are not supported yet"))
}
