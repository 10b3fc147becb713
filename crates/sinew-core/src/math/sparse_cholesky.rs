//! Cholesky factor of a sparse symmetric matrix in a given order.
//!
//! The pattern of row `k` of the factor is what the elimination tree reaches from the entries of row `k` of the matrix;
//! rows are then computed one after the other, each by a sparse triangular solve. Davis, *Direct Methods for Sparse
//! Linear Systems* (2006), chapter 4.

/// Matrix and factor, both by rows of the lower triangle; memory is kept between uses.
#[derive(Clone, Debug, Default)]
pub struct SparseCholesky {
    n: usize,
    /// matrix: row starts, columns (the diagonal among them), values
    start: Vec<usize>,
    columns: Vec<i32>,
    values: Vec<f64>,
    /// elimination tree, -1 at a root
    parent: Vec<i32>,
    /// factor by columns: starts, current ends, rows, values; the diagonal apart
    l_start: Vec<usize>,
    l_end: Vec<usize>,
    l_row: Vec<i32>,
    l_value: Vec<f64>,
    diagonal: Vec<f64>,
    /// pattern of each row of the factor, in elimination order
    reach: Vec<i32>,
    reach_start: Vec<usize>,
    mark: Vec<i32>,
    work: Vec<f64>,
}

impl SparseCholesky {
    /// Starts a new matrix of `n` rows.
    pub fn begin(&mut self, n: usize) {
        self.n = n;
        self.start.clear();
        self.start.push(0);
        self.columns.clear();
    }

    /// Adds an entry to the current row; its column is at most the row.
    pub fn push(&mut self, column: i32) {
        self.columns.push(column);
    }

    /// Ends the current row.
    pub fn end_row(&mut self) {
        self.start.push(self.columns.len());
    }

    /// Finds the pattern of the factor.
    pub fn analyse(&mut self) {
        let n = self.n;
        self.values.clear();
        self.values.resize(self.columns.len(), 0.0);
        self.parent.clear();
        self.parent.resize(n, -1);
        self.mark.clear();
        self.mark.resize(n, -1);
        self.reach.clear();
        self.reach_start.clear();
        self.reach_start.push(0);
        self.l_end.clear();
        self.l_end.resize(n, 0);
        for k in 0..n {
            // from each entry walk up the tree to something already reached
            self.mark[k] = k as i32;
            let from = self.reach.len();
            for c in &self.columns[self.start[k]..self.start[k + 1]] {
                let mut at = *c;
                while at >= 0 && self.mark[at as usize] != k as i32 {
                    self.mark[at as usize] = k as i32;
                    self.reach.push(at);
                    self.l_end[at as usize] += 1;
                    if self.parent[at as usize] < 0 {
                        self.parent[at as usize] = k as i32;
                    }
                    at = self.parent[at as usize];
                }
            }
            self.reach[from..].sort_unstable();
            self.reach_start.push(self.reach.len());
        }
        // columns of the factor
        self.l_start.clear();
        let mut total = 0;
        for count in &self.l_end {
            self.l_start.push(total);
            total += count;
        }
        self.l_row.clear();
        self.l_row.resize(total, 0);
        self.l_value.clear();
        self.l_value.resize(total, 0.0);
        self.diagonal.clear();
        self.diagonal.resize(n, 0.0);
        self.work.clear();
        self.work.resize(n, 0.0);
    }

    /// Entries of the factor, the diagonal included.
    pub fn nnz(&self) -> usize {
        self.l_row.len() + self.n
    }

    /// Sets the entries of a row from a dense vector, which is cleared there.
    pub fn gather_row(&mut self, row: usize, dense: &mut [f64]) {
        for k in self.start[row]..self.start[row + 1] {
            let column = self.columns[k] as usize;
            self.values[k] = std::mem::take(&mut dense[column]);
        }
    }

    /// Computes the factor; a pivot too small is raised.
    pub fn factor(&mut self) {
        self.l_end.copy_from_slice(&self.l_start);
        for k in 0..self.n {
            // scatter the row of the matrix
            let mut pivot = 0.0;
            for at in self.start[k]..self.start[k + 1] {
                let column = self.columns[at] as usize;
                if column == k {
                    pivot = self.values[at];
                } else {
                    self.work[column] = self.values[at];
                }
            }
            // solve for the row of the factor, column by column
            for &j in &self.reach[self.reach_start[k]..self.reach_start[k + 1]] {
                let j = j as usize;
                let x = std::mem::take(&mut self.work[j]) / self.diagonal[j];
                for at in self.l_start[j]..self.l_end[j] {
                    self.work[self.l_row[at] as usize] -= self.l_value[at] * x;
                }
                pivot -= x * x;
                let end = self.l_end[j];
                (self.l_row[end], self.l_value[end]) = (k as i32, x);
                self.l_end[j] += 1;
            }
            self.work[k] = 0.0;
            self.diagonal[k] = pivot.max(super::MINVAL).sqrt();
        }
    }

    /// Solves in place.
    pub fn solve(&self, x: &mut [f64]) {
        for j in 0..self.n {
            x[j] /= self.diagonal[j];
            let y = x[j];
            for at in self.l_start[j]..self.l_end[j] {
                x[self.l_row[at] as usize] -= self.l_value[at] * y;
            }
        }
        for j in (0..self.n).rev() {
            let mut y = x[j];
            for at in self.l_start[j]..self.l_end[j] {
                y -= self.l_value[at] * x[self.l_row[at] as usize];
            }
            x[j] = y / self.diagonal[j];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_an_arrow_matrix_with_and_without_fill() {
        let n = 6;
        // row i couples with 0 and i-1
        let entry = |i: usize, j: usize| match i.abs_diff(j) {
            0 => 4.0 + i as f64,
            1 => -1.0,
            _ if i.min(j) == 0 => 0.5,
            _ => 0.0,
        };
        let mut c = SparseCholesky::default();
        c.begin(n);
        for i in 0..n {
            (0..=i).filter(|&j| entry(i, j) != 0.0).for_each(|j| c.push(j as i32));
            c.end_row();
        }
        c.analyse();
        let mut dense = vec![0.0; n];
        for i in 0..n {
            (0..=i).for_each(|j| dense[j] = entry(i, j));
            c.gather_row(i, &mut dense);
        }
        c.factor();
        let want: Vec<f64> = (0..n).map(|i| i as f64 - 2.5).collect();
        let mut x: Vec<f64> = (0..n).map(|i| (0..n).map(|j| entry(i, j) * want[j]).sum()).collect();
        c.solve(&mut x);
        for (x, want) in x.iter().zip(&want) {
            assert!((x - want).abs() < 1e-13);
        }
    }
}
