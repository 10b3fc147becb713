//! Plane and convex mesh.

use super::super::mesh::Mesh;
use super::super::polygon::large_quadrilateral;
use super::super::shape::{Manifold, Point, Shape};
use crate::Id;
use crate::math::Vec3;
use crate::math::simd::kernel;

kernel! {
    /// The deepest vertex and, of the hull face around it that faces the plane most, the vertices that are near; of a face
    /// with many corners only four that span a large area.
    #[doc(alias = "mjc_PlaneConvex")]
    pub fn plane_mesh<V>(out: &mut Manifold, plane: &Shape, body: &Shape, mesh: &Mesh, margin: f64) {
        if mesh.vert.is_empty() {
            return;
        }
        let normal = plane.axis();
        let down = body.mat.mul_t_vec(-normal);
        let deepest = match mesh.climbable() {
            Some(hull) => hull.global(hull.climb::<V>(down, usize::MAX)),
            None => mesh.furthest(down, None),
        };
        let mut add = |vertex: usize| {
            let place = body.world(mesh.vertex(vertex));
            let dist = normal.dot(place - plane.pos);
            if dist <= margin {
                out.push(Point { dist, pos: place.add_scaled(normal, -0.5 * dist), normal, tangent: Vec3::ZERO });
            }
            dist <= margin
        };
        if !add(deepest) {
            return;
        }
        let mut add = |vertex: usize| {
            // vertices above the centre never carry
            if mesh.vertex(vertex).dot(down) >= 0.0 {
                add(vertex);
            }
        };

        // the face that looks at the plane
        let mut facing = None;
        let mut most = f64::NEG_INFINITY;
        let faces = mesh.faces();
        for &face in faces.around(deepest) {
            let along = Vec3(faces.normal[face.ix()]).dot(down);
            if along > most {
                (most, facing) = (along, Some(face.ix()));
            }
        }
        let Some(face) = facing else { return };

        // its other corners, starting from the deepest
        let corners = faces.vertices(face);
        let Some(start) = corners.iter().position(|&v| v.ix() == deepest) else { return };
        let corner = |i: usize| corners[(start + i) % corners.len()].ix();
        if corners.len() > 4 {
            for i in large_quadrilateral(corners.len(), true, |i| mesh.vertex(corner(i))) {
                if i != 0 {
                    add(corner(i));
                }
            }
        } else {
            for i in 1..corners.len() {
                add(corner(i));
            }
        }
    }
}
