//! Springs of joints and tendons.

use super::{Awake, add_along_tendon, tendon_asleep};
use crate::math::poly::{Parity, is_none, poly_force};
use crate::math::{Number, Quat, Vec3};
use crate::model::JointType;
use crate::{Data, Id, Model};

/// Position at which the spring of a joint rests: the model's, or the state's if the spring can yield. It holds as many
/// numbers as the joint has positions.
pub fn joint_spring_reference<'a>(m: &'a Model, plastic: &'a [f64], joint: usize) -> &'a [f64] {
    match m.jnt_plasticadr[joint].opt() {
        Some(adr) => &plastic[adr..],
        None => &m.qpos_spring[m.jnt_qposadr[joint].ix()..],
    }
}

/// Lengths between which the spring of a tendon is slack: the model's, or the state's if the spring can yield.
pub fn tendon_spring_range(m: &Model, plastic: &[f64], tendon: usize) -> [f64; 2] {
    match m.tendon_plasticadr[tendon].opt() {
        Some(adr) => [plastic[adr], plastic[adr + 1]],
        None => m.tendon_lengthspring[tendon],
    }
}

/// Adds the forces of springs, `-x p(x)`, to `qfrc_spring`.
///
/// `x` is the displacement from the spring's reference: a difference of positions, the vector from one to the other
/// for a free joint, the rotation vector for ball and free, the length outside the slack range for a tendon.
pub(super) fn springs(m: &Model, d: &mut Data, awake: Awake) {
    if awake.filter {
        for k in 0..awake.bodies {
            for j in m.body_joints(awake.body(d, k)) {
                joint_spring(m, d, j);
            }
        }
    } else {
        let n = m.njnt;
        let (stiffness, poly) = (&m.jnt_stiffness[..n], &m.jnt_stiffnesspoly[..n]);
        for j in 0..n {
            if !is_none(stiffness[j], poly[j]) {
                joint_spring(m, d, j);
            }
        }
    }
    let n = m.ntendon;
    let (stiffness, poly) = (&m.tendon_stiffness[..n], &m.tendon_stiffnesspoly[..n]);
    for t in 0..n {
        // most have none
        if is_none(stiffness[t], poly[t]) {
            continue;
        }
        let force = tendon_spring_force(m, d, t);
        if force != 0.0 && !tendon_asleep(m, d, awake, t) {
            add_along_tendon(m, &d.ten_J, t, force, &mut d.qfrc_spring);
        }
    }
}

/// Force of the spring of a tendon along it; zero within the slack range.
pub(crate) fn tendon_spring_force(m: &Model, d: &Data, tendon: usize) -> f64 {
    let (k, poly) = (m.tendon_stiffness[tendon], m.tendon_stiffnesspoly[tendon]);
    if is_none(k, poly) {
        return 0.0;
    }
    let [low, high] = tendon_spring_range(m, &d.plastic, tendon);
    let length = d.ten_length[tendon];
    let x = (length - high).max(0.0) + (length - low).min(0.0);
    -x * poly_force(k, poly, x, Parity::Plain)
}

/// True if a joint has a spring.
#[inline]
pub(super) fn is_stiff(m: &Model, joint: usize) -> bool {
    !is_none(m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint])
}

/// True if a joint has one dof, and its spring does not yield.
#[inline]
pub(super) fn is_scalar(m: &Model, joint: usize) -> bool {
    m.jnt_type[joint] >= JointType::Slide as i32 && m.jnt_plasticadr[joint] < 0
}

/// Force of the spring of such a joint at a position.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn scalar_spring<N: Number>(m: &Model, joint: usize, qpos: N) -> N {
    let x = qpos - N::of(m.qpos_spring[m.jnt_qposadr[joint].ix()]);
    -x * poly_force(m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint], x, Parity::Plain)
}

/// Adds the force of one joint's spring. A joint of one dof that cannot yield, as most are, is looked at first.
#[inline]
fn joint_spring(m: &Model, d: &mut Data, joint: usize) {
    if is_scalar(m, joint) {
        d.qfrc_spring[m.jnt_dofadr[joint].ix()] += scalar_spring(m, joint, d.qpos[m.jnt_qposadr[joint].ix()]);
    } else if is_stiff(m, joint) {
        any_spring(m, d, joint);
    }
}

/// Adds the force of the spring of any joint.
fn any_spring(m: &Model, d: &mut Data, joint: usize) {
    let (qpos, dof) = (m.jnt_qposadr[joint].ix(), m.jnt_dofadr[joint].ix());
    let p = |x: f64| poly_force(m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint], x, Parity::Plain);
    let reference = joint_spring_reference(m, &d.plastic, joint);
    let rotation = |at: usize| {
        let quat = Quat::from_slice(&d.qpos[qpos + at..]).normalized().0;
        let x = quat.minus(Quat::from_slice(&reference[at..]));
        x * -p(x.norm())
    };
    match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => {
            let x = d.qpos[qpos] - reference[0];
            d.qfrc_spring[dof] += -x * p(x);
        }
        JointType::Ball => {
            let torque = rotation(0);
            add(&mut d.qfrc_spring[dof..], torque);
        }
        JointType::Free => {
            let x = Vec3::from_slice(&d.qpos[qpos..]) - Vec3::from_slice(reference);
            let (force, torque) = (x * -p(x.norm()), rotation(3));
            add(&mut d.qfrc_spring[dof..], force);
            add(&mut d.qfrc_spring[dof + 3..], torque);
        }
    }
}

fn add(to: &mut [f64], v: Vec3) {
    for (to, v) in to.iter_mut().zip(v.0) {
        *to += v;
    }
}
