//! Bolts and nuts: a thread, a hexagonal head and cones that bevel them.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

use super::across;
use crate::math::Vec3;

/// Turns of the thread per unit of length.
const TURNS: f64 = 12.0;
/// Where the cones cut: the end of the bolt, the hole of the nut from both sides, the edge of the head.
const END: f64 = 1.0;
const HOLE: f64 = 0.5;
const MOUTH: f64 = 0.05;
const BEVEL: f64 = 0.22;

/// A bolt along z: the head from -0.5 to 0, the thread from -1 to 0, both around the axis.
pub(super) fn bolt(point: Vec3, radius: f64) -> f64 {
    let (z, beyond) = (point[2], across(point) - radius);
    let ends = (z + 0.5).abs() - 0.5;
    let cone = (z - beyond) * FRAC_1_SQRT_2;
    let shaft = thread(point, beyond).max(ends).max(-(cone + END * FRAC_1_SQRT_2));
    shaft.min(head(point, beyond))
}

/// A nut: the head with a threaded hole, whose mouth is widened.
pub(super) fn nut(point: Vec3, radius: f64) -> f64 {
    let beyond = across(point) - radius;
    let cone = (point[2] - beyond) * FRAC_1_SQRT_2;
    let hole = thread(point, beyond).max(-(cone + HOLE * FRAC_1_SQRT_2)).min(-cone - MOUTH * FRAC_1_SQRT_2);
    head(point, beyond).max(-hole)
}

/// A cylinder whose radius follows a triangle wave that winds around it.
fn thread(point: Vec3, beyond: f64) -> f64 {
    let turn = point[2] * TURNS - libm::atan2(point[1], point[0]) / PI / 2.0;
    let wave = (turn - turn.floor() - 0.5).abs();
    (beyond - wave / TURNS) * FRAC_1_SQRT_2
}

/// A hexagonal prism, bevelled by a cone.
fn head(point: Vec3, beyond: f64) -> f64 {
    const SIDES_PER_RADIAN: f64 = 6.0 / PI / 2.0;
    let [x, y, z] = point.0;
    // turned so that the nearest side is in the direction of x
    let angle = -(libm::atan2(y, x) * SIDES_PER_RADIAN + 0.5).floor() / SIDES_PER_RADIAN;
    let (sin, cos) = (libm::sin(angle), libm::sin(angle + FRAC_PI_2));
    let side = cos * x - sin * y - 0.5;
    side.max((z + 0.25).abs() - 0.25).max((z + beyond - BEVEL) * FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_have_six_sides() {
        for k in 0..6 {
            let angle = f64::from(k) * PI / 3.0;
            let side = Vec3::new(0.5 * angle.cos(), 0.5 * angle.sin(), -0.25);
            assert!(bolt(side, 0.26).abs() < 1e-12 && nut(side, 0.26).abs() < 1e-12);
        }
    }

    #[test]
    fn the_thread_repeats_with_each_turn_and_winds_around() {
        let at = |turn: f64, z: f64| {
            let angle = 2.0 * PI * turn;
            bolt(Vec3::new(0.27 * angle.cos(), 0.27 * angle.sin(), z), 0.26)
        };
        for i in 0..20 {
            let z = -0.9 + 0.01 * f64::from(i);
            assert!((at(0.1, z) - at(0.1, z + 1.0 / TURNS)).abs() < 1e-12);
            assert!((at(0.1, z) - at(0.35, z + 0.25 / TURNS)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_nut_has_a_hole_where_the_bolt_is_solid() {
        let axis = Vec3::new(0.0, 0.0, -0.25);
        assert!(bolt(axis, 0.26) < 0.0 && nut(axis, 0.26) > 0.0);
    }
}
