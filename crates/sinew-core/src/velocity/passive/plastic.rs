//! Springs that yield.

use super::spring::{joint_spring_reference, tendon_spring_range};
use crate::math::Quat;
use crate::model::{Disable, JointType};
use crate::{Data, Id, Model};

/// Moves the references of springs that were stretched beyond their yield so far that the stretch is the yield again:
/// ideal plasticity. Called after the state has moved on by a timestep.
///
/// A tendon's new length is the one before plus the timestep times its rate with the velocity `moved` that the position
/// took, or `qvel`. The slack range of a tendon moves as a
/// whole, except that a range from zero keeps its lower end.
///
/// Reads `qpos`, `qvel`, `ten_length`, `ten_J`. Writes `plastic`. Free without yielding springs, or with springs
/// switched off.
/// MuJoCo manual, XML reference, *springyield*.
pub fn update_plastic(m: &Model, d: &mut Data, moved: Option<&[f64]>) {
    if m.nplastic == 0 || m.opt.disabled(Disable::Spring) {
        return;
    }
    for j in 0..m.njnt {
        let Some(adr) = m.jnt_plasticadr[j].opt() else { continue };
        let (qpos, limit) = (m.jnt_qposadr[j].ix(), m.jnt_springyield[j]);
        match JointType::of(m.jnt_type[j]) {
            JointType::Slide | JointType::Hinge => {
                let x = d.qpos[qpos] - d.plastic[adr];
                if x.abs() > limit {
                    d.plastic[adr] = d.qpos[qpos] - limit.copysign(x);
                }
            }
            JointType::Ball => {
                let quat = Quat::from_slice(&d.qpos[qpos..]).normalized().0;
                let reference = Quat::from_slice(joint_spring_reference(m, &d.plastic, j));
                let (axis, angle) = quat.minus(reference).normalized();
                if angle > limit {
                    let moved = reference * Quat::from_axis_angle(axis, angle - limit);
                    d.plastic[adr..adr + 4].copy_from_slice(&moved.normalized().0.0);
                }
            }
            JointType::Free => {}
        }
    }
    for t in 0..m.ntendon {
        let Some(adr) = m.tendon_plasticadr[t].opt() else { continue };
        let [low, high] = tendon_spring_range(m, &d.plastic, t);
        let row = m.ten_J_rowadr[t].ix();
        let rate: f64 = {
            let velocity = moved.unwrap_or(&d.qvel);
            (row..row + m.ten_J_rownnz[t].ix()).map(|k| d.ten_J[k] * velocity[m.ten_J_colind[k].ix()]).sum()
        };
        let (length, limit) = (d.ten_length[t] + m.opt.timestep * rate, m.tendon_springyield[t]);
        let shift = (length - high - limit).max(0.0) + (length - low + limit).min(0.0);
        let pinned = low == 0.0 && high > 0.0;
        if !pinned {
            d.plastic[adr] += shift;
        }
        if !pinned || shift > 0.0 {
            d.plastic[adr + 1] += shift;
        }
    }
}
