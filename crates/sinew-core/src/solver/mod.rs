//! Solvers of the constraint problem.
//!
//! Accelerations minimise `½ (q̈ − q̈ₛ)ᵀ M (q̈ − q̈ₛ) + s(J q̈ − a_ref)`, with `s` convex: a parabola for equalities, half of
//! one for limits and frictionless contacts, Huber's for friction loss, a cone's for elliptic contacts. Newton and CG
//! work on this primal problem, PGS on its dual. *Computation* chapter, sections "Constraint solver" and "Algorithms".

mod bounded;
pub mod cone;
mod dual;
mod dual_blocks;
mod extended;
mod gathered;
mod gram;
mod hessian;
mod island;
mod lanes;
mod linesearch;
mod noslip;
mod one_sided;
mod pgs;
mod primal;
mod problem;
mod products;
mod qcqp;
mod skyline_hessian;
mod sparse_hessian;
mod stats;
mod vectors;
mod warmstart;

pub(crate) use hessian::KeptHessian;
pub use island::{Crew, Island};
pub(crate) use lanes::FourProblems;
pub use problem::Problem;
pub(crate) use products::KeptRows;

use crate::constraint::{is_dual, jacobian};
use crate::model::{Disable, SolverType};
use crate::{Data, Model};

/// Largest number of islands with statistics.
#[doc(alias = "mjNISLAND")]
pub const ISLANDS: usize = 20;

/// Largest number of iterations with statistics.
#[doc(alias = "mjNSOLVER")]
pub const ITERATIONS: usize = 200;

/// What a solver ran into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotConverged {
    /// island that was left short of the tolerance
    pub island: usize,
    /// iterations spent on it
    pub iterations: usize,
    /// what was to fall below the tolerance: the scaled gradient of a primal solver, the last improvement of PGS
    pub residual: f64,
}

/// Constraint forces and the acceleration that they lead to, island by island.
///
/// Reads `qacc_smooth`, `qfrc_smooth`, `qacc_warmstart` and all constraint rows. Writes `efc_b`, `efc_state`,
/// `efc_force`, `qfrc_constraint`, `qacc`, `solver*`. The error says that the tolerance was not reached; the result is
/// then the best one found.
#[doc(alias = "mj_fwdConstraint")]
pub fn solve(m: &Model, d: &mut Data) -> Result<(), NotConverged> {
    stats::clear(m, d);
    // dofs of islands get their forces from the solver
    let islands = if m.opt.disabled(Disable::Island) { 0 } else { d.nisland };
    if d.nefc == 0 || (islands > 0 && d.nidof < m.nv) {
        d.qfrc_constraint.fill(0.0);
    }
    if d.nefc == 0 {
        d.qacc.copy_from_slice(&d.qacc_smooth);
        return Ok(());
    }

    // what products are made with
    let mut rows = std::mem::take(&mut d.kept.rows);
    rows.set(jacobian(d), m.nv, is_whole(m, d, islands));

    // linear term of the dual problem: J q̈ₛ − a_ref
    let mut b = std::mem::take(&mut d.efc_b);
    rows.mul(jacobian(d), &mut b, &d.qacc_smooth);
    b.iter_mut().zip(&d.efc_aref).for_each(|(b, aref)| *b -= aref);
    (d.efc_b, d.kept.rows) = (b, rows);

    warmstart::warmstart(m, d);
    let result = match SolverType::of(m.opt.solver) {
        SolverType::Pgs => pgs::solve(m, d, islands),
        SolverType::Cg => primal::solve(m, d, islands, false),
        SolverType::Newton => primal::solve(m, d, islands, true),
    };
    if m.opt.noslip_iterations > 0 {
        noslip::solve(m, d, islands);
    }
    if is_dual(m) {
        dual::finish(m, d);
    }
    result
}

/// True if the system is solved as one problem: without islands, or with one that holds every dof.
fn is_whole(m: &Model, d: &Data, islands: usize) -> bool {
    islands == 0 || (islands == 1 && d.nidof == m.nv)
}
