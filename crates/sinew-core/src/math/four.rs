//! Four numbers that each belong to a problem of their own: another body of one simulation, or another simulation.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use std::ops::{Add, Mul, Neg, Sub};

use super::number::Number;
use super::simd::{Lane, Vector};
use super::{Inertia, Spatial};

/// Four numbers of four problems.
#[derive(Clone, Copy)]
pub(crate) struct Four<V>(pub V);

impl<V: Vector> Add for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0.plus(b.0))
    }
}

impl<V: Vector> Sub for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0.minus(b.0))
    }
}

impl<V: Vector> Mul for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0.times(b.0))
    }
}

impl<V: Vector> Neg for Four<V> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.negated())
    }
}

impl<V: Vector> Number for Four<V> {
    type Stored = Lane;
    type Truth = V::Mask;

    #[inline(always)]
    fn of(x: f64) -> Self {
        Self(V::splat(x))
    }

    #[inline(always)]
    fn load(x: &Lane) -> Self {
        Self(V::load(x))
    }

    #[inline(always)]
    fn stored(self) -> Lane {
        self.0.lanes()
    }

    #[inline(always)]
    fn inverse(self) -> Self {
        Self(V::splat(1.0).over(self.0))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.root())
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // of -0 too
        Self(V::pick(self.below(0.0), self.0.negated(), self.0).plus(V::splat(0.0)))
    }

    #[inline(always)]
    fn sincos(self) -> (Self, Self) {
        let (mut sines, mut cosines) = ([0.0; 4], [0.0; 4]);
        for (k, x) in self.0.lanes().into_iter().enumerate() {
            (sines[k], cosines[k]) = libm::sincos(x);
        }
        (Self(V::load(&sines)), Self(V::load(&cosines)))
    }

    #[inline(always)]
    fn below(self, x: f64) -> V::Mask {
        self.0.below(V::splat(x))
    }

    #[inline(always)]
    fn above(self, x: f64) -> V::Mask {
        V::splat(x).below(self.0)
    }

    #[inline(always)]
    fn equals(self, x: f64) -> V::Mask {
        self.0.equals(V::splat(x))
    }

    #[inline(always)]
    fn all_zero<const N: usize>(x: &[Self; N]) -> V::Mask {
        let zero = V::splat(0.0);
        let mut all = zero.equals(zero);
        for x in x {
            all = V::both(all, x.0.equals(zero));
        }
        all
    }

    #[inline(always)]
    fn and(a: V::Mask, b: V::Mask) -> V::Mask {
        V::both(a, b)
    }

    #[inline(always)]
    fn or(a: V::Mask, b: V::Mask) -> V::Mask {
        V::one(a, b)
    }

    #[inline(always)]
    fn any(test: V::Mask) -> bool {
        V::any(test)
    }

    #[inline(always)]
    fn all(test: V::Mask) -> bool {
        V::all(test)
    }

    #[inline(always)]
    fn pick<const N: usize>(test: V::Mask, yes: [Self; N], no: [Self; N]) -> [Self; N] {
        let mut out = no;
        for k in 0..N {
            out[k] = Self(V::pick(test, yes[k].0, no[k].0));
        }
        out
    }
}

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
    use crate::math::{Mat3, Quat, Vec3};
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

    /// What the formulas that branch give.
    type All<S> = ([Quat<S>; 3], [Vec3<S>; 3], [S; 11]);

    fn all<T: Number>(q: Quat<T>, v: Vec3<T>) -> All<T::Stored> {
        let ((unit, norm), (axis, length)) = (q.normalized(), v.normalized());
        let turn = Quat::from_axis_angle(axis, v[0]);
        let mut rest = [norm.stored(); 11];
        rest[1] = length.stored();
        for (to, x) in rest[2..].iter_mut().zip(q.to_mat().0) {
            *to = x.stored();
        }
        let quats = [unit.stored(), turn.stored(), q.integrate(v, T::of(0.1)).stored()];
        (quats, [axis.stored(), q.rotate(v).stored(), unit.rotate(v).stored()], rest)
    }

    kernel! {
        fn of_four<V>(out: &mut Vec<All<Lane>>, q: &Quat<Lane>, v: &Vec3<Lane>) {
            out.push(all(Quat::<Four<V>>::load(q), Vec3::load(v)));
        }
    }

    #[test]
    fn each_of_four_takes_its_own_branch() {
        let quats = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, -0.0, 0.0, -0.0],
            [0.0, 0.0, 0.0, 0.0],
            [0.5, 0.5, -0.5, 0.5],
            [1.0, 2.0, -3.0, 0.1],
            [1e-20, 0.0, -1e-18, 0.0],
            [1.0, f64::NAN, 0.0, 0.0],
            [f64::INFINITY, 1.0, 0.0, 0.0],
        ];
        let vectors = [[0.0, -0.0, 0.0], [-0.0, 1.0, 2.0], [1e-17, 0.0, 0.0], [3.0, -2.0, 1e3], [f64::NAN, 1.0, 0.0]];
        // the bits; of what is not a number only that it is none
        let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
        for start in 0..40 {
            // neighbours take different branches
            let pick = |k: usize| (Quat(quats[(start + k) % 8]), Vec3(vectors[(start / 2 + 2 * k) % 5]));
            let four = [pick(0), pick(1), pick(2), pick(3)];
            let q = Quat(std::array::from_fn(|i| four.map(|(q, _)| q[i])));
            let v = Vec3(std::array::from_fn(|i| four.map(|(_, v)| v[i])));
            let mut got = Vec::new();
            of_four(&mut got, &q, &v);
            let (quats, vectors, rest) = &got[0];
            for (k, (q, v)) in four.into_iter().enumerate() {
                let alone = all::<f64>(q, v);
                let want = alone.0.iter().flat_map(|q| q.0).chain(alone.1.iter().flat_map(|v| v.0)).chain(alone.2);
                let lanes = quats.iter().flat_map(|q| q.0).chain(vectors.iter().flat_map(|v| v.0)).chain(*rest);
                assert!(want.map(bits).eq(lanes.map(|x| bits(x[k]))), "lane {k} of {four:?}");
            }
        }
    }
}
