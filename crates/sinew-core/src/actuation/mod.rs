//! Actuators: controls and activations to forces.

mod advance;
mod ctrl;
pub mod dcmotor;
pub mod gain_bias;
pub mod hill;
mod limit;
pub mod muscle;
mod plain;
mod rate;
pub mod servo;
mod so3;

pub use advance::{advance_activations, advance_ctrl_history};
pub(crate) use ctrl::acting_ctrl;
pub use ctrl::{init_ctrl_history, read_ctrl};
pub(crate) use rate::motor_slope;

use crate::activation::actuator_disabled;
use crate::math::gapless;
use crate::math::simd::kernel;
use crate::model::{BiasType, Disable, JointType};
use crate::scratch::{Frame, Need};
use crate::sleep::{actuator_asleep, filtering};
use crate::{Data, Id, Model};

/// Forces of actuators, in actuator space and on the dofs, and the rates of their activations.
///
/// Controls are delayed and clamped; activations change at the rate `ȧ(u, a)`; the force is
/// `p = gain(l, l̇) · (a or u) + bias(l, l̇)`, limited by actuator and by tendon; the dofs feel `Jᵀ p`, limited by joint,
/// with the gravity compensation of joints that ask for it among what is limited. Activations themselves move only when
/// time does.
///
/// Reads `ctrl`, `act`, `history`, `actuator_length`, `actuator_velocity`, `actuator_moment`, `qfrc_gravcomp`. Writes
/// `act_dot`, `actuator_force`, `qfrc_actuator`. O(nu + nnz of the moments), allocates nothing.
/// MuJoCo manual, Computation, *Actuation model*.
#[doc(alias = "mj_fwdActuation")]
pub fn fwd_actuation(m: &Model, d: &mut Data) {
    d.actuator_force.fill(0.0);
    d.qfrc_actuator.fill(0.0);
    if m.nactuator == 0 || m.opt.disabled(Disable::Actuation) {
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    forces(m, d, scratch.frame(forces_need(m)));
    d.scratch = scratch;

    to_dofs(d);
    compensate_gravity(m, d);
    limit::limit_joints(m, &mut d.qfrc_actuator);
}

kernel! {
    /// Adds the forces that the dofs feel, `Jᵀ p`.
    fn to_dofs(d: &mut Data) {
        let (qfrc, moment, columns) = (&mut *d.qfrc_actuator, &*d.actuator_moment, &*d.moment_colind);
        for ((&force, &start), &count) in d.actuator_force.iter().zip(&d.moment_rowadr).zip(&d.moment_rownnz) {
            if force == 0.0 {
                continue;
            }
            let row = start.ix()..start.ix() + count.ix();
            match (&moment[row.clone()], &columns[row]) {
                // one number, as of an actuator on a joint
                (&[moment], &[dof]) => qfrc[dof.ix()] += moment * force,
                (moment, columns) => gapless::add_scaled(qfrc, moment, columns, force),
            }
        }
    }
}

fn forces_need(m: &Model) -> Need {
    Need::reals(m.nu + m.ntendon)
}

/// Writes `act_dot` and `actuator_force`.
fn forces(m: &Model, d: &mut Data, mut s: Frame<'_>) {
    let ctrl = s.reals(m.nu);
    ctrl::effective_ctrl(m, d, ctrl);
    let is_motor = |i: usize| m.actuator_biastype[i] == BiasType::Dcmotor as i32;
    let mut motors = false;
    let mut actuate = |d: &mut Data, ctrl: &mut [f64], i: usize| {
        rate::activation_rate(m, d, i, ctrl);
        if works(m, i) {
            gain_bias::force(m, d, i, ctrl);
            motors |= is_motor(i);
        }
    };
    if filtering(m, d) {
        let mut kept = std::mem::take(&mut d.kept.actuators);
        kept.list(m, d).iter().for_each(|i| actuate(d, ctrl, i.ix()));
        d.kept.actuators = kept;
    } else {
        let mut first = 0;
        if m.opt.disableactuator == 0 {
            plain::leading_plain(m, d, ctrl, &mut first);
        }
        (first..m.nactuator).for_each(|i| actuate(d, ctrl, i));
    }
    limit::limit_tendons(m, d, s.sub());
    limit::limit_actuators(m, d);

    // what a motor's current limit does not limit
    for i in (0..m.nactuator).filter(|_| motors) {
        if is_motor(i) && active(m, d, i) {
            let rates = &d.act_dot[m.actuator_actadr[i].max(0).ix()..];
            let torque = rate::motor(m, d, i).mechanical(rates);
            d.actuator_force[m.actuator_outadr[i].ix()] += torque;
        }
    }
}

/// Evaluates one actuator alone: its rates and its forces, limited by its own range but not by those of joints and tendons.
///
/// Reads what [`fwd_actuation`] reads. Writes `act_dot` and `actuator_force` of this actuator. `ctrl` holds the controls as
/// they act; a slew limit changes them.
pub(crate) fn one_actuator(m: &Model, d: &mut Data, i: usize, ctrl: &mut [f64]) {
    rate::activation_rate(m, d, i, ctrl);
    if !active(m, d, i) {
        return;
    }
    gain_bias::force(m, d, i, ctrl);
    limit::limit_actuator(m, d, i);
    if BiasType::of(m.actuator_biastype[i]) == BiasType::Dcmotor {
        let rates = &d.act_dot[m.actuator_actadr[i].max(0).ix()..];
        let torque = rate::motor(m, d, i).mechanical(rates);
        d.actuator_force[m.actuator_outadr[i].ix()] += torque;
    }
}

/// True if an actuator makes a force at all.
fn active(m: &Model, d: &Data, i: usize) -> bool {
    works(m, i) && !actuator_asleep(m, d, i)
}

/// True if an actuator makes a force while it is awake.
#[inline]
fn works(m: &Model, i: usize) -> bool {
    !actuator_disabled(m, i) && m.actuator_plugin[i] < 0
}

/// Adds the gravity compensation of joints whose actuators provide it.
fn compensate_gravity(m: &Model, d: &mut Data) {
    if !m.flg_gravcomp || m.opt.disabled(Disable::Gravity) || m.opt.gravity.is_zero() {
        return;
    }
    for j in (0..m.njnt).filter(|&j| m.jnt_actgravcomp[j]) {
        let count = match JointType::of(m.jnt_type[j]) {
            JointType::Free => 6,
            JointType::Ball => 3,
            JointType::Slide | JointType::Hinge => 1,
        };
        let first = m.jnt_dofadr[j].ix();
        for dof in first..first + count {
            d.qfrc_actuator[dof] += d.qfrc_gravcomp[dof];
        }
    }
}
