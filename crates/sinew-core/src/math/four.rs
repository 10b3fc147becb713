//! Spatial algebra of four bodies at a time, each number a vector with one lane per body.
//!
//! Every entry is summed in the order of the spatial algebra of one body, so the bits are the same.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use super::simd::Vector;
use super::{Inertia, Spatial};

/// Numbers of four rows, side by side.
#[inline(always)]
pub(crate) fn gather<V: Vector, const N: usize>(rows: [&[f64; N]; 4]) -> [V; N] {
    let mut out = [V::splat(0.0); N];
    for k in 0..N {
        out[k] = V::load(&[rows[0][k], rows[1][k], rows[2][k], rows[3][k]]);
    }
    out
}

/// Numbers side by side, back to four rows.
#[inline(always)]
pub(crate) fn scatter<V: Vector, const N: usize>(x: [V; N], rows: [&mut [f64; N]; 4]) {
    let [a, b, c, d] = rows;
    for k in 0..N {
        [a[k], b[k], c[k], d[k]] = x[k].lanes();
    }
}

#[inline(always)]
fn cross<V: Vector>(a: [V; 3], b: [V; 3]) -> [V; 3] {
    let entry = |i: usize, j: usize| a[i].times(b[j]).minus_product(a[j], b[i]);
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}

/// Momentum of a motion.
#[inline(always)]
fn momentum<V: Vector>(i: &[V; 10], v: &[V; 6]) -> [V; 6] {
    let row = |a: usize, b: usize, c: usize| i[a].times(v[0]).plus_product(i[b], v[1]).plus_product(i[c], v[2]);
    let linear = |a: usize, k: usize, b: usize, l: usize, own: usize| {
        i[a].times(v[k]).minus_product(i[b], v[l]).plus_product(i[9], v[own])
    };
    [
        row(0, 3, 4).minus_product(i[8], v[4]).plus_product(i[7], v[5]),
        row(3, 1, 5).plus_product(i[8], v[3]).minus_product(i[6], v[5]),
        row(4, 5, 2).minus_product(i[7], v[3]).plus_product(i[6], v[4]),
        linear(8, 1, 7, 2, 3),
        linear(6, 2, 8, 0, 4),
        linear(7, 0, 6, 1, 5),
    ]
}

/// Force that a body needs to accelerate while it moves, `I a + v ×* I v`.
#[inline(always)]
fn newton_euler<V: Vector>(inertia: &[V; 10], acc: &[V; 6], vel: &[V; 6]) -> [V; 6] {
    let (mut force, p) = (momentum(inertia, acc), momentum(inertia, vel));
    let (w, v) = ([vel[0], vel[1], vel[2]], [vel[3], vel[4], vel[5]]);
    let (turning, moving) = ([p[0], p[1], p[2]], [p[3], p[4], p[5]]);
    let (a, b, c) = (cross(w, turning), cross(v, moving), cross(w, moving));
    for k in 0..3 {
        force[k] = force[k].plus(a[k].plus(b[k]));
        force[3 + k] = force[3 + k].plus(c[k]);
    }
    force
}

/// [`newton_euler`] of all bodies of these columns.
#[inline(always)]
pub(crate) fn newton_euler_all<V: Vector>(out: &mut [Spatial], inertia: &[Inertia], acc: &[Spatial], vel: &[Spatial]) {
    let all = |out: &mut [Spatial; 4], inertia: &[Inertia; 4], acc: &[Spatial; 4], vel: &[Spatial; 4]| {
        let inertia = gather::<V, 10>([&inertia[0].0, &inertia[1].0, &inertia[2].0, &inertia[3].0]);
        let acc = gather::<V, 6>([&acc[0].0, &acc[1].0, &acc[2].0, &acc[3].0]);
        let vel = gather::<V, 6>([&vel[0].0, &vel[1].0, &vel[2].0, &vel[3].0]);
        let [a, b, c, d] = out;
        scatter(newton_euler(&inertia, &acc, &vel), [&mut a.0, &mut b.0, &mut c.0, &mut d.0]);
    };
    let n = out.len();
    let (inertia, acc, vel) = (&inertia[..n], &acc[..n], &vel[..n]);
    let mut at = 0;
    while at < n {
        // the last four may be done twice
        let start = if n < 4 { at } else { at.min(n - 4) };
        let rows = (inertia[start..].first_chunk(), acc[start..].first_chunk(), vel[start..].first_chunk());
        if let (Some(out), (Some(inertia), Some(acc), Some(vel))) = (out[start..].first_chunk_mut(), rows) {
            all(out, inertia, acc, vel);
            at += 4;
        } else {
            out[at] = inertia[at] * acc[at] + vel[at].cross_force(inertia[at] * vel[at]);
            at += 1;
        }
    }
}

