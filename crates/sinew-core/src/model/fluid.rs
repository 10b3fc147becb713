//! Added mass of ellipsoids in a fluid.
//!
//! A body that accelerates in a fluid carries some of it along. For an ellipsoid with semi-axes `d` the coefficients are
//! `κ_i = d_x d_y d_z ∫ dλ / ((d_i² + λ) √((d_x²+λ)(d_y²+λ)(d_z²+λ)))` over λ from 0 to infinity
//! (Lamb, *Hydrodynamics*, 1932, §114; MuJoCo's manual, chapter Computation, "Fluid forces").

use std::f64::consts::PI;

use super::GeomType;
use crate::math::Vec3;

/// Weights of the 15-point Gauss–Kronrod rule on [0, 1].
const WEIGHT: [f64; 15] = [
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107, 0.10221647,
    0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];

/// The points `x` of the rule carried to [0, ∞) by `λ = x³ / (1 - x)²`.
const LAMBDA: [f64; 15] = [
    7.865151709349917e-08,
    1.7347976913907274e-05,
    0.0003548008144506193,
    0.002846636252924549,
    0.014094260903596077,
    0.053063261727396636,
    0.17041978741317773,
    0.5,
    1.4036301548686991,
    3.9353484827022642,
    11.644841677041734,
    39.53187807410903,
    177.5711362220801,
    1429.4772912937397,
    54087.416549217705,
];

/// `dλ/dx` at the points of the rule.
const SLOPE: [f64; 15] = [
    5.538677720489877e-05,
    0.002080868285293228,
    0.016514126520723166,
    0.07261900344370877,
    0.23985243401862602,
    0.6868318249020725,
    1.8551129519182894,
    5.0,
    14.060031152313941,
    43.28941239611009,
    156.58546376397112,
    747.9826085305024,
    5827.4042950027115,
    116754.0197944512,
    25482945.327264845,
];

/// Smallest denominator.
const EPS: f64 = 1e-14;

/// Coefficient of the added mass along the axis of length `x`.
fn kappa(x: f64, y: f64, z: f64) -> f64 {
    let (ix, iy, iz) = (1.0 / (x * x), 1.0 / (y * y), 1.0 / (z * z));
    // lengths relative to a mean one keep the quadrature accurate at any scale
    let scale = libm::pow(x * x * x * y * z, 0.4);
    let mut sum = 0.0;
    for i in 0..15 {
        let l = scale * LAMBDA[i];
        let (fx, fy, fz) = (1.0 + l * ix, 1.0 + l * iy, 1.0 + l * iz);
        sum += scale * SLOPE[i] / (fx * (fx * fy * fz).sqrt()) * WEIGHT[i];
    }
    sum * ix
}

/// Virtual masses along, and virtual inertias about, the axes of the ellipsoid that stands for a geom, for a fluid of
/// unit density.
pub(crate) fn added_mass(kind: GeomType, size: Vec3) -> [f64; 6] {
    // semi-axes
    let [a, b, _] = size.0;
    let d = match kind {
        GeomType::Sphere => [a, a, a],
        GeomType::Capsule => [a, a, a + b],
        GeomType::Cylinder => [a, a, b],
        _ => size.0,
    };
    let volume = 4.0 / 3.0 * PI * d[0] * d[1] * d[2];
    let k = [kappa(d[0], d[1], d[2]), kappa(d[1], d[2], d[0]), kappa(d[2], d[0], d[1])];

    // numerator and denominator of the inertia change sign together
    let inertia = |i: usize| {
        let (j, l) = ((i + 1) % 3, (i + 2) % 3);
        let difference = d[j] * d[j] - d[l] * d[l];
        let sum = d[j] * d[j] + d[l] * d[l];
        let bottom = (2.0 * difference + sum * (k[j] - k[l])).abs().max(EPS);
        volume * (difference * difference * (k[l] - k[j]).abs() / bottom) / 5.0
    };
    let mass = |i: usize| volume * k[i] / (2.0 - k[i]).max(EPS);
    [mass(0), mass(1), mass(2), inertia(0), inertia(1), inertia(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_carries_half_of_the_fluid_that_it_displaces() {
        let r = 0.3;
        let added = added_mass(GeomType::Sphere, Vec3::new(r, 0.0, 0.0));
        let half = 0.5 * 4.0 / 3.0 * PI * r * r * r;
        for axis in 0..3 {
            assert!((added[axis] / half - 1.0).abs() < 1e-6);
            assert_eq!(added[3 + axis], 0.0);
        }
    }
}
