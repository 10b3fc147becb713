//! Actuators: forces and next activations by length, velocity, activation and control.
//!
//! The laws of actuators are functions of a handful of numbers. Motors and servos with constant or affine gain have their
//! slopes in closed form; the curves of muscles, DC motors, orientation servos and the user's own functions are differenced,
//! one number at a time, with everything else held.

use crate::activation::{actuator_disabled, next_activation};
use crate::actuation::{acting_ctrl, one_actuator};
use crate::derivative::{actuator_force_slope, actuator_saturated, sub_quat};
use crate::math::{Quat, Spatial, Vec3};
use crate::metric::{is_discrete, length_slope};
use crate::model::{BiasType, Disable, DynType, GainType, Integrator, JointType, TrnType};
use crate::scratch::{Frame, Need};
use crate::sleep::actuator_asleep;
use crate::{Data, Id, Model};

use super::Columns;
use super::equations::Equations;
use super::flow::{Flow, chain, inward};
use super::integrator::Row;
use super::metric::{MetricRow, Sink};
use super::tendon::Curvature;

/// Step of the differences.
const STEP: f64 = 1e-6;

/// Most forces and activations that one actuator has.
const MOST: usize = 6;

pub(super) fn need(m: &Model) -> Need {
    Need::reals(m.nu + 3 * m.nv).and(Need::ints(m.nv))
}

/// Memory of [`add_implicit`].
pub(super) fn implicit_need(m: &Model) -> Need {
    need(m).and(Need::reals(m.nv * m.nv))
}

/// An input of an actuator that is moved alone.
#[derive(Clone, Copy)]
enum Input {
    Length(usize),
    Velocity(usize),
    Activation(usize),
    Control(usize),
}

/// Forces and next activations of one actuator, or their slopes.
#[derive(Clone, Copy, Default)]
struct Outcome {
    force: [f64; MOST],
    activation: [f64; MOST],
    /// slopes of the force with respect to velocity, as implicit integrators take it, and to length
    damping: f64,
    stiffness: f64,
}

/// Adds the forces of all actuators to the equations, and writes the derivatives of the next activations, one row per
/// activation and one column per input.
pub(super) fn add_actuators(
    m: &Model,
    d: &mut Data,
    velocity: &Flow<'_>,
    curvature: &Curvature<'_>,
    turning: &mut [Spatial],
    next: &mut [f64],
    eq: &mut Equations<'_>,
    mut s: Frame<'_>,
) {
    let n = eq.at.count;
    if m.opt.disabled(Disable::Actuation) {
        for i in 0..m.na {
            next[i * n + eq.at.activation + i] = 1.0;
        }
        return;
    }
    let ctrl = s.reals(m.nu);
    acting_ctrl(m, d, ctrl);
    let [moment, gradient, rate] = std::array::from_fn(|_| s.reals(m.nv));
    let dofs = s.ints(m.nv);
    for a in 0..m.nactuator {
        let (first, count) = (m.actuator_outadr[a].ix(), m.actuator_outnum[a].ix());
        if actuator_disabled(m, a) || actuator_asleep(m, d, a) {
            hold_activations(m, a, next, eq);
            continue;
        }
        // a tendon at its limit passes the limit on, whatever pulls
        let scale = if crate::derivative::tendon_saturated(m, d, a) { 0.0 } else { 1.0 };
        let feels = feels_motion(m, a);
        for out in first..first + count {
            // by length and velocity, which the dofs move
            let path = Path { dofs, moment, gradient, rate };
            let n = transmission(m, d, a, out, velocity, curvature, turning, path, eq);
            if feels {
                let slopes = [Input::Length(out), Input::Velocity(out)].map(|input| slope(m, d, a, input, ctrl));
                let path = Path { dofs, moment, gradient, rate };
                spread(m, d, a, n, &path, &slopes, scale, next, eq);
            }
        }
        // by activations and controls
        let activations = m.actuator_actadr[a].max(0).ix();
        for k in activations..activations + m.actuator_actnum[a].ix() {
            let slope = slope(m, d, a, Input::Activation(k), ctrl);
            add_input(m, d, a, eq.at.activation + k, &slope, scale, next, eq);
        }
        let controls = m.actuator_ctrladr[a].max(0).ix();
        for k in controls..controls + m.actuator_ctrlnum[a].ix() {
            let slope = slope(m, d, a, Input::Control(k), ctrl);
            add_input(m, d, a, eq.at.control + k, &slope, scale, next, eq);
        }
    }
}

