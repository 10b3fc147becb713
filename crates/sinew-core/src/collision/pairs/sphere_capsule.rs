//! Sphere and capsule.

use super::super::shape::{Manifold, Shape};
use super::sphere_sphere::ball_ball;

/// At most one point, towards the nearest point of the capsule's segment.
#[doc(alias = "mjc_SphereCapsule")]
pub fn sphere_capsule(out: &mut Manifold, sphere: &Shape, capsule: &Shape, margin: f64) {
    let (axis, half) = (capsule.axis(), capsule.size[1]);
    let along = axis.dot(sphere.pos - capsule.pos).max(-half).min(half);
    let nearest = axis * along + capsule.pos;
    ball_ball(out, sphere, sphere.pos, sphere.size[0], capsule, nearest, capsule.size[0], margin);
}
