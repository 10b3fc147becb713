//! Projected Gauss–Seidel on the dual problem: row after row, contact after contact, each minimised with the others held.
//!
//! Sweeps visit the blocks in a shuffled but fixed order and carry Nesterov momentum with restarts after O'Donoghue and
//! Candès, *Adaptive Restart for Accelerated Gradient Schemes*, Found. Comput. Math. 15 (2015).

use super::dual_blocks::{Blocks, block_size, sweep};
use super::{NotConverged, island, stats};
use crate::data::SolverStat;
use crate::model::ConstraintState;
use crate::{Data, Id, Model};

/// Solves every island, or the whole at once if there are none.
pub(super) fn solve(m: &Model, d: &mut Data, islands: usize) -> Result<(), NotConverged> {
    let result = island::solve_dual(m, d, islands);
    set_states(d);
    result
}

/// What sweeps change.
pub(super) struct Sweeps<'a> {
    pub force: &'a mut [f64],
    /// first rows of the blocks, in the order of the next sweep
    pub starts: &'a mut [i32],
    /// forces before the last sweep, and where it was started from
    pub previous: &'a mut [f64],
    pub momentum: &'a mut [f64],
    /// residuals of the rows
    pub residual: &'a mut [f64],
    pub stats: &'a mut [SolverStat],
}

/// Sweeps until one improves the cost by less than the tolerance; returns how many there were, and the last improvement.
pub(super) fn sweep_until_done(
    blocks: &Blocks<'_>,
    Sweeps { force, starts, previous, momentum, residual, stats: table }: Sweeps<'_>,
    scale: f64,
    tolerance: f64,
    limit: usize,
) -> (usize, f64) {
    let mut random = Pcg32::new();
    let mut age = 0.0;
    let mut improvement = f64::INFINITY;
    let mut iterations = 0;
    while iterations < limit {
        // extrapolate from the last two sweeps, back into the feasible set
        let first = iterations == 0;
        let beta = if first { 0.0 } else { (age - 1.0) / (age + 2.0) };
        for (force, previous) in force.iter_mut().zip(previous.iter_mut()) {
            let old = *force;
            if beta > 0.0 {
                *force += beta * (old - *previous);
            }
            *previous = old;
        }
        if beta > 0.0 {
            blocks.project_all(force);
        }
        momentum.copy_from_slice(force);

        random.shuffle(starts);
        improvement = 0.0;
        sweep(&mut improvement, blocks, force, starts, residual);
        improvement *= scale;

        // restart when the correction points against the extrapolation
        let against = force
            .iter()
            .zip(momentum.iter().zip(previous.iter()))
            .fold(0.0, |sum, (force, (momentum, previous))| sum + (force - momentum) * (momentum - previous));
        age = if !first && against < 0.0 { 0.0 } else { age + 1.0 };

        stats::save(table, 0, iterations, SolverStat { improvement, ..SolverStat::default() });
        iterations += 1;
        if improvement < tolerance {
            break;
        }
    }
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
            let j = self.next() % (i as u32 + 1);
            items.swap(i, j as usize);
        }
    }
}