/// How dofs move the length and the rate of an actuator.
struct Path<'a> {
    dofs: &'a mut [i32],
    /// rate by velocity
    moment: &'a mut [f64],
    /// length by position
    gradient: &'a mut [f64],
    /// rate by position
    rate: &'a mut [f64],
}

/// True if an actuator's force or activations can depend on its length or velocity.
fn feels_motion(m: &Model, a: usize) -> bool {
    let own = matches!(DynType::of(m.actuator_dyntype[a]), DynType::Pid | DynType::Dcmotor | DynType::User);
    own || crate::metric::has_feedback(m, a)
        || GainType::of(m.actuator_gaintype[a]) == GainType::User
        || BiasType::of(m.actuator_biastype[a]) == BiasType::User
}

/// Activations of an actuator that is off stay.
fn hold_activations(m: &Model, a: usize, next: &mut [f64], eq: &Equations<'_>) {
    let first = m.actuator_actadr[a].max(0).ix();
    for k in first..first + m.actuator_actnum[a].ix() {
        next[k * eq.at.count + eq.at.activation + k] = 1.0;
    }
}

/// True if the force on a dof is held at the limit of its joint.
pub(super) fn held(m: &Model, d: &Data, dof: usize) -> bool {
    let joint = m.dof_jntid[dof].ix();
    m.jnt_actfrclimited[joint] && m.jnt_dofadr[joint].ix() == dof && {
        let ([low, high], force) = (m.jnt_actfrcrange[joint], d.qfrc_actuator[dof]);
        force <= low || force >= high
    }
}

/// Adds what a length and its rate do, through the dofs that move them.
fn spread(
    m: &Model,
    d: &Data,
    a: usize,
    n: usize,
    path: &Path<'_>,
    slopes: &[Outcome; 2],
    scale: f64,
    next: &mut [f64],
    eq: &mut Equations<'_>,
) {
    let first = m.actuator_outadr[a].ix();
    for b in 0..n {
        let k = path.dofs[b].ix();
        let by_position = |length: f64, rate: f64| length * path.gradient[b] + rate * path.rate[b];
        // every force of the actuator may depend on this length
        for other in 0..m.actuator_outnum[a].ix().min(MOST) {
            let position = scale * by_position(slopes[0].force[other], slopes[1].force[other]);
            let velocity = scale * slopes[1].force[other] * path.moment[b];
            if position == 0.0 && velocity == 0.0 {
                continue;
            }
            each_moment(d, first + other, |i, j| {
                if !held(m, d, i) {
                    eq.position(i, k, -j * position);
                    eq.velocity(i, k, -j * velocity);
                }
            });
        }
        let activations = m.actuator_actadr[a].max(0).ix();
        for c in 0..m.actuator_actnum[a].ix().min(MOST) {
            let row = (activations + c) * eq.at.count;
            next[row + k] += by_position(slopes[0].activation[c], slopes[1].activation[c]);
            next[row + eq.at.velocity + k] += slopes[1].activation[c] * path.moment[b];
        }
    }
}

/// Adds what an activation or a control does.
fn add_input(
    m: &Model,
    d: &Data,
    a: usize,
    column: usize,
    slope: &Outcome,
    scale: f64,
    next: &mut [f64],
    eq: &mut Equations<'_>,
) {
    let first = m.actuator_outadr[a].ix();
    for out in 0..m.actuator_outnum[a].ix() {
        let force = scale * slope.force[out];
        if force != 0.0 {
            each_moment(d, first + out, |i, j| {
                if !held(m, d, i) {
                    eq.input(i, column, -j * force);
                }
            });
        }
    }
    let activations = m.actuator_actadr[a].max(0).ix();
    for c in 0..m.actuator_actnum[a].ix() {
        next[(activations + c) * eq.at.count + column] += slope.activation[c];
    }
}

fn each_moment(d: &Data, out: usize, mut f: impl FnMut(usize, f64)) {
    let start = d.moment_rowadr[out].ix();
    for k in start..start + d.moment_rownnz[out].ix() {
        f(d.moment_colind[k].ix(), d.actuator_moment[k]);
    }
}

