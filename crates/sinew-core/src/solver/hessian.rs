//! Hessian of the primal cost, `M + Jᵀ W`, and its factor, in the form that suits the size of the problem.
//!
//! Row `i` of `W` is `D J_i` while the row is quadratic, the cone's curvature times its rows while a contact slides, and
//! zero otherwise.

use super::problem::Problem;
use super::skyline_hessian::SkylineHessian;
use super::sparse_hessian::SparseHessian;
use crate::Id;
use crate::model::ConstraintState;
use crate::scratch::{Frame, Need};

/// Problems of up to this many dofs keep their rows whole.
const SMALL: usize = 90;

/// The Hessian of one problem.
pub(super) enum Hessian<'a> {
    Small(SkylineHessian<'a>),
    Large { sparse: &'a mut SparseHessian, weighted: &'a mut [f64] },
}

/// Memory for problems of up to this many dofs and entries of the Jacobian.
pub(super) fn need(nv: usize, entries: usize) -> Need {
    let small = SkylineHessian::need(nv.min(SMALL));
    if nv <= SMALL { small } else { small.or(Need::reals(entries)) }
}

impl<'a> Hessian<'a> {
    /// Finds the pattern, with room for the entries.
    pub fn new(p: &Problem<'_>, sparse: &'a mut SparseHessian, s: &mut Frame<'a>) -> Self {
        if p.nv() <= SMALL {
            return Self::Small(SkylineHessian::new(p, s));
        }
        sparse.analyse(p);
        Self::Large { sparse, weighted: s.dirty_reals(p.jacobian.csr.values.len()) }
    }

    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        match self {
            Self::Small(small) => small.rebuild(p, state, jar),
            Self::Large { sparse, weighted } => {
                weigh(p, state, jar, weighted);
                sparse.assemble(p, weighted);
                sparse.factor();
            }
        }
    }

    /// Follows a change of states; returns how many rows took part in it.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64]) -> usize {
        let changed = (0..state.len()).filter(|&i| is_quadratic(old[i]) != is_quadratic(state[i])).count();
        let cones = state.iter().chain(old).any(|&s| is_cone(s));
        match self {
            _ if changed == 0 && !cones => {}
            Self::Small(small) if changed < state.len() / 3 => small.update(p, old, state, jar),
            _ => self.rebuild(p, state, jar),
        }
        changed
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        match self {
            Self::Small(small) => small.solve(x),
            Self::Large { sparse, .. } => sparse.solve(x),
        }
    }

    /// `out = M x`.
    pub fn mul_inertia(&mut self, p: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Small(small) => small.mul_inertia(out, x),
            Self::Large { .. } => p.inertia.mul_symmetric(out, x),
        }
    }
}

#[inline]
pub(super) fn is_quadratic(state: i32) -> bool {
    state == ConstraintState::Quadratic as i32
}

#[inline]
pub(super) fn is_cone(state: i32) -> bool {
    state == ConstraintState::Cone as i32
}

/// Rows of `W`, in the layout of the Jacobian's entries.
fn weigh(p: &Problem<'_>, state: &[i32], jar: &[f64], out: &mut [f64]) {
    let (pattern, values) = (p.jacobian.csr.pattern, p.jacobian.csr.values);
    let mut i = 0;
    while i < p.nefc() {
        let row = pattern.row(i);
        if is_cone(state[i]) {
            let dim = p.contact[p.rows.id[i].ix()].dim.ix();
            let rows = row.start..row.start + dim * row.len();
            weigh_cone(p, i, jar, &values[rows.clone()], &mut out[rows]);
            i += dim;
            continue;
        }
        let mass = if is_quadratic(state[i]) { p.rows.mass[i] } else { 0.0 };
        for (w, x) in out[row.clone()].iter_mut().zip(&values[row]) {
            *w = mass * x;
        }
        i += 1;
    }
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
