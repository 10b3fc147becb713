//! Six by six matrices, row-major: linear maps of spatial vectors.

use std::ops::{AddAssign, Index, IndexMut, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::{Mat3, Spatial, Vec3};

/// A 6×6 matrix, row-major, rotational rows and columns first.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Mat6(pub [f64; 36]);

impl Mat6 {
    /// The zero matrix.
    pub const ZERO: Self = Self([0.0; 36]);

    /// The matrix of a linear map, column by column.
    #[inline]
    pub fn of_map(map: impl Fn(Spatial) -> Spatial) -> Self {
        let mut out = Self::ZERO;
        for j in 0..6 {
            let mut axis = Spatial::ZERO;
            axis[j] = 1.0;
            let column = map(axis);
            for i in 0..6 {
                out[6 * i + j] = column[i];
            }
        }
        out
    }

    /// Product with a spatial vector.
    #[inline]
    pub fn mul_vec(&self, x: Spatial) -> Spatial {
        Spatial(std::array::from_fn(|i| Spatial(std::array::from_fn(|j| self[6 * i + j])).dot(x)))
    }

    /// Product of the transpose with a spatial vector.
    #[inline]
    pub fn mul_t_vec(&self, x: Spatial) -> Spatial {
        (0..6).fold(Spatial::ZERO, |sum, i| sum.add_scaled(Spatial(std::array::from_fn(|j| self[6 * i + j])), x[i]))
    }

    /// Adds a 3×3 block; 0 is the rotational half, 1 the linear one.
    #[inline]
    pub fn add_block(&mut self, row: usize, column: usize, block: &Mat3) {
        for i in 0..3 {
            for j in 0..3 {
                self[6 * (3 * row + i) + 3 * column + j] += block[3 * i + j];
            }
        }
    }

    /// The symmetric part, `(A + Aᵀ) / 2`.
    #[must_use]
    pub fn symmetrized(&self) -> Self {
        Self(std::array::from_fn(|k| 0.5 * (self[k] + self[6 * (k % 6) + k / 6])))
    }

    /// A map from motion to force that was given about `origin` in the axes of `frame`, about `new` in world axes:
    /// `Xᵀ A X`, with `X` the change of coordinates of motions.
    #[must_use]
    pub fn moved(&self, frame: &Mat3, origin: Vec3, new: Vec3) -> Self {
        Self::of_map(|motion| {
            let force = self.mul_vec(motion.motion_at(origin, new).in_frame(frame));
            Spatial::new(frame.mul_vec(force.rotational()), frame.mul_vec(force.linear())).force_at(new, origin)
        })
    }

    /// Solves `A x = b` by Gaussian elimination with row exchanges; `None` if a pivot vanishes.
    #[doc(alias = "mju_factorLU6")]
    pub fn solve(&self, b: Spatial) -> Option<Spatial> {
        let (mut a, mut x) = (*self, b);
        for k in 0..6 {
            // largest pivot of the column
            let p = (k + 1..6).fold(k, |best, i| if a[6 * i + k].abs() > a[6 * best + k].abs() { i } else { best });
            if a[6 * p + k].abs() < super::MINVAL {
                return None;
            }
            if p != k {
                for j in 0..6 {
                    a.0.swap(6 * k + j, 6 * p + j);
                }
                x.0.swap(k, p);
            }
            for i in k + 1..6 {
                let scale = a[6 * i + k] / a[6 * k + k];
                for j in k + 1..6 {
                    a[6 * i + j] -= scale * a[6 * k + j];
                }
                x[i] -= scale * x[k];
            }
        }
        for k in (0..6).rev() {
            for j in k + 1..6 {
                x[k] -= a[6 * k + j] * x[j];
            }
            x[k] /= a[6 * k + k];
        }
        Some(x)
    }
}

impl Default for Mat6 {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Index<usize> for Mat6 {
    type Output = f64;
    #[inline]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Mat6 {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl AddAssign for Mat6 {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        for (a, b) in self.0.iter_mut().zip(b.0) {
            *a += b;
        }
    }
}

impl SubAssign for Mat6 {
    #[inline]
    fn sub_assign(&mut self, b: Self) {
        for (a, b) in self.0.iter_mut().zip(b.0) {
            *a -= b;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_satisfies_its_equations_even_with_a_zero_first_pivot() {
        let mut a = Mat6(std::array::from_fn(|k| libm::sin(1.0 + k as f64 * k as f64)));
        a[0] = 0.0;
        let b = Spatial([1.0, -2.0, 3.0, 0.5, 0.0, 2.0]);
        let x = a.solve(b).expect("the matrix is regular");
        let residual = a.mul_vec(x) - b;
        assert!(residual.dot(residual) < 1e-24, "{residual:?}");
    }

    #[test]
    fn a_singular_matrix_has_no_solution() {
        assert_eq!(Mat6::ZERO.solve(Spatial::ZERO), None);
    }

    #[test]
    fn power_does_not_depend_on_the_coordinates() {
        let a = Mat6(std::array::from_fn(|k| libm::cos(k as f64)));
        let frame = super::super::Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.7).to_mat();
        let (origin, new) = (Vec3::new(0.1, 0.2, -0.3), Vec3::new(-1.0, 0.4, 0.5));
        let motion = Spatial([0.3, -0.1, 0.7, 1.0, 2.0, -0.5]);
        let local = motion.motion_at(origin, new).in_frame(&frame);
        let power = local.dot(a.mul_vec(local));
        assert!((motion.dot(a.moved(&frame, origin, new).mul_vec(motion)) - power).abs() < 1e-13);
    }
}
