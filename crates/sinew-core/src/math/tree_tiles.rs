//! Factor `LᵀDL` of a whole matrix with the sparsity of kinematic trees, by way of tiles.
//!
//! With `U = Lᵀ D^{1/2}` it is the factor `U Uᵀ` of [`tiles_factor`], whose rows follow the subtrees. Moving the entries
//! there and back costs less than eliminating short rows one by one.

use super::MINVAL;
use super::simd::{Profile, TILE, Tile, tiles_factor};
use super::sparse::{Pattern, SmallPivot};

/// Tiles for matrices of one pattern; memory and addresses are kept between uses.
#[derive(Clone, Debug, Default)]
pub struct TreeTiles {
    end: Vec<i32>,
    start: Vec<i32>,
    /// address in the tiles of each entry of the matrix
    place: Vec<i32>,
    values: Vec<Tile>,
}

impl TreeTiles {
    /// Does what [`super::tree_ldl::factor`] does to all rows.
    pub fn factor(&mut self, mat: &mut [f64], inv_d: &mut [f64], pattern: Pattern<'_>) -> Result<(), SmallPivot> {
        if self.place.len() != mat.len() {
            self.arrange(pattern);
        }
        self.values.fill([[0.0; TILE]; TILE]);
        let n = pattern.rows();
        let flat = self.values.as_flattened_mut().as_flattened_mut();
        for (x, &place) in mat.iter().zip(&self.place) {
            flat[place as usize] = *x;
        }
        // what the last tile has beyond the matrix stays by itself
        if let Some(tile) = self.values.last_mut() {
            for k in (n - 1) % TILE + 1..TILE {
                tile[k][k] = 1.0;
            }
        }
        tiles_factor(&mut self.values, Profile { end: &self.end, start: &self.start });

        let flat = self.values.as_flattened().as_flattened();
        let mut outcome = Ok(());
        for (i, inv_d) in inv_d.iter_mut().enumerate().rev() {
            let row = pattern.row(i);
            let (mat, place) = (&mut mat[row.clone()], &self.place[row]);
            let Some((diagonal, below)) = mat.split_last_mut() else { continue };
            let inv_root = flat[place[below.len()] as usize];
            *inv_d = inv_root * inv_root;
            // a pivot that was raised
            if *diagonal < MINVAL || *inv_d > (1.0 - 1e-12) / MINVAL {
                outcome = outcome.and(Err(SmallPivot { row: i }));
            }
            *diagonal = 1.0 / *inv_d;
            for (x, &place) in below.iter_mut().zip(place) {
                *x = flat[place as usize] * inv_root;
            }
        }
        outcome
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
        self.values.resize(self.start[rows] as usize, [[0.0; TILE]; TILE]);
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
