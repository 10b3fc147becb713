//! Panels: blocks of columns of a sparse factor, whose rows are stored four at a time.
//!
//! A panel of `w` columns holds, for each four of its rows, `w` lanes: lane `k` has the entries of column `k`. The first
//! rows are those of the diagonal, up to a multiple of four; rows that are not there are zero. A factor has the inverses
//! of its diagonal there.

use super::tiles::{Lane, TILE, Tile};
use super::{Vector, kernel};
use crate::math::MINVAL;

/// Columns that are computed together: as many as leave all sums in registers, and as a free body has.
pub const STRIP: usize = 6;

kernel! {
    /// Subtracts `A Bᵀ` from entries of `to`: `A` are rows of a panel of `width` columns from the one with number
    /// `first` on, `B` the first of these, as many as there are `columns`. Row `i` and column `j` of the product belong at
    /// `rows[i] + columns[j]`.
    pub fn panel_subtract<V>(
        to: &mut [f64],
        rows: &[i32],
        columns: &[i32],
        panel: &[Lane],
        width: usize,
        first: usize,
        packed: &mut [[f64; STRIP]],
    ) {
        let packed = &mut packed[..width];
        let mut at = 0;
        while at < columns.len() {
            let count = (columns.len() - at).min(STRIP);
            // row `first + at + c` becomes column `c` of the strip
            for c in 0..STRIP {
                let row = first + at + c;
                let lanes = &panel[row / TILE * width..];
                for (packed, lane) in packed.iter_mut().zip(lanes) {
                    packed[c] = lane[row % TILE];
                }
                if c + 1 == count {
                    break;
                }
            }
            let columns = &columns[at..at + count];
            // rows above the strip are those of earlier strips
            for block in (first + at) / TILE..panel.len() / width {
                let lanes = &panel[block * width..(block + 1) * width];
                let from = (first + at).saturating_sub(block * TILE);
                let start = block * TILE + from - first;
                let rows = &rows[start..rows.len().min(block * TILE + TILE - first)];
                match count {
                    5.. => scatter(to, rows, columns, from, &product::<V, 6>(lanes, packed)),
                    3.. => scatter(to, rows, columns, from, &product::<V, 4>(lanes, packed)),
                    _ => scatter(to, rows, columns, from, &product::<V, 2>(lanes, packed)),
                }
            }
            at += count;
        }
    }
}

kernel! {
    /// Factors a panel in place; a pivot too small is raised.
    pub fn panel_factor<V>(panel: &mut [Lane], width: usize) {
        for t in 0..width.div_ceil(TILE) {
            let (k, columns) = (t * TILE, TILE.min(width - t * TILE));
            let (above, below) = panel.split_at_mut((t + 1) * width);
            let own = &mut above[t * width..];
            let (before, tile) = own.split_at_mut(k);
            let mut diagonal = load(tile);
            // what the last tile has beyond the matrix stays by itself
            for c in columns..TILE {
                diagonal[c][c] = 1.0;
            }
            let mut x = diagonal.each_ref().map(V::load);
            subtract(&mut x, before, before);
            factor_tile(&mut diagonal, x);
            store(tile, &diagonal);
            // eight rows at a time keep more sums in flight
            let mut pairs = below.chunks_exact_mut(2 * width);
            for pair in &mut pairs {
                let (one, two) = pair.split_at_mut(width);
                let ((one, one_rest), (two, two_rest)) = (one.split_at_mut(k), two.split_at_mut(k));
                let mut x = load(one_rest).each_ref().map(V::load);
                let mut y = load(two_rest).each_ref().map(V::load);
                subtract_both([&mut x, &mut y], [one, two], before);
                divide(&mut x, &diagonal);
                divide(&mut y, &diagonal);
                store(one_rest, &x.map(V::lanes));
                store(two_rest, &y.map(V::lanes));
            }
            for row in pairs.into_remainder().chunks_exact_mut(width) {
                let (row, rest) = row.split_at_mut(k);
                let mut x = load(rest).each_ref().map(V::load);
                subtract(&mut x, row, before);
                divide(&mut x, &diagonal);
                store(rest, &x.map(V::lanes));
            }
        }
    }
}

kernel! {
    /// Forward substitution with a panel: `own` are the unknowns of its columns, `below` receives what they take from those
    /// of the rows after the diagonal.
    pub fn panel_forward<V>(own: &mut [f64], below: &mut [Lane], panel: &[Lane]) {
        let width = own.len();
        let diagonal = width.div_ceil(TILE);
        for t in 0..diagonal {
            let row = &panel[t * width..(t + 1) * width];
            let (before, rest) = own.split_at_mut(t * TILE);
            let n = TILE.min(rest.len());
            let mut y = [0.0; TILE];
            y[..n].copy_from_slice(&rest[..n]);
            let mut sum = V::load(&y);
            for (lane, &x) in row.iter().zip(&*before) {
                sum = sum.minus_product(V::load(lane), V::splat(x));
            }
            y = sum.lanes();
            for c in 0..n {
                let lane = &row[t * TILE + c];
                y[c] *= lane[c];
                for r in c + 1..TILE {
                    y[r] -= lane[r] * y[c];
                }
            }
            rest[..n].copy_from_slice(&y[..n]);
        }
        for (y, row) in below.iter_mut().zip(panel[diagonal * width..].chunks_exact(width)) {
            let mut sum = V::splat(0.0);
            for (lane, &x) in row.iter().zip(&*own) {
                sum = sum.plus_product(V::load(lane), V::splat(x));
            }
            sum.store(y);
        }
    }
}

