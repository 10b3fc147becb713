//! Constants at `qpos0`: lengths, inertia and inverse weights, equality data, offsets of cameras and lights.
//!
//! An inverse weight is a diagonal entry of `J M⁻¹ Jᵀ`. With `M = Lᵀ D L` it equals `Σ x_i² / D_i` for `x = L⁻ᵀ jᵀ`, and
//! `x` has non-zeros only among the ancestors of the dofs in `j`, so each costs no more than the depth of the tree squared.

use super::super::sparsity::joint_dofs;
use crate::Data;
use crate::math::{MINVAL, Vec3};
use crate::model::{EqType, JointType, Model, ObjType};
use crate::position::solve_m;
use crate::reflected::{Target, actuator_armature};
use crate::scratch::{Frame, Need};
use crate::table::Id;

/// Memory of the inverse weights.
pub(super) fn need(m: &Model) -> Need {
    Need::reals(6 * m.nv).and(Need::ints(m.nv))
}

/// A dof and its ancestors, from the root outward, in the front of `out`.
fn chain_of<'a>(m: &Model, last: i32, out: &'a mut [i32]) -> &'a [i32] {
    let (mut dof, mut n) = (last, 0);
    while dof >= 0 {
        out[n] = dof;
        n += 1;
        dof = m.dof_parentid[dof.ix()];
    }
    out[..n].reverse();
    &out[..n]
}

/// `x ← L⁻ᵀ x`, in place; zeros are skipped.
fn whiten(m: &Model, d: &Data, x: &mut [f64]) {
    for i in (0..m.nv).rev() {
        let xi = x[i];
        if xi == 0.0 {
            continue;
        }
        let start = m.M_rowadr[i].ix();
        let ancestors = start..start + m.M_rownnz[i].ix() - 1;
        for k in ancestors {
            x[m.M_colind[k].ix()] -= d.qLD[k] * xi;
        }
    }
}

/// `j M⁻¹ jᵀ` of a row `j`, which is overwritten.
fn inverse_weight(m: &Model, d: &Data, row: &mut [f64]) -> f64 {
    whiten(m, d, row);
    row.iter().zip(&d.qLDiagInv[..]).map(|(x, inv)| x * x * inv).sum()
}

/// The moment of one force output as a dense row.
fn dense_moment(d: &Data, out: usize, row: &mut [f64]) {
    row.fill(0.0);
    let start = d.moment_rowadr[out].ix();
    for k in start..start + d.moment_rownnz[out].ix() {
        row[d.moment_colind[k].ix()] = d.actuator_moment[k];
    }
}

/// Inverse weight of each force output of an actuator.
pub(super) fn output_weights(m: &Model, d: &Data, actuator: usize) -> Vec<f64> {
    let mut row = vec![0.0; m.nv];
    let start = m.actuator_outadr[actuator].ix();
    (start..start + m.actuator_outnum[actuator].ix())
        .map(|out| {
            dense_moment(d, out, &mut row);
            inverse_weight(m, d, &mut row)
        })
        .collect()
}

/// Sets `tendon_length0`, `actuator_length0`.
pub(super) fn set_lengths(m: &mut Model, d: &Data) {
    m.tendon_length0.copy_from_slice(&d.ten_length);
    m.actuator_length0.copy_from_slice(&d.actuator_length);
}

/// Sets `dof_M0`, the diagonal of the inertia without the armature of tendons.
pub(super) fn set_inertia(m: &mut Model, d: &mut Data) {
    // inertias of subtrees
    d.crb.copy_from_slice(&d.cinert);
    for b in (1..m.nbody).rev() {
        let parent = m.body_parentid[b].ix();
        if parent > 0 {
            let own = d.crb[b];
            d.crb[parent] += own;
        }
    }
    for i in 0..m.nv {
        let momentum = d.crb[m.dof_bodyid[i].ix()] * d.cdof[i];
        let armature = m.dof_armature[i] + actuator_armature(m, Target::Joint(m.dof_jntid[i].ix()));
        m.dof_M0[i] = armature + d.cdof[i].dot(momentum);
    }
}

/// Sets `body_invweight0`: mean translational and rotational inverse weight of each body's frame of inertia.
pub(super) fn set_body_invweight(m: &mut Model, d: &Data, mut s: Frame<'_>) {
    let mut jac: [&mut [f64]; 6] = std::array::from_fn(|_| s.reals(m.nv));
    let places = s.ints(m.nv);
    for b in 0..m.nbody {
        let chain = chain_of(m, m.last_dof(b), places);
        m.body_invweight0[b] = if chain.is_empty() {
            [0.0; 2]
        } else if m.body_simple[b] == 2 {
            [1.0 / m.body_mass[b].max(MINVAL), 0.0]
        } else {
            let offset = d.xipos[b] - d.subtree_com[m.body_rootid[b].ix()];
            for (k, &dof) in chain.iter().enumerate() {
                let axis = d.cdof[dof.ix()];
                let linear = axis.linear() + axis.rotational().cross(offset);
                for r in 0..3 {
                    jac[r][k] = linear[r];
                    jac[3 + r][k] = axis.rotational()[r];
                }
            }
            let weight = jac.each_mut().map(|row| chain_weight(m, d, chain, row));
            let mean = |w: &[f64]| (w[0] + w[1] + w[2]) / 3.0;
            [mean(&weight[..3]), mean(&weight[3..])]
        };
    }
}

