//! Whole matrices with the sparsity of kinematic trees, by way of tiles: their factor `LᵀDL`, solutions and products.
//!
//! With `U = Lᵀ` the factor is that of [`tiles_factor`], whose rows follow the subtrees. Moving the entries there and back
//! costs less than eliminating short rows one by one.

use super::MINVAL;
use super::simd::{Lane, Profile, TILE, Tile, tiles_factor, tiles_mul, tiles_solve_unit};
use super::sparse::{Pattern, SmallPivot};
use super::tree_ldl;

/// Tiles for matrices of one pattern; memory and addresses are kept between uses.
#[derive(Clone, Debug, Default)]
pub struct TreeTiles {
    layout: Layout,
    matrix: Held,
    factor: Held,
    vectors: [Vec<Lane>; 2],
}

/// Where the tiles are, and the entries in them.
#[derive(Clone, Debug, Default)]
struct Layout {
    end: Vec<i32>,
    start: Vec<i32>,
    /// address in the tiles of each entry of the matrix
    place: Vec<i32>,
}

/// A matrix in tiles, and as it was given. What lies between the entries of the pattern is zero.
#[derive(Clone, Debug, Default)]
struct Held {
    of: Vec<f64>,
    tiles: Vec<Tile>,
}

/// Matrices of fewer rows are not worth the moving.
pub(super) const WORTH: usize = 5;
/// From here on the inverse of a pivot is that of one that was raised.
pub(super) const RAISED: f64 = (1.0 - 1e-12) / MINVAL;

impl TreeTiles {
    /// Does what [`tree_ldl::factor`] does to all rows.
    pub fn factor(&mut self, mat: &mut [f64], inv_d: &mut [f64], pattern: Pattern<'_>) -> Result<(), SmallPivot> {
        let n = pattern.rows();
        if n < WORTH {
            return tree_ldl::factor(mat, inv_d, pattern, 0..n);
        }
        self.hold(mat, pattern);
        let Self { layout, matrix, factor, .. } = self;
        tiles_factor(&mut factor.tiles, Some(&matrix.tiles), layout.profile());
        layout.take(mat, &factor.tiles);

        // D, of which the diagonal is the inverse
        let mut outcome = Ok(());
        for i in (0..n).rev() {
            let at = pattern.row(i).end - 1;
            let inv = mat[at];
            (inv_d[i], mat[at]) = (inv, 1.0 / inv);
            // a pivot that was raised
            if matrix.of[at] < MINVAL || inv > RAISED {
                outcome = outcome.and(Err(SmallPivot { row: i }));
            }
        }
        factor.of.copy_from_slice(mat);
        outcome
    }

    /// Does what [`tree_ldl::solve`] does with all rows.
    pub fn solve(&mut self, x: &mut [f64], ld: &[f64], inv_d: &[f64], pattern: Pattern<'_>) {
        if pattern.rows() < WORTH {
            return tree_ldl::solve(x, ld, inv_d, pattern, 0..pattern.rows());
        }
        self.fit(ld.len(), pattern);
        let Self { layout, factor, vectors: [padded, _], .. } = self;
        if !factor.is(ld) {
            // what is not a number spreads to where zeros belong
            factor.tiles.fill([[0.0; TILE]; TILE]);
            factor.set(ld, layout);
        }
        // zeros lose their sign: products with what lies between the entries would take it
        padded.as_flattened_mut().iter_mut().zip(&*x).for_each(|(to, x)| *to = x + 0.0);
        tiles_solve_unit(padded, &factor.tiles, inv_d, layout.profile());
        x.copy_from_slice(&padded.as_flattened()[..x.len()]);
    }

    /// Keeps a symmetric matrix, given by its lower triangle, for products.
    pub fn hold(&mut self, mat: &[f64], pattern: Pattern<'_>) {
        self.fit(mat.len(), pattern);
        let Self { layout, matrix, .. } = self;
        if !matrix.set(mat, layout) {
            return;
        }
        // both halves of the tiles on the diagonal
        for &at in &layout.start[..layout.end.len()] {
            let tile = &mut matrix.tiles[at as usize];
            for c in 1..TILE {
                for r in 0..c {
                    tile[r][c] = tile[c][r];
                }
            }
        }
        // what the last tile has beyond the matrix stays by itself
        if let Some(tile) = matrix.tiles.last_mut() {
            for k in (pattern.rows() - 1) % TILE + 1..TILE {
                tile[k][k] = 1.0;
            }
        }
    }

    /// If one matrix is kept, keeps another instead that differs from it on the diagonal alone.
    pub fn change_diagonal(&mut self, kept: &[f64], mat: &[f64], pattern: Pattern<'_>) {
        let Self { layout, matrix, .. } = self;
        if !matrix.is(kept) || mat.len() != kept.len() {
            return;
        }
        let flat = matrix.tiles.as_flattened_mut().as_flattened_mut();
        for at in (0..pattern.rows()).map(|i| pattern.row(i).end - 1) {
            matrix.of[at] = mat[at];
            flat[layout.place[at] as usize] = mat[at];
        }
    }

    /// The tiles of the matrix that is kept, if it is this one.
    pub fn held(&self, mat: &[f64]) -> Option<(Profile<'_>, &[Tile])> {
        self.matrix.is(mat).then_some((self.layout.profile(), &self.matrix.tiles))
    }

