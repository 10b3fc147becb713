//! Motions of bodies, and what of them each dof finds before its own.

use std::ops::Range;

use crate::math::Spatial;
use crate::model::JointType;
use crate::scratch::{Frame, Need};
use crate::{Id, Model};

/// Dofs that turn together with a dof: the three rotations of a ball or free joint share the body's axes.
pub(crate) fn group(m: &Model, dof: usize) -> Range<usize> {
    let joint = m.dof_jntid[dof].ix();
    let first = m.jnt_dofadr[joint].ix();
    match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => dof..dof + 1,
        JointType::Ball => first..first + 3,
        JointType::Free if dof < first + 3 => first..first + 3,
        JointType::Free => first + 3..first + 6,
    }
}

/// A spatial motion of every body, and for every dof the motion of what carries its group.
pub(super) struct Flow<'a> {
    pub body: &'a mut [Spatial],
    pub before: &'a mut [Spatial],
}

impl<'a> Flow<'a> {
    pub fn need(m: &Model) -> Need {
        Need::rows::<Spatial>(m.nbody + m.nv)
    }

    pub fn new(m: &Model, s: &mut Frame<'a>) -> Self {
        Self { body: s.rows(m.nbody), before: s.rows(m.nv) }
    }

    /// `Σ s_j x_j` over the dofs that move a body.
    pub fn set(&mut self, m: &Model, cdof: &[Spatial], x: &[f64]) {
        self.sweep(m, Spatial::ZERO, |_, j| cdof[j] * x[j]);
    }

    /// Accelerations `Σ s_j q̈_j + ṡ_j v_j`, on top of that of the world.
    pub fn set_acceleration(
        &mut self,
        m: &Model,
        cdof: &[Spatial],
        velocity: &Flow<'_>,
        qvel: &[f64],
        qacc: &[f64],
        world: Spatial,
    ) {
        self.sweep(m, world, |_, j| cdof[j] * qacc[j] + velocity.before[j].cross_motion(cdof[j]) * qvel[j]);
    }

    /// What there is after the group of a dof.
    pub fn after(&self, m: &Model, dof: usize) -> Spatial {
        let end = group(m, dof).end;
        if end < m.body_dofs(m.dof_bodyid[dof].ix()).end { self.before[end] } else { self.body[m.dof_bodyid[dof].ix()] }
    }

    /// Sums contributions of dofs from the root outward.
    fn sweep(&mut self, m: &Model, world: Spatial, part: impl Fn(&Model, usize) -> Spatial) {
        self.body[0] = world;
        for b in 1..m.nbody {
            let mut sum = self.body[m.body_parentid[b].ix()];
            let dofs = m.body_dofs(b);
            let mut at = dofs.start;
            while at < dofs.end {
                let group = group(m, at);
                self.before[group.clone()].fill(sum);
                for j in group.clone() {
                    sum += part(m, j);
                }
                at = group.end;
            }
            self.body[b] = sum;
        }
    }
}

/// Dofs that carry the axis of a dof along, itself and its group among them, from the outside in.
pub(super) fn carriers(m: &Model, dof: usize) -> impl Iterator<Item = usize> + '_ {
    chain(m, group(m, dof).end as i32 - 1)
}

/// Dofs strictly inward of the group of a dof.
pub(super) fn inward(m: &Model, dof: usize) -> impl Iterator<Item = usize> + '_ {
    chain(m, m.dof_parentid[group(m, dof).start])
}

/// A dof and its ancestors, from the outside in.
pub(super) fn chain(m: &Model, last: i32) -> impl Iterator<Item = usize> + '_ {
    let mut at = last;
    std::iter::from_fn(move || {
        let dof = at.opt()?;
        at = m.dof_parentid[dof];
        Some(dof)
    })
}

/// True if a dof moves the axis of another: it is an ancestor or of the same group.
pub(super) fn carries(m: &Model, k: usize, i: usize) -> bool {
    k < group(m, i).end && m.dof_treeid[k] == m.dof_treeid[i] && carriers(m, i).any(|j| j == k)
}
