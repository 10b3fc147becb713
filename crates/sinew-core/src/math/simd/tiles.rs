//! Symmetric matrices in tiles of four by four, of which each row of tiles runs from the diagonal to its last entry.
//!
//! Dofs are numbered so that those of a subtree follow one another, hence row `i` of an inertia matrix runs from the
//! diagonal to the last descendant of dof `i` without a gap. Eliminating from the last row to the first, `A = U D Uᵀ`,
//! fills nothing outside the rows, whatever else is coupled. What an entry loses it loses to the last column first, tile by
//! tile and within each. Jennings, *A compact storage scheme for the solution of
//! symmetric linear simultaneous equations*, Comput. J. 9 (1966).

use super::{Vector, kernel};
use crate::math::MINVAL;

/// Number of rows and columns of a tile.
pub const TILE: usize = 4;

/// Four numbers side by side.
pub type Lane = [f64; TILE];

/// Entries `[column][row]` of a tile, so that a step of elimination runs along the rows.
pub type Tile = [Lane; TILE];

/// Where the tiles of a matrix are.
#[derive(Clone, Copy, Debug)]
pub struct Profile<'a> {
    /// one past the last tile of each row
    pub end: &'a [i32],
    /// address of the tile on the diagonal of each row, and one past the last address
    pub start: &'a [i32],
}

impl Profile<'_> {
    /// Number of rows of tiles.
    #[inline]
    fn rows(&self) -> usize {
        self.end.len()
    }

    /// Addresses of the tiles of row `i`.
    #[inline]
    fn row(&self, i: usize) -> std::ops::Range<usize> {
        self.start[i] as usize..self.start[i + 1] as usize
    }
}

kernel! {
    /// Factors a matrix, or else what the factor holds: `U`, and on its diagonal, which is one, the inverse of `D`. A pivot
    /// too small is raised.
    pub fn tiles_factor<V>(factor: &mut [Tile], matrix: Option<&[Tile]>, profile: Profile<'_>) {
        match matrix {
            Some(matrix) => eliminate::<V, true>(factor, matrix, profile),
            None => eliminate::<V, false>(factor, &[], profile),
        }
    }
}

/// Factors the matrix that is given, or else what the factor holds. While a row is at work its tiles are `U D`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn eliminate<V: Vector, const GIVEN: bool>(factor: &mut [Tile], matrix: &[Tile], profile: Profile<'_>) {
    for i in (0..profile.rows()).rev() {
        let given = if GIVEN { &matrix[profile.row(i)] } else { &[] };
        let (above, below) = factor.split_at_mut(profile.row(i).end);
        let row = &mut above[profile.row(i).start..];
        for j in (1..row.len()).rev() {
            // the row of tile j: its tiles line up with those of this row from j on
            let from = profile.row(i + j).start - profile.row(i).end;
            let other = &below[from..from + (profile.row(i + j).len()).min(row.len() - j)];
            let mut tile = if GIVEN { &given[j] } else { &row[j] }.each_ref().map(V::load);
            for (x, y) in row[j + 1..][..other.len() - 1].iter().zip(&other[1..]).rev() {
                subtract_product(&mut tile, x, y);
            }
            divide(&mut tile, &other[0]);
            store(&mut row[j], tile);
        }
        let (diagonal, others) = row.split_at_mut(1);
        let mut tile = if GIVEN { &given[0] } else { &diagonal[0] }.each_ref().map(V::load);
        for (j, x) in others.iter_mut().enumerate().rev() {
            let own = &below[profile.row(i + j + 1).start - profile.row(i).end];
            subtract_square(&mut tile, x, own);
        }
        factor_tile(&mut diagonal[0], tile);
    }
}

kernel! {
    /// Solves in place with the factor.
    pub fn tiles_solve<V>(x: &mut [Lane], factor: &[Tile], profile: Profile<'_>) {
        solve_upper::<V>(x, factor, profile);
        for (x, &at) in x.iter_mut().zip(profile.start) {
            let tile = &factor[at as usize];
            for k in 0..TILE {
                x[k] *= tile[k][k];
            }
        }
        solve_transposed::<V>(x, factor, profile);
    }
}

kernel! {
    /// Solves `U D Uᵀ x = b` in place with `1/D`, whatever is on the diagonal of the factor.
    pub fn tiles_solve_unit<V>(x: &mut [Lane], factor: &[Tile], inv_d: &[f64], profile: Profile<'_>) {
        solve_upper::<V>(x, factor, profile);
        for (x, inv_d) in x.as_flattened_mut().iter_mut().zip(inv_d) {
            *x *= inv_d;
        }
        solve_transposed::<V>(x, factor, profile);
    }
}

