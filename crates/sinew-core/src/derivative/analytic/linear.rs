//! Dense matrices of the linearised equations.

/// Factors a symmetric positive definite matrix in place, its lower triangle; false if it is not positive definite.
pub(super) fn factor(matrix: &mut [f64], n: usize) -> bool {
    crate::math::dense::chol_factor(matrix, n, crate::math::MINVAL).is_ok()
}

/// Solves with the factor of [`factor`] for many right sides at once, the columns of a row-major matrix.
pub(super) fn solve_columns(factor: &[f64], n: usize, x: &mut [f64]) {
    if n == 0 {
        return;
    }
    let columns = x.len() / n;
    for i in 0..n {
        let (above, rest) = x.split_at_mut(i * columns);
        let row = &mut rest[..columns];
        for (j, other) in above.chunks_exact(columns).enumerate() {
            subtract(row, other, factor[i * n + j]);
        }
        scale(row, 1.0 / factor[i * n + i]);
    }
    for i in (0..n).rev() {
        let (head, below) = x.split_at_mut((i + 1) * columns);
        let row = &mut head[i * columns..];
        for (j, other) in below.chunks_exact(columns).enumerate() {
            subtract(row, other, factor[(i + 1 + j) * n + i]);
        }
        scale(row, 1.0 / factor[i * n + i]);
    }
}

/// Solves with the factor of `lu_factor` for the columns of a row-major matrix.
pub(super) fn lu_solve_columns(factor: &[f64], pivot: &[i32], x: &mut [f64]) {
    let n = pivot.len();
    if n == 0 {
        return;
    }
    let columns = x.len() / n;
    for (i, &p) in pivot.iter().enumerate() {
        let p = p as usize;
        if p != i {
            let (low, high) = x.split_at_mut(p * columns);
            low[i * columns..(i + 1) * columns].swap_with_slice(&mut high[..columns]);
        }
    }
    for i in 0..n {
        let (above, rest) = x.split_at_mut(i * columns);
        for (j, other) in above.chunks_exact(columns).enumerate() {
            subtract(&mut rest[..columns], other, factor[i * n + j]);
        }
    }
    for i in (0..n).rev() {
        let (head, below) = x.split_at_mut((i + 1) * columns);
        let row = &mut head[i * columns..];
        for (j, other) in below.chunks_exact(columns).enumerate() {
            subtract(row, other, factor[i * n + i + 1 + j]);
        }
        scale(row, 1.0 / factor[i * n + i]);
    }
}

fn subtract(row: &mut [f64], other: &[f64], factor: f64) {
    if factor != 0.0 {
        for (x, y) in row.iter_mut().zip(other) {
            *x -= factor * y;
        }
    }
}

fn scale(row: &mut [f64], factor: f64) {
    row.iter_mut().for_each(|x| *x *= factor);
}
