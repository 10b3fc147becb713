//! `Jᵀ W` of the rows that have the same columns, a batch of them at a time.

use super::hessian::{is_cone, weigh_cone};
use super::problem::Problem;
use crate::Id;
use crate::math::grouped::Group;
use crate::math::simd::{Lane, TILE};

/// Rows that are multiplied together.
pub(super) const BATCH: usize = 16;

/// Where products of rows are added up.
pub(super) trait Sum {
    /// Finds the tiles that hold these columns, ascending, and where each column lies in a row of their lanes; returns the
    /// number of tiles.
    fn spread(&mut self, columns: &[i32], tiles: &mut [i32], place: &mut [i32]) -> usize;

    /// Adds `Σ aᵀ b` over rows of lanes, which belong to these tiles.
    fn add(&mut self, tiles: &[i32], a: &[Lane], b: &[Lane]);
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
    pub fn add_weighted(&mut self, group: &Group<'_>, weight: impl Fn(usize) -> f64, out: &mut impl Sum) -> bool {
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
        out: &mut impl Sum,
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
    fn flush(&mut self, n: usize, out: &mut impl Sum) {
        let lanes = std::mem::take(&mut self.count) * n;
        out.add(&self.tiles[..n], &self.rows[..lanes], &self.weighted[..lanes]);
    }
}
