//! Plane and convex mesh.

use super::super::mesh::Mesh;
use super::super::shape::{Manifold, Point, Shape};
use crate::math::Vec3;

/// The deepest vertex.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_mesh(out: &mut Manifold, plane: &Shape, body: &Shape, mesh: &Mesh, margin: f64) {
    let normal = plane.axis();
    let down = body.mat.mul_t_vec(-normal);
    let deepest = match mesh.climbable() {
        Some(hull) => hull.global(hull.climb(mesh, down, None)),
        None => mesh.furthest(down, None),
    };
    let vertex = body.world(mesh.vertex(deepest));
    let dist = normal.dot(vertex - plane.pos);
    if dist <= margin {
        out.push(Point { dist, pos: vertex.add_scaled(normal, -0.5 * dist), normal, tangent: Vec3::ZERO });
    }
}
