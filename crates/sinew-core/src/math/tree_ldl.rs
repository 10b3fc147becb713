//! Factor `LᵀDL` of a matrix with the sparsity of a kinematic tree.
//!
//! Row `k` holds the ancestors of dof `k` in ascending order, itself last, so the columns of an ancestor's row are the
//! first columns of the row of every descendant. Eliminating from the leaves inward then fills nothing in: the factor
//! lives in the memory of the matrix. Featherstone, *Rigid Body Dynamics Algorithms* (2008), section 6.5.
//!
//! Functions take the rows to work on, ascending: `0..n` for all, or those of the trees that are awake.

use super::simd::{Lane, TILE, kernel};
use super::sparse::{self, Pattern, SmallPivot};
use super::{MINVAL, dense};

/// Factors `M = LᵀDL` in place: `L` has a unit diagonal, whose place holds `D`; `inv_d` receives `1/D`.
///
/// Eliminating row `k` takes `M[i, ..=i] -= M[k, ..=i] · M[k, i] / D[k]` for every ancestor `i`.
/// A pivot below `MINVAL` is raised to it, so that the factor can be used, and the first one met is the error.
/// O(n · depth²).
#[doc(alias = "mj_factorI")]
pub fn factor(
    mat: &mut [f64],
    inv_d: &mut [f64],
    pattern: Pattern<'_>,
    rows: impl DoubleEndedIterator<Item = usize>,
) -> Result<(), SmallPivot> {
    let mut outcome = Ok(());
    let mut rows = rows.rev().peekable();
    while let Some(k) = rows.next() {
        let span = pattern.row(k);
        let columns = &pattern.colind[span.clone()];
        // ancestors lie at smaller addresses
        let (above, rest) = mat.split_at_mut(span.start);
        let Some((pivot, row)) = rest[..columns.len()].split_last_mut() else { continue };
        let inv = invert(pivot, k, &mut outcome);
        inv_d[k] = inv;

        // a dof whose parent is next, as in a chain: eliminate both in one pass over their ancestors
        let ancestors = &columns[..row.len()];
        match ancestors.split_last() {
            Some((&p, shared)) if rows.next_if_eq(&(p as usize)).is_some() => {
                let (above, rest) = above.split_at_mut(pattern.rowadr[p as usize] as usize);
                let parent = &mut rest[..row.len()];
                let scale = -row[shared.len()] * inv;
                dense::add_scaled(parent, row, scale);
                let Some((pivot, parent)) = parent.split_last_mut() else { continue };
                let inv_p = invert(pivot, p as usize, &mut outcome);
                inv_d[p as usize] = inv_p;
                for (place, &i) in shared.iter().enumerate().rev() {
                    let start = pattern.rowadr[i as usize] as usize;
                    let scales = [-row[place] * inv, -parent[place] * inv_p];
                    dense::add_scaled_pair(&mut above[start..=start + place], [row, parent], scales);
                }
                scale_by(parent, inv_p);
            }
            _ => {
                for (place, &i) in ancestors.iter().enumerate().rev() {
                    let start = pattern.rowadr[i as usize] as usize;
                    let scale = -row[place] * inv;
                    dense::add_scaled(&mut above[start..=start + place], row, scale);
                }
            }
        }
        scale_by(row, inv);
    }
    outcome
}

/// Inverse of the pivot of row `k`, which is raised if it is too small to have one.
#[inline]
fn invert(pivot: &mut f64, k: usize, outcome: &mut Result<(), SmallPivot>) -> f64 {
    if *pivot < MINVAL {
        *outcome = outcome.and(Err(SmallPivot { row: k }));
        *pivot = MINVAL;
    }
    1.0 / *pivot
}

/// `x *= scale`.
#[inline]
fn scale_by(x: &mut [f64], scale: f64) {
    for x in x {
        *x *= scale;
    }
}

