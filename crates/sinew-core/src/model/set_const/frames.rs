//! Frames that coincide, so that kinematics can copy instead of compose.

use crate::math::{Quat, Vec3};
use crate::model::{Model, SameFrame};
use crate::table::Id;

/// Difference below which frames are the same.
const EPS: f64 = 1e-6;

/// True if two positions are the same.
fn same_pos(a: Vec3, b: Vec3) -> bool {
    (0..3).all(|i| (a[i] - b[i]).abs() < EPS)
}

/// True if two quaternions are the same rotation.
fn same_quat(a: Quat, b: Quat) -> bool {
    (0..4).all(|i| (a[i] - b[i]).abs() < EPS) || (0..4).all(|i| (a[i] + b[i]).abs() < EPS)
}

/// True if two frames are the same.
pub fn is_same_pose(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> bool {
    same_pos(pos1, pos2) && same_quat(quat1, quat2)
}

/// True if a frame is that of its parent.
pub fn is_null_pose(pos: Vec3, quat: Quat) -> bool {
    is_same_pose(pos, quat, Vec3::ZERO, Quat::IDENTITY)
}

/// How a frame in a body lies relative to the body's and its inertial frame.
fn relation(pos: Vec3, quat: Quat, ipos: Vec3, iquat: Quat) -> SameFrame {
    if is_null_pose(pos, quat) {
        SameFrame::Body
    } else if same_quat(quat, Quat::IDENTITY) {
        SameFrame::Bodyrot
    } else if is_same_pose(pos, quat, ipos, iquat) {
        SameFrame::Inertia
    } else if same_quat(quat, iquat) {
        SameFrame::Inertiarot
    } else {
        SameFrame::None
    }
}

/// Sets `body_sameframe`, `geom_sameframe`, `site_sameframe`.
pub(super) fn set_sameframe(m: &mut Model) {
    for b in 0..m.nbody {
        let (ipos, iquat) = (m.body_ipos[b], m.body_iquat[b]);
        m.body_sameframe[b] = if is_null_pose(ipos, iquat) {
            SameFrame::Body
        } else if same_quat(iquat, Quat::IDENTITY) {
            SameFrame::Bodyrot
        } else {
            SameFrame::None
        } as u8;
    }
    for g in 0..m.ngeom {
        let b = m.geom_bodyid[g].ix();
        m.geom_sameframe[g] = relation(m.geom_pos[g], m.geom_quat[g], m.body_ipos[b], m.body_iquat[b]) as u8;
    }
    for s in 0..m.nsite {
        let b = m.site_bodyid[s].ix();
        m.site_sameframe[s] = relation(m.site_pos[s], m.site_quat[s], m.body_ipos[b], m.body_iquat[b]) as u8;
    }
}
