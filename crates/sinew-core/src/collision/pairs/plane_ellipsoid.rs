//! Plane and ellipsoid.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::Vec3;

/// One point, at the support of the ellipsoid against the normal.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_ellipsoid(out: &mut Manifold, plane: &Shape, ellipsoid: &Shape, margin: f64) {
    let normal = plane.axis();
    // on the unit sphere the support of direction u is u; the ellipsoid stretches directions and points alike
    let down = ellipsoid.mat.mul_t_vec(-normal);
    let lowest = down.scale_by(ellipsoid.size).normalized().0.scale_by(ellipsoid.size);
    let lowest = ellipsoid.world(lowest);
    let dist = normal.dot(lowest - plane.pos);
    if dist <= margin {
        out.push(Point { dist, pos: lowest.add_scaled(normal, -0.5 * dist), normal, tangent: Vec3::ZERO });
    }
}
