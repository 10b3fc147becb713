//! Hessian of the primal cost, `M + Jᵀ W`, and its factor, dense for small problems.
//!
//! Row `i` of `W` is `D J_i` while the row is quadratic, the cone's curvature times its rows while a contact slides, and
//! zero otherwise.

use super::problem::Problem;
use super::sparse_hessian::SparseHessian;
use crate::Id;
use crate::math::lanes;
use crate::model::ConstraintState;

/// Problems of up to this many dofs use a dense factor.
pub(super) const DENSE: usize = 90;

/// Memory of a Hessian: rows `W`, and for the dense one the matrix and its factor.
pub(super) struct Hessian<'a> {
    pub weighted: &'a mut [f64],
    pub storage: Storage<'a>,
}

/// A dense lower triangle and its factor, or a sparse one.
pub(super) enum Storage<'a> {
    Dense { matrix: &'a mut [f64], factor: &'a mut [f64] },
    Sparse(&'a mut SparseHessian),
}

impl Hessian<'_> {
    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        weigh(p, state, jar, self.weighted);
        match &mut self.storage {
            Storage::Dense { matrix, factor } => {
                assemble(p, self.weighted, matrix);
                factor.copy_from_slice(matrix);
                cholesky(factor, p.nv());
            }
            Storage::Sparse(sparse) => {
                sparse.assemble(p, self.weighted);
                sparse.factor();
            }
        }
    }

    /// Follows a change of states: a few rows by updating the factor, more by factoring again.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64], work: &mut [f64]) -> usize {
        const QUADRATIC: i32 = ConstraintState::Quadratic as i32;
        const CONE: i32 = ConstraintState::Cone as i32;
        let changed = || (0..state.len()).filter(|&i| (old[i] == QUADRATIC) != (state[i] == QUADRATIC));
        let cones = state.contains(&CONE) || old.contains(&CONE);
        let count = changed().count();
        let n = p.nv();
        if let (Storage::Dense { factor, .. }, false) = (&mut self.storage, cones || count > n / 6) {
            for i in changed() {
                let (columns, values) = p.jacobian.row(i);
                let root = p.rows.mass[i].sqrt();
                work.fill(0.0);
                for (c, x) in columns.iter().zip(values) {
                    work[c.ix()] = root * x;
                }
                if !rank_one(factor, n, work, state[i] == QUADRATIC) {
                    self.rebuild(p, state, jar);
                    return state.len();
                }
            }
            return count;
        }
        if count > 0 || cones {
            self.rebuild(p, state, jar);
            return state.len();
        }
        0
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        match &mut self.storage {
            Storage::Dense { factor, .. } => cholesky_solve(factor, x),
            Storage::Sparse(sparse) => sparse.solve(x),
        }
    }
}

/// Rows of `W`, in the layout of the Jacobian's entries.
fn weigh(p: &Problem<'_>, state: &[i32], jar: &[f64], out: &mut [f64]) {
    let mut i = 0;
    while i < p.nefc() {
        let row = p.jacobian.pattern.row(i);
        match ConstraintState::of(state[i]) {
            ConstraintState::Quadratic => {
                for (w, x) in out[row.clone()].iter_mut().zip(&p.jacobian.values[row]) {
                    *w = p.rows.mass[i] * x;
                }
                i += 1;
            }
            ConstraintState::Cone => {
                let cone = p.cone(p.rows.id[i].ix());
                let mut h = [0.0; 36];
                cone.hessian(&jar[i..i + cone.dim], p.rows.mass[i], &mut h);
                for a in 0..cone.dim {
                    let to = p.jacobian.pattern.row(i + a);
                    out[to.clone()].fill(0.0);
                    for b in 0..cone.dim {
                        let (_, values) = p.jacobian.row(i + b);
                        let scale = h[a * cone.dim + b];
                        for (w, x) in out[to.clone()].iter_mut().zip(values) {
                            *w += scale * x;
                        }
                    }
                }
                i += cone.dim;
            }
            _ => {
                out[row].fill(0.0);
                i += 1;
            }
        }
    }
}

/// Lower triangle of `M + Jᵀ W`.
fn assemble(p: &Problem<'_>, weighted: &[f64], out: &mut [f64]) {
    let n = p.nv();
    out.fill(0.0);
    for i in 0..n {
        let (columns, values) = p.inertia.row(i);
        for (c, x) in columns.iter().zip(values) {
            out[i * n + c.ix()] = *x;
        }
    }
    for i in 0..p.nefc() {
        let (columns, values) = p.jacobian.row(i);
        let weighted = &weighted[p.jacobian.pattern.row(i)];
        // rows without curvature have no weights
        if weighted.iter().all(|w| *w == 0.0) {
            continue;
        }
        for (k, (a, x)) in columns.iter().zip(values).enumerate() {
            let out = &mut out[a.ix() * n..(a.ix() + 1) * n];
            for (b, w) in columns[..=k].iter().zip(weighted) {
                out[b.ix()] += x * w;
            }
        }
    }
}

