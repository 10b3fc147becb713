//! Polynomial springs and dampers: forces `-x p(x)` with `p(x) = k + b x + c x²`.
//!
//! MuJoCo manual, Computation, *Polynomial forces*. A damper uses `|x|` in place of `x`, which keeps the force odd.

use super::Number;

/// Whether the polynomial sees the sign of its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// springs: `p(x)`
    Plain,
    /// dampers: `p(|x|)`
    Odd,
}

impl Parity {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn of<N: Number>(self, x: N) -> N {
        match self {
            Self::Plain => x,
            Self::Odd => x.abs(),
        }
    }
}

/// True if `p` is zero everywhere: there is no spring or damper.
#[inline]
pub fn is_none(linear: f64, poly: [f64; 2]) -> bool {
    // all bits but the signs
    (linear.to_bits() | poly[0].to_bits() | poly[1].to_bits()) << 1 == 0
}

/// `p(x)`: the force is `-x p(x)`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
#[doc(alias = "mju_polyForce")]
pub fn poly_force<N: Number>(linear: f64, poly: [f64; 2], x: N, parity: Parity) -> N {
    let x = parity.of(x);
    N::of(linear) + N::of(poly[0]) * x + N::of(poly[1]) * (x * x)
}

/// `d(x p(x))/dx`, the stiffness or damping at `x`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
#[doc(alias = "mjd_xPolyForce")]
pub fn poly_slope<N: Number>(linear: f64, poly: [f64; 2], x: N, parity: Parity) -> N {
    let x = parity.of(x);
    N::of(linear) + N::of(2.0 * poly[0]) * x + N::of(3.0 * poly[1]) * (x * x)
}

/// `∫ x p(x) dx` from zero, the energy of a spring.
#[inline]
#[doc(alias = "mju_polyPotential")]
pub fn poly_potential(linear: f64, poly: [f64; 2], x: f64, parity: Parity) -> f64 {
    let x = parity.of(x);
    0.5 * linear * (x * x) + poly[0] / 3.0 * (x * x * x) + poly[1] / 4.0 * (x * x * x * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slope_and_energy_are_derivative_and_integral_of_the_force() {
        let (k, p, h) = (3.0, [0.7, -0.4], 1e-5);
        for parity in [Parity::Plain, Parity::Odd] {
            for x in [-1.3, -0.2, 0.4, 2.1] {
                let force = |x: f64| x * poly_force(k, p, x, parity);
                let slope = (force(x + h) - force(x - h)) / (2.0 * h);
                assert!((slope - poly_slope(k, p, x, parity)).abs() < 1e-8, "slope at {x}");
                let energy = |x: f64| poly_potential(k, p, x, parity);
                let gradient = (energy(x + h) - energy(x - h)) / (2.0 * h);
                assert!((gradient - force(x)).abs() < 1e-8, "energy at {x}");
            }
        }
    }
}
