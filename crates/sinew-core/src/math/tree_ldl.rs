//! Factor `LᵀDL` of a matrix with the sparsity of a kinematic tree.
//!
//! Row `k` holds the ancestors of dof `k` in ascending order, itself last, so the columns of an ancestor's row are the
//! first columns of the row of every descendant. Eliminating from the leaves inward then fills nothing in: the factor
//! lives in the memory of the matrix. Featherstone, *Rigid Body Dynamics Algorithms* (2008), section 6.5.
//!
//! Functions take the rows to work on, ascending: `0..n` for all, or those of the trees that are awake.

use super::MINVAL;
use super::sparse::{self, Pattern, SmallPivot};

/// Factors `M = LᵀDL` in place: `L` has a unit diagonal, whose place holds `D`; `inv_d` receives `1/D`.
///
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
    for k in rows.rev() {
        let span = pattern.row(k);
        let columns = &pattern.colind[span.clone()];
        // ancestors lie at smaller addresses
        let (above, rest) = mat.split_at_mut(span.start);
        let Some((pivot, row)) = rest[..columns.len()].split_last_mut() else { continue };
        if *pivot < MINVAL {
            outcome = outcome.and(Err(SmallPivot { row: k }));
            *pivot = MINVAL;
        }
        let inv = 1.0 / *pivot;
        inv_d[k] = inv;

        // M[i, ..=i] -= M[k, ..=i] · M[k, i] / D for every ancestor i
        for (place, &i) in columns[..row.len()].iter().enumerate().rev() {
            let scale = -row[place] * inv;
            let start = pattern.rowadr[i as usize] as usize;
            for (out, &x) in above[start..=start + place].iter_mut().zip(row.iter()) {
                *out += x * scale;
            }
        }
        for x in row {
            *x *= inv;
        }
    }
    outcome
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
