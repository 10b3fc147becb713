//! Rates of activations.

use super::dcmotor::Motor;
use super::muscle::muscle_dynamics;
use super::servo::{Inputs, anti_windup, nearest_turn, slew, wrap_period};
use crate::math::MINVAL;
use crate::model::{CtrlInput, DynType};
use crate::{Data, Id, Model, callbacks};

/// Writes `act_dot` of one actuator. A slew limit replaces the position setpoint in `ctrl` by what it lets through.
#[inline]
pub(super) fn activation_rate(m: &Model, d: &mut Data, i: usize, ctrl: &mut [f64]) {
    let Some(first) = m.actuator_actadr[i].opt() else { return };
    let count = m.actuator_actnum[i].ix();
    let inputs = controls(m, i);
    if count == 1 && m.actuator_dyntype[i] == DynType::Muscle as i32 {
        d.act_dot[first] = muscle_dynamics(ctrl[inputs.start], d.act[first], &m.actuator_dynprm[i]);
    } else {
        other_rate(m, d, i, ctrl, first, count);
    }
}

/// Writes `act_dot` of an actuator that is no muscle.
#[inline(never)]
fn other_rate(m: &Model, d: &mut Data, i: usize, ctrl: &mut [f64], first: usize, count: usize) {
    let inputs = controls(m, i);
    for rate in &mut d.act_dot[first..first + count] {
        *rate = 0.0;
    }
    if count == 0 {
        return;
    }
    let last = first + count - 1;
    let dynprm = &m.actuator_dynprm[i];
    match DynType::of(m.actuator_dyntype[i]) {
        DynType::None => {}
        DynType::Integrator => {
            let start = first + count - inputs.len();
            d.act_dot[start..first + count].copy_from_slice(&ctrl[inputs]);
        }
        DynType::Filter | DynType::FilterExact => {
            d.act_dot[last] = filter_rate(ctrl[inputs.start], d.act[last], dynprm[0]);
        }
        DynType::Muscle => d.act_dot[last] = muscle_dynamics(ctrl[inputs.start], d.act[last], dynprm),
        DynType::Pid => pid_rates(m, d, i, &mut ctrl[inputs.start]),
        DynType::Dcmotor => dcmotor_rates(m, d, i, &mut ctrl[inputs]),
        DynType::User => {
            if let Some(rate) = callbacks::act_dyn(m, d, i)
                && count == 1
            {
                d.act_dot[last] = rate;
            }
        }
    }
}

/// Rate of a first-order filter with a time constant.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of a kernel")]
pub(super) fn filter_rate(ctrl: f64, act: f64, time: f64) -> f64 {
    (ctrl - act) / time.max(MINVAL)
}

/// Where the controls of an actuator are.
#[inline]
pub(super) fn controls(m: &Model, i: usize) -> std::ops::Range<usize> {
    let adr = m.actuator_ctrladr[i].max(0).ix();
    adr..adr + m.actuator_ctrlnum[i].ix()
}

/// A motor as it is now.
pub(super) fn motor<'a>(m: &'a Model, d: &'a Data, i: usize) -> Motor<'a> {
    let (out, act) = (m.actuator_outadr[i].ix(), m.actuator_actadr[i].max(0).ix());
    Motor {
        dynprm: &m.actuator_dynprm[i],
        gainprm: &m.actuator_gainprm[i],
        biasprm: &m.actuator_biasprm[i],
        act: &d.act[act..act + m.actuator_actnum[i].ix()],
        length: d.actuator_length[out],
        velocity: d.actuator_velocity[out],
    }
}

/// Inputs that a controller on board turns to voltage.
const CONTROLLED: i32 = CtrlInput::Pos as i32 | CtrlInput::Vel as i32 | CtrlInput::Ff as i32;

/// Slopes of the torque of a motor with respect to its velocity and its angle, for controls that are delayed and clamped.
pub(crate) fn motor_slope(m: &Model, d: &Data, i: usize, ctrl: &[f64]) -> [f64; 2] {
    let (motor, spec) = (motor(m, d, i), m.actuator_ctrlspec[i]);
    let mut inputs = Inputs::new(ctrl, spec);
    inputs.position = motor.slewed(inputs.position, m.opt.timestep);
    motor.slope(inputs, spec & CONTROLLED != 0, m.opt.timestep)
}

/// Voltage of a motor from its controls.
pub(super) fn motor_voltage(m: &Model, d: &Data, i: usize, ctrl: &[f64]) -> f64 {
    let spec = m.actuator_ctrlspec[i];
    motor(m, d, i).voltage(Inputs::new(ctrl, spec), spec & CONTROLLED != 0)
}

/// Slew-limited setpoint and integral of the error of a PID servo, those it has, in this order. Parameters that ask for
/// more states than it was compiled with are as good as zero.
fn pid_rates(m: &Model, d: &mut Data, i: usize, setpoint: &mut f64) {
    let [bound, rate, ..] = m.actuator_dynprm[i];
    let mut adr = m.actuator_actadr[i].ix();
    let end = adr + m.actuator_actnum[i].ix();
    let period = wrap_period(m, i);
    if rate > 0.0 && adr < end {
        let (previous, h) = (d.act[adr], m.opt.timestep);
        *setpoint = slew(nearest_turn(*setpoint, previous, period), previous, rate, h);
        d.act_dot[adr] = (*setpoint - previous) / h;
        adr += 1;
    }
    if m.actuator_gainprm[i][0] > 0.0 && adr < end {
        let length = d.actuator_length[m.actuator_outadr[i].ix()];
        let error = nearest_turn(*setpoint, length, period) - length;
        d.act_dot[adr] = anti_windup(error, d.act[adr], bound);
    }
}

/// States of a DC motor, those it has.
fn dcmotor_rates(m: &Model, d: &mut Data, i: usize, ctrl: &mut [f64]) {
    let h = m.opt.timestep;
    let first = m.actuator_actadr[i].ix();
    let mut rates = [0.0; 5];
    if let Some(setpoint) = ctrl.first_mut() {
        *setpoint = motor(m, d, i).slewed(*setpoint, h);
    }
    let setpoint = ctrl.first().copied().unwrap_or(0.0);
    let voltage = motor_voltage(m, d, i, ctrl);
    motor(m, d, i).rates(setpoint, voltage, h, &mut rates);
    let count = m.actuator_actnum[i].ix().min(rates.len());
    d.act_dot[first..first + count].copy_from_slice(&rates[..count]);
}
