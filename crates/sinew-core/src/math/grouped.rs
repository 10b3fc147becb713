//! Sparse matrices in which neighbouring rows often have the same columns, as those of one contact do.

use super::simd::{RowGroups, groups_mul, groups_mul_transposed};
use super::sparse::{self, Csr};
use std::ops::Range;

/// A row-compressed matrix and how many rows with the same columns follow each row: MuJoCo's `rowsuper`.
#[derive(Clone, Copy, Debug)]
pub struct Grouped<'a> {
    /// the matrix; rows of a group lie one after the other
    pub csr: Csr<'a>,
    /// rows that follow with the same columns
    pub rowsuper: &'a [i32],
}

/// Rows with the same columns.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// which rows
    pub rows: Range<usize>,
    /// their columns
    pub columns: &'a [i32],
    /// their entries, row by row
    pub values: &'a [f64],
}

impl<'a> Grouped<'a> {
    /// Groups in the order of their rows.
    pub fn groups(&self) -> impl Iterator<Item = Group<'a>> + use<'a> {
        let (this, mut next) = (*self, 0);
        std::iter::from_fn(move || {
            let group = this.group(next)?;
            next = group.rows.end;
            Some(group)
        })
    }

    /// Groups that these rows form; those of a group follow one another.
    pub fn groups_of<'b>(&self, rows: &'b [i32]) -> impl Iterator<Item = Group<'a>> + use<'a, 'b> {
        let (this, mut next) = (*self, 0);
        std::iter::from_fn(move || {
            let group = this.group(*rows.get(next)? as usize)?;
            next += group.rows.len();
            Some(group)
        })
    }

    /// The group that begins with this row, if there is one.
    #[inline]
    fn group(&self, first: usize) -> Option<Group<'a>> {
        let Self { csr, rowsuper } = *self;
        let count = *rowsuper.get(first)? as usize + 1;
        let row = csr.pattern.row(first);
        let values = &csr.values[row.start..row.start + row.len() * count];
        Some(Group { rows: first..first + count, columns: &csr.pattern.colind[row], values })
    }

    /// `out = A x`.
    pub fn mul(&self, out: &mut [f64], x: &[f64]) {
        groups_mul(out, self.row_groups(), x);
    }

    /// `out = Aᵀ x`.
    pub fn mul_transposed(&self, out: &mut [f64], x: &[f64]) {
        groups_mul_transposed(out, self.row_groups(), x);
    }

    fn row_groups(&self) -> RowGroups<'a> {
        let Self { csr: Csr { pattern, values }, rowsuper } = *self;
        let sparse::Pattern { rownnz, rowadr, colind } = pattern;
        RowGroups { rownnz, rowadr, colind, values, rowsuper }
    }
}

/// Counts, for each row, those that follow with the same columns.
pub fn count_rowsuper(rowsuper: &mut [i32], pattern: sparse::Pattern<'_>) {
    let Some(last) = rowsuper.len().checked_sub(1) else { return };
    rowsuper[last] = 0;
    for i in (0..last).rev() {
        let same = pattern.columns(i) == pattern.columns(i + 1);
        rowsuper[i] = if same { rowsuper[i + 1] + 1 } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::sparse::Pattern;
    use crate::testing::{Noise, distance};

    #[test]
    fn products_by_groups_are_those_by_rows() {
        // two groups that share columns, then one with more columns than are gathered
        let long: Vec<i32> = (0..70).collect();
        let lists: [&[i32]; 5] = [&[0, 2, 5], &[0, 2, 5], &[2, 3], &long, &long];
        let colind: Vec<i32> = lists.concat();
        let rownnz = lists.map(|list| list.len() as i32);
        let rowadr = [0, 3, 6, 8, 78];
        let pattern = Pattern { rownnz: &rownnz, rowadr: &rowadr, colind: &colind };
        let mut rowsuper = [0; 5];
        count_rowsuper(&mut rowsuper, pattern);
        assert_eq!(rowsuper, [1, 0, 0, 1, 0]);

        let (mut values, mut x) = (vec![0.0; colind.len()], vec![0.0; 70]);
        Noise(1).fill(&mut values);
        Noise(2).fill(&mut x);
        let csr = Csr::new(pattern, &values);
        let grouped = Grouped { csr, rowsuper: &rowsuper };
        let (mut got, mut want) = ([0.0; 5], [0.0; 5]);
        grouped.mul(&mut got, &x);
        csr.mul(&mut want, &x);
        assert!(distance(&got, &want) < 1e-14);
        let (mut got, mut want) = (vec![0.0; 70], vec![0.0; 70]);
        grouped.mul_transposed(&mut got, &x[..5]);
        csr.mul_transposed(&mut want, &x[..5]);
        assert!(distance(&got, &want) < 1e-14);
    }
}
