//! Small dense matrices of four problems side by side, a lane for each.
//!
//! Every sum runs in the order in which the tiles of a single problem run through it (`math/simd/tiles`,
//! `math/simd/spread`), so that a problem has the same bits in a lane as alone. Entries that its tiles do not have are zero
//! here, and change no sum.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use crate::math::MINVAL;
use crate::math::simd::{Lane, TILE, Vector, kernel};
use crate::solver::one_sided::{parabola, push};

/// Sum of the four lanes of a tile, the even ones and the odd ones first.
#[inline(always)]
fn across<V: Vector>(x: [V; TILE]) -> V {
    x[0].plus(x[2]).plus(x[1].plus(x[3]))
}

#[inline(always)]
fn products<V: Vector>(a: &[Lane; TILE], x: &[Lane; TILE]) -> [V; TILE] {
    let mut out = [V::splat(0.0); TILE];
    for k in 0..TILE {
        out[k] = V::load(&a[k]).times(V::load(&x[k]));
    }
    out
}

/// Products added up in the four lanes of tiles, and of what is left over after whole tiles.
#[inline(always)]
fn in_tiles<V: Vector>(a: &[Lane], b: &[Lane]) -> ([V; TILE], [V; TILE]) {
    let ((a4, a_rest), (b4, b_rest)) = (a.as_chunks::<TILE>(), b.as_chunks::<TILE>());
    let mut sums = [V::splat(0.0); TILE];
    for (a, b) in a4.iter().zip(b4) {
        for k in 0..TILE {
            sums[k] = sums[k].plus_product(V::load(&a[k]), V::load(&b[k]));
        }
    }
    let mut rest = [V::splat(0.0); TILE];
    for (k, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        rest[k] = V::load(a).times(V::load(b));
    }
    (sums, rest)
}

/// Inner products of vectors.
#[inline(always)]
fn dot_of<V: Vector>(a: &[Lane], b: &[Lane]) -> V {
    let (sums, rest) = in_tiles::<V>(a, b);
    let rest = rest[..a.len() % TILE].iter().fold(V::splat(0.0), |sum, x| sum.plus(*x));
    across(sums).plus(rest)
}

kernel! {
    /// Inner products of vectors.
    pub(super) fn dot<V>(out: &mut Lane, a: &[Lane], b: &[Lane]) {
        dot_of::<V>(a, b).store(out);
    }
}

kernel! {
    /// `out = J x − c`.
    pub(super) fn mul_rows<V>(out: &mut [Lane], rows: &[Lane], x: &[Lane], c: Option<&[Lane]>) {
        for (r, (out, row)) in out.iter_mut().zip(rows.chunks_exact(x.len())).enumerate() {
            let (mut sums, rest) = in_tiles::<V>(row, x);
            for k in 0..x.len() % TILE {
                sums[k] = sums[k].plus(rest[k]);
            }
            let sum = across(sums);
            c.map_or(sum, |c| sum.minus(V::load(&c[r]))).store(out);
        }
    }
}

kernel! {
    /// `out = Jᵀ x`.
    pub(super) fn mul_transposed<V>(out: &mut [Lane], rows: &[Lane], x: &[Lane]) {
        out.fill([0.0; TILE]);
        for (x, row) in x.iter().zip(rows.chunks_exact(out.len())) {
            let x = V::load(x);
            if V::all(x.equals(V::splat(0.0))) {
                continue;
            }
            for (out, a) in out.iter_mut().zip(row) {
                V::load(out).plus_product(V::load(a), x).store(out);
            }
        }
    }
}

kernel! {
    /// `out = A x` with a symmetric matrix.
    pub(super) fn mul<V>(out: &mut [Lane], matrix: &[Lane], x: &[Lane]) {
        let n = x.len();
        for (i, (out, row)) in out.iter_mut().zip(matrix.chunks_exact(n)).enumerate() {
            let tile = i / TILE * TILE;
            let mut sum = V::splat(0.0);
            for (a, x) in row[..tile].as_chunks::<TILE>().0.iter().zip(x[..tile].as_chunks::<TILE>().0) {
                sum = sum.plus(across(products::<V>(a, x)));
            }
            for (a, x) in row[tile..].iter().zip(&x[tile..]) {
                sum = sum.plus_product(V::load(a), V::load(x));
            }
            sum.store(out);
        }
    }
}

