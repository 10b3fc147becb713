//! What follows from position and velocity alone, of four simulations.

use super::columns::Columns;
use crate::math::four::Four;
use crate::math::simd::{Vector, kernel};
use crate::math::{Inertia, Mat3, Number, Quat, Spatial, Vec3};
use crate::model::{JointType, span};
use crate::position::{BodyFrames, Frames, composite, motion_axes, subtree_com};
use crate::reflected::{Target, actuator_armature};
use crate::sleep::Awake;
use crate::velocity::{accelerations, joint_forces, velocities};
use crate::{Id, Model};

kernel! {
    /// Frames, centres of mass, inertia, velocities of bodies and bias forces.
    pub(super) fn smooth<V>(m: &Model, c: &mut Columns) {
        bodies::<V>(m, c);
        carried::<V>(m, c);
        com_pos::<V>(m, c);
        inertia::<V>(m, c);
        let awake = Awake::all(m);
        velocities::<Four<V>>(m, awake, &[], &mut c.cvel, &mut c.cdof_dot, (&c.cdof, &c.qvel));
        bias::<V>(m, c);
    }
}

/// Frames of bodies and joints.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn bodies<V: Vector>(m: &Model, c: &mut Columns) {
    let mut frames = Frames::<Four<V>> {
        qpos: &c.qpos,
        mocap_pos: &c.mocap_pos,
        mocap_quat: &c.mocap_quat,
        xpos: &mut c.xpos[..m.nbody],
        xquat: &mut c.xquat[..m.nbody],
        xmat: &mut c.xmat[..m.nbody],
        xanchor: &mut c.xanchor[..m.njnt],
        xaxis: &mut c.xaxis[..m.njnt],
    };
    frames.place(m, Awake::all(m), &[]);
}

/// Frames of inertias, geoms and sites.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn carried<V: Vector>(m: &Model, c: &mut Columns) {
    c.xipos[0] = Vec3::<Four<V>>::of(Vec3::ZERO).stored();
    c.xiquat[0] = Quat::<Four<V>>::of(Quat::IDENTITY).stored();
    c.ximat[0] = Mat3::<Four<V>>::of(&Mat3::IDENTITY).stored();
    let bodies = BodyFrames::<Four<V>>::of(&c.xpos, &c.xquat, &c.xmat, &c.xpos, &c.xquat, &c.xmat);
    for b in 1..m.nbody {
        let local = (&m.body_ipos[b], &m.body_iquat[b], m.body_sameframe[b]);
        bodies.put(b, local, (&mut c.xipos[b], &mut c.xiquat[b], &mut c.ximat[b]));
    }
    let bodies = BodyFrames::<Four<V>>::of(&c.xpos, &c.xquat, &c.xmat, &c.xipos, &c.xiquat, &c.ximat);
    let geoms = (&*m.geom_bodyid, &*m.geom_pos, &*m.geom_quat, &*m.geom_sameframe);
    bodies.carry_each(geoms, (&mut c.geom_xpos, &mut c.geom_xquat, &mut c.geom_xmat), None);
    let sites = (&*m.site_bodyid, &*m.site_pos, &*m.site_quat, &*m.site_sameframe);
    bodies.carry_each(sites, (&mut c.site_xpos, &mut c.site_xquat, &mut c.site_xmat), None);
}

/// Centres of mass, and inertias and motion axes about them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn com_pos<V: Vector>(m: &Model, c: &mut Columns) {
    subtree_com::<Four<V>>(m, Awake::all(m), (&[], &[], &[]), &mut c.subtree_com, &c.xipos);
    c.cinert[0] = Inertia::default();
    for b in 1..m.nbody {
        let origin = Vec3::<Four<V>>::load(&c.subtree_com[m.body_rootid[b].ix()]);
        let offset = Vec3::load(&c.xipos[b]) - origin;
        let (moments, mass) = (Vec3::of(m.body_inertia[b]), Four::of(m.body_mass[b]));
        c.cinert[b] = Inertia::at_offset(moments, &Mat3::load(&c.ximat[b]), offset, mass).stored();
        for j in span(m.body_jntadr[b], m.body_jntnum[b]) {
            let (axis, offset) = (Vec3::load(&c.xaxis[j]), origin - Vec3::load(&c.xanchor[j]));
            let axes = &mut c.cdof[m.jnt_dofadr[j].ix()..];
            motion_axes::<Four<V>>(JointType::of(m.jnt_type[j]), &c.xmat[b], axis, offset, axes);
        }
    }
}

/// The inertia matrix, a row per dof: its ancestors, itself last.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn inertia<V: Vector>(m: &Model, c: &mut Columns) {
    composite::<Four<V>>(m, Awake::all(m), (&[], &[]), &mut c.crb, &c.cinert);
    for i in 0..m.nv {
        let row = m.M_row(i);
        if m.dof_simplenum[i] > 0 {
            c.M[row.start] = [m.dof_M0[i]; 4];
            continue;
        }
        let own = Spatial::<Four<V>>::load(&c.cdof[i]);
        let momentum = Inertia::load(&c.crb[m.dof_bodyid[i].ix()]) * own;
        for (entry, &j) in c.M[row.clone()].iter_mut().zip(&m.M_colind[row.clone()]) {
            *entry = Spatial::load(&c.cdof[j.ix()]).dot(momentum).stored();
        }
        let armature = m.dof_armature[i] + actuator_armature(m, Target::Joint(m.dof_jntid[i].ix()));
        let last = &mut c.M[row.end - 1];
        *last = (Four::<V>::load(last) + Four::of(armature)).stored();
    }
}

/// Bias forces by recursive Newton–Euler.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn bias<V: Vector>(m: &Model, c: &mut Columns) {
    let awake = Awake::all(m);
    accelerations::<Four<V>>(m, awake, &[], &mut c.cacc, (&c.cdof_dot, &c.qvel), None);
    for b in 1..m.nbody {
        let (acc, vel) = (Spatial::<Four<V>>::load(&c.cacc[b]), Spatial::load(&c.cvel[b]));
        c.cfrc[b] = Inertia::load(&c.cinert[b]).newton_euler(acc, vel).stored();
    }
    joint_forces::<Four<V>>(m, awake, (&[], &[]), &mut c.qfrc_bias, &mut c.cfrc, &c.cdof);
}
