//! Hessian of the primal cost, `M + Jᵀ W`, and its factor, in the form that suits the size of the problem.
//!
//! Row `i` of `W` is `D J_i` while the row is quadratic, the cone's curvature times its rows while a contact slides, and
//! zero otherwise.

use super::problem::Problem;
use super::skyline_hessian::SkylineHessian;
use super::sparse_hessian::SparseHessian;
use crate::Id;
use crate::math::simd::{SpreadRows, Tile};
use crate::model::ConstraintState;
use crate::scratch::{Frame, Need};

/// Problems of up to this many dofs keep their rows whole.
pub(super) const SMALL: usize = 90;

/// The Hessian of one problem.
pub(super) enum Hessian<'a> {
    Small(SkylineHessian<'a>),
    Large(&'a mut SparseHessian),
}

/// Memory of Hessians that is kept from step to step.
#[derive(Clone, Debug, Default)]
pub struct KeptHessian {
    /// of large problems
    sparse: SparseHessian,
    /// inertia of small ones, where the tiles at hand do not do
    inertia: Vec<Tile>,
}

/// Memory for problems of up to this many dofs.
pub(super) fn need(nv: usize) -> Need {
    SkylineHessian::need(nv.min(SMALL))
}

impl<'a> Hessian<'a> {
    /// Finds the pattern, with room for the entries; rows of a small problem are spread.
    pub fn new(p: &Problem<'a>, rows: Option<SpreadRows<'a>>, kept: &'a mut KeptHessian, s: &mut Frame<'a>) -> Self {
        if let Some(rows) = rows {
            return Self::Small(SkylineHessian::new(p, rows, &mut kept.inertia, s));
        }
        kept.sparse.analyse(p);
        Self::Large(&mut kept.sparse)
    }

    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        match self {
            Self::Small(small) => small.rebuild(p, state, jar),
            Self::Large(large) => large.rebuild(p, state, jar),
        }
    }

    /// Follows a change of states, in which this many rows became or ceased to be quadratic.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64], changed: usize) {
        let cones = state.iter().chain(old).any(|&s| is_cone(s));
        match self {
            _ if changed == 0 && !cones => {}
            Self::Small(small) if few(changed, state.len()) => small.update(p, old, state, jar),
            Self::Large(large) if few(changed, state.len()) => large.update(p, old, state, jar),
            _ => self.rebuild(p, state, jar),
        }
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        match self {
            Self::Small(small) => small.solve(x),
            Self::Large(large) => large.solve(x),
        }
    }

    /// `out = M x`.
    pub fn mul_inertia(&mut self, p: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Small(small) => small.mul_inertia(out, x),
            Self::Large(_) => p.inertia.mul_symmetric(out, x),
        }
    }
}

/// True if so few of the rows changed that following them costs less than to compute all anew.
#[inline]
pub(super) fn few(changed: usize, rows: usize) -> bool {
    changed < rows / 3
}

#[inline]
pub(super) fn is_quadratic(state: i32) -> bool {
    state == ConstraintState::Quadratic as i32
}

#[inline]
pub(super) fn is_cone(state: i32) -> bool {
    state == ConstraintState::Cone as i32
}

/// Rows of `W` of a contact that slides, whose rows start at `i`.
pub(super) fn weigh_cone(p: &Problem<'_>, i: usize, jar: &[f64], values: &[f64], out: &mut [f64]) {
    let cone = p.cone(p.rows.id[i].ix());
    let (dim, n) = (cone.dim, values.len() / cone.dim);
    let mut h = [0.0; 36];
    cone.hessian(&jar[i..i + dim], p.rows.mass[i], &mut h);
    out.fill(0.0);
    for (a, out) in out.chunks_exact_mut(n).enumerate() {
        for (b, row) in values.chunks_exact(n).enumerate() {
            crate::math::simd::add_scaled(out, row, h[a * dim + b]);
        }
    }
}
