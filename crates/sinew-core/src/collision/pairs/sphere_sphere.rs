//! Two spheres.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::{MINVAL, Vec3};

/// At most one point, on the line of centres.
#[doc(alias = "mjc_SphereSphere")]
pub fn sphere_sphere(out: &mut Manifold, a: &Shape, b: &Shape, margin: f64) {
    ball_ball(out, a, a.pos, a.size[0], b, b.pos, b.size[0], margin);
}

/// The point between two balls that belong to shapes `a` and `b`, if they are closer than the margin.
///
/// Coincident centres have no direction; then the normal is across both z axes, and world x if these are parallel.
#[inline]
pub(crate) fn ball_ball(
    out: &mut Manifold,
    a: &Shape,
    centre1: Vec3,
    radius1: f64,
    b: &Shape,
    centre2: Vec3,
    radius2: f64,
    margin: f64,
) {
    let between = centre2 - centre1;
    let square = between.dot(between);
    let reach = margin + radius1 + radius2;
    if square > reach * reach {
        return;
    }
    let length = square.sqrt();
    let normal = if length < MINVAL { a.axis().cross(b.axis()).normalized().0 } else { between * (1.0 / length) };
    let dist = length - radius1 - radius2;
    out.push(Point { dist, pos: normal * (radius1 + dist / 2.0) + centre1, normal, tangent: Vec3::ZERO });
}
