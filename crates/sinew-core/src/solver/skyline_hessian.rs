//! Hessian of a small problem, in tiles whose rows run from the diagonal to their last entry.
//!
//! A contact couples the dofs of two chains. If one is the world, or the chains share a branch, the Hessian has no more
//! entries than the inertia matrix; otherwise the rows between grow, and nothing else changes.

use super::hessian::{is_cone, is_quadratic, weigh_cone};
use super::problem::Problem;
use crate::Id;
use crate::math::simd::{
    Lane, Profile, SpreadGroup, SpreadRows, TILE, Tile, tiles_add_gram, tiles_factor, tiles_mul, tiles_solve,
};
use crate::scratch::{Frame, Need, grow};

/// Rows that are multiplied together, at least those of a contact.
const BATCH: usize = 8;

/// Inertia, Hessian and factor, all with the profile of the Hessian.
pub(super) struct SkylineHessian<'a> {
    profile: Profile<'a>,
    rows: SpreadRows<'a>,
    inertia: &'a [Tile],
    /// `M + Jᵀ D J` over the quadratic rows
    quadratic: &'a mut [Tile],
    /// factor of that and of the sliding contacts
    factor: &'a mut [Tile],
    vectors: [&'a mut [Lane]; 2],
    /// rows that are multiplied together, and the same with their weights
    batch: [&'a mut [Lane]; 2],
}

impl<'a> SkylineHessian<'a> {
    pub fn need(nv: usize) -> Need {
        let rows = nv.div_ceil(TILE);
        let tiles = rows * (rows + 1);
        Need::rows::<Tile>(tiles).and(Need::rows::<Lane>((2 + 2 * BATCH) * rows)).and(Need::ints(2 * rows + 1))
    }

    /// Finds the ends of the rows and stores the inertia, in memory that is lent if the tiles at hand do not do.
    pub fn new(p: &Problem<'a>, spread: SpreadRows<'a>, lent: &'a mut Vec<Tile>, s: &mut Frame<'a>) -> Self {
        let rows = p.nv().div_ceil(TILE);
        let (end, start) = (s.used_ints(rows), s.used_ints(rows + 1));
        match p.inertia_tiles {
            Some((profile, _)) => end.copy_from_slice(profile.end),
            None => inertia_ends(p, end),
        }
        let mut grown = false;
        for group in spread {
            let Some(last) = group.tiles.last() else { continue };
            for tile in group.tiles {
                let end = &mut end[tile.ix()];
                grown |= *end <= *last;
                *end = (last + 1).max(*end);
            }
        }
        start[0] = 0;
        for i in 0..rows {
            start[i + 1] = start[i] + end[i] - i as i32;
        }
        let (profile, tiles) = (Profile { end, start }, start[rows].ix());
        let inertia = match p.inertia_tiles {
            Some((_, held)) if !grown => held,
            Some(held) => {
                grow(lent, tiles);
                lengthen_rows(held, profile, &mut lent[..tiles])
            }
            None => {
                grow(lent, tiles);
                spread_inertia(p, profile, &mut lent[..tiles])
            }
        };
        let batch = [s.used_rows(BATCH * rows), s.used_rows(BATCH * rows)];
        let vectors = [s.rows(rows), s.rows(rows)];
        let (quadratic, factor) = (s.used_rows(tiles), s.used_rows(tiles));
        Self { profile, rows: spread, inertia, quadratic, factor, vectors, batch }
    }

    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        self.quadratic.copy_from_slice(self.inertia);
        self.add_weighted(|i| if is_quadratic(state[i]) { p.rows.mass[i] } else { 0.0 });
        self.refactor(p, state, jar);
    }

    /// Adds the rows that became quadratic, takes out those that no longer are, and factors again.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64]) {
        self.add_weighted(|i| match (is_quadratic(old[i]), is_quadratic(state[i])) {
            (false, true) => p.rows.mass[i],
            (true, false) => -p.rows.mass[i],
            _ => 0.0,
        });
        self.refactor(p, state, jar);
    }

    /// Adds `Σ wᵢ Jᵢᵀ Jᵢ` over the rows that have a weight.
    fn add_weighted(&mut self, weight: impl Fn(usize) -> f64) {
        let (quadratic, profile) = (&mut *self.quadratic, self.profile);
        let [plain, weighted] = &mut self.batch;
        let (mut first, mut picked) = (0, [0; BATCH]);
        for group in self.rows {
            let (n, mut count) = (group.tiles.len(), 0);
            for (k, row) in group.lanes.chunks_exact(n.max(1)).enumerate() {
                let w = weight(first + k);
                if w == 0.0 {
                    continue;
                }
                for (to, from) in weighted[count * n..(count + 1) * n].iter_mut().zip(row) {
                    *to = from.map(|x| w * x);
                }
                picked[count] = k;
                count += 1;
                if count == BATCH {
                    let plain = side_by_side(plain, &group, &picked);
                    tiles_add_gram(quadratic, profile, group.tiles, plain, &weighted[..count * n]);
                    count = 0;
                }
            }
            first += group.rows;
            if count > 0 {
                let plain = side_by_side(plain, &group, &picked[..count]);
                tiles_add_gram(quadratic, profile, group.tiles, plain, &weighted[..count * n]);
            }
        }
    }

    /// Adds the contacts that slide, and factors.
    fn refactor(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        let slides = state.iter().any(|&s| is_cone(s));
        if slides {
            self.factor.copy_from_slice(self.quadratic);
            let [_, weighted] = &mut self.batch;
            let mut first = 0;
            for group in self.rows {
                let n = group.tiles.len();
                let mut i = first;
                while i < first + group.rows {
                    if !is_cone(state[i]) {
                        i += 1;
                        continue;
                    }
                    let dim = p.contact[p.rows.id[i].ix()].dim.ix();
                    let from = (i - first) * n;
                    let (plain, weighted) = (&group.lanes[from..from + dim * n], &mut weighted[..dim * n]);
                    weigh_cone(p, i, jar, plain.as_flattened(), weighted.as_flattened_mut());
                    tiles_add_gram(self.factor, self.profile, group.tiles, plain, weighted);
                    i += dim;
                }
                first += group.rows;
            }
        }
        tiles_factor(self.factor, (!slides).then_some(&*self.quadratic), self.profile);
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

/// Some rows of a group, ascending: where they are if they follow one another, else copied.
fn side_by_side<'a>(copies: &'a mut [Lane], group: &SpreadGroup<'a>, picked: &[usize]) -> &'a [Lane] {
    let (n, count) = (group.tiles.len(), picked.len());
    if picked[count - 1] - picked[0] + 1 == count {
        return &group.lanes[picked[0] * n..(picked[0] + count) * n];
    }
    for (to, k) in copies.chunks_exact_mut(n).zip(picked) {
        to.copy_from_slice(&group.lanes[k * n..(k + 1) * n]);
    }
    &copies[..count * n]
}

/// Ends of the rows of tiles of the inertia.
fn inertia_ends(p: &Problem<'_>, end: &mut [i32]) {
    for (i, end) in end.iter_mut().enumerate() {
        *end = i as i32 + 1;
    }
    let pattern = p.inertia.pattern;
    for i in 0..p.nv() {
        // a child has the columns of its parent, and ends later
        let is_parent = |next: &[i32]| next.len() > 1 && next[next.len() - 2].ix() == i;
        if i + 1 < p.nv() && is_parent(pattern.columns(i + 1)) {
            continue;
        }
        for c in pattern.columns(i) {
            end[c.ix() / TILE] = (i / TILE) as i32 + 1;
        }
    }
}

/// Copies tiles whose rows are shorter; what these lack is zero.
fn lengthen_rows<'a>(from: (Profile<'_>, &[Tile]), profile: Profile<'_>, tiles: &'a mut [Tile]) -> &'a [Tile] {
    let (shorter, held) = from;
    for i in 0..profile.end.len() {
        let held = &held[shorter.start[i].ix()..shorter.start[i + 1].ix()];
        let (own, rest) = tiles[profile.start[i].ix()..profile.start[i + 1].ix()].split_at_mut(held.len());
        own.copy_from_slice(held);
        rest.fill([[0.0; TILE]; TILE]);
    }
    tiles
}

/// Moves the inertia to tiles.
fn spread_inertia<'a>(p: &Problem<'_>, profile: Profile<'_>, tiles: &'a mut [Tile]) -> &'a [Tile] {
    for tile in &mut *tiles {
        *tile = [[0.0; TILE]; TILE];
    }
    let flat = tiles.as_flattened_mut().as_flattened_mut();
    for i in 0..p.nv() {
        let (columns, values) = p.inertia.row(i);
        let (tile, lane) = (i / TILE, i % TILE * TILE);
        for (c, x) in columns.iter().zip(values) {
            let row = c.ix() / TILE;
            flat[(profile.start[row].ix() + tile - row) * TILE * TILE + lane + c.ix() % TILE] = *x;
        }
    }
    // both halves of the tiles on the diagonal
    for &at in &profile.start[..profile.end.len()] {
        let tile = &mut tiles[at.ix()];
        for c in 1..TILE {
            for r in 0..c {
                tile[r][c] = tile[c][r];
            }
        }
    }
    // what the last tile has beyond the matrix stays by itself
    if let Some(tile) = tiles.last_mut() {
        for k in (p.nv() - 1) % TILE + 1..TILE {
            tile[k][k] = 1.0;
        }
    }
    tiles
}
