//! An island as PGS sees it.

use super::{Island, Matrix};
use crate::data::SolverStat;
use crate::solver::dual::{entry, inertia_trace};
use crate::solver::dual_blocks::{Blocks, Head, block_size};
use crate::solver::pgs::{Sweeps, sweep_until_done};
use crate::solver::{ISLANDS, NotConverged, stats};
use crate::{Data, Id, Model};

/// The dual problem of one island, and the memory that its solution takes.
#[derive(Clone, Debug, Default)]
pub(super) struct DualIsland {
    /// `A + R`
    matrix: Matrix,
    b: Vec<f64>,
    force: Vec<f64>,
    /// by the first row of a block: what sweeps read of it, and its friction
    heads: Vec<Head>,
    friction: Vec<[f64; 5]>,
    /// first rows of blocks
    starts: Vec<i32>,
    previous: Vec<f64>,
    momentum: Vec<f64>,
    residual: Vec<f64>,
    scale: f64,
    tolerance: f64,
    limit: usize,
    stats: Vec<SolverStat>,
    iterations: usize,
    improvement: f64,
}

impl DualIsland {
    /// Sweeps until done.
    pub fn solve(&mut self) {
        let blocks = Blocks { matrix: self.matrix.csr(), b: &self.b, heads: &self.heads, friction: &self.friction };
        let sweeps = Sweeps {
            force: &mut self.force,
            starts: &mut self.starts,
            previous: &mut self.previous,
            momentum: &mut self.momentum,
            residual: &mut self.residual,
            stats: &mut self.stats,
        };
        (self.iterations, self.improvement) = sweep_until_done(&blocks, sweeps, self.scale, self.tolerance, self.limit);
    }

    /// Copies an island of the data, or borrows all rows if there is but one or none.
    fn gather(&mut self, m: &Model, d: &mut Data, islands: usize, island: usize) {
        (self.tolerance, self.limit) = (m.opt.tolerance, m.opt.iterations.max(0) as usize);
        self.scale = 1.0 / inertia_trace(m, d, islands, island);
        let count = if islands == 0 { d.nefc } else { d.island_nefc[island].ix() };
        let first = if islands == 0 { 0 } else { d.island_iefcadr[island].ix() };
        let row = |d: &Data, k: usize| if islands == 0 { k } else { d.map_iefc2efc[first + k].ix() };
        for values in [&mut self.previous, &mut self.momentum, &mut self.residual] {
            values.clear();
            values.resize(count, 0.0);
        }
        self.heads.resize(count, Head::default());
        self.friction.resize(count, [0.0; 5]);
        self.stats.resize(crate::solver::ITERATIONS, SolverStat::default());

        // blocks
        let matrix = d.dual_matrix();
        self.starts.clear();
        let mut k = 0;
        while k < count {
            let c = row(d, k);
            let dim = block_size(d, c);
            self.starts.push(k as i32);
            let diagonal = entry(&matrix, c, c);
            let bounds = if c < d.ne {
                [f64::NEG_INFINITY, f64::INFINITY]
            } else if c < d.ne + d.nf {
                [-d.efc_frictionloss[c], d.efc_frictionloss[c]]
            } else {
                [0.0, f64::INFINITY]
            };
            let row = matrix.pattern.row(c);
            self.heads[k] = Head {
                size: dim,
                entries: [row.start, row.len()],
                b: d.efc_b[c],
                diagonal: [diagonal, 1.0 / diagonal],
                bounds,
            };
            if dim > 1 {
                self.friction[k] = d.contact[d.efc_id[c].ix()].friction;
            }
            k += dim;
        }

        // the matrix and the vectors
        if is_whole(d, islands) {
            return self.exchange(d);
        }
        self.b.clear();
        self.force.clear();
        let nnz = (0..count).map(|k| matrix.row(row(d, k)).0.len()).sum();
        self.matrix.resize(count, nnz);
        let mut at = 0;
        for k in 0..count {
            let c = row(d, k);
            self.b.push(d.efc_b[c]);
            self.force.push(d.efc_force[c]);
            let (columns, values) = matrix.row(c);
            let n = columns.len();
            self.matrix.values[at..at + n].copy_from_slice(values);
            for (to, column) in self.matrix.columns[at..].iter_mut().zip(columns) {
                *to = d.map_efc2iefc[column.ix()] - first as i32;
            }
            (self.matrix.nnz[k], self.matrix.start[k]) = (n as i32, at as i32);
            self.heads[k].entries[0] = at;
            at += n;
        }
    }

    /// Takes the place of the data's own matrix and vectors, and gives it back.
    fn exchange(&mut self, d: &mut Data) {
        std::mem::swap(&mut self.matrix.values, &mut d.efc_AR);
        std::mem::swap(&mut self.matrix.columns, &mut d.efc_AR_colind);
        std::mem::swap(&mut self.matrix.nnz, &mut d.efc_AR_rownnz);
        std::mem::swap(&mut self.matrix.start, &mut d.efc_AR_rowadr);
        std::mem::swap(&mut self.b, &mut d.efc_b);
        std::mem::swap(&mut self.force, &mut d.efc_force);
    }

    /// Copies the solution back.
    fn scatter(&mut self, m: &Model, d: &mut Data, islands: usize, island: usize) -> Result<(), NotConverged> {
        if is_whole(d, islands) {
            self.exchange(d);
        } else {
            let first = d.island_iefcadr[island].ix();
            for (k, &force) in self.force.iter().enumerate() {
                let c = d.map_iefc2efc[first + k].ix();
                d.efc_force[c] = force;
            }
        }
        stats::copy(&mut d.solver, island, &self.stats, self.iterations);
        let (iterations, residual) = (self.iterations, self.improvement);
        if island < ISLANDS {
            d.solver_niter[island] += iterations as i32;
            d.solver_nnz[island] = d.nA as i32;
        }
        if residual < m.opt.tolerance { Ok(()) } else { Err(NotConverged { island, iterations, residual }) }
    }
}

/// True if there is no more than one island, which then holds every row in the order of the model.
fn is_whole(d: &Data, islands: usize) -> bool {
    islands == 0 || islands == 1 && d.island_nefc[0].ix() == d.nefc
}

/// Solves every island, or the whole at once if there are none; on the threads of a crew where there are several.
pub(in crate::solver) fn solve(m: &Model, d: &mut Data, islands: usize) -> Result<(), NotConverged> {
    let crew = d.crew().filter(|_| islands > 1).cloned();
    let mut memory = super::take(d, if crew.is_some() { islands } else { 1 });
    let mut result = Ok(());
    if let Some(crew) = crew {
        let jobs = &mut memory[..islands];
        for (island, job) in jobs.iter_mut().enumerate() {
            job.is_dual = true;
            job.dual.gather(m, d, islands, island);
        }
        crew.solve(jobs);
        for (island, job) in jobs.iter_mut().enumerate() {
            result = result.and(job.dual.scatter(m, d, islands, island));
        }
    } else {
        let Island { dual, .. } = &mut memory[0];
        for island in 0..islands.max(1) {
            dual.gather(m, d, islands, island);
            dual.solve();
            result = result.and(dual.scatter(m, d, islands, island));
        }
    }
    d.kept.islands = memory;
    result
}
