//! Matrices whose rows lie one after the other, and share their columns with their neighbours.

use super::kernel;
use super::lanes::{add_scaled_in, dot_in};
use crate::math::sparse;

/// Groups of rows of up to this many columns are handled as small dense matrices.
const GATHERED: usize = 64;

/// A row-compressed matrix in which rows with the same columns follow one another.
#[derive(Clone, Copy, Debug)]
pub struct RowGroups<'a> {
    /// entries in each row
    pub rownnz: &'a [i32],
    /// where each row begins
    pub rowadr: &'a [i32],
    /// column of each entry
    pub colind: &'a [i32],
    /// the entries; those of a group lie one after the other
    pub values: &'a [f64],
    /// rows that follow each row with the same columns
    pub rowsuper: &'a [i32],
}

impl RowGroups<'_> {
    /// Rows of the group that begins with row `first`, their columns and entries.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
    fn group(&self, first: usize) -> (usize, &[i32], &[f64]) {
        let (start, n) = (self.rowadr[first] as usize, self.rownnz[first] as usize);
        let count = self.rowsuper[first] as usize + 1;
        (count, &self.colind[start..start + n], &self.values[start..start + n * count])
    }
}

kernel! {
    /// `out = A x`.
    pub fn groups_mul<V>(out: &mut [f64], a: RowGroups<'_>, x: &[f64]) {
        let mut gathered = [0.0; GATHERED];
        let mut row = 0;
        while row < out.len() {
            let (count, columns, values) = a.group(row);
            let n = columns.len();
            let group = &mut out[row..row + count];
            if n == 1 {
                // a row of a dof by itself; the sum starts from zero, as every other
                let x = x[columns[0] as usize];
                for (out, value) in group.iter_mut().zip(values) {
                    *out = 0.0 + value * x;
                }
            } else if n <= GATHERED && n > 0 {
                for (to, &c) in gathered.iter_mut().zip(columns) {
                    *to = x[c as usize];
                }
                for (out, values) in group.iter_mut().zip(values.chunks_exact(n)) {
                    *out = dot_in::<V>(values, &gathered[..n]);
                }
            } else {
                for (k, out) in group.iter_mut().enumerate() {
                    *out = sparse::dot(&values[k * n..(k + 1) * n], columns, x);
                }
            }
            row += count;
        }
    }
}

kernel! {
    /// `out = Aᵀ x`; rows with a zero are passed over.
    pub fn groups_mul_transposed<V>(out: &mut [f64], a: RowGroups<'_>, x: &[f64]) {
        out.fill(0.0);
        let mut sum = [0.0; GATHERED];
        let mut row = 0;
        while row < x.len() {
            let (count, columns, values) = a.group(row);
            let n = columns.len();
            let x = &x[row..row + count];
            row += count;
            if n > GATHERED {
                for (k, &x) in x.iter().enumerate() {
                    sparse::add_scaled(out, &values[k * n..(k + 1) * n], columns, x);
                }
                continue;
            }
            if n == 0 || x.iter().all(|&x| x == 0.0) {
                continue;
            }
            let sum = &mut sum[..n];
            sum.fill(0.0);
            for (values, &x) in values.chunks_exact(n).zip(x) {
                if x != 0.0 {
                    add_scaled_in::<V>(sum, values, x);
                }
            }
            for (sum, &c) in sum.iter().zip(columns) {
                out[c as usize] += sum;
            }
        }
    }
}
