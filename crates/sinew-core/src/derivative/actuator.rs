//! Derivatives of actuator forces with respect to velocity.

use crate::activation::{actuator_disabled, next_activation};
use crate::actuation::hill::hill_gain_vel;
use crate::actuation::muscle::muscle_gain_vel;
use crate::actuation::{acting_ctrl, motor_slope};
use crate::model::{BiasType, Disable, DynType, GainType, TrnType};
use crate::scratch::Need;
use crate::{Data, Id, Model};

use super::add_outer;

/// Adds the derivative of `qfrc_actuator` to `qDeriv`.
///
/// For each force of an actuator the slope of `gain · input + bias` with respect to the actuator's velocity, seen
/// through its moment. A force that is held at its limit, of the actuator or of its joint or tendon, does not vary.
///
/// Reads `actuator_moment`, `actuator_length`, `actuator_velocity`, `actuator_force`, `qfrc_actuator`, `ctrl`, `act`,
/// `act_dot`. Writes `qDeriv`.
#[doc(alias = "mjd_actuator_vel")]
pub fn actuator_vel(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Actuation) {
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let ctrl = scratch.frame(Need::reals(m.nu)).reals(m.nu);
    acting_ctrl(m, d, ctrl);
    for a in 0..m.nactuator {
        if actuator_disabled(m, a) || actuator_saturated(m, d, a) {
            continue;
        }
        let slope = actuator_force_slope(m, d, a, ctrl);
        if slope == 0.0 {
            continue;
        }
        for out in m.actuator_outputs(a) {
            let start = d.moment_rowadr[out].ix();
            let row = start..start + d.moment_rownnz[out].ix();
            let (columns, values) = (&d.moment_colind[row.clone()], &d.actuator_moment[row]);
            add_outer(m, &mut d.qDeriv, columns, values, slope);
        }
    }
    d.scratch = scratch;
}

/// True if the force of an actuator is held at a limit.
pub(crate) fn actuator_saturated(m: &Model, d: &Data, a: usize) -> bool {
    let out = m.actuator_outadr[a].ix();
    if m.actuator_forcelimited[a] {
        let [low, high] = m.actuator_forcerange[a];
        let force = &d.actuator_force[out..];
        let held = if GainType::of(m.actuator_gaintype[a]) == GainType::So3 {
            crate::math::Vec3::from_slice(force).norm() >= high
        } else {
            force[0] <= low || force[0] >= high
        };
        if held {
            return true;
        }
    }
    let target = m.actuator_trnid[a][0];
    match TrnType::of(m.actuator_trntype[a]) {
        TrnType::Joint | TrnType::JointInParent if m.jnt_actfrclimited[target.ix()] => {
            let [low, high] = m.jnt_actfrcrange[target.ix()];
            let force = d.qfrc_actuator[m.jnt_dofadr[target.ix()].ix()];
            force <= low || force >= high
        }
        TrnType::Tendon => tendon_saturated(m, d, a),
        _ => false,
    }
}

/// True if an actuator drives a tendon whose force is held at a limit.
pub(crate) fn tendon_saturated(m: &Model, d: &Data, a: usize) -> bool {
    let on_tendon = |other: usize| TrnType::of(m.actuator_trntype[other]) == TrnType::Tendon;
    let target = m.actuator_trnid[a][0];
    if !on_tendon(a) || !m.tendon_actfrclimited[target.ix()] {
        return false;
    }
    let [low, high] = m.tendon_actfrcrange[target.ix()];
    let pulling = (0..m.nactuator).filter(|&other| on_tendon(other) && m.actuator_trnid[other][0] == target);
    let force: f64 = pulling.map(|other| d.actuator_force[m.actuator_outadr[other].ix()]).sum();
    // forces scaled to the limit add up to it only up to rounding
    force <= low + 1e-10 * low.abs() || force >= high - 1e-10 * high.abs()
}

/// Slope of the force of an actuator with respect to its velocity.
pub(crate) fn actuator_force_slope(m: &Model, d: &Data, a: usize, ctrl: &[f64]) -> f64 {
    let out = m.actuator_outadr[a].ix();
    let inputs = m.actuator_ctrladr[a].max(0).ix();
    let inputs = &ctrl[inputs..inputs + m.actuator_ctrlnum[a].ix()];
    let gainprm = &m.actuator_gainprm[a];
    let bias = match BiasType::of(m.actuator_biastype[a]) {
        BiasType::Affine | BiasType::So3 => m.actuator_biasprm[a][2],
        BiasType::None | BiasType::Muscle | BiasType::Hill | BiasType::Dcmotor | BiasType::User => 0.0,
    };
    let gain = match GainType::of(m.actuator_gaintype[a]) {
        GainType::Affine => gainprm[2],
        GainType::Muscle => {
            let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
            muscle_gain_vel(length, velocity, m.actuator_lengthrange[out], m.actuator_acc0[out], gainprm)
        }
        GainType::Hill => hill_gain_vel(d.actuator_length[out], d.actuator_velocity[out], gainprm),
        GainType::Dcmotor => return motor_slope(m, d, a, inputs)[0],
        GainType::Fixed | GainType::So3 | GainType::Pid | GainType::User => 0.0,
    };
    if gain == 0.0 { bias } else { bias + gain * actuator_input(m, d, a, inputs) }
}

/// What the gain of an actuator multiplies: its control, or its last activation, of the next step if it acts early.
pub(crate) fn actuator_input(m: &Model, d: &Data, a: usize, inputs: &[f64]) -> f64 {
    if DynType::of(m.actuator_dyntype[a]) == DynType::None {
        return inputs.first().copied().unwrap_or(0.0);
    }
    let last = (m.actuator_actadr[a] + m.actuator_actnum[a] - 1).ix();
    if m.actuator_actearly[a] { next_activation(m, d, a, last, d.act_dot[last]) } else { d.act[last] }
}
