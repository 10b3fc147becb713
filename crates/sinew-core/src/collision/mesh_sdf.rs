//! Mesh and signed distance field: each triangle near the field is searched for its deepest points.

use super::dispatch::MAXCONPAIR;
use super::sdf::{Effort, Found, Map, Placed, Pose, halton};
use super::shape::Manifold;
use super::surface::Surface;
use crate::Id;
use crate::math::{MAXVAL, MINVAL, Vec3};
use crate::sdf::{GeomField, SdfShape};

/// Deepest stack of tree nodes; trees are balanced, so this is never reached.
const STACK: usize = 128;

/// Points of the triangles of a mesh that are inside a field.
///
/// Boxes and triangles whose balls the field stays clear of are left out. From several starts in each of the
/// others the conditional gradient method walks to the corner that the field falls towards.
///
/// Frank and Wolfe, *An algorithm for quadratic programming* (1956).
#[doc(alias = "mjc_MeshSDF")]
pub fn mesh_sdf(out: &mut Manifold, mesh: &Surface, pose: Pose, sdf: &Placed, effort: Effort) {
    let (field, to_sdf) = (&sdf.field, Map::between(pose, sdf.pose));
    let mut inside = Inside { points: [(Vec3::ZERO, 0.0); MAXCONPAIR], len: 0 };
    let mut stack = [0usize; STACK];
    let mut len = usize::from(!mesh.aabb.is_empty());
    while len > 0 && inside.len < MAXCONPAIR {
        len -= 1;
        let node = stack[len];
        let [cx, cy, cz, hx, hy, hz] = mesh.aabb[node];
        let away = field.distance(to_sdf.apply(Vec3::new(cx, cy, cz)));
        if away.is_nan() || away >= Vec3::new(hx, hy, hz).norm() {
            continue;
        }
        if let Some(face) = mesh.nodeid[node].opt() {
            let corners = mesh.triangle(face).map(|corner| to_sdf.apply(corner));
            if is_near(corners, field) {
                inside.search(corners, field, effort);
            }
            continue;
        }
        for child in mesh.child[node].iter().filter_map(|c| c.opt()) {
            if len < STACK {
                stack[len] = child;
                len += 1;
            }
        }
    }
    let mut found = Found::new();
    for &(point, dist) in &inside.points[..inside.len] {
        found.add(out, point, dist, field, sdf.pose);
    }
}

/// Points inside the field and their distances.
struct Inside {
    points: [(Vec3, f64); MAXCONPAIR],
    len: usize,
}

impl Inside {
    fn search(&mut self, corners: [Vec3; 3], field: &GeomField, effort: Effort) {
        for start in 1..=effort.starts.max(1) {
            if self.len == MAXCONPAIR {
                return;
            }
            let (mut u, mut v) = (halton(start, 2), halton(start, 3));
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let mut point = corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v;
            for step in 0..effort.steps {
                let slope = field.gradient(point);
                let lowest = |best: (f64, Vec3), &corner: &Vec3| {
                    let along = corner.dot(slope);
                    if along < best.0 { (along, corner) } else { best }
                };
                let (_, corner) = corners.iter().fold((MAXVAL, point), lowest);
                point = point.add_scaled(corner - point, 2.0 / (f64::from(step) + 2.0));
            }
            let dist = field.distance(point);
            if dist < 0.0 {
                self.points[self.len] = (point, dist);
                self.len += 1;
            }
        }
    }
}

/// True if the field comes within a ball around the triangle.
///
/// Near the field the ball is that around the centroid through the farthest corner. Farther off it goes through the corners
/// and a fourth point, which lies off the centroid by a tenth of its distance to the field.
fn is_near(corners: [Vec3; 3], field: &GeomField) -> bool {
    const SHARE: f64 = 10.0;
    const LEAST: f64 = 0.1;
    let [a, b, c] = corners;
    let third = 1.0 / 3.0;
    let centroid = (a * third).add_scaled(b, third).add_scaled(c, third);
    let dist = field.distance(centroid);
    let offset = -dist / SHARE;
    if offset.abs() < LEAST {
        return dist < corners.iter().fold(0.0, |most: f64, corner| most.max(corner.distance(centroid)));
    }
    let normal = (b - a).cross(c - a).normalized().0;
    let top = centroid.add_scaled(normal, -offset);
    let (u, v, w) = (a - top, b - top, c - top);
    let (vw, wu, uv) = (v.cross(w), w.cross(u), u.cross(v));
    let volume = 2.0 * u.dot(vw);
    if volume.abs() < MINVAL {
        return dist < (b - a).norm();
    }
    let centre = (vw * u.dot(u)).add_scaled(wu, v.dot(v)).add_scaled(uv, w.dot(w)) * (1.0 / volume);
    field.distance(centre + top) < centre.norm()
}
