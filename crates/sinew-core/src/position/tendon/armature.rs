//! Inertia of tendons, and the force that comes with it.

use super::spatial::{Piece, pieces};
use crate::dof_chain::point_velocity;
use crate::math::{MINVAL, Vec3};
use crate::model::{JointType, TendonType};
use crate::reflected::{Target, actuator_armature};
use crate::sleep::{dof_asleep, tendon_asleep};
use crate::{Data, Id, Model};

/// Adds the inertia of tendons to `M`: `M += Σ a Jᵀ J`, of which the sparse `M` keeps the lower triangle.
///
/// Reads `ten_J`. Writes `M`. O(Σ nnz²) over tendons with armature, allocates nothing.
/// MuJoCo manual, XML reference, *tendon/armature*.
#[doc(alias = "mj_tendonArmature")]
pub fn tendon_armature(m: &Model, d: &mut Data) {
    for t in 0..m.ntendon {
        let armature = m.tendon_armature[t] + actuator_armature(m, Target::Tendon(t));
        if armature == 0.0 || tendon_asleep(m, d, t) {
            continue;
        }
        let adr = m.ten_J_rowadr[t].ix();
        let entries = adr..adr + m.ten_J_rownnz[t].ix();
        for k in entries.clone() {
            // both rows ascend: walk them together
            let dof = m.ten_J_colind[k].ix();
            if dof_asleep(m, d, dof) {
                continue;
            }
            let (mut at, end) = (m.M_rowadr[dof].ix(), m.M_rowadr[dof].ix() + m.M_rownnz[dof].ix());
            let scale = armature * d.ten_J[k];
            for other in entries.clone() {
                let column = m.ten_J_colind[other];
                while at < end && m.M_colind[at] < column {
                    at += 1;
                }
                if at < end && m.M_colind[at] == column {
                    d.M[at] += scale * d.ten_J[other];
                }
            }
        }
    }
}

/// Adds the velocity-dependent force of tendon inertia: `qfrc += Σ Jᵀ a (J̇ q̇)`.
///
/// Reads `ten_J`, `qvel` and what [`tendon_dot`] does. Allocates nothing.
#[doc(alias = "mj_tendonBias")]
pub fn tendon_bias(m: &Model, d: &Data, qfrc: &mut [f64]) {
    for t in 0..m.ntendon {
        let armature = m.tendon_armature[t] + actuator_armature(m, Target::Tendon(t));
        if armature == 0.0 || tendon_asleep(m, d, t) {
            continue;
        }
        let scale = armature * tendon_dot(m, d, t, &d.qvel);
        let adr = m.ten_J_rowadr[t].ix();
        for k in adr..adr + m.ten_J_rownnz[t].ix() {
            let dof = m.ten_J_colind[k].ix();
            if !dof_asleep(m, d, dof) {
                qfrc[dof] += scale * d.ten_J[k];
            }
        }
    }
}

/// Time derivative of a tendon's Jacobian, times a vector: `J̇ v`.
///
/// A segment in direction `u` of length `s` between points `p₁`, `p₂` adds `uᵀ (J̇₂ - J̇₁) v + u̇ᵀ (J₂ - J₁) v`, with
/// `u̇ = (I - u uᵀ)(ṗ₂ - ṗ₁)/s`. Zero for a fixed tendon. Obstacles count as if the path ran straight from site to
/// site; a model whose tendons have both armature and obstacles does not compile.
///
/// Reads `site_xpos`, `subtree_com`, `cdof`, `cvel`, `cdof_dot`. O(segments · depth), allocates nothing.
#[doc(alias = "mj_tendonDot")]
pub fn tendon_dot(m: &Model, d: &Data, tendon: usize, v: &[f64]) -> f64 {
    if TendonType::of(m.tendon_type[tendon]) == TendonType::Fixed {
        return 0.0;
    }
    let mut out = 0.0;
    for piece in pieces(m, tendon) {
        let Piece::Leg { sites, divisor, .. } = piece else { continue };
        let bodies = sites.map(|s| m.site_bodyid[s].ix());
        if bodies[0] == bodies[1] {
            continue;
        }
        let points = sites.map(|s| d.site_xpos[s]);
        let (u, length) = (points[1] - points[0]).normalized();
        let velocity = [0, 1].map(|i| point_velocity(m, d, bodies[i], points[i]));
        let gap = velocity[1] - velocity[0];
        let turn = if length > MINVAL { (gap - u * u.dot(gap)) * (1.0 / length) } else { Vec3::ZERO };
        for (i, sign) in [(0, -1.0), (1, 1.0)] {
            let (j, jdot) = jacobians_times(m, d, bodies[i], points[i], velocity[i], v);
            out += sign * (u.dot(jdot) + turn.dot(j)) / divisor;
        }
    }
    out
}

/// `J v` and `J̇ v` of a point that moves with a body at the given velocity.
fn jacobians_times(m: &Model, d: &Data, body: usize, point: Vec3, velocity: Vec3, v: &[f64]) -> (Vec3, Vec3) {
    let offset = point - d.subtree_com[m.body_rootid[body].ix()];
    let (mut j, mut jdot) = (Vec3::ZERO, Vec3::ZERO);
    let mut at = m.last_dof(body);
    while let Some(dof) = at.opt() {
        let (axis, joint) = (d.cdof[dof], m.dof_jntid[dof].ix());

        // axes of a quaternion turn with the body itself, not with its parent
        let turns = match JointType::of(m.jnt_type[joint]) {
            JointType::Ball => true,
            JointType::Free => dof as i32 >= m.jnt_dofadr[joint] + 3,
            JointType::Slide | JointType::Hinge => false,
        };
        let rate = if turns { d.cvel[m.dof_bodyid[dof].ix()].cross_motion(axis) } else { d.cdof_dot[dof] };

        j += (axis.linear() + axis.rotational().cross(offset)) * v[dof];
        let moved = axis.rotational().cross(velocity);
        jdot += (rate.linear() + rate.rotational().cross(offset) + moved) * v[dof];
        at = m.dof_parentid[dof];
    }
    (j, jdot)
}
