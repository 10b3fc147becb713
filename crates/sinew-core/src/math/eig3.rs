//! Eigenvalues of symmetric three by three matrices.

use super::{MINVAL, Mat3, Quat, Vec3};

/// Off-diagonal entries below this part of the largest entry count as zero.
const TINY: f64 = 4.0 * MINVAL;
/// Eigenvalues closer than this part of the largest entry keep their order.
const TIE: f64 = 1000.0 * MINVAL;

/// Cosine and sine of an eighth of a turn, to the digits that MuJoCo has.
#[allow(clippy::approx_constant, reason = "the constant differs in its last bits, and with them the axes")]
const QUARTER: f64 = 0.707_106_781_186_548;

/// Eigenvalues in decreasing order, and the rotation whose columns are the eigenvectors.
#[doc(alias = "mju_eig3")]
pub fn eig3(mat: &Mat3) -> (Vec3, Quat) {
    Jacobi { tiny: TINY, tie: TIE, to_mat: Quat::to_mat, unit: |quat| quat.normalized().0 }.eig3(mat)
}

/// Jacobi's method: the largest off-diagonal entry of `VᵀAV` is turned to zero until all are small. Reordering is by
/// quarter turns, so the result stays a rotation. Golub, Van Loan, *Matrix Computations* (2013), section 8.5.
#[derive(Clone, Copy, Debug)]
pub struct Jacobi {
    /// off-diagonal entries below this part of the largest entry count as zero
    pub tiny: f64,
    /// eigenvalues closer than this part of the largest entry keep their order
    pub tie: f64,
    /// matrix of a rotation
    pub to_mat: fn(Quat) -> Mat3,
    /// quaternion of unit length
    pub unit: fn(Quat) -> Quat,
}

impl Jacobi {
    /// Eigenvalues in decreasing order, and the rotation whose columns are the eigenvectors.
    pub fn eig3(self, mat: &Mat3) -> (Vec3, Quat) {
        let mut quat = Quat::IDENTITY;
        let mut values = Vec3::ZERO;
        let scale = mat.0.iter().fold(0.0, |max: f64, x| max.max(x.abs()));
        let (tiny, tie) = (self.tiny * scale, self.tie * scale);
        for _ in 0..500 {
            let vectors = (self.to_mat)(quat);
            let d = vectors.transpose() * *mat * vectors;
            values = Vec3::new(d[0], d[4], d[8]);
            let Some(turn) = jacobi_rotation(&d, tiny) else { break };
            quat = (self.unit)(quat * turn);
        }

        // three exchanges of neighbours sort three numbers
        for first in [0, 1, 0] {
            if values[first] + tie < values[first + 1] {
                values.0.swap(first, first + 1);
                let mut quarter = Quat::new(QUARTER, 0.0, 0.0, 0.0);
                quarter[(first + 2) % 3 + 1] = QUARTER;
                quat = (self.unit)(quat * quarter);
            }
        }
        (values, quat)
    }
}

/// Rotation that clears the largest off-diagonal entry, `None` if even that is tiny.
fn jacobi_rotation(d: &Mat3, tiny: f64) -> Option<Quat> {
    let (xy, xz, yz) = (d[1].abs(), d[2].abs(), d[5].abs());
    let (row, column, axis) = if xy > xz && xy > yz {
        (0, 1, 2)
    } else if xz > yz {
        (0, 2, 1)
    } else {
        (1, 2, 0)
    };
    let entry = d[3 * row + column];
    if entry.is_nan() || entry.abs() <= tiny {
        return None;
    }

    // tangent of the smaller of the two angles that clear the entry
    let tau = (d[4 * column] - d[4 * row]) / (2.0 * entry);
    let root = (1.0 + tau * tau).sqrt();
    let tangent = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (-tau + root) };
    // of half the angle, without cancellation when it is small: tan(a/2) = tan a / (1 + 1 / cos a)
    let half_tangent = tangent / (1.0 + (1.0 + tangent * tangent).sqrt());
    let half_cosine = 1.0 / (1.0 + half_tangent * half_tangent).sqrt();
    let half_sine = half_tangent * half_cosine;
    if half_sine.abs() < 0.1 * MINVAL {
        return None;
    }
    let mut turn = Quat::default();
    turn[0] = half_cosine;
    turn[axis + 1] = if axis == 1 { half_sine } else { -half_sine };
    Some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `V diag(values) Vᵀ`.
    fn compose(values: Vec3, vectors: &Mat3) -> Mat3 {
        let scaled = Mat3(std::array::from_fn(|k| vectors[k] * values[k % 3]));
        scaled * vectors.transpose()
    }

    #[test]
    fn values_and_vectors_give_the_matrix_back() {
        for k in 0..50 {
            let angle = 0.3 * f64::from(k);
            let turn = Quat::from_axis_angle(Vec3::new(0.6, -0.64, 0.48), angle);
            let mat = compose(Vec3::new(0.5 + angle, 2.0, 1e-3), &turn.to_mat());
            let (values, quat) = eig3(&mat);
            assert!(values[0] >= values[1] && values[1] >= values[2], "sorted");
            let back = compose(values, &quat.to_mat());
            for i in 0..9 {
                assert!((back[i] - mat[i]).abs() < 1e-14 * (1.0 + angle), "entry {i} of matrix {k}");
            }
        }
    }

    #[test]
    fn a_sorted_diagonal_is_left_alone() {
        let mat = Mat3([3.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(eig3(&mat), (Vec3::new(3.0, 2.0, 1.0), Quat::IDENTITY));
    }
}
