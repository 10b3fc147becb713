//! One entry point to the derivatives of a step.

use crate::{Data, Model, StepError};

use super::analytic::{Positions, transition_analytic};
use super::transition::{Transition, transition_fd};

/// How derivatives of a step are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// in closed form, through the constraint solver and the integrator
    #[default]
    Analytic,
    /// positions by differences of the equations of motion at a fixed acceleration, everything else in closed form
    Hybrid,
    /// differences of whole steps, as MuJoCo does it
    Differences,
}

/// How derivatives of a step are found, and with which differences where there are any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DerivativeConfig {
    /// the method for states and controls; sensors are always differenced
    pub method: Method,
    /// size of the differences
    pub eps: f64,
    /// differences to both sides rather than forward
    pub centered: bool,
}

impl Default for DerivativeConfig {
    fn default() -> Self {
        Self { method: Method::Analytic, eps: 1e-6, centered: true }
    }
}

/// Derivatives of one step by the method of the configuration; what is not given in `out` is not computed.
///
/// Reads the state, which stays what it is. Writes the matrices.
#[doc(alias = "mjd_transition")]
pub fn transition(m: &Model, d: &mut Data, config: &DerivativeConfig, out: Transition<'_>) -> Result<(), StepError> {
    let positions = match config.method {
        Method::Differences => return transition_fd(m, d, config.eps, config.centered, out),
        Method::Analytic => Positions::Analytic,
        Method::Hybrid => Positions::Differences(config.eps),
    };
    let Transition { a, b, c, d: by_control } = out;
    if c.is_some() || by_control.is_some() {
        let sensors = Transition { c, d: by_control, ..Transition::default() };
        transition_fd(m, d, config.eps, config.centered, sensors)?;
    }
    transition_analytic(m, d, positions, Transition { a, b, ..Transition::default() })
}

/// `A` and `B` of a step, row-major.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransitionMatrices {
    /// next state by state, `n × n` with `n = 2 nv + na`
    pub a: Vec<f64>,
    /// next state by controls, `n × nu`
    pub b: Vec<f64>,
}

impl Data {
    /// `A` and `B` of the step from the present state.
    pub fn transition_derivatives(
        &mut self,
        m: &Model,
        config: &DerivativeConfig,
    ) -> Result<TransitionMatrices, StepError> {
        let n = 2 * m.nv + m.na;
        let mut out = TransitionMatrices { a: vec![0.0; n * n], b: vec![0.0; n * m.nu] };
        let wanted = Transition { a: Some(&mut out.a), b: Some(&mut out.b), ..Transition::default() };
        transition(m, self, config, wanted)?;
        Ok(out)
    }
}
