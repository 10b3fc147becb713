//! Rows that act one way only, such as limits and the edges of pyramids, four at a time: half a parabola where they are
//! violated, nothing elsewhere.

use crate::math::simd::{Lane, TILE, Vector, kernel};
use crate::model::ConstraintState;

/// Four rows along a line. Of this kind of row: `J x − a_ref` at its start, `J v`, the constant coefficient, the same where
/// the start counts, and the other two.
pub(super) type Block = [Lane; 6];

/// Number of blocks for this many rows.
pub(super) const fn blocks(rows: usize) -> usize {
    rows.div_ceil(TILE)
}

kernel! {
    /// States and forces of rows, given `jar = J q̈ − a_ref`; adds to the cost.
    pub(super) fn update<V>(jar: &[f64], mass: &[f64], state: &mut [i32], force: &mut [f64], cost: &mut f64) {
        let half = V::splat(0.5);
        let mut sum = V::splat(0.0);
        let rows = jar.chunks(TILE).zip(mass.chunks(TILE)).zip(state.chunks_mut(TILE).zip(force.chunks_mut(TILE)));
        for ((jar, mass), (state, force)) in rows {
            let (lane, mass) = (padded(jar), padded(mass));
            let x = V::load(&lane);
            let push = push(x, V::load(&mass));
            sum = sum.minus_product(half.times(push), x);
            match force.first_chunk_mut() {
                Some(force) => push.store(force),
                None => force.copy_from_slice(&push.lanes()[..force.len()]),
            }
            for (state, x) in state.iter_mut().zip(lane) {
                *state = if x < 0.0 { ConstraintState::Quadratic } else { ConstraintState::Satisfied } as i32;
            }
        }
        *cost += sum.sum();
    }
}

kernel! {
    /// Coefficients of rows along a line.
    pub(super) fn prepare<V>(blocks: &mut [Block], jar: &[f64], jv: &[f64], mass: &[f64]) {
        let rows = jar.chunks(TILE).zip(jv.chunks(TILE)).zip(mass.chunks(TILE));
        for (block, ((jar, jv), mass)) in blocks.iter_mut().zip(rows) {
            (block[0], block[1]) = (padded(jar), padded(jv));
            let (x, v, mass) = (V::load(&block[0]), V::load(&block[1]), V::load(&padded(mass)));
            let [constant, linear, quadratic] = parabola(x, v, mass);
            constant.store(&mut block[2]);
            constant.where_negative(x).store(&mut block[3]);
            linear.store(&mut block[4]);
            quadratic.store(&mut block[5]);
        }
    }
}

kernel! {
    /// Sums of the three coefficients over the rows that count at a point of the line, the first relative to the start.
    pub(super) fn sums<V>(sums: &mut [f64; 3], blocks: &[Block], alpha: f64) {
        let (alpha, zero) = (V::splat(alpha), V::splat(0.0));
        let [mut q0, mut q1, mut q2] = [zero; 3];
        for [jar, jv, constant, at_start, linear, quadratic] in blocks {
            let x = V::load(jar).plus_product(alpha, V::load(jv));
            q0 = q0.plus(V::load(constant).where_negative(x).minus(V::load(at_start)));
            q1 = q1.plus(V::load(linear).where_negative(x));
            q2 = q2.plus(V::load(quadratic).where_negative(x));
        }
        *sums = [q0.sum(), q1.sum(), q2.sum()];
    }
}

/// Coefficients along a line of rows that are violated.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
pub(super) fn parabola<V: Vector>(jar: V, jv: V, mass: V) -> [V; 3] {
    let (force, half) = (mass.times(jar), V::splat(0.5));
    [half.times(jar).times(force), jv.times(force), half.times(jv).times(mass).times(jv)]
}

/// What rows push with.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
pub(super) fn push<V: Vector>(jar: V, mass: V) -> V {
    V::splat(0.0).minus(mass.times(jar)).where_negative(jar)
}

/// Up to four numbers, and zeros, which no row counts.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
pub(super) fn padded(x: &[f64]) -> Lane {
    match *x {
        [a, b, c, d] => [a, b, c, d],
        [a, b, c] => [a, b, c, 0.0],
        [a, b] => [a, b, 0.0, 0.0],
        [a] => [a, 0.0, 0.0, 0.0],
        _ => [0.0; TILE],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_along_a_line_give_the_change_of_cost() {
        let jar = [-1.0, 2.0, -0.5, 0.25, -3.0, 0.0, -0.125];
        let jv = [0.5, -4.0, 1.0, 1.0, -1.0, -2.0, 0.25];
        let mass = [2.0, 1.0, 4.0, 8.0, 0.5, 2.0, 16.0];
        let cost = |alpha: f64| -> f64 {
            let x: Vec<f64> = jar.iter().zip(jv).map(|(x, v)| x + alpha * v).collect();
            let (mut state, mut force, mut cost) = ([7; 7], [7.0; 7], 0.0);
            update(&x, &mass, &mut state, &mut force, &mut cost);
            for i in 0..7 {
                let push = if x[i] < 0.0 { -mass[i] * x[i] } else { 0.0 };
                assert_eq!((force[i], state[i]), (push, i32::from(x[i] < 0.0)), "row {i}");
            }
            cost
        };
        let mut coefficients = [[[0.0; TILE]; 6]; 2];
        prepare(&mut coefficients, &jar, &jv, &mass);
        for alpha in [0.0, 0.5, 1.5, -1.0] {
            let mut q = [0.0; 3];
            sums(&mut q, &coefficients, alpha);
            let change = q[0] + alpha * (q[1] + alpha * q[2]);
            assert!((change - (cost(alpha) - cost(0.0))).abs() < 1e-14, "at {alpha}");
        }
    }
}
