//! Forward kinematics: the frames of bodies, joints, geoms and sites.

use super::carried::carried;
use crate::math::simd::kernel;
use crate::math::{Mat3, Number, Quat, Vec3};
use crate::model::JointType;
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
    /// Frames of bodies and joints, parents before children. Sleeping trees are looked at only if they may have moved.
    fn bodies(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        let list = &d.body_awake_ind[..];
        let mut frames = Frames::<f64> {
            qpos: &d.qpos,
            mocap_pos: &d.mocap_pos,
            mocap_quat: &d.mocap_quat,
            xpos: &mut d.xpos[..m.nbody],
            xquat: &mut d.xquat[..m.nbody],
            xmat: &mut d.xmat[..m.nbody],
            xanchor: &mut d.xanchor[..m.njnt],
            xaxis: &mut d.xaxis[..m.njnt],
        };
        frames.place(m, awake, list);
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
    let mut frames = Frames::<f64> {
        qpos: &d.qpos,
        mocap_pos: &d.mocap_pos,
        mocap_quat: &d.mocap_quat,
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
pub(crate) struct Frames<'a, N: Number> {
    pub qpos: &'a [N::Stored],
    pub mocap_pos: &'a [Vec3<N::Stored>],
    pub mocap_quat: &'a [Quat<N::Stored>],
    pub xpos: &'a mut [Vec3<N::Stored>],
    pub xquat: &'a mut [Quat<N::Stored>],
    pub xmat: &'a mut [Mat3<N::Stored>],
    pub xanchor: &'a mut [Vec3<N::Stored>],
    pub xaxis: &'a mut [Vec3<N::Stored>],
}

impl<N: Number> Frames<'_, N> {
    /// Frames of what is awake, parents before children; `list` is `body_awake_ind`.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(crate) fn place(&mut self, m: &Model, awake: Awake, list: &[i32]) {
        self.set(0, Vec3::of(Vec3::ZERO), Quat::of(Quat::IDENTITY));
        for k in 1..awake.bodies {
            let b = awake.pick(list, k);
            let (pos, quat) = self.body(m, b);
            self.set(b, pos, quat);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn set(&mut self, b: usize, pos: Vec3<N>, quat: Quat<N>) {
        self.xpos[b] = pos.stored();
        self.xquat[b] = quat.stored();
        self.xmat[b] = quat.to_mat().stored();
    }

    /// Frame of a body, given that of its parent; those of its joints are written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn body(&mut self, m: &Model, b: usize) -> (Vec3<N>, Quat<N>) {
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
    fn free_joint(&mut self, m: &Model, j: usize) -> (Vec3<N>, Quat<N>) {
        let adr = m.jnt_qposadr[j].ix();
        let q = &self.qpos[adr..adr + 3];
        let pos = Vec3([N::load(&q[0]), N::load(&q[1]), N::load(&q[2])]);
        let quat = self.quat(adr + 3);
        self.xanchor[j] = pos.stored();
        self.xaxis[j] = Vec3::<N>::of(m.jnt_axis[j]).stored();
        (pos, quat)
    }

    /// How far a scalar joint has moved.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn moved(&self, m: &Model, adr: usize) -> N {
        N::load(&self.qpos[adr]) - N::of(m.qpos0[adr])
    }

    /// Unit quaternion at an address of `qpos`.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn quat(&self, adr: usize) -> Quat<N> {
        let q = &self.qpos[adr..adr + 4];
        Quat([N::load(&q[0]), N::load(&q[1]), N::load(&q[2]), N::load(&q[3])]).normalized().0
    }

    /// Frame of a body as its parent carries it, before its joints act.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn before_joints(&self, m: &Model, b: usize) -> (Vec3<N>, Quat<N>) {
        let (pos, quat) = match m.body_mocapid[b].opt() {
            Some(i) => (Vec3::load(&self.mocap_pos[i]), Quat::<N>::load(&self.mocap_quat[i]).normalized().0),
            None => (Vec3::of(m.body_pos[b]), Quat::of(m.body_quat[b])),
        };
        match m.body_parentid[b].ix() {
            0 => (pos, quat),
            parent => {
                let (frame, origin) = (Mat3::<N>::load(&self.xmat[parent]), Vec3::load(&self.xpos[parent]));
                (frame.mul_vec(pos) + origin, Quat::load(&self.xquat[parent]) * quat)
            }
        }
    }

    /// Frame of a body after one of its joints; the joint's anchor and axis are written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn apply_joint(&mut self, m: &Model, j: usize, pos: Vec3<N>, quat: Quat<N>) -> (Vec3<N>, Quat<N>) {
        let (local_axis, local_anchor) = (Vec3::of(m.jnt_axis[j]), Vec3::of(m.jnt_pos[j]));
        let axis = quat.rotate(local_axis);
        let centred = m.jnt_pos[j].is_zero();
        let anchor = if centred { pos } else { quat.rotate(local_anchor) + pos };
        self.xaxis[j] = axis.stored();
        self.xanchor[j] = anchor.stored();

        let adr = m.jnt_qposadr[j].ix();
        let turn = match JointType::of(m.jnt_type[j]) {
            JointType::Slide => return (pos.add_scaled(axis, self.moved(m, adr)), quat),
            JointType::Hinge => Quat::from_axis_angle(local_axis, self.moved(m, adr)),
            JointType::Ball | JointType::Free => self.quat(adr),
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
}
