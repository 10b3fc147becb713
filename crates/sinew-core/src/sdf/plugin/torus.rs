//! A torus around z.

use super::across;
use crate::math::{MINVAL, Vec3};

/// Distance to a circle of radius `ring`, less the radius of the tube.
pub(super) fn distance(point: Vec3, ring: f64, tube: f64) -> f64 {
    let out = across(point) - ring;
    (out * out + point[2] * point[2]).sqrt() - tube
}

/// Direction away from the circle; not a number on the axis, where there is none.
pub(super) fn gradient(point: Vec3, ring: f64) -> Vec3 {
    let radius = across(point);
    let out = radius - ring;
    let from_circle = (out * out + point[2] * point[2]).sqrt().max(MINVAL);
    let [x, y, z] = point.0;
    Vec3::new(out * (x / radius) / from_circle, out * (y / radius) / from_circle, z / from_circle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tube_is_the_surface() {
        for i in 0..64 {
            let (u, v) = (0.1 * f64::from(i), 0.37 * f64::from(i));
            let out = 0.35 + 0.15 * v.cos();
            let point = Vec3::new(out * u.cos(), out * u.sin(), 0.15 * v.sin());
            let normal = Vec3::new(v.cos() * u.cos(), v.cos() * u.sin(), v.sin());
            assert!(distance(point, 0.35, 0.15).abs() < 1e-15);
            assert!(gradient(point, 0.35).distance(normal) < 1e-14);
        }
        assert!(gradient(Vec3::Z, 0.35)[0].is_nan());
    }
}
