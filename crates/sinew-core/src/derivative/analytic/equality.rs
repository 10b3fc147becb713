//! Points and frames held together: connect and weld constraints.
//!
//! Both subtract from the reference the acceleration `J̇ v` that the points have without any force, so that the violation is
//! their whole acceleration. A point carried by a body turns along with dof `k` except for what the velocity and
//! acceleration before `k` leave behind, as in inverse dynamics of the bodies.

use crate::constraint::{PairChain, anchors, weld_quats};
use crate::math::{Quat, Spatial, Vec3};
use crate::model::EqType;
use crate::{Data, Id, Model};

use super::contact::Buffers;
use super::equations::Equations;
use super::flow::{Flow, group};
use super::response::Response;
use super::scaling::Scaling;

/// Flows that rows are differentiated along: velocity, `Σ s q̈`, and the acceleration of the world with both.
pub(super) struct Flows<'a, 'b> {
    pub velocity: &'b Flow<'a>,
    pub push: &'b Flow<'a>,
    pub acceleration: &'b Flow<'a>,
}

/// One of the two bodies, everything at the point that it carries.
struct Side {
    body: usize,
    point: Vec3,
    origin: Vec3,
    sign: f64,
    vel: Spatial,
    push: Spatial,
    bias: Spatial,
}

/// What dof `k` does to a side: its motion, and what the flows before it leave behind.
struct Left {
    axis: Spatial,
    vel: Spatial,
    push: Spatial,
    bias: Spatial,
    /// change of the bias acceleration with the rate of the dof
    rate: Spatial,
}

impl Side {
    fn new(m: &Model, d: &Data, flows: &Flows<'_, '_>, body: usize, point: Vec3, sign: f64) -> Self {
        let origin = d.subtree_com[m.body_rootid[body].ix()];
        let at = |x: Spatial| x.motion_at(point, origin);
        let bias = flows.acceleration.body[body] - flows.push.body[body] - flows.acceleration.body[0];
        let (vel, push) = (at(flows.velocity.body[body]), at(flows.push.body[body]));
        Self { body, point, origin, sign, vel, push, bias: at(bias) }
    }

    fn left(&self, m: &Model, d: &Data, flows: &Flows<'_, '_>, k: usize) -> Left {
        let at = |x: Spatial| x.motion_at(self.point, self.origin);
        let axis = at(d.cdof[k]);
        let (before, push) = (at(flows.velocity.before[k]), at(flows.push.before[k]));
        let bias = at(flows.acceleration.before[k] - flows.push.before[k] - flows.acceleration.body[0]);
        let vel = before.cross_motion(axis);
        let after = group(m, k).fold(before, |sum, j| sum + at(d.cdof[j]) * d.qvel[j]);
        Left {
            axis,
            vel,
            push: push.cross_motion(axis),
            bias: bias.cross_motion(axis) + before.cross_motion(vel) + vel.cross_motion(self.vel),
            rate: vel + after.cross_motion(axis) - self.vel.cross_motion(axis),
        }
    }

    /// Acceleration of the point without joint accelerations.
    fn point_bias(&self) -> Vec3 {
        self.bias.linear() + self.vel.rotational().cross(self.vel.linear())
    }

    /// Changes of velocity, of `J q̈` and of `J̇ v` of the point with the position of the dof, and of `J̇ v` with its rate.
    fn point_changes(&self, left: &Left) -> [Vec3; 4] {
        let (turn, omega) = (left.axis.rotational(), self.vel.rotational());
        let spun = |vel: Spatial| vel.rotational().cross(self.vel.linear()) + omega.cross(vel.linear());
        [
            turn.cross(self.vel.linear()) + left.vel.linear(),
            turn.cross(self.push.linear()) + left.push.linear(),
            turn.cross(self.point_bias()) + left.bias.linear() + spun(left.vel),
            left.rate.linear() + spun(left.axis),
        ]
    }

