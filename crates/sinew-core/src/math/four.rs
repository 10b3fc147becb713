//! Four bodies at a time: rows of one simulation side by side, and apart again.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use super::number::Four;
use super::simd::Vector;
use super::{Inertia, Spatial};

/// Numbers of four rows, side by side.
#[inline(always)]
pub(crate) fn gather<V: Vector, const N: usize>(rows: [&[f64; N]; 4]) -> [Four<V>; N] {
    let mut out = [Four(V::splat(0.0)); N];
    for k in 0..N {
        out[k] = Four(V::load(&[rows[0][k], rows[1][k], rows[2][k], rows[3][k]]));
    }
    out
}

/// Numbers side by side, back to four rows.
#[inline(always)]
pub(crate) fn scatter<V: Vector, const N: usize>(x: [Four<V>; N], rows: [&mut [f64; N]; 4]) {
    let [a, b, c, d] = rows;
    for k in 0..N {
        [a[k], b[k], c[k], d[k]] = x[k].0.lanes();
    }
}

/// Forces that all bodies of these columns need to accelerate while they move, [`Inertia::newton_euler`].
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
            let inertia = Inertia(gather::<V, 10>([&inertia[0].0, &inertia[1].0, &inertia[2].0, &inertia[3].0]));
            let acc = Spatial(gather::<V, 6>([&acc[0].0, &acc[1].0, &acc[2].0, &acc[3].0]));
            let vel = Spatial(gather::<V, 6>([&vel[0].0, &vel[1].0, &vel[2].0, &vel[3].0]));
            let [a, b, c, d]: &mut [Spatial; 4] = out;
            scatter(inertia.newton_euler(acc, vel).0, [&mut a.0, &mut b.0, &mut c.0, &mut d.0]);
            at += 4;
        } else {
            out[at] = inertia[at].newton_euler(acc[at], vel[at]);
            at += 1;
        }
    }
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
            let frame = Mat3(gather::<V, 9>([&frames[0].0, &frames[1].0, &frames[2].0, &frames[3].0]));
            let x = Vec3(gather::<V, 3>([&x[0].0, &x[1].0, &x[2].0, &x[3].0]));
            let [a, b, c, d] = out;
            scatter(Inertia::at_offset(x, &frame, x, x[1]).0, [&mut a.0, &mut b.0, &mut c.0, &mut d.0]);
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
                let want = inertia[b].newton_euler(acc[b], vel[b]);
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
