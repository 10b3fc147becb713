//! Plane and capsule.

use super::super::shape::{Manifold, Point, Shape};
use super::plane_sphere::plane_ball;

/// One point per cap that is near, with the first tangent along the capsule.
#[doc(alias = "mjc_PlaneCapsule")]
pub fn plane_capsule(out: &mut Manifold, plane: &Shape, capsule: &Shape, margin: f64) {
    let (normal, axis) = (plane.axis(), capsule.axis());
    let half = axis * capsule.size[1];
    for end in [capsule.pos + half, capsule.pos - half] {
        if let Some(point) = plane_ball(plane.pos, normal, end, capsule.size[0], margin) {
            out.push(Point { tangent: axis, ..point });
        }
    }
}
