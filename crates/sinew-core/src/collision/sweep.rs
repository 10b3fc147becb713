//! Pairs of boxes that overlap, by sweep and prune within the columns of a grid.
//!
//! Along one axis alone a sweep meets all boxes of a slab, and in a cloud of `n` there are about `n^(2/3)` of them. So the
//! plane across the axis is cut into columns, a few boxes wide, and each column is swept by itself. What is wider than a
//! column is swept against everything.

use crate::Id;
use crate::math::Vec3;
use crate::scratch::{Frame, Need};

/// Mean number of boxes that a box meets along the axis from which columns pay.
const CROWD: f64 = 16.0;
/// Width of a column in mean widths of the boxes.
const WIDTH: f32 = 2.0;
/// Columns along either axis that a box may lie in before it counts as wide.
const MOST: usize = 2;

/// A box in the order of the sweep: low and high end along the axis, then along the other two.
type Bounds = [f32; 6];

/// Scratch of [`overlaps`] for this many boxes.
pub(super) fn overlaps_need(n: usize) -> Need {
    // order, boxes in it; wide ones, boxes of each column and where they begin
    Need::rows::<u64>(n).and(Need::rows::<Bounds>(n)).and(Need::ints(2 * n + 2 + MOST * MOST * n))
}

/// Calls `found` once for every pair of boxes, low corner then high, that overlap or touch, in any order.
///
/// O(n log n) plus the overlaps, as long as few boxes are much wider than the rest.
///
/// Baraff, *Dynamic Simulation of Non-Penetrating Rigid Bodies* (1992), section 2.3; Tracy, Buss and Woods, *Efficient
/// large-scale sweep and prune methods with AABB insertion and removal* (2009).
pub(super) fn overlaps(boxes: &[[f32; 6]], s: Frame<'_>, found: impl FnMut(usize, usize)) {
    overlaps_in(boxes, CROWD, s, found);
}

/// [`overlaps`] by columns if there is a crowd of this size.
fn overlaps_in(boxes: &[[f32; 6]], crowd: f64, mut s: Frame<'_>, mut found: impl FnMut(usize, usize)) {
    let n = boxes.len();
    let axis = widest_axis(boxes);
    let (y, z) = ((axis + 1) % 3, (axis + 2) % 3);
    // where boxes begin above their numbers: integers sort faster than what they stand for
    let order = s.used_rows::<u64>(n);
    for (i, (slot, b)) in order.iter_mut().zip(boxes).enumerate() {
        *slot = u64::from(rank(b[axis])) << 32 | i as u64;
    }
    order.sort_unstable();
    let number = |key: u64| (key & u64::from(u32::MAX)) as usize;

    // boxes in that order, so that the sweep reads memory straight through
    let sorted = s.used_rows::<Bounds>(n);
    for (to, &key) in sorted.iter_mut().zip(order.iter()) {
        let from = &boxes[number(key)];
        *to = [from[axis], from[axis + 3], from[y], from[y + 3], from[z], from[z + 3]];
    }
    let mut found = |i: usize, j: usize| found(number(order[i]), number(order[j]));

    let grid = if is_crowded(sorted, crowd) { Grid::new(sorted) } else { None };
    if let Some(grid) = grid {
        sweep_wide(&grid, sorted, s.used_ints(n), &mut found);
        sweep_columns(&grid, sorted, s, &mut found);
        return;
    }
    for (i, one) in sorted.iter().enumerate() {
        for (ahead, two) in sorted[i + 1..].iter().enumerate() {
            if two[0] > one[1] {
                break;
            }
            if across(one, two) {
                found(i, i + 1 + ahead);
            }
        }
    }
}

/// An integer that orders numbers as they are.
#[inline]
fn rank(x: f32) -> u32 {
    // a set sign turns all bits, so that more negative is less
    let bits = x.to_bits();
    bits ^ if bits >> 31 == 0 { 1 << 31 } else { u32::MAX }
}

/// True if a box meets more than this many others along the axis of the sweep, in the mean.
fn is_crowded(sorted: &[Bounds], crowd: f64) -> bool {
    let [first, .., last] = sorted else { return false };
    let extent = last[0] - first[0];
    let widths = sorted.iter().fold(0.0, |sum, b| sum + f64::from((b[1] - b[0]).min(extent)));
    widths > crowd * f64::from(extent)
}