kernel! {
    /// Adds `w aᵀ a` to the lower half of a matrix.
    pub(super) fn add_square<V>(matrix: &mut [Lane], row: &[Lane], weight: &Lane) {
        let (n, weight, zero) = (row.len(), V::load(weight), V::splat(0.0));
        for (j, entries) in matrix.chunks_exact_mut(n).enumerate() {
            let b = V::load(&row[j]);
            if V::all(b.equals(zero)) {
                continue;
            }
            let b = weight.times(b);
            for (entry, a) in entries[..=j].iter_mut().zip(row) {
                V::load(entry).plus_product(V::load(a), b).store(entry);
            }
        }
    }
}

kernel! {
    /// Factors `A = U D Uᵀ` in place, given its lower half: `Uᵀ`, and in place of its diagonal the inverse of `D`. A pivot
    /// too small is raised.
    pub(super) fn factor<V>(matrix: &mut [Lane], n: usize) {
        let (least, zero) = (V::splat(MINVAL), V::splat(0.0));
        for m in (0..n).rev() {
            let (above, own) = matrix.split_at_mut(m * n);
            let (column, own) = own.split_at_mut(m);
            let pivot = V::load(&own[0]);
            let inverse = V::splat(1.0).over(V::pick(least.below(pivot), pivot, least));
            inverse.store(&mut own[0]);
            for (j, entries) in above.chunks_exact_mut(n).enumerate() {
                let b = V::load(&column[j]);
                if V::all(b.equals(zero)) {
                    continue;
                }
                let b = b.times(inverse);
                for (entry, a) in entries[..=j].iter_mut().zip(&*column) {
                    V::load(entry).minus_product(V::load(a), b).store(entry);
                }
            }
            for x in column {
                V::load(x).times(inverse).store(x);
            }
        }
    }
}

kernel! {
    /// Solves in place with a factor.
    pub(super) fn solve<V>(x: &mut [Lane], factor: &[Lane]) {
        let n = x.len();
        for (m, column) in factor.chunks_exact(n).enumerate().rev() {
            let (above, own) = x.split_at_mut(m);
            let y = V::load(&own[0]);
            for (x, u) in above.iter_mut().zip(column) {
                V::load(x).minus_product(V::load(u), y).store(x);
            }
        }
        for (j, column) in factor.chunks_exact(n).enumerate() {
            let ((above, own), tile) = (x.split_at_mut(j), j / TILE * TILE);
            let (mut y, (whole, part)) = (V::load(&own[0]).times(V::load(&column[j])), column[..j].split_at(tile));
            for (u, x) in whole.as_chunks::<TILE>().0.iter().zip(above.as_chunks::<TILE>().0) {
                y = y.minus(across(products::<V>(u, x)));
            }
            for (u, x) in part.iter().zip(&above[tile..]) {
                y = y.minus_product(V::load(u), V::load(x));
            }
            y.store(&mut own[0]);
        }
    }
}

kernel! {
    /// Forces of rows that act one way only; adds what they cost.
    pub(super) fn forces<V>(force: &mut [Lane], jar: &[Lane], mass: &[Lane], cost: &mut Lane) {
        let (half, mut sums) = (V::splat(0.5), [V::splat(0.0); TILE]);
        for (r, (force, (jar, mass))) in force.iter_mut().zip(jar.iter().zip(mass)).enumerate() {
            let x = V::load(jar);
            let push = push(x, V::load(mass));
            sums[r % TILE] = sums[r % TILE].minus_product(half.times(push), x);
            push.store(force);
        }
        V::load(cost).plus(across(sums)).store(cost);
    }
}

kernel! {
    /// Sums of the three coefficients over such rows at points of four lines, the first relative to the start.
    pub(super) fn line_sums<V>(out: &mut [Lane; 3], rows: [&[Lane]; 3], alpha: &Lane) {
        let [jar, jv, mass] = rows;
        let (alpha, mut sums) = (V::load(alpha), [[V::splat(0.0); TILE]; 3]);
        for (r, (jar, (jv, mass))) in jar.iter().zip(jv.iter().zip(mass)).enumerate() {
            let (jar, jv, k) = (V::load(jar), V::load(jv), r % TILE);
            let [constant, linear, quadratic] = parabola(jar, jv, V::load(mass));
            let x = jar.plus_product(alpha, jv);
            let change = constant.where_negative(x).minus(constant.where_negative(jar));
            sums[0][k] = sums[0][k].plus(change);
            sums[1][k] = sums[1][k].plus(linear.where_negative(x));
            sums[2][k] = sums[2][k].plus(quadratic.where_negative(x));
        }
        for (out, sums) in out.iter_mut().zip(sums) {
            across(sums).store(out);
        }
    }
}

