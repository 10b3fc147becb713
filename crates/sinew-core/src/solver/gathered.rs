//! Islands of the primal problem, with their dofs, rows and inertia gathered side by side.

use std::ops::Range;

use super::hessian::{KeptHessian, SMALL};
use super::island::solve_primal;
use super::primal::{Metric, Posed, iterate, record};
use super::problem::{Problem, Solution, Start};
use super::{NotConverged, cone, products};
use crate::constraint::jacobian;
use crate::math::grouped::Grouped;
use crate::math::sparse::{Csr, Pattern};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Scratch of [`solve_islands`], beside that of one island.
pub(super) fn gather_need(m: &Model, d: &Data) -> Need {
    Need::reals(d.nJ + 2 * m.nC + 2 * m.nv + d.nefc).and(Need::ints(d.nJ + m.nC + 2 * m.nv + 3 * d.nefc))
}

/// Every island on its own, with its dofs and rows gathered side by side.
pub(super) fn solve_islands(
    m: &Model,
    d: &mut Data,
    islands: usize,
    newton: bool,
    kept: &mut KeptHessian,
    (metric, start): (Option<Metric<'_>>, Option<Start<'_>>),
    mut s: Frame<'_>,
) -> Result<(), NotConverged> {
    // vectors in island order
    let force = metric.map_or(&*d.qfrc_smooth, |(_, force)| force);
    for (to, from) in [(&mut d.ifrc_smooth, force), (&mut d.iacc_smooth, &*d.qacc_smooth), (&mut d.iacc, &*d.qacc)] {
        for (x, i) in to.iter_mut().zip(&d.map_idof2dof) {
            *x = from[i.ix()];
        }
    }
    for (ic, c) in d.map_iefc2efc.iter().enumerate() {
        d.iefc_aref[ic] = d.efc_aref[c.ix()];
    }
    let (start_ma, start_jar) = (s.dirty_reals(d.nidof), s.dirty_reals(d.nefc));
    if let Some(start) = start {
        start_ma.iter_mut().zip(&d.map_idof2dof).for_each(|(x, i)| *x = start.ma[i.ix()]);
        for (ic, c) in d.map_iefc2efc.iter().map(|c| c.ix()).enumerate() {
            (start_jar[ic], d.iefc_force[ic], d.iefc_state[ic]) = (start.jar[c], d.efc_force[c], d.efc_state[c]);
        }
    }
    let start = start.map(|_| Start { ma: start_ma, jar: start_jar });

    let result = match d.crew().filter(|_| islands > 1).cloned() {
        Some(crew) => solve_primal(m, d, islands, newton, (metric, start), &*crew),
        None => solve_in_turn(m, d, islands, newton, kept, (metric, start), s),
    };

    // back to the order of the model
    for idof in 0..d.nidof {
        let dof = d.map_idof2dof[idof].ix();
        d.qacc[dof] = d.iacc[idof];
        d.qfrc_constraint[dof] = d.ifrc_constraint[idof];
    }
    for (ic, c) in d.map_iefc2efc.iter().enumerate() {
        d.efc_force[c.ix()] = d.iefc_force[ic];
        d.efc_state[c.ix()] = d.iefc_state[ic];
    }
    result
}

/// Rows of the Jacobian of one island, with addresses and columns that start anew in it.
pub(super) struct IslandRows<'a> {
    pub values: &'a mut [f64],
    pub columns: &'a mut [i32],
    pub nnz: &'a mut [i32],
    pub start: &'a mut [i32],
    pub rowsuper: &'a mut [i32],
}

impl IslandRows<'_> {
    /// Copies the rows of an island, whose first dof is `first`; returns how many entries there are.
    pub fn gather(&mut self, d: &Data, rows: Range<usize>, first: i32) -> usize {
        let (mut at, mut ic) = (0, rows.start);
        while ic < rows.end {
            // rows with the same columns follow one another here too
            let c = d.map_iefc2efc[ic].ix();
            let (row, count) = (d.row_range(c), d.efc_J_rowsuper[c].ix() + 1);
            let (n, end) = (row.len(), at + count * row.len());
            self.values[at..end].copy_from_slice(&d.efc_J[row.start..row.start + count * n]);
            for (to, dof) in self.columns[at..].iter_mut().zip(&d.efc_J_colind[row]) {
                *to = d.map_dof2idof[dof.ix()] - first;
            }
            for k in 0..count {
                let i = ic - rows.start + k;
                self.columns.copy_within(at..at + n, at + k * n);
                (self.nnz[i], self.start[i]) = (n as i32, (at + k * n) as i32);
                self.rowsuper[i] = (count - 1 - k) as i32;
            }
            (ic, at) = (ic + count, end);
        }
        at
    }
}

/// Inertia of one island and its factor, with addresses and columns that start anew in it.
pub(super) struct IslandInertia<'a> {
    pub values: &'a mut [f64],
    pub factor: &'a mut [f64],
    pub columns: &'a mut [i32],
    pub nnz: &'a mut [i32],
    pub start: &'a mut [i32],
    pub inv_d: &'a mut [f64],
}

