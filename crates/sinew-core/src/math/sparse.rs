//! Sparse matrices in compressed rows, with MuJoCo's three index columns.

use super::simd::kernel;
use super::{MINVAL, gapless};

/// A pivot was too small to divide by; the factor was made with a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix is singular or not positive definite at row {row}")]
pub struct SmallPivot {
    /// row of the first such pivot, in the order of elimination
    pub row: usize,
}

/// Where the entries of a row-compressed matrix are: MuJoCo's `rownnz`, `rowadr` and `colind`.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// entries in each row
    pub rownnz: &'a [i32],
    /// address of the first entry of each row
    pub rowadr: &'a [i32],
    /// column of each entry, ascending within a row
    pub colind: &'a [i32],
}

impl<'a> Pattern<'a> {
    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rownnz.len()
    }

    /// Addresses of the entries of row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> std::ops::Range<usize> {
        let start = self.rowadr[i] as usize;
        start..start + self.rownnz[i] as usize
    }

    /// Columns of the entries of row `i`.
    #[inline]
    pub fn columns(&self, i: usize) -> &'a [i32] {
        &self.colind[self.row(i)]
    }
}

/// A row-compressed matrix that is only read.
#[derive(Clone, Copy, Debug)]
pub struct Csr<'a> {
    /// where the entries are
    pub pattern: Pattern<'a>,
    /// the entries
    pub values: &'a [f64],
}

impl<'a> Csr<'a> {
    /// Matrix from its pattern and entries.
    #[inline]
    pub fn new(pattern: Pattern<'a>, values: &'a [f64]) -> Self {
        Self { pattern, values }
    }

    /// Columns and entries of row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> (&'a [i32], &'a [f64]) {
        let row = self.pattern.row(i);
        (&self.pattern.colind[row.clone()], &self.values[row])
    }

    /// `out = A x`.
    #[doc(alias = "mju_mulMatVecSparse")]
    pub fn mul(&self, out: &mut [f64], x: &[f64]) {
        for (i, out) in out.iter_mut().enumerate() {
            let (columns, values) = self.row(i);
            *out = dot(values, columns, x);
        }
    }

    /// `out = Aᵀ x`.
    #[doc(alias = "mju_mulMatTVecSparse")]
    pub fn mul_transposed(&self, out: &mut [f64], x: &[f64]) {
        out.fill(0.0);
        for (i, &x) in x.iter().enumerate() {
            if x != 0.0 {
                let (columns, values) = self.row(i);
                add_scaled(out, values, columns, x);
            }
        }
    }

    /// `out = (L + Lᵀ - diag L) x` for a lower triangle with the diagonal last in each row.
    #[doc(alias = "mju_mulSymVecSparse")]
    pub fn mul_symmetric(&self, out: &mut [f64], x: &[f64]) {
        mul_symmetric(out, *self, x);
    }

    /// Writes the dense matrix with `ncol` columns.
    #[doc(alias = "mju_sparse2dense")]
    pub fn to_dense(&self, out: &mut [f64], ncol: usize) {
        out.fill(0.0);
        for i in 0..self.pattern.rows() {
            let (columns, values) = self.row(i);
            for (&j, &value) in columns.iter().zip(values) {
                out[i * ncol + j as usize] = value;
            }
        }
    }

    /// Writes the dense symmetric matrix of which this is the lower triangle.
    #[doc(alias = "mju_sym2dense")]
    pub fn to_dense_symmetric(&self, out: &mut [f64]) {
        let n = self.pattern.rows();
        out.fill(0.0);
        for i in 0..n {
            let (columns, values) = self.row(i);
            for (&j, &value) in columns.iter().zip(values) {
                out[i * n + j as usize] = value;
                out[j as usize * n + i] = value;
            }
        }
    }
}

kernel! {
    /// `out = (L + Lᵀ - diag L) x` for a lower triangle with the diagonal last in each row.
    fn mul_symmetric(out: &mut [f64], lower: Csr<'_>, x: &[f64]) {
        for i in 0..lower.pattern.rows() {
            let (columns, values) = lower.row(i);
            let Some((diagonal, below)) = values.split_last() else { continue };
            // each entry below the diagonal stands for two
            let columns = &columns[..below.len()];
            gapless::add_scaled(out, below, columns, x[i]);
            out[i] = diagonal * x[i] + gapless::dot(below, columns, x);
        }
    }
}

/// Inner product of a sparse and a dense vector.
#[inline]
#[doc(alias = "mju_dotSparse")]
pub fn dot(values: &[f64], columns: &[i32], x: &[f64]) -> f64 {
    values.iter().zip(columns).fold(0.0, |sum, (&value, &j)| sum + value * x[j as usize])
}

/// Adds a multiple of a sparse vector to a dense one.
#[inline]
pub fn add_scaled(out: &mut [f64], values: &[f64], columns: &[i32], scale: f64) {
    for (&value, &j) in values.iter().zip(columns) {
        out[j as usize] += value * scale;
    }
}

