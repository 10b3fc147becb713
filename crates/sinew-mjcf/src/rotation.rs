//! Rotations as MuJoCo's compiler rounds them, which is not as its engine does: sums go from left to right and lengths are
//! divided out, so that compiled models are the same to the last bit.

use sinew_core::math::{Jacobi, Mat3, Quat, Vec3};

/// Smallest length that can be normalised.
pub(crate) const EPS: f64 = 1e-14;

/// Divides a vector by its length, unless it has none or unit length already; returns the length, 0 if too small.
pub(crate) fn normalize(v: &mut [f64]) -> f64 {
    let square: f64 = v.iter().map(|x| x * x).sum();
    if square < EPS {
        return 0.0;
    }
    let norm = square.sqrt();
    if (norm - 1.0).abs() > EPS {
        for x in v {
            *x /= norm;
        }
    }
    norm
}

/// A quaternion of unit length.
pub(crate) fn unit(mut quat: Quat) -> Quat {
    normalize(&mut quat.0);
    quat
}

/// First `b`, then `a`.
#[doc(alias = "mjuu_mulquat")]
pub(crate) fn product(a: Quat, b: Quat) -> Quat {
    unit(Quat([
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]))
}

/// Matrix of a rotation.
#[doc(alias = "mjuu_quat2mat")]
pub(crate) fn to_mat(quat: Quat) -> Mat3 {
    let [w, x, y, z] = quat.0;
    let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
    let mut mat = quat.to_mat();
    // only the diagonal has sums of more than two terms
    (mat[0], mat[4], mat[8]) = (ww + xx - yy - zz, ww - xx + yy - zz, ww - xx - yy + zz);
    mat
}

/// A vector turned by the matrix of a rotation.
pub(crate) fn rotate(quat: Quat, v: Vec3) -> Vec3 {
    to_mat(quat).mul_vec(v)
}

/// Principal moments in decreasing order and the rotation to their axes. What is less than the part `tiny` of the largest
/// entry is zero, and moments that differ by less than `tie` of it keep their order.
#[doc(alias = "mjuu_eig3")]
pub(crate) fn principal_axes(inertia: &Mat3, tiny: f64, tie: f64) -> (Vec3, Quat) {
    Jacobi { tiny, tie, to_mat, unit }.eig3(inertia)
}
