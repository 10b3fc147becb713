//! Vectors of three, quaternions and poses.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::prelude::*;
use sinew_core::math::{Mat3, Quat, Vec3, eig3};

use super::add_functions;
use crate::args::{Flag, Out, fixed};
use crate::error::FatalError;

/// Declares functions that fill an array from arrays of fixed length, then numbers.
macro_rules! filling {
    ($($(#[doc = $doc:literal])+ $name:ident($res:ident: $n:literal; $($arg:ident: $len:literal),*; $($number:ident),*) => $value:expr;)*) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            fn $name($res: &Bound<'_, PyAny>, $($arg: &Bound<'_, PyAny>,)* $($number: f64),*) -> PyResult<()> {
                let out = Out::<f64>::new($res, $n, stringify!($res))?;
                $(let $arg = fixed::<$len>($arg, stringify!($arg))?;)*
                let value: [f64; $n] = $value;
                out.fill(&value)
            }
        )*

        fn register_filling(module: &Bound<'_, PyModule>) -> PyResult<()> {
            add_functions!(module; $($name),*);
            Ok(())
        }
    };
}

filling! {
    /// `res = 0`
    mju_zero3(res: 3; ;) => [0.0; 3];
    /// `res = data`
    mju_copy3(res: 3; data: 3;) => data;
    /// `res = scl vec`
    mju_scl3(res: 3; vec: 3; scl) => (Vec3(vec) * scl).0;
    /// `res = vec1 + vec2`
    mju_add3(res: 3; vec1: 3, vec2: 3;) => (Vec3(vec1) + Vec3(vec2)).0;
    /// `res = vec1 - vec2`
    mju_sub3(res: 3; vec1: 3, vec2: 3;) => (Vec3(vec1) - Vec3(vec2)).0;
    /// `res = vec1 + scl vec2`
    mju_addScl3(res: 3; vec1: 3, vec2: 3; scl) => Vec3(vec1).add_scaled(Vec3(vec2), scl).0;
    /// `res = mat vec`
    mju_mulMatVec3(res: 3; mat: 9, vec: 3;) => Mat3(mat).mul_vec(Vec3(vec)).0;
    /// `res = matᵀ vec`
    mju_mulMatTVec3(res: 3; mat: 9, vec: 3;) => Mat3(mat).mul_t_vec(Vec3(vec)).0;
    /// `res = a × b`
    mju_cross(res: 3; a: 3, b: 3;) => Vec3(a).cross(Vec3(b)).0;
    /// `res = 0`
    mju_zero4(res: 4; ;) => [0.0; 4];
    /// The quaternion that rotates nothing.
    mju_unit4(res: 4; ;) => [1.0, 0.0, 0.0, 0.0];
    /// `res = data`
    mju_copy4(res: 4; data: 4;) => data;
    /// A vector turned by a quaternion.
    mju_rotVecQuat(res: 3; vec: 3, quat: 4;) => Quat(quat).rotate(Vec3(vec)).0;
    /// The opposite rotation.
    mju_negQuat(res: 4; quat: 4;) => Quat(quat).conjugate().0;
    /// Product of quaternions.
    mju_mulQuat(res: 4; quat1: 4, quat2: 4;) => (Quat(quat1) * Quat(quat2)).0;
    /// Product of a quaternion and an axis.
    mju_mulQuatAxis(res: 4; quat: 4, axis: 3;) => Quat(quat).times_axis(Vec3(axis)).0;
    /// Quaternion from axis and angle.
    mju_axisAngle2Quat(res: 4; axis: 3; angle) => Quat::from_axis_angle(Vec3(axis), angle).0;
    /// Angular velocity that makes a quaternion in the time `dt`.
    mju_quat2Vel(res: 3; quat: 4; dt) => Quat(quat).to_velocity(dt).0;
    /// Rotation from `qb` to `qa`, as a velocity for unit time.
    mju_subQuat(res: 3; qa: 4, qb: 4;) => Quat(qa).minus(Quat(qb)).0;
    /// Rotation matrix of a quaternion.
    mju_quat2Mat(res: 9; quat: 4;) => Quat(quat).to_mat().0;
    /// Quaternion of a rotation matrix.
    mju_mat2Quat(quat: 4; mat: 9;) => Mat3(mat).to_quat().0;
    /// Time derivative of a quaternion, from its angular velocity.
    mju_derivQuat(res: 4; quat: 4, vel: 3;) => Quat(quat).derivative(Vec3(vel)).0;
    /// The quaternion that turns z into a vector.
    mju_quatZ2Vec(quat: 4; vec: 3;) => Quat::z_to(Vec3(vec)).0;
    /// A point in the frame of a pose, seen from outside.
    mju_trnVecPose(res: 3; pos: 3, quat: 4, vec: 3;) => (Quat(quat).rotate(Vec3(vec)) + Vec3(pos)).0;
}

