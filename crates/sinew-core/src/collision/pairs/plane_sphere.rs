//! Plane and sphere.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::Vec3;

/// At most one point, below the centre of the sphere.
#[doc(alias = "mjc_PlaneSphere")]
pub fn plane_sphere(out: &mut Manifold, plane: &Shape, sphere: &Shape, margin: f64) {
    if let Some(point) = plane_ball(plane.pos, plane.axis(), sphere.pos, sphere.size[0], margin) {
        out.push(point);
    }
}

/// The point between a half space through `origin` and a ball, if they are closer than the margin.
#[inline]
pub(crate) fn plane_ball(origin: Vec3, normal: Vec3, centre: Vec3, radius: f64, margin: f64) -> Option<Point> {
    let height = (centre - origin).dot(normal);
    (height <= margin + radius).then(|| {
        let dist = height - radius;
        Point { dist, pos: centre + normal * (-dist / 2.0 - radius), normal, tangent: Vec3::ZERO }
    })
}