/// Inertias of four bodies about an origin, as [`Inertia::at_offset`].
#[inline(always)]
pub(crate) fn inertia_at_offset<V: Vector>(diagonal: [V; 3], frame: &[V; 9], offset: [V; 3], mass: V) -> [V; 10] {
    let (c, d) = (offset, diagonal);
    let turned = |i: usize, j: usize| {
        let product = |k: usize| frame[3 * j + k].times(d[k]);
        let first = frame[3 * i].times(product(0));
        first.plus_product(frame[3 * i + 1], product(1)).plus_product(frame[3 * i + 2], product(2))
    };
    let squares = |i: usize, j: usize| mass.times(c[i].times(c[i]).plus_product(c[j], c[j]));
    let moment = [mass.times(c[0]), mass.times(c[1]), mass.times(c[2])];
    [
        turned(0, 0).plus(squares(1, 2)),
        turned(1, 1).plus(squares(0, 2)),
        turned(2, 2).plus(squares(0, 1)),
        turned(0, 1).minus_product(moment[0], c[1]),
        turned(0, 2).minus_product(moment[0], c[2]),
        turned(1, 2).minus_product(moment[1], c[2]),
        moment[0],
        moment[1],
        moment[2],
        mass,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::kernel;
    use crate::math::{Mat3, Vec3};
    use crate::testing::Noise;

    kernel! {
        fn try_forces<V>(out: &mut [Spatial], inertia: &[Inertia], acc: &[Spatial], vel: &[Spatial]) {
            newton_euler_all::<V>(out, inertia, acc, vel);
        }
    }

    kernel! {
        fn try_inertia<V>(out: &mut [Inertia; 4], frames: &[Mat3; 4], x: &[Vec3; 4]) {
            let frame = gather::<V, 9>([&frames[0].0, &frames[1].0, &frames[2].0, &frames[3].0]);
            let x = gather::<V, 3>([&x[0].0, &x[1].0, &x[2].0, &x[3].0]);
            let [a, b, c, d] = out;
            scatter(inertia_at_offset(x, &frame, x, x[1]), [&mut a.0, &mut b.0, &mut c.0, &mut d.0]);
        }
    }

    #[test]
    fn four_bodies_need_the_forces_of_each_alone() {
        let noise = &mut Noise(7);
        for n in 0..11 {
            let mut spatial = || Spatial(std::array::from_fn(|_| noise.next()));
            let (acc, vel): (Vec<_>, Vec<_>) = (0..n).map(|_| (spatial(), spatial())).unzip();
            let inertia: Vec<_> = (0..n).map(|_| Inertia(std::array::from_fn(|_| noise.next()))).collect();
            let mut got = vec![Spatial::ZERO; n];
            try_forces(&mut got, &inertia, &acc, &vel);
            for b in 0..n {
                let want = inertia[b] * acc[b] + vel[b].cross_force(inertia[b] * vel[b]);
                assert_eq!(got[b], want, "body {b} of {n}");
            }
        }
    }

    #[test]
    fn four_inertias_are_those_of_each_alone() {
        let noise = &mut Noise(8);
        let frames: [Mat3; 4] = std::array::from_fn(|_| Mat3(std::array::from_fn(|_| noise.next())));
        let x: [Vec3; 4] = std::array::from_fn(|_| noise.vec());
        let mut got = [Inertia::default(); 4];
        try_inertia(&mut got, &frames, &x);
        for b in 0..4 {
            assert_eq!(got[b], Inertia::at_offset(x[b], &frames[b], x[b], x[b][1]));
        }
    }
}
