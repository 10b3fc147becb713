//! Sphere and cylinder.

use super::super::shape::{Manifold, Shape};
use super::plane_sphere::plane_ball;
use super::sphere_sphere::ball_ball;
use crate::math::MINVAL;

/// At most one point: against the wall, a cap or the rim, whichever faces the centre of the sphere.
#[doc(alias = "mjc_SphereCylinder")]
pub fn sphere_cylinder(out: &mut Manifold, sphere: &Shape, cylinder: &Shape, margin: f64) {
    let (radius, half) = (cylinder.size[0], cylinder.size[1]);
    let axis = cylinder.axis();

    // centre of the sphere along the axis and away from it
    let offset = sphere.pos - cylinder.pos;
    let along = axis.dot(offset);
    let away = offset - axis * along;
    let square = away.dot(away);

    // a centre inside leaves by the nearer surface
    let mut wall = along.abs() < half;
    let mut cap = square < radius * radius;
    if wall && cap {
        if half - along.abs() < radius - square.sqrt() {
            wall = false;
        } else {
            cap = false;
        }
    }

    let side = if along > 0.0 { 1.0 } else { -1.0 };
    if wall {
        let centre = axis * along + cylinder.pos;
        ball_ball(out, sphere, sphere.pos, sphere.size[0], cylinder, centre, radius, margin);
    } else if cap {
        let centre = cylinder.pos.add_scaled(axis, side * half);
        if let Some(point) = plane_ball(centre, axis * side, sphere.pos, sphere.size[0], margin) {
            out.push(point.flipped());
        }
    } else {
        let rim = axis * (side * half) + away * (radius / square.sqrt().max(MINVAL)) + cylinder.pos;
        ball_ball(out, sphere, sphere.pos, sphere.size[0], cylinder, rim, 0.0, margin);
    }
}
