//! Limits of joints and tendons.

use super::friction::tendon_row;
use super::rows::{self, Row};
use crate::math::Quat;
use crate::model::{ConstraintType, Disable, JointType};
use crate::sleep::{self, Awake};
use crate::{Data, Id, Model, taken};

/// A row for every limit that is violated or within its margin.
pub(super) fn instantiate(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Limit) {
        return;
    }
    let awake = Awake::of(m, d);
    let list = taken::take(&mut d.body_awake_ind);
    for joints in awake.joints(m, &list) {
        for joint in joints.filter(|&joint| m.jnt_limited[joint]) {
            match JointType::of(m.jnt_type[joint]) {
                JointType::Slide | JointType::Hinge => scalar(m, d, joint),
                JointType::Ball => ball(m, d, joint),
                JointType::Free => {}
            }
        }
    }
    d.body_awake_ind = taken::back(list);
    for tendon in 0..m.ntendon {
        if !m.tendon_limited[tendon] || sleep::tendon_asleep(m, d, tendon) {
            continue;
        }
        let margin = m.tendon_margin[tendon];
        for (side, bound) in [(-1.0, m.tendon_range[tendon][0]), (1.0, m.tendon_range[tendon][1])] {
            let pos = side * (bound - d.ten_length[tendon]);
            if pos < margin {
                let row = Row { kind: ConstraintType::LimitTendon, id: tendon, pos, margin, frictionloss: 0.0 };
                tendon_row(m, d, row, -side);
            }
        }
    }
}

/// Lower and upper limit of a hinge or slide.
fn scalar(m: &Model, d: &mut Data, joint: usize) {
    let value = d.qpos[m.jnt_qposadr[joint].ix()];
    let margin = m.jnt_margin[joint];
    for (side, bound) in [(-1.0, m.jnt_range[joint][0]), (1.0, m.jnt_range[joint][1])] {
        let pos = side * (bound - value);
        if pos < margin {
            push(d, joint, pos, margin, &[m.jnt_dofadr[joint]], &[-side]);
        }
    }
}

/// Largest rotation angle of a ball joint, whatever its axis.
fn ball(m: &Model, d: &mut Data, joint: usize) {
    let adr = m.jnt_qposadr[joint].ix();
    let quat = Quat::from_slice(&d.qpos[adr..adr + 4]).normalized().0;
    let (axis, angle) = quat.to_velocity(1.0).normalized();
    let margin = m.jnt_margin[joint];
    let pos = m.jnt_range[joint][0].max(m.jnt_range[joint][1]) - angle;
    if pos < margin {
        let dof = m.jnt_dofadr[joint];
        push(d, joint, pos, margin, &[dof, dof + 1, dof + 2], &(-axis).0);
    }
}

fn push(d: &mut Data, id: usize, pos: f64, margin: f64, columns: &[i32], values: &[f64]) {
    rows::push(d, Row { kind: ConstraintType::LimitJoint, id, pos, margin, frictionloss: 0.0 }, columns, values);
}
