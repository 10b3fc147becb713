//! Products with a Jacobian that are needed again and again.

use super::hessian::SMALL;
use super::problem::Problem;
use crate::Id;
use crate::math::grouped::{Group, Grouped};
use crate::math::simd::{Lane, SpreadRows, TILE, spread_mul, spread_mul_transposed};
use crate::scratch::{Frame, Need, grow};

/// The Jacobian of one problem, spread over tiles of columns if the problem is small.
pub(super) struct Products<'a> {
    spread: Option<SpreadRows<'a>>,
    vector: &'a mut [Lane],
}

impl<'a> Products<'a> {
    /// Scratch of [`Products::new`], for rows that may be at hand.
    pub fn need(nv: usize, nefc: usize, at_hand: bool) -> Need {
        let (nv, nefc) = (nv.min(SMALL), if at_hand { 0 } else { nefc });
        let tiles = nv.div_ceil(TILE);
        Need::rows::<Lane>((nefc + 1) * tiles).and(Need::ints(nefc * (2 + tiles) + nv))
    }

    /// Spreads the rows of a small problem, unless they are at hand.
    pub fn new(p: &Problem<'a>, s: &mut Frame<'a>) -> Self {
        if p.nv() > SMALL {
            return Self { spread: None, vector: &mut [] };
        }
        let vector = s.rows(p.nv().div_ceil(TILE));
        let spread = p.spread.unwrap_or_else(|| spread(p.jacobian.groups(), |c| c, [p.nefc(), p.nv()], s));
        Self { spread: Some(spread), vector }
    }

    /// The rows of a small problem.
    pub fn rows(&self) -> Option<SpreadRows<'a>> {
        self.spread
    }

    /// `out = J x`.
    pub fn mul(&mut self, p: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let Some(rows) = self.spread else { return p.jacobian.mul(out, x) };
        self.vector.as_flattened_mut()[..x.len()].copy_from_slice(x);
        spread_mul(out, rows, self.vector);
    }

    /// `out = Jᵀ x`.
    pub fn mul_transposed(&mut self, p: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let Some(rows) = self.spread else { return p.jacobian.mul_transposed(out, x) };
        spread_mul_transposed(self.vector, rows, x);
        out.copy_from_slice(&self.vector.as_flattened()[..out.len()]);
    }
}

/// The rows of the whole system, spread if it is small and one problem, in memory of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptRows {
    index: Vec<i32>,
    lanes: Vec<Lane>,
    place: Vec<i32>,
    vector: Vec<Lane>,
    /// how much of the index and of the lanes is in use; nothing if they are not spread
    used: Option<(usize, usize)>,
}

impl KeptRows {
    /// Spreads the rows of a small system that is solved as one problem.
    pub fn set(&mut self, jacobian: Grouped<'_>, nv: usize, whole: bool) {
        self.used = None;
        if nv > SMALL || !whole {
            return;
        }
        let (rows, tiles) = (jacobian.rowsuper.len(), nv.div_ceil(TILE));
        grow(&mut self.index, rows * (2 + tiles));
        grow(&mut self.lanes, rows * tiles);
        self.place.resize(nv, 0);
        self.vector.resize(tiles, [0.0; TILE]);
        let (index, lanes, place) = (&mut self.index, &mut self.lanes, &mut self.place);
        self.used = Some(spread_rows(jacobian.groups(), |c| c, index, lanes, place));
    }

    /// The rows, if they are spread.
    pub fn spread(&self) -> Option<SpreadRows<'_>> {
        let (words, count) = self.used?;
        Some(SpreadRows { index: &self.index[..words], lanes: &self.lanes[..count] })
    }

    /// `out = J x`.
    pub fn mul(&mut self, jacobian: Grouped<'_>, out: &mut [f64], x: &[f64]) {
        let Some((words, count)) = self.used else { return jacobian.mul(out, x) };
        self.vector.as_flattened_mut()[..x.len()].copy_from_slice(x);
        spread_mul(out, SpreadRows { index: &self.index[..words], lanes: &self.lanes[..count] }, &self.vector);
    }
}

/// The rows of a small problem of this many rows and dofs, spread over tiles, with its own numbers of the columns.
pub(super) fn spread<'a, 'b>(
    groups: impl Iterator<Item = Group<'b>>,
    column: impl Fn(i32) -> i32,
    [nefc, nv]: [usize; 2],
    s: &mut Frame<'a>,
) -> SpreadRows<'a> {
    let tiles = nv.div_ceil(TILE);
    let (index, place) = (s.used_ints(nefc * (2 + tiles)), s.used_ints(nv));
    let lanes = s.used_rows::<Lane>(nefc * tiles);
    let (words, count) = spread_rows(groups, column, index, lanes, place);
    SpreadRows { index: &index[..words], lanes: &lanes[..count] }
}

/// Spreads rows over tiles; returns how much of the index and of the lanes they take.
fn spread_rows<'a>(
    groups: impl Iterator<Item = Group<'a>>,
    column: impl Fn(i32) -> i32,
    index: &mut [i32],
    lanes: &mut [Lane],
    place: &mut [i32],
) -> (usize, usize) {
    let (mut words, mut count) = (0, 0);
    for group in groups {
        let columns = group.columns.iter().map(|&c| column(c));
        let (rows, n) = (group.rows.len(), spread_columns(columns, &mut index[words + 2..], place));
        (index[words], index[words + 1]) = (rows as i32, n as i32);
        words += 2 + n;
        let lanes = &mut lanes[count..count + rows * n];
        count += rows * n;
        if n == 0 {
            continue;
        }
        let length = group.columns.len();
        let values = group.values.chunks_exact(length);
        let start = place[0].ix();
        if place[length - 1].ix() + 1 - start == length {
            // no gap between the columns: only the first and the last lane can have room to spare
            for (lanes, values) in lanes.chunks_exact_mut(n).zip(values) {
                (lanes[0], lanes[n - 1]) = ([0.0; TILE], [0.0; TILE]);
                lanes.as_flattened_mut()[start..start + length].copy_from_slice(values);
            }
            continue;
        }
        for (lanes, values) in lanes.chunks_exact_mut(n).zip(values) {
            for lane in &mut *lanes {
                *lane = [0.0; TILE];
            }
            let lanes = lanes.as_flattened_mut();
            for (x, place) in values.iter().zip(&*place) {
                lanes[place.ix()] = *x;
            }
        }
    }
    (words, count)
}

/// Finds the tiles that hold these columns, ascending, and where each column lies in a row of their lanes; returns the
/// number of tiles.
fn spread_columns(columns: impl Iterator<Item = i32>, tiles: &mut [i32], place: &mut [i32]) -> usize {
    let (mut n, mut last) = (0, -1);
    for (c, place) in columns.zip(place) {
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
