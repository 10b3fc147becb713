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

/// Chains of dofs, with the last dof of every body looked up beforehand: for many pairs of bodies.
#[derive(Clone, Copy, Debug)]
pub struct Chains<'a> {
    /// last dof that moves each body; -1 if none does
    last: &'a [i32],
    parent: &'a [i32],
}

impl<'a> Chains<'a> {
    /// The chains of a model, in memory for a number per body.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub fn new(m: &'a Model, last: &'a mut [i32]) -> Self {
        let n = m.nbody;
        let last = &mut last[..n];
        let (counts, starts, parents) = (&m.body_dofnum[..n], &m.body_dofadr[..n], &m.body_parentid[..n]);
        for b in 0..n {
            // a body without dofs moves with its parent
            last[b] = match (counts[b], b) {
                (1.., _) => starts[b] + counts[b] - 1,
                (_, 0) => -1,
                _ => last[parents[b].ix()],
            };
        }
        Self { last, parent: &m.dof_parentid[..m.nv] }
    }

    /// As [`project_pair`].
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub fn project_pair(&self, cdof: &[Spatial], bodies: [usize; 2], wrenches: &[Spatial; 2], out: &mut [f64]) {
        let (mut a, mut b) = (self.last[bodies[0]], self.last[bodies[1]]);
        // step up on the side that is further out
        while a != b {
            if a > b {
                a = self.project_run(cdof, a, b, &wrenches[0], out);
            } else {
                b = self.project_run(cdof, b, a, &wrenches[1], out);
            }
        }
    }

    /// Adds the force on dofs that are numbered one after the other along a chain, from its end as far as they lie
    /// beyond `other`; returns the dof that the chain goes on with.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn project_run(&self, cdof: &[Spatial], end: i32, other: i32, wrench: &Spatial, out: &mut [f64]) -> i32 {
        let dofs = (other + 1).ix()..end.ix() + 1;
        let columns = out[dofs.clone()].iter_mut().zip(&cdof[dofs.clone()]).zip(&self.parent[dofs]);
        let mut dof = end;
        for ((out, axis), &parent) in columns.rev() {
            *out += axis.dot(*wrench);
            dof -= 1;
            if parent != dof {
                return parent;
            }
        }
        other
    }
}

/// Velocity of a point that moves with a body.
#[inline]
pub fn point_velocity(m: &Model, d: &Data, body: usize, point: Vec3) -> Vec3 {
    let origin = d.subtree_com[m.body_rootid[body].ix()];
    d.cvel[body].motion_at(point, origin).linear()
}
