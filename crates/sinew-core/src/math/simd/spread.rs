//! Rows of a sparse matrix spread over the tiles of columns that they touch: products with vectors, and of the rows with
//! each other, then need no columns.

use super::kernel;
use super::tiles::{Lane, TILE};

/// A matrix of groups of rows with the same columns.
#[derive(Clone, Copy, Debug)]
pub struct SpreadRows<'a> {
    /// of each group: how many rows, how many tiles, and these tiles, ascending
    pub index: &'a [i32],
    /// of each group row by row, with a lane for each of its tiles
    pub lanes: &'a [Lane],
}

/// Rows with the same columns.
#[derive(Clone, Copy, Debug)]
pub struct SpreadGroup<'a> {
    /// number of rows
    pub rows: usize,
    /// tiles that hold the columns
    pub tiles: &'a [i32],
    /// entries, row by row
    pub lanes: &'a [Lane],
}

impl<'a> IntoIterator for SpreadRows<'a> {
    type Item = SpreadGroup<'a>;
    type IntoIter = SpreadGroups<'a>;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
    fn into_iter(self) -> SpreadGroups<'a> {
        SpreadGroups(self)
    }
}

/// The groups that are left of a matrix.
#[derive(Debug)]
pub struct SpreadGroups<'a>(SpreadRows<'a>);

impl<'a> Iterator for SpreadGroups<'a> {
    type Item = SpreadGroup<'a>;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
    fn next(&mut self) -> Option<SpreadGroup<'a>> {
        let (&[rows, n], index) = self.0.index.split_first_chunk()?;
        let (tiles, index) = index.split_at(n as usize);
        let (lanes, rest) = self.0.lanes.split_at(rows as usize * n as usize);
        self.0 = SpreadRows { index, lanes: rest };
        Some(SpreadGroup { rows: rows as usize, tiles, lanes })
    }
}

kernel! {
    /// `out = A x`.
    pub fn spread_mul<V>(out: &mut [f64], a: SpreadRows<'_>, x: &[Lane]) {
        let mut out = out;
        for SpreadGroup { rows, tiles, lanes } in a {
            let (own, rest) = out.split_at_mut(rows);
            out = rest;
            let n = tiles.len();
            if n == 0 {
                own.fill(0.0);
                continue;
            }
            // as many rows at a time as a contact has
            let (fours, others) = own.as_chunks_mut::<TILE>();
            let (blocks, lanes) = lanes.split_at(fours.len() * TILE * n);
            for (out, block) in fours.iter_mut().zip(blocks.chunks_exact(TILE * n)) {
                let ((a, b), (c, d)) = (block[..2 * n].split_at(n), block[2 * n..].split_at(n));
                let mut sums = [V::splat(0.0); TILE];
                for ((((tile, a), b), c), d) in tiles.iter().zip(a).zip(b).zip(c).zip(d) {
                    let x = V::load(&x[*tile as usize]);
                    for (sum, row) in sums.iter_mut().zip([a, b, c, d]) {
                        *sum = sum.plus_product(V::load(row), x);
                    }
                }
                for (out, sum) in out.iter_mut().zip(sums) {
                    *out = sum.sum();
                }
            }
            for (out, row) in others.iter_mut().zip(lanes.chunks_exact(n)) {
                let mut sum = V::splat(0.0);
                for (tile, row) in tiles.iter().zip(row) {
                    sum = sum.plus_product(V::load(row), V::load(&x[*tile as usize]));
                }
                *out = sum.sum();
            }
        }
    }
}

kernel! {
    /// `out = Aᵀ x`; groups whose numbers are zero are passed over.
    pub fn spread_mul_transposed<V>(out: &mut [Lane], a: SpreadRows<'_>, x: &[f64]) {
        out.fill([0.0; TILE]);
        let mut x = x;
        for SpreadGroup { rows, tiles, lanes } in a {
            let (own, rest) = x.split_at(rows);
            x = rest;
            if own.iter().all(|&x| x == 0.0) {
                continue;
            }
            let n = tiles.len();
            let (fours, others) = own.as_chunks::<TILE>();
            let (blocks, lanes) = lanes.split_at(fours.len() * TILE * n);
            for (x, block) in fours.iter().zip(blocks.chunks_exact((TILE * n).max(1))) {
                let ((a, b), (c, d)) = (block[..2 * n].split_at(n), block[2 * n..].split_at(n));
                let x = x.map(V::splat);
                for ((((tile, a), b), c), d) in tiles.iter().zip(a).zip(b).zip(c).zip(d) {
                    let out = &mut out[*tile as usize];
                    let mut sum = V::load(out);
                    for (x, row) in x.iter().zip([a, b, c, d]) {
                        sum = sum.plus_product(V::load(row), *x);
                    }
                    sum.store(out);
                }
            }
            for (&x, row) in others.iter().zip(lanes.chunks_exact(n.max(1))) {
                for (tile, row) in tiles.iter().zip(row) {
                    let out = &mut out[*tile as usize];
                    V::load(out).plus_product(V::load(row), V::splat(x)).store(out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Noise;

    #[test]
    fn products_are_those_of_the_rows() {
        // five rows on two tiles, none on a third, one on the last
        let index = [5, 2, 0, 2, 1, 0, 1, 1, 2];
        let noise = &mut Noise(3);
        let lanes: [Lane; 11] = std::array::from_fn(|_| std::array::from_fn(|_| noise.next()));
        let a = SpreadRows { index: &index, lanes: &lanes };
        let entry = |row: usize, tile: usize, k: usize| match (row, tile) {
            (0..=4, 0) => lanes[2 * row][k],
            (0..=4, 2) => lanes[2 * row + 1][k],
            (6, 2) => lanes[10][k],
            _ => 0.0,
        };
        let x: [Lane; 3] = std::array::from_fn(|_| std::array::from_fn(|_| noise.next()));
        let mut product = [7.0; 7];
        spread_mul(&mut product, a, &x);
        for (row, got) in product.iter().enumerate() {
            let want: f64 = (0..12).map(|i| entry(row, i / 4, i % 4) * x[i / 4][i % 4]).sum();
            assert!((got - want).abs() < 1e-14, "row {row}");
        }
        let mut back = [[7.0; TILE]; 3];
        spread_mul_transposed(&mut back, a, &product);
        for i in 0..12 {
            let want: f64 = (0..7).map(|row| entry(row, i / 4, i % 4) * product[row]).sum();
            assert!((back[i / 4][i % 4] - want).abs() < 1e-14, "column {i}");
        }
    }
}
