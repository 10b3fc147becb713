//! The triangles of a mesh as they are, not those of its hull.

use crate::math::Vec3;
use crate::{Id, Model};

/// Triangles of a mesh and the tree of boxes around them.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    /// vertices
    pub vert: &'a [[f32; 3]],
    /// vertices of each triangle
    pub face: &'a [[i32; 3]],
    /// children of each box
    pub child: &'a [[i32; 2]],
    /// triangle in each box, -1 if it has children
    pub nodeid: &'a [i32],
    /// centre and half sizes of each box
    pub aabb: &'a [[f64; 6]],
}

impl<'a> Surface<'a> {
    /// The mesh with this id.
    pub fn new(m: &'a Model, id: usize) -> Self {
        let (vertadr, faceadr) = (m.mesh_vertadr[id].ix(), m.mesh_faceadr[id].ix());
        let bvh = m.mesh_bvhadr[id].opt().map_or(0..0, |adr| adr..adr + m.mesh_bvhnum[id].ix());
        Self {
            vert: &m.mesh_vert[vertadr..vertadr + m.mesh_vertnum[id].ix()],
            face: &m.mesh_face[faceadr..faceadr + m.mesh_facenum[id].ix()],
            child: &m.bvh_child[bvh.clone()],
            nodeid: &m.bvh_nodeid[bvh.clone()],
            aabb: &m.bvh_aabb[bvh],
        }
    }

    /// Corners of a triangle.
    pub fn triangle(&self, face: usize) -> [Vec3; 3] {
        self.face[face].map(|v| Vec3(self.vert[v.ix()].map(f64::from)))
    }
}
