//! Checks of derivatives against each other.

use crate::{Data, Model, StepError};

use super::config::{DerivativeConfig, Method};

/// Largest difference of two row-major matrices, each column relative to its largest entry in `want`, and at least to
/// `floor`.
pub fn max_relative_error(got: &[f64], want: &[f64], columns: usize, floor: f64) -> f64 {
    (0..columns).fold(0.0, |worst: f64, c| {
        let column = |x: &[f64], r: usize| x[r * columns + c];
        let rows = want.len() / columns;
        let scale = (0..rows).fold(floor, |s: f64, r| s.max(column(want, r).abs()));
        // not max, which would drop a NaN
        (0..rows).fold(worst, |w, r| {
            let e = (column(got, r) - column(want, r)).abs() / scale;
            if e <= w { w } else { e }
        })
    })
}

/// Largest relative errors of `A` and of `B` in closed form against centred differences of whole steps.
pub fn validate_analytical_vs_fd(m: &Model, d: &mut Data, eps: f64) -> Result<[f64; 2], StepError> {
    let n = 2 * m.nv + m.na;
    let got = d.transition_derivatives(m, &DerivativeConfig::default())?;
    let want = d.transition_derivatives(m, &DerivativeConfig { method: Method::Differences, eps, centered: true })?;
    Ok([max_relative_error(&got.a, &want.a, n, 1e-3), max_relative_error(&got.b, &want.b, m.nu, 1e-3)])
}

/// Errors of centred differences of size `eps` and `eps / 10` against the closed form, larger of `A` and `B`.
///
/// Theory says that the error falls by a hundred, until rounding and the tolerance of the solver take over.
pub fn fd_convergence_check(m: &Model, d: &mut Data, eps: f64) -> Result<[f64; 2], StepError> {
    let mut errors = [0.0; 2];
    for (error, eps) in errors.iter_mut().zip([eps, eps / 10.0]) {
        let [a, b] = validate_analytical_vs_fd(m, d, eps)?;
        *error = a.max(b);
    }
    Ok(errors)
}
