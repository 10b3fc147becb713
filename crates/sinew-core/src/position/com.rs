//! Centres of mass, and inertias and motion axes about them.

use crate::math::simd::kernel;
use crate::math::{Inertia, MINVAL, Mat3, Spatial, Vec3};
use crate::model::{JointType, SleepState};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

kernel! {
    /// Centres of mass of subtrees, and everything the dynamics needs expressed about them.
    ///
    /// From the leaves inward `c_b = Σ m_i x_i / Σ m_i` over the subtree of `b`. Inertias `cinert` and motion axes
    /// `cdof` are taken about the centre of mass of the whole tree, in world directions: all bodies of a tree then
    /// share one origin, and composite quantities are plain sums.
    ///
    /// Reads `xipos`, `ximat`, `xmat`, `xanchor`, `xaxis`. Writes `subtree_com`, `cinert`, `cdof`. O(nbody + nv),
    /// allocates nothing. MuJoCo manual, *Computation: Forward kinematics*.
    #[doc(alias = "mj_comPos")]
    pub fn com_pos(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        subtree_com(m, d, awake);

        // inertias about the centre of mass of the tree
        let (cinert, cdof) = (&mut d.cinert[..m.nbody], &mut d.cdof[..m.nv]);
        let (com, xipos, ximat) = (&d.subtree_com[..m.nbody], &d.xipos[..m.nbody], &d.ximat[..m.nbody]);
        cinert[0] = Inertia::default();
        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let origin = com[m.body_rootid[b].ix()];
            cinert[b] = Inertia::at_offset(m.body_inertia[b], &ximat[b], xipos[b] - origin, m.body_mass[b]);
            for j in m.body_joints(b) {
                let axes = &mut cdof[m.jnt_dofadr[j].ix()..];
                motion_axes(JointType::of(m.jnt_type[j]), &d.xmat[b], d.xaxis[j], origin - d.xanchor[j], axes);
            }
        }
    }
}

/// Centre of mass of each subtree.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn subtree_com(m: &Model, d: &mut Data, awake: Awake) {
    let (com, xipos) = (&mut d.subtree_com[..m.nbody], &d.xipos[..m.nbody]);
    for k in 0..awake.bodies {
        let b = awake.pick(&d.body_awake_ind, k);
        com[b] = xipos[b] * m.body_mass[b];
    }

    // leaves to root: first moments add up; what sleeps has its centre already
    for k in (0..awake.parents).rev() {
        let b = awake.pick(&d.parent_awake_ind, k);
        if b == 0 {
            continue;
        }
        let asleep = awake.is_partial() && d.body_awake[b] == SleepState::Asleep as i32;
        let moment = if asleep { com[b] * m.body_subtreemass[b] } else { com[b] };
        com[m.body_parentid[b].ix()] += moment;
    }

    // a subtree without mass has its own frame for a centre
    for k in 0..awake.bodies {
        let b = awake.pick(&d.body_awake_ind, k);
        let mass = m.body_subtreemass[b];
        com[b] = if mass < MINVAL { xipos[b] } else { com[b] * (1.0 / mass) };
    }
}

/// Motion axes of the dofs of a joint, about an origin at `offset` from its anchor; `axis` is that of a scalar joint,
/// `frame` that of its body.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn motion_axes(kind: JointType, frame: &Mat3, axis: Vec3, offset: Vec3, dofs: &mut [Spatial]) {
    let rotations = |k: usize| Spatial::rotation_axis(frame.column(k), offset);
    match kind {
        // translations along the axes of the world, then rotations about those of the body
        JointType::Free => {
            for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
                dofs[k] = Spatial::translation_axis(axis);
                dofs[3 + k] = rotations(k);
            }
        }
        JointType::Ball => {
            for k in 0..3 {
                dofs[k] = rotations(k);
            }
        }
        JointType::Slide => dofs[0] = Spatial::translation_axis(axis),
        JointType::Hinge => dofs[0] = Spatial::rotation_axis(axis, offset),
    }
}
