//! The factor of the inertia matrix and solving with it.

use crate::math::sparse::SmallPivot;
use crate::math::tree_ldl;
use crate::math::tree_tiles::TreeTiles;
use crate::model::WarningKind;
use crate::sleep::Awake;
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
    let awake = Awake::of(m, d);
    copy_rows(m, awake, &d.dof_awake_ind, &mut d.qLD, &d.M);
    let outcome = factor_awake(m, awake, &d.dof_awake_ind, &mut d.kept.tiles, &mut d.qLD, &mut d.qLDiagInv);
    if let Err(pivot) = outcome {
        d.warning[WarningKind::Inertia as usize].raise(pivot.row);
    }
}

/// What [`factor_m`] leaves behind for the constraint solver, beside a factor that is already there.
pub(crate) fn hold_m(m: &Model, d: &mut Data) {
    d.kept.tiles.hold(&d.M, m.M_pattern());
}

/// Factors `qH` in place as [`factor_m`] does `qLD`; the error is the first pivot that was raised, which also counts in
/// `warning`.
pub(crate) fn factor_h(m: &Model, d: &mut Data) -> Result<(), SmallPivot> {
    let awake = Awake::of(m, d);
    let outcome = factor_awake(m, awake, &d.dof_awake_ind, &mut d.kept.tiles, &mut d.qH, &mut d.qHDiagInv);
    if let Err(pivot) = outcome {
        d.warning[WarningKind::Inertia as usize].raise(pivot.row);
    }
    outcome
}

/// Factors in place what is awake of a matrix with the pattern of `M`.
fn factor_awake(
    m: &Model,
    awake: Awake,
    dof_awake_ind: &[i32],
    tiles: &mut TreeTiles,
    mat: &mut [f64],
    inv_d: &mut [f64],
) -> Result<(), SmallPivot> {
    if awake.is_partial() {
        tree_ldl::factor(mat, inv_d, m.M_pattern(), awake.dofs(dof_awake_ind))
    } else {
        tiles.factor(mat, inv_d, m.M_pattern())
    }
}

/// Solves in place, for what is awake, with a factor that has the pattern of `M`.
pub(crate) fn solve_awake(
    m: &Model,
    awake: Awake,
    dof_awake_ind: &[i32],
    tiles: &mut TreeTiles,
    (ld, inv_d): (&[f64], &[f64]),
    x: &mut [f64],
) {
    if awake.is_partial() {
        tree_ldl::solve(x, ld, inv_d, m.M_pattern(), awake.dofs(dof_awake_ind));
    } else {
        tiles.solve(x, ld, inv_d, m.M_pattern());
    }
}

/// Copies the rows of awake dofs from one matrix with the pattern of `M` to another.
pub(crate) fn copy_rows(m: &Model, awake: Awake, dof_awake_ind: &[i32], to: &mut [f64], from: &[f64]) {
    if awake.is_partial() {
        for i in awake.dofs(dof_awake_ind) {
            to[m.M_row(i)].copy_from_slice(&from[m.M_row(i)]);
        }
    } else {
        to.copy_from_slice(from);
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
