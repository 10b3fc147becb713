//! Runge–Kutta of the fourth order.

use crate::derivative::sub_quat;
use crate::math::{Quat, Vec3};
use crate::model::{JointType, SensorStage};
use crate::scratch::Need;
use crate::step::{Ready, forward_stages};
use crate::support::integrate_pos;
use crate::table::Stage;
use crate::{Data, Id, Model, StepError};

use super::advance;

/// Share of the step at which each evaluation is made, with the slopes of the one before.
const AT: [f64; 4] = [0.0, 0.5, 0.5, 1.0];
/// Weights of the evaluations.
const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// One step of the classical Runge–Kutta method; the forward dynamics at the present state is already there.
///
/// Angular velocities at the four evaluations live in different frames. Each is carried back to the frame of the start
/// with the inverse differential of the exponential map, which keeps orientations accurate to the fourth order.
///
/// Reads and writes everything that forward dynamics does, and the state; sensors and energy are not evaluated again.
/// Afterwards `qacc` is the mean acceleration of the step. Munthe-Kaas, *Runge–Kutta methods on Lie groups*, BIT 38
/// (1998).
#[doc(alias = "mj_RungeKutta")]
pub fn runge_kutta(m: &Model, d: &mut Data, mark: &mut impl FnMut(Stage)) -> Result<(), StepError> {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let need = m.nq + 5 * m.nv + 3 * m.na + 2 * m.nout + m.ntendon + m.nJten;
    let mut s = memory.frame(Need::reals(need));
    let start = State { qpos: s.reals(m.nq), qvel: s.reals(m.nv), act: s.reals(m.na) };
    let (velocity, qacc, act_dot) = (s.reals(m.nv), s.reals(m.nv), s.reals(m.na));
    let (mean_velocity, mean_qacc, mean_act_dot) = (s.reals(m.nv), s.reals(m.nv), s.reals(m.na));
    let (time, h) = (d.time, m.opt.timestep);
    start.qpos.copy_from_slice(&d.qpos);
    start.qvel.copy_from_slice(&d.qvel);
    start.act.copy_from_slice(&d.act);

    // activations move on by the rates at the start, and springs of tendons yield by the path there
    let transmission = (s.reals(m.nout), s.reals(m.nout));
    transmission.0.copy_from_slice(&d.actuator_length);
    transmission.1.copy_from_slice(&d.actuator_velocity);
    let keeps_tendons = m.tendon_plasticadr.iter().any(|&adr| adr >= 0);
    let (length, jacobian) = (s.reals(m.ntendon), s.reals(m.nJten));
    if keeps_tendons {
        length.copy_from_slice(&d.ten_length);
        jacobian.copy_from_slice(&d.ten_J);
    }

    let mut done = Ok(());
    for (at, weight) in AT.into_iter().zip(WEIGHTS) {
        if at > 0.0 {
            // state at this share of the step, along the last slopes
            d.qpos.copy_from_slice(start.qpos);
            integrate_pos(m, &mut d.qpos, velocity, at * h);
            for i in 0..m.nv {
                d.qvel[i] = start.qvel[i] + h * (at * qacc[i]);
            }
            for i in 0..m.na {
                d.act[i] = start.act[i] + h * (at * act_dot[i]);
            }
            d.time = time + at * h;
            done = forward_stages(m, d, Ready::Nothing, SensorStage::None, true, mark);
            if done.is_err() {
                break;
            }
        }
        // slopes here, in the frame of the start
        velocity.copy_from_slice(&d.qvel);
        if at > 0.0 {
            carry_back(m, start.qpos, &d.qpos, velocity);
        }
        qacc.copy_from_slice(&d.qacc);
        act_dot.copy_from_slice(&d.act_dot);
        add_scaled(mean_velocity, velocity, weight);
        add_scaled(mean_qacc, qacc, weight);
        add_scaled(mean_act_dot, act_dot, weight);
    }

    // from the start with the mean slopes
    d.time = time;
    d.qpos.copy_from_slice(start.qpos);
    d.qvel.copy_from_slice(start.qvel);
    d.act.copy_from_slice(start.act);
    d.actuator_length.copy_from_slice(transmission.0);
    d.actuator_velocity.copy_from_slice(transmission.1);
    if keeps_tendons {
        d.ten_length.copy_from_slice(length);
        d.ten_J.copy_from_slice(jacobian);
    }
    let done = done.and_then(|()| advance(m, d, Some(mean_act_dot), mean_qacc, Some(mean_velocity)));
    if done.is_ok() {
        d.qacc.copy_from_slice(mean_qacc);
    }
    d.drivers.integrate = memory;
    done
}

/// The state at the start of the step.
struct State<'a> {
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
    act: &'a mut [f64],
}

fn add_scaled(to: &mut [f64], from: &[f64], scale: f64) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += from * scale;
    }
}

/// Turns angular velocities at the position `here` into the rates of the rotation vectors that lead there from `start`.
fn carry_back(m: &Model, start: &[f64], here: &[f64], velocity: &mut [f64]) {
    for j in 0..m.njnt {
        let (q, v) = (m.jnt_qposadr[j].ix(), m.jnt_dofadr[j].ix());
        let (q, v) = match JointType::of(m.jnt_type[j]) {
            JointType::Free => (q + 3, v + 3),
            JointType::Ball => (q, v),
            JointType::Slide | JointType::Hinge => continue,
        };
        let (by_end, _) = sub_quat(Quat::from_slice(&here[q..]), Quat::from_slice(&start[q..]).normalized().0);
        let rate = by_end.mul_vec(Vec3::from_slice(&velocity[v..]));
        velocity[v..v + 3].copy_from_slice(&rate.0);
    }
}
