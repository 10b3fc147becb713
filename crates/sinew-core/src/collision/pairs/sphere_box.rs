//! Sphere and box.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::{MINVAL, Vec3};

/// At most one point, towards the nearest point of the box; a centre inside leaves by the nearest face.
#[doc(alias = "mjc_SphereBox")]
pub fn sphere_box(out: &mut Manifold, sphere: &Shape, cuboid: &Shape, margin: f64) {
    ball_box(out, sphere.pos, sphere.size[0], cuboid, margin);
}

/// The point between a ball and a box, if they are closer than the margin.
#[inline]
pub(crate) fn ball_box(out: &mut Manifold, centre: Vec3, radius: f64, cuboid: &Shape, margin: f64) {
    let size = cuboid.size;
    let centre = cuboid.local(centre);
    let mut clamped = centre;
    for i in 0..3 {
        if size[i] > 0.0 {
            clamped[i] = centre[i].max(-size[i]).min(size[i]);
        }
    }
    let (inward, gap) = (clamped - centre).normalized();
    if gap - radius > margin {
        return;
    }

    let (normal, dist, pos) = if gap <= MINVAL {
        // six faces, the lower one first on ties
        let mut closest = (size[0] + size[1] + size[2]) * 2.0;
        let mut normal = Vec3::X;
        for i in 0..3 {
            for side in [-1.0, 1.0] {
                let depth = (side * size[i] - centre[i]).abs();
                if depth < closest {
                    closest = depth;
                    normal = Vec3::ZERO;
                    normal[i] = -side;
                }
            }
        }
        (normal, -closest, centre.add_scaled(normal, (radius - closest) / 2.0))
    } else {
        (inward, gap, clamped * 0.5 + centre.add_scaled(inward, radius) * 0.5)
    };
    out.push(Point {
        dist: dist - radius,
        pos: cuboid.world(pos),
        normal: cuboid.mat.mul_vec(normal),
        tangent: Vec3::ZERO,
    });
}
