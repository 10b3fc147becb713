//! Rays against signed distance fields, by sphere tracing.

use super::{Hit, Ray, primitive};
use crate::collision::shape::Shape;
use crate::math::MINVAL;
use crate::sdf::SdfShape;

/// Distance at which the surface is reached.
const NEAR: f64 = 1e-7;
/// Distance from which nothing will be met.
const FAR: f64 = 1e6;
/// Most steps.
const STEPS: usize = 40;

/// Where a ray meets a field within the box that `shape.size` spans: each step goes as far as the field says is safe.
///
/// Hart, *Sphere tracing: a geometric method for the antialiased ray tracing of implicit surfaces* (1996).
#[doc(alias = "mj_raySdf")]
pub fn march(field: &impl SdfShape, shape: &Shape, ray: &Ray) -> Option<Hit> {
    primitive::cuboid(shape, ray)?;
    let local = ray.local(shape);
    let (direction, length) = local.direction.normalized();
    if length < MINVAL {
        return None;
    }
    let local = Ray { direction, ..local };
    let mut along = 0.0;
    for _ in 0..STEPS {
        let step = field.distance(local.at(along)).abs();
        along += step;
        if step < NEAR {
            let normal = field.gradient(local.at(along)).normalized().0;
            return Some(Hit { dist: along / length, normal: shape.mat.mul_vec(normal) });
        }
        // not a number ends it too
        if step.is_nan() || step > FAR {
            break;
        }
    }
    None
}
