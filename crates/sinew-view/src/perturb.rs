//! Pulling, turning and moving bodies by hand.
//!
//! While the simulation runs, a body is held by a critically damped spring at the point where it was taken; while it is
//! paused, a floating body follows the hand. A mocap body follows it always. MuJoCo manual, *Programming: Visualization*.

use sinew::math::{MINVAL, Quat, Vec3};
use sinew::model::JointType;
use sinew::{Data, Id, Model, ObjType, jacobian, position, support};

/// What is done to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hand {
    /// a point of the body, in its frame, is drawn to a point of the world
    Move { point: Vec3, target: Vec3 },
    /// the body is drawn to an orientation of its inertial frame
    Turn { target: Quat },
}

/// A body that is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturb {
    body: usize,
    hand: Hand,
    /// mass felt at the point that is held
    mass: f64,
    /// inertial frame when the body was taken
    start: (Vec3, Quat),
    /// world position of the point when it was taken
    start_point: Vec3,
}

/// Position and orientation of the inertial frame.
fn inertial_frame(m: &Model, d: &Data, b: usize) -> (Vec3, Quat) {
    (d.xipos[b], d.xquat[b] * m.body_iquat[b])
}

/// A pose within a pose.
fn compose((p, q): (Vec3, Quat), (inner, turn): (Vec3, Quat)) -> (Vec3, Quat) {
    (p + q.rotate(inner), q * turn)
}

/// The pose that undoes a pose.
fn invert((p, q): (Vec3, Quat)) -> (Vec3, Quat) {
    let back = q.conjugate();
    (back.rotate(p) * -1.0, back)
}

/// Takes hold of a body, or goes on holding it: a hold begins anew when the body or the kind of hold changes.
pub fn drag(held: &mut Option<Perturb>, m: &Model, d: &Data, body: usize, point: Vec3, target: Vec3) {
    match held {
        Some(p) if p.body == body && matches!(p.hand, Hand::Move { point: q, .. } if q == point) => {
            p.hand = Hand::Move { point, target };
        }
        _ => {
            let start_point = d.xpos[body] + d.xquat[body].rotate(point);
            let mass = felt_mass(m, d, body, start_point);
            let start = inertial_frame(m, d, body);
            *held = Some(Perturb { body, hand: Hand::Move { point, target }, mass, start, start_point });
        }
    }
}

/// Turns a body by `turn` from where it was when the turn began.
pub fn turn(held: &mut Option<Perturb>, m: &Model, d: &Data, body: usize, turn: Quat) {
    let turn = turn.normalized().0;
    match held {
        Some(p) if p.body == body && matches!(p.hand, Hand::Turn { .. }) => {
            p.hand = Hand::Turn { target: turn * p.start.1 };
        }
        _ => {
            let start = inertial_frame(m, d, body);
            let hand = Hand::Turn { target: turn * start.1 };
            *held = Some(Perturb { body, hand, mass: 1.0, start, start_point: start.0 });
        }
    }
}

/// Mean inertia at a point of a body, `3 / tr(J M⁻¹ Jᵀ)`.
fn felt_mass(m: &Model, d: &Data, body: usize, point: Vec3) -> f64 {
    let mut jac = vec![0.0; 3 * m.nv];
    jacobian::jac(m, d, Some(&mut jac), None, point, body);
    let mut inverse = jac.clone();
    position::solve_m(m, d, &mut inverse);
    let trace: f64 = jac.iter().zip(&inverse).map(|(a, b)| a * b).sum();
    if trace == 0.0 { 1.0 } else { 3.0 / trace.max(MINVAL) }
}

impl Perturb {
    /// The body that is held.
    pub fn body(&self) -> usize {
        self.body
    }

    /// Sets the spring's force on the body for the next step.
    pub fn apply_force(&self, m: &Model, d: &mut Data) {
        let b = self.body;
        let Ok(velocity) = support::object_velocity(m, d, ObjType::Body, b, false) else { return };
        let (spin, linear) = (velocity.rotational(), velocity.linear());
        let weight = m.body_invweight0[b][1];
        let inertia = if weight == 0.0 { 1.0 } else { 1.0 / weight.max(MINVAL) };
        let stiffness_rot = f64::from(m.vis.map.stiffnessrot);
        let (force, torque) = match self.hand {
            Hand::Move { point, target } => {
                let stiffness = f64::from(m.vis.map.stiffness);
                let at = d.xpos[b] + d.xquat[b].rotate(point);
                let (away, arm) = (at - target, at - d.xipos[b]);
                let speed = spin.cross(arm) + linear;
                let force = away * (-stiffness * self.mass) + speed * (-stiffness.sqrt() * self.mass);
                // spinning about the line of the spring dies out
                let axis = away.normalized().0;
                let damping = -stiffness_rot.sqrt() * inertia * axis.dot(spin);
                (force, arm.cross(force) + axis * damping)
            }
            Hand::Turn { target } => {
                let difference = target * (d.xquat[b] * m.body_iquat[b]).conjugate();
                let spring = difference.to_velocity(1.0 / (stiffness_rot * inertia));
                (Vec3::default(), spring + spin * (-stiffness_rot.sqrt() * inertia))
            }
        };
        d.xfrc_applied[b].0 = [force.0[0], force.0[1], force.0[2], torque.0[0], torque.0[1], torque.0[2]];
    }

