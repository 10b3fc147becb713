//! Advancing the state by one timestep.

mod advance;
mod discrete;
mod euler;
mod implicit;
mod rk4;
mod spring_damper;

pub(crate) use advance::advance;
pub use discrete::discrete;
pub(crate) use discrete::free_bodies;
pub(crate) use euler::is_damped;
pub use euler::{euler, euler_skip};
pub use implicit::{implicit, implicit_skip};
pub(crate) use implicit::{implicit_inertia_fast, implicit_inertia_full};
pub use rk4::runge_kutta;
pub use spring_damper::implicit_spring_damper;
pub(crate) use spring_damper::spring_damper_matrix;

use crate::math::tree_ldl;
use crate::model::WarningKind;
use crate::sleep::Awake;
use crate::{Data, Model, StepError};

/// Factors `qH`, counting pivots that are not positive; in strict mode the first of them is an error.
fn factor_h(m: &Model, d: &mut Data, reason: &'static str) -> Result<(), StepError> {
    let dofs = Awake::of(m, d).dofs(&d.dof_awake_ind);
    let Err(pivot) = tree_ldl::factor(&mut d.qH, &mut d.qHDiagInv, m.M_pattern(), dofs) else { return Ok(()) };
    d.warning[WarningKind::Inertia as usize].raise(pivot.row);
    if d.policy.strict { Err(StepError::CholeskyFailed { dof: pivot.row, reason }) } else { Ok(()) }
}