kernel! {
    /// Backward substitution with a panel: `own` are the unknowns of its columns, `below` the solution in the rows after
    /// the diagonal; `sums` is a lane for each column.
    pub fn panel_backward<V>(own: &mut [f64], below: &[Lane], panel: &[Lane], sums: &mut [Lane]) {
        let width = own.len();
        let diagonal = width.div_ceil(TILE);
        let sums = &mut sums[..width];
        sums.fill([0.0; TILE]);
        for (x, row) in below.iter().zip(panel[diagonal * width..].chunks_exact(width)) {
            let x = V::load(x);
            for (sum, lane) in sums.iter_mut().zip(row) {
                V::load(sum).plus_product(V::load(lane), x).store(sum);
            }
        }
        for t in (0..diagonal).rev() {
            let row = &panel[t * width..(t + 1) * width];
            let n = TILE.min(width - t * TILE);
            for c in (0..n).rev() {
                let k = t * TILE + c;
                let s = sums[k];
                let mut y = own[k] - ((s[0] + s[2]) + (s[1] + s[3]));
                for r in c + 1..n {
                    y -= row[k][r] * own[t * TILE + r];
                }
                own[k] = y * row[k][c];
            }
            let mut x = [0.0; TILE];
            x[..n].copy_from_slice(&own[t * TILE..t * TILE + n]);
            let x = V::load(&x);
            for (sum, lane) in sums.iter_mut().zip(&row[..t * TILE]) {
                V::load(sum).plus_product(V::load(lane), x).store(sum);
            }
        }
    }
}

/// Product of four rows with `C` columns of a strip.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn product<V: Vector, const C: usize>(a: &[Lane], packed: &[[f64; STRIP]]) -> [Lane; STRIP] {
    let mut sum = [V::splat(0.0); C];
    for (a, b) in a.iter().zip(packed) {
        let a = V::load(a);
        for c in 0..C {
            sum[c] = sum[c].plus_product(a, V::splat(b[c]));
        }
    }
    let mut out = [[0.0; TILE]; STRIP];
    for c in 0..C {
        sum[c].store(&mut out[c]);
    }
    out
}

/// Subtracts a product at its place, from row `from` on.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn scatter(to: &mut [f64], rows: &[i32], columns: &[i32], from: usize, product: &[Lane; STRIP]) {
    // most strips are full
    if let Ok(columns) = <&[i32; STRIP]>::try_from(columns) {
        for (k, &row) in rows.iter().enumerate().take(TILE) {
            let to = &mut to[row as usize..];
            for c in 0..STRIP {
                to[columns[c] as usize] -= product[c][(from + k) % TILE];
            }
        }
        return;
    }
    for (column, product) in columns.iter().zip(product) {
        for (row, x) in rows.iter().zip(&product[from..]) {
            to[(row + column) as usize] -= x;
        }
    }
}

/// `t -= Σ x yᵀ` over two rows of lanes.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn subtract<V: Vector>(t: &mut [V; TILE], x: &[Lane], y: &[Lane]) {
    let mut sum = *t;
    for (x, y) in x.iter().zip(y) {
        let x = V::load(x);
        for c in 0..TILE {
            sum[c] = sum[c].minus_product(x, V::splat(y[c]));
        }
    }
    *t = sum;
}

/// [`subtract`] for two rows at once.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn subtract_both<V: Vector>([t, u]: [&mut [V; TILE]; 2], [x, y]: [&[Lane]; 2], z: &[Lane]) {
    let (mut sum, mut other) = (*t, *u);
    for ((x, y), z) in x.iter().zip(y).zip(z) {
        let (x, y) = (V::load(x), V::load(y));
        for c in 0..TILE {
            let z = V::splat(z[c]);
            sum[c] = sum[c].minus_product(x, z);
            other[c] = other[c].minus_product(y, z);
        }
    }
    (*t, *u) = (sum, other);
}

/// The first columns of a row of lanes; what is missing of four is zero.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn load(row: &[Lane]) -> Tile {
    if let Some(tile) = row.first_chunk() {
        return *tile;
    }
    // no loop, which would become a call
    let column = |c: usize| row.get(c).copied().unwrap_or_default();
    [column(0), column(1), column(2), [0.0; TILE]]
}

/// Undoes [`load`].
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn store(row: &mut [Lane], tile: &Tile) {
    if let Some(row) = row.first_chunk_mut() {
        *row = *tile;
    } else {
        let mut put = |c: usize| row.get_mut(c).map_or((), |row| *row = tile[c]);
        put(0);
        put(1);
        put(2);
    }
}

/// Factors a tile of the diagonal.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn factor_tile<V: Vector>(to: &mut Tile, mut t: [V; TILE]) {
    for c in 0..TILE {
        for k in 0..c {
            t[c] = t[c].minus_product(t[k], V::splat(to[k][c]));
        }
        t[c].store(&mut to[c]);
        let inv = 1.0 / to[c][c].max(MINVAL).sqrt();
        t[c] = t[c].times(V::splat(inv));
        t[c].store(&mut to[c]);
        to[c][c] = inv;
    }
}

/// `t ← t L⁻ᵀ` with a factored tile of the diagonal.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
fn divide<V: Vector>(t: &mut [V; TILE], diagonal: &Tile) {
    for c in 0..TILE {
        for k in 0..c {
            t[c] = t[c].minus_product(t[k], V::splat(diagonal[k][c]));
        }
        t[c] = t[c].times(V::splat(diagonal[c][c]));
    }
}
