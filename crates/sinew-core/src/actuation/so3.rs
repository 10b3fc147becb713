//! Servo for an orientation: the torque along the shortest turn to a target.

use crate::activation::next_activation;
use crate::math::{MINVAL, Quat, Vec3};
use crate::model::{CtrlChart, DynType};
use crate::{Data, Id, Model};

/// Rotation by a rotation vector.
fn exp(v: Vec3) -> Quat {
    let (axis, angle) = v.normalized();
    if angle < MINVAL { Quat::IDENTITY } else { Quat::from_axis_angle(axis, angle) }
}

/// Forces of an orientation servo, `kp · log(q⁻¹ q*) + c - kv · ω`, in the frame of what it turns. The target is a
/// quaternion, which need not have unit length, or a rotation vector from the controls or the activation.
pub(super) fn forces(m: &Model, d: &Data, i: usize, ctrl: &[f64]) -> Vec3 {
    let out = m.actuator_outadr[i].ix();
    let target = if m.actuator_ctrlspec[i] == CtrlChart::Quat as i32 {
        Quat::from_slice(ctrl).normalized().0
    } else if DynType::of(m.actuator_dyntype[i]) == DynType::None {
        exp(Vec3::from_slice(ctrl))
    } else {
        let adr = m.actuator_actadr[i].ix();
        let early = m.actuator_actearly[i];
        exp(Vec3(std::array::from_fn(|k| {
            if early { next_activation(m, d, i, adr + k, d.act_dot[adr + k]) } else { d.act[adr + k] }
        })))
    };
    let error = target.minus(exp(Vec3::from_slice(&d.actuator_length[out..])));
    let (kp, [constant, _, damping, ..]) = (m.actuator_gainprm[i][0], m.actuator_biasprm[i]);
    Vec3(std::array::from_fn(|k| kp * error[k] + constant + damping * d.actuator_velocity[out + k]))
}
