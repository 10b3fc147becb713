//! Rows whose force is bounded on both sides, which friction loss makes, four at a time: a parabola within the bounds,
//! straight lines beyond them.
//!
//! With `c` the violation clamped to `±b` and `e` the rest of it, `b = R f` for the largest force `f`, such a row costs
//! `D (½ c² + c e)` and pushes by `−D c`. Huber, *Robust Estimation of a Location Parameter* (1964).

use super::one_sided::{Block, padded};
use crate::math::simd::{TILE, Vector, kernel};
use crate::model::ConstraintState;

/// Largest forces, regularisers and masses of some rows.
#[derive(Clone, Copy)]
pub(super) struct Bounded<'a> {
    pub frictionloss: &'a [f64],
    pub regulariser: &'a [f64],
    pub mass: &'a [f64],
}

/// The part of numbers that lies within bounds, and where they are beyond them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn clamped<V: Vector>(x: V, bound: V) -> V {
    // what is not a number stays that
    let below = V::pick(bound.below(x), bound, x);
    V::pick(below.below(bound.negated()), bound.negated(), below)
}

kernel! {
    /// States and forces of rows, given `jar = J q̈ − a_ref`; adds to the cost.
    pub(super) fn update<V>(rows: &Bounded<'_>, jar: &[f64], state: &mut [i32], force: &mut [f64], cost: &mut f64) {
        let half = V::splat(0.5);
        let mut sum = V::splat(0.0);
        let given = rows.frictionloss.chunks(TILE).zip(rows.regulariser.chunks(TILE)).zip(rows.mass.chunks(TILE));
        let out = state.chunks_mut(TILE).zip(force.chunks_mut(TILE));
        for ((((loss, regulariser), mass), jar), (state, force)) in given.zip(jar.chunks(TILE)).zip(out) {
            let lane = padded(jar);
            let (x, loss, mass) = (V::load(&lane), V::load(&padded(loss)), V::load(&padded(mass)));
            let bound = V::load(&padded(regulariser)).times(loss);
            let inner = clamped(x, bound);
            let push = mass.times(inner);
            sum = sum.plus_product(push, x.minus(half.times(inner)));
            let (low, high) = (bound.negated(), bound);
            let push = V::pick(V::one(x.below(low), x.equals(low)), loss, push.negated());
            let push = V::pick(V::one(high.below(x), high.equals(x)), loss.negated(), push);
            force.copy_from_slice(&push.lanes()[..force.len()]);
            for ((state, x), bound) in state.iter_mut().zip(lane).zip(bound.lanes()) {
                *state = if x <= -bound {
                    ConstraintState::Linearneg
                } else if x >= bound {
                    ConstraintState::Linearpos
                } else {
                    ConstraintState::Quadratic
                } as i32;
            }
        }
        *cost += sum.sum();
    }
}

kernel! {
    /// What a point of a line needs of the rows: violation at the start, its change, mass, bound, and both parts of the
    /// violation.
    pub(super) fn prepare<V>(blocks: &mut [Block], rows: &Bounded<'_>, jar: &[f64], jv: &[f64]) {
        let given = rows.frictionloss.chunks(TILE).zip(rows.regulariser.chunks(TILE)).zip(rows.mass.chunks(TILE));
        let moved = jar.chunks(TILE).zip(jv.chunks(TILE));
        for (block, (((loss, regulariser), mass), (jar, jv))) in blocks.iter_mut().zip(given.zip(moved)) {
            (block[0], block[1], block[2]) = (padded(jar), padded(jv), padded(mass));
            let x = V::load(&block[0]);
            let bound = V::load(&padded(regulariser)).times(V::load(&padded(loss)));
            let inner = clamped(x, bound);
            bound.store(&mut block[3]);
            inner.store(&mut block[4]);
            x.minus(inner).store(&mut block[5]);
        }
    }
}

kernel! {
    /// Cost at a point of the line relative to its start, slope and curvature.
    ///
    /// Each part of the cost is a product with a difference, so that nothing large cancels.
    pub(super) fn sums<V>(sums: &mut [f64; 3], blocks: &[Block], alpha: f64) {
        let (alpha, zero, half) = (V::splat(alpha), V::splat(0.0), V::splat(0.5));
        let [mut cost, mut slope, mut curvature] = [zero; 3];
        for [start, jv, mass, bound, inner, outer] in blocks {
            let (jv, mass, bound) = (V::load(jv), V::load(mass), V::load(bound));
            let (inner0, outer0) = (V::load(inner), V::load(outer));
            let x = V::load(start).plus_product(alpha, jv);
            let inner = clamped(x, bound);
            let outer = x.minus(inner);
            let middle = half.times(inner.plus(inner0)).plus(outer0);
            let change = inner.minus(inner0).times(middle).plus_product(inner, outer.minus(outer0));
            cost = cost.plus_product(mass, change);
            let dv = mass.times(jv);
            slope = slope.plus_product(dv, inner);
            let within = V::both(x.below(bound), bound.negated().below(x));
            curvature = curvature.plus(V::pick(within, dv.times(jv), zero));
        }
        *sums = [cost.sum(), slope.sum(), curvature.sum()];
    }
}

