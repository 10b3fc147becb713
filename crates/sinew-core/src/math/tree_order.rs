//! What [`TreeTiles`](super::tree_tiles::TreeTiles) does to one matrix, for several whose entries lie side by side.
//!
//! Each entry goes through the operations of the tiles in their order, without the products with what is zero between the
//! entries, so every matrix and solution has the bits that it has by way of tiles. Zeros among the entries lose their sign
//! first, in both, since those products would take it from them.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use super::simd::TILE;
use super::sparse::Pattern;
use super::tree_tiles::{RAISED, WORTH};
use super::{MINVAL, Number};

/// The order of operations on matrices of one pattern.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeOrder {
    /// the pattern
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    /// where the descendants of each dof begin in `subtracted`, and one past the last
    start: Vec<u32>,
    /// of each descendant, as it is subtracted from its ancestor's row: where its row begins, from the end of that, and
    /// which it is
    subtracted: Vec<[u32; 2]>,
    /// parts of rows in the order in which they act upward and downward
    up: Vec<Strip>,
    down: Vec<Strip>,
}

/// Entries of a row left of its diagonal in the columns of one tile.
#[derive(Clone, Copy, Debug)]
struct Strip {
    row: u32,
    /// address of the first entry, its column, and how many they are
    at: u32,
    column: u32,
    width: u32,
}

impl TreeOrder {
    /// The order for a pattern; of none if that is not a tree's, too small for tiles, or has gaps within a tile.
    pub fn new(pattern: Pattern<'_>) -> Self {
        let n = pattern.rows();
        // columns of a row are those of its last ancestor and itself
        let grows = |k: usize| match pattern.columns(k) {
            [above @ .., own] if *own == k as i32 => above.last().is_none_or(|&p| pattern.columns(p as usize) == above),
            _ => false,
        };
        if n < WORTH || !(0..n).all(grows) || (1..n).any(|k| pattern.row(k).start != pattern.row(k - 1).end) {
            return Self::default();
        }
        let mut order = Self {
            rownnz: pattern.rownnz.to_vec(),
            rowadr: pattern.rowadr.to_vec(),
            colind: pattern.colind.to_vec(),
            start: vec![0],
            ..Self::default()
        };
        for c in 0..n {
            let end = pattern.row(c).end;
            let below = (c + 1..n).rev().filter(|&k| pattern.columns(k).contains(&(c as i32)));
            order.subtracted.extend(below.map(|k| [pattern.row(k).start - end, k].map(|x| x as u32)));
            order.start.push(order.subtracted.len() as u32);
        }
        for row in 0..n {
            let above = &pattern.columns(row)[..pattern.row(row).len() - 1];
            let mut at = pattern.row(row).start;
            for part in above.chunk_by(|a, b| a / TILE as i32 == b / TILE as i32) {
                if part.windows(2).any(|pair| pair[1] != pair[0] + 1) {
                    return Self::default();
                }
                let (column, width) = (part[0] as u32, part.len() as u32);
                order.down.push(Strip { row: row as u32, at: at as u32, column, width });
                at += part.len();
            }
        }
        order.up.extend(order.down.iter().rev());
        order
    }

    /// True if this is the order for a pattern.
    pub fn is_of(&self, pattern: Pattern<'_>) -> bool {
        self.colind == pattern.colind && self.rowadr == pattern.rowadr && self.rownnz == pattern.rownnz
    }

    /// Addresses of a row.
    #[inline(always)]
    fn row(&self, i: usize) -> std::ops::Range<usize> {
        let start = self.rowadr[i] as usize;
        start..start + self.rownnz[i] as usize
    }