/// Solves `LᵀDL x = b` in place.
#[doc(alias = "mj_solveLD")]
pub fn solve(
    x: &mut [f64],
    ld: &[f64],
    inv_d: &[f64],
    pattern: Pattern<'_>,
    rows: impl DoubleEndedIterator<Item = usize> + Clone,
) {
    solve_transposed(x, ld, pattern, rows.clone());
    for i in rows.clone() {
        x[i] *= inv_d[i];
    }
    solve_lower(x, ld, pattern, rows);
}

/// Solves for several right-hand sides, one after the other in `x`.
#[doc(alias = "mj_solveLD")]
pub fn solve_many(x: &mut [f64], ld: &[f64], inv_d: &[f64], pattern: Pattern<'_>) {
    let n = pattern.rows();
    if n > 0 {
        for x in x.chunks_exact_mut(n) {
            solve(x, ld, inv_d, pattern, 0..n);
        }
    }
}

/// `x ← D^{-1/2} L^{-T} x`, one half of the solution: `|x|² = bᵀ M⁻¹ b`.
#[doc(alias = "mj_solveM2")]
pub fn solve_half(x: &mut [f64], ld: &[f64], sqrt_inv_d: &[f64], pattern: Pattern<'_>) {
    solve_transposed(x, ld, pattern, 0..pattern.rows());
    for (x, &s) in x.iter_mut().zip(sqrt_inv_d) {
        *x *= s;
    }
}

/// `out = D^{1/2} L x`, one half of the product: `|out|² = xᵀ M x`.
#[doc(alias = "mj_mulM2")]
pub fn mul_half(out: &mut [f64], x: &[f64], ld: &[f64], inv_d: &[f64], pattern: Pattern<'_>) {
    for (i, out) in out.iter_mut().enumerate() {
        let (columns, values) = below_diagonal(ld, pattern, i);
        *out = (x[i] + sparse::dot(values, columns, x)) / inv_d[i].sqrt();
    }
}

/// `x ← L^{-T} x`.
fn solve_transposed(x: &mut [f64], ld: &[f64], pattern: Pattern<'_>, rows: impl DoubleEndedIterator<Item = usize>) {
    for i in rows.rev() {
        let xi = x[i];
        if xi != 0.0 {
            let (columns, values) = below_diagonal(ld, pattern, i);
            sparse::add_scaled(x, values, columns, -xi);
        }
    }
}

kernel! {
    /// `x ← L^{-T} x` for vectors side by side that are zero outside these columns, ascending, which hold all their ancestors.
    pub fn solve_transposed_lanes(x: &mut [Lane], columns: &[i32], ld: &[f64], pattern: Pattern<'_>) {
        for &c in columns.iter().rev() {
            let (row, done) = (pattern.row(c as usize), x[c as usize]);
            let ancestors = row.start..row.end - 1;
            for (l, &k) in ld[ancestors.clone()].iter().zip(&pattern.colind[ancestors]) {
                let x = &mut x[k as usize];
                for r in 0..TILE {
                    x[r] -= l * done[r];
                }
            }
        }
    }
}

/// `x ← L^{-1} x`.
fn solve_lower(x: &mut [f64], ld: &[f64], pattern: Pattern<'_>, rows: impl Iterator<Item = usize>) {
    for i in rows {
        let (columns, values) = below_diagonal(ld, pattern, i);
        if !columns.is_empty() {
            x[i] -= sparse::dot(values, columns, x);
        }
    }
}

