//! Forces on bodies as generalised forces, dof by dof along the chain that moves the body.
//!
//! Motion axes share the centre of mass of their kinematic tree as origin, so a force and torque are moved there once
//! and each dof then costs one inner product; no Jacobian is formed.

use crate::math::{Spatial, Vec3};
use crate::{Data, Id, Model};

/// Force and torque on a body at a point, about the origin of the body's motion axes.
#[inline]
pub fn wrench_at(m: &Model, d: &Data, body: usize, point: Vec3, force: Vec3, torque: Vec3) -> Spatial {
    let origin = d.subtree_com[m.body_rootid[body].ix()];
    Spatial::new(torque + (point - origin).cross(force), force)
}

/// Adds the generalised force of a wrench on a body: `out += Jᵀ f`.
#[inline]
pub fn project(m: &Model, cdof: &[Spatial], body: usize, wrench: Spatial, out: &mut [f64]) {
    let mut at = m.last_dof(body);
    while let Some(dof) = at.opt() {
        out[dof] += cdof[dof].dot(wrench);
        at = m.dof_parentid[dof];
    }
}

/// Adds the generalised force of two wrenches that balance each other. What moves both bodies feels neither, so the
/// dofs they share are left alone.
#[inline]
pub fn project_pair(m: &Model, cdof: &[Spatial], bodies: [usize; 2], wrenches: [Spatial; 2], out: &mut [f64]) {
    let (mut a, mut b) = (m.last_dof(bodies[0]), m.last_dof(bodies[1]));
    // a parent dof has a smaller number than its child: step up on the side that is further out
    while a != b {
        if a > b {
            out[a.ix()] += cdof[a.ix()].dot(wrenches[0]);
            a = m.dof_parentid[a.ix()];
        } else {
            out[b.ix()] += cdof[b.ix()].dot(wrenches[1]);
            b = m.dof_parentid[b.ix()];
        }
    }
}

/// Velocity of a point that moves with a body.
#[inline]
pub fn point_velocity(m: &Model, d: &Data, body: usize, point: Vec3) -> Vec3 {
    let origin = d.subtree_com[m.body_rootid[body].ix()];
    d.cvel[body].motion_at(point, origin).linear()
}
