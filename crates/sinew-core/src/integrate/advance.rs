//! The common end of every integrator.

use std::f64::consts::PI;

use crate::activation::{actuator_disabled, next_activation};
use crate::error::{OnBadNumbers, Quantity, bad_actuator, bad_dof, bad_qpos, is_bad};
use crate::math::Vec3;
use crate::model::{BiasType, Disable, DynType, GainType, JointType, TrnType};
use crate::support::integrate_pos;
use crate::velocity::passive::update_plastic;
use crate::{Data, Id, Model, StepError, sensor};

/// Advances histories, activations, velocity, position, springs that yield, and time.
///
/// Velocity takes the acceleration `qacc`; position takes the new velocity, or `qvel` if it is given. Activations take
/// `act_dot` if given, `Data::act_dot` otherwise.
///
/// If bad numbers are errors, everything is checked before anything is written.
///
/// Reads `ctrl`, `act_dot`, `actuator_length`, `ten_length`, `ten_J`, `sensordata`. Writes `history`, `act`, `qvel`,
/// `qpos`, `plastic`, `time`, `qacc_warmstart`.
#[doc(alias = "mj_advance")]
pub(crate) fn advance(
    m: &Model,
    d: &mut Data,
    act_dot: Option<&[f64]>,
    qacc: &[f64],
    qvel: Option<&[f64]>,
) -> Result<(), StepError> {
    let h = m.opt.timestep;
    if d.policy.on_bad_numbers == OnBadNumbers::Error {
        check_next(m, d, act_dot, qacc, qvel)?;
    }

    if m.nhistory > 0 {
        sensor::advance_history(m, d);
    }
    if m.na > 0 && !m.opt.disabled(Disable::Actuation) {
        advance_activations(m, d, act_dot);
    }

    // velocity first, so that position takes the new one
    for (v, &a) in d.qvel.iter_mut().zip(qacc) {
        *v += h * a;
    }
    integrate_pos(m, &mut d.qpos, qvel.unwrap_or(&d.qvel), h);
    update_plastic(m, d, qvel);
    d.time += h;
    d.qacc_warmstart.copy_from_slice(&d.qacc);
    Ok(())
}

/// Looks for bad numbers in the state that would follow.
fn check_next(
    m: &Model,
    d: &Data,
    act_dot: Option<&[f64]>,
    qacc: &[f64],
    qvel: Option<&[f64]>,
) -> Result<(), StepError> {
    let h = m.opt.timestep;
    for i in 0..m.nv {
        let v = d.qvel[i] + h * qacc[i];
        if is_bad(v) {
            return Err(bad_dof(m, d, Quantity::Velocity, i, v));
        }
    }
    for j in 0..m.njnt {
        let (q, v) = (m.jnt_qposadr[j].ix(), m.jnt_dofadr[j].ix());
        let count = match JointType::of(m.jnt_type[j]) {
            JointType::Free => 3,
            JointType::Ball => 0,
            JointType::Slide | JointType::Hinge => 1,
        };
        for i in 0..count {
            let velocity = qvel.map_or(d.qvel[v + i] + h * qacc[v + i], |qvel| qvel[v + i]);
            let next = d.qpos[q + i] + h * velocity;
            if is_bad(next) {
                return Err(bad_qpos(m, d, q + i, next));
            }
        }
    }
    let rates = act_dot.unwrap_or(&d.act_dot);
    if let Some(i) = (0..m.na).find(|&i| !(d.act[i] + h * rates[i]).is_finite()) {
        return Err(bad_actuator(m, d, Quantity::Activation, i, d.act[i] + h * rates[i]));
    }
    Ok(())
}

/// Activations after the step; those of disabled actuators stay where they are.
fn advance_activations(m: &Model, d: &mut Data, act_dot: Option<&[f64]>) {
    for a in 0..m.nactuator {
        let Some(first) = m.actuator_actadr[a].opt() else { continue };
        let disabled = actuator_disabled(m, a);
        for j in first..first + m.actuator_actnum[a].ix() {
            let rate = if disabled { 0.0 } else { act_dot.unwrap_or(&d.act_dot)[j] };
            d.act[j] = next_activation(m, d, a, j, rate);
        }
    }

    // setpoints of rotations are the same a full turn away: keep the nearest
    for a in 0..m.nactuator {
        if DynType::of(m.actuator_dyntype[a]) != DynType::Integrator {
            continue;
        }
        let (Some(first), count) = (m.actuator_actadr[a].opt(), m.actuator_actnum[a].ix()) else { continue };
        if let Some(period) = wrap_period(m, a) {
            let last = first + count - 1;
            let error = d.act[last] - d.actuator_length[m.actuator_outadr[a].ix()];
            d.act[last] -= period * round_away(error / period);
        } else if GainType::of(m.actuator_gaintype[a]) == GainType::So3 {
            let angle = Vec3::from_slice(&d.act[first..]).norm();
            if angle > PI {
                let scale = (angle - 2.0 * PI * round_away(angle / (2.0 * PI))) / angle;
                d.act[first..first + 3].iter_mut().for_each(|x| *x *= scale);
            }
        }
    }
}

/// Nearest whole number, halves away from zero.
fn round_away(x: f64) -> f64 {
    x.round()
}

/// Full turn in the length of a position servo or controller on a rotation, if it is one.
#[doc(alias = "mj_wrapPeriod")]
fn wrap_period(m: &Model, a: usize) -> Option<f64> {
    let servo = GainType::of(m.actuator_gaintype[a]) == GainType::Fixed
        && BiasType::of(m.actuator_biastype[a]) == BiasType::Affine
        && m.actuator_gainprm[a][0] == -m.actuator_biasprm[a][1]
        && matches!(DynType::of(m.actuator_dyntype[a]), DynType::None | DynType::Integrator);
    if !servo && GainType::of(m.actuator_gaintype[a]) != GainType::Pid {
        return None;
    }
    let gear = &m.actuator_gear[m.actuator_outadr[a].ix()];
    let [id, reference] = m.actuator_trnid[a];
    let turn = match TrnType::of(m.actuator_trntype[a]) {
        TrnType::Site if reference >= 0 && gear[..3] == [0.0; 3] => Vec3::from_slice(&gear[3..]).norm(),
        TrnType::Joint | TrnType::JointInParent if JointType::of(m.jnt_type[id.ix()]) == JointType::Ball => {
            Vec3::from_slice(gear).norm()
        }
        _ => 0.0,
    };
    (turn > 0.0).then_some(2.0 * PI * turn)
}
