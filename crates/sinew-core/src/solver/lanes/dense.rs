//! Small dense matrices of four problems side by side, a lane for each.
//!
//! Every sum runs in the order in which the tiles of a single problem run through it (`math/simd/tiles`,
//! `math/simd/spread`), so that a problem has the same bits in a lane as alone. Entries that its tiles do not have are zero
//! here, and change no sum.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use crate::math::MINVAL;
use crate::math::simd::{Lane, TILE, Vector, kernel};

/// Sum of the four lanes of a tile, the even ones and the odd ones first.
#[inline(always)]
pub(super) fn across<V: Vector>(x: [V; TILE]) -> V {
    x[0].plus(x[2]).plus(x[1].plus(x[3]))
}

#[inline(always)]
fn products<V: Vector>(a: &[Lane; TILE], x: &[Lane; TILE]) -> [V; TILE] {
    let mut out = [V::splat(0.0); TILE];
    for k in 0..TILE {
        out[k] = V::load(&a[k]).times(V::load(&x[k]));
    }
    out
}

/// Products added up in the four lanes of tiles, and of what is left over after whole tiles.
#[inline(always)]
fn in_tiles<V: Vector>(a: &[Lane], b: &[Lane]) -> ([V; TILE], [V; TILE]) {
    let ((a4, a_rest), (b4, b_rest)) = (a.as_chunks::<TILE>(), b.as_chunks::<TILE>());
    let mut sums = [V::splat(0.0); TILE];
    for (a, b) in a4.iter().zip(b4) {
        for k in 0..TILE {
            sums[k] = sums[k].plus_product(V::load(&a[k]), V::load(&b[k]));
        }
    }
    let mut rest = [V::splat(0.0); TILE];
    for (k, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        rest[k] = V::load(a).times(V::load(b));
    }
    (sums, rest)
}

/// Inner products of vectors.
#[inline(always)]
pub(super) fn dot_of<V: Vector>(a: &[Lane], b: &[Lane]) -> V {
    let (sums, rest) = in_tiles::<V>(a, b);
    let rest = rest[..a.len() % TILE].iter().fold(V::splat(0.0), |sum, x| sum.plus(*x));
    across(sums).plus(rest)
}

kernel! {
    /// Inner products of vectors.
    pub(super) fn dot<V>(out: &mut Lane, a: &[Lane], b: &[Lane]) {
        dot_of::<V>(a, b).store(out);
    }
}

/// Most columns of a matrix of rows.
pub(super) const MOST_COLUMNS: usize = 32;

/// Rows of four matrices, with a bit for each column in which a row has an entry.
#[derive(Clone, Copy)]
pub(super) struct Jacobian<'a> {
    pub rows: &'a [Lane],
    pub columns: &'a [u32],
}

impl<'a> Jacobian<'a> {
    /// Rows of `n` entries and their columns.
    pub fn iter(self, n: usize) -> impl Iterator<Item = (&'a [Lane], u32)> {
        self.rows.chunks_exact(n).zip(self.columns.iter().copied())
    }
}

kernel! {
    /// `out = J x − c`.
    pub(super) fn mul_rows<V>(out: &mut [Lane], jacobian: Jacobian<'_>, x: &[Lane], c: Option<&[Lane]>) {
        let (tiles, rest) = x.as_chunks::<TILE>();
        for (r, (out, (row, columns))) in out.iter_mut().zip(jacobian.iter(x.len())).enumerate() {
            let (mut sums, mut columns) = ([V::splat(0.0); TILE], columns);
            let (row, row_rest) = row.as_chunks::<TILE>();
            for (a, x) in row.iter().zip(tiles) {
                if columns % (1 << TILE) != 0 {
                    for k in 0..TILE {
                        sums[k] = sums[k].plus_product(V::load(&a[k]), V::load(&x[k]));
                    }
                }
                columns >>= TILE;
            }
            for (sum, (a, x)) in sums.iter_mut().zip(row_rest.iter().zip(rest)) {
                *sum = sum.plus_product(V::load(a), V::load(x));
            }
            let sum = across(sums);
            c.map_or(sum, |c| sum.minus(V::load(&c[r]))).store(out);
        }
    }
}

kernel! {
    /// `out = Jᵀ x`.
    pub(super) fn mul_transposed<V>(out: &mut [Lane], jacobian: Jacobian<'_>, x: &[Lane]) {
        out.fill([0.0; TILE]);
        for (x, (row, mut columns)) in x.iter().zip(jacobian.iter(out.len())) {
            let x = V::load(x);
            if V::all(x.equals(V::splat(0.0))) {
                continue;
            }
            for (out, a) in out.chunks_mut(TILE).zip(row.chunks(TILE)) {
                if columns % (1 << TILE) != 0 {
                    for (out, a) in out.iter_mut().zip(a) {
                        V::load(out).plus_product(V::load(a), x).store(out);
                    }
                }
                columns >>= TILE;
            }
        }
    }
}

kernel! {
    /// `out = A x` with a symmetric matrix.
    pub(super) fn mul<V>(out: &mut [Lane], matrix: &[Lane], x: &[Lane]) {
        let n = x.len();
        for (i, (out, row)) in out.iter_mut().zip(matrix.chunks_exact(n)).enumerate() {
            let tile = i / TILE * TILE;
            let mut sum = V::splat(0.0);
            for (a, x) in row[..tile].as_chunks::<TILE>().0.iter().zip(x[..tile].as_chunks::<TILE>().0) {
                sum = sum.plus(across(products::<V>(a, x)));
            }
            for (a, x) in row[tile..].iter().zip(&x[tile..]) {
                sum = sum.plus_product(V::load(a), V::load(x));
            }
            sum.store(out);
        }
    }
}

