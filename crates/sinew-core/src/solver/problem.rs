//! What a primal solver is given, and what it gives back; the same for the whole system, an island or a test.

use super::cone::{Cone, Update};
use crate::data::Contact;
use crate::math::grouped::Grouped;
use crate::math::simd::{Profile, SpreadRows, Tile};
use crate::math::sparse::Csr;
use crate::math::tree_ldl;
use crate::{Id, model::ConstraintType};

/// A constraint problem: `min ½ (x − xₛ)ᵀ M (x − xₛ) + s(J x − a_ref)`.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// lower triangle of the inertia
    pub inertia: Csr<'a>,
    /// `LᵀDL` factor of the inertia, with the same pattern
    pub factor: &'a [f64],
    /// `1/D` of that factor
    pub factor_inv_d: &'a [f64],
    /// the inertia in tiles, if it is at hand
    pub inertia_tiles: Option<(Profile<'a>, &'a [Tile])>,
    /// the Jacobian spread over tiles, if it is at hand
    pub spread: Option<SpreadRows<'a>>,
    /// constraint Jacobian; it may be missing if it is at hand in tiles
    pub jacobian: Grouped<'a>,
    /// cost of the rows
    pub rows: Update<'a>,
    /// reference accelerations
    pub aref: &'a [f64],
    /// contacts that contact rows refer to
    pub contact: &'a [Contact],
    /// force without constraints, `M xₛ`
    pub force_smooth: &'a [f64],
    /// acceleration without constraints
    pub acc_smooth: &'a [f64],
    /// trace of the plain inertia, which sets the scale of costs
    pub trace: f64,
    /// products with the acceleration that the solver starts from, if they are known
    pub start: Option<Start<'a>>,
}

/// What a solver would otherwise compute at its start. States and forces of the rows are those there, too.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// `M x`
    pub ma: &'a [f64],
    /// `J x − a_ref`
    pub jar: &'a [f64],
}

impl Problem<'_> {
    /// Number of dofs.
    #[inline]
    pub fn nv(&self) -> usize {
        self.acc_smooth.len()
    }

    /// Number of rows.
    #[inline]
    pub fn nefc(&self) -> usize {
        self.aref.len()
    }

    /// Friction cone of a contact.
    #[inline]
    pub fn cone(&self, id: usize) -> Cone {
        let contact = &self.contact[id];
        Cone { mu: contact.mu, friction: contact.friction, dim: contact.dim.ix() }
    }

    /// True if row `i` belongs to an elliptic cone.
    #[inline]
    pub fn is_elliptic(&self, i: usize) -> bool {
        self.rows.kind[i] == ConstraintType::ContactElliptic as i32
    }

    /// Solves with the inertia in place.
    pub fn solve_inertia(&self, x: &mut [f64]) {
        tree_ldl::solve(x, self.factor, self.factor_inv_d, self.inertia.pattern, 0..self.nv());
    }
}

/// Accelerations and forces that a solver improves.
#[derive(Debug)]
pub struct Solution<'a> {
    /// acceleration: start value in, solution out
    pub acc: &'a mut [f64],
    /// state of each row
    pub state: &'a mut [i32],
    /// force of each row
    pub force: &'a mut [f64],
    /// forces in joint space, `Jᵀ f`
    pub joint_force: &'a mut [f64],
}