/// Slopes of everything that an actuator makes with respect to one of its inputs.
fn slope(m: &Model, d: &mut Data, a: usize, input: Input, ctrl: &mut [f64]) -> Outcome {
    if let Some(slope) = affine_slope(m, d, a, input, ctrl) {
        return slope;
    }
    let (plus, minus) = (outcome(m, d, a, input, STEP, ctrl), outcome(m, d, a, input, -STEP, ctrl));
    let difference = |x: &[f64; MOST], y: &[f64; MOST]| std::array::from_fn(|i| (x[i] - y[i]) / (2.0 * STEP));
    Outcome {
        force: difference(&plus.force, &minus.force),
        activation: difference(&plus.activation, &minus.activation),
        damping: (plus.damping - minus.damping) / (2.0 * STEP),
        stiffness: (plus.stiffness - minus.stiffness) / (2.0 * STEP),
    }
}

/// Slopes of an actuator without state whose gain and bias are constant or affine; none for any other.
fn affine_slope(m: &Model, d: &Data, a: usize, input: Input, ctrl: &[f64]) -> Option<Outcome> {
    let (gain, bias) = (GainType::of(m.actuator_gaintype[a]), BiasType::of(m.actuator_biastype[a]));
    let plain = DynType::of(m.actuator_dyntype[a]) == DynType::None
        && m.actuator_ctrlnum[a] == 1
        && matches!(gain, GainType::Fixed | GainType::Affine)
        && matches!(bias, BiasType::None | BiasType::Affine)
        && m.actuator_plugin[a] < 0;
    if !plain {
        return None;
    }
    let (out, first) = (m.actuator_outadr[a].ix(), m.actuator_ctrladr[a].ix());
    let [low, high] = m.actuator_forcerange[a];
    let force = d.actuator_force[out];
    let mut slope = Outcome::default();
    if m.actuator_forcelimited[a] && (force <= low || force >= high) {
        return Some(slope);
    }
    let prm = &m.actuator_gainprm[a];
    let by_motion = if gain == GainType::Affine { [prm[1], prm[2]] } else { [0.0; 2] };
    let own = if bias == BiasType::Affine { [m.actuator_biasprm[a][1], m.actuator_biasprm[a][2]] } else { [0.0; 2] };
    match input {
        Input::Length(_) => slope.force[0] = own[0] + by_motion[0] * ctrl[first],
        Input::Velocity(_) => slope.force[0] = own[1] + by_motion[1] * ctrl[first],
        Input::Control(i) if !outside(m, d, i) => {
            slope.force[0] = prm[0] + by_motion[0] * d.actuator_length[out] + by_motion[1] * d.actuator_velocity[out];
            (slope.stiffness, slope.damping) = (by_motion[0], by_motion[1]);
        }
        Input::Control(_) | Input::Activation(_) => {}
    }
    Some(slope)
}

/// What an actuator makes with one input moved; everything else is left as it was.
fn outcome(m: &Model, d: &mut Data, a: usize, input: Input, step: f64, ctrl: &mut [f64]) -> Outcome {
    let (out, outs) = (m.actuator_outadr[a].ix(), m.actuator_outnum[a].ix().min(MOST));
    let (act, acts) = (m.actuator_actadr[a].max(0).ix(), m.actuator_actnum[a].ix().min(MOST));
    let (first, inputs) = (m.actuator_ctrladr[a].max(0).ix(), m.actuator_ctrlnum[a].ix().min(MOST));
    let keep = |from: &[f64], at: usize, n: usize| std::array::from_fn(|i| if i < n { from[at + i] } else { 0.0 });
    let kept: [[f64; MOST]; 3] =
        [keep(&d.actuator_force, out, outs), keep(&d.act_dot, act, acts), keep(ctrl, first, inputs)];

    // the clamp of a control lets nothing through beyond its range
    let shift = |d: &mut Data, ctrl: &mut [f64], step: f64| match input {
        Input::Length(i) => d.actuator_length[i] += step,
        Input::Velocity(i) => d.actuator_velocity[i] += step,
        Input::Activation(i) => d.act[i] += step,
        Input::Control(i) => ctrl[i] += if outside(m, d, i) { 0.0 } else { step },
    };
    let before = match input {
        Input::Length(i) => d.actuator_length[i],
        Input::Velocity(i) => d.actuator_velocity[i],
        Input::Activation(i) => d.act[i],
        Input::Control(_) => 0.0,
    };
    shift(d, ctrl, step);
    one_actuator(m, d, a, ctrl);
    let force = keep(&d.actuator_force, out, outs);
    let activation =
        std::array::from_fn(|i| if i < acts { next_activation(m, d, a, act + i, d.act_dot[act + i]) } else { 0.0 });
    let taken = (is_implicit(m) || is_discrete(m)) && !actuator_saturated(m, d, a);
    let damping = if taken { actuator_force_slope(m, d, a, ctrl) } else { 0.0 };
    let stiffness = if taken && is_discrete(m) { length_slope(m, d, a, ctrl) } else { 0.0 };

    match input {
        Input::Length(i) => d.actuator_length[i] = before,
        Input::Velocity(i) => d.actuator_velocity[i] = before,
        Input::Activation(i) => d.act[i] = before,
        Input::Control(_) => {}
    }
    d.actuator_force[out..out + outs].copy_from_slice(&kept[0][..outs]);
    d.act_dot[act..act + acts].copy_from_slice(&kept[1][..acts]);
    ctrl[first..first + inputs].copy_from_slice(&kept[2][..inputs]);
    Outcome { force, activation, damping, stiffness }
}

