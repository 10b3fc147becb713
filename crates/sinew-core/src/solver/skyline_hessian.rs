//! Hessian of a small problem, in tiles whose rows run from the diagonal to their last entry.
//!
//! A contact couples the dofs of two chains. If one is the world, or the chains share a branch, the Hessian has no more
//! entries than the inertia matrix; otherwise the rows between grow, and nothing else changes.

use super::hessian::{is_cone, is_quadratic, weigh_cone};
use super::problem::Problem;
use crate::Id;
use crate::math::grouped::Group;
use crate::math::simd::{Lane, Profile, TILE, Tile, tiles_add_gram, tiles_factor, tiles_mul, tiles_solve};
use crate::scratch::{Frame, Need};

/// Rows that are multiplied together.
const BATCH: usize = 16;

/// Inertia, Hessian and factor, all with the profile of the Hessian.
pub(super) struct SkylineHessian<'a> {
    profile: Profile<'a>,
    inertia: &'a mut [Tile],
    /// `M + Jᵀ D J` over the quadratic rows
    quadratic: &'a mut [Tile],
    /// factor of that and of the sliding contacts
    factor: &'a mut [Tile],
    vectors: [&'a mut [Lane]; 2],
    batch: Batch<'a>,
}

/// Rows of one group spread over the tiles that they touch, with their weighted twins.
struct Batch<'a> {
    tiles: &'a mut [i32],
    /// where each column of the group goes in a row of lanes
    place: &'a mut [i32],
    rows: &'a mut [Lane],
    weighted: &'a mut [Lane],
    /// rows that wait
    count: usize,
}

impl<'a> SkylineHessian<'a> {
    pub fn need(nv: usize) -> Need {
        let rows = nv.div_ceil(TILE);
        let tiles = 3 * rows * (rows + 1) / 2;
        Need::rows::<Tile>(tiles).and(Need::rows::<Lane>((2 + 2 * BATCH) * rows)).and(Need::ints(3 * rows + 1 + nv))
    }

    /// Finds the ends of the rows and stores the inertia.
    pub fn new(p: &Problem<'_>, s: &mut Frame<'a>) -> Self {
        let rows = p.nv().div_ceil(TILE);
        let (end, start) = (s.used_ints(rows), s.used_ints(rows + 1));
        for (i, end) in end.iter_mut().enumerate() {
            *end = i as i32 + 1;
        }
        let mut couple = |columns: &[i32]| {
            let Some(last) = columns.last() else { return };
            let (stop, mut tile) = (last / TILE as i32 + 1, -1);
            for c in columns {
                if c / TILE as i32 != tile {
                    tile = c / TILE as i32;
                    end[tile.ix()] = end[tile.ix()].max(stop);
                }
            }
        };
        // a dof has all the ancestors of the one before it in its chain
        let rownnz = p.inertia.pattern.rownnz;
        let ends_chain = |i: usize| i + 1 == p.nv() || (i + 1).is_multiple_of(TILE) || rownnz[i + 1] != rownnz[i] + 1;
        (0..p.nv()).filter(|&i| ends_chain(i)).for_each(|i| couple(p.inertia.pattern.columns(i)));
        p.jacobian.groups().for_each(|group| couple(group.columns));
        start[0] = 0;
        for i in 0..rows {
            start[i + 1] = start[i] + end[i] - i as i32;
        }

        let tiles = start[rows].ix();
        let inertia = s.rows::<Tile>(tiles);
        for i in 0..p.nv() {
            let (columns, values) = p.inertia.row(i);
            for (c, x) in columns.iter().zip(values) {
                let (row, tile) = (c.ix() / TILE, i / TILE);
                let tile_at = &mut inertia[start[row].ix() + tile - row];
                tile_at[i % TILE][c.ix() % TILE] = *x;
                if row == tile {
                    tile_at[c.ix() % TILE][i % TILE] = *x;
                }
            }
        }
        // what the last tile has beyond the matrix stays by itself
        if let Some(tile) = inertia.last_mut() {
            for k in (p.nv() - 1) % TILE + 1..TILE {
                tile[k][k] = 1.0;
            }
        }
        let batch = Batch {
            tiles: s.used_ints(rows),
            place: s.used_ints(p.nv()),
            rows: s.used_rows(BATCH * rows),
            weighted: s.used_rows(BATCH * rows),
            count: 0,
        };
        let vectors = [s.rows(rows), s.rows(rows)];
        let (quadratic, factor) = (s.used_rows(tiles), s.used_rows(tiles));
        Self { profile: Profile { end, start }, inertia, quadratic, factor, vectors, batch }
    }

    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        self.quadratic.copy_from_slice(self.inertia);
        let weight = |i: usize| if is_quadratic(state[i]) { p.rows.mass[i] } else { 0.0 };
        for group in p.jacobian.groups() {
            self.batch.add_weighted(&group, weight, self.quadratic, self.profile);
        }
        self.refactor(p, state, jar);
    }

    /// Adds the rows that became quadratic, takes out those that no longer are, and factors again.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64]) {
        let weight = |i: usize| match (is_quadratic(old[i]), is_quadratic(state[i])) {
            (false, true) => p.rows.mass[i],
            (true, false) => -p.rows.mass[i],
            _ => 0.0,
        };
        for group in p.jacobian.groups() {
            self.batch.add_weighted(&group, weight, self.quadratic, self.profile);
        }
        self.refactor(p, state, jar);
    }

    /// Adds the contacts that slide, and factors.
    fn refactor(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        self.factor.copy_from_slice(self.quadratic);
        if state.iter().any(|&s| is_cone(s)) {
            for group in p.jacobian.groups() {
                self.batch.add_cones(p, &group, state, jar, self.factor, self.profile);
            }
        }
        tiles_factor(self.factor, self.profile);
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        let [padded, _] = &mut self.vectors;
        let lanes = padded.as_flattened_mut();
        lanes[..x.len()].copy_from_slice(x);
        tiles_solve(padded, self.factor, self.profile);
        x.copy_from_slice(&padded.as_flattened()[..x.len()]);
    }

    /// `out = M x`.
    pub fn mul_inertia(&mut self, out: &mut [f64], x: &[f64]) {
        let [padded, product] = &mut self.vectors;
        padded.as_flattened_mut()[..x.len()].copy_from_slice(x);
        tiles_mul(product, self.inertia, self.profile, padded);
        out.copy_from_slice(&product.as_flattened()[..x.len()]);
    }
}