/// `x ← U⁻¹ x`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn solve_upper<V: Vector>(x: &mut [Lane], factor: &[Tile], profile: Profile<'_>) {
    for i in (0..profile.rows()).rev() {
        let (row, (x, below)) = (&factor[profile.row(i)], x[i..].split_at_mut(1));
        let mut y = V::load(&x[0]);
        for (tile, x) in row[1..].iter().zip(below).rev() {
            for k in (0..TILE).rev() {
                y = y.minus_product(V::load(&tile[k]), V::splat(x[k]));
            }
        }
        let mut y = y.lanes();
        for c in (0..TILE).rev() {
            for r in 0..c {
                y[r] -= row[0][c][r] * y[c];
            }
        }
        x[0] = y;
    }
}

/// `x ← U⁻ᵀ x`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn solve_transposed<V: Vector>(x: &mut [Lane], factor: &[Tile], profile: Profile<'_>) {
    for i in 0..profile.rows() {
        let (row, (x, below)) = (&factor[profile.row(i)], x[i..].split_at_mut(1));
        let mut y = x[0];
        for c in 0..TILE {
            for r in 0..c {
                y[c] -= row[0][c][r] * y[r];
            }
        }
        x[0] = y;
        let y = V::load(&y);
        for (tile, x) in row[1..].iter().zip(below) {
            for k in 0..TILE {
                x[k] -= V::load(&tile[k]).times(y).sum();
            }
        }
    }
}

kernel! {
    /// `out = A x`; both halves of the tiles on the diagonal count.
    pub fn tiles_mul<V>(out: &mut [Lane], values: &[Tile], profile: Profile<'_>, x: &[Lane]) {
        out.fill([0.0; TILE]);
        for i in 0..profile.rows() {
            let row = &values[profile.row(i)];
            let mut y = V::load(&out[i]);
            for (tile, x) in row.iter().zip(&x[i..]) {
                for k in 0..TILE {
                    y = y.plus_product(V::load(&tile[k]), V::splat(x[k]));
                }
            }
            y.store(&mut out[i]);
            let x = V::load(&x[i]);
            for (tile, out) in row[1..].iter().zip(&mut out[i + 1..]) {
                for k in 0..TILE {
                    out[k] += V::load(&tile[k]).times(x).sum();
                }
            }
        }
    }
}

