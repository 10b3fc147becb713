//! Ranges and patterns that several stages read off the columns.

use std::ops::Range;

use super::{JacobianType, Model, ObjType};
use crate::Id;
use crate::math::sparse::Pattern;

#[expect(non_snake_case, reason = "the matrices have one-letter names")]
impl Model {
    /// Sparsity of the inertia matrix: its lower triangle, each row the ancestors of a dof and the dof itself last.
    #[inline]
    pub fn M_pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.M_rownnz, rowadr: &self.M_rowadr, colind: &self.M_colind }
    }

    /// Addresses of row `i` of the inertia matrix.
    #[inline]
    pub fn M_row(&self, i: usize) -> Range<usize> {
        self.M_pattern().row(i)
    }

    /// Sparsity of derivatives with respect to the velocity: ancestors and descendants of each dof.
    #[inline]
    pub fn D_pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.D_rownnz, rowadr: &self.D_rowadr, colind: &self.D_colind }
    }

    /// Dofs that move each body, and those that its subtree adds.
    #[inline]
    pub fn B_pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.B_rownnz, rowadr: &self.B_rowadr, colind: &self.B_colind }
    }
}

impl Model {
    /// Joints of a body.
    #[inline]
    pub fn body_joints(&self, body: usize) -> Range<usize> {
        span(self.body_jntadr[body], self.body_jntnum[body])
    }

    /// Dofs of a body.
    #[inline]
    pub fn body_dofs(&self, body: usize) -> Range<usize> {
        span(self.body_dofadr[body], self.body_dofnum[body])
    }

    /// Force outputs of an actuator.
    #[inline]
    pub fn actuator_outputs(&self, actuator: usize) -> Range<usize> {
        let start = self.actuator_outadr[actuator].ix();
        start..start + self.actuator_outnum[actuator].ix()
    }

    /// Geoms of a body.
    #[inline]
    pub fn body_geoms(&self, body: usize) -> Range<usize> {
        span(self.body_geomadr[body], self.body_geomnum[body])
    }

    /// Bodies of a tree.
    #[inline]
    pub fn tree_bodies(&self, tree: usize) -> Range<usize> {
        span(self.tree_bodyadr[tree], self.tree_bodynum[tree])
    }

    /// Dofs of a tree.
    #[inline]
    pub fn tree_dofs(&self, tree: usize) -> Range<usize> {
        span(self.tree_dofadr[tree], self.tree_dofnum[tree])
    }

    /// Configuration of a tree: its part of `qpos`.
    #[inline]
    pub fn tree_qpos(&self, tree: usize) -> Range<usize> {
        let dofs = self.tree_dofs(tree);
        if dofs.is_empty() {
            return 0..0;
        }
        let [first, last] = [dofs.start, dofs.end - 1].map(|dof| self.dof_jntid[dof].ix());
        let end = self.jnt_qposadr.get(last + 1).map_or(self.nq, |adr| adr.ix());
        self.jnt_qposadr[first].ix()..end
    }

    /// The two bodies that a connect, weld or distance constraint holds together.
    #[inline]
    pub fn eq_bodies(&self, id: usize) -> [usize; 2] {
        [self.eq_obj1id[id], self.eq_obj2id[id]].map(|object| match ObjType::of(self.eq_objtype[id]) {
            ObjType::Site => self.site_bodyid[object.ix()].ix(),
            ObjType::Geom => self.geom_bodyid[object.ix()].ix(),
            _ => object.ix(),
        })
    }

    /// True if constraint Jacobians are sparse: as the option says, or for 60 dofs or more if it is automatic.
    #[doc(alias = "mj_isSparse")]
    pub fn is_sparse(&self) -> bool {
        match JacobianType::of(self.opt.jacobian) {
            JacobianType::Dense => false,
            JacobianType::Sparse => true,
            JacobianType::Auto => self.nv >= 60,
        }
    }
}

/// Range of `count` items from `start`, empty if there are none (then `start` is -1).
#[inline]
pub(crate) fn span(start: i32, count: i32) -> Range<usize> {
    match (start.opt(), count.opt()) {
        (Some(start), Some(count)) => start..start + count,
        _ => 0..0,
    }
}