    /// The same of the angular velocity and acceleration.
    fn turn_changes(&self, left: &Left) -> [Vec3; 4] {
        let turn = left.axis.rotational();
        [
            turn.cross(self.vel.rotational()) + left.vel.rotational(),
            turn.cross(self.push.rotational()) + left.push.rotational(),
            turn.cross(self.bias.rotational()) + left.bias.rotational(),
            left.rate.rotational(),
        ]
    }
}

/// Adds a connect or weld constraint that starts at `row`; returns its number of rows.
pub(super) fn add_pair(
    m: &Model,
    d: &Data,
    row: usize,
    flows: &Flows<'_, '_>,
    fixed: &mut [Spatial],
    buffers: &mut Buffers<'_>,
    scaling: Option<&mut Scaling<'_>>,
    eq: &mut Equations<'_>,
) -> usize {
    let id = d.efc_id[row].ix();
    let welded = EqType::of(m.eq_type[id]) == EqType::Weld;
    let rows = if welded { 6 } else { 3 };
    let (first, second) = anchors(m, d, id);
    let sides =
        [Side::new(m, d, flows, first.body, first.point, 1.0), Side::new(m, d, flows, second.body, second.point, -1.0)];
    let twist = welded.then(|| Twist::new(m, d, id, &sides));
    let response = Response::of(m, d, row);
    let turn_response = if welded { Response::of(m, d, row + 3) } else { response };
    let force = &d.efc_force[row..row + rows];
    let pull = Vec3::from_slice(force);
    let torque = twist.as_ref().map_or(Vec3::ZERO, |t| t.transposed(Vec3::from_slice(&force[3..])));
    for side in &sides {
        fixed[side.body] += (Spatial::new(torque, pull) * side.sign).force_at(side.origin, side.point);
    }

    let violation = d.efc_pos[row..row + rows].iter().map(|x| x * x).sum::<f64>().sqrt();
    let chain = PairChain::new(m, second.body, first.body, false, buffers.chain);
    // bits of the chain: second body, first body
    let moved_by = |moves: i32| [moves & 2 != 0, moves & 1 != 0];
    let moved = |moves: i32, side: usize| moved_by(moves)[side];
    // `J̇ v`, which the reference holds
    let bias =
        |r: &Response, at: usize| -(d.efc_aref[at] + r.damping * d.efc_vel[at] + r.stiffness * d.efc_pos[at]) / r.end;
    let mut jacobian = [0.0; 6];
    let column = |k: usize, moves: i32, out: &mut [f64; 6]| {
        let mut motion = [Vec3::ZERO; 2];
        for s in (0..2).filter(|&s| moved(moves, s)) {
            let axis = d.cdof[k].motion_at(sides[s].point, sides[s].origin);
            motion[0] += axis.linear() * sides[s].sign;
            motion[1] += axis.rotational() * sides[s].sign;
        }
        let turn = twist.as_ref().map_or(Vec3::ZERO, |t| t.apply(motion[1]));
        *out = std::array::from_fn(|j| if j < 3 { motion[0][j] } else { turn[j - 3] });
    };

    for (c, dof) in chain.dofs.iter().enumerate() {
        let (k, moves) = (dof.ix(), chain.moves[c]);
        column(k, moves, &mut jacobian);
        let (rates, turns) = rates(m, d, flows, &sides, twist.as_ref(), k, moved_by(moves));
        let torque_change =
            twist.as_ref().map_or(Vec3::ZERO, |t| t.transposed_change(&turns, Vec3::from_slice(&force[3..])));

        // how the size of the violation changes, which sets the impedance
        let approach = if violation > 0.0 {
            (0..rows).map(|j| d.efc_pos[row + j] * jacobian[j]).sum::<f64>() / violation
        } else {
            0.0
        };
        let (mut by_position, mut by_velocity, mut by_acceleration) = ([0.0; 6], [0.0; 6], [0.0; 6]);
        for j in 0..rows {
            let r = if j < 3 { &response } else { &turn_response };
            let at = row + j;
            let change = rates[1][j]
                + r.end * rates[2][j]
                + r.damping * rates[0][j]
                + r.stiffness * jacobian[j]
                + approach * (r.stiffness_slope * d.efc_pos[at] + r.damping_slope * d.efc_vel[at])
                + approach * r.end_slope * bias(r, at);
            let mass = d.efc_D[at];
            by_position[j] = mass * change - d.efc_force[at] * r.mass_slope * approach;
            by_velocity[j] = mass * (r.damping * jacobian[j] + r.end * rates[3][j]);
            by_acceleration[j] = mass * jacobian[j];
        }
        for (other, dof) in chain.dofs.iter().enumerate() {
            let (i, moves_i) = (dof.ix(), chain.moves[other]);
            let mut own = [0.0; 6];
            column(i, moves_i, &mut own);
            let along = |x: &[f64; 6]| (0..rows).map(|j| own[j] * x[j]).sum::<f64>();
            // the load moves with its points, and its torque turns with the frames
            let mut carried = 0.0;
            for s in (0..2).filter(|&s| moved(moves_i, s)) {
                let (sign, omega) = (sides[s].sign, d.cdof[i].rotational());
                if moved(moves, s) {
                    let shift = d.cdof[k].motion_at(sides[s].point, sides[s].origin).linear();
                    carried += sign * omega.dot(shift.cross(pull));
                }
                carried += sign * omega.dot(torque_change);
            }
            eq.position(i, k, along(&by_position) - carried);
            eq.velocity(i, k, along(&by_velocity));
            eq.acceleration(i, k, along(&by_acceleration));
        }
    }

    if let Some(scaling) = scaling {
        for j in 0..rows {
            scaling.start(m, d, row + j);
            for (c, dof) in chain.dofs.iter().enumerate() {
                let flows = Flows { push: &scaling.flow, ..*flows };
                let sides = sides.each_ref().map(|s| Side::new(m, d, &flows, s.body, s.point, s.sign));
                let (rates, _) = rates(m, d, &flows, &sides, twist.as_ref(), dof.ix(), moved_by(chain.moves[c]));
                scaling.gradient[dof.ix()] += rates[1][j];
            }
            for (c, dof) in chain.dofs.iter().enumerate() {
                column(dof.ix(), chain.moves[c], &mut jacobian);
                scaling.spread(dof.ix(), jacobian[j] * force[j], eq);
            }
        }
    }
    rows
}