/// Columns and entries of row `i` without its last, the diagonal.
#[inline]
fn below_diagonal<'a>(ld: &'a [f64], pattern: Pattern<'a>, i: usize) -> (&'a [i32], &'a [f64]) {
    let row = pattern.row(i);
    let end = row.end.saturating_sub(1).max(row.start);
    (&pattern.colind[row.start..end], &ld[row.start..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::sparse::Csr;
    use crate::testing::{Noise, distance, moving, samples};

    #[test]
    fn sparse_ldl_equals_dense_factor() {
        for m in samples() {
            let d = moving(&m, 11);
            let n = m.nv;
            let mut full = vec![0.0; n * n];
            Csr::new(m.M_pattern(), &d.M).to_dense_symmetric(&mut full);
            let mut b = vec![0.0; n];
            Noise(3).fill(&mut b);

            let mut by_tree = b.clone();
            solve(&mut by_tree, &d.qLD, &d.qLDiagInv, m.M_pattern(), 0..n);
            dense::chol_factor(&mut full, n, MINVAL).expect("an inertia matrix is positive definite");
            dense::chol_solve(&mut b, &full);
            assert!(distance(&by_tree, &b) < 1e-12, "{}", distance(&by_tree, &b));
        }
    }

    #[test]
    fn the_product_of_the_factors_is_the_matrix() {
        for m in samples() {
            let (d, n) = (moving(&m, 12), m.nv);
            let (mut matrix, mut lower) = (vec![0.0; n * n], vec![0.0; n * n]);
            Csr::new(m.M_pattern(), &d.M).to_dense_symmetric(&mut matrix);
            Csr::new(m.M_pattern(), &d.qLD).to_dense(&mut lower, n);
            for i in 0..n {
                assert!((lower[i * n + i] * d.qLDiagInv[i] - 1.0).abs() < 1e-15, "D and its inverse at {i}");
                lower[i * n + i] = 1.0;
            }
            for i in 0..n {
                for j in 0..n {
                    let entry: f64 = (0..n).map(|k| lower[k * n + i] * lower[k * n + j] / d.qLDiagInv[k]).sum();
                    assert!((entry - matrix[i * n + j]).abs() < 1e-12, "({i}, {j})");
                }
            }
        }
    }

    #[test]
    fn halves_of_product_and_solution_have_the_right_length() {
        for m in samples() {
            let (d, n) = (moving(&m, 13), m.nv);
            let (mut x, mut half, mut product) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
            Noise(4).fill(&mut x);
            mul_half(&mut half, &x, &d.qLD, &d.qLDiagInv, m.M_pattern());
            Csr::new(m.M_pattern(), &d.M).mul_symmetric(&mut product, &x);
            let (got, want) = (dense::dot(&half, &half), dense::dot(&product, &x));
            assert!((got - want).abs() < 1e-12 * want, "product: {got} and {want}");

            let roots: Vec<f64> = d.qLDiagInv.iter().map(|d| d.sqrt()).collect();
            half.copy_from_slice(&x);
            solve_half(&mut half, &d.qLD, &roots, m.M_pattern());
            product.copy_from_slice(&x);
            solve_many(&mut product, &d.qLD, &d.qLDiagInv, m.M_pattern());
            let (got, want) = (dense::dot(&half, &half), dense::dot(&product, &x));
            assert!((got - want).abs() < 1e-12 * want, "solution: {got} and {want}");
        }
    }

    #[test]
    fn rows_that_are_left_out_stay_as_they_are() {
        // the sample with two free bodies: work on the dofs of the last tree only
        let m = &samples()[1];
        let d = moving(m, 14);
        let rows = m.nv - 6..m.nv;
        let mut mat = d.M.to_vec();
        let mut inv = vec![7.0; m.nv];
        factor(&mut mat, &mut inv, m.M_pattern(), rows.clone()).expect("positive definite");
        let start = m.M_row(rows.start).start;
        assert_eq!(mat[..start], d.M[..start]);
        let (mut whole, mut inv_whole) = (d.M.to_vec(), vec![0.0; m.nv]);
        factor(&mut whole, &mut inv_whole, m.M_pattern(), 0..m.nv).expect("positive definite");
        assert_eq!(mat[start..], whole[start..]);
        assert!(inv[..rows.start].iter().all(|&x| x == 7.0));
    }

    #[test]
    fn the_first_small_pivot_is_reported_and_the_factor_stays_finite() {
        // two dofs in a chain, the first without inertia
        let pattern = Pattern { rownnz: &[1, 2], rowadr: &[0, 1], colind: &[0, 0, 1] };
        let (mut mat, mut inv) = ([0.0, 0.0, 2.0], [0.0; 2]);
        assert_eq!(factor(&mut mat, &mut inv, pattern, 0..2), Err(SmallPivot { row: 0 }));
        assert_eq!((mat[0], inv[1]), (MINVAL, 0.5));
    }
}
