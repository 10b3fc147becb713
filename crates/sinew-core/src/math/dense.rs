//! Dense matrices, row-major: products, Cholesky and LU factors.

use super::MINVAL;
pub use super::simd::{add_scaled, add_scaled_pair, dot};

/// The matrix is not positive definite to working precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix is not positive definite: rank {rank} of {size}")]
pub struct RankDeficient {
    /// pivots that were large enough
    pub rank: usize,
    /// number of rows
    pub size: usize,
}

/// The matrix has no inverse to working precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix is singular: no pivot in column {column}")]
pub struct Singular {
    /// first column without a pivot
    pub column: usize,
}

/// `out = A x`, with as many columns as `x` is long.
#[doc(alias = "mju_mulMatVec")]
pub fn mul(out: &mut [f64], a: &[f64], x: &[f64]) {
    if x.is_empty() {
        out.fill(0.0);
        return;
    }
    for (out, row) in out.iter_mut().zip(a.chunks_exact(x.len())) {
        *out = dot(row, x);
    }
}

/// `out = Aᵀ x`, with as many columns as `out` is long.
#[doc(alias = "mju_mulMatTVec")]
pub fn mul_transposed(out: &mut [f64], a: &[f64], x: &[f64]) {
    out.fill(0.0);
    if out.is_empty() {
        return;
    }
    for (row, &x) in a.chunks_exact(out.len()).zip(x) {
        if x != 0.0 {
            add_scaled(out, row, x);
        }
    }
}

/// Factors `A = LLᵀ` in place, in the lower triangle; the upper one is left alone.
///
/// A pivot below `min_diagonal` is replaced by it and its column cleared, so that the factor can be used even if the
/// matrix is not positive definite, which is the error. O(n³/6).
/// Golub, Van Loan, *Matrix Computations* (2013), section 4.2.
#[doc(alias = "mju_cholFactor")]
pub fn chol_factor(mat: &mut [f64], n: usize, min_diagonal: f64) -> Result<(), RankDeficient> {
    let mut rank = n;
    for j in 0..n {
        let (head, below) = mat.split_at_mut((j + 1) * n);
        let row = &mut head[j * n..];
        let (done, rest) = row.split_at_mut(j);
        let square = rest[0] - dot(done, done);
        let deficient = square.is_nan() || square < min_diagonal;
        let pivot = if deficient { min_diagonal.sqrt() } else { square.sqrt() };
        rest[0] = pivot;
        rank -= usize::from(deficient);

        let inv = 1.0 / pivot;
        for row in below.chunks_exact_mut(n) {
            row[j] = if deficient { 0.0 } else { (row[j] - dot(&row[..j], done)) * inv };
        }
    }
    if rank == n { Ok(()) } else { Err(RankDeficient { rank, size: n }) }
}

/// Solves `LLᵀ x = b` in place.
#[doc(alias = "mju_cholSolve")]
pub fn chol_solve(x: &mut [f64], factor: &[f64]) {
    let n = x.len();
    for i in 0..n {
        let row = &factor[i * n..=i * n + i];
        x[i] = (x[i] - dot(&row[..i], x)) / row[i];
    }
    // by rows of L: what row i contributes to the unknowns before it
    for i in (0..n).rev() {
        let row = &factor[i * n..=i * n + i];
        let (before, rest) = x.split_at_mut(i);
        rest[0] /= row[i];
        add_scaled(before, &row[..i], -rest[0]);
    }
}

/// Turns the factor of `A` into that of `A + x xᵀ`, or `A - x xᵀ` if not `plus`; `x` is used up.
///
/// An error if the result is not positive definite; the factor then has `MINVAL` in the failing pivots. O(n²).
/// Golub, Van Loan, *Matrix Computations* (2013), section 6.5.4.
#[doc(alias = "mju_cholUpdate")]
pub fn chol_update(factor: &mut [f64], x: &mut [f64], plus: bool) -> Result<(), RankDeficient> {
    let n = x.len();
    let mut rank = n;
    for k in 0..n {
        if x[k] == 0.0 {
            continue;
        }
        let diagonal = factor[k * (n + 1)];
        let sign = if plus { 1.0 } else { -1.0 };
        let mut square = diagonal * diagonal + sign * x[k] * x[k];
        if square < MINVAL {
            square = MINVAL;
            rank -= 1;
        }
        let root = square.sqrt();
        let (c, s) = (root / diagonal, x[k] / diagonal);
        let inv = 1.0 / c;
        factor[k * (n + 1)] = root;
        let below = factor.chunks_exact_mut(n).zip(x.iter_mut()).skip(k + 1);
        for (row, xi) in below {
            row[k] = (row[k] + sign * s * *xi) * inv;
            *xi = c * *xi - s * row[k];
        }
    }
    if rank == n { Ok(()) } else { Err(RankDeficient { rank, size: n }) }
}

/// Factors `PA = LU` in place with partial pivoting: `L` below the diagonal, with ones on it, and `U`.
///
/// `pivot[k]` is the row that took the place of row `k`. O(n³/3).
/// Golub, Van Loan, *Matrix Computations* (2013), section 3.4.
#[doc(alias = "mju_factorLU")]
pub fn lu_factor(mat: &mut [f64], pivot: &mut [i32]) -> Result<(), Singular> {
    let n = pivot.len();
    for k in 0..n {
        let size = |i: usize| mat[i * n + k].abs();
        let best = (k + 1..n).fold(k, |best, i| if size(i) > size(best) { i } else { best });
        // not >=, so that a NaN is singular too
        if size(best).is_nan() || size(best) < MINVAL {
            return Err(Singular { column: k });
        }
        pivot[k] = best as i32;

        let (head, below) = mat.split_at_mut((k + 1) * n);
        let row = &mut head[k * n..];
        if best != k {
            row.swap_with_slice(&mut below[(best - k - 1) * n..(best - k) * n]);
        }
        let inv = 1.0 / row[k];
        for other in below.chunks_exact_mut(n) {
            other[k] *= inv;
            let scale = -other[k];
            add_scaled(&mut other[k + 1..], &row[k + 1..], scale);
        }
    }
    Ok(())
}