/// Changes with a dof of the velocity of every row, of its `J q̈` and `J̇ v`, and of `J̇ v` with the rate of the dof; and how
/// the frames turn.
fn rates(
    m: &Model,
    d: &Data,
    flows: &Flows<'_, '_>,
    sides: &[Side; 2],
    twist: Option<&Twist>,
    k: usize,
    moved: [bool; 2],
) -> ([[f64; 6]; 4], [Vec3; 2]) {
    let (mut linear, mut angular) = ([Vec3::ZERO; 4], [Vec3::ZERO; 4]);
    let mut turns = [Vec3::ZERO; 2];
    let left: [Left; 2] = std::array::from_fn(|s| if moved[s] { sides[s].left(m, d, flows, k) } else { Left::NONE });
    for s in (0..2).filter(|&s| moved[s]) {
        let (points, spins) = (sides[s].point_changes(&left[s]), sides[s].turn_changes(&left[s]));
        for x in 0..4 {
            linear[x] += points[x] * sides[s].sign;
            angular[x] += spins[x] * sides[s].sign;
        }
        turns[s] = left[s].axis.rotational();
    }
    let turned = twist.map_or([Vec3::ZERO; 4], |twist| twist.changes(sides, &turns, &angular, &left));
    let rates = std::array::from_fn(|x| std::array::from_fn(|j| if j < 3 { linear[x][j] } else { turned[x][j - 3] }));
    (rates, turns)
}

impl Left {
    const NONE: Self =
        Self { axis: Spatial::ZERO, vel: Spatial::ZERO, push: Spatial::ZERO, bias: Spatial::ZERO, rate: Spatial::ZERO };
}

/// The rotational rows of a weld, `T(ω) = ½ s vec(q₂⁻¹ ω q₁)` of the relative angular velocity.
struct Twist {
    q: [Quat; 2],
    scale: f64,
    omega: [Vec3; 2],
}