#[cfg(test)]
mod tests {
    use super::super::one_sided::blocks;
    use super::*;

    const LOSS: [f64; 6] = [1.0, 0.5, 2.0, 1.5, 0.25, 1e6];
    const MASS: [f64; 6] = [2.0, 1.0, 4.0, 8.0, 0.5, 2.0];

    #[test]
    fn a_row_is_a_parabola_within_its_bounds_and_a_line_beyond_them() {
        let regulariser = MASS.map(|d| 1.0 / d);
        let rows = Bounded { frictionloss: &LOSS, regulariser: &regulariser, mass: &MASS };
        let jar = [0.1, -0.9, 0.5, -0.1, 3.0, -700.0];
        let (mut state, mut force, mut cost) = ([9; 6], [9.0; 6], 0.0);
        update(&rows, &jar, &mut state, &mut force, &mut cost);
        let mut want = 0.0;
        for i in 0..6 {
            let (x, f, bound) = (jar[i], LOSS[i], regulariser[i] * LOSS[i]);
            let (s, push, c) = if x <= -bound {
                (ConstraintState::Linearneg, f, -f * x - 0.5 * bound * f)
            } else if x >= bound {
                (ConstraintState::Linearpos, -f, f * x - 0.5 * bound * f)
            } else {
                (ConstraintState::Quadratic, -MASS[i] * x, 0.5 * MASS[i] * x * x)
            };
            assert_eq!((state[i], force[i]), (s as i32, push), "row {i}");
            want += c;
        }
        assert!((cost - want).abs() < 1e-15 * want.abs());
    }

    #[test]
    fn sums_along_a_line_are_change_of_cost_and_its_derivatives() {
        let regulariser = MASS.map(|d| 1.0 / d);
        let rows = Bounded { frictionloss: &LOSS, regulariser: &regulariser, mass: &MASS };
        let (jar, jv) = ([0.1, -0.9, 0.4, -0.1, 3.0, -700.0], [3.0, 0.5, -0.2, -1.0, -4.0, 10.0]);
        // cost and slope along the line
        let at = |alpha: f64| {
            let x: [f64; 6] = std::array::from_fn(|i| jar[i] + alpha * jv[i]);
            let (mut state, mut force, mut cost) = ([0; 6], [0.0; 6], 0.0);
            update(&rows, &x, &mut state, &mut force, &mut cost);
            (cost, -(0..6).map(|i| force[i] * jv[i]).sum::<f64>())
        };
        let mut coefficients = [[[0.0; TILE]; 6]; blocks(6)];
        prepare(&mut coefficients, &rows, &jar, &jv);
        for alpha in [0.0, 0.1, 0.7, 2.0, -1.5] {
            let mut got = [7.0; 3];
            sums(&mut got, &coefficients, alpha);
            let (cost, slope) = at(alpha);
            let h = 1e-6;
            let curvature = (at(alpha + h).1 - at(alpha - h).1) / (2.0 * h);
            assert!((got[0] - (cost - at(0.0).0)).abs() < 1e-10, "cost at {alpha}: {got:?}");
            assert!((got[1] - slope).abs() < 1e-12 * slope.abs(), "slope at {alpha}");
            assert!((got[2] - curvature).abs() < 1e-4, "curvature at {alpha}: {curvature} {got:?}");
        }
    }

    #[test]
    fn a_short_step_far_beyond_the_bounds_loses_no_digits() {
        // cost is a line there: its change is force times way, though the cost itself is a hundred million times that
        let rows = Bounded { frictionloss: &[1.0], regulariser: &[1e-3], mass: &[1e3] };
        let mut coefficients = [[[0.0; TILE]; 6]; 1];
        prepare(&mut coefficients, &rows, &[1e8], &[1.0]);
        let mut got = [0.0; 3];
        sums(&mut got, &coefficients, 0.5);
        assert_eq!(got, [0.5, 1.0, 0.0]);
    }
}
