//! How the rows of a constraint respond to their position and velocity.

use crate::constraint::{IMPEDANCE, jacobian};
use crate::metric::is_discrete;
use crate::{Data, Model};

/// Coefficients of `J q̈ - a_ref = J q̈ + (J̇ v) / e + β ṙ + κ r`, and how they and the mass of the row vary with the position
/// that sets the impedance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response {
    /// `κ`
    pub stiffness: f64,
    /// `β`
    pub damping: f64,
    /// `1 / e`, one unless the spring and damper act at the end of the step
    pub end: f64,
    /// slopes of `1 / e`, `κ`, `β` and `log D`
    pub end_slope: f64,
    pub stiffness_slope: f64,
    pub damping_slope: f64,
    pub mass_slope: f64,
}

impl Response {
    /// Of a row, with respect to the violation that sets its impedance.
    pub fn of(m: &Model, d: &Data, row: usize) -> Self {
        let [k, b, impedance, slope] = d.efc_KBIP[row];
        // R = Â (1 - d) / d
        let hardening = slope / (impedance * (1.0 - impedance));
        if !is_discrete(m) {
            return Self {
                stiffness: k * impedance,
                damping: b,
                end: 1.0,
                end_slope: 0.0,
                stiffness_slope: k * slope,
                damping_slope: 0.0,
                mass_slope: hardening,
            };
        }
        let h = m.opt.timestep;
        let e = 1.0 + h * b + h * h * k * impedance;
        let (stiffness, damping) = (k * impedance / e, (b + h * k * impedance) / e);
        // a spring that the timestep does not resolve was replaced by `k d = 1 / h²`, of the same damping ratio
        let resolved = (h * h * k * impedance - 1.0).abs() < 1e-12;
        let (k_slope, b_slope) = if resolved { (0.0, -0.5 * b * slope / impedance) } else { (k * slope, 0.0) };
        let e_slope = h * b_slope + h * h * k_slope;
        // a mass at its bound follows nothing
        let bound = (1.0 - impedance) / (impedance * e) < (1.0 - IMPEDANCE.1) / IMPEDANCE.1;
        Self {
            stiffness,
            damping,
            end: 1.0 / e,
            end_slope: -e_slope / (e * e),
            stiffness_slope: (k_slope - stiffness * e_slope) / e,
            damping_slope: (b_slope + h * k_slope - damping * e_slope) / e,
            mass_slope: if bound { 0.0 } else { hardening + e_slope / e },
        }
    }
}

/// `J q̈ - a_ref` of every row.
pub(super) fn violations(d: &Data, qacc: &[f64], out: &mut [f64]) {
    jacobian(d).mul(out, qacc);
    for (x, aref) in out.iter_mut().zip(&d.efc_aref) {
        *x -= aref;
    }
}