/// The axis along which the centres are spread most.
fn widest_axis(boxes: &[[f32; 6]]) -> usize {
    let (mut sum, mut square) = (Vec3::ZERO, Vec3::ZERO);
    for b in boxes {
        let centre = Vec3([b[0] + b[3], b[1] + b[4], b[2] + b[5]].map(f64::from));
        sum += centre;
        square += centre.scale_by(centre);
    }
    let spread = square - sum.scale_by(sum) * (1.0 / boxes.len() as f64);
    (0..3).fold(0, |best, i| if spread[i] > spread[best] { i } else { best })
}

/// True if two boxes overlap across the axis of the sweep.
#[inline]
fn across(one: &Bounds, two: &Bounds) -> bool {
    !(one[2] > two[3] || two[2] > one[3] || one[4] > two[5] || two[4] > one[5])
}

/// Columns across the axis of the sweep.
struct Grid {
    low: [f32; 2],
    per_width: [f32; 2],
    count: [usize; 2],
}

impl Grid {
    /// A grid for these boxes with no more columns than boxes; none if there is nothing to cut.
    fn new(sorted: &[Bounds]) -> Option<Self> {
        let mut grid = Self { low: [0.0; 2], per_width: [0.0; 2], count: [1; 2] };
        let mut columns = [1.0; 2];
        for k in 0..2 {
            let (mut low, mut high, mut width, mut finite) = (f32::INFINITY, f32::NEG_INFINITY, 0.0, 0.0);
            for b in sorted.iter().filter(|b| (b[2 * k + 3] - b[2 * k + 2]).is_finite()) {
                low = low.min(b[2 * k + 2]);
                high = high.max(b[2 * k + 3]);
                width += b[2 * k + 3] - b[2 * k + 2];
                finite += 1.0;
            }
            let fit = (high - low) * finite / (WIDTH * width);
            if fit.is_finite() && fit > 1.0 {
                columns[k] = fit;
            }
            (grid.low[k], grid.per_width[k]) = (low, 1.0 / (high - low));
        }
        let most = sorted.len() as f32;
        for k in 0..2 {
            let other: f32 = columns[1 - k];
            let share = if columns[0] * columns[1] > most { (most / other).max(most.sqrt()) } else { f32::MAX };
            grid.count[k] = columns[k].min(share) as usize;
            columns[k] = grid.count[k] as f32;
            grid.per_width[k] *= columns[k];
        }
        (grid.count[0] * grid.count[1] > 1).then_some(grid)
    }

    /// The column along an axis that a coordinate is in.
    #[inline]
    fn column(&self, k: usize, at: f32) -> usize {
        (((at - self.low[k]) * self.per_width[k]) as usize).min(self.count[k] - 1)
    }

    /// First and last columns along both axes that a box lies in.
    #[inline]
    fn columns(&self, b: &Bounds) -> [(usize, usize); 2] {
        [(self.column(0, b[2]), self.column(0, b[3])), (self.column(1, b[4]), self.column(1, b[5]))]
    }

    /// Number of a column from coordinates along both axes.
    #[inline]
    fn cell(&self, y: f32, z: f32) -> usize {
        self.column(0, y) * self.count[1] + self.column(1, z)
    }

    /// Visits the columns that a box lies in.
    #[inline]
    fn each_cell(&self, b: &Bounds, mut visit: impl FnMut(usize)) {
        let [(y0, y1), (z0, z1)] = self.columns(b);
        for y in y0..=y1 {
            for z in z0..=z1 {
                visit(y * self.count[1] + z);
            }
        }
    }

    /// True if a box lies in too many columns.
    #[inline]
    fn is_wide(&self, b: &Bounds) -> bool {
        let [(y0, y1), (z0, z1)] = self.columns(b);
        y1 - y0 >= MOST || z1 - z0 >= MOST
    }
}

/// Pairs of which one is wide at least.
fn sweep_wide(grid: &Grid, sorted: &[Bounds], wide: &mut [i32], found: &mut impl FnMut(usize, usize)) {
    let mut count = 0;
    for (i, b) in sorted.iter().enumerate() {
        if grid.is_wide(b) {
            wide[count] = i as i32;
            count += 1;
        }
    }
    let wide = &wide[..count];
    if wide.is_empty() {
        return;
    }
    let mut next = 0;
    for (i, one) in sorted.iter().enumerate() {
        if wide.get(next).is_some_and(|w| w.ix() == i) {
            // a wide one meets all that follow
            next += 1;
            for (ahead, two) in sorted[i + 1..].iter().enumerate() {
                if two[0] > one[1] {
                    break;
                }
                if across(one, two) {
                    found(i, i + 1 + ahead);
                }
            }
        } else {
            for &j in &wide[next..] {
                let two = &sorted[j.ix()];
                if two[0] > one[1] {
                    break;
                }
                if across(one, two) {
                    found(i, j.ix());
                }
            }
        }
    }
}

