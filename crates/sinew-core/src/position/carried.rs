//! Frames of what bodies carry: their inertias, geoms and sites.

use crate::math::simd::{Vector, kernel};
use crate::math::{Mat3, Number, Quat, Vec3};
use crate::model::{SameFrame, SleepState};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

kernel! {
    /// Frames of inertias, geoms and sites, which bodies carry.
    pub(super) fn carried<V>(m: &Model, d: &mut Data, awake: Awake) {
        // inertial frames
        d.xipos[0] = Vec3::ZERO;
        d.xiquat[0] = Quat::IDENTITY;
        d.ximat[0] = Mat3::IDENTITY;
        let (xipos, xiquat, ximat) = (&mut d.xipos[..m.nbody], &mut d.xiquat[..m.nbody], &mut d.ximat[..m.nbody]);
        let bodies = BodyFrames::<f64>::of(&d.xpos, &d.xquat, &d.xmat, &d.xpos, &d.xquat, &d.xmat);
        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let local = (&m.body_ipos[b], &m.body_iquat[b], m.body_sameframe[b]);
            bodies.put(b, local, (&mut xipos[b], &mut xiquat[b], &mut ximat[b]));
        }

        // geoms and sites; while something sleeps only those that move
        let states = awake.is_partial().then_some(&*d.body_awake);
        let bodies = BodyFrames::<f64>::of(&d.xpos, &d.xquat, &d.xmat, &d.xipos, &d.xiquat, &d.ximat);
        let fixed = (&*m.geom_bodyid, &*m.geom_pos, &*m.geom_quat, &*m.geom_sameframe);
        if awake.is_partial() {
            let moving = d.body_awake_ind[..awake.bodies].iter().map(|b| b.ix());
            for b in moving.filter(|&b| d.body_awake[b] == SleepState::Awake as i32) {
                for g in m.body_geoms(b) {
                    (d.geom_xpos[g], d.geom_xquat[g], d.geom_xmat[g]) =
                        bodies.place(b, m.geom_pos[g], m.geom_quat[g], m.geom_sameframe[g]);
                }
            }
        } else {
            bodies.carry::<V>(fixed, (&mut d.geom_xpos, &mut d.geom_xquat, &mut d.geom_xmat), None);
        }
        let fixed = (&*m.site_bodyid, &*m.site_pos, &*m.site_quat, &*m.site_sameframe);
        bodies.carry::<V>(fixed, (&mut d.site_xpos, &mut d.site_xquat, &mut d.site_xmat), states);
    }
}

/// Frame in the world of something fixed to a body.
///
/// `sameframe` names a frame that it shares, in position and orientation or in orientation only, so that shared
/// values are copied rather than computed; `SameFrame::None` is always right.
#[doc(alias = "mj_local2Global")]
#[inline]
pub fn local2global(d: &Data, body: usize, pos: Vec3, quat: Quat, sameframe: u8) -> (Vec3, Quat, Mat3) {
    BodyFrames::of(&d.xpos, &d.xquat, &d.xmat, &d.xipos, &d.xiquat, &d.ximat).place(body, pos, quat, sameframe)
}

/// Bodies, local positions, local orientations and shared frames of things fixed to bodies.
pub(crate) type Fixed<'a> = (&'a [i32], &'a [Vec3], &'a [Quat], &'a [u8]);
/// Their positions and orientations in the world.
pub(crate) type Placed<'a, S = f64> = (&'a mut [Vec3<S>], &'a mut [Quat<S>], &'a mut [Mat3<S>]);
/// One of these.
type Frame<'a, S> = (&'a mut Vec3<S>, &'a mut Quat<S>, &'a mut Mat3<S>);
/// Positions and orientations to read.
type Given<'a, S> = (&'a [Vec3<S>], &'a [Quat<S>], &'a [Mat3<S>]);

/// Frames of all bodies and of their inertias.
pub(crate) struct BodyFrames<'a, N: Number = f64> {
    body: Given<'a, N::Stored>,
    inertia: Given<'a, N::Stored>,
}

