//! Small dense matrices whose rows lie one after the other.

use super::{Lane, add_scaled, dot, kernel};

kernel! {
    /// `out = A x`, with as many columns as `x` is long.
    pub fn mul_rows(out: &mut [f64], a: &[f64], x: &[f64]) {
        for (out, row) in out.iter_mut().zip(a.chunks_exact(x.len().max(1))) {
            *out = dot(row, x);
        }
    }
}

kernel! {
    /// `out = Aᵀ x`, with as many columns as `out` is long; rows with a zero are passed over.
    pub fn mul_rows_transposed(out: &mut [f64], a: &[f64], x: &[f64]) {
        out.fill(0.0);
        for (row, &x) in a.chunks_exact(out.len().max(1)).zip(x) {
            if x != 0.0 {
                add_scaled(out, row, x);
            }
        }
    }
}

kernel! {
    /// Three rows of `out`: entry `k` of row `i` is the inner product of vector `columns[k]` with `onto[kinds[k]][..][i]`.
    pub fn project(out: &mut [f64], columns: &[i32], kinds: &[i32], vectors: &[[f64; 6]], onto: &[[Lane; 6]; 3]) {
        let n = columns.len();
        let (first, rest) = out.split_at_mut(n);
        let (second, third) = rest.split_at_mut(n);
        let rows = first.iter_mut().zip(second).zip(third);
        for ((&c, &kind), ((x, y), z)) in columns.iter().zip(kinds).zip(rows) {
            let (vector, onto) = (&vectors[c as usize], &onto[kind as usize]);
            let mut sum = [0.0; 4];
            for (v, onto) in vector.iter().zip(onto) {
                for k in 0..4 {
                    sum[k] += onto[k] * v;
                }
            }
            [*x, *y, *z, _] = sum;
        }
    }
}
