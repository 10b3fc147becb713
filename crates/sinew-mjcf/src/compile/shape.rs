//! Volume and inertia of primitive shapes, solid or hollow.
//!
//! The moments are those of mechanics textbooks, about the centre and along the axes of the shape.

use std::f64::consts::PI;

use sinew_core::math::Vec3;
use sinew_core::model::{GeomInertia, GeomType};

/// Volume of a solid, area of a shell; 0 for what has none.
pub(super) fn volume(kind: GeomType, size: [f64; 3], of: GeomInertia) -> f64 {
    let [a, b, c] = size;
    let shell = of == GeomInertia::Shell;
    match kind {
        GeomType::Sphere if shell => 4.0 * PI * a * a,
        GeomType::Sphere => 4.0 * PI * a * a * a / 3.0,
        GeomType::Capsule if shell => 4.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        GeomType::Capsule => PI * (a * a * (2.0 * b) + 4.0 * a * a * a / 3.0),
        GeomType::Cylinder if shell => 2.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        GeomType::Cylinder => PI * a * a * (2.0 * b),
        GeomType::Ellipsoid if shell => ellipsoid_area(size),
        GeomType::Ellipsoid => 4.0 * PI * a * b * c / 3.0,
        GeomType::Box | GeomType::Hfield if shell => 8.0 * (a * b + b * c + c * a),
        GeomType::Box | GeomType::Hfield => a * b * c * 8.0,
        _ => 0.0,
    }
}

/// Thomsen's approximation, within 1.1 %.
fn ellipsoid_area([a, b, c]: [f64; 3]) -> f64 {
    const P: f64 = 1.6075;
    let sum = libm::pow(a * b, P) + libm::pow(b * c, P) + libm::pow(c * a, P);
    4.0 * PI * libm::pow(sum / 3.0, 1.0 / P)
}

/// Principal moments of a shape of a given mass.
pub(super) fn inertia(kind: GeomType, size: [f64; 3], of: GeomInertia, mass: f64) -> Vec3 {
    let [a, b, _] = size;
    match (kind, of) {
        (GeomType::Sphere, GeomInertia::Volume) => Vec3([2.0 * mass * a * a / 5.0; 3]),
        (GeomType::Sphere, GeomInertia::Shell) => Vec3([2.0 * mass * a * a / 3.0; 3]),
        (GeomType::Capsule, GeomInertia::Volume) => solid_capsule(mass, a, b),
        (GeomType::Capsule, GeomInertia::Shell) => hollow_capsule(mass, a, b),
        (GeomType::Cylinder, GeomInertia::Volume) => {
            let h = 2.0 * b;
            let across = mass * (3.0 * a * a + h * h) / 12.0;
            Vec3([across, across, mass * a * a / 2.0])
        }
        (GeomType::Cylinder, GeomInertia::Shell) => hollow_cylinder(mass, a, b),
        (GeomType::Ellipsoid, GeomInertia::Volume) => ellipsoid(mass, size),
        (GeomType::Ellipsoid, GeomInertia::Shell) => hollow_ellipsoid(mass, size),
        (GeomType::Box | GeomType::Hfield, GeomInertia::Volume) => box_inertia(mass, size),
        (GeomType::Box | GeomType::Hfield, GeomInertia::Shell) => hollow_box(mass, size),
        _ => Vec3::ZERO,
    }
}

/// Solid box with these half sizes.
pub(super) fn box_inertia(mass: f64, [a, b, c]: [f64; 3]) -> Vec3 {
    let (aa, bb, cc) = (a * a, b * b, c * c);
    Vec3([mass * (bb + cc) / 3.0, mass * (aa + cc) / 3.0, mass * (aa + bb) / 3.0])
}

fn ellipsoid(mass: f64, [a, b, c]: [f64; 3]) -> Vec3 {
    let (aa, bb, cc) = (a * a, b * b, c * c);
    Vec3([mass * (bb + cc) / 5.0, mass * (aa + cc) / 5.0, mass * (aa + bb) / 5.0])
}

/// A cylinder between two hemispheres, whose centres of mass lie 3/8 of the radius outwards.
fn solid_capsule(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let ball = mass * 4.0 * r / (4.0 * r + 3.0 * h);
    let rod = mass - ball;
    let ball_inertia = 2.0 * ball * r * r / 5.0;
    let across = rod * (3.0 * r * r + h * h) / 12.0 + (ball_inertia + ball * h * (3.0 * r + 2.0 * h) / 8.0);
    Vec3([across, across, rod * r * r / 2.0 + ball_inertia])
}

