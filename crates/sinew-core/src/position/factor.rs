//! The factor of the inertia matrix and solving with it.

use crate::math::tree_ldl;
use crate::model::WarningKind;
use crate::{Data, Model};

/// Factors the inertia matrix, `M = LᵀDL`, keeping its sparsity.
///
/// Pivots that are not positive, as of a massless body, are raised to the smallest that can be divided by. This counts
/// once in `warning` under `Inertia`, with the first such dof in the order of elimination.
///
/// Reads `M`. Writes `qLD`, `qLDiagInv`. O(nv · depth²), allocates nothing.
/// Featherstone, *Rigid Body Dynamics Algorithms* (2008), section 6.5.
#[doc(alias = "mj_factorM")]
pub fn factor_m(m: &Model, d: &mut Data) {
    d.qLD.copy_from_slice(&d.M);
    if let Err(pivot) = tree_ldl::factor(&mut d.qLD, &mut d.qLDiagInv, m.M_pattern(), 0..m.nv) {
        d.warning[WarningKind::Inertia as usize].raise(pivot.row);
    }
}

/// Solves `M x = y` in place for one or several right-hand sides, one after the other in `x`.
#[doc(alias = "mj_solveM")]
pub fn solve_m(m: &Model, d: &Data, x: &mut [f64]) {
    tree_ldl::solve_many(x, &d.qLD, &d.qLDiagInv, m.M_pattern());
}

/// `x ← D^{-1/2} L^{-T} x` for one or several vectors, with `sqrt_inv_d = D^{-1/2}`: `|x|² = yᵀ M⁻¹ y`.
#[doc(alias = "mj_solveM2")]
pub fn solve_m2(m: &Model, d: &Data, x: &mut [f64], sqrt_inv_d: &[f64]) {
    if m.nv > 0 {
        for x in x.chunks_exact_mut(m.nv) {
            tree_ldl::solve_half(x, &d.qLD, sqrt_inv_d, m.M_pattern());
        }
    }
}