/// Rows that are added to a matrix together.
pub(super) const TOGETHER: usize = 4;

kernel! {
    /// Adds `Σ w aᵀ a` of some rows to the lower half of a matrix; these are all columns in which they have entries.
    pub(super) fn add_squares<V>(matrix: &mut [Lane], rows: [&[Lane]; TOGETHER], weights: [&Lane; TOGETHER], columns: u32) {
        let [one, two, three, four] = rows;
        let (n, mut own, mut count, mut left) = (one.len(), [0; MOST_COLUMNS], 0, columns);
        while left != 0 {
            let j = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut b = [V::load(&one[j]), V::load(&two[j]), V::load(&three[j]), V::load(&four[j])];
            for k in 0..TOGETHER {
                b[k] = V::load(weights[k]).times(b[k]);
            }
            own[count] = j;
            count += 1;
            let entries = &mut matrix[j * n..(j + 1) * n];
            for &i in &own[..count] {
                let sum = V::load(&entries[i]).plus_product(V::load(&one[i]), b[0]).plus_product(V::load(&two[i]), b[1]);
                let sum = sum.plus_product(V::load(&three[i]), b[2]).plus_product(V::load(&four[i]), b[3]);
                sum.store(&mut entries[i]);
            }
        }
    }
}

kernel! {
    /// Copies the lower half of a matrix, in the lanes in which one number is above another.
    pub(super) fn replace_lower<V>(to: &mut [Lane], from: &[Lane], n: usize, number: &Lane, limit: &Lane) {
        let above = V::load(limit).below(V::load(number));
        for (j, (to, from)) in to.chunks_exact_mut(n).zip(from.chunks_exact(n)).enumerate() {
            for (to, from) in to[..=j].iter_mut().zip(from) {
                V::pick(above, V::load(from), V::load(to)).store(to);
            }
        }
    }
}

/// The inverse of a pivot; one too small is raised.
#[inline(always)]
fn inverse<V: Vector>(pivot: V) -> V {
    let least = V::splat(MINVAL);
    V::splat(1.0).over(V::pick(least.below(pivot), pivot, least))
}

kernel! {
    /// Factors `A = U D Uᵀ`, given its lower half: `Uᵀ`, and in place of its diagonal the inverse of `D`. A pivot too small
    /// is raised.
    pub(super) fn factor<V>(factor: &mut [Lane], matrix: &[Lane], n: usize) {
        for (j, (to, from)) in factor.chunks_exact_mut(n).zip(matrix.chunks_exact(n)).enumerate() {
            for (to, from) in to[..=j].iter_mut().zip(from) {
                V::load(from).store(to);
            }
        }
        // two columns at a time, of which the first acts on the second before
        let mut end = n;
        while end > 1 {
            let (above, last) = factor.split_at_mut((end - 1) * n);
            let (above, next) = above.split_at_mut((end - 2) * n);
            eliminate_pair::<V>(above, &mut next[..end - 1], &mut last[..end], n);
            end -= 2;
        }
        if end == 1 {
            inverse(V::load(&factor[0])).store(&mut factor[0]);
        }
    }
}

/// Eliminates the last column and the next one, which is a row shorter, from the rows above.
#[inline(always)]
fn eliminate_pair<V: Vector>(above: &mut [Lane], next: &mut [Lane], last: &mut [Lane], n: usize) {
    let (zero, m) = (V::splat(0.0), next.len() - 1);
    let inv_last = inverse(V::load(&last[m + 1]));
    let between = V::load(&last[m]).times(inv_last);
    for (entry, a) in next.iter_mut().zip(&*last) {
        V::load(entry).minus_product(V::load(a), between).store(entry);
    }
    let inv_next = inverse(V::load(&next[m]));
    for (j, entries) in above.chunks_exact_mut(n).enumerate() {
        let (b, c) = (V::load(&last[j]), V::load(&next[j]));
        if V::all(V::both(b.equals(zero), c.equals(zero))) {
            continue;
        }
        let (b, c) = (b.times(inv_last), c.times(inv_next));
        for (entry, (x, y)) in entries[..=j].iter_mut().zip(last.iter().zip(&*next)) {
            V::load(entry).minus_product(V::load(x), b).minus_product(V::load(y), c).store(entry);
        }
    }
    for (column, inverse) in [(last, inv_last), (next, inv_next)] {
        if let Some((pivot, others)) = column.split_last_mut() {
            for x in others {
                V::load(x).times(inverse).store(x);
            }
            inverse.store(pivot);
        }
    }
}

kernel! {
    /// Solves in place with a factor.
    pub(super) fn solve<V>(x: &mut [Lane], factor: &[Lane]) {
        let n = x.len();
        for (m, column) in factor.chunks_exact(n).enumerate().rev() {
            let (above, own) = x.split_at_mut(m);
            let y = V::load(&own[0]);
            for (x, u) in above.iter_mut().zip(column) {
                V::load(x).minus_product(V::load(u), y).store(x);
            }
        }
        for (j, column) in factor.chunks_exact(n).enumerate() {
            let ((above, own), tile) = (x.split_at_mut(j), j / TILE * TILE);
            let (mut y, (whole, part)) = (V::load(&own[0]).times(V::load(&column[j])), column[..j].split_at(tile));
            for (u, x) in whole.as_chunks::<TILE>().0.iter().zip(above.as_chunks::<TILE>().0) {
                y = y.minus(across(products::<V>(u, x)));
            }
            for (u, x) in part.iter().zip(&above[tile..]) {
                y = y.minus_product(V::load(u), V::load(x));
            }
            y.store(&mut own[0]);
        }
    }
}