/// An open tube between two hemispherical shells, whose centres of mass lie half the radius outwards.
fn hollow_capsule(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let (ball_area, tube_area) = (4.0 * PI * r * r, 2.0 * PI * r * h);
    let ball = mass * ball_area / (ball_area + tube_area);
    let tube = mass - ball;
    let ball_inertia = 2.0 * ball * r * r / 3.0;
    let (com, at) = (r / 2.0, half + r / 2.0);
    let across = tube * (6.0 * r * r + h * h) / 12.0 + (ball_inertia + ball * (at * at - com * com));
    Vec3([across, across, tube * r * r + ball_inertia])
}

/// An open tube and two discs.
fn hollow_cylinder(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let (disc_area, tube_area) = (PI * r * r, 2.0 * PI * r * h);
    let disc = mass * disc_area / (2.0 * disc_area + tube_area);
    let tube = mass - 2.0 * disc;
    let disc_across = disc * r * r / 4.0 + disc * half * half;
    let across = tube * (6.0 * r * r + h * h) / 12.0 + 2.0 * disc_across;
    Vec3([across, across, tube * r * r + 2.0 * (disc * r * r / 2.0)])
}

/// The difference of two solid ellipsoids, one a little larger.
fn hollow_ellipsoid(mass: f64, size: [f64; 3]) -> Vec3 {
    const THICKNESS: f64 = 1e-6;
    let outer = size.map(|s| s + THICKNESS);
    let solid = |s: [f64; 3]| 4.0 * PI * s[0] * s[1] * s[2] / 3.0;
    let (inside, outside) = (solid(size), solid(outer));
    let density = mass / (outside - inside);
    let (a, b) = (ellipsoid(inside * density, size), ellipsoid(outside * density, outer));
    b - a
}

/// Six plates.
fn hollow_box(mass: f64, size: [f64; 3]) -> Vec3 {
    let [x, y, z] = size.map(|s| 2.0 * s);
    let [xx, yy, zz] = size.map(|s| s * s);
    let (top, side, front) = (x * y, y * z, z * x);
    let total = 2.0 * (top + side + front);
    let (m0, m1, m2) = (mass * top / total, mass * side / total, mass * front / total);
    let plate = |m: f64, a: f64, b: f64| m * (a * a + b * b) / 12.0;
    Vec3([
        2.0 * (m0 * zz + m2 * yy + plate(m0, y, 0.0) + plate(m1, y, z) + plate(m2, z, 0.0)),
        2.0 * (m0 * zz + m1 * xx + plate(m0, x, 0.0) + plate(m1, z, 0.0) + plate(m2, x, z)),
        2.0 * (m1 * xx + m2 * yy + plate(m0, x, y) + plate(m1, y, 0.0) + plate(m2, x, 0.0)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_without_length_is_a_ball() {
        for of in [GeomInertia::Volume, GeomInertia::Shell] {
            let ball = inertia(GeomType::Sphere, [0.3, 0.0, 0.0], of, 2.0);
            let capsule = inertia(GeomType::Capsule, [0.3, 0.0, 0.0], of, 2.0);
            assert!((ball - capsule).norm() < 1e-15);
            let volumes = [GeomType::Sphere, GeomType::Capsule].map(|kind| volume(kind, [0.3, 0.0, 0.0], of));
            assert!((volumes[0] - volumes[1]).abs() < 1e-15);
        }
    }

    #[test]
    fn a_round_ellipsoid_is_a_ball_solid_or_hollow() {
        let r = 0.7;
        for (of, tolerance) in [(GeomInertia::Volume, 1e-15), (GeomInertia::Shell, 1e-5)] {
            let ball = inertia(GeomType::Sphere, [r, 0.0, 0.0], of, 2.0);
            assert!((inertia(GeomType::Ellipsoid, [r; 3], of, 2.0) - ball).norm() < tolerance);
            assert!((volume(GeomType::Ellipsoid, [r; 3], of) - volume(GeomType::Sphere, [r; 3], of)).abs() < 1e-12);
        }
    }
}