/// Declares functions that change an array in place.
macro_rules! changing {
    ($($(#[doc = $doc:literal])+ $name:ident($res:ident: $n:literal; $($arg:ident: $len:literal),*; $($number:ident),*) $(-> $ret:ty)? => $value:expr;)*) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            fn $name(
                $res: &Bound<'_, PyAny>, $($arg: &Bound<'_, PyAny>,)* $($number: f64),*
            ) -> PyResult<changing!(@answer $($ret)?)> {
                let out = Out::<f64>::new($res, $n, stringify!($res))?;
                let $res = fixed::<$n>($res, stringify!($res))?;
                $(let $arg = fixed::<$len>($arg, stringify!($arg))?;)*
                let (value, answer): ([f64; $n], _) = $value;
                out.fill(&value)?;
                Ok(answer)
            }
        )*

        fn register_changing(module: &Bound<'_, PyModule>) -> PyResult<()> {
            add_functions!(module; $($name),*);
            Ok(())
        }
    };
    (@answer) => { () };
    (@answer $ret:ty) => { $ret };
}

changing! {
    /// `res += vec`
    mju_addTo3(res: 3; vec: 3;) => ((Vec3(res) + Vec3(vec)).0, ());
    /// `res -= vec`
    mju_subFrom3(res: 3; vec: 3;) => ((Vec3(res) - Vec3(vec)).0, ());
    /// `res += scl vec`
    mju_addToScl3(res: 3; vec: 3; scl) => (Vec3(res).add_scaled(Vec3(vec), scl).0, ());
    /// Scales a vector to unit length; returns its length before.
    mju_normalize3(vec: 3; ;) -> f64 => { let (unit, length) = Vec3(vec).normalized(); (unit.0, length) };
    /// Scales a quaternion to unit length; returns its length before.
    mju_normalize4(vec: 4; ;) -> f64 => { let (unit, length) = Quat(vec).normalized(); (unit.0, length) };
    /// Turns a quaternion by an angular velocity for the time `scale`.
    mju_quatIntegrate(quat: 4; vel: 3; scale) => (Quat(quat).integrate(Vec3(vel), scale).0, ());
}

/// Length of a vector.
#[pyfunction]
fn mju_norm3(vec: &Bound<'_, PyAny>) -> PyResult<f64> {
    Ok(Vec3(fixed(vec, "vec")?).norm())
}

/// `vec1 · vec2`
#[pyfunction]
fn mju_dot3(vec1: &Bound<'_, PyAny>, vec2: &Bound<'_, PyAny>) -> PyResult<f64> {
    Ok(Vec3(fixed(vec1, "vec1")?).dot(Vec3(fixed(vec2, "vec2")?)))
}

/// Eigenvalues of a symmetric matrix, greatest first, its eigenvectors as columns and as a quaternion.
#[pyfunction]
fn mju_eig3(
    eigval: &Bound<'_, PyAny>,
    eigvec: &Bound<'_, PyAny>,
    quat: &Bound<'_, PyAny>,
    mat: &Bound<'_, PyAny>,
) -> PyResult<i32> {
    let (values, turn) = eig3(&Mat3(fixed(mat, "mat")?));
    Out::<f64>::new(eigval, 3, "eigval")?.fill(&values.0)?;
    Out::<f64>::new(eigvec, 9, "eigvec")?.fill(&turn.to_mat().0)?;
    Out::<f64>::new(quat, 4, "quat")?.fill(&turn.0)?;
    Ok(0)
}

