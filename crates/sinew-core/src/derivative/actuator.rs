//! Derivatives of actuator forces with respect to velocity.

use crate::activation::{actuator_disabled, next_activation};
use crate::actuation::muscle::muscle_gain_vel;
use crate::math::MINVAL;
use crate::model::{BiasType, CtrlInput, Disable, DynType, GainType, TrnType};
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
    for a in 0..m.nactuator {
        if actuator_disabled(m, a) || saturated(m, d, a) {
            continue;
        }
        let slope = force_slope(m, d, a);
        if slope == 0.0 {
            continue;
        }
        for out in m.actuator_outadr[a].ix()..m.actuator_outadr[a].ix() + m.actuator_outnum[a].ix() {
            let start = d.moment_rowadr[out].ix();
            let row = start..start + d.moment_rownnz[out].ix();
            let (columns, values) = (&d.moment_colind[row.clone()], &d.actuator_moment[row]);
            add_outer(m, &mut d.qDeriv, columns, values, slope);
        }
    }
}

/// True if the force of an actuator is held at a limit.
fn saturated(m: &Model, d: &Data, a: usize) -> bool {
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
        TrnType::Tendon if m.tendon_actfrclimited[target.ix()] => {
            let [low, high] = m.tendon_actfrcrange[target.ix()];
            let on_tendon = (0..m.nactuator).filter(|&other| {
                TrnType::of(m.actuator_trntype[other]) == TrnType::Tendon && m.actuator_trnid[other][0] == target
            });
            let force: f64 = on_tendon.map(|other| d.actuator_force[m.actuator_outadr[other].ix()]).sum();
            // forces scaled to the limit add up to it only up to rounding
            force <= low + 1e-10 * low.abs() || force >= high - 1e-10 * high.abs()
        }
        _ => false,
    }
}

/// Slope of the force of an actuator with respect to its velocity.
fn force_slope(m: &Model, d: &Data, a: usize) -> f64 {
    let out = m.actuator_outadr[a].ix();
    let (gain, bias) = (GainType::of(m.actuator_gaintype[a]), BiasType::of(m.actuator_biastype[a]));
    let (gainprm, biasprm) = (&m.actuator_gainprm[a], &m.actuator_biasprm[a]);

    let mut slope = match bias {
        BiasType::Affine | BiasType::So3 => biasprm[2],
        _ => 0.0,
    };
    if gain == GainType::Dcmotor || bias == BiasType::Dcmotor {
        slope += motor_slope(m, a, gain == GainType::Dcmotor, bias == BiasType::Dcmotor);
    }
    let gain_slope = match gain {
        GainType::Affine => gainprm[2],
        GainType::Muscle => {
            let range = m.actuator_lengthrange[out];
            muscle_gain_vel(d.actuator_length[out], d.actuator_velocity[out], range, m.actuator_acc0[out], gainprm)
        }
        _ => 0.0,
    };
    if gain_slope != 0.0 {
        slope += gain_slope * input(m, d, a);
    }
    slope
}

/// What the gain of an actuator multiplies: its control, or its last activation, of the next step if it acts early.
fn input(m: &Model, d: &Data, a: usize) -> f64 {
    if DynType::of(m.actuator_dyntype[a]) == DynType::None {
        return d.ctrl[m.actuator_ctrladr[a].ix()];
    }
    let last = (m.actuator_actadr[a] + m.actuator_actnum[a] - 1).ix();
    if m.actuator_actearly[a] { next_activation(m, d, a, last, d.act_dot[last]) } else { d.act[last] }
}

/// Slope of a DC motor: back-EMF `-K²/R`, the damping of its controller, micro-damping of its friction.
///
/// With a current that follows the voltage exponentially, only the share reached within a step counts.
fn motor_slope(m: &Model, a: usize, as_gain: bool, as_bias: bool) -> f64 {
    let (dynprm, gainprm) = (&m.actuator_dynprm[a], &m.actuator_gainprm[a]);
    let (resistance, constant, electric) = (gainprm[0].max(MINVAL), gainprm[1], dynprm[0]);
    let mut slope = 0.0;
    if as_bias && electric <= 0.0 {
        slope -= constant * constant / resistance;
    }
    if !as_gain {
        return slope;
    }
    // voltage of the controller per unit of velocity; it compensates the back-EMF
    let inputs = CtrlInput::Pos as i32 | CtrlInput::Vel as i32 | CtrlInput::Ff as i32;
    let voltage =
        if m.actuator_ctrlspec[a] & inputs == 0 { 0.0 } else { -gainprm[6] * resistance / constant + constant };
    if electric > 0.0 {
        let reached = 1.0 - libm::exp(-m.opt.timestep / electric);
        slope += constant * (voltage - constant) * reached / resistance;
    } else if voltage != 0.0 {
        slope += constant * voltage / resistance;
    }
    if dynprm[6] > 0.0 {
        slope -= dynprm[6];
    }
    slope
}
