//! Advancing the state by one timestep.

mod advance;
mod discrete;
mod euler;
mod implicit;
pub(crate) mod rk4;
mod spring_damper;

pub(crate) use advance::advance;
pub use discrete::discrete;
pub(crate) use discrete::free_bodies;
pub(crate) use euler::{add_damping, is_damped};
pub use euler::{euler, euler_skip};
pub use implicit::{implicit, implicit_skip};
pub(crate) use implicit::{implicit_inertia_fast, implicit_inertia_full, pose_fast, solve_floating};
pub use rk4::runge_kutta;
pub use spring_damper::implicit_spring_damper;
pub(crate) use spring_damper::{spring_damper_matrix, stiffness_slope};

use crate::{Data, Model, StepError, position};

/// All forces on every dof, smooth ones and those of constraints.
pub(crate) fn all_forces(d: &Data, out: &mut [f64]) {
    for ((out, smooth), constraint) in out.iter_mut().zip(&d.qfrc_smooth).zip(&d.qfrc_constraint) {
        *out = smooth + constraint;
    }
}

/// Factors `qH`, counting pivots that are not positive; in strict mode the first of them is an error.
fn factor_h(m: &Model, d: &mut Data, reason: &'static str) -> Result<(), StepError> {
    let Err(pivot) = position::factor_h(m, d) else { return Ok(()) };
    if d.policy.strict { Err(StepError::CholeskyFailed { dof: pivot.row, reason }) } else { Ok(()) }
}
