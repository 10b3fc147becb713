//! The primal problem with the tendons and actuators of the effective metric.
//!
//! A term `½ s (j·(x − xₛ))²` of the metric is the cost of a row that is always active, with mass `s` and reference
//! `j·xₛ`. The rows of the metric therefore go in front of those of the constraints, as if they were equalities.

use super::primal::{iterate, record};
use super::problem::{Problem, Solution};
use super::{KeptHessian, NotConverged, cone, dual};
use crate::constraint::mul_jac_t_vec;
use crate::math::grouped::{Grouped, count_rowsuper};
use crate::math::sparse::{Csr, Pattern};
use crate::metric;
use crate::model::ConstraintType;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model, taken};

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
    let reals = entries + 5 * rows + 2 * m.nC + 5 * m.nv;
    own.and(Need::reals(reals)).and(Need::ints(entries + 6 * rows + m.nC + 3 * m.nv))
}

/// Rows of one island: those of the metric, then those of the constraints.
struct Rows<'a> {
    values: &'a mut [f64],
    columns: &'a mut [i32],
    rownnz: &'a mut [i32],
    rowadr: &'a mut [i32],
    kind: &'a mut [i32],
    id: &'a mut [i32],
    mass: &'a mut [f64],
    regulariser: &'a mut [f64],
    frictionloss: &'a mut [f64],
    aref: &'a mut [f64],
    /// how many, how many entries, how many of the metric
    count: (usize, usize, usize),
}

impl Rows<'_> {
    /// Appends a row; `local` numbers the dofs of the island.
    fn push(&mut self, kind: i32, id: i32, mass: f64, aref: f64, dofs: &[i32], values: &[f64], local: &[i32]) {
        let (i, at, _) = self.count;
        (self.kind[i], self.id[i], self.aref[i]) = (kind, id, aref);
        (self.mass[i], self.regulariser[i], self.frictionloss[i]) = (mass, 1.0 / mass, 0.0);
        (self.rownnz[i], self.rowadr[i]) = (dofs.len() as i32, at as i32);
        for (k, (dof, x)) in dofs.iter().zip(values).enumerate() {
            (self.columns[at + k], self.values[at + k]) = (local[dof.ix()], *x);
        }
        (self.count.0, self.count.1) = (i + 1, at + dofs.len());
    }

    /// Gathers the rows of an island, or all of them.
    fn gather(&mut self, m: &Model, d: &Data, islands: usize, island: usize, local: &[i32]) {
        self.count = (0, 0, 0);
        for (scale, dofs, values) in metric::rows(m, d) {
            if islands == 0 || d.dof_island[dofs[0].ix()] == island as i32 {
                let aref = dofs.iter().zip(values).map(|(dof, j)| j * d.qacc_smooth[dof.ix()]).sum();
                self.push(ConstraintType::Equality as i32, 0, scale, aref, dofs, values, local);
            }
        }
        self.count.2 = self.count.0;
        for i in dual::rows_of(d, islands, island) {
            let (row, to) = (d.row_range(i), self.count.0);
            let (dofs, values) = (&d.efc_J_colind[row.clone()], &d.efc_J[row]);
            self.push(d.efc_type[i], d.efc_id[i], d.efc_D[i], d.efc_aref[i], dofs, values, local);
            (self.regulariser[to], self.frictionloss[to]) = (d.efc_R[i], d.efc_frictionloss[i]);
        }
    }
}

