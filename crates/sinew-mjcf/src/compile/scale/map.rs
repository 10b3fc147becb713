//! What the frames around an element multiply its quantities by.

use sinew_core::math::{Mat3, Quat, Vec3};

/// Factors that hold at one place of the tree.
///
/// Nested frames compose: `stretch` maps authored vectors to scaled ones in local axes, `mass` multiplies masses, and
/// `units` are the factors of length and mass that forces follow, those of the frames with `similar` scaling alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub stretch: Mat3,
    pub mass: f64,
    pub units: Units,
    /// number of the innermost frame that scales; 0: none
    pub frame: usize,
}

/// Factors of the units of length and mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units {
    pub length: f64,
    pub mass: f64,
}

/// What one unit of a coordinate stands for: the factor of the coordinate itself, and those of forces along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinate {
    /// factor of the coordinate
    pub value: f64,
    /// factor of the coordinate that forces follow
    pub unit: f64,
    /// factor of a force along it
    pub force: f64,
    /// a length rather than an angle or a number
    pub is_length: bool,
    /// units of what it moves
    pub units: Units,
}

impl Units {
    pub const ONE: Self = Self { length: 1.0, mass: 1.0 };

    /// Factor of a force.
    pub fn force(self) -> f64 {
        self.mass * self.length
    }

    /// Factor of a torque.
    pub fn torque(self) -> f64 {
        self.mass * self.length * self.length
    }

    /// Halfway between two scales.
    fn mean(self, other: Self) -> Self {
        Self { length: (self.length * other.length).sqrt(), mass: (self.mass * other.mass).sqrt() }
    }
}

impl Coordinate {
    /// A coordinate that is not scaled.
    pub const ONE: Self = Self { value: 1.0, unit: 1.0, force: 1.0, is_length: false, units: Units::ONE };

    /// An angle.
    pub fn angle(units: Units) -> Self {
        Self { value: 1.0, unit: 1.0, force: units.torque(), is_length: false, units }
    }

    /// A length with its own factor.
    pub fn length(value: f64, units: Units) -> Self {
        Self { value, unit: units.length, force: units.force(), is_length: true, units }
    }

    /// Factors of the coefficients of a polynomial force in the coordinate or its velocity, from the linear one.
    pub fn coefficients(self) -> [f64; 3] {
        [1, 2, 3].map(|power| self.force / self.unit.powi(power))
    }

    /// Factor of a linear coefficient: stiffness, damping, armature.
    pub fn linear(self) -> f64 {
        self.force / self.unit
    }
}

impl Scale {
    /// Nothing changes.
    pub const ONE: Self =
        Self { stretch: Mat3([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]), mass: 1.0, units: Units::ONE, frame: 0 };

    /// The same scale, seen in turned axes.
    pub fn turned(self, quat: Quat) -> Self {
        if self.uniform().is_some() {
            return self;
        }
        let axes = quat.to_mat();
        Self { stretch: axes.transpose() * self.stretch * axes, ..self }
    }

    /// Factor of volumes.
    pub fn volume(&self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| self.stretch.column(k));
        x.dot(y.cross(z))
    }

    /// Factor of lengths without a direction: the geometric mean.
    pub fn mean(&self) -> f64 {
        self.uniform().unwrap_or_else(|| libm::cbrt(self.volume()))
    }

    /// The one factor of all lengths, if there is one.
    pub fn uniform(&self) -> Option<f64> {
        let s = self.stretch[0];
        (self.stretch == Mat3([s, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, s])).then_some(s)
    }

    /// A vector, scaled.
    pub fn vector(&self, v: Vec3) -> Vec3 {
        match self.uniform() {
            Some(s) => v * s,
            None => self.stretch.mul_vec(v),
        }
    }

    /// Factor along a unit vector.
    pub fn along(&self, axis: Vec3) -> f64 {
        self.uniform().unwrap_or_else(|| self.stretch.mul_vec(axis).norm())
    }

    /// Factors along the three local axes.
    pub fn sides(&self) -> [f64; 3] {
        [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| self.along(axis))
    }

    /// True if a unit vector is stretched without being turned, to within about two degrees of the axes of the scale.
    pub fn keeps(&self, axis: Vec3) -> bool {
        let to = self.stretch.mul_vec(axis);
        to.cross(axis).norm() <= ALIGNED * to.norm()
    }

    /// Between the scales of two elements: geometric means of length, and of the units.
    pub fn between(&self, other: &Self) -> (f64, Units) {
        ((self.mean() * other.mean()).sqrt(), self.units.mean(other.units))
    }
}

/// Sine of the largest angle by which a stretch may turn an axis.
const ALIGNED: f64 = 0.035;