impl<'a, N: Number> BodyFrames<'a, N> {
    #[inline]
    pub(crate) fn of(
        xpos: &'a [Vec3<N::Stored>],
        xquat: &'a [Quat<N::Stored>],
        xmat: &'a [Mat3<N::Stored>],
        xipos: &'a [Vec3<N::Stored>],
        xiquat: &'a [Quat<N::Stored>],
        ximat: &'a [Mat3<N::Stored>],
    ) -> Self {
        // of one length, so that a body is looked up once
        let n = xpos.len();
        Self { body: (xpos, &xquat[..n], &xmat[..n]), inertia: (&xipos[..n], &xiquat[..n], &ximat[..n]) }
    }

    /// Writes a frame where it belongs.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(crate) fn put(
        &self,
        body: usize,
        (pos, quat, same): (&Vec3, &Quat, u8),
        (xpos, xquat, xmat): Frame<'_, N::Stored>,
    ) {
        let same = SameFrame::of(same.into());
        let (origin, turn, mat) = match same {
            SameFrame::None | SameFrame::Body | SameFrame::Bodyrot => self.body,
            SameFrame::Inertia | SameFrame::Inertiarot => self.inertia,
        };
        match same {
            SameFrame::Body | SameFrame::Inertia => *xpos = origin[body],
            _ => {
                let turned = Mat3::<N>::load(&self.body.2[body]).mul_vec(Vec3::of(*pos));
                *xpos = (turned + Vec3::load(&self.body.0[body])).stored();
            }
        }
        if same == SameFrame::None {
            let turned = Quat::<N>::load(&turn[body]) * Quat::of(*quat);
            *xquat = turned.stored();
            *xmat = turned.to_mat().stored();
        } else {
            *xquat = turn[body];
            *xmat = mat[body];
        }
    }

    /// Places one thing after the other.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(crate) fn carry_each(
        &self,
        (bodies, pos, quat, sameframe): Fixed<'_>,
        (xpos, xquat, xmat): Placed<'_, N::Stored>,
        states: Option<&[i32]>,
    ) {
        let still = |body: usize| states.is_some_and(|states| states[body] != SleepState::Awake as i32);
        let n = bodies.len();
        let (pos, quat, sameframe) = (&pos[..n], &quat[..n], &sameframe[..n]);
        let (xpos, xquat, xmat) = (&mut xpos[..n], &mut xquat[..n], &mut xmat[..n]);
        for i in 0..n {
            let body = bodies[i].ix();
            if !still(body) {
                self.put(body, (&pos[i], &quat[i], sameframe[i]), (&mut xpos[i], &mut xquat[i], &mut xmat[i]));
            }
        }
    }
}