/// Pairs of boxes that are not wide, each in the column where their overlap begins.
fn sweep_columns(grid: &Grid, sorted: &[Bounds], mut s: Frame<'_>, found: &mut impl FnMut(usize, usize)) {
    // where the boxes of each column begin
    let cells = grid.count[0] * grid.count[1];
    let ends = s.ints(cells);
    for b in sorted.iter().filter(|b| !grid.is_wide(b)) {
        grid.each_cell(b, |cell| ends[cell] += 1);
    }
    let mut total = 0;
    for end in ends.iter_mut() {
        total += *end;
        *end = total - *end;
    }

    // boxes by column, in the order of the sweep; each beginning moves to its end
    let members = s.used_ints(total.ix());
    for (i, b) in sorted.iter().enumerate().filter(|(_, b)| !grid.is_wide(b)) {
        grid.each_cell(b, |cell| {
            members[ends[cell].ix()] = i as i32;
            ends[cell] += 1;
        });
    }

    let mut begin = 0;
    for (cell, &end) in ends.iter().enumerate() {
        let column = &members[begin..end.ix()];
        begin = end.ix();
        for (at, &i) in column.iter().enumerate() {
            let one = &sorted[i.ix()];
            for &j in &column[at + 1..] {
                let two = &sorted[j.ix()];
                if two[0] > one[1] {
                    break;
                }
                if across(one, two) && grid.cell(one[2].max(two[2]), one[4].max(two[4])) == cell {
                    found(i.ix(), j.ix());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    /// Numbers in 0 … 1 from a fixed sequence.
    fn random(state: &mut u64) -> f32 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Pairs by a single sweep, or by columns.
    fn swept(boxes: &[[f32; 6]], columns: bool) -> Vec<(usize, usize)> {
        let mut scratch = Scratch::default();
        let mut pairs = Vec::new();
        let crowd = if columns { 0.0 } else { f64::MAX };
        let need = overlaps_need(boxes.len());
        overlaps_in(boxes, crowd, scratch.frame(need), |i, j| pairs.push((i.min(j), i.max(j))));
        pairs.sort_unstable();
        pairs
    }

    fn all(boxes: &[[f32; 6]]) -> Vec<(usize, usize)> {
        let touch = |a: &[f32; 6], b: &[f32; 6]| (0..3).all(|k| a[k] <= b[k + 3] && b[k] <= a[k + 3]);
        let pairs = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
        pairs.filter(|&(i, j)| touch(&boxes[i], &boxes[j])).collect()
    }

    #[test]
    fn every_overlap_is_found_once_whatever_the_shape_of_the_cloud() {
        let mut state = 1;
        // extent of the cloud, width of a box, share of wide ones
        for (extent, width, wide) in [
            ([1.0, 1.0, 1.0], 0.1, 0.0),
            ([1.0, 1.0, 1.0], 0.02, 0.05),
            ([10.0, 1.0, 0.0], 0.05, 0.1),
            ([0.0, 10.0, 0.0], 0.5, 0.0),
            ([1e6, 1e-6, 1.0], 1e-3, 0.5),
            ([0.0, 0.0, 0.0], 0.0, 0.0),
        ] {
            for n in [0, 1, 2, 63, 64, 65, 300] {
                let boxes: Vec<[f32; 6]> = (0..n)
                    .map(|_| {
                        let scale = if random(&mut state) < wide { 20.0 } else { 1.0 };
                        let low = extent.map(|e| e * random(&mut state));
                        let size = [0; 3].map(|_| scale * width * random(&mut state));
                        [low[0], low[1], low[2], low[0] + size[0], low[1] + size[1], low[2] + size[2]]
                    })
                    .collect();
                for columns in [false, true] {
                    assert_eq!(swept(&boxes, columns), all(&boxes), "{n} boxes in {extent:?}");
                }
            }
        }
    }

    #[test]
    fn endless_boxes_meet_everything() {
        let mut boxes: Vec<[f32; 6]> = (0..100)
            .map(|i: u8| [f32::from(i), f32::from(i % 7), 0.0, f32::from(i) + 0.1, f32::from(i % 7) + 0.1, 0.1])
            .collect();
        boxes[40] =
            [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY, f32::INFINITY];
        for columns in [false, true] {
            assert_eq!(swept(&boxes, columns), all(&boxes));
        }
        boxes[50] = [f32::NAN; 6];
        for columns in [false, true] {
            assert!(swept(&boxes, columns).len() >= 98, "numbers that are none do no harm");
        }
    }
}