impl IslandInertia<'_> {
    /// Copies the rows of an island, tree by tree; returns how many entries there are, and the trace of the plain
    /// inertia.
    pub fn gather(&mut self, m: &Model, d: &Data, metric: Option<Metric<'_>>, dofs: Range<usize>) -> (usize, f64) {
        let posed = Posed::new(metric, (&d.M, &d.qfrc_smooth), [&d.qLD, &d.qH], [&d.qLDiagInv, &d.qHDiagInv]);
        let (mut at, mut to, mut trace) = (0, 0, 0.0);
        while to < dofs.len() {
            // the dofs of a tree follow one another here too, and so do their rows
            let tree = m.tree_dofs(m.dof_treeid[d.map_idof2dof[dofs.start + to].ix()].ix());
            let (rows, entries) = (to..to + tree.len(), m.M_row(tree.start).start..m.M_row(tree.end - 1).end);
            let (values, moved) = (at..at + entries.len(), to as i32 - tree.start as i32);
            self.values[values.clone()].copy_from_slice(&posed.matrix[entries.clone()]);
            self.factor[values.clone()].copy_from_slice(&posed.factor[entries.clone()]);
            self.inv_d[rows.clone()].copy_from_slice(&posed.inv_d[tree.clone()]);
            self.nnz[rows.clone()].copy_from_slice(&m.M_rownnz[tree.clone()]);
            for (to, column) in self.columns[values.clone()].iter_mut().zip(&m.M_colind[entries.clone()]) {
                *to = column + moved;
            }
            for (to, start) in self.start[rows.clone()].iter_mut().zip(&m.M_rowadr[tree.clone()]) {
                *to = start - entries.start as i32 + at as i32;
            }
            for dof in tree {
                trace += d.M[m.M_row(dof).end - 1];
            }
            (at, to) = (values.end, rows.end);
        }
        (at, trace)
    }
}

/// Every island in turn, all in the same memory.
fn solve_in_turn(
    m: &Model,
    d: &mut Data,
    islands: usize,
    newton: bool,
    kept: &mut KeptHessian,
    (metric, start): (Option<Metric<'_>>, Option<Start<'_>>),
    mut s: Frame<'_>,
) -> Result<(), NotConverged> {
    let (nv, nefc) = (m.nv, d.nefc);
    let mut rows = IslandRows {
        values: s.dirty_reals(d.nJ),
        columns: s.used_ints(d.nJ),
        nnz: s.used_ints(nefc),
        start: s.used_ints(nefc),
        rowsuper: s.used_ints(nefc),
    };
    let mut inertia = IslandInertia {
        values: s.dirty_reals(m.nC),
        factor: s.dirty_reals(m.nC),
        inv_d: s.dirty_reals(nv),
        columns: s.used_ints(m.nC),
        nnz: s.used_ints(nv),
        start: s.used_ints(nv),
    };
    let mut result = Ok(());
    for island in 0..islands {
        let dofs = span(&d.island_idofadr, &d.island_nv, island);
        let span = span(&d.island_iefcadr, &d.island_nefc, island);
        let (n, count) = (dofs.len(), span.len());
        // a small problem needs its rows in tiles only
        let (first, mut s) = (dofs.start as i32, s.sub());
        let spread = (newton && n <= SMALL).then(|| {
            let groups = jacobian(d).groups_of(&d.map_iefc2efc[span.clone()]);
            products::spread(groups, |dof| d.map_dof2idof[dof.ix()] - first, [count, n], &mut s)
        });
        let (count, jac_nnz) = if spread.is_some() { (0, 0) } else { (count, rows.gather(d, span.clone(), first)) };
        let (inertia_nnz, trace) = inertia.gather(m, d, metric, dofs.clone());
        let pattern =
            Pattern { rownnz: &inertia.nnz[..n], rowadr: &inertia.start[..n], colind: &inertia.columns[..inertia_nnz] };
        let jac_pattern =
            Pattern { rownnz: &rows.nnz[..count], rowadr: &rows.start[..count], colind: &rows.columns[..jac_nnz] };
        let problem = Problem {
            inertia: Csr::new(pattern, &inertia.values[..inertia_nnz]),
            factor: &inertia.factor[..inertia_nnz],
            factor_inv_d: &inertia.inv_d[..n],
            inertia_tiles: None,
            spread,
            jacobian: Grouped {
                csr: Csr::new(jac_pattern, &rows.values[..jac_nnz]),
                rowsuper: &rows.rowsuper[..count],
            },
            rows: cone::Update {
                ne: d.island_ne[island].ix(),
                nf: d.island_nf[island].ix(),
                mass: &d.iefc_D[span.clone()],
                regulariser: &d.iefc_R[span.clone()],
                frictionloss: &d.iefc_frictionloss[span.clone()],
                kind: &d.iefc_type[span.clone()],
                id: &d.iefc_id[span.clone()],
            },
            aref: &d.iefc_aref[span.clone()],
            contact: &d.contact,
            force_smooth: &d.ifrc_smooth[dofs.clone()],
            acc_smooth: &d.iacc_smooth[dofs.clone()],
            trace,
            start: start.map(|start| Start { ma: &start.ma[dofs.clone()], jar: &start.jar[span.clone()] }),
        };
        let solution = Solution {
            acc: &mut d.iacc[dofs.clone()],
            state: &mut d.iefc_state[span.clone()],
            force: &mut d.iefc_force[span],
            joint_force: &mut d.ifrc_constraint[dofs],
        };
        let outcome = iterate(&problem, solution, &m.opt, newton, (&mut d.solver, island), kept, s);
        result = result.and(record(d, island, &outcome));
    }
    result
}

pub(super) fn span(start: &[i32], count: &[i32], i: usize) -> Range<usize> {
    start[i].ix()..start[i].ix() + count[i].ix()
}
