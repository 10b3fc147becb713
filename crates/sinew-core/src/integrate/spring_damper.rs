//! The integrator `implicitspringdamper`, an extension: joint springs and dampers are implicit, nothing else is.

use crate::derivative::dof_damping;
use crate::math::poly::{Parity, poly_slope};
use crate::math::tree_ldl;
use crate::model::{Disable, JointType};
use crate::scratch::Need;
use crate::{Data, Id, Model, StepError};

use super::{advance, factor_h};

/// One step in which joint springs and dampers act at the end of the step.
///
/// `(M + h D + h² K) v⁺ = M v + h f - h K (q - q₀)`, with stiffness `K` and damping `D` of the joints and all other
/// forces `f`. In terms of the acceleration `a = (v⁺ - v) / h` and the total force, springs and dampers included, this
/// is `(M + h D + h² K) a = f_total - h K v`. Stiff springs are then stable at any timestep, and lose energy.
/// Polynomial springs and dampers enter with their slopes, as far as these are positive.
///
/// Afterwards `qacc` is the acceleration of the step. Unlike MuJoCo's integrators this one fails when the matrix is not
/// positive definite.
///
/// Reads `M`, `qfrc_smooth`, `qfrc_constraint`, `qvel`, `qpos`. Writes `qH`, `qHDiagInv` and the state.
/// Baraff & Witkin, *Large Steps in Cloth Simulation*, SIGGRAPH 1998.
pub fn implicit_spring_damper(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let qacc = memory.frame(Need::reals(m.nv)).reals(m.nv);
    spring_damper_matrix(m, d, qacc);
    for i in 0..m.nv {
        qacc[i] += d.qfrc_smooth[i] + d.qfrc_constraint[i];
    }
    // a failed factor is an error here, whatever the policy
    let strict = std::mem::replace(&mut d.policy.strict, true);
    let factored = factor_h(m, d, "damping or stiffness is negative, or a body has no inertia");
    d.policy.strict = strict;

    let done = factored.and_then(|()| {
        tree_ldl::solve(qacc, &d.qH, &d.qHDiagInv, m.M_pattern(), 0..m.nv);
        advance(m, d, None, qacc, None)?;
        d.qacc.copy_from_slice(qacc);
        Ok(())
    });
    d.drivers.integrate = memory;
    done
}

/// Sets `qH` to `M + h D + h² K`, and `shift` to `-h K v`.
pub(crate) fn spring_damper_matrix(m: &Model, d: &mut Data, shift: &mut [f64]) {
    let h = m.opt.timestep;
    d.qH.copy_from_slice(&d.M);
    for i in 0..m.nv {
        let stiffness = stiffness_slope(m, d, i);
        let damping = if m.opt.disabled(Disable::Damper) {
            0.0
        } else {
            let (linear, poly) = dof_damping(m, i);
            poly_slope(linear, poly, d.qvel[i], Parity::Odd)
        };
        d.qH[m.M_row(i).end - 1] += h * damping + h * h * stiffness;
        shift[i] = -h * stiffness * d.qvel[i];
    }
}

/// Slope of the spring of a dof's joint, not below zero; a ball or a free joint has its linear stiffness in every
/// direction.
pub(crate) fn stiffness_slope(m: &Model, d: &Data, dof: usize) -> f64 {
    if m.opt.disabled(Disable::Spring) {
        return 0.0;
    }
    let joint = m.dof_jntid[dof].ix();
    let linear = m.jnt_stiffness[joint];
    match JointType::of(m.jnt_type[joint]) {
        JointType::Free | JointType::Ball => linear,
        JointType::Slide | JointType::Hinge => {
            let adr = m.jnt_qposadr[joint].ix();
            let rest = m.jnt_plasticadr[joint].opt().map_or(m.qpos_spring[adr], |at| d.plastic[at]);
            let x = d.qpos[adr] - rest;
            poly_slope(linear, m.jnt_stiffnesspoly[joint], x, Parity::Plain)
        }
    }
    .max(0.0)
}
