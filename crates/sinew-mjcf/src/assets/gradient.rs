//! Gradients: textures between two colours.

use std::f64::consts::{PI, SQRT_2};

use crate::spec;

/// From the centre outward.
pub(super) fn plane(spec: &spec::Texture, face: &mut [[u8; 3]], width: usize, height: usize) {
    let inward = |square: f64| blend(spec.rgb2, spec.rgb1, sigmoid(2.0 * square.sqrt() - 1.0));
    let inward = Steps::new(0.0, width.min(height), inward);
    let columns: Vec<f64> = (0..width).map(|c| centred(c, width)).map(|x| x * x).collect();
    for (r, row) in face.chunks_exact_mut(width).enumerate() {
        let y = -centred(r, height);
        for (pixel, column) in row.iter_mut().zip(&columns) {
            *pixel = inward.color(column + y * y);
        }
    }
}

/// By elevation, as seen from the centre of a cube.
pub(super) fn cube(spec: &spec::Texture, pixels: &mut [[u8; 3]], side: usize) {
    // of the sine of the elevation, and of the square of the distance from the centre
    let around = |sine: f64| blend(spec.rgb1, spec.rgb2, sigmoid(libm::asin(sine) / (0.5 * PI)));
    let height = |square: f64| sigmoid(1.0 - libm::acos(1.0 / square.sqrt()) / (0.5 * PI));
    let around = Steps::new(-1.0, side, around);
    let above = Steps::new(1.0, side, |square| blend(spec.rgb1, spec.rgb2, height(square)));
    let below = Steps::new(1.0, side, |square| blend(spec.rgb1, spec.rgb2, -height(square)));

    let (sides, rest) = pixels.split_at_mut(2 * side * side);
    let (right, left) = sides.split_at_mut(side * side);
    let (up, rest) = rest.split_at_mut(side * side);
    let (down, ends) = rest.split_at_mut(side * side);
    // to the middle of a row: its halves mirror one another
    let columns: Vec<f64> = (0..side.div_ceil(2)).map(|c| centred(c, side)).map(|x| 1.0 + x * x).collect();
    let rows = right.chunks_exact_mut(side).zip(up.chunks_exact_mut(side)).zip(down.chunks_exact_mut(side));
    for (r, ((right, up), down)) in rows.enumerate() {
        let y = -centred(r, side);
        for (c, column) in columns.iter().enumerate() {
            let square = column + y * y;
            right[c] = around.color(y / square.sqrt());
            up[c] = above.color(square);
            down[c] = below.color(square);
        }
        [right, up, down].into_iter().for_each(mirror);
    }
    left.copy_from_slice(right);
    ends.chunks_exact_mut(side * side).for_each(|end| end.copy_from_slice(right));
}

/// A colour that changes monotonically with a number, by steps as colours have 256 levels. Most numbers are far from any
/// step: theirs is the colour at the ends of the interval in which they are. The others are worth the formula.
struct Steps<F> {
    start: f64,
    per_unit: f64,
    /// of intervals of equal length; none where there is a step, or nearly so
    known: Vec<Option<[u8; 3]>>,
    formula: F,
}

impl<F: Fn(f64) -> [f64; 3]> Steps<F> {
    /// Of the numbers from `start` to `start + 2`, for an image with such a side.
    fn new(start: f64, side: usize, formula: F) -> Self {
        // with about 300 steps there are then as many intervals as pixels on a step
        let n = (8 * side).next_power_of_two();
        let per_unit = n as f64 / 2.0;
        let ends: Vec<[f64; 3]> = (0..=n).map(|i| formula(start + i as f64 / per_unit)).collect();
        let known = ends.windows(2).map(|ends| level(ends[0], ends[1])).collect();
        Self { start, per_unit, known, formula }
    }

    fn color(&self, at: f64) -> [u8; 3] {
        let interval = (at - self.start) * self.per_unit;
        // not so if it is no number
        let known = if interval >= 0.0 { self.known.get(interval as usize).copied().flatten() } else { None };
        known.unwrap_or_else(|| (self.formula)(at).map(|x| x as u8))
    }
}

/// The colour between two others if it is the same, whatever the rounding.
fn level(a: [f64; 3], b: [f64; 3]) -> Option<[u8; 3]> {
    let color = a.map(|x| x as u8);
    let same = |x: f64, k: usize| {
        let slack = 1e-9 * (1.0 + x.abs());
        (x - slack) as u8 == color[k] && (x + slack) as u8 == color[k]
    };
    (0..3).all(|k| same(a[k], k) && same(b[k], k)).then_some(color)
}

/// From -1 to 1 in so many steps.
fn centred(i: usize, n: usize) -> f64 {
    2.0 * i as f64 / (n as f64 - 1.0) - 1.0
}

/// The left half of a row, the other way round on its right.
fn mirror(row: &mut [[u8; 3]]) {
    let (left, right) = row.split_at_mut(row.len() / 2);
    for (to, from) in right.iter_mut().rev().zip(left) {
        *to = *from;
    }
}

/// Of a number in [-1, 1], into the same range.
fn sigmoid(at: f64) -> f64 {
    at / (1.0 + at * at).sqrt() * SQRT_2
}

/// Between two colours, by a number in [-1, 1]; to be cut off to bytes.
fn blend(a: [f64; 3], b: [f64; 3], at: f64) -> [f64; 3] {
    let alpha = (0.5 * (1.0 + at)).clamp(0.0, 1.0);
    std::array::from_fn(|k| 255.0 * (alpha * a[k] + (1.0 - alpha) * b[k]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(formula: impl Fn(f64) -> [f64; 3], at: f64) -> [u8; 3] {
        formula(at).map(|x| x as u8)
    }

    #[test]
    fn colours_by_steps_are_those_of_the_formula() {
        let colors =
            [[0.4, 0.6, 0.8], [0.0; 3], [1.0; 3], [0.4, 0.6, 1.0], [-1.0, 2.0, 1e9], [f64::INFINITY, f64::NAN, 0.5]];
        for (a, b) in colors.iter().flat_map(|a| colors.map(|b| (*a, b))) {
            let around = |sine: f64| blend(a, b, sigmoid(libm::asin(sine) / (0.5 * PI)));
            let above = |square: f64| blend(a, b, sigmoid(1.0 - libm::acos(1.0 / square.sqrt()) / (0.5 * PI)));
            let inward = |square: f64| blend(a, b, sigmoid(2.0 * square.sqrt() - 1.0));
            let steps = (Steps::new(-1.0, 64, around), Steps::new(1.0, 64, above), Steps::new(0.0, 64, inward));
            for i in 0..=20_000 {
                let at = f64::from(i) / 10_000.0;
                assert_eq!(steps.0.color(at - 1.0), exact(around, at - 1.0));
                assert_eq!(steps.1.color(at + 1.0), exact(above, at + 1.0));
                assert_eq!(steps.2.color(at), exact(inward, at));
            }
            assert_eq!(steps.0.color(f64::NAN), exact(around, f64::NAN));
        }
    }

    #[test]
    fn most_colours_need_no_formula() {
        let (a, b) = ([0.4, 0.6, 0.8], [0.0; 3]);
        let steps = Steps::new(-1.0, 512, |at| blend(a, b, at));
        let known = steps.known.iter().flatten().count();
        assert!(known > 3_500, "{known} of {}", steps.known.len());
    }
}