fn pure(v: Vec3) -> Quat {
    Quat::new(0.0, v[0], v[1], v[2])
}

fn half_turn(v: Vec3, q: Quat) -> Quat {
    Quat((pure(v) * q).0.map(|x| 0.5 * x))
}

impl Twist {
    fn new(m: &Model, d: &Data, id: usize, sides: &[Side; 2]) -> Self {
        let (q1, q2) = weld_quats(m, d, id);
        let omega = [sides[0].vel.rotational(), sides[1].vel.rotational()];
        Self { q: [q1, q2], scale: 0.5 * m.eq_data[id][10], omega }
    }

    /// `½ s vec(b̄ x a)`.
    fn product(&self, b: Quat, x: Vec3, a: Quat) -> Vec3 {
        let q = b.conjugate() * pure(x) * a;
        Vec3::new(q[1], q[2], q[3]) * self.scale
    }

    fn apply(&self, x: Vec3) -> Vec3 {
        self.product(self.q[1], x, self.q[0])
    }

    /// `Tᵀ f`.
    fn transposed(&self, f: Vec3) -> Vec3 {
        Vec3([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| self.apply(axis).dot(f)))
    }

    /// Change of `Tᵀ f` when the frames turn.
    fn transposed_change(&self, turns: &[Vec3; 2], f: Vec3) -> Vec3 {
        Vec3([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| self.turned(turns, axis).dot(f)))
    }

    /// Change of `T(x)` when the frames turn.
    fn turned(&self, turns: &[Vec3; 2], x: Vec3) -> Vec3 {
        let [q1, q2] = self.q;
        self.product(half_turn(turns[1], q2), x, q1) + self.product(q2, x, half_turn(turns[0], q1))
    }

    /// Changes of `T(ω)`, of `T` of `Σ s q̈`, of the bias `T(α) + Ṫ(ω)` with position, and of the bias with the rate.
    fn changes(&self, sides: &[Side; 2], turns: &[Vec3; 2], angular: &[Vec3; 4], left: &[Left; 2]) -> [Vec3; 4] {
        let [q1, q2] = self.q;
        let relative = self.omega[0] - self.omega[1];
        let push = sides[0].push.rotational() - sides[1].push.rotational();
        let bias = sides[0].bias.rotational() - sides[1].bias.rotational();
        let dot = [half_turn(self.omega[0], q1), half_turn(self.omega[1], q2)];
        let moving = |x: Vec3| self.product(dot[1], x, q1) + self.product(q2, x, dot[0]);
        // rates of the quaternions when they turn, and when the angular velocities change by `spin`
        let by = |spin: [Vec3; 2], turn: [Vec3; 2]| -> Vec3 {
            let dq = [half_turn(turn[0], q1), half_turn(turn[1], q2)];
            let dd: [Quat; 2] = std::array::from_fn(|s| {
                let (a, b) = (half_turn(spin[s], self.q[s]), half_turn(self.omega[s], dq[s]));
                Quat(std::array::from_fn(|i| a.0[i] + b.0[i]))
            });
            self.product(dd[1], relative, q1)
                + self.product(dot[1], relative, dq[0])
                + self.product(dq[1], relative, dot[0])
                + self.product(q2, relative, dd[0])
        };
        let spin_position: [Vec3; 2] =
            std::array::from_fn(|s| turns[s].cross(self.omega[s]) + left[s].vel.rotational());
        let spin_rate: [Vec3; 2] = std::array::from_fn(|s| left[s].axis.rotational());
        let rate_relative = spin_rate[0] - spin_rate[1];
        [
            self.turned(turns, relative) + self.apply(angular[0]),
            self.turned(turns, push) + self.apply(angular[1]),
            self.turned(turns, bias) + self.apply(angular[2]) + by(spin_position, *turns) + moving(angular[0]),
            self.apply(angular[3]) + by(spin_rate, [Vec3::ZERO; 2]) + moving(rate_relative),
        ]
    }
}
