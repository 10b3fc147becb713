//! Products of a sparse row with a vector, as of dense ones if the columns of the row have no gap.
//!
//! The dofs along a limb are numbered one after the other, so most rows of tendons and actuators have none. Columns
//! ascend, which makes the ends of a row tell.

use super::simd;

/// Where the columns lie if they follow one another.
#[inline]
fn run(columns: &[i32]) -> Option<std::ops::Range<usize>> {
    let (first, last) = (*columns.first()? as usize, *columns.last()? as usize);
    (last.wrapping_sub(first) == columns.len() - 1).then_some(first..last + 1)
}

/// `Σ values[k] · x[columns[k]]`.
#[inline]
pub fn dot(values: &[f64], columns: &[i32], x: &[f64]) -> f64 {
    match run(columns).and_then(|run| x.get(run)) {
        Some(x) => simd::dot(values, x),
        None => values.iter().zip(columns).map(|(value, &column)| value * x[column as usize]).sum(),
    }
}

/// `out[columns[k]] += values[k] · scale`.
#[inline]
pub fn add_scaled(out: &mut [f64], values: &[f64], columns: &[i32], scale: f64) {
    if let Some(out) = run(columns).and_then(|run| out.get_mut(run)) {
        simd::add_scaled(out, values, scale);
    } else {
        for (value, &column) in values.iter().zip(columns) {
            out[column as usize] += value * scale;
        }
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
        }
    }
}