    /// Moves a mocap body, or while paused a floating one with all that hangs on it; `true` if something moved.
    pub fn apply_pose(&self, m: &Model, d: &mut Data, paused: bool) -> bool {
        let b = self.body;
        let frame = match self.hand {
            Hand::Move { target, .. } => (self.start.0 + (target - self.start_point), self.start.1),
            Hand::Turn { target } => (self.start.0, target),
        };
        let goal = compose(frame, invert((m.body_ipos[b], m.body_iquat[b])));
        if let Some(i) = m.body_mocapid[b].opt() {
            d.mocap_pos[i] = goal.0;
            d.mocap_quat[i] = goal.1;
            return true;
        }
        let root = m.body_rootid[b].ix();
        let free = m.body_jntnum[root] == 1 && JointType::of(m.jnt_type[m.body_jntadr[root].ix()]) == JointType::Free;
        if !paused || !free {
            return false;
        }
        // the root goes along so that the body gets there
        let at = m.jnt_qposadr[m.body_jntadr[root].ix()].ix();
        let seen_from_body = compose(invert((d.xpos[b], d.xquat[b])), (d.xpos[root], d.xquat[root]));
        let (pos, quat) = compose(goal, seen_from_body);
        d.qpos[at..at + 3].copy_from_slice(&pos.0);
        d.qpos[at + 3..at + 7].copy_from_slice(&quat.normalized().0.0);
        true
    }

    /// What a page draws: body, 1 move 2 turn, the point that is held, where it is drawn to.
    pub fn shown(&self, d: &Data) -> [f64; 8] {
        let (kind, from, to) = match self.hand {
            Hand::Move { point, target } => (1.0, d.xpos[self.body] + d.xquat[self.body].rotate(point), target),
            Hand::Turn { .. } => (2.0, d.xipos[self.body], d.xipos[self.body]),
        };
        [self.body as f64, kind, from.0[0], from.0[1], from.0[2], to.0[0], to.0[1], to.0[2]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Load;

    fn ball() -> (Model, Data) {
        let m = Model::from_xml_str(
            "<mujoco><option gravity='0 0 0'/><worldbody><body name='a'><freejoint/><geom size='0.1' mass='2'/>
             </body><body mocap='true' pos='0 0 5'><geom size='0.1'/></body></worldbody></mujoco>",
        )
        .expect("a model");
        let mut d = m.make_data();
        d.forward(&m).expect("a state");
        (m, d)
    }

    #[test]
    fn a_spring_brings_the_body_to_its_end_and_holds_it_there() {
        let (m, mut d) = ball();
        let mut held = None;
        drag(&mut held, &m, &d, 1, Vec3::default(), Vec3([1.0, 0.0, 0.0]));
        let held = held.expect("held");
        for _ in 0..2000 {
            held.apply_force(&m, &mut d);
            d.step(&m).expect("a step");
        }
        assert!((d.qpos[0] - 1.0).abs() < 1e-3 && d.qvel[0].abs() < 1e-3, "{:?}", d.qpos);
    }

    #[test]
    fn the_mass_felt_at_the_centre_is_that_of_the_body() {
        let (m, d) = ball();
        assert!((felt_mass(&m, &d, 1, Vec3::default()) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_torque_spring_turns_the_body_as_far_as_the_hand_did() {
        let (m, mut d) = ball();
        let (mut held, half) = (None, Quat::from_axis_angle(Vec3([0.0, 0.0, 1.0]), 0.5));
        turn(&mut held, &m, &d, 1, half);
        for _ in 0..2000 {
            held.as_ref().expect("held").apply_force(&m, &mut d);
            d.step(&m).expect("a step");
        }
        assert!((d.qpos[6] - 0.25f64.sin()).abs() < 1e-3, "{:?}", d.qpos);
    }

    #[test]
    fn paused_bodies_follow_the_hand_and_running_ones_only_if_they_are_mocap() {
        let (m, mut d) = ball();
        let goal = Vec3([0.0, 2.0, 0.0]);
        for (body, paused, moves) in [(1, true, true), (1, false, false), (2, false, true)] {
            let mut held = None;
            drag(&mut held, &m, &d, body, Vec3::default(), goal);
            assert_eq!(held.expect("held").apply_pose(&m, &mut d, paused), moves, "body {body}");
        }
        assert_eq!((d.qpos[1], d.mocap_pos[0]), (2.0, goal));
    }
}