/// Distance of two points.
#[pyfunction]
fn mju_dist3(pos1: &Bound<'_, PyAny>, pos2: &Bound<'_, PyAny>) -> PyResult<f64> {
    Ok(Vec3(fixed(pos1, "pos1")?).distance(Vec3(fixed(pos2, "pos2")?)))
}

/// Product of two poses.
#[pyfunction]
fn mju_mulPose(
    posres: &Bound<'_, PyAny>,
    quatres: &Bound<'_, PyAny>,
    pos1: &Bound<'_, PyAny>,
    quat1: &Bound<'_, PyAny>,
    pos2: &Bound<'_, PyAny>,
    quat2: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (pos1, quat1) = (Vec3(fixed(pos1, "pos1")?), Quat(fixed(quat1, "quat1")?));
    let (pos2, quat2) = (Vec3(fixed(pos2, "pos2")?), Quat(fixed(quat2, "quat2")?));
    Out::<f64>::new(posres, 3, "posres")?.fill(&(pos1 + quat1.rotate(pos2)).0)?;
    Out::<f64>::new(quatres, 4, "quatres")?.fill(&(quat1 * quat2).normalized().0.0)
}

/// The opposite pose.
#[pyfunction]
fn mju_negPose(
    posres: &Bound<'_, PyAny>,
    quatres: &Bound<'_, PyAny>,
    pos: &Bound<'_, PyAny>,
    quat: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (pos, back) = (Vec3(fixed(pos, "pos")?), Quat(fixed(quat, "quat")?).conjugate());
    Out::<f64>::new(posres, 3, "posres")?.fill(&(-back.rotate(pos)).0)?;
    Out::<f64>::new(quatres, 4, "quatres")?.fill(&back.0)
}

/// Quaternion of three turns about the axes that `seq` names: small letters turn with the body, capitals do not.
#[pyfunction]
fn mju_euler2Quat(quat: &Bound<'_, PyAny>, euler: &Bound<'_, PyAny>, seq: &str) -> PyResult<()> {
    let euler = fixed::<3>(euler, "euler")?;
    if seq.len() != 3 {
        return Err(FatalError::new_err("mju_euler2Quat: seq must contain exactly 3 characters"));
    }
    let mut result = Quat([1.0, 0.0, 0.0, 0.0]);
    for (i, (letter, angle)) in seq.chars().zip(euler).enumerate() {
        let axis = match letter.to_ascii_lowercase() {
            'x' => Vec3([1.0, 0.0, 0.0]),
            'y' => Vec3([0.0, 1.0, 0.0]),
            'z' => Vec3([0.0, 0.0, 1.0]),
            _ => {
                let text = format!("mju_euler2Quat: seq[{i}] is '{letter}', should be one of x, y, z, X, Y, Z");
                return Err(FatalError::new_err(text));
            }
        };
        let turn = Quat::from_axis_angle(axis, angle);
        result = if letter.is_ascii_lowercase() { result * turn } else { turn * result };
    }
    Out::<f64>::new(quat, 4, "quat")?.fill(&result.0)
}

/// A spatial vector moved to another origin and turned into another frame.
#[pyfunction]
fn mju_transformSpatial(
    res: &Bound<'_, PyAny>,
    vec: &Bound<'_, PyAny>,
    flg_force: Flag,
    newpos: &Bound<'_, PyAny>,
    oldpos: &Bound<'_, PyAny>,
    rotnew2old: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let vec = sinew_core::math::Spatial(fixed(vec, "vec")?);
    let (new, old) = (Vec3(fixed(newpos, "newpos")?), Vec3(fixed(oldpos, "oldpos")?));
    let mut moved = if flg_force.0 { vec.force_at(new, old) } else { vec.motion_at(new, old) };
    if let Some(frame) = rotnew2old {
        moved = moved.in_frame(&Mat3(fixed(frame, "rotnew2old")?));
    }
    Out::<f64>::new(res, 6, "res")?.fill(&moved.0)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_filling(module)?;
    register_changing(module)?;
    add_functions!(
        module;
        mju_norm3, mju_dot3, mju_dist3, mju_eig3, mju_mulPose, mju_negPose, mju_euler2Quat, mju_transformSpatial
    );
    Ok(())
}
