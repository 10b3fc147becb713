//! Small dense matrices whose rows lie one after the other.

use super::{add_scaled, dot, kernel};

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
