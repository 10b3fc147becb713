//! The numbers of four problems side by side, and where they come from and go.

use super::{FourProblems, LANES, Solved};
use crate::math::simd::Lane;
use crate::model::ConstraintState;
use crate::solver::primal::{Outcome, record};
use crate::solver::stats;
use crate::{Data, Id, Model};

/// Columns of rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub mass: Vec<Lane>,
    pub aref: Vec<Lane>,
    /// `J q̈ₛ − a_ref`
    pub unconstrained: Vec<Lane>,
    /// `J q̈ − a_ref`, and before the last move
    pub jar: Vec<Lane>,
    pub jar_old: Vec<Lane>,
    /// `J v`
    pub jv: Vec<Lane>,
    pub force: Vec<Lane>,
    /// what rows count in a change of the Hessian
    pub weight: Vec<Lane>,
}

/// Columns of dofs.
#[derive(Clone, Debug, Default)]
pub(super) struct Dofs {
    pub acc: Vec<Lane>,
    pub acc_smooth: Vec<Lane>,
    pub force_smooth: Vec<Lane>,
    pub joint_force: Vec<Lane>,
    /// `M q̈`
    pub ma: Vec<Lane>,
    pub grad: Vec<Lane>,
    pub search: Vec<Lane>,
    /// `M v`
    pub mv: Vec<Lane>,
    /// `H⁻¹ g`
    pub step: Vec<Lane>,
}

/// Numbers of one problem among the lanes.
fn of_lane(column: &[Lane], k: usize) -> impl Iterator<Item = f64> {
    column.iter().map(move |x| x[k])
}

/// Puts the numbers of one problem into its lane, and zeros behind them.
fn fill_lane(column: &mut [Lane], k: usize, values: &[f64]) {
    let (own, rest) = column.split_at_mut(values.len());
    own.iter_mut().zip(values).for_each(|(to, x)| to[k] = *x);
    for to in rest {
        to[k] = 0.0;
    }
}

impl FourProblems {
    /// Lays the problems side by side.
    pub(super) fn gather(&mut self, m: &Model, data: &mut [&mut Data; LANES], inertia: &[Lane]) {
        let (n, count) = (m.nv, self.counts.into_iter().fold(0, usize::max));
        let Rows { mass, aref, unconstrained, jar, jar_old, jv, force, weight } = &mut self.rows;
        for column in [&mut *mass, aref, unconstrained, jar, jar_old, jv, force, weight] {
            column.resize(count, [0.0; LANES]);
        }
        let Dofs { acc, acc_smooth, force_smooth, joint_force, ma, grad, search, mv, step } = &mut self.dofs;
        for column in [&mut *acc, acc_smooth, force_smooth, joint_force, ma, grad, search, mv, step] {
            column.resize(n, [0.0; LANES]);
        }
        for matrix in [&mut self.inertia, &mut self.hessian, &mut self.factor] {
            matrix.resize(n * n, [0.0; LANES]);
        }
        self.jacobian.clear();
        self.jacobian.resize(count * n, [0.0; LANES]);
        self.columns.clear();
        self.columns.resize(count, 0);

        // both halves of the inertia; zeros lose their sign, as in tiles
        let pattern = m.M_pattern();
        for i in 0..n {
            for (c, x) in pattern.columns(i).iter().zip(&inertia[pattern.row(i)]) {
                let x = x.map(|x| x + 0.0);
                (self.inertia[i * n + c.ix()], self.inertia[c.ix() * n + i]) = (x, x);
            }
        }
        for (k, d) in data.iter_mut().enumerate() {
            let rows = self.counts[k];
            fill_lane(mass, k, &d.efc_D[..rows]);
            fill_lane(aref, k, &d.efc_aref[..rows]);
            fill_lane(acc, k, &d.qacc_warmstart);
            fill_lane(acc_smooth, k, &d.qacc_smooth);
            fill_lane(force_smooth, k, &d.qfrc_smooth);
            for (i, row) in self.jacobian.chunks_exact_mut(n).enumerate().take(rows) {
                let (range, columns) = (d.row_range(i), &mut self.columns[i]);
                for (c, x) in d.efc_J_colind[range.clone()].iter().zip(&d.efc_J[range]) {
                    row[c.ix()][k] = *x;
                    *columns |= 1 << c;
                }
            }
            if rows > 0 {
                stats::clear(m, d);
            }
        }
    }

    /// Gives a solution to its simulation, unless it has numbers that are none: then all is left to the single solver.
    pub(super) fn give_back(&self, data: &mut [&mut Data; LANES], k: usize, outcome: Outcome, solved: &mut Solved) {
        let (d, Self { rows, dofs, .. }) = (&mut *data[k], self);
        if !of_lane(&dofs.acc, k).all(f64::is_finite) {
            return;
        }
        for (to, from) in [
            (&mut d.qacc[..], &dofs.acc),
            (&mut d.qfrc_constraint[..], &dofs.joint_force),
            (&mut d.efc_b[..], &rows.unconstrained),
            (&mut d.efc_force[..], &rows.force),
        ] {
            to.iter_mut().zip(of_lane(from, k)).for_each(|(to, x)| *to = x);
        }
        for (state, x) in d.efc_state.iter_mut().zip(of_lane(&rows.jar, k)) {
            *state = if x < 0.0 { ConstraintState::Quadratic } else { ConstraintState::Satisfied } as i32;
        }
        solved[k] = Some(record(d, 0, &Outcome { nnz: dofs.acc.len() * dofs.acc.len(), ..outcome }));
    }
}
