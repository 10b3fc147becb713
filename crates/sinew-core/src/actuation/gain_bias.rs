//! Forces of actuators: gain times input, plus bias.

use super::hill::{hill_bias, hill_gain};
use super::muscle::{muscle_bias, muscle_gain, scaled};
use super::rate::{controls, motor, motor_voltage};
use super::servo::{Inputs, nearest_turn, wrap_period};
use super::so3;
use crate::activation::next_activation;
use crate::model::{BiasType, CtrlInput, GainType};
use crate::{Data, Id, Model, callbacks};

/// `c + k l + b l̇`
#[inline]
pub fn affine(prm: &[f64], length: f64, velocity: f64) -> f64 {
    prm[0] + prm[1] * length + prm[2] * velocity
}

/// Writes the force of one actuator before any limit.
#[inline]
pub(super) fn force(m: &Model, d: &mut Data, i: usize, ctrl: &[f64]) {
    let out = m.actuator_outadr[i].ix();
    let ctrl = &ctrl[controls(m, i)];
    if is_muscle(m, i) {
        let (length, prm) = (d.actuator_length[out], &m.actuator_gainprm[i]);
        let place = scaled(length, m.actuator_lengthrange[out], m.actuator_acc0[out], prm);
        let gain = place.gain(d.actuator_velocity[out], prm);
        d.actuator_force[out] = gain * input(m, d, i, ctrl) + place.bias(prm);
    } else if m.actuator_gaintype[i] == GainType::Fixed as i32
        && m.actuator_biastype[i] <= BiasType::Affine as i32
        && wrap_period(m, i).is_none()
    {
        let driven = m.actuator_gainprm[i][0] * input(m, d, i, ctrl);
        let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
        let is_affine = m.actuator_biastype[i] == BiasType::Affine as i32;
        let bias = if is_affine { affine(&m.actuator_biasprm[i], length, velocity) } else { 0.0 };
        d.actuator_force[out] = driven + bias;
    } else {
        other_force(m, d, i, ctrl);
    }
}

/// The force of an actuator that is neither a muscle nor a plain motor or servo.
#[inline(never)]
fn other_force(m: &Model, d: &mut Data, i: usize, ctrl: &[f64]) {
    let out = m.actuator_outadr[i].ix();
    if GainType::of(m.actuator_gaintype[i]) == GainType::So3 {
        let torque = so3::forces(m, d, i, ctrl);
        d.actuator_force[out..out + 3].copy_from_slice(&torque.0);
    } else {
        let driven = driven(m, d, i, ctrl);
        d.actuator_force[out] = driven + bias(m, d, i);
    }
}

/// True if active and passive force are those of one muscle, whose place on its curves is then found once.
#[inline]
fn is_muscle(m: &Model, i: usize) -> bool {
    m.actuator_gaintype[i] == GainType::Muscle as i32
        && m.actuator_biastype[i] == BiasType::Muscle as i32
        && same_bits(&m.actuator_gainprm[i], &m.actuator_biasprm[i])
}

/// True if all numbers are the same to the bit.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn same_bits<const N: usize>(a: &[f64; N], b: &[f64; N]) -> bool {
    (0..N).fold(0, |differ, k| differ | (a[k].to_bits() ^ b[k].to_bits())) == 0
}

/// The part of the force that the input makes.
#[inline]
fn driven(m: &Model, d: &mut Data, i: usize, ctrl: &[f64]) -> f64 {
    let out = m.actuator_outadr[i].ix();
    let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
    let prm = &m.actuator_gainprm[i];
    let gain = match GainType::of(m.actuator_gaintype[i]) {
        GainType::Pid => return pid(m, d, i, ctrl),
        GainType::Dcmotor => {
            let current = motor(m, d, i).has_current();
            let raw = m.actuator_ctrlspec[i] == CtrlInput::Voltage as i32;
            let input = match ctrl.first() {
                _ if current => activation(m, d, i, (m.actuator_actadr[i] + m.actuator_actnum[i] - 1).ix()),
                Some(&voltage) if raw => voltage,
                Some(_) => motor_voltage(m, d, i, ctrl),
                None => 0.0,
            };
            return motor(m, d, i).gain() * input;
        }
        GainType::Fixed => prm[0],
        GainType::Affine => affine(prm, length, velocity),
        GainType::Muscle => muscle_gain(length, velocity, m.actuator_lengthrange[out], m.actuator_acc0[out], prm),
        GainType::Hill => hill_gain(length, velocity, prm),
        GainType::User | GainType::So3 => callbacks::act_gain(m, d, i).unwrap_or(1.0),
    };
    gain * nearest_turn(input(m, d, i, ctrl), length, wrap_period(m, i))
}

/// What the gain multiplies: the last activation, or the control if there is none.
#[inline]
fn input(m: &Model, d: &Data, i: usize, ctrl: &[f64]) -> f64 {
    match m.actuator_actnum[i].ix() {
        0 => ctrl.first().copied().unwrap_or(0.0),
        count => activation(m, d, i, m.actuator_actadr[i].ix() + count - 1),
    }
}

/// An activation: now, or after this step if the actuator asks for it.
#[inline]
fn activation(m: &Model, d: &Data, i: usize, adr: usize) -> f64 {
    if m.actuator_actearly[i] { next_activation(m, d, i, adr, d.act_dot[adr]) } else { d.act[adr] }
}

/// Input side of a PID servo; the state side is its affine bias, which holds `-kp` and `-kv`.
fn pid(m: &Model, d: &Data, i: usize, ctrl: &[f64]) -> f64 {
    let length = d.actuator_length[m.actuator_outadr[i].ix()];
    let inputs = Inputs::new(ctrl, m.actuator_ctrlspec[i]);
    let position = nearest_turn(inputs.position, length, wrap_period(m, i));
    let (ki, [_, kp, kv, ..]) = (m.actuator_gainprm[i][0], m.actuator_biasprm[i]);
    let force = -kp * position - kv * inputs.velocity + inputs.feedforward;
    match m.actuator_actnum[i].ix() {
        count if count > 0 && ki > 0.0 => force + ki * activation(m, d, i, m.actuator_actadr[i].ix() + count - 1),
        _ => force,
    }
}

/// The part of the force that needs no input.
#[inline]
fn bias(m: &Model, d: &mut Data, i: usize) -> f64 {
    let out = m.actuator_outadr[i].ix();
    let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
    let prm = &m.actuator_biasprm[i];
    match BiasType::of(m.actuator_biastype[i]) {
        BiasType::None | BiasType::So3 => 0.0,
        BiasType::Affine => affine(prm, length, velocity),
        BiasType::Muscle => muscle_bias(length, m.actuator_lengthrange[out], m.actuator_acc0[out], prm),
        BiasType::Hill => hill_bias(length, prm),
        BiasType::Dcmotor => motor(m, d, i).bias(),
        BiasType::User => callbacks::act_bias(m, d, i).unwrap_or(0.0),
    }
}
