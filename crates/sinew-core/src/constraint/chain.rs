//! The dofs that move one or two bodies.

use crate::math::{Spatial, Vec3};
use crate::{Data, Id, Model};

/// A point fixed to a body, ready for Jacobians.
#[derive(Clone, Copy)]
pub(crate) struct Anchor {
    /// the body
    pub body: usize,
    /// the point, in the world
    pub point: Vec3,
}

impl Anchor {
    /// From the com of the body's tree to the point.
    pub fn arm(&self, m: &Model, d: &Data) -> Vec3 {
        self.point - d.subtree_com[m.body_rootid[self.body].ix()]
    }
}

/// Columns of the Jacobian of the difference of two points, `second - first`.
pub(crate) struct PairChain<'a> {
    /// dofs that move either body, ascending
    pub dofs: &'a [i32],
    /// for each dof: bit 0 if it moves the first body, bit 1 if the second
    pub moves: &'a [i32],
}

impl<'a> PairChain<'a> {
    /// Merges the chains of two bodies into `buffer`, which holds two integers per dof. Dofs that move both bodies
    /// alike are left out on request: they cannot change a contact.
    pub fn new(m: &Model, first: usize, second: usize, skip_common: bool, buffer: &'a mut [i32]) -> Self {
        let (dofs, moves) = buffer.split_at_mut(m.nv);
        let at = Self::merge(m, first, second, skip_common, dofs, moves);
        Self { dofs: &dofs[at..], moves: &moves[at..] }
    }

    /// Merges the chains of two bodies into the ends of `dofs` and `moves`; returns where they begin.
    pub fn merge(
        m: &Model,
        first: usize,
        second: usize,
        skip_common: bool,
        dofs: &mut [i32],
        moves: &mut [i32],
    ) -> usize {
        let (mut a, mut b) = (m.last_dof(first), m.last_dof(second));
        // walk both chains towards the root, always from the larger dof, filling from the back
        let mut at = m.nv;
        while a >= 0 || b >= 0 {
            let dof = a.max(b);
            let side = i32::from(a == dof) | (i32::from(b == dof) << 1);
            if side == 3 && skip_common {
                break;
            }
            at -= 1;
            (dofs[at], moves[at]) = (dof, side);
            let parent = m.dof_parentid[dof.ix()];
            if side & 1 != 0 {
                a = parent;
            }
            if side & 2 != 0 {
                b = parent;
            }
        }
        at
    }

    /// Column `k`: how the difference of the points, and of the orientations, moves with the dof. Points are relative
    /// to the com of their tree, [`Anchor::arm`].
    #[inline]
    pub fn column(&self, d: &Data, k: usize, first: Vec3, second: Vec3) -> (Vec3, Vec3) {
        let cdof = d.cdof[self.dofs[k].ix()];
        let at = |arm: Vec3| cdof.linear() + cdof.rotational().cross(arm);
        match self.moves[k] {
            1 => (-at(first), -cdof.rotational()),
            2 => (at(second), cdof.rotational()),
            _ => (at(second) - at(first), Vec3::ZERO),
        }
    }
}

/// Acceleration of a body with all joint accelerations zero, about its subtree com: `Σ ċdof q̇` along its chain.
pub(super) fn bias_acceleration(m: &Model, d: &Data, body: usize) -> Spatial {
    let mut sum = Spatial::ZERO;
    let mut dof = m.last_dof(body);
    while let Some(i) = dof.opt() {
        sum = sum.add_scaled(d.cdof_dot[i], d.qvel[i]);
        dof = m.dof_parentid[i];
    }
    sum
}