    /// Factors matrices in place; false if a pivot of one was raised, or is not a number, and the factors are no good.
    #[inline(always)]
    pub fn factor<N: Number>(&self, mat: &mut [N::Stored], inv_d: &mut [N::Stored]) -> bool {
        let n = self.rownnz.len();
        let mut sound = N::of(1.0).above(0.0);
        for c in (0..n).rev() {
            let span = self.row(c);
            let (above, below) = mat.split_at_mut(span.end);
            let row = &mut above[span.start..];
            let (own, rows) = (row.len() - 1, &self.subtracted[self.start[c] as usize..self.start[c + 1] as usize]);
            sound = N::and(sound, N::load(&row[own]).above(MINVAL));
            let (parts, rest) = row.as_chunks_mut::<8>();
            let mut left = own + 1;
            for part in parts {
                subtract::<N, 8>(part, (below, inv_d), rows, [own, left]);
                left -= 8;
            }
            match left {
                1 => subtract::<N, 1>(rest, (below, inv_d), rows, [own, left]),
                2 => subtract::<N, 2>(rest, (below, inv_d), rows, [own, left]),
                3 => subtract::<N, 3>(rest, (below, inv_d), rows, [own, left]),
                4 => subtract::<N, 4>(rest, (below, inv_d), rows, [own, left]),
                5 => subtract::<N, 5>(rest, (below, inv_d), rows, [own, left]),
                6 => subtract::<N, 6>(rest, (below, inv_d), rows, [own, left]),
                7 => subtract::<N, 7>(rest, (below, inv_d), rows, [own, left]),
                _ => {}
            }
            inv_d[c] = N::load(&row[own]).at_least(MINVAL).inverse().stored();
        }

        // L, with ones on its diagonal, and D
        for (c, inv_d) in inv_d[..n].iter().enumerate() {
            let Some((pivot, row)) = mat[self.row(c)].split_last_mut() else { continue };
            let inv = N::load(inv_d);
            for x in row {
                *x = (N::load(x) * inv).stored();
            }
            *pivot = inv.inverse().stored();
            sound = N::and(sound, N::and(inv.above(0.0), inv.below(RAISED)));
        }
        N::all(sound)
    }

    /// Solves in place with these factors.
    #[inline(always)]
    pub fn solve<N: Number>(&self, x: &mut [N::Stored], ld: &[N::Stored], inv_d: &[N::Stored]) {
        for x in &mut *x {
            *x = (N::load(x) + N::of(0.0)).stored();
        }
        for strip in &self.up {
            match strip.width {
                1 => strip.up::<N, 1>(x, ld),
                2 => strip.up::<N, 2>(x, ld),
                3 => strip.up::<N, 3>(x, ld),
                _ => strip.up::<N, 4>(x, ld),
            }
        }
        for (x, inv_d) in x.iter_mut().zip(inv_d) {
            *x = (N::load(x) * N::load(inv_d)).stored();
        }
        for strip in &self.down {
            match strip.width {
                1 => strip.down::<N, 1>(x, ld),
                2 => strip.down::<N, 2>(x, ld),
                3 => strip.down::<N, 3>(x, ld),
                _ => strip.down::<N, 4>(x, ld),
            }
        }
    }
}

impl Strip {
    /// Subtracts from the columns what the row has to do with them.
    #[inline(always)]
    fn up<N: Number, const W: usize>(self, x: &mut [N::Stored], ld: &[N::Stored]) {
        let y = N::load(&x[self.row as usize]);
        let (x, ld) = (x[self.column as usize..].first_chunk_mut::<W>(), ld[self.at as usize..].first_chunk::<W>());
        if let (Some(x), Some(ld)) = (x, ld) {
            for k in 0..W {
                x[k] = (N::load(&x[k]) - N::load(&ld[k]) * y).stored();
            }
        }
    }

    /// Subtracts from the row what the columns have to do with it: the sum of two pairs, or of a tile's own one by one.
    #[inline(always)]
    fn down<N: Number, const W: usize>(self, x: &mut [N::Stored], ld: &[N::Stored]) {
        let row = self.row as usize;
        let mut y = N::load(&x[row]);
        let chunks = (x[self.column as usize..].first_chunk::<W>(), ld[self.at as usize..].first_chunk::<W>());
        if let (Some(x), Some(ld)) = chunks {
            let mut part = [N::of(0.0); W];
            for k in 0..W {
                part[k] = N::load(&ld[k]) * N::load(&x[k]);
            }
            if row / TILE == self.column as usize / TILE {
                for part in part {
                    y = y - part;
                }
            } else {
                y = y - match part[..] {
                    [a, b, c, d] => (a + c) + (b + d),
                    [a, b, c] => (a + c) + b,
                    [a, b] => a + b,
                    _ => part[0],
                };
            }
        }
        x[row] = y.stored();
    }
}