/// True if a control is beyond its range.
fn outside(m: &Model, d: &Data, i: usize) -> bool {
    let [low, high] = m.actuator_ctrlrange[i];
    !m.opt.disabled(Disable::ClampCtrl) && m.actuator_ctrllimited[i] && (d.ctrl[i] < low || d.ctrl[i] > high)
}

/// True if the integrator takes slopes with respect to velocity into its matrix.
pub(super) fn is_implicit(m: &Model) -> bool {
    matches!(Integrator::of(m.opt.integrator), Integrator::Implicit | Integrator::ImplicitFast)
}

/// Adds the derivatives of `-h S a` for the part of actuators in the slope `S` that implicit integrators take: for each
/// force `σ m mᵀ` in the pattern of the tree.
pub(super) fn add_implicit(
    m: &Model,
    d: &mut Data,
    at: Columns,
    acc: &[f64],
    velocity: &Flow<'_>,
    curvature: &Curvature<'_>,
    out: &mut [f64],
    mut s: Frame<'_>,
) {
    if m.opt.disabled(Disable::Actuation) {
        return;
    }
    let h = m.opt.timestep;
    let ctrl = s.reals(m.nu);
    acting_ctrl(m, d, ctrl);
    let [moment, gradient, rate] = std::array::from_fn(|_| s.reals(m.nv));
    let dofs = s.ints(m.nv);
    let bend = s.reals(m.nv * m.nv);
    for a in 0..m.nactuator {
        if actuator_disabled(m, a) || actuator_saturated(m, d, a) || !crate::metric::has_feedback(m, a) {
            continue;
        }
        let damping = actuator_force_slope(m, d, a, ctrl);
        let first = m.actuator_outadr[a].ix();
        for o in first..first + m.actuator_outnum[a].ix() {
            let path = Path { dofs, moment, gradient, rate };
            let (n, bent) = bending(m, d, a, o, velocity, curvature, path, bend);
            let row = Row { dofs: &dofs[..n], values: &moment[..n], bend: bent.then_some(&*bend), scale: damping };
            row.add_geometric(m, acc, -h, at, out);
            let slopes = [Input::Length(o), Input::Velocity(o)].map(|input| slope(m, d, a, input, ctrl).damping);
            for b in 0..n {
                let k = dofs[b].ix();
                let position = slopes[0] * gradient[b] + slopes[1] * rate[b];
                row.add_scaled(m, acc, -h * position, at, k, out);
                row.add_scaled(m, acc, -h * slopes[1] * moment[b], at, at.velocity + k, out);
            }
            let acts = m.actuator_actadr[a].max(0).ix();
            for k in acts..acts + m.actuator_actnum[a].ix() {
                let by = slope(m, d, a, Input::Activation(k), ctrl).damping;
                row.add_scaled(m, acc, -h * by, at, at.activation + k, out);
            }
            let controls = m.actuator_ctrladr[a].max(0).ix();
            for k in controls..controls + m.actuator_ctrlnum[a].ix() {
                let by = slope(m, d, a, Input::Control(k), ctrl).damping;
                row.add_scaled(m, acc, -h * by, at, at.control + k, out);
            }
        }
    }
}

