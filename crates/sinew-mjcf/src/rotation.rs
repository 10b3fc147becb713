//! Rotations as MuJoCo's compiler multiplies them: sums from left to right and lengths divided out, where the simulation
//! adds pairs first and multiplies by the inverse. Frames of a model then agree to the last bit.

use sinew_core::math::{Mat3, Quat, Vec3, eig3_by};

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

/// The product of two rotations.
pub(crate) fn compose(a: Quat, b: Quat) -> Quat {
    unit(Quat([
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]))
}

/// The matrix of a rotation.
pub(crate) fn to_mat(quat: Quat) -> Mat3 {
    let mut mat = quat.to_mat();
    if quat != Quat::IDENTITY {
        let [ww, xx, yy, zz] = quat.0.map(|q| q * q);
        (mat[0], mat[4], mat[8]) = (ww + xx - yy - zz, ww - xx + yy - zz, ww - xx - yy + zz);
    }
    mat
}

/// Eigenvalues in decreasing order and the rotation to the eigenvectors; entries below `tiny` count as zero and values that
/// differ by less than `tie` as equal, both relative to the largest entry.
pub(crate) fn principal_axes(mat: &Mat3, tiny: f64, tie: f64) -> (Vec3, Quat) {
    let (moments, quat, _) = eig3_by(mat, tiny, tie, to_mat, compose);
    (moments, quat)
}