    /// `out = A x` with the matrix that is kept.
    pub fn mul(&mut self, out: &mut [f64], x: &[f64]) {
        let Self { layout, matrix, vectors: [padded, product], .. } = self;
        padded.as_flattened_mut()[..x.len()].copy_from_slice(x);
        tiles_mul(product, &matrix.tiles, layout.profile(), padded);
        out.copy_from_slice(&product.as_flattened()[..x.len()]);
    }

    /// Has tiles for this many entries.
    fn fit(&mut self, entries: usize, pattern: Pattern<'_>) {
        if self.layout.place.len() == entries {
            return;
        }
        self.layout.arrange(pattern);
        let rows = self.layout.end.len();
        for held in [&mut self.matrix, &mut self.factor] {
            held.of.clear();
            held.of.resize(entries, f64::NAN);
            held.tiles.clear();
            held.tiles.resize(self.layout.start[rows] as usize, [[0.0; TILE]; TILE]);
        }
        for vector in &mut self.vectors {
            vector.clear();
            vector.resize(rows, [0.0; TILE]);
        }
    }
}

impl Held {
    /// True if the tiles are those of this matrix, to the last bit.
    fn is(&self, mat: &[f64]) -> bool {
        bytemuck::cast_slice::<f64, u64>(&self.of) == bytemuck::cast_slice::<f64, u64>(mat)
    }

    /// Moves a matrix to its tiles, unless they are its own.
    fn set(&mut self, mat: &[f64], layout: &Layout) -> bool {
        if self.is(mat) {
            return false;
        }
        self.of.copy_from_slice(mat);
        layout.give(&mut self.tiles, mat);
        true
    }
}

impl Layout {
    fn profile(&self) -> Profile<'_> {
        Profile { end: &self.end, start: &self.start }
    }

    /// Moves the entries of a matrix to its tiles; zeros lose their sign, as products with what lies between the entries
    /// would take it.
    fn give(&self, tiles: &mut [Tile], mat: &[f64]) {
        let flat = tiles.as_flattened_mut().as_flattened_mut();
        let (mats, last) = mat.as_chunks::<8>();
        let (places, last_places) = self.place.as_chunks::<8>();
        for (x, place) in mats.iter().zip(places) {
            for k in 0..8 {
                flat[place[k] as usize] = x[k] + 0.0;
            }
        }
        for (x, &place) in last.iter().zip(last_places) {
            flat[place as usize] = *x + 0.0;
        }
    }

    /// Moves the entries of a matrix back from its tiles.
    fn take(&self, mat: &mut [f64], tiles: &[Tile]) {
        let flat = tiles.as_flattened().as_flattened();
        let (mats, last) = mat.as_chunks_mut::<8>();
        let (places, last_places) = self.place.as_chunks::<8>();
        for (x, place) in mats.iter_mut().zip(places) {
            for k in 0..8 {
                x[k] = flat[place[k] as usize];
            }
        }
        for (x, &place) in last.iter_mut().zip(last_places) {
            *x = flat[place as usize];
        }
    }

    /// Finds where the rows of tiles end and where each entry goes.
    fn arrange(&mut self, pattern: Pattern<'_>) {
        let rows = pattern.rows().div_ceil(TILE);
        self.end.clear();
        self.end.extend((0..rows).map(|i| i as i32 + 1));
        for i in 0..pattern.rows() {
            for &c in pattern.columns(i) {
                let end = &mut self.end[c as usize / TILE];
                *end = (*end).max((i / TILE) as i32 + 1);
            }
        }
        self.start.clear();
        self.start.push(0);
        for (i, end) in self.end.iter().enumerate() {
            self.start.push(self.start[i] + end - i as i32);
        }
        self.place.clear();
        for i in 0..pattern.rows() {
            for &c in pattern.columns(i) {
                let (row, column) = (c as usize, i);
                let tile = self.start[row / TILE] as usize + column / TILE - row / TILE;
                self.place.push(((tile * TILE + column % TILE) * TILE + row % TILE) as i32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::tree_ldl;
    use crate::testing::{distance, moving, samples};

    #[test]
    fn the_factor_is_that_of_elimination_row_by_row() {
        for m in samples() {
            let d = moving(&m, 21);
            let mut tiles = TreeTiles::default();
            let (mut by_rows, mut inv_rows) = (d.M.to_vec(), vec![0.0; m.nv]);
            tree_ldl::factor(&mut by_rows, &mut inv_rows, m.M_pattern(), 0..m.nv).expect("positive definite");
            // twice: tiles are used again
            for _ in 0..2 {
                let (mut by_tiles, mut inv_tiles) = (d.M.to_vec(), vec![0.0; m.nv]);
                tiles.factor(&mut by_tiles, &mut inv_tiles, m.M_pattern()).expect("positive definite");
                assert!(distance(&by_tiles, &by_rows) < 1e-12);
                assert!(distance(&inv_tiles, &inv_rows) < 1e-12);
            }
        }
    }

    #[test]
    fn the_first_small_pivot_is_reported_and_the_factor_stays_finite() {
        // two dofs in a chain, the first without inertia
        let pattern = Pattern { rownnz: &[1, 2], rowadr: &[0, 1], colind: &[0, 0, 1] };
        let (mut mat, mut inv) = ([0.0, 0.0, 2.0], [0.0; 2]);
        let outcome = TreeTiles::default().factor(&mut mat, &mut inv, pattern);
        assert_eq!(outcome, Err(SmallPivot { row: 0 }));
        assert!(mat.iter().chain(&inv).all(|x| x.is_finite()));
    }
}
