//! Projected Gauss–Seidel on the dual problem: row after row, contact after contact, each minimised with the others held.
//!
//! Sweeps visit the blocks in a shuffled but fixed order and carry Nesterov momentum with restarts after O'Donoghue and
//! Candès, *Adaptive Restart for Accelerated Gradient Schemes*, Found. Comput. Math. 15 (2015).

use super::dual::{accept, block, entry, inertia_trace, residual, rows_of};
use super::qcqp::qcqp;
use super::{ISLANDS, NotConverged, stats};
use crate::data::SolverStat;
use crate::math::MINVAL;
use crate::model::{ConstraintState, ConstraintType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Solves every island, or the whole at once if there are none.
pub(super) fn solve(m: &Model, d: &mut Data, islands: usize) -> Result<(), NotConverged> {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut result = Ok(());
    for island in 0..islands.max(1) {
        let s = scratch.frame(Need::reals(2 * d.nefc).and(Need::ints(2 * d.nefc)));
        let (iterations, residual) = sweep_until_done(m, d, islands, island, s);
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

/// Number of rows that are solved together.
fn block_size(d: &Data, i: usize) -> usize {
    if d.efc_type[i] == ConstraintType::ContactElliptic as i32 { d.contact[d.efc_id[i].ix()].dim.ix() } else { 1 }
}

/// Sweeps until one improves the cost by less than the tolerance; returns how many there were, and the last improvement.
fn sweep_until_done(m: &Model, d: &mut Data, islands: usize, island: usize, mut s: Frame<'_>) -> (usize, f64) {
    // rows of the island and the first row of each block
    let (rows, starts) = (s.ints(d.nefc), s.ints(d.nefc));
    let mut n = 0;
    for i in rows_of(d, islands, island) {
        rows[n] = i as i32;
        n += 1;
    }
    let rows = &rows[..n];
    let mut blocks = 0;
    let mut at = 0;
    while at < n {
        starts[blocks] = rows[at];
        blocks += 1;
        at += block_size(d, rows[at].ix());
    }
    let starts = &mut starts[..blocks];
    let (previous, momentum) = (s.reals(n), s.reals(n));

    let scale = 1.0 / inertia_trace(m, d, islands, island);
    let mut random = Pcg32::new();
    let mut age = 0.0;
    let mut improvement = f64::INFINITY;
    let limit = m.opt.iterations.max(0) as usize;
    for iteration in 0..limit {
        // extrapolate from the last two sweeps, back into the feasible set
        let beta = if iteration == 0 { 0.0 } else { (age - 1.0) / (age + 2.0) };
        for (k, i) in rows.iter().enumerate() {
            let force = d.efc_force[i.ix()];
            if beta > 0.0 {
                d.efc_force[i.ix()] += beta * (force - previous[k]);
            }
            previous[k] = force;
        }
        if beta > 0.0 {
            for i in starts.iter() {
                project(d, i.ix());
            }
        }
        for (k, i) in rows.iter().enumerate() {
            momentum[k] = d.efc_force[i.ix()];
        }

        random.shuffle(starts);
        improvement = 0.0;
        for i in starts.iter() {
            improvement -= update_block(d, i.ix());
        }
        improvement *= scale;

        // restart when the correction points against the extrapolation
        let against = rows
            .iter()
            .enumerate()
            .fold(0.0, |sum, (k, i)| sum + (d.efc_force[i.ix()] - momentum[k]) * (momentum[k] - previous[k]));
        age = if iteration > 0 && against < 0.0 { 0.0 } else { age + 1.0 };

        stats::save(&mut d.solver, island, iteration, SolverStat { improvement, ..SolverStat::default() });
        if improvement < m.opt.tolerance {
            return (iteration + 1, improvement);
        }
    }
    (limit, improvement)
}

/// Brings the forces of a block back into their bounds.
fn project(d: &mut Data, i: usize) {
    if i < d.ne {
        return;
    }
    if i < d.ne + d.nf {
        let loss = d.efc_frictionloss[i];
        d.efc_force[i] = d.efc_force[i].clamp(-loss, loss);
        return;
    }
    let dim = block_size(d, i);
    if d.efc_force[i] < 0.0 {
        d.efc_force[i..i + dim].fill(0.0);
    } else if dim > 1 {
        let friction = d.contact[d.efc_id[i].ix()].friction;
        let (normal, tangent) = d.efc_force[i..i + dim].split_at_mut(1);
        onto_ellipsoid(tangent, normal[0], &friction, false);
    }
}

/// Scales friction forces to the surface of the cone's cross-section, if they lie outside it or in any case.
pub(super) fn onto_ellipsoid(tangent: &mut [f64], normal: f64, friction: &[f64], always: bool) {
    let square: f64 = tangent.iter().zip(friction).map(|(f, mu)| f * f / (mu * mu)).sum();
    if always || square > normal * normal {
        let scale = (normal * normal / square.max(MINVAL)).sqrt();
        for f in tangent {
            *f *= scale;
        }
    }
}

/// Minimises over one block with the rest fixed; returns the change of the cost.
fn update_block(d: &mut Data, i: usize) -> f64 {
    let dim = block_size(d, i);
    if dim == 1 {
        let (res, diagonal, old) = (residual(d, i), entry(d, i, i), d.efc_force[i]);
        d.efc_force[i] -= res / diagonal;
        project(d, i);
        return accept(&[diagonal], &mut d.efc_force[i..=i], &[old], &[res]);
    }

    let friction = d.contact[d.efc_id[i].ix()].friction;
    let a = block(d, i, dim, false);
    let (mut old, mut res) = ([0.0; 6], [0.0; 6]);
    for k in 0..dim {
        (old[k], res[k]) = (d.efc_force[i + k], residual(d, i + k));
    }
    let mut force = old;
    if force[0] < MINVAL {
        // no normal force yet: move along the normal alone
        force[0] = (force[0] - res[0] / a[0]).max(0.0);
        force[1..dim].fill(0.0);
    } else {
        // along the ray through the current force
        let product: f64 = (0..dim).map(|r| (0..dim).map(|c| old[r] * a[r * dim + c] * old[c]).sum::<f64>()).sum();
        if product >= MINVAL {
            let x = -(0..dim).map(|k| old[k] * res[k]).sum::<f64>() / product;
            // the normal stays non-negative
            let x = x.max(-1.0);
            for k in 0..dim {
                force[k] += x * old[k];
            }
        }
    }

    // friction with the normal fixed
    if force[0] < MINVAL {
        force[1..dim].fill(0.0);
    } else {
        let n = dim - 1;
        let (mut ac, mut bc) = ([0.0; 25], [0.0; 5]);
        for r in 0..n {
            bc[r] = res[r + 1] + a[(r + 1) * dim] * (force[0] - old[0]);
            for c in 0..n {
                ac[r * n + c] = a[(r + 1) * dim + c + 1];
                bc[r] -= ac[r * n + c] * old[c + 1];
            }
        }
        let (mut tangent, active) = qcqp(&ac[..n * n], &bc[..n], &friction[..n], force[0]);
        if active {
            onto_ellipsoid(&mut tangent[..n], force[0], &friction, true);
        }
        force[1..dim].copy_from_slice(&tangent[..n]);
    }
    let change = accept(&a[..dim * dim], &mut force[..dim], &old[..dim], &res[..dim]);
    d.efc_force[i..i + dim].copy_from_slice(&force[..dim]);
    change
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