/// Subtracts from the first entries of what is `left` of a row what its descendants, eliminated before, have to do with
/// them, given their rows of `D L` and `1/D`; `own` is the place of the row's own column.
#[inline(always)]
fn subtract<N: Number, const W: usize>(
    part: &mut [N::Stored],
    (below, inv_d): (&[N::Stored], &[N::Stored]),
    rows: &[[u32; 2]],
    [own, left]: [usize; 2],
) {
    let Some(part) = part.first_chunk_mut::<W>() else { return };
    let mut t = [N::of(0.0); W];
    for k in 0..W {
        t[k] = N::load(&part[k]) + t[k];
    }
    for &[row, k] in rows {
        let (Some(x), Some(y)) =
            (below[row as usize + own + 1 - left..].first_chunk::<W>(), below.get(row as usize + own))
        else {
            continue;
        };
        let y = N::load(y) * N::load(&inv_d[k as usize]);
        for k in 0..W {
            t[k] = t[k] - N::load(&x[k]) * y;
        }
    }
    for k in 0..W {
        part[k] = t[k].stored();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::four::Four;
    use crate::math::simd::{Lane, kernel};
    use crate::math::tree_tiles::TreeTiles;
    use crate::testing::{Noise, moving, samples};

    kernel! {
        fn try_four<V>(order: &TreeOrder, mat: &mut [Lane], inv_d: &mut [Lane], x: &mut [Lane], sound: &mut bool) {
            *sound = order.factor::<Four<V>>(mat, inv_d);
            order.solve::<Four<V>>(x, mat, inv_d);
        }
    }

    #[test]
    fn four_factors_and_solutions_have_the_bits_of_tiles() {
        let mut compared = 0;
        for m in samples() {
            let order = TreeOrder::new(m.M_pattern());
            if !order.is_of(m.M_pattern()) {
                continue;
            }
            compared += 1;
            let noise = &mut Noise(9);
            let mats: [Vec<f64>; 4] = std::array::from_fn(|k| moving(&m, 30 + k as u64).M.to_vec());
            let rights: [Vec<f64>; 4] = std::array::from_fn(|_| (0..m.nv).map(|_| noise.next()).collect());
            let beside =
                |x: &[Vec<f64>; 4]| -> Vec<Lane> { (0..x[0].len()).map(|i| x.each_ref().map(|x| x[i])).collect() };
            let (mut mat, mut x, mut inv_d, mut sound) = (beside(&mats), beside(&rights), vec![[0.0; 4]; m.nv], false);
            try_four(&order, &mut mat, &mut inv_d, &mut x, &mut sound);
            assert!(sound);
            for (lane, (mut alone, mut solution)) in mats.into_iter().zip(rights).enumerate() {
                let (mut tiles, mut inv) = (TreeTiles::default(), vec![0.0; m.nv]);
                tiles.factor(&mut alone, &mut inv, m.M_pattern()).expect("positive definite");
                tiles.solve(&mut solution, &alone, &inv, m.M_pattern());
                let same =
                    |four: &[Lane], one: &[f64]| four.iter().zip(one).all(|(x, y)| x[lane].to_bits() == y.to_bits());
                assert!(same(&mat, &alone) && same(&inv_d, &inv) && same(&x, &solution), "lane {lane}");
            }
        }
        assert!(compared > 0);
    }

    #[test]
    fn a_pivot_that_is_too_small_is_told() {
        let (rownnz, rowadr) = ([1, 2, 3, 4, 5], [0, 1, 3, 6, 10]);
        let colind: Vec<i32> = (0..5).flat_map(|i| 0..=i).collect();
        let pattern = Pattern { rownnz: &rownnz, rowadr: &rowadr, colind: &colind };
        let (order, mut inv_d) = (TreeOrder::new(pattern), [0.0; 5]);
        for (bad, sound) in [(2.0, true), (0.0, false), (-1.0, false), (f64::NAN, false), (f64::INFINITY, false)] {
            let mut mat: Vec<f64> = (0..5).flat_map(|i| (0..=i).map(move |j| if i == j { 2.0 } else { 0.1 })).collect();
            mat[5] = bad;
            assert_eq!(order.factor::<f64>(&mut mat, &mut inv_d), sound, "{bad}");
        }
        assert!(!TreeOrder::new(Pattern { rownnz: &[1], rowadr: &[0], colind: &[0] }).is_of(pattern));
    }
}
