//! Signed distance of a mesh, sampled on an octree.

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
