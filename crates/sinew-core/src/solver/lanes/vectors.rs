//! Loops over the rows and dofs of four problems side by side, with sums in the order of a single problem.

use super::dense::{across, dot_of};
use crate::math::simd::{Lane, TILE, kernel};
use crate::solver::one_sided::{parabola, push};

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
