//! Statistics of the solvers, island by island.

use super::{ISLANDS, ITERATIONS};
use crate::Data;
use crate::data::SolverStat;

/// Forgets the statistics of the last step.
pub(super) fn clear(d: &mut Data) {
    d.solver.resize(ISLANDS * ITERATIONS, SolverStat::default());
    for counts in [&mut d.solver_niter, &mut d.solver_nnz] {
        counts.clear();
        counts.resize(ISLANDS, 0);
    }
}

/// Records one iteration; islands and iterations beyond the table are dropped, as in MuJoCo.
pub(super) fn save(table: &mut [SolverStat], island: usize, iteration: usize, stat: SolverStat) {
    if island < ISLANDS && iteration < ITERATIONS {
        table[island * ITERATIONS + iteration] = stat;
    }
}
