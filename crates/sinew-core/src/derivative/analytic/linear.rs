//! Dense matrices of the linearised equations.

/// Solves with the factor of `chol_factor` for many right sides at once, the columns of a row-major matrix.
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
    for x in row {
        *x *= factor;
    }
}

/// Solves `Aᵀ x = b` in place with the factor of `lu_factor`.
pub(super) fn lu_solve_transposed(factor: &[f64], pivot: &[i32], x: &mut [f64]) {
    let n = pivot.len();
    for i in 0..n {
        let before: f64 = (0..i).map(|j| factor[j * n + i] * x[j]).sum();
        x[i] = (x[i] - before) / factor[i * n + i];
    }
    for i in (0..n).rev() {
        let after: f64 = (i + 1..n).map(|j| factor[j * n + i] * x[j]).sum();
        x[i] -= after;
    }
    for (i, &p) in pivot.iter().enumerate().rev() {
        x.swap(i, p as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::dense::{lu_factor, mul_transposed};
    use crate::testing::Noise;

    #[test]
    fn a_transposed_solution_satisfies_the_transposed_equations() {
        let n = 7;
        let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n]);
        Noise(3).fill(&mut a);
        Noise(5).fill(&mut b);
        a[0] = 0.0;
        let (mut lu, mut pivot, mut x, mut back) = (a.clone(), vec![0; n], b.clone(), vec![0.0; n]);
        lu_factor(&mut lu, &mut pivot).expect("regular");
        lu_solve_transposed(&lu, &pivot, &mut x);
        mul_transposed(&mut back, &a, &x);
        for (x, y) in back.iter().zip(&b) {
            assert!((x - y).abs() < 1e-12, "{x} is not {y}");
        }
    }
}
