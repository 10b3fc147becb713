//! Derivatives: of smooth forces with respect to velocity and of whole steps, in closed form; of whole steps, sensors and
//! inverse dynamics, by differences.

mod actuator;
mod analytic;
mod composite;
mod config;
mod damping;
mod difference;
mod fluid;
mod free_body;
mod integration;
mod inverse_fd;
mod quaternion;
mod transition;
mod validate;

pub use actuator::actuator_vel;
pub(crate) use actuator::{actuator_force_slope, actuator_input, actuator_saturated, tendon_saturated};
pub use analytic::{
    Parameter, Positions, Share, transition_analytic, transition_analytic_columns, transition_jvp,
    transition_parameters, transition_vjp,
};
pub use composite::{fluid_vel, rne_vel};
pub use config::{DerivativeConfig, Method, TransitionMatrices, transition};
pub use damping::damping_vel;
pub(crate) use damping::{dof_damping, tendon_damping};
pub(crate) use free_body::{free_mhat, free_mhat_discrete, is_free_body};
pub use integration::integration_derivatives;
pub use inverse_fd::{InverseJacobians, inverse_fd};
pub use quaternion::{quat_integrate, sub_quat};
pub use transition::{Transition, transition_fd, transition_fd_columns};
pub use validate::{fd_convergence_check, max_relative_error, validate_analytical_vs_fd};

use std::cmp::Ordering;

use crate::model::Disable;
use crate::{Data, Model};

/// `qDeriv`, the derivative of the smooth forces `qfrc_actuator + qfrc_passive` with respect to `qvel`, and with `bias`
/// of `-qfrc_bias` as well, in the sparsity of the kinematic tree.
///
/// What couples dofs on different branches, such as tendons across them, is left out.
///
/// Reads the results of the position and velocity stages and of actuation. Writes `qDeriv`.
#[doc(alias = "mjd_smooth_vel")]
pub fn smooth_vel(m: &Model, d: &mut Data, bias: bool) {
    d.qDeriv.fill(0.0);
    actuator_vel(m, d);
    let fluid = (m.opt.viscosity > 0.0 || m.opt.density > 0.0)
        && !(m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper));
    if fluid || bias {
        composite::body_vel(m, d, fluid, bias);
    }
    damping_vel(m, d);
}

/// Adds the derivative of the passive forces, dampers and fluid, to `qDeriv`.
#[doc(alias = "mjd_passive_vel")]
pub fn passive_vel(m: &Model, d: &mut Data) {
    if m.opt.viscosity > 0.0 || m.opt.density > 0.0 {
        fluid_vel(m, d);
    }
    damping_vel(m, d);
}

/// Adds `scale · jᵀ j` of a sparse row `j` to a matrix in the pattern of `qDeriv`; entries outside it are dropped.
fn add_outer(m: &Model, deriv: &mut [f64], columns: &[i32], values: &[f64], scale: f64) {
    let pattern = m.D_pattern();
    for (&row, &value) in columns.iter().zip(values) {
        let span = pattern.row(row as usize);
        let (out, places) = (&mut deriv[span.clone()], &pattern.colind[span]);
        let factor = value * scale;
        // both lists of columns ascend
        let (mut to, mut from) = (0, 0);
        while to < places.len() && from < columns.len() {
            match places[to].cmp(&columns[from]) {
                Ordering::Less => to += 1,
                Ordering::Greater => from += 1,
                Ordering::Equal => {
                    out[to] += values[from] * factor;
                    to += 1;
                    from += 1;
                }
            }
        }
    }
}