/// `j M⁻¹ jᵀ` of a row whose non-zeros are those of a chain of dofs.
fn chain_weight(m: &Model, d: &Data, chain: &[i32], row: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for k in (0..chain.len()).rev() {
        let i = chain[k].ix();
        let xi = row[k];
        sum += xi * xi * d.qLDiagInv[i];
        // the ancestors in the row of the factor are the first of the chain, or none at a simple dof
        let start = m.M_rowadr[i].ix();
        for (x, l) in row.iter_mut().zip(&d.qLD[start..start + m.M_rownnz[i].ix() - 1]) {
            *x -= l * xi;
        }
    }
    sum
}

/// Sets `dof_invweight0`: diagonal of `M⁻¹`, averaged over the translations and over the rotations of a joint.
pub(super) fn set_dof_invweight(m: &mut Model, d: &Data, mut s: Frame<'_>) {
    let (row, weights) = (s.reals(m.nv), s.reals(m.nv));
    let places = s.ints(m.nv);
    for j in 0..m.njnt {
        let (start, body) = (m.jnt_dofadr[j].ix(), m.jnt_bodyid[j].ix());
        if m.body_simple[body] == 2 {
            weights[start] = 1.0 / m.body_mass[body].max(MINVAL);
            continue;
        }
        let mut diagonal = |i: usize| {
            let chain = chain_of(m, i as i32, places);
            row[..chain.len()].fill(0.0);
            row[chain.len() - 1] = 1.0;
            chain_weight(m, d, chain, row)
        };
        let group = if JointType::of(m.jnt_type[j]) == JointType::Free { 3 } else { joint_dofs(m.jnt_type[j]) };
        for first in (start..start + joint_dofs(m.jnt_type[j])).step_by(group) {
            let mean = (first..first + group).map(&mut diagonal).sum::<f64>() / group as f64;
            weights[first..first + group].fill(mean);
        }
    }
    m.dof_invweight0.copy_from_slice(weights);
}

/// Sets `tendon_invweight0`.
pub(super) fn set_tendon_invweight(m: &mut Model, d: &Data, mut s: Frame<'_>) {
    let row = s.reals(m.nv);
    for t in 0..m.ntendon {
        row.fill(0.0);
        let start = m.ten_J_rowadr[t].ix();
        for k in start..start + m.ten_J_rownnz[t].ix() {
            row[m.ten_J_colind[k].ix()] = d.ten_J[k];
        }
        m.tendon_invweight0[t] = inverse_weight(m, d, row);
    }
}

/// Sets `actuator_acc0`: norm of the joint acceleration that a unit force gives.
pub(super) fn set_actuator_acc(m: &mut Model, d: &Data, mut s: Frame<'_>) {
    let row = s.reals(m.nv);
    for out in 0..m.nout {
        dense_moment(d, out, row);
        solve_m(m, d, row);
        m.actuator_acc0[out] = row.iter().map(|x| x * x).sum::<f64>().sqrt();
    }
}

/// Fills in what connect and weld constraints between bodies leave to the pose: the anchor on the other body, and the
/// relative pose of a weld that was given none.
pub(super) fn set_equality(m: &mut Model, d: &Data) {
    for e in 0..m.neq {
        let (kind, object) = (EqType::of(m.eq_type[e]), ObjType::of(m.eq_objtype[e]));
        let data = &mut m.eq_data[e];
        if kind == EqType::Connect && object == ObjType::Site {
            data.fill(0.0);
        }
        if object != ObjType::Body {
            continue;
        }
        let (b1, b2) = (m.eq_obj1id[e].ix(), m.eq_obj2id[e].ix());
        let anchor = Vec3::from_slice(data);
        let carry = |from: usize, to: usize| {
            let global = d.xmat[from].mul_vec(anchor) + d.xpos[from];
            d.xmat[to].mul_t_vec(global - d.xpos[to])
        };
        match kind {
            EqType::Connect => data[3..6].copy_from_slice(&carry(b1, b2).0),
            EqType::Weld if data[11] != 0.0 => {
                data[3..6].copy_from_slice(&carry(b2, b1).0);
                let turn = d.xquat[b1].conjugate() * d.xquat[b2];
                data[6..10].copy_from_slice(&turn.0);
            }
            EqType::Weld => {
                let quat = crate::math::Quat::from_slice(&data[6..10]).normalized().0;
                data[6..10].copy_from_slice(&quat.0);
            }
            _ => {}
        }
    }
}

/// Sets the offsets that tracking cameras and lights keep.
pub(super) fn set_cam_light(m: &mut Model, d: &Data) {
    for c in 0..m.ncam {
        let body = m.cam_bodyid[c].ix();
        let target = m.cam_targetbodyid[c].opt().unwrap_or(body);
        m.cam_pos0[c] = d.cam_xpos[c] - d.xpos[body];
        m.cam_poscom0[c] = d.cam_xpos[c] - d.subtree_com[target];
        m.cam_mat0[c] = d.cam_xmat[c];
    }
    for l in 0..m.nlight {
        let body = m.light_bodyid[l].ix();
        let target = m.light_targetbodyid[l].opt().unwrap_or(body);
        m.light_pos0[l] = d.light_xpos[l] - d.xpos[body];
        m.light_poscom0[l] = d.light_xpos[l] - d.subtree_com[target];
        m.light_dir0[l] = d.light_xdir[l];
    }
}