/// Cholesky factor in place: the lower triangle becomes `L` with `A = L Lᵀ`; a pivot too small is raised.
fn cholesky(a: &mut [f64], n: usize) {
    for i in 0..n {
        let (above, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..=i];
        for j in 0..i {
            let other = &above[j * n..=j * n + j];
            let x = (row[j] - lanes::dot(&row[..j], &other[..j])) / other[j];
            row[j] = x;
        }
        let pivot = row[i] - lanes::dot(&row[..i], &row[..i]);
        row[i] = pivot.max(crate::math::MINVAL).sqrt();
    }
}

/// Solves `L Lᵀ x = b` in place.
fn cholesky_solve(l: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let row = &l[i * n..=i * n + i];
        x[i] = (x[i] - lanes::dot(&row[..i], &x[..i])) / row[i];
    }
    for i in (0..n).rev() {
        let row = &l[i * n..=i * n + i];
        let y = x[i] / row[i];
        x[i] = y;
        lanes::add_scaled(&mut x[..i], &row[..i], -y);
    }
}

/// Factor of `A ± v vᵀ` from that of `A`, by Givens or hyperbolic rotations; false if it would lose its rank. Destroys
/// `v`. Golub and Van Loan, *Matrix Computations* (2013), section 6.5.4.
fn rank_one(l: &mut [f64], n: usize, v: &mut [f64], add: bool) -> bool {
    let sign = if add { 1.0 } else { -1.0 };
    for k in 0..n {
        let x = v[k];
        if x == 0.0 {
            continue;
        }
        let pivot = l[k * n + k];
        let square = pivot * pivot + sign * x * x;
        if square < crate::math::MINVAL {
            return false;
        }
        let r = square.sqrt();
        let (c, s) = (r / pivot, x / pivot);
        let c_inv = 1.0 / c;
        l[k * n + k] = r;
        for i in k + 1..n {
            let entry = &mut l[i * n + k];
            *entry = (*entry + sign * s * v[i]) * c_inv;
            v[i] = c * v[i] - s * *entry;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 5;

    fn matrix() -> Vec<f64> {
        let mut a = vec![0.0; N * N];
        for i in 0..N {
            for j in 0..N {
                a[i * N + j] = 1.0 / (1.0 + (i + j) as f64) + if i == j { 2.0 } else { 0.0 };
            }
        }
        a
    }

    fn product(l: &[f64], i: usize, j: usize) -> f64 {
        (0..=i.min(j)).map(|k| l[i * N + k] * l[j * N + k]).sum()
    }

    #[test]
    fn factor_times_its_transpose_is_the_matrix() {
        let (a, mut l) = (matrix(), matrix());
        cholesky(&mut l, N);
        for i in 0..N {
            for j in 0..=i {
                assert!((product(&l, i, j) - a[i * N + j]).abs() < 1e-14);
            }
        }
        let mut x: Vec<f64> = (0..N).map(|i| (0..N).map(|j| a[i * N + j] * j as f64).sum()).collect();
        cholesky_solve(&l, &mut x);
        for (j, x) in x.iter().enumerate() {
            assert!((x - j as f64).abs() < 1e-13);
        }
    }

    #[test]
    fn adding_and_removing_a_row_brings_the_factor_back() {
        let mut l = matrix();
        cholesky(&mut l, N);
        let before = l.clone();
        let v = [0.3, 0.0, -1.2, 0.7, 2.0];
        assert!(rank_one(&mut l, N, &mut v.clone(), true));
        for i in 0..N {
            for j in 0..=i {
                let want = matrix()[i * N + j] + v[i] * v[j];
                assert!((product(&l, i, j) - want).abs() < 1e-13);
            }
        }
        assert!(rank_one(&mut l, N, &mut v.clone(), false));
        for i in 0..N {
            for j in 0..=i {
                assert!((l[i * N + j] - before[i * N + j]).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn a_downdate_that_would_lose_rank_is_refused() {
        let mut l = vec![1.0, 0.0, 0.0, 1.0];
        assert!(!rank_one(&mut l, 2, &mut [2.0, 0.0], false));
    }
}