kernel! {
    /// Linear and quadratic coefficient of the inertial part of the cost along lines, and the square of their directions.
    pub(super) fn inertial_line<V>(out: &mut [Lane; 3], search: &[Lane], ma: &[Lane], smooth: &[Lane], mv: &[Lane]) {
        dot_of::<V>(search, ma).minus(dot_of::<V>(smooth, search)).store(&mut out[0]);
        V::splat(0.5).times(dot_of::<V>(search, mv)).store(&mut out[1]);
        dot_of::<V>(search, search).store(&mut out[2]);
    }
}

kernel! {
    /// `grad = M x − f − Jᵀ λ`.
    pub(super) fn gradient<V>(grad: &mut [Lane], ma: &[Lane], smooth: &[Lane], joint: &[Lane]) {
        for ((grad, ma), (smooth, joint)) in grad.iter_mut().zip(ma).zip(smooth.iter().zip(joint)) {
            V::load(ma).minus(V::load(smooth)).minus(V::load(joint)).store(grad);
        }
    }
}

kernel! {
    /// `x += alpha v`.
    pub(super) fn advance<V>(x: &mut [Lane], v: &[Lane], alpha: &Lane) {
        let alpha = V::load(alpha);
        for (x, v) in x.iter_mut().zip(v) {
            V::load(x).plus_product(V::load(v), alpha).store(x);
        }
    }
}

kernel! {
    /// Adds `½ (M x − f)·(x − xₛ)`, given `M x`, `f`, `x` and `xₛ`.
    pub(super) fn add_inertial_cost<V>(cost: &mut Lane, of: [&[Lane]; 4]) {
        let [ma, smooth, acc, acc_smooth] = of;
        let (mut sum, half) = (V::load(cost), V::splat(0.5));
        for ((ma, smooth), (acc, acc_smooth)) in ma.iter().zip(smooth).zip(acc.iter().zip(acc_smooth)) {
            let force = half.times(V::load(ma).minus(V::load(smooth)));
            sum = sum.plus_product(force, V::load(acc).minus(V::load(acc_smooth)));
        }
        sum.store(cost);
    }
}

kernel! {
    /// Replaces vectors by others in the lanes in which one number is above another.
    pub(super) fn replace_above<V>(to: &mut [Lane], from: &[Lane], number: &Lane, limit: &Lane) {
        let above = V::load(limit).below(V::load(number));
        for (to, from) in to.iter_mut().zip(from) {
            V::pick(above, V::load(from), V::load(to)).store(to);
        }
    }
}

kernel! {
    /// Counts rows that are violated, and those that began or ceased to be.
    pub(super) fn count_rows<V>(counts: [&mut Lane; 2], jar: &[Lane], jar_old: &[Lane]) {
        let one = V::splat(1.0);
        let [mut count, mut flips] = [V::splat(0.0); 2];
        for (new, old) in jar.iter().zip(jar_old) {
            let (new, old) = (one.where_negative(V::load(new)), one.where_negative(V::load(old)));
            let flip = new.minus(old);
            count = count.plus(new);
            flips = flips.plus_product(flip, flip);
        }
        let [violated, flipped] = counts;
        count.store(violated);
        flips.store(flipped);
    }
}

kernel! {
    /// What rows count in a Hessian: their mass while they are violated, of those that are computed `anew`; and the change
    /// of that, of those that change `partly`.
    pub(super) fn weigh<V>(weight: &mut [Lane], rows: [&[Lane]; 3], changes: [&Lane; 2]) {
        let ([jar, jar_old, mass], [anew, partly]) = (rows, changes);
        let (partly, some) = (V::load(partly), V::load(partly).plus(V::load(anew)));
        for ((weight, mass), (jar, jar_old)) in weight.iter_mut().zip(mass).zip(jar.iter().zip(jar_old)) {
            let mass = V::load(mass);
            let (new, old) = (mass.where_negative(V::load(jar)), mass.where_negative(V::load(jar_old)));
            new.times(some).minus(old.times(partly)).store(weight);
        }
    }
}
