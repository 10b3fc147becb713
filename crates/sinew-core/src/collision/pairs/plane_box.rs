//! Plane and box.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::Vec3;

/// The corners of the lower half that are near, four at most.
#[doc(alias = "mjc_PlaneBox")]
pub fn plane_box(out: &mut Manifold, plane: &Shape, cuboid: &Shape, margin: f64) {
    let normal = plane.axis();
    let height = (cuboid.pos - plane.pos).dot(normal);
    let mut count = 0;
    for corner in 0..8 {
        let sign = |bit: usize| if corner >> bit & 1 == 1 { cuboid.size[bit] } else { -cuboid.size[bit] };
        let offset = cuboid.mat.mul_vec(Vec3::new(sign(0), sign(1), sign(2)));

        // corners above the centre never carry
        let rise = normal.dot(offset);
        let dist = height + rise;
        if dist > margin || rise > 0.0 {
            continue;
        }
        out.push(Point { dist, pos: offset + cuboid.pos + normal * (-dist / 2.0), normal, tangent: Vec3::ZERO });
        count += 1;
        if count == 4 {
            return;
        }
    }
}
