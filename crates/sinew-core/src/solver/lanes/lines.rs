//! Costs along the search directions of four problems.

use super::{LANES, vectors};
use crate::math::simd::Lane;
use crate::solver::linesearch::{Curve, Point};

/// Costs along four lines.
pub(super) struct Lines<'a> {
    /// `J x − a_ref`, `J v` and mass of the rows
    pub rows: [&'a [Lane]; 3],
    /// linear and quadratic coefficient of the inertial part, and the square of the direction
    pub inertial: [Lane; 3],
}

impl Lines<'_> {
    pub fn at(&self, alpha: &Lane) -> [Point; LANES] {
        let mut sums = [[0.0; LANES]; 3];
        vectors::line_sums(&mut sums, self.rows, alpha);
        let [linear, quadratic, _] = &self.inertial;
        std::array::from_fn(|k| {
            Point::bare(alpha[k]).with_parabola([sums[0][k], linear[k] + sums[1][k], quadratic[k] + sums[2][k]])
        })
    }
}

/// One of them.
pub(super) struct LineOf<'a> {
    pub lines: &'a Lines<'a>,
    pub lane: usize,
}

impl Curve for LineOf<'_> {
    fn at(&mut self, alpha: f64) -> Point {
        self.lines.at(&[alpha; LANES])[self.lane]
    }
}
