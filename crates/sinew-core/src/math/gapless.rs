//! Products of a sparse row with a vector, as of dense ones where the columns of the row have no gap.
//!
//! The dofs along a limb are numbered one after the other, so most rows of tendons and actuators have few. Columns
//! ascend, which makes the ends of a row, or of four entries, tell.

use super::simd;

/// Where the columns lie if they follow one another.
#[inline]
fn run(columns: &[i32]) -> Option<std::ops::Range<usize>> {
    let (first, last) = (*columns.first()? as usize, *columns.last()? as usize);
    (last.wrapping_sub(first) == columns.len() - 1).then_some(first..last + 1)
}

/// Four entries of a vector, if the columns follow one another.
#[inline]
fn four<'a>(x: &'a [f64], columns: &[i32; 4]) -> Option<&'a [f64; 4]> {
    let start = columns[0] as u32 as usize;
    if columns[3] - columns[0] == 3 { x.get(start..start + 4)?.first_chunk() } else { None }
}

/// [`four`], to be written to.
#[inline]
fn four_mut<'a>(x: &'a mut [f64], columns: &[i32; 4]) -> Option<&'a mut [f64; 4]> {
    let start = columns[0] as u32 as usize;
    if columns[3] - columns[0] == 3 { x.get_mut(start..start + 4)?.first_chunk_mut() } else { None }
}

/// `Σ values[k] · x[columns[k]]`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub fn dot(values: &[f64], columns: &[i32], x: &[f64]) -> f64 {
    match run(columns).and_then(|run| x.get(run)) {
        Some(x) => simd::dot(values, x),
        None => dot_with_gaps(values, columns, x),
    }
}

/// The sum in order, wherever the gaps are.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn dot_with_gaps(values: &[f64], columns: &[i32], x: &[f64]) -> f64 {
    let ((values4, values), (columns4, columns)) = (values.as_chunks::<4>(), columns.as_chunks::<4>());
    let mut sum = -0.0;
    for (values, columns) in values4.iter().zip(columns4) {
        if let Some(x) = four(x, columns) {
            for k in 0..4 {
                sum += values[k] * x[k];
            }
        } else {
            for k in 0..4 {
                sum += values[k] * x[columns[k] as usize];
            }
        }
    }
    values.iter().zip(columns).fold(sum, |sum, (value, &column)| sum + value * x[column as usize])
}

/// `out[columns[k]] += values[k] · scale`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub fn add_scaled(out: &mut [f64], values: &[f64], columns: &[i32], scale: f64) {
    let ((values4, values), (columns4, columns)) = (values.as_chunks::<4>(), columns.as_chunks::<4>());
    for (values, columns) in values4.iter().zip(columns4) {
        if let Some(out) = four_mut(out, columns) {
            let ([a, b, c, d], [p, q, r, s]) = (*out, *values);
            *out = [a + p * scale, b + q * scale, c + r * scale, d + s * scale];
        } else {
            for k in 0..4 {
                out[columns[k] as usize] += values[k] * scale;
            }
        }
    }
    for (value, &column) in values.iter().zip(columns) {
        out[column as usize] += value * scale;
    }
}

/// `values[k] = x[columns[k]]`, which become zero.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub fn take(values: &mut [f64], columns: &[i32], x: &mut [f64]) {
    let ((values4, values), (columns4, columns)) = (values.as_chunks_mut::<4>(), columns.as_chunks::<4>());
    for (values, columns) in values4.iter_mut().zip(columns4) {
        if let Some(x) = four_mut(x, columns) {
            (*values, *x) = (*x, [0.0; 4]);
        } else {
            for k in 0..4 {
                values[k] = std::mem::take(&mut x[columns[k] as usize]);
            }
        }
    }
    for (value, &column) in values.iter_mut().zip(columns) {
        *value = std::mem::take(&mut x[column as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_and_without_gaps_multiply_like_sparse_ones() {
        let x: [f64; 12] = std::array::from_fn(|i| 1.0 + i as f64);
        let values = [0.5, -2.0, 4.0, 1.0, 8.0];
        for columns in [&[3, 4, 5, 6, 7][..], &[0, 4, 5, 6, 7], &[2], &[]] {
            let values = &values[..columns.len()];
            let want: f64 = values.iter().zip(columns).map(|(v, &c)| v * x[c as usize]).sum();
            // small whole numbers: no rounding
            assert_eq!(dot(values, columns, &x), want, "{columns:?}");
            let mut out = x;
            add_scaled(&mut out, values, columns, 2.0);
            for (i, out) in out.iter().enumerate() {
                let entry = columns.iter().position(|&c| c as usize == i).map_or(0.0, |k| values[k]);
                assert_eq!(*out, x[i] + 2.0 * entry, "{columns:?}, entry {i}");
            }
            let (mut taken, mut rest) = (vec![0.0; columns.len()], x);
            take(&mut taken, columns, &mut rest);
            for (k, &column) in columns.iter().enumerate() {
                assert_eq!((taken[k], rest[column as usize]), (x[column as usize], 0.0), "{columns:?}");
            }
            assert_eq!(rest.iter().filter(|x| **x == 0.0).count(), columns.len());
        }
    }
}
