//! Projected Gauss–Seidel on the dual problem: row after row, contact after contact, each minimised with the others held.
//!
//! Sweeps visit the blocks in a shuffled but fixed order and carry Nesterov momentum with restarts after O'Donoghue and
//! Candès, *Adaptive Restart for Accelerated Gradient Schemes*, Found. Comput. Math. 15 (2015).

use super::dual::{inertia_trace, rows_of};
use super::dual_blocks::{Blocks, block_size, sweep};
use super::{ISLANDS, NotConverged, stats};
use crate::data::SolverStat;
use crate::model::ConstraintState;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Solves every island, or the whole at once if there are none.
pub(super) fn solve(m: &Model, d: &mut Data, islands: usize) -> Result<(), NotConverged> {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut result = Ok(());
    for island in 0..islands.max(1) {
        let need = Need::reals(2 * d.nefc).and(Need::ints(2 * d.nefc)).and(Blocks::need(d.nefc));
        let (iterations, residual) = sweep_until_done(m, d, islands, island, scratch.frame(need));
        if island < ISLANDS {
            d.solver_niter[island] += iterations as i32;
            d.solver_nnz[island] = d.nA as i32;
        }
        if residual >= m.opt.tolerance {
            result = result.and(Err(NotConverged { island, iterations, residual }));
        }
    }
    set_states(d);
    d.scratch = scratch;
    result
}

/// Sweeps until one improves the cost by less than the tolerance; returns how many there were, and the last improvement.
fn sweep_until_done(m: &Model, d: &mut Data, islands: usize, island: usize, mut s: Frame<'_>) -> (usize, f64) {
    // rows of the island and the first row of each block
    let (rows, starts) = (s.used_ints(d.nefc), s.used_ints(d.nefc));
    let mut n = 0;
    for i in rows_of(d, islands, island) {
        rows[n] = i as i32;
        n += 1;
    }
    let rows = &rows[..n];
    let (previous, momentum) = (s.reals(n), s.reals(n));
    let (mut force, mut table) = (std::mem::take(&mut d.efc_force), std::mem::take(&mut d.solver));
    let (blocks, count) = Blocks::new(d, rows, starts, &mut s);
    let starts = &mut starts[..count];

    let scale = 1.0 / inertia_trace(m, d, islands, island);
    let mut random = Pcg32::new();
    let mut age = 0.0;
    let mut improvement = f64::INFINITY;
    let limit = m.opt.iterations.max(0) as usize;
    let mut iterations = 0;
    while iterations < limit {
        // extrapolate from the last two sweeps, back into the feasible set
        let first = iterations == 0;
        let beta = if first { 0.0 } else { (age - 1.0) / (age + 2.0) };
        for (&i, previous) in rows.iter().zip(previous.iter_mut()) {
            let old = force[i.ix()];
            if beta > 0.0 {
                force[i.ix()] += beta * (old - *previous);
            }
            *previous = old;
        }
        if beta > 0.0 {
            blocks.project_all(&mut force, starts);
        }
        for (&i, momentum) in rows.iter().zip(momentum.iter_mut()) {
            *momentum = force[i.ix()];
        }

        random.shuffle(starts);
        improvement = 0.0;
        sweep(&mut improvement, &blocks, &mut force, starts);
        improvement *= scale;

        // restart when the correction points against the extrapolation
        let against = rows
            .iter()
            .zip(momentum.iter().zip(previous.iter()))
            .fold(0.0, |sum, (i, (momentum, previous))| sum + (force[i.ix()] - momentum) * (momentum - previous));
        age = if !first && against < 0.0 { 0.0 } else { age + 1.0 };

        stats::save(&mut table, island, iterations, SolverStat { improvement, ..SolverStat::default() });
        iterations += 1;
        if improvement < m.opt.tolerance {
            break;
        }
    }
    (d.efc_force, d.solver) = (force, table);
    (iterations, improvement)
}

/// States that go with the forces.
fn set_states(d: &mut Data) {
    let mut i = 0;
    while i < d.nefc {
        let dim = block_size(d, i);
        let force = &d.efc_force[i..i + dim];
        let loss = d.efc_frictionloss[i];
        let state = if i < d.ne {
            ConstraintState::Quadratic
        } else if i < d.ne + d.nf {
            match force[0] {
                f if f <= -loss => ConstraintState::Linearpos,
                f if f >= loss => ConstraintState::Linearneg,
                _ => ConstraintState::Quadratic,
            }
        } else if force[0] <= 0.0 {
            ConstraintState::Satisfied
        } else if dim == 1 {
            ConstraintState::Quadratic
        } else {
            let friction = &d.contact[d.efc_id[i].ix()].friction;
            let square: f64 = force[1..].iter().zip(friction).map(|(f, mu)| f * f / (mu * mu)).sum();
            let inside = square < force[0] * force[0] * (1.0 - 1e-10);
            if inside { ConstraintState::Quadratic } else { ConstraintState::Cone }
        };
        d.efc_state[i..i + dim].fill(state as i32);
        i += dim;
    }
}

/// Small random number generator, for the order of the blocks. O'Neill, *PCG: A Family of Simple Fast Space-Efficient
/// Statistically Good Algorithms for Random Number Generation* (2014).
struct Pcg32(u64);

impl Pcg32 {
    fn new() -> Self {
        let mut rng = Self(0);
        rng.next();
        rng
    }

    fn next(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = (((old >> 18) ^ old) >> 27) as u32;
        word.rotate_right((old >> 59) as u32)
    }

    /// Puts the items in random order.
    fn shuffle(&mut self, items: &mut [i32]) {
        for i in (1..items.len()).rev() {
            let j = self.next() as usize % (i + 1);
            items.swap(i, j);
        }
    }
}
