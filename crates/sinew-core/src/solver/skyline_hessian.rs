//! Hessian of a small problem, in tiles whose rows run from the diagonal to their last entry.
//!
//! A contact couples the dofs of two chains. If one is the world, or the chains share a branch, the Hessian has no more
//! entries than the inertia matrix; otherwise the rows between grow, and nothing else changes.

use super::gram::{BATCH, Batch, Sum};
use super::hessian::{is_cone, is_quadratic};
use super::problem::Problem;
use crate::Id;
use crate::math::simd::{Lane, Profile, TILE, Tile, tiles_add_gram, tiles_factor, tiles_mul, tiles_solve};
use crate::scratch::{Frame, Need};

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
        let flat = inertia.as_flattened_mut().as_flattened_mut();
        for i in 0..p.nv() {
            let (columns, values) = p.inertia.row(i);
            let (tile, lane) = (i / TILE, i % TILE * TILE);
            for (c, x) in columns.iter().zip(values) {
                let row = c.ix() / TILE;
                flat[(start[row].ix() + tile - row) * TILE * TILE + lane + c.ix() % TILE] = *x;
            }
        }
        // both halves of the tiles on the diagonal
        for &at in &start[..rows] {
            let tile = &mut inertia[at.ix()];
            for c in 1..TILE {
                for r in 0..c {
                    tile[r][c] = tile[c][r];
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
        let mut sum = Tiles { values: self.quadratic, profile: self.profile };
        for group in p.jacobian.groups() {
            self.batch.add_weighted(&group, weight, &mut sum);
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
        let mut sum = Tiles { values: self.quadratic, profile: self.profile };
        for group in p.jacobian.groups() {
            self.batch.add_weighted(&group, weight, &mut sum);
        }
        self.refactor(p, state, jar);
    }

    /// Adds the contacts that slide, and factors.
    fn refactor(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        self.factor.copy_from_slice(self.quadratic);
        if state.iter().any(|&s| is_cone(s)) {
            let mut sum = Tiles { values: self.factor, profile: self.profile };
            for group in p.jacobian.groups() {
                self.batch.add_cones(p, &group, state, jar, &mut sum);
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

/// A matrix in tiles with the profile of the Hessian.
struct Tiles<'a> {
    values: &'a mut [Tile],
    profile: Profile<'a>,
}

impl Sum for Tiles<'_> {
    fn spread(&mut self, columns: &[i32], tiles: &mut [i32], place: &mut [i32]) -> usize {
        let (mut n, mut last) = (0, -1);
        for (c, place) in columns.iter().zip(place) {
            let tile = c / TILE as i32;
            if tile != last {
                tiles[n] = tile;
                n += 1;
                last = tile;
            }
            *place = ((n - 1) * TILE + c.ix() % TILE) as i32;
        }
        n
    }

    fn add(&mut self, tiles: &[i32], a: &[Lane], b: &[Lane]) {
        tiles_add_gram(self.values, self.profile, tiles, a, b);
    }
}
