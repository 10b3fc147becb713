//! The equations of motion linearised: `∂r/∂x` and the Hessian `∂r/∂q̈`.

use super::Columns;

/// `∂r/∂x`, one row per dof and one column per input, and `∂r/∂q̈`.
pub(super) struct Equations<'a> {
    pub at: Columns,
    pub nv: usize,
    pub forces: &'a mut [f64],
    pub hessian: &'a mut [f64],
}

impl Equations<'_> {
    /// Adds to the Hessian.
    #[inline]
    pub fn acceleration(&mut self, i: usize, j: usize, value: f64) {
        self.hessian[i * self.nv + j] += value;
    }

    /// Adds to a derivative with respect to position.
    #[inline]
    pub fn position(&mut self, i: usize, k: usize, value: f64) {
        self.forces[i * self.at.count + k] += value;
    }

    /// Adds to a derivative with respect to velocity.
    #[inline]
    pub fn velocity(&mut self, i: usize, k: usize, value: f64) {
        self.forces[i * self.at.count + self.at.velocity + k] += value;
    }

    /// Adds to a derivative with respect to any input, by its column.
    #[inline]
    pub fn input(&mut self, i: usize, column: usize, value: f64) {
        self.forces[i * self.at.count + column] += value;
    }
}
