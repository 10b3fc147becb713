//! `Jᵀ W` of the rows that have the same columns, a batch of them at a time.

use super::hessian::{is_cone, weigh_cone};
use super::problem::Problem;
use crate::Id;
use crate::math::grouped::Group;
use crate::math::simd::{Lane, Profile, TILE, Tile, tiles_add_gram};

/// Rows that are multiplied together.
pub(super) const BATCH: usize = 16;

/// `Jᵀ W` of one group, with its columns in the order of elimination.
#[derive(Clone, Debug, Default)]
pub(super) struct Gram {
    tiles: Vec<Tile>,
    end: Vec<i32>,
    start: Vec<i32>,
    /// rank of each column of the group at hand
    ranks: Vec<i32>,
}

impl Gram {
    /// Has room for groups of up to this many columns.
    pub fn fit(&mut self, columns: usize) {
        let lanes = columns.div_ceil(TILE);
        let tiles = lanes * (lanes + 1) / 2;
        self.tiles.resize(tiles.max(self.tiles.len()), [[0.0; TILE]; TILE]);
        for (list, most) in [(&mut self.end, lanes), (&mut self.start, lanes + 1), (&mut self.ranks, columns)] {
            list.clear();
            list.reserve(most);
        }
    }

    /// Starts with a group whose columns have these ranks in the new order.
    pub fn of(&mut self, ranks: &[i32]) -> &mut Self {
        self.ranks.clear();
        self.ranks.extend_from_slice(ranks);
        self
    }

    /// Has lanes side by side for each four columns; returns their number.
    fn spread(&mut self, columns: &[i32], tiles: &mut [i32], place: &mut [i32]) -> usize {
        let n = columns.len().div_ceil(TILE);
        place[..columns.len()].copy_from_slice(&self.ranks[..columns.len()]);
        self.end.clear();
        self.start.clear();
        let mut start = 0;
        for (i, tile) in tiles[..n].iter_mut().enumerate() {
            *tile = i as i32;
            self.end.push(n as i32);
            self.start.push(start);
            start += (n - i) as i32;
        }
        self.start.push(start);
        self.tiles[..start.ix()].fill([[0.0; TILE]; TILE]);
        n
    }

    /// Adds `Σ aᵀ b` over rows of lanes, which belong to these tiles.
    fn add(&mut self, tiles: &[i32], a: &[Lane], b: &[Lane]) {
        tiles_add_gram(&mut self.tiles, Profile { end: &self.end, start: &self.start }, tiles, a, b);
    }

    /// Adds the lower triangle of the product to the entries at these addresses.
    pub fn scatter(&self, out: &mut [f64], addresses: &[i32], columns: usize) {
        let mut rest = addresses;
        for j in 0..columns {
            let (own, others) = rest.split_at(columns - j);
            rest = others;
            // one lane for each column from the tile on the diagonal on
            let lanes = self.tiles[self.start[j / TILE].ix()..].as_flattened();
            for (lane, at) in lanes[j % TILE..].iter().zip(own) {
                out[at.ix()] += lane[j % TILE];
            }
        }
    }
}

/// Rows of one group spread over the tiles that they touch, with their weighted twins.
pub(super) struct Batch<'a> {
    pub tiles: &'a mut [i32],
    /// where each column of the group goes in a row of lanes
    pub place: &'a mut [i32],
    pub rows: &'a mut [Lane],
    pub weighted: &'a mut [Lane],
    /// rows that wait
    pub count: usize,
}

impl Batch<'_> {
    /// Adds `Σ wᵢ Jᵢ Jᵢᵀ` over the rows of a group that have a weight; says if there are any.
    pub fn add_weighted(&mut self, group: &Group<'_>, weight: impl Fn(usize) -> f64, out: &mut Gram) -> bool {
        let mut tiles = None;
        for (i, row) in group.rows.clone().zip(group.values.chunks_exact(group.columns.len())) {
            let w = weight(i);
            if w == 0.0 {
                continue;
            }
            let n = *tiles.get_or_insert_with(|| out.spread(group.columns, self.tiles, self.place));
            let at = self.count * n..(self.count + 1) * n;
            let rows = self.rows[at.clone()].as_flattened_mut();
            rows.fill(0.0);
            for (x, place) in row.iter().zip(&*self.place) {
                rows[place.ix()] = *x;
            }
            for (weighted, x) in self.weighted[at.clone()].as_flattened_mut().iter_mut().zip(rows) {
                *weighted = w * *x;
            }
            self.count += 1;
            if self.count == BATCH {
                self.flush(n, out);
            }
        }
        if let Some(n) = tiles {
            self.flush(n, out);
        }
        tiles.is_some()
    }

    /// Adds the curvature of the contacts of a group that slide; says if there are any.
    pub fn add_cones(
        &mut self,
        p: &Problem<'_>,
        group: &Group<'_>,
        state: &[i32],
        jar: &[f64],
        out: &mut Gram,
    ) -> bool {
        let columns = group.columns.len();
        let mut tiles = None;
        let mut i = group.rows.start;
        while i < group.rows.end {
            if !is_cone(state[i]) {
                i += 1;
                continue;
            }
            let n = *tiles.get_or_insert_with(|| out.spread(group.columns, self.tiles, self.place));
            let dim = p.contact[p.rows.id[i].ix()].dim.ix();
            if self.count + dim > BATCH {
                self.flush(n, out);
            }
            let from = (i - group.rows.start) * columns;
            let at = self.count * n..(self.count + dim) * n;
            let rows = self.rows[at.clone()].as_flattened_mut();
            rows.fill(0.0);
            for (row, lanes) in group.values[from..].chunks_exact(columns).zip(rows.chunks_exact_mut(n * TILE)) {
                for (x, place) in row.iter().zip(&*self.place) {
                    lanes[place.ix()] = *x;
                }
            }
            weigh_cone(p, i, jar, rows, self.weighted[at].as_flattened_mut());
            self.count += dim;
            i += dim;
        }
        if let Some(n) = tiles {
            self.flush(n, out);
        }
        tiles.is_some()
    }

    /// Multiplies the rows that wait.
    fn flush(&mut self, n: usize, out: &mut Gram) {
        let lanes = std::mem::take(&mut self.count) * n;
        out.add(&self.tiles[..n], &self.rows[..lanes], &self.weighted[..lanes]);
    }
}
