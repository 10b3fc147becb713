//! Runge–Kutta of the fourth order.

use crate::derivative::sub_quat;
use crate::math::{Quat, Vec3};
use crate::model::{JointType, SensorStage};
use crate::scratch::Need;
use crate::step::{Seen, forward_stages};
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
    begin(m, d);
    let mut done = Ok(());
    for k in LATER {
        reach(m, d, k);
        done = forward_stages(m, d, SensorStage::None, seen(m, k), mark);
        if done.is_err() {
            break;
        }
        absorb(m, d, k);
    }
    finish(m, d, done)
}

/// Who looks at evaluation `k`: cameras and lights stay as the last one finds them.
pub(crate) fn seen(m: &Model, k: usize) -> Seen {
    if k + 1 < LATER.end && Seen::by_nobody(m) == Seen::Nothing { Seen::Nothing } else { Seen::Frames }
}

/// The evaluations after the first.
pub(crate) const LATER: std::ops::Range<usize> = 1..4;

/// Keeps the start of the step, and its slopes.
pub(crate) fn begin(m: &Model, d: &mut Data) {
    with_path(m, d, |d, path| {
        path.time[0] = d.time;
        path.qpos.copy_from_slice(&d.qpos);
        path.qvel.copy_from_slice(&d.qvel);
        path.act.copy_from_slice(&d.act);
        path.actuator_length.copy_from_slice(&d.actuator_length);
        path.actuator_velocity.copy_from_slice(&d.actuator_velocity);
        if keeps_tendons(m) {
            path.ten_length.copy_from_slice(&d.ten_length);
            path.ten_J.copy_from_slice(&d.ten_J);
        }
        for mean in [&mut path.mean.velocity, &mut path.mean.qacc, &mut path.mean.act_dot] {
            mean.fill(0.0);
        }
    });
    absorb(m, d, 0);
}

/// Sets the state of evaluation `k`: at its share of the step along the last slopes.
pub(crate) fn reach(m: &Model, d: &mut Data, k: usize) {
    let (at, h) = (AT[k], m.opt.timestep);
    with_path(m, d, |d, path| {
        d.qpos.copy_from_slice(path.qpos);
        integrate_pos(m, &mut d.qpos, path.last.velocity, at * h);
        for i in 0..m.nv {
            d.qvel[i] = path.qvel[i] + h * (at * path.last.qacc[i]);
        }
        for i in 0..m.na {
            d.act[i] = path.act[i] + h * (at * path.last.act_dot[i]);
        }
        d.time = path.time[0] + at * h;
    });
}

/// Adds the slopes of evaluation `k`, in the frame of the start, to the mean.
pub(crate) fn absorb(m: &Model, d: &mut Data, k: usize) {
    with_path(m, d, |d, path| {
        let (last, mean) = (&mut path.last, &mut path.mean);
        last.velocity.copy_from_slice(&d.qvel);
        if k > 0 {
            carry_back(m, path.qpos, &d.qpos, last.velocity);
        }
        last.qacc.copy_from_slice(&d.qacc);
        last.act_dot.copy_from_slice(&d.act_dot);
        add_scaled(mean.velocity, last.velocity, WEIGHTS[k]);
        add_scaled(mean.qacc, last.qacc, WEIGHTS[k]);
        add_scaled(mean.act_dot, last.act_dot, WEIGHTS[k]);
    });
}

/// Goes from the start with the mean slopes, or back there if an evaluation failed.
pub(crate) fn finish(m: &Model, d: &mut Data, done: Result<(), StepError>) -> Result<(), StepError> {
    with_path(m, d, |d, path| {
        d.time = path.time[0];
        d.qpos.copy_from_slice(path.qpos);
        d.qvel.copy_from_slice(path.qvel);
        d.act.copy_from_slice(path.act);
        // activations move on by the rates at the start, and springs of tendons yield by the path there
        d.actuator_length.copy_from_slice(path.actuator_length);
        d.actuator_velocity.copy_from_slice(path.actuator_velocity);
        if keeps_tendons(m) {
            d.ten_length.copy_from_slice(path.ten_length);
            d.ten_J.copy_from_slice(path.ten_J);
        }
        done?;
        advance(m, d, Some(path.mean.act_dot), path.mean.qacc, Some(path.mean.velocity))?;
        d.qacc.copy_from_slice(path.mean.qacc);
        Ok(())
    })
}

/// What is kept from one evaluation to the next.
#[expect(non_snake_case, reason = "J is the name in the literature")]
struct Path<'a> {
    /// at the start of the step
    time: &'a mut [f64],
    qpos: &'a mut [f64],
    qvel: &'a mut [f64],
    act: &'a mut [f64],
    actuator_length: &'a mut [f64],
    actuator_velocity: &'a mut [f64],
    ten_length: &'a mut [f64],
    ten_J: &'a mut [f64],
    last: Slopes<'a>,
    mean: Slopes<'a>,
}

/// Rates of the state.
struct Slopes<'a> {
    velocity: &'a mut [f64],
    qacc: &'a mut [f64],
    act_dot: &'a mut [f64],
}

/// Calls a function with what the data keeps between evaluations, which stays where it is until the next call.
fn with_path<T>(m: &Model, d: &mut Data, work: impl FnOnce(&mut Data, &mut Path<'_>) -> T) -> T {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let need = 1 + m.nq + 5 * m.nv + 3 * m.na + 2 * m.nout + m.ntendon + m.nJten;
    let mut s = memory.frame(Need::reals(need));
    let mut path = Path {
        time: s.dirty_reals(1),
        qpos: s.dirty_reals(m.nq),
        qvel: s.dirty_reals(m.nv),
        act: s.dirty_reals(m.na),
        actuator_length: s.dirty_reals(m.nout),
        actuator_velocity: s.dirty_reals(m.nout),
        ten_length: s.dirty_reals(m.ntendon),
        ten_J: s.dirty_reals(m.nJten),
        last: Slopes { velocity: s.dirty_reals(m.nv), qacc: s.dirty_reals(m.nv), act_dot: s.dirty_reals(m.na) },
        mean: Slopes { velocity: s.dirty_reals(m.nv), qacc: s.dirty_reals(m.nv), act_dot: s.dirty_reals(m.na) },
    };
    let done = work(d, &mut path);
    d.drivers.integrate = memory;
    done
}

/// True if springs of tendons yield.
fn keeps_tendons(m: &Model) -> bool {
    m.tendon_plasticadr.iter().any(|&adr| adr >= 0)
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
