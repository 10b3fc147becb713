//! Statistics of the solvers, island by island.

use super::{ISLANDS, ITERATIONS};
use crate::data::SolverStat;
use crate::{Data, Model};

/// Forgets the statistics of the last step. The table has room for as many islands as there have been, and in the last of
/// them for as many iterations as there can be.
pub(super) fn clear(m: &Model, d: &mut Data) {
    let most = m.opt.iterations.max(0) as usize + m.opt.noslip_iterations.max(0) as usize;
    let rows = (d.nisland.clamp(1, ISLANDS) - 1) * ITERATIONS + most.min(ITERATIONS);
    if d.solver.len() < rows {
        d.solver.resize(rows, SolverStat::default());
    }
    for counts in [&mut d.solver_niter, &mut d.solver_nnz] {
        counts.clear();
        counts.resize(ISLANDS, 0);
    }
}

/// Records one iteration; islands and iterations beyond the table are dropped, as in MuJoCo.
pub(super) fn save(table: &mut [SolverStat], island: usize, iteration: usize, stat: SolverStat) {
    if let (true, Some(row)) = (iteration < ITERATIONS, table.get_mut(island * ITERATIONS + iteration)) {
        *row = stat;
    }
}

/// Copies what was recorded of the first iterations of an island.
pub(super) fn copy(table: &mut [SolverStat], island: usize, stats: &[SolverStat], iterations: usize) {
    let n = iterations.min(ITERATIONS);
    if let Some(rows) = table.get_mut(island * ITERATIONS..island * ITERATIONS + n) {
        rows.copy_from_slice(&stats[..n]);
    }
}