kernel! {
    /// Adds `Σ aᵀ b` over the rows of two matrices whose product is symmetric. Both have `tiles.len()` lanes in each row,
    /// which belong to the given tiles of the result, ascending.
    pub fn tiles_add_gram<V>(values: &mut [Tile], profile: Profile<'_>, tiles: &[i32], a: &[Lane], b: &[Lane]) {
        let n = tiles.len();
        for (p, &i) in tiles.iter().enumerate() {
            let row = &mut values[profile.row(i as usize)];
            for (q, &j) in tiles.iter().enumerate().skip(p) {
                let tile = &mut row[(j - i) as usize];
                let mut sum = tile.each_ref().map(V::load);
                for (a, b) in a.chunks_exact(n).zip(b.chunks_exact(n)) {
                    let (a, b) = (V::load(&a[p]), b[q]);
                    for c in 0..TILE {
                        sum[c] = sum[c].plus_product(a, V::splat(b[c]));
                    }
                }
                store(tile, sum);
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn store<V: Vector>(to: &mut Tile, tile: [V; TILE]) {
    for c in 0..TILE {
        tile[c].store(&mut to[c]);
    }
}

/// `t -= x yᵀ`, with `x` of `U D` and `y` of `U`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn subtract_product<V: Vector>(t: &mut [V; TILE], x: &Tile, y: &Tile) {
    for k in (0..TILE).rev() {
        let x = V::load(&x[k]);
        for c in 0..TILE {
            t[c] = t[c].minus_product(x, V::splat(y[k][c]));
        }
    }
}

/// `t -= x (x D⁻¹)ᵀ`, where `x` of `U D` becomes one of `U`; `own` is the factored tile of its columns on the diagonal.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn subtract_square<V: Vector>(t: &mut [V; TILE], x: &mut Tile, own: &Tile) {
    for k in (0..TILE).rev() {
        let long = V::load(&x[k]);
        long.times(V::splat(own[k][k])).store(&mut x[k]);
        for c in 0..TILE {
            t[c] = t[c].minus_product(long, V::splat(x[k][c]));
        }
    }
}

/// `t ← t U⁻ᵀ` with a factored tile of the diagonal.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn divide<V: Vector>(t: &mut [V; TILE], diagonal: &Tile) {
    for c in (0..TILE).rev() {
        for k in (c + 1..TILE).rev() {
            t[c] = t[c].minus_product(t[k], V::splat(diagonal[k][c]));
        }
    }
}

/// Factors a tile of the diagonal.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn factor_tile<V: Vector>(to: &mut Tile, mut t: [V; TILE]) {
    for c in (0..TILE).rev() {
        for k in (c + 1..TILE).rev() {
            t[c] = t[c].minus_product(t[k], V::splat(to[k][c]));
        }
        t[c].store(&mut to[c]);
        let inv = 1.0 / to[c][c].max(MINVAL);
        t[c].times(V::splat(inv)).store(&mut to[c]);
        to[c][c] = inv;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Noise;

    #[test]
    fn solving_undoes_multiplying() {
        let (end, start) = ([3, 4, 3, 4], [0, 3, 6, 7, 8]);
        let profile = Profile { end: &end, start: &start };
        let noise = &mut Noise(5);
        let mut a = [[[0.0; TILE]; TILE]; 8];
        // a dominant diagonal, with both halves of its tiles
        for i in 0..4 {
            for (k, tile) in a[profile.row(i)].iter_mut().enumerate() {
                tile.iter_mut().flatten().for_each(|x| *x = noise.next());
                if k == 0 {
                    for c in 0..TILE {
                        for r in 0..c {
                            tile[r][c] = tile[c][r];
                        }
                        tile[c][c] += 30.0;
                    }
                }
            }
        }
        let entry = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            let (p, q) = (i / TILE, j / TILE);
            if q < end[p] as usize { a[start[p] as usize + q - p][j % TILE][i % TILE] } else { 0.0 }
        };
        let want: [Lane; 4] = std::array::from_fn(|_| std::array::from_fn(|_| noise.next()));
        let mut x = [[0.0; TILE]; 4];
        tiles_mul(&mut x, &a, profile, &want);
        for i in 0..16 {
            let sum: f64 = (0..16).map(|j| entry(i, j) * want[j / TILE][j % TILE]).sum();
            assert!((x[i / TILE][i % TILE] - sum).abs() < 1e-13, "product, row {i}");
        }
        let mut factor = [[[f64::NAN; TILE]; TILE]; 8];
        tiles_factor(&mut factor, Some(&a), profile);
        tiles_factor(&mut a, None, profile);
        tiles_solve(&mut x, &a, profile);
        for (x, want) in x.iter().flatten().zip(want.iter().flatten()) {
            assert!((x - want).abs() < 1e-13);
        }
        for i in 0..4 {
            for (k, (x, y)) in factor[profile.row(i)].iter().zip(&a[profile.row(i)]).enumerate() {
                let counts = |c: usize, r: usize| k > 0 || r <= c;
                assert!(
                    (0..16).all(|n| !counts(n / 4, n % 4) || x[n / 4][n % 4] == y[n / 4][n % 4]),
                    "in place or not"
                );
            }
        }
    }

    #[test]
    fn the_gram_matrix_is_that_of_its_definition() {
        let (end, start) = ([3, 2, 3], [0, 3, 4, 5]);
        let profile = Profile { end: &end, start: &start };
        let noise = &mut Noise(7);
        let a: [Lane; 10] = std::array::from_fn(|_| std::array::from_fn(|_| noise.next()));
        let b = a.map(|lane| lane.map(|x| 2.0 * x));
        let mut values = [[[1.0; TILE]; TILE]; 5];
        tiles_add_gram(&mut values, profile, &[0, 2], &a, &b);
        for c in 0..TILE {
            for r in 0..TILE {
                let want = |p: usize, q: usize| 1.0 + (0..5).map(|k| a[2 * k + p][r] * b[2 * k + q][c]).sum::<f64>();
                assert!((values[0][c][r] - want(0, 0)).abs() < 1e-14);
                assert!((values[2][c][r] - want(0, 1)).abs() < 1e-14);
                assert!((values[4][c][r] - want(1, 1)).abs() < 1e-14);
                assert_eq!([values[1][c][r], values[3][c][r]], [1.0; 2], "tiles that are not named stay");
            }
        }
    }
}
