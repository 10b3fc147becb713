//! Plane and box.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::Vec3;

/// Error of a height, relative to the numbers that it is made of.
const ROUNDING: f64 = 1e-12;

/// The corners of the lower half that are near, four at most.
#[doc(alias = "mjc_PlaneBox")]
pub fn plane_box(out: &mut Manifold, plane: &Shape, cuboid: &Shape, margin: f64) {
    let normal = plane.axis();
    let height = (cuboid.pos - plane.pos).dot(normal);
    let [x, y, z] = [0, 1, 2].map(|k| cuboid.mat.column(k) * cuboid.size[k]);

    // far above, with room for rounding
    let lowest = height - normal.dot(x).abs() - normal.dot(y).abs() - normal.dot(z).abs();
    let [a, b, c] = cuboid.size.0;
    if lowest > margin + ROUNDING * (height.abs() + margin.abs() + a + b + c) {
        return;
    }
    let mut count = 0;
    for z in [-z, z] {
        for edge in [-x - y, x - y, y - x, x + y] {
            let offset = edge + z;

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
}
