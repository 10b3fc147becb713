//! What a step refuses, or resets on: bad numbers in the state, the inputs and the acceleration.

use super::forward;
use crate::error::{
    LONGEST_STEP, OnBadNumbers, Quantity, bad_actuator, bad_dof, bad_input, bad_qpos, bad_reading, first_bad,
};
use crate::model::{Disable, WarningKind};
use crate::{Data, Model, StepError};

/// Refuses a timestep that is not positive or absurd, a time that is no number, and mocap poses with bad numbers, which no
/// later check would see; MuJoCo's policy takes any.
pub(super) fn check_inputs(m: &Model, d: &Data) -> Result<(), StepError> {
    let h = m.opt.timestep;
    if (refuses_errors(d) || d.policy.refuse_input) && !(h > 0.0 && h <= LONGEST_STEP) {
        return Err(StepError::InvalidTimestep(h));
    }
    if (refuses_errors(d) || d.policy.refuse_input) && !d.time.is_finite() {
        return Err(StepError::BadInput { column: "time", index: 0, value: d.time });
    }
    if d.policy.refuse_input
        && m.nmocap > 0
        && let Some(error) = bad_input(d)
    {
        return Err(error);
    }
    Ok(())
}

fn refuses_errors(d: &Data) -> bool {
    d.policy.on_bad_numbers == OnBadNumbers::Error
}

/// True if a bad number of the state is an error: by the policy, or because it is the caller's.
fn refuses_state(d: &Data) -> bool {
    refuses_errors(d) || (d.policy.refuse_input && !d.left_bad)
}

/// Looks for bad numbers in `qpos`.
#[doc(alias = "mj_checkPos")]
pub fn check_pos(m: &Model, d: &mut Data) -> Result<(), StepError> {
    first_bad(&d.qpos).map_or(Ok(()), |i| bad_state(m, d, WarningKind::Badqpos, i, |m, d| bad_qpos(m, d, i, d.qpos[i])))
}

/// Looks for bad numbers in `qvel`.
#[doc(alias = "mj_checkVel")]
pub fn check_vel(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let error = |m: &Model, d: &Data, i: usize| bad_dof(m, d, Quantity::Velocity, i, d.qvel[i]);
    first_bad(&d.qvel).map_or(Ok(()), |i| bad_state(m, d, WarningKind::Badqvel, i, |m, d| error(m, d, i)))
}

/// A bad number in the state is an error or a reason to reset.
fn bad_state(
    m: &Model,
    d: &mut Data,
    kind: WarningKind,
    info: usize,
    error: impl FnOnce(&Model, &Data) -> StepError,
) -> Result<(), StepError> {
    if refuses_state(d) {
        return Err(error(m, d));
    }
    warn_and_reset(m, d, kind, info);
    Ok(())
}

/// Looks for bad numbers in `qacc`. After a reset the forward dynamics is computed again.
#[doc(alias = "mj_checkAcc")]
pub fn check_acc(m: &Model, d: &mut Data) -> Result<(), StepError> {
    good_acc(m, d).map(|_| ())
}

/// [`check_acc`]; true if there was no bad number.
pub(super) fn good_acc(m: &Model, d: &mut Data) -> Result<bool, StepError> {
    let Some(i) = first_bad(&d.qacc) else { return Ok(true) };
    if refuses_errors(d) {
        return Err(bad_dof(m, d, Quantity::Acceleration, i, d.qacc[i]));
    }
    if d.policy.refuse_input
        && let Some(error) = bad_input(d)
    {
        return Err(error);
    }
    warn_and_reset(m, d, WarningKind::Badqacc, i);
    if m.opt.disabled(Disable::Autoreset) {
        return Ok(false);
    }
    forward(m, d)?;

    // the initial state is no better
    match first_bad(&d.qacc) {
        Some(i) if d.policy.refuse_input => Err(bad_dof(m, d, Quantity::Acceleration, i, d.qacc[i])),
        _ => Ok(false),
    }
}

/// Looks for bad numbers in `ctrl`, if they are errors; MuJoCo's policy takes them for zero and counts a warning.
pub(super) fn check_ctrl(m: &Model, d: &Data) -> Result<(), StepError> {
    if refuses_errors(d)
        && !m.opt.disabled(Disable::Actuation)
        && let Some(i) = d.ctrl.iter().position(|x| !x.is_finite())
    {
        return Err(bad_actuator(m, d, Quantity::Control, i, d.ctrl[i]));
    }
    Ok(())
}

/// Looks for sensor readings that are no numbers, if they are errors. A pose or an option of the model may make them, and
/// nothing else would tell.
pub(super) fn check_readings(m: &Model, d: &Data) -> Result<(), StepError> {
    let bad = d.sensordata.iter().position(|x| !x.is_finite());
    bad.filter(|_| refuses_errors(d)).map_or(Ok(()), |i| Err(bad_reading(m, d, i)))
}

/// MuJoCo's way with a bad number: back to the initial state, with the warning counted there. Without the reset it is
/// counted twice, as MuJoCo does.
fn warn_and_reset(m: &Model, d: &mut Data, kind: WarningKind, info: usize) {
    d.warning[kind as usize].raise(info);
    if !m.opt.disabled(Disable::Autoreset) {
        d.reset(m);
    }
    d.warning[kind as usize].raise(info);
}