/// Factors `A = (U + I) L` in place, for a pattern without fill-in such as that of a kinematic tree, in which row `i`
/// holds ancestors, the dof itself and descendants. Elimination runs from the last row to the first.
///
/// `diagonal[i]` is the place of the diagonal within row `i`; `remaining` has one number per row. A pivot smaller than
/// `MINVAL` is replaced by it, so that the factor can be used, and the first one met is the error. O(n · depth²).
#[doc(alias = "mju_factorLUSparse")]
pub fn lu_factor(
    values: &mut [f64],
    pattern: Pattern<'_>,
    diagonal: &[i32],
    remaining: &mut [i32],
) -> Result<(), SmallPivot> {
    let mut outcome = Ok(());
    remaining.copy_from_slice(pattern.rownnz);
    for i in (0..pattern.rows()).rev() {
        let start = pattern.rowadr[i] as usize;
        let before = diagonal[i] as usize;
        let ancestors = &pattern.colind[start..start + before];
        let (above, rest) = values.split_at_mut(start);
        let mut pivot = rest[before];
        if pivot.abs() < MINVAL {
            outcome = outcome.and(Err(SmallPivot { row: i }));
            pivot = MINVAL;
            rest[before] = pivot;
        }
        let row = &rest[..before];

        // the last entry of an ancestor's row that is still there is in column i
        for &j in ancestors.iter().rev() {
            let j = j as usize;
            remaining[j] -= 1;
            let left = remaining[j] as usize;
            let other = pattern.rowadr[j] as usize;
            let scale = above[other + left] / pivot;
            above[other + left] = scale;

            // row j -= scale · row i, wherever row i has an entry
            let columns = &pattern.colind[other..other + left];
            let mut at = 0;
            for (&k, &value) in ancestors.iter().zip(row) {
                while columns[at] < k {
                    at += 1;
                }
                above[other + at] -= value * scale;
            }
        }
    }
    outcome
}

/// Solves `A x = b` in place with the factor of [`lu_factor`].
#[doc(alias = "mju_solveLUSparse")]
pub fn lu_solve(x: &mut [f64], values: &[f64], pattern: Pattern<'_>, diagonal: &[i32]) {
    for i in (0..pattern.rows()).rev() {
        let row = pattern.row(i);
        let after = row.start + diagonal[i] as usize + 1..row.end;
        x[i] -= dot(&values[after.clone()], &pattern.colind[after], x);
    }
    for i in 0..pattern.rows() {
        let start = pattern.rowadr[i] as usize;
        let diagonal = start + diagonal[i] as usize;
        let before = start..diagonal;
        x[i] = (x[i] - dot(&values[before.clone()], &pattern.colind[before], x)) / values[diagonal];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::dense;
    use crate::testing::{Noise, distance, samples};

    #[test]
    fn sparse_lu_equals_dense_lu() {
        for m in samples() {
            let (n, pattern) = (m.nv, m.D_pattern());
            let noise = &mut Noise(8);
            let mut values = vec![0.0; m.nD];
            noise.fill(&mut values);
            // large diagonals keep it well conditioned without pivoting
            for i in 0..n {
                values[pattern.row(i).start + m.D_diag[i] as usize] += 20.0;
            }
            let mut full = vec![0.0; n * n];
            Csr::new(pattern, &values).to_dense(&mut full, n);
            let mut b = vec![0.0; n];
            noise.fill(&mut b);

            let mut x = b.clone();
            lu_factor(&mut values, pattern, &m.D_diag, &mut vec![0; n]).expect("regular");
            lu_solve(&mut x, &values, pattern, &m.D_diag);

            let mut pivot = vec![0; n];
            dense::lu_factor(&mut full, &mut pivot).expect("regular");
            dense::lu_solve(&mut b, &full, &pivot);
            assert!(distance(&x, &b) < 1e-13, "{}", distance(&x, &b));
        }
    }

    #[test]
    fn sparse_products_equal_dense_products() {
        let m = &samples()[1];
        let (n, noise) = (m.nv, &mut Noise(9));
        let (mut values, mut x) = (vec![0.0; m.nD], vec![0.0; n]);
        noise.fill(&mut values);
        noise.fill(&mut x);
        let a = Csr::new(m.D_pattern(), &values);
        let (mut full, mut got, mut want) = (vec![0.0; n * n], vec![0.0; n], vec![0.0; n]);
        a.to_dense(&mut full, n);
        a.mul(&mut got, &x);
        dense::mul(&mut want, &full, &x);
        assert!(distance(&got, &want) < 1e-14);
        a.mul_transposed(&mut got, &x);
        dense::mul_transposed(&mut want, &full, &x);
        assert!(distance(&got, &want) < 1e-14);

        let lower = Csr::new(m.M_pattern(), &values[..m.nC]);
        lower.to_dense_symmetric(&mut full);
        lower.mul_symmetric(&mut got, &x);
        dense::mul(&mut want, &full, &x);
        assert!(distance(&got, &want) < 1e-14);
    }
}