/// Adds the derivatives of the rows of actuators in the effective metric.
pub(super) fn add_metric(
    m: &Model,
    d: &mut Data,
    acc: &[f64],
    velocity: &Flow<'_>,
    curvature: &Curvature<'_>,
    sink: &mut Sink<'_>,
    mut s: Frame<'_>,
) {
    let (h, at) = (m.opt.timestep, sink.at);
    let ctrl = s.reals(m.nu);
    acting_ctrl(m, d, ctrl);
    let [moment, gradient, rate] = std::array::from_fn(|_| s.reals(m.nv));
    let dofs = s.ints(m.nv);
    let bend = s.reals(m.nv * m.nv);
    for k in 0..d.nefmA {
        let (a, scale, shift) = (d.efm_aid[k].ix(), d.efm_as[k], d.efm_ak[k]);
        // slopes of `s` and `κ`, as far as stiffness and damping are positive
        let damped = actuator_force_slope(m, d, a, ctrl) < 0.0;
        let mut by = |d: &mut Data, input: Input| {
            let slope = slope(m, d, a, input, ctrl);
            let stiffness = if shift > 0.0 { -slope.stiffness } else { 0.0 };
            let damping = if damped { -slope.damping } else { 0.0 };
            [h * h * stiffness + h * damping, h * stiffness]
        };
        let first = m.actuator_outadr[a].ix();
        for o in first..first + m.actuator_outnum[a].ix() {
            let path = Path { dofs, moment, gradient, rate };
            let (n, bent) = bending(m, d, a, o, velocity, curvature, path, bend);
            let (by_length, by_rate) = (by(d, Input::Length(o)), by(d, Input::Velocity(o)));
            let row = MetricRow {
                dofs: &dofs[..n],
                moment: &moment[..n],
                gradient: &gradient[..n],
                bend: bent.then_some(&*bend),
                scale,
                shift,
                by_length,
                by_rate,
            };
            row.add(d, acc, sink);
            let acts = m.actuator_actadr[a].max(0).ix();
            for i in acts..acts + m.actuator_actnum[a].ix() {
                let change = by(d, Input::Activation(i));
                row.add_input(d, acc, at.activation + i, change, sink);
            }
            let controls = m.actuator_ctrladr[a].max(0).ix();
            for i in controls..controls + m.actuator_ctrlnum[a].ix() {
                let change = by(d, Input::Control(i));
                row.add_input(d, acc, at.control + i, change, sink);
            }
        }
    }
}

/// The path of one force, and `∂moment_i/∂q_k`; returns the number of dofs and whether it bends.
fn bending(
    m: &Model,
    d: &Data,
    a: usize,
    out: usize,
    velocity: &Flow<'_>,
    curvature: &Curvature<'_>,
    path: Path<'_>,
    bend: &mut [f64],
) -> (usize, bool) {
    // a unit force in equations of its own gives minus the bending
    let n = m.nv;
    bend.fill(0.0);
    let Path { dofs, moment, gradient, rate } = path;
    let mut count = 0;
    each_moment(d, out, |dof, value| {
        (dofs[count], moment[count], gradient[count], rate[count]) = (dof as i32, value, value, 0.0);
        count += 1;
    });
    let (id, kind) = (m.actuator_trnid[a][0].ix(), TrnType::of(m.actuator_trntype[a]));
    let mut bent = false;
    let mut turn = |i: usize, k: usize, value: f64, rate: &mut [f64]| {
        rate[k] += value * d.qvel[dofs[i].ix()];
        bend[i * count + k] += value;
        bent |= value != 0.0;
    };
    match kind {
        TrnType::Joint | TrnType::JointInParent => {
            joint(m, d, id, out, kind == TrnType::JointInParent, gradient, rate, &mut turn);
        }
        TrnType::Tendon => {
            if let Some(own) = curvature.of(m, id) {
                for k in 0..count * count {
                    turn(k / count, k % count, m.actuator_gear[out][0] * own[k], rate);
                }
            }
        }
        _ => debug_assert!(velocity.before.len() == n),
    }
    (count, bent)
}

