//! Forward kinematics: the frames of bodies, joints, geoms and sites.

use crate::math::simd::{Vector, kernel};
use crate::math::{Mat3, Quat, Vec3};
use crate::model::{JointType, SameFrame, SleepState};
use crate::sleep::{self, Awake};
use crate::{Data, Id, Model};

/// Frames of bodies, joints, inertias, geoms and sites.
///
/// From the root outward, a body sits at its fixed offset from the parent, `x = x_p + R_p t`, `q = q_p q_0`, moved by
/// its joints in order: a slide adds `(q - q₀) a` along its axis, a hinge or ball turns about its anchor, which stays in
/// place. A free joint sets the frame directly; a mocap body takes its offset from `mocap_pos` and `mocap_quat`.
/// Quaternions are normalised when used; `qpos` itself is left alone.
///
/// A sleeping tree whose frames come out differently, as the user moved it, wakes up; one that was pushed does too.
///
/// Reads `qpos`, `mocap_pos`, `mocap_quat`. Writes `xpos`, `xquat`, `xmat`, `xanchor`, `xaxis`, `xipos`, `xiquat`,
/// `ximat` and the frames of geoms and sites. O(bodies, joints and geoms that are awake + nsite), allocates nothing.
/// MuJoCo manual, *Computation: Forward kinematics*.
#[doc(alias = "mj_kinematics")]
pub fn kinematics(m: &Model, d: &mut Data) {
    bodies(m, d);
    if sleep::wake(m, d) > 0 {
        sleep::update_sleep(m, d);
    }
    let awake = Awake::of(m, d);

    carried(m, d, awake);
}

kernel! {
    /// Frames of inertias, geoms and sites, which bodies carry.
    fn carried<V>(m: &Model, d: &mut Data, awake: Awake) {
        // inertial frames
        d.xipos[0] = Vec3::ZERO;
        d.xiquat[0] = Quat::IDENTITY;
        d.ximat[0] = Mat3::IDENTITY;
        let (xipos, xiquat, ximat) = (&mut d.xipos[..m.nbody], &mut d.xiquat[..m.nbody], &mut d.ximat[..m.nbody]);
        let bodies = BodyFrames::of(&d.xpos, &d.xquat, &d.xmat, &d.xpos, &d.xquat, &d.xmat);
        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let local = (&m.body_ipos[b], &m.body_iquat[b], m.body_sameframe[b]);
            bodies.put(b, local, (&mut xipos[b], &mut xiquat[b], &mut ximat[b]));
        }

        // geoms and sites; while something sleeps only those that move
        let states = awake.is_partial().then_some(&*d.body_awake);
        let bodies = BodyFrames::of(&d.xpos, &d.xquat, &d.xmat, &d.xipos, &d.xiquat, &d.ximat);
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
type Fixed<'a> = (&'a [i32], &'a [Vec3], &'a [Quat], &'a [u8]);
/// Their positions and orientations in the world.
type Placed<'a> = (&'a mut [Vec3], &'a mut [Quat], &'a mut [Mat3]);

