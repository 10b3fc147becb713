//! Semi-implicit Euler with implicit joint damping.

use crate::derivative::dof_damping;
use crate::math::Number;
use crate::math::poly::{Parity, poly_slope};
use crate::model::Disable;
use crate::position::{copy_rows, solve_awake};
use crate::scratch::Need;
use crate::sleep::Awake;
use crate::{Data, Id, Model, StepError};

use super::{advance, all_forces, factor_h};

/// One step of semi-implicit Euler: velocity by the acceleration, then position by the new velocity.
///
/// Joint damping is implicit: with `B` the slopes of the damping forces, `(M + h B) a = f` replaces `M a = f`, which
/// only adds to the diagonal and keeps damped joints stable at any timestep.
///
/// Reads `M`, `qacc`, `qfrc_smooth`, `qfrc_constraint`. Writes `qH`, `qHDiagInv` and the state.
/// MuJoCo manual, *Computation: Integrators*.
#[doc(alias = "mj_Euler")]
pub fn euler(m: &Model, d: &mut Data) -> Result<(), StepError> {
    euler_skip(m, d, false)
}

/// [`euler`], with the factor of the last call kept if `skip_factor`.
#[doc(alias = "mj_EulerSkip")]
pub fn euler_skip(m: &Model, d: &mut Data, skip_factor: bool) -> Result<(), StepError> {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let qacc = memory.frame(Need::reals(m.nv)).reals(m.nv);
    let done = if is_damped(m, d) {
        damped_acceleration(m, d, qacc, skip_factor)
    } else {
        qacc.copy_from_slice(&d.qacc);
        Ok(())
    };
    let done = done.and_then(|()| advance(m, d, None, qacc, None));
    d.drivers.integrate = memory;
    done
}

/// True if the damping of any dof is integrated implicitly.
pub(crate) fn is_damped(m: &Model, d: &Data) -> bool {
    !m.opt.disabled(Disable::EulerDamp)
        && !m.opt.disabled(Disable::Damper)
        && Awake::of(m, d).dofs(&d.dof_awake_ind).any(|i| {
            m.dof_damping[i] > 0.0 || m.dof_dampingpoly[i] != [0.0; 2] || m.jnt_actuatorid[m.dof_jntid[i].ix()] != -1
        })
}

/// Adds `h B` to an inertia matrix, in the rows of these dofs.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn add_damping<N: Number>(
    m: &Model,
    dofs: impl Iterator<Item = usize>,
    mat: &mut [N::Stored],
    qvel: &[N::Stored],
) {
    let h = N::of(m.opt.timestep);
    for i in dofs {
        let ((linear, poly), own) = (dof_damping(m, i), &mut mat[m.M_row(i).end - 1]);
        *own = (N::load(own) + h * poly_slope(linear, poly, N::load(&qvel[i]), Parity::Odd)).stored();
    }
}

/// `(M + h B)⁻¹ f`.
fn damped_acceleration(m: &Model, d: &mut Data, qacc: &mut [f64], skip_factor: bool) -> Result<(), StepError> {
    let awake = Awake::of(m, d);
    if !skip_factor {
        copy_rows(m, awake, &d.dof_awake_ind, &mut d.qH, &d.M);
        add_damping::<f64>(m, awake.dofs(&d.dof_awake_ind), &mut d.qH, &d.qvel);
        d.kept.tiles.change_diagonal(&d.M, &d.qH, m.M_pattern());
        factor_h(m, d, "damping is negative, or a body has no inertia")?;
    }
    all_forces(d, qacc);
    solve_awake(m, awake, &d.dof_awake_ind, &mut d.kept.tiles, (&d.qH, &d.qHDiagInv), qacc);
    Ok(())
}