/// Fills the path of one force of an actuator, and adds the turning of its moment under the present force to the equations;
/// returns the number of dofs.
fn transmission(
    m: &Model,
    d: &Data,
    a: usize,
    out: usize,
    velocity: &Flow<'_>,
    curvature: &Curvature<'_>,
    turning: &mut [Spatial],
    path: Path<'_>,
    eq: &mut Equations<'_>,
) -> usize {
    let (id, kind, force) = (m.actuator_trnid[a][0].ix(), TrnType::of(m.actuator_trntype[a]), d.actuator_force[out]);
    if kind == TrnType::Site && m.actuator_trnid[a][1] < 0 {
        return site(m, d, id, out, velocity, turning, path, eq);
    }
    let mut n = 0;
    each_moment(d, out, |dof, moment| {
        (path.dofs[n], path.moment[n], path.gradient[n], path.rate[n]) = (dof as i32, moment, moment, 0.0);
        n += 1;
    });
    let mut turn = |i: usize, k: usize, bend: f64, rate: &mut [f64]| {
        let (row, column) = (path.dofs[i].ix(), path.dofs[k].ix());
        rate[k] += bend * d.qvel[row];
        if !held(m, d, row) {
            eq.position(row, column, -bend * force);
        }
    };
    match kind {
        TrnType::Joint | TrnType::JointInParent => {
            joint(m, d, id, out, kind == TrnType::JointInParent, path.gradient, path.rate, &mut turn);
        }
        TrnType::Tendon => {
            let gear = m.actuator_gear[out][0];
            if let Some(own) = curvature.of(m, id) {
                for i in 0..n {
                    for k in 0..n {
                        turn(i, k, gear * own[i * n + k], path.rate);
                    }
                }
            }
        }
        _ => {}
    }
    n
}

/// Gradient and turning of a joint transmission.
fn joint(
    m: &Model,
    d: &Data,
    joint: usize,
    out: usize,
    in_parent: bool,
    gradient: &mut [f64],
    rate: &mut [f64],
    turn: &mut impl FnMut(usize, usize, f64, &mut [f64]),
) {
    let gear = m.actuator_gear[out];
    let qpos = m.jnt_qposadr[joint].ix();
    let (at, first, axis) = match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => return,
        JointType::Ball => (qpos, 0, Vec3::from_slice(&gear)),
        JointType::Free => (qpos + 3, 3, Vec3::from_slice(&gear[3..])),
    };
    let quat = Quat::from_slice(&d.qpos[at..]).normalized().0;
    let turned = if in_parent { quat.conjugate().rotate(axis) } else { axis };
    // a free joint has no length
    gradient[..first + 3].fill(0.0);
    for k in 0..3 {
        let mut unit = Vec3::ZERO;
        unit[k] = 1.0;
        // an axis fixed in the parent turns backwards in the child
        let moved = if in_parent { turned.cross(unit) } else { Vec3::ZERO };
        for i in 0..3 {
            turn(first + i, first + k, moved[i], rate);
        }
        if first == 0 {
            let by_turn = sub_quat(quat, Quat::IDENTITY).0.column(k);
            gradient[k] = by_turn.dot(turned) + quat.to_velocity(1.0).dot(moved);
        }
    }
}

/// A wrench fixed in a site turns along with its body, and has no length.
fn site(
    m: &Model,
    d: &Data,
    site: usize,
    out: usize,
    velocity: &Flow<'_>,
    turning: &mut [Spatial],
    Path { dofs, moment, gradient, rate }: Path<'_>,
    eq: &mut Equations<'_>,
) -> usize {
    let (body, frame, gear) = (m.site_bodyid[site].ix(), &d.site_xmat[site], m.actuator_gear[out]);
    let (force, torque) = (frame.mul_vec(Vec3::from_slice(&gear)), frame.mul_vec(Vec3::from_slice(&gear[3..])));
    let wrench = crate::dof_chain::wrench_at(m, d, body, d.site_xpos[site], force, torque);
    let load = wrench * d.actuator_force[out];
    turning[body] -= load;
    let mut n = 0;
    for k in chain(m, m.last_dof(body)) {
        // a joint at its limit does not feel the turning
        for i in inward(m, k).filter(|&i| held(m, d, i)) {
            eq.position(i, k, d.cdof[i].dot(d.cdof[k].cross_force(load)));
        }
        dofs[n] = k as i32;
        moment[n] = d.cdof[k].dot(wrench);
        gradient[n] = 0.0;
        rate[n] = velocity.before[k].cross_motion(d.cdof[k]).dot(wrench);
        n += 1;
    }
    n
}
