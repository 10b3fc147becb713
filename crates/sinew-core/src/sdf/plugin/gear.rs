//! A gear whose teeth are involutes of a circle.

use std::f64::consts::PI;

use super::across;
use crate::math::Vec3;

/// Radii and angles of a gear.
pub(super) struct Gear {
    /// angle by which it is turned
    turned: f64,
    /// half of the thickness
    half: f64,
    /// pitch diameter, and radii: of the pitch circle, of the tips, of the roots, of the base circle, of the hole
    diameter: f64,
    pitch: f64,
    tip: f64,
    root: f64,
    base: f64,
    hole: f64,
}

/// How much the edges of tips are rounded, relative to the diameter.
const ROUNDING: f64 = 0.0035;
/// Beyond the tips by this much, the distance is that to their circle.
const FAR: f64 = 0.2;

impl Gear {
    /// A gear from its attributes; with a negative diameter of the hole, the rim below the roots is 0.14 diameters wide.
    pub fn new(turned: f64, diameter: f64, teeth: f64, thickness: f64, hole: f64) -> Self {
        // the pressure angle falls with the number of teeth
        let pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
        let per_length = teeth / diameter;
        let tip = diameter / 2.0 + 1.0 / per_length;
        let depth = 2.2 / per_length;
        let hole = if hole >= 0.0 { hole / 2.0 } else { tip - depth - 0.14 * diameter };
        let base = diameter * libm::cos(pressure) / 2.0;
        Self { turned, half: thickness / 2.0, diameter, pitch: PI / per_length, tip, root: tip - depth, base, hole }
    }

    /// Distance to the outline, extruded along z.
    pub fn distance(&self, point: Vec3) -> f64 {
        let (outline, end) = (self.outline(point), point[2].abs() - self.half);
        let (x, y) = (outline.max(0.0), end.max(0.0));
        outline.max(end).min(0.0) + (x * x + y * y).sqrt()
    }

    /// Distance to the outline in the plane: teeth between two involutes each, cut off at the tips, joined to the rim.
    fn outline(&self, point: Vec3) -> f64 {
        let radius = across(point);
        if self.hole - radius > 0.0 {
            return self.hole - radius;
        }
        if self.tip - radius < -FAR {
            return radius - self.tip;
        }

        // angle from either side of the nearest tooth
        let stride = self.pitch / (self.diameter / 2.0);
        let pressure = libm::acos(self.base / (self.diameter / 2.0));
        let gap = stride / 2.0 - 2.0 * (libm::tan(pressure) - pressure);
        let angle = libm::atan2(point[1], point[0]) + self.turned;
        let left = modulo(angle + gap / 2.0, stride) - gap / 2.0;
        let right = modulo(-angle - gap + gap / 2.0, stride) - gap / 2.0;

        // the involutes begin at the base circle, below it walls go straight down
        let mut sides = -1e6;
        if self.base < radius {
            let unrolled = libm::acos(self.base / radius);
            let tangent = (radius * radius - self.base * self.base).sqrt();
            let side = |angle: f64| tangent - self.base * (angle + unrolled);
            sides = side(left).max(side(right));
        }
        let walls = (left - (stride - gap)).max(right - (stride - gap));
        let teeth = smooth_intersection(radius - self.tip, walls.max(sides), ROUNDING * self.diameter);
        let depth = 2.2 / (PI / self.pitch);
        let solid = smooth_union(radius - self.root, teeth, self.base - self.tip + depth);
        solid.max(-(radius - self.hole))
    }
}

/// Remainder that is never negative.
fn modulo(x: f64, y: f64) -> f64 {
    x - y * (x / y).floor()
}

/// Union whose edge is filled within `width`.
fn smooth_union(a: f64, b: f64, width: f64) -> f64 {
    let share = (0.5 + 0.5 * (b - a) / width).clamp(0.0, 1.0);
    b * (1.0 - share) + a * share - width * share * (1.0 - share)
}

/// Intersection whose edge is rounded within `width`.
fn smooth_intersection(a: f64, b: f64, width: f64) -> f64 {
    a.max(b).max(-smooth_union(a.max(-b), b.max(-a), width))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gear() -> Gear {
        Gear::new(0.0, 2.8, 25.0, 0.2, -1.0)
    }

    fn at(radius: f64, angle: f64, z: f64) -> Vec3 {
        Vec3::new(radius * angle.cos(), radius * angle.sin(), z)
    }

    #[test]
    fn teeth_are_all_alike() {
        for i in 0..40 {
            let (radius, angle) = (1.2 + 0.01 * f64::from(i), 0.013 * f64::from(i));
            let one = gear().distance(at(radius, angle, 0.03));
            for tooth in 1..25 {
                let turned = angle + 2.0 * PI * f64::from(tooth) / 25.0;
                assert!((gear().distance(at(radius, turned, 0.03)) - one).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn faces_hole_and_far_tips_are_at_their_distance() {
        let gear = gear();
        let middle = f64::midpoint(gear.hole, gear.root);
        assert!((gear.distance(at(middle, 0.3, 0.15)) - 0.05).abs() < 1e-15);
        assert!((gear.distance(at(gear.hole, 0.3, 0.0))).abs() < 1e-12);
        assert!((gear.distance(Vec3::ZERO) - gear.hole).abs() < 1e-15);
        assert!((gear.distance(at(3.0, 0.1, 0.0)) - (3.0 - gear.tip)).abs() < 1e-12);
    }

    #[test]
    fn turning_it_turns_the_field() {
        let turned = Gear::new(0.1, 2.8, 25.0, 0.2, -1.0);
        for i in 0..40 {
            let (radius, angle) = (1.2 + 0.01 * f64::from(i), 0.013 * f64::from(i));
            let difference = turned.distance(at(radius, angle, 0.0)) - gear().distance(at(radius, angle + 0.1, 0.0));
            assert!(difference.abs() < 1e-12);
        }
    }
}