/// Frames of all bodies and of their inertias.
struct BodyFrames<'a> {
    body: (&'a [Vec3], &'a [Quat], &'a [Mat3]),
    inertia: (&'a [Vec3], &'a [Quat], &'a [Mat3]),
}

impl<'a> BodyFrames<'a> {
    #[inline]
    fn of(
        xpos: &'a [Vec3],
        xquat: &'a [Quat],
        xmat: &'a [Mat3],
        xipos: &'a [Vec3],
        xiquat: &'a [Quat],
        ximat: &'a [Mat3],
    ) -> Self {
        // of one length, so that a body is looked up once
        let n = xpos.len();
        Self { body: (xpos, &xquat[..n], &xmat[..n]), inertia: (&xipos[..n], &xiquat[..n], &ximat[..n]) }
    }

    #[inline]
    fn place(&self, body: usize, pos: Vec3, quat: Quat, sameframe: u8) -> (Vec3, Quat, Mat3) {
        let mut frame = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
        self.put(body, (&pos, &quat, sameframe), (&mut frame.0, &mut frame.1, &mut frame.2));
        frame
    }

    /// Writes a frame where it belongs.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn put(
        &self,
        body: usize,
        (pos, quat, same): (&Vec3, &Quat, u8),
        (xpos, xquat, xmat): (&mut Vec3, &mut Quat, &mut Mat3),
    ) {
        let same = SameFrame::of(same.into());
        let (origin, turn, mat) = match same {
            SameFrame::None | SameFrame::Body | SameFrame::Bodyrot => self.body,
            SameFrame::Inertia | SameFrame::Inertiarot => self.inertia,
        };
        match same {
            SameFrame::Body | SameFrame::Inertia => *xpos = origin[body],
            _ => *xpos = self.body.2[body].mul_vec(*pos) + self.body.0[body],
        }
        if same == SameFrame::None {
            *xquat = turn[body] * *quat;
            *xmat = xquat.to_mat();
        } else {
            *xquat = turn[body];
            *xmat = mat[body];
        }
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

    /// Places one thing after the other.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn carry_each(
        &self,
        (bodies, pos, quat, sameframe): Fixed<'_>,
        (xpos, xquat, xmat): Placed<'_>,
        states: Option<&[i32]>,
    ) {
        let still = |body: usize| states.is_some_and(|states| states[body] != SleepState::Awake as i32);
        let fixed = bodies.iter().zip(pos).zip(quat.iter().zip(sameframe));
        let placed = xpos.iter_mut().zip(xquat).zip(xmat);
        for (((&body, pos), (quat, &same)), ((xpos, xquat), xmat)) in fixed.zip(placed) {
            if !still(body.ix()) {
                self.put(body.ix(), (pos, quat, same), (xpos, xquat, xmat));
            }
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

kernel! {
    /// Frames of bodies and joints, parents before children. Sleeping trees are looked at only if they may have moved.
    fn bodies(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        let list = &d.body_awake_ind[..];
        let mut frames = Frames {
            qpos: &d.qpos,
            mocap: (&d.mocap_pos, &d.mocap_quat),
            xpos: &mut d.xpos[..m.nbody],
            xquat: &mut d.xquat[..m.nbody],
            xmat: &mut d.xmat[..m.nbody],
            xanchor: &mut d.xanchor[..m.njnt],
            xaxis: &mut d.xaxis[..m.njnt],
        };
        frames.set(0, Vec3::ZERO, Quat::IDENTITY);
        for k in 1..awake.bodies {
            let b = awake.pick(list, k);
            let (pos, quat) = frames.body(m, b);
            frames.set(b, pos, quat);
        }
        if awake.is_partial() {
            for tree in 0..m.ntree {
                if d.tree_awake[tree] == 0 && !sleep::undisturbed(m, d, tree) {
                    sleeping_bodies(m, d, tree);
                }
            }
        }
    }
}

/// Frames of a sleeping tree, which wakes if they come out differently.
fn sleeping_bodies(m: &Model, d: &mut Data, tree: usize) {
    let mut frames = Frames {
        qpos: &d.qpos,
        mocap: (&d.mocap_pos, &d.mocap_quat),
        xpos: &mut d.xpos,
        xquat: &mut d.xquat,
        xmat: &mut d.xmat,
        xanchor: &mut d.xanchor,
        xaxis: &mut d.xaxis,
    };
    for b in m.tree_bodies(tree) {
        let (pos, quat) = frames.body(m, b);
        if !m.body_joints(b).is_empty() {
            if frames.xpos[b] == pos && frames.xquat[b] == quat {
                continue;
            }
            d.tree_awake[tree] = 1;
        }
        frames.set(b, pos, quat);
    }
    if d.tree_awake[tree] == 0 {
        sleep::remember(m, d, tree);
    }
}

/// What the frames of bodies and joints follow from, and where they go.
struct Frames<'a> {
    qpos: &'a [f64],
    mocap: (&'a [Vec3], &'a [Quat]),
    xpos: &'a mut [Vec3],
    xquat: &'a mut [Quat],
    xmat: &'a mut [Mat3],
    xanchor: &'a mut [Vec3],
    xaxis: &'a mut [Vec3],
}

impl Frames<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn set(&mut self, b: usize, pos: Vec3, quat: Quat) {
        self.xpos[b] = pos;
        self.xquat[b] = quat;
        self.xmat[b] = quat.to_mat();
    }

    /// Frame of a body, given that of its parent; those of its joints are written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn body(&mut self, m: &Model, b: usize) -> (Vec3, Quat) {
        let joints = m.body_joints(b);
        if joints.len() == 1 && m.jnt_type[joints.start] == JointType::Free as i32 {
            return self.free_joint(m, joints.start);
        }
        let (mut pos, mut quat) = self.before_joints(m, b);
        for j in joints {
            (pos, quat) = self.apply_joint(m, j, pos, quat);
        }
        (pos, quat.normalized().0)
    }

    /// Frame of a floating body, straight from `qpos`.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn free_joint(&mut self, m: &Model, j: usize) -> (Vec3, Quat) {
        let q = &self.qpos[m.jnt_qposadr[j].ix()..];
        let pos = Vec3::from_slice(q);
        let quat = Quat::from_slice(&q[3..]).normalized().0;
        self.xanchor[j] = pos;
        self.xaxis[j] = m.jnt_axis[j];
        (pos, quat)
    }

    /// Frame of a body as its parent carries it, before its joints act.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn before_joints(&self, m: &Model, b: usize) -> (Vec3, Quat) {
        let (pos, quat) = match m.body_mocapid[b].opt() {
            Some(i) => (self.mocap.0[i], self.mocap.1[i].normalized().0),
            None => (m.body_pos[b], m.body_quat[b]),
        };
        match m.body_parentid[b].ix() {
            0 => (pos, quat),
            parent => (self.xmat[parent].mul_vec(pos) + self.xpos[parent], self.xquat[parent] * quat),
        }
    }

    /// Frame of a body after one of its joints; the joint's anchor and axis are written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn apply_joint(&mut self, m: &Model, j: usize, pos: Vec3, quat: Quat) -> (Vec3, Quat) {
        let (local_axis, local_anchor) = (m.jnt_axis[j], m.jnt_pos[j]);
        let axis = quat.rotate(local_axis);
        let centred = local_anchor.is_zero();
        let anchor = if centred { pos } else { quat.rotate(local_anchor) + pos };
        self.xaxis[j] = axis;
        self.xanchor[j] = anchor;

        let adr = m.jnt_qposadr[j].ix();
        let turn = match JointType::of(m.jnt_type[j]) {
            JointType::Slide => return (pos.add_scaled(axis, self.qpos[adr] - m.qpos0[adr]), quat),
            JointType::Hinge => Quat::from_axis_angle(local_axis, self.qpos[adr] - m.qpos0[adr]),
            JointType::Ball | JointType::Free => Quat::from_slice(&self.qpos[adr..]).normalized().0,
        };
        // the anchor stays where it is
        let quat = quat * turn;
        (if centred { anchor } else { anchor - quat.rotate(local_anchor) }, quat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{distance, tree};

    /// Two unit links that turn about y in the plane of x and z.
    fn planar_arm() -> Model {
        let mut m = tree(&[(0, &[JointType::Hinge]), (1, &[JointType::Hinge]), (2, &[])], 1);
        m.body_quat.fill(Quat::IDENTITY);
        m.body_pos.copy_from_slice(&[Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::X]);
        m.jnt_axis.fill(Vec3::Y);
        m.jnt_pos.fill(Vec3::ZERO);
        m.qpos0.fill(0.0);
        m
    }

    #[test]
    fn planar_arm_reaches_where_trigonometry_says() {
        let m = planar_arm();
        let mut d = m.make_data();
        for (a, b) in [(0.0, 0.0), (0.3, -0.8), (2.0, 1.0), (-1.2, 3.0)] {
            d.qpos.copy_from_slice(&[a, b]);
            kinematics(&m, &mut d);
            let tip = Vec3::new(libm::cos(a) + libm::cos(a + b), 0.0, -libm::sin(a) - libm::sin(a + b));
            assert!(distance(&d.xpos[3].0, &tip.0) < 1e-15);
            assert!(distance(&d.xaxis[1].0, &Vec3::Y.0) < 1e-15);
            assert!(distance(&d.xanchor[1].0, &d.xpos[2].0) < 1e-15);
        }
    }

    #[test]
    fn a_joint_leaves_its_anchor_in_place() {
        let m = tree(&[(0, &[JointType::Hinge]), (1, &[JointType::Ball])], 3);
        let mut d = m.make_data();
        kinematics(&m, &mut d);
        for (j, b) in [(0, 1), (1, 2)] {
            let at = |d: &Data| d.xmat[b].mul_vec(m.jnt_pos[j]) + d.xpos[b];
            let before = at(&d);
            d.qpos[m.jnt_qposadr[j].ix()] += 0.7;
            kinematics(&m, &mut d);
            assert!(distance(&at(&d).0, &before.0) < 1e-14, "joint {j}");
            assert!(distance(&d.xanchor[j].0, &before.0) < 1e-14, "joint {j}");
            d.qpos.copy_from_slice(&m.qpos0);
            kinematics(&m, &mut d);
        }
    }

    #[test]
    fn quaternions_are_normalised_in_use_but_not_in_place() {
        let m = tree(&[(0, &[JointType::Free])], 4);
        let mut d = m.make_data();
        let long = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 5.0];
        d.qpos.copy_from_slice(&long);
        kinematics(&m, &mut d);
        assert_eq!(d.qpos[..], long);
        assert_eq!((d.xpos[1], d.xquat[1]), (Vec3::new(1.0, 2.0, 3.0), Quat::new(0.0, 0.0, 0.0, 1.0)));
    }

    #[test]
    fn mocap_bodies_go_where_they_are_told() {
        let mut m = tree(&[(0, &[]), (1, &[])], 5);
        m.nmocap = 1;
        m.body_mocapid[1] = 0;
        let mut d = m.make_data();
        assert_eq!((d.mocap_pos[0], d.mocap_quat[0]), (m.body_pos[1], m.body_quat[1]));
        d.mocap_pos[0] = Vec3::new(4.0, 5.0, 6.0);
        d.mocap_quat[0] = Quat::new(2.0, 0.0, 0.0, 0.0);
        kinematics(&m, &mut d);
        assert_eq!((d.xpos[1], d.xquat[1]), (Vec3::new(4.0, 5.0, 6.0), Quat::IDENTITY));
        assert_eq!(d.xpos[2], d.xpos[1] + m.body_pos[2], "what is attached follows");
    }

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