/// Solves `A x = b` in place with the factor of [`lu_factor`].
#[doc(alias = "mju_solveLU")]
pub fn lu_solve(x: &mut [f64], factor: &[f64], pivot: &[i32]) {
    let n = pivot.len();
    for (i, &p) in pivot.iter().enumerate() {
        x.swap(i, p as usize);
    }
    for i in 0..n {
        x[i] -= dot(&factor[i * n..i * n + i], x);
    }
    for i in (0..n).rev() {
        let row = &factor[i * n..(i + 1) * n];
        x[i] = (x[i] - dot(&row[i + 1..], &x[i + 1..])) / row[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Noise;

    fn noise(n: usize, seed: u64) -> Vec<f64> {
        let mut out = vec![0.0; n];
        Noise(seed).fill(&mut out);
        out
    }

    /// `BBᵀ + I`, positive definite.
    fn positive_definite(n: usize) -> Vec<f64> {
        let b = noise(n * n, 7);
        let entry = |i: usize, j: usize| dot(&b[i * n..(i + 1) * n], &b[j * n..(j + 1) * n]) + f64::from(i == j);
        (0..n * n).map(|k| entry(k / n, k % n)).collect()
    }

    fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn cholesky_factor_times_its_transpose_is_the_matrix() {
        for n in [1, 2, 5, 17, 40] {
            let a = positive_definite(n);
            let mut l = a.clone();
            chol_factor(&mut l, n, MINVAL).expect("positive definite");
            for i in 0..n {
                for j in 0..=i {
                    let product = dot(&l[i * n..=i * n + j], &l[j * n..=j * n + j]);
                    assert!((product - a[i * n + j]).abs() < 1e-12 * n as f64, "({i}, {j}) of {n}");
                }
            }
        }
    }

    #[test]
    fn cholesky_and_lu_solve_the_same_system() {
        for n in [1, 3, 8, 31] {
            let a = positive_definite(n);
            let truth = noise(n, 3);
            let mut b = vec![0.0; n];
            mul(&mut b, &a, &truth);

            let (mut l, mut x) = (a.clone(), b.clone());
            chol_factor(&mut l, n, MINVAL).expect("positive definite");
            chol_solve(&mut x, &l);
            assert!(largest_difference(&x, &truth) < 1e-12, "Cholesky, {n}");

            let (mut lu, mut pivot) = (a.clone(), vec![0; n]);
            lu_factor(&mut lu, &mut pivot).expect("regular");
            lu_solve(&mut b, &lu, &pivot);
            assert!(largest_difference(&b, &truth) < 1e-12, "LU, {n}");
        }
    }

    #[test]
    fn lu_pivots_when_the_diagonal_vanishes() {
        let mut a = [0.0, 2.0, 1.0, 1.0, 0.0, 0.0, 3.0, 0.0, 1.0];
        let (mut pivot, mut x) = ([0; 3], [5.0, 1.0, 6.0]);
        lu_factor(&mut a, &mut pivot).expect("regular");
        lu_solve(&mut x, &a, &pivot);
        assert!(largest_difference(&x, &[1.0, 1.0, 3.0]) < 1e-14);
    }

    #[test]
    fn singular_matrices_are_errors_that_say_where() {
        let mut pivot = [0; 2];
        assert_eq!(lu_factor(&mut [1.0, 2.0, 2.0, 4.0], &mut pivot), Err(Singular { column: 1 }));
        assert_eq!(lu_factor(&mut [f64::NAN, 2.0, 2.0, 4.0], &mut pivot), Err(Singular { column: 0 }));
        let mut l = [1.0, 0.0, 2.0, 1.0];
        assert_eq!(chol_factor(&mut l, 2, MINVAL), Err(RankDeficient { rank: 1, size: 2 }));
        assert!(l.iter().all(|x| x.is_finite()), "the factor can still be used");
    }

    #[test]
    fn adding_and_removing_an_outer_product_gives_the_factor_back() {
        let n = 12;
        let mut before = positive_definite(n);
        chol_factor(&mut before, n, MINVAL).expect("positive definite");
        let (x, mut l) = (noise(n, 5), before.clone());
        chol_update(&mut l, &mut x.clone(), true).expect("stays positive definite");

        let mut direct = positive_definite(n);
        for i in 0..n {
            add_scaled(&mut direct[i * n..(i + 1) * n], &x, x[i]);
        }
        chol_factor(&mut direct, n, MINVAL).expect("positive definite");
        for i in 0..n {
            assert!(largest_difference(&l[i * n..=i * n + i], &direct[i * n..=i * n + i]) < 1e-12, "row {i}");
        }

        chol_update(&mut l, &mut x.clone(), false).expect("back to where it was");
        for i in 0..n {
            assert!(largest_difference(&l[i * n..=i * n + i], &before[i * n..=i * n + i]) < 1e-12, "row {i}");
        }
    }

    #[test]
    fn products_agree_with_their_transposes() {
        let (a, x, y) = (noise(15, 1), noise(3, 2), noise(5, 3));
        let (mut ax, mut aty) = (vec![0.0; 5], vec![0.0; 3]);
        mul(&mut ax, &a, &x);
        mul_transposed(&mut aty, &a, &y);
        assert!((dot(&ax, &y) - dot(&x, &aty)).abs() < 1e-14);
    }
}
