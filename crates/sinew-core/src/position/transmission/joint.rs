//! Transmission by a joint.

use super::{push, start_row};
use crate::math::{Quat, Vec3};
use crate::model::JointType;
use crate::{Data, Id, Model};

/// Actuator on a joint: a scalar gear for slide and hinge, a torque axis for ball, a force and torque for free.
///
/// The gear of ball and free joints is in the frame of the child, or in that of the parent if `in_parent`. A ball
/// joint's length is its rotation vector along the gear; a free joint has no length.
pub(super) fn drive(m: &Model, d: &mut Data, joint: usize, out: usize, in_parent: bool) {
    let gear = m.actuator_gear[out];
    let (qpos, dof) = (m.jnt_qposadr[joint].ix(), m.jnt_dofadr[joint].ix());
    let turned = |quat: Quat, axis: Vec3| if in_parent { quat.conjugate().rotate(axis) } else { axis };
    start_row(d, out);
    match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => {
            d.actuator_length[out] = d.qpos[qpos] * gear[0];
            push(d, out, dof, gear[0]);
        }
        JointType::Ball => {
            let quat = Quat::from_slice(&d.qpos[qpos..]).normalized().0;
            let axis = turned(quat, Vec3::from_slice(&gear));
            d.actuator_length[out] = quat.to_velocity(1.0).dot(axis);
            for k in 0..3 {
                push(d, out, dof + k, axis[k]);
            }
        }
        JointType::Free => {
            let quat = Quat::from_slice(&d.qpos[qpos + 3..]).normalized().0;
            let axis = turned(quat, Vec3::from_slice(&gear[3..]));
            d.actuator_length[out] = 0.0;
            for k in 0..3 {
                push(d, out, dof + k, gear[k]);
            }
            for k in 0..3 {
                push(d, out, dof + 3 + k, axis[k]);
            }
        }
    }
}

/// Orientation of a ball joint: three lengths, the rotation vector, each driving one dof.
pub(super) fn orientation(m: &Model, d: &mut Data, joint: usize, out: usize) {
    let (qpos, dof) = (m.jnt_qposadr[joint].ix(), m.jnt_dofadr[joint].ix());
    let rotation = Quat::from_slice(&d.qpos[qpos..]).normalized().0.to_velocity(1.0);
    for k in 0..3 {
        d.actuator_length[out + k] = rotation[k];
        start_row(d, out + k);
        push(d, out + k, dof + k, 1.0);
    }
}
