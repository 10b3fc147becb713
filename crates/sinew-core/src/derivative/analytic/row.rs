//! Rows that depend on one length: friction loss, limits, couplings of joints and of tendons.

use crate::derivative::sub_quat;
use crate::math::{Quat, Vec3};
use crate::model::{ConstraintState, ConstraintType, EqType, JointType};
use crate::{Data, Id, Model};

use super::equations::Equations;
use super::response::Response;
use super::scaling::Scaling;
use super::tendon::Curvature;

/// Adds a row: `r -= Jᵀ f`, `f = -D (J q̈ - a_ref)` while it is quadratic. `bend` receives `∂J_i/∂q_k`.
pub(super) fn add_row(
    m: &Model,
    d: &Data,
    row: usize,
    qacc: &[f64],
    curvature: &Curvature<'_>,
    bend: &mut [f64],
    scaling: Option<&mut Scaling<'_>>,
    eq: &mut Equations<'_>,
) {
    let range = d.row_range(row);
    let (dofs, j) = (&d.efc_J_colind[range.clone()], &d.efc_J[range]);
    let n = dofs.len();
    let curved = bending(m, d, row, dofs, curvature, &mut bend[..n * n]);
    let (force, response) = (d.efc_force[row], Response::of(m, d, row));
    let quadratic = d.efc_state[row] == ConstraintState::Quadratic as i32;
    let mass = if quadratic { d.efc_D[row] } else { 0.0 };
    if mass == 0.0 && force == 0.0 {
        return;
    }
    let offset = d.efc_pos[row] - d.efc_margin[row];
    let stiffness = response.stiffness + response.stiffness_slope * offset + response.damping_slope * d.efc_vel[row];

    for b in 0..n {
        let k = dofs[b].ix();
        let (mut acc, mut vel) = (0.0, 0.0);
        if curved {
            for a in 0..n {
                acc += bend[a * n + b] * qacc[dofs[a].ix()];
                vel += bend[a * n + b] * d.qvel[dofs[a].ix()];
            }
        }
        let violation = acc + response.damping * vel + stiffness * j[b];
        let change = mass * violation - if quadratic { force * response.mass_slope * j[b] } else { 0.0 };
        for a in 0..n {
            let i = dofs[a].ix();
            let turn = if curved { bend[a * n + b] * force } else { 0.0 };
            eq.position(i, k, j[a] * change - turn);
            eq.velocity(i, k, j[a] * mass * response.damping * j[b]);
            eq.acceleration(i, k, j[a] * mass * j[b]);
        }
    }
    if let Some(scaling) = scaling.filter(|_| quadratic) {
        scaling.start(m, d, row);
        if curved {
            for b in 0..n {
                let bent: f64 = (0..n).map(|a| bend[a * n + b] * scaling.weight[dofs[a].ix()]).sum();
                scaling.gradient[dofs[b].ix()] += bent;
            }
        }
        for a in 0..n {
            scaling.spread(dofs[a].ix(), j[a] * force, eq);
        }
    }
}

/// `∂J_i/∂q_k` of a row; false if it vanishes.
fn bending(m: &Model, d: &Data, row: usize, dofs: &[i32], curvature: &Curvature<'_>, out: &mut [f64]) -> bool {
    let id = d.efc_id[row].ix();
    match ConstraintType::of(d.efc_type[row]) {
        ConstraintType::LimitJoint if JointType::of(m.jnt_type[id]) == JointType::Ball => {
            // the row is minus the axis of the rotation
            let quat = Quat::from_slice(&d.qpos[m.jnt_qposadr[id].ix()..]).normalized().0;
            let (axis, angle) = quat.to_velocity(1.0).normalized();
            let (by_turn, _) = sub_quat(quat, Quat::IDENTITY);
            for k in 0..3 {
                let moved = by_turn.column(k);
                let turned: Vec3 = (moved - axis * axis.dot(moved)) * (-1.0 / angle);
                for i in 0..3 {
                    out[3 * i + k] = turned[i];
                }
            }
            true
        }
        ConstraintType::FrictionTendon | ConstraintType::LimitTendon => {
            let Some(own) = curvature.of(m, id) else { return false };
            // the row is plus or minus the gradient of the length
            let adr = m.ten_J_rowadr[id].ix();
            let range = d.row_range(row);
            let sign: f64 = d.efc_J[range].iter().zip(&d.ten_J[adr..]).map(|(a, b)| a * b).sum();
            for (out, x) in out.iter_mut().zip(own) {
                *out = x * sign.signum();
            }
            true
        }
        ConstraintType::Equality => match EqType::of(m.eq_type[id]) {
            EqType::Joint => {
                let Some(second) = m.eq_obj2id[id].opt() else { return false };
                let adr = m.jnt_qposadr[second].ix();
                let curve = polynomial_curvature(&m.eq_data[id], d.qpos[adr] - m.qpos0[adr]);
                if curve == 0.0 {
                    return false;
                }
                out.fill(0.0);
                let dof = m.jnt_dofadr[second];
                if let Some(at) = dofs.iter().position(|&k| k == dof) {
                    out[at * dofs.len() + at] = -curve;
                }
                true
            }
            EqType::Tendon => coupled_tendons(m, d, id, dofs, curvature, out),
            _ => false,
        },
        _ => false,
    }
}

/// `∂J_i/∂q_k` of `J₁ - p'(l₂) J₂`.
fn coupled_tendons(m: &Model, d: &Data, id: usize, dofs: &[i32], curvature: &Curvature<'_>, out: &mut [f64]) -> bool {
    out.fill(0.0);
    let n = dofs.len();
    let mut any = false;
    let mut add = |tendon: usize, scale: f64, curve: f64| {
        let adr = m.ten_J_rowadr[tendon].ix();
        let count = m.ten_J_rownnz[tendon].ix();
        let place = |k: usize| dofs.iter().position(|&dof| dof == m.ten_J_colind[adr + k]);
        let own = curvature.of(m, tendon);
        any |= own.is_some() || curve != 0.0;
        for a in 0..count {
            for b in 0..count {
                if let (Some(i), Some(k)) = (place(a), place(b)) {
                    let bend = own.map_or(0.0, |own| own[a * count + b]);
                    out[i * n + k] += scale * bend - curve * d.ten_J[adr + a] * d.ten_J[adr + b];
                }
            }
        }
    };
    add(m.eq_obj1id[id].ix(), 1.0, 0.0);
    if let Some(second) = m.eq_obj2id[id].opt() {
        let x = d.ten_length[second] - m.tendon_length0[second];
        let [_, a, b, c, e, ..] = m.eq_data[id];
        let slope = a + x * (2.0 * b + x * (3.0 * c + x * 4.0 * e));
        add(second, -slope, polynomial_curvature(&m.eq_data[id], x));
    }
    any
}

/// Second derivative of the polynomial that couples two joints or tendons.
fn polynomial_curvature(data: &[f64], x: f64) -> f64 {
    2.0 * data[2] + x * (6.0 * data[3] + x * 12.0 * data[4])
}
