//! A bowl: the part of a thick sphere below a height, with a round rim.

use super::across;
use crate::math::Vec3;

/// Distance to the part of a sphere below a height, less the thickness.
///
/// Quilez, *Distance functions* (cut hollow sphere).
pub(super) fn distance(point: Vec3, height: f64, radius: f64, thickness: f64) -> f64 {
    let rim = (radius * radius - height * height).sqrt();
    let (out, up) = (across(point), point[2]);
    let from_middle = if height * out < rim * up {
        let (x, y) = (out - rim, up - height);
        (x * x + y * y).sqrt()
    } else {
        ((out * out + up * up).sqrt() - radius).abs()
    };
    from_middle - thickness
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bowl(x: f64, z: f64) -> f64 {
        distance(Vec3::new(x, 0.0, z), 0.6, 1.0, 0.1)
    }

    #[test]
    fn both_sides_and_the_rim_are_the_surface() {
        for (x, z) in [(0.0, -1.1), (0.0, -0.9), (1.1, 0.0), (0.9, 0.0), (0.8, 0.7), (0.8, 0.6 + 0.1)] {
            assert!(bowl(x, z).abs() < 1e-15, "{x} {z}");
        }
        assert!((bowl(0.0, 0.0) - 0.9).abs() < 1e-15 && (bowl(1.0, 0.0) + 0.1).abs() < 1e-15);
        // above the rim the sphere is cut away
        assert!((bowl(0.8, 1.6) - 0.9).abs() < 1e-15);
    }

    #[test]
    fn a_bowl_higher_than_its_radius_is_nowhere() {
        assert!(distance(Vec3::new(0.1, 0.0, 2.0), 2.0, 1.0, 0.1) > 0.0);
        assert!(distance(Vec3::Z * -1.0, 2.0, 1.0, 0.1) <= -0.1);
    }
}