impl BodyFrames<'_> {
    #[inline]
    fn place(&self, body: usize, pos: Vec3, quat: Quat, sameframe: u8) -> (Vec3, Quat, Mat3) {
        let mut frame = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
        self.put(body, (&pos, &quat, sameframe), (&mut frame.0, &mut frame.1, &mut frame.2));
        frame
    }

    /// Places everything fixed to bodies, or to those that are awake if their states are given.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn carry<V: Vector>(&self, fixed: Fixed<'_>, placed: Placed<'_>, states: Option<&[i32]>) {
        match states {
            None if fixed.0.len() > 4 * self.body.0.len() => self.carry_many::<V>(fixed, placed),
            _ => self.carry_each(fixed, placed, states),
        }
    }

    /// Places many things on each body, which follow one another: its frame is looked up once for all of them.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn carry_many<V: Vector>(&self, (bodies, pos, quat, sameframe): Fixed<'_>, (xpos, xquat, xmat): Placed<'_>) {
        let n = bodies.len();
        let (pos, quat, sameframe) = (&pos[..n], &quat[..n], &sameframe[..n]);
        let (xpos, xquat, xmat) = (&mut xpos[..n], &mut xquat[..n], &mut xmat[..n]);
        let mut start = 0;
        while start < n {
            // what shares one frame with one body
            let alike = |i: &usize| bodies[*i] == bodies[start] && sameframe[*i] == sameframe[start];
            let end = (start + 1..n).find(|i| !alike(i)).unwrap_or(n);
            let run = start..end;
            let carrier = Carrier::<V>::new(self, bodies[start].ix());
            let same = SameFrame::of(sameframe[start].into());
            let (origin, turn, mat) = match same {
                SameFrame::None | SameFrame::Body | SameFrame::Bodyrot => carrier.body,
                SameFrame::Inertia | SameFrame::Inertiarot => carrier.inertia,
            };
            match same {
                SameFrame::Body | SameFrame::Inertia => xpos[run.clone()].fill(*origin),
                _ => carrier.put_all(&pos[run.clone()], bytemuck::cast_slice_mut(&mut xpos[start..])),
            }
            if same == SameFrame::None {
                for ((quat, xquat), xmat) in quat[run.clone()].iter().zip(&mut xquat[run.clone()]).zip(&mut xmat[run]) {
                    *xquat = *turn * *quat;
                    *xmat = xquat.to_mat();
                }
            } else {
                xquat[run.clone()].fill(*turn);
                xmat[run].fill(*mat);
            }
            start = end;
        }
    }
}

/// A body that carries things: its frame and that of its inertia, and the columns of its matrix with its position.
struct Carrier<'a, V> {
    body: (&'a Vec3, &'a Quat, &'a Mat3),
    inertia: (&'a Vec3, &'a Quat, &'a Mat3),
    columns: [V; 4],
}

impl<'a, V: Vector> Carrier<'a, V> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn new(frames: &BodyFrames<'a>, b: usize) -> Self {
        let ((xpos, xquat, xmat), (xipos, xiquat, ximat)) = (frames.body, frames.inertia);
        let ([x, y, z], r) = (xpos[b].0, xmat[b].0);
        let columns = [[r[0], r[3], r[6], 0.0], [r[1], r[4], r[7], 0.0], [r[2], r[5], r[8], 0.0], [x, y, z, 0.0]];
        Self {
            body: (&xpos[b], &xquat[b], &xmat[b]),
            inertia: (&xipos[b], &xiquat[b], &ximat[b]),
            columns: [V::load(&columns[0]), V::load(&columns[1]), V::load(&columns[2]), V::load(&columns[3])],
        }
    }

    /// Local positions in the world, `R p + x`, summed as a product of matrix and vector is. Of what follows in the memory
    /// one number may change.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn put_all(&self, pos: &[Vec3], xpos: &mut [f64]) {
        let [x, y, z, origin] = self.columns;
        for (i, pos) in pos.iter().enumerate() {
            let turned = x.times(V::splat(pos[0])).plus_product(y, V::splat(pos[1])).plus_product(z, V::splat(pos[2]));
            let put = turned.plus(origin);
            let xpos = &mut xpos[3 * i..];
            match xpos.first_chunk_mut::<4>() {
                Some(xpos) => put.store(xpos),
                None => xpos[..3].copy_from_slice(&put.lanes()[..3]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::JointType;
    use crate::testing::tree;

    #[test]
    fn shared_frames_are_what_would_be_computed() {
        let m = tree(&[(0, &[JointType::Ball])], 6);
        let d = crate::testing::moving(&m, 7);
        let full = local2global(&d, 1, m.body_ipos[1], m.body_iquat[1], SameFrame::None as u8);
        let shared = local2global(&d, 1, m.body_ipos[1], m.body_iquat[1], SameFrame::Inertia as u8);
        assert_eq!(full, shared);
        let turned = local2global(&d, 1, Vec3::X, Quat::IDENTITY, SameFrame::Bodyrot as u8);
        let computed = local2global(&d, 1, Vec3::X, Quat::IDENTITY, SameFrame::None as u8);
        assert_eq!(turned, computed);
    }
}
