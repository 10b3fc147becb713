//! The primal problem with the tendons and actuators of the effective metric.
//!
//! A term `½ s (j·(x − xₛ))²` of the metric is the cost of a row that is always active, with mass `s` and reference
//! `j·xₛ`. The rows of the metric therefore go in front of those of the constraints, as if they were equalities.

use super::dual::inertia_trace;
use super::primal::{iterate, record};
use super::problem::{Problem, Solution};
use super::{NotConverged, SparseHessian, cone};
use crate::constraint::mul_jac_t_vec;
use crate::math::sparse::{Csr, Pattern};
use crate::metric;
use crate::model::ConstraintType;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Number of rows of the metric, and of their entries.
pub(super) fn size(m: &Model, d: &Data) -> (usize, usize) {
    metric::rows(m, d).fold((0, 0), |(rows, nnz), (_, columns, _)| (rows + 1, nnz + columns.len()))
}

/// Memory for the backbone, and for `extra` rows in front of the constraints.
pub(super) fn need(m: &Model, d: &Data, extra: usize, nnz: usize) -> Need {
    let own = Need::reals(m.nC + m.nv);
    if extra == 0 {
        return own;
    }
    let (rows, entries) = (d.nefc + extra, d.nJ + nnz);
    own.and(Need::reals(entries + 5 * rows)).and(Need::ints(entries + 5 * rows))
}

/// Solves the whole, with the backbone `(matrix, force)` for an inertia.
pub(super) fn solve(
    m: &Model,
    d: &mut Data,
    newton: bool,
    sparse: &mut SparseHessian,
    (matrix, force_smooth): (&[f64], &[f64]),
    (extra, nnz): (usize, usize),
    mut s: Frame<'_>,
) -> Result<(), NotConverged> {
    let (rows, entries) = (d.nefc + extra, d.nJ + nnz);
    let (values, columns) = (s.reals(entries), s.ints(entries));
    let (rownnz, rowadr, kind, id) = (s.ints(rows), s.ints(rows), s.ints(rows), s.ints(rows));
    let (mass, regulariser, frictionloss) = (s.reals(rows), s.reals(rows), s.reals(rows));
    let (aref, force, state) = (s.reals(rows), s.reals(rows), s.ints(rows));

    // rows of the metric
    let mut at = 0;
    for (i, (scale, dofs, row)) in metric::rows(m, d).enumerate() {
        (rownnz[i], rowadr[i], kind[i]) = (dofs.len() as i32, at as i32, ConstraintType::Equality as i32);
        (mass[i], regulariser[i]) = (scale, 1.0 / scale);
        aref[i] = dofs.iter().zip(row).map(|(dof, j)| j * d.qacc_smooth[dof.ix()]).sum();
        values[at..at + row.len()].copy_from_slice(row);
        columns[at..at + row.len()].copy_from_slice(dofs);
        at += row.len();
    }

    // rows of the constraints
    values[nnz..].copy_from_slice(&d.efc_J);
    columns[nnz..].copy_from_slice(&d.efc_J_colind);
    rownnz[extra..].copy_from_slice(&d.efc_J_rownnz);
    for (to, from) in rowadr[extra..].iter_mut().zip(&d.efc_J_rowadr) {
        *to = from + nnz as i32;
    }
    for (to, from) in [(&mut *kind, &d.efc_type), (&mut *id, &d.efc_id)] {
        to[extra..].copy_from_slice(from);
    }
    for (to, from) in [
        (&mut *mass, &d.efc_D),
        (&mut *regulariser, &d.efc_R),
        (&mut *frictionloss, &d.efc_frictionloss),
        (&mut *aref, &d.efc_aref),
    ] {
        to[extra..].copy_from_slice(from);
    }

    let problem = Problem {
        inertia: Csr::new(m.M_pattern(), matrix),
        factor: &d.qH,
        factor_inv_d: &d.qHDiagInv,
        jacobian: Csr::new(Pattern { rownnz, rowadr, colind: columns }, values),
        rows: cone::Update { ne: d.ne + extra, nf: d.nf, mass, regulariser, frictionloss, kind, id },
        aref,
        contact: &d.contact,
        force_smooth,
        acc_smooth: &d.qacc_smooth,
        trace: inertia_trace(m, d, 0, 0),
    };
    let solution = Solution { acc: &mut d.qacc, state, force, joint_force: &mut d.qfrc_constraint };
    let outcome = iterate(&problem, solution, &m.opt, newton, (&mut d.solver, 0), sparse, s);

    // only the constraints' own
    d.efc_state.copy_from_slice(&state[extra..]);
    d.efc_force.copy_from_slice(&force[extra..]);
    let mut qfrc = std::mem::take(&mut d.qfrc_constraint);
    mul_jac_t_vec(d, &mut qfrc, &d.efc_force);
    d.qfrc_constraint = qfrc;
    record(d, 0, &outcome)
}
