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
    [
        a[1].times(b[2]).minus_product(a[2], b[1]),
        a[2].times(b[0]).minus_product(a[0], b[2]),
        a[0].times(b[1]).minus_product(a[1], b[0]),
    ]
}

/// `a · b` of three numbers each.
#[inline(always)]
fn dot<V: Vector>(a: [V; 3], b: [V; 3]) -> V {
    a[0].times(b[0]).plus_product(a[1], b[1]).plus_product(a[2], b[2])
}

/// Momentum of a motion.
#[inline(always)]
fn momentum<V: Vector>(i: &[V; 10], v: &[V; 6]) -> [V; 6] {
    let w = [v[0], v[1], v[2]];
    [
        dot([i[0], i[3], i[4]], w).minus_product(i[8], v[4]).plus_product(i[7], v[5]),
        dot([i[3], i[1], i[5]], w).plus_product(i[8], v[3]).minus_product(i[6], v[5]),
        dot([i[4], i[5], i[2]], w).minus_product(i[7], v[3]).plus_product(i[6], v[4]),
        i[8].times(v[1]).minus_product(i[7], v[2]).plus_product(i[9], v[3]),
        i[6].times(v[2]).minus_product(i[8], v[0]).plus_product(i[9], v[4]),
        i[7].times(v[0]).minus_product(i[6], v[1]).plus_product(i[9], v[5]),
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
    let n = out.len();
    let (inertia, acc, vel) = (&inertia[..n], &acc[..n], &vel[..n]);
    let mut at = 0;
    while at < n {
        // the last four may be done twice
        let start = if n < 4 { at } else { at.min(n - 4) };
        let rows =
            (inertia[start..].first_chunk::<4>(), acc[start..].first_chunk::<4>(), vel[start..].first_chunk::<4>());
        if let (Some(out), (Some(inertia), Some(acc), Some(vel))) = (out[start..].first_chunk_mut(), rows) {
            let inertia = gather::<V, 10>([&inertia[0].0, &inertia[1].0, &inertia[2].0, &inertia[3].0]);
            let acc = gather::<V, 6>([&acc[0].0, &acc[1].0, &acc[2].0, &acc[3].0]);
            let vel = gather::<V, 6>([&vel[0].0, &vel[1].0, &vel[2].0, &vel[3].0]);
            let [a, b, c, d]: &mut [Spatial; 4] = out;
            scatter(newton_euler(&inertia, &acc, &vel), [&mut a.0, &mut b.0, &mut c.0, &mut d.0]);
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
    let (c, f, d) = (offset, frame, diagonal);
    // rows of the frame, and the same times the diagonal
    let (x, y, z) = ([f[0], f[1], f[2]], [f[3], f[4], f[5]], [f[6], f[7], f[8]]);
    let (dx, dy, dz) = (scaled(x, d), scaled(y, d), scaled(z, d));
    let squares = [c[0].times(c[0]), c[1].times(c[1]), c[2].times(c[2])];
    let moment = [mass.times(c[0]), mass.times(c[1]), mass.times(c[2])];
    [
        dot(x, dx).plus(mass.times(squares[1].plus(squares[2]))),
        dot(y, dy).plus(mass.times(squares[0].plus(squares[2]))),
        dot(z, dz).plus(mass.times(squares[0].plus(squares[1]))),
        dot(x, dy).minus_product(moment[0], c[1]),
        dot(x, dz).minus_product(moment[0], c[2]),
        dot(y, dz).minus_product(moment[1], c[2]),
        moment[0],
        moment[1],
        moment[2],
        mass,
    ]
}

#[inline(always)]
fn scaled<V: Vector>(a: [V; 3], b: [V; 3]) -> [V; 3] {
    [a[0].times(b[0]), a[1].times(b[1]), a[2].times(b[2])]
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
