//! Centres of mass, and inertias and motion axes about them.

use crate::math::{Inertia, MINVAL, Spatial, Vec3};
use crate::model::{JointType, SleepState};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

/// Centres of mass of subtrees, and everything the dynamics needs expressed about them.
///
/// From the leaves inward `c_b = Σ m_i x_i / Σ m_i` over the subtree of `b`. Inertias `cinert` and motion axes `cdof`
/// are taken about the centre of mass of the whole tree, in world directions: all bodies of a tree then share one
/// origin, and composite quantities are plain sums.
///
/// Reads `xipos`, `ximat`, `xmat`, `xanchor`, `xaxis`. Writes `subtree_com`, `cinert`, `cdof`. O(nbody + nv), allocates
/// nothing. MuJoCo manual, *Computation: Forward kinematics*.
#[doc(alias = "mj_comPos")]
pub fn com_pos(m: &Model, d: &mut Data) {
    let awake = Awake::of(m, d);
    subtree_com(m, d, awake);

    // inertias about the centre of mass of the tree
    d.cinert[0] = Inertia::default();
    for k in 1..awake.bodies {
        let b = awake.pick(&d.body_awake_ind, k);
        let offset = d.xipos[b] - d.subtree_com[m.body_rootid[b].ix()];
        d.cinert[b] = Inertia::at_offset(m.body_inertia[b], &d.ximat[b], offset, m.body_mass[b]);
        for j in m.body_joints(b) {
            motion_axes(m, d, j);
        }
    }
}

/// Centre of mass of each subtree.
fn subtree_com(m: &Model, d: &mut Data, awake: Awake) {
    let com = &mut d.subtree_com;
    for k in 0..awake.bodies {
        let b = awake.pick(&d.body_awake_ind, k);
        com[b] = d.xipos[b] * m.body_mass[b];
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
        com[b] = if mass < MINVAL { d.xipos[b] } else { com[b] * (1.0 / mass) };
    }
}

/// Motion axes of the dofs of a joint, about the centre of mass of its tree.
fn motion_axes(m: &Model, d: &mut Data, j: usize) {
    let body = m.jnt_bodyid[j].ix();
    let offset = d.subtree_com[m.body_rootid[body].ix()] - d.xanchor[j];
    let frame = &d.xmat[body];
    let rotations = |k: usize| Spatial::rotation_axis(frame.column(k), offset);
    let dofs = &mut d.cdof[m.jnt_dofadr[j].ix()..];

    match JointType::of(m.jnt_type[j]) {
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
        JointType::Slide => dofs[0] = Spatial::translation_axis(d.xaxis[j]),
        JointType::Hinge => dofs[0] = Spatial::rotation_axis(d.xaxis[j], offset),
    }
}
