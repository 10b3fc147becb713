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
    /// where the descendants of each dof begin below, and one past the last
    start: Vec<u32>,
    /// of each descendant, as it is subtracted from its ancestor's row: where its row begins, from the end of that
    subtracted: Vec<u32>,
    /// of each descendant, as it is subtracted in solutions: its entry for the ancestor, and itself
    back: Vec<(u32, u32)>,
}

impl TreeOrder {
    /// The order for a pattern; of none if that is not a tree's or too small for tiles.
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
            let (end, own) = (pattern.row(c).end, pattern.row(c).len() - 1);
            let below: Vec<usize> = (c + 1..n).filter(|&k| pattern.columns(k).contains(&(c as i32))).collect();
            // other tiles come first
            let (near, far): (Vec<usize>, Vec<usize>) = below.iter().partition(|&&k| k / TILE == c / TILE);
            let row = |k: &usize| pattern.row(*k).start;
            order.subtracted.extend(far.iter().chain(&near).map(|k| (row(k) - end) as u32));
            order.back.extend(far.iter().chain(near.iter().rev()).map(|k| ((row(k) + own) as u32, *k as u32)));
            order.start.push(order.back.len() as u32);
        }
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

    /// Descendants of a dof, in the lists of them.
    #[inline(always)]
    fn below(&self, i: usize) -> std::ops::Range<usize> {
        self.start[i] as usize..self.start[i + 1] as usize
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
            let (own, rows) = (row.len() - 1, &self.subtracted[self.below(c)]);
            sound = N::and(sound, (N::load(&row[own]) + N::of(0.0)).above(MINVAL));
            let (strips, rest) = row.as_chunks_mut::<4>();
            for (k, strip) in strips.iter_mut().enumerate() {
                subtract::<N, 4>(strip, below, rows, 4 * k, own);
            }
            let at = own + 1 - rest.len();
            match rest {
                [a] => subtract::<N, 1>(std::array::from_mut(a), below, rows, at, own),
                [a, b] => subtract_pair::<N>([a, b], below, rows, at, own),
                [a, b, c] => {
                    subtract_pair::<N>([a, b], below, rows, at, own);
                    subtract::<N, 1>(std::array::from_mut(c), below, rows, at + 2, own);
                }
                _ => {}
            }
            let Some((pivot, row)) = row.split_last_mut() else { continue };
            let inv = N::load(pivot).at_least(MINVAL).sqrt().inverse();
            for x in row {
                *x = (N::load(x) * inv).stored();
            }
            *pivot = inv.stored();
        }

        // L, with ones on its diagonal, by the roots of D; D, of which the scaled diagonal is the inverse
        for (c, inv_d) in inv_d[..n].iter_mut().enumerate() {
            let Some((pivot, row)) = mat[self.row(c)].split_last_mut() else { continue };
            let root = N::load(pivot);
            for x in row {
                *x = (N::load(x) * root).stored();
            }
            let inv = root * root;
            *inv_d = inv.stored();
            *pivot = inv.inverse().stored();
            sound = N::and(sound, N::and(inv.above(0.0), inv.below(RAISED)));
        }
        N::all(sound)
    }

    /// Solves in place with these factors.
    #[inline(always)]
    pub fn solve<N: Number>(&self, x: &mut [N::Stored], ld: &[N::Stored], inv_d: &[N::Stored]) {
        let n = self.rownnz.len();
        let (x, ld) = (&mut x[..n], &ld[..self.colind.len()]);
        for r in (0..n).rev() {
            let mut y = N::load(&x[r]) + N::of(0.0);
            for &(at, k) in &self.back[self.below(r)] {
                y = y - N::load(&ld[at as usize]) * N::load(&x[k as usize]);
            }
            x[r] = y.stored();
        }
        for (x, inv_d) in x.iter_mut().zip(inv_d) {
            *x = (N::load(x) * N::load(inv_d)).stored();
        }
        for k in 0..n {
            // those of a tile are added in pairs, but for the row's own tile
            let (mut y, mut parts, mut tile) = (N::load(&x[k]), [N::of(0.0); TILE], 0);
            let (row, columns) = (&ld[self.row(k)], &self.colind[self.row(k)]);
            for (l, &r) in row[..row.len() - 1].iter().zip(columns) {
                let r = r as usize;
                if r / TILE != tile {
                    y = y - ((parts[0] + parts[2]) + (parts[1] + parts[3]));
                    (parts, tile) = ([N::of(0.0); TILE], r / TILE);
                }
                let part = N::load(l) * N::load(&x[r]);
                if tile == k / TILE { y = y - part } else { parts[r % TILE] = part }
            }
            x[k] = (y - ((parts[0] + parts[2]) + (parts[1] + parts[3]))).stored();
        }
    }
}

/// Subtracts from a part of a row what its descendants, eliminated before, have to do with it.
#[inline(always)]
fn subtract<N: Number, const W: usize>(
    part: &mut [N::Stored; W],
    below: &[N::Stored],
    rows: &[u32],
    at: usize,
    own: usize,
) {
    let mut t = [N::of(0.0); W];
    for k in 0..W {
        t[k] = N::load(&part[k]) + t[k];
    }
    for &row in rows {
        let row = &below[row as usize..][..=own];
        let (Some(x), y) = (row[at..].first_chunk::<W>(), N::load(&row[own])) else { continue };
        for k in 0..W {
            t[k] = t[k] - N::load(&x[k]) * y;
        }
    }
    for k in 0..W {
        part[k] = t[k].stored();
    }
}

/// [`subtract`] of two entries.
#[inline(always)]
fn subtract_pair<N: Number>([a, b]: [&mut N::Stored; 2], below: &[N::Stored], rows: &[u32], at: usize, own: usize) {
    let mut pair = [*a, *b];
    subtract::<N, 2>(&mut pair, below, rows, at, own);
    [*a, *b] = pair;
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