/// Solves every island, or the whole at once, with the backbone `(matrix, force)` for an inertia.
pub(super) fn solve(
    m: &Model,
    d: &mut Data,
    islands: usize,
    newton: bool,
    kept: &mut KeptHessian,
    (matrix, force_smooth): (&[f64], &[f64]),
    (extra, nnz): (usize, usize),
    mut s: Frame<'_>,
) -> Result<(), NotConverged> {
    let (count, entries) = (d.nefc + extra, d.nJ + nnz);
    let mut rows = Rows {
        values: s.reals(entries),
        columns: s.ints(entries),
        rownnz: s.ints(count),
        rowadr: s.ints(count),
        kind: s.ints(count),
        id: s.ints(count),
        mass: s.reals(count),
        regulariser: s.reals(count),
        frictionloss: s.reals(count),
        aref: s.reals(count),
        count: (0, 0, 0),
    };
    let (force, state) = (s.reals(count), s.ints(count));
    let (block, factor, inv_d) = (s.reals(m.nC), s.reals(m.nC), s.reals(m.nv));
    let (columns, rownnz, rowadr) = (s.ints(m.nC), s.ints(m.nv), s.ints(m.nv));
    let (acc, acc_smooth, smooth, joint_force) = (s.reals(m.nv), s.reals(m.nv), s.reals(m.nv), s.reals(m.nv));
    let (local, rowsuper) = (s.ints(m.nv), s.used_ints(count));

    let mut result = Ok(());
    for island in 0..islands.max(1) {
        let (first, nv) =
            if islands == 0 { (0, m.nv) } else { (d.island_idofadr[island].ix(), d.island_nv[island].ix()) };
        let dof = |d: &Data, k: usize| if islands == 0 { k } else { d.map_idof2dof[first + k].ix() };
        for k in 0..nv {
            local[dof(d, k)] = k as i32;
        }

        // dofs of the island, and their block of the inertia
        let (mut at, mut trace) = (0, 0.0);
        for k in 0..nv {
            let i = dof(d, k);
            let row = m.M_row(i);
            (rownnz[k], rowadr[k], inv_d[k]) = (row.len() as i32, at as i32, d.qHDiagInv[i]);
            (acc[k], acc_smooth[k], smooth[k]) = (d.qacc[i], d.qacc_smooth[i], force_smooth[i]);
            trace += d.M[row.end - 1];
            for place in row {
                (block[at], factor[at]) = (matrix[place], d.qH[place]);
                columns[at] = local[m.M_colind[place].ix()];
                at += 1;
            }
        }
        rows.gather(m, d, islands, island, local);
        let (count, entries, own) = rows.count;

        let pattern = Pattern { rownnz: &rownnz[..nv], rowadr: &rowadr[..nv], colind: &columns[..at] };
        let jacobian =
            Pattern { rownnz: &rows.rownnz[..count], rowadr: &rows.rowadr[..count], colind: &rows.columns[..entries] };
        count_rowsuper(&mut rowsuper[..count], jacobian);
        let (ne, nf) = if islands == 0 { (d.ne, d.nf) } else { (d.island_ne[island].ix(), d.island_nf[island].ix()) };
        let problem = Problem {
            inertia: Csr::new(pattern, &block[..at]),
            factor: &factor[..at],
            factor_inv_d: &inv_d[..nv],
            inertia_tiles: None,
            spread: None,
            jacobian: Grouped { csr: Csr::new(jacobian, &rows.values[..entries]), rowsuper: &rowsuper[..count] },
            rows: cone::Update {
                ne: ne + own,
                nf,
                mass: &rows.mass[..count],
                regulariser: &rows.regulariser[..count],
                frictionloss: &rows.frictionloss[..count],
                kind: &rows.kind[..count],
                id: &rows.id[..count],
            },
            aref: &rows.aref[..count],
            contact: &d.contact,
            force_smooth: &smooth[..nv],
            acc_smooth: &acc_smooth[..nv],
            trace,
            start: None,
        };
        let solution = Solution {
            acc: &mut acc[..nv],
            state: &mut state[..count],
            force: &mut force[..count],
            joint_force: &mut joint_force[..nv],
        };
        let outcome = iterate(&problem, solution, &m.opt, newton, (&mut d.solver, island), kept, s.sub());
        result = result.and(record(d, island, &outcome));

        // only the constraints' own
        for k in 0..nv {
            let i = dof(d, k);
            d.qacc[i] = acc[k];
        }
        for k in own..count {
            let i = if islands == 0 { k - own } else { d.map_iefc2efc[d.island_iefcadr[island].ix() + k - own].ix() };
            (d.efc_state[i], d.efc_force[i]) = (state[k], force[k]);
        }
    }
    let mut qfrc = taken::take(&mut d.qfrc_constraint);
    mul_jac_t_vec(d, &mut qfrc, &d.efc_force);
    d.qfrc_constraint = taken::back(qfrc);
    result
}