impl Batch<'_> {
    /// Adds `Σ wᵢ Jᵢ Jᵢᵀ` over the rows of a group that have a weight.
    fn add_weighted(
        &mut self,
        group: &Group<'_>,
        weight: impl Fn(usize) -> f64,
        out: &mut [Tile],
        profile: Profile<'_>,
    ) {
        let mut tiles = None;
        for (i, row) in group.rows.clone().zip(group.values.chunks_exact(group.columns.len())) {
            let w = weight(i);
            if w == 0.0 {
                continue;
            }
            let n = *tiles.get_or_insert_with(|| self.spread(group.columns));
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
                self.flush(n, out, profile);
            }
        }
        if let Some(n) = tiles {
            self.flush(n, out, profile);
        }
    }

    /// Adds the curvature of the contacts of a group that slide.
    fn add_cones(
        &mut self,
        p: &Problem<'_>,
        group: &Group<'_>,
        state: &[i32],
        jar: &[f64],
        out: &mut [Tile],
        profile: Profile<'_>,
    ) {
        let columns = group.columns.len();
        let mut tiles = None;
        let mut i = group.rows.start;
        while i < group.rows.end {
            if !is_cone(state[i]) {
                i += 1;
                continue;
            }
            let n = *tiles.get_or_insert_with(|| self.spread(group.columns));
            let dim = p.contact[p.rows.id[i].ix()].dim.ix();
            if self.count + dim > BATCH {
                self.flush(n, out, profile);
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
            self.flush(n, out, profile);
        }
    }

    /// Finds the tiles that hold these columns, and where each column lies in a row of their lanes.
    fn spread(&mut self, columns: &[i32]) -> usize {
        let (mut n, mut last) = (0, -1);
        for (c, place) in columns.iter().zip(&mut *self.place) {
            let tile = c / TILE as i32;
            if tile != last {
                self.tiles[n] = tile;
                n += 1;
                last = tile;
            }
            *place = ((n - 1) * TILE + c.ix() % TILE) as i32;
        }
        n
    }

    /// Multiplies the rows that wait into the matrix.
    fn flush(&mut self, n: usize, out: &mut [Tile], profile: Profile<'_>) {
        let lanes = std::mem::take(&mut self.count) * n;
        tiles_add_gram(out, profile, &self.tiles[..n], &self.rows[..lanes], &self.weighted[..lanes]);
    }
}
