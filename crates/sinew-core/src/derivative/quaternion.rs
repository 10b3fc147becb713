//! Derivatives of turning a quaternion by an angular velocity, and of the difference of two quaternions.

use crate::math::{Mat3, Quat, Vec3};

/// Matrix of the cross product with `v` from the left.
fn cross_matrix(v: Vec3) -> Mat3 {
    Mat3([0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0])
}

/// Derivatives of `a ⊖ b` ([`Quat::minus`]) with respect to small turns of `a` and of `b` in their own frames.
///
/// With `θ` the angle of the difference and `K` the cross matrix of its axis, `∂a = 1 + θ/2 K + (1 - θ/2 cot θ/2) K²`
/// and `∂b = -∂aᵀ`.
#[doc(alias = "mjd_subQuat")]
pub fn sub_quat(a: Quat, b: Quat) -> (Mat3, Mat3) {
    let (axis, angle) = a.minus(b).normalized();
    let half = 0.5 * angle;
    let k = cross_matrix(axis);
    let kk = k * k;
    // the limit of x / tan x is one
    let coefficient = if half < 6e-8 { 0.0 } else { 1.0 - half / libm::tan(half) };
    let da = Mat3(std::array::from_fn(|i| Mat3::IDENTITY[i] + half * k[i] + coefficient * kk[i]));
    let db = Mat3(da.transpose().0.map(|x| -x));
    (da, db)
}

/// Derivatives of [`Quat::integrate`] with respect to a small turn of the quaternion, to the velocity times `dt`, and
/// to `dt`.
///
/// With `x = |v dt|`, the derivative for the quaternion is `cos x 1 - (sin x)/x [v dt] + (1 - cos x)/x² (v dt)(v dt)ᵀ`,
/// and the coefficients for the velocity are those of the integral of that. Solà, *Quaternion kinematics for the
/// error-state Kalman filter*, arXiv 1711.02508, equation 183.
#[doc(alias = "mjd_quatIntegrate")]
pub fn quat_integrate(velocity: Vec3, dt: f64) -> (Mat3, Mat3, Vec3) {
    let s = velocity * dt;
    let xx = s.dot(s);
    let x = xx.sqrt();
    let a = libm::cos(x);
    let (b, c, e) = if x > 1.0 / 32.0 {
        let b = libm::sin(x) / x;
        (b, (1.0 - a) / xx, (1.0 - b) / xx)
    } else {
        // series to the sixth order
        (
            1.0 + xx / 6.0 * (xx / 20.0 * (1.0 - xx / 42.0) - 1.0),
            0.5 * (1.0 + xx / 12.0 * (xx / 30.0 * (1.0 - xx / 56.0) - 1.0)),
            (1.0 + xx / 20.0 * (xx / 42.0 * (1.0 - xx / 72.0) - 1.0)) / 6.0,
        )
    };
    let cross = cross_matrix(s);
    let outer: [f64; 9] = std::array::from_fn(|k| s[k / 3] * s[k % 3]);
    let combine = |one: f64, turn: f64, square: f64| {
        Mat3(std::array::from_fn(|k| one * Mat3::IDENTITY[k] - turn * cross[k] + square * outer[k]))
    };
    let (by_quat, by_velocity) = (combine(a, b, c), combine(b, c, e));
    (by_quat, by_velocity, by_velocity.mul_vec(velocity))
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: f64 = 1e-6;

    fn turned(q: Quat, axis: usize, angle: f64) -> Quat {
        let mut v = Vec3::ZERO;
        v[axis] = 1.0;
        q.integrate(v, angle)
    }

    fn assert_column(matrix: &Mat3, column: usize, difference: Vec3) {
        let error = (matrix.column(column) - difference).norm();
        assert!(error < 1e-8, "column {column}: {:?} is not {difference:?}", matrix.column(column));
    }

    #[test]
    fn the_difference_of_quaternions_varies_as_its_derivative_says() {
        let a = Quat::new(0.3, -0.5, 0.7, 0.2).normalized().0;
        for b in [Quat::new(0.9, 0.1, -0.2, 0.3).normalized().0, a] {
            let (da, db) = sub_quat(a, b);
            for k in 0..3 {
                assert_column(&da, k, (turned(a, k, H).minus(b) - turned(a, k, -H).minus(b)) * (0.5 / H));
                assert_column(&db, k, (a.minus(turned(b, k, H)) - a.minus(turned(b, k, -H))) * (0.5 / H));
            }
        }
    }

    #[test]
    fn integration_of_a_quaternion_varies_as_its_derivative_says() {
        let q = Quat::new(0.3, -0.5, 0.7, 0.2).normalized().0;
        for (v, dt) in [(Vec3::new(2.0, -1.0, 3.0), 0.4), (Vec3::new(0.02, 0.01, -0.03), 0.1)] {
            let (by_quat, by_velocity, by_time) = quat_integrate(v, dt);
            let end = q.integrate(v, dt);
            let change = |plus: Quat, minus: Quat, h: f64| (plus.minus(end) - minus.minus(end)) * (0.5 / h);
            for k in 0..3 {
                let nudged = |angle| turned(q, k, angle).integrate(v, dt);
                assert_column(&by_quat, k, change(nudged(H), nudged(-H), H));
                let nudged = |step| {
                    let mut v = v;
                    v[k] += step / dt;
                    q.integrate(v, dt)
                };
                assert_column(&by_velocity, k, change(nudged(H), nudged(-H), H));
            }
            let rate = change(q.integrate(v, dt + H), q.integrate(v, dt - H), H);
            assert!((by_time - rate).norm() < 1e-8);
        }
    }
}
