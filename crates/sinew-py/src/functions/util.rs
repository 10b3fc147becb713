//! Vectors and matrices of any size.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sinew_core::actuation::muscle;

use super::add_functions;
use crate::args::{Matrix, Out, fixed, matrix, reals, reals_of};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

fn length(value: Any<'_, '_>) -> PyResult<usize> {
    value.getattr("size")?.extract()
}

/// `res = f(a, b)`, number by number
fn zip(res: Any<'_, '_>, a: Any<'_, '_>, b: Any<'_, '_>, f: impl Fn(f64, f64) -> f64) -> PyResult<()> {
    let n = length(res)?;
    let (a, b) = (reals_of(a, n, "vec1")?, reals_of(b, n, "vec2")?);
    let value: Vec<f64> = a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect();
    Out::<f64>::new(res, n, "res")?.fill(&value)
}

/// `res = 0`
#[pyfunction]
fn mju_zero(res: Any<'_, '_>) -> PyResult<()> {
    mju_fill(res, 0.0)
}

/// `res = val`
#[pyfunction]
fn mju_fill(res: Any<'_, '_>, val: f64) -> PyResult<()> {
    let n = length(res)?;
    Out::<f64>::new(res, n, "res")?.fill(&vec![val; n])
}

/// `res = vec`
#[pyfunction]
fn mju_copy(res: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    zip(res, vec, vec, |a, _| a)
}

/// Sum of the elements.
#[pyfunction]
fn mju_sum(vec: Any<'_, '_>) -> PyResult<f64> {
    Ok(reals(vec, "vec")?.iter().sum())
}

/// Sum of the absolute values.
#[pyfunction]
fn mju_L1(vec: Any<'_, '_>) -> PyResult<f64> {
    Ok(reals(vec, "vec")?.iter().map(|x| x.abs()).sum())
}

/// `res = scl vec`
#[pyfunction]
fn mju_scl(res: Any<'_, '_>, vec: Any<'_, '_>, scl: f64) -> PyResult<()> {
    zip(res, vec, vec, |a, _| a * scl)
}

/// `res = vec1 + vec2`
#[pyfunction]
fn mju_add(res: Any<'_, '_>, vec1: Any<'_, '_>, vec2: Any<'_, '_>) -> PyResult<()> {
    zip(res, vec1, vec2, |a, b| a + b)
}

/// `res = vec1 - vec2`
#[pyfunction]
fn mju_sub(res: Any<'_, '_>, vec1: Any<'_, '_>, vec2: Any<'_, '_>) -> PyResult<()> {
    zip(res, vec1, vec2, |a, b| a - b)
}

/// `res += vec`
#[pyfunction]
fn mju_addTo(res: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    zip(res, res, vec, |a, b| a + b)
}

/// `res -= vec`
#[pyfunction]
fn mju_subFrom(res: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    zip(res, res, vec, |a, b| a - b)
}

/// `res += scl vec`
#[pyfunction]
fn mju_addToScl(res: Any<'_, '_>, vec: Any<'_, '_>, scl: f64) -> PyResult<()> {
    zip(res, res, vec, |a, b| a + scl * b)
}

/// `res = vec1 + scl vec2`
#[pyfunction]
fn mju_addScl(res: Any<'_, '_>, vec1: Any<'_, '_>, vec2: Any<'_, '_>, scl: f64) -> PyResult<()> {
    zip(res, vec1, vec2, |a, b| a + scl * b)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Length of a vector.
#[pyfunction]
fn mju_norm(res: Any<'_, '_>) -> PyResult<f64> {
    let vec = reals(res, "res")?;
    Ok(dot(&vec, &vec).sqrt())
}

/// Scales a vector to unit length; returns its length before.
#[pyfunction]
fn mju_normalize(res: Any<'_, '_>) -> PyResult<f64> {
    let mut vec = reals(res, "res")?;
    let norm = dot(&vec, &vec).sqrt();
    if norm < 1e-15 {
        vec.fill(0.0);
        vec.iter_mut().take(1).for_each(|x| *x = 1.0);
    } else {
        for x in &mut vec {
            *x /= norm;
        }
    }
    Out::<f64>::new(res, vec.len(), "res")?.fill(&vec)?;
    Ok(norm)
}

/// `vec1 · vec2`
#[pyfunction]
fn mju_dot(vec1: Any<'_, '_>, vec2: Any<'_, '_>) -> PyResult<f64> {
    let vec1 = reals(vec1, "vec1")?;
    Ok(dot(&vec1, &reals_of(vec2, vec1.len(), "vec2")?))
}

/// `a b`, both row by row
fn multiply(a: &Matrix, b: &Matrix) -> PyResult<Matrix> {
    if a.columns != b.rows {
        return Err(PyTypeError::new_err(format!("a matrix of {} columns times one of {} rows", a.columns, b.rows)));
    }
    let mut out = Matrix { rows: a.rows, columns: b.columns, values: vec![0.0; a.rows * b.columns] };
    for i in 0..a.rows {
        for k in 0..a.columns {
            let scale = a.values[i * a.columns + k];
            for j in 0..b.columns {
                out.values[i * b.columns + j] += scale * b.values[k * b.columns + j];
            }
        }
    }
    Ok(out)
}

fn store(res: Any<'_, '_>, value: &Matrix) -> PyResult<()> {
    Out::<f64>::new(res, value.values.len(), "res")?.fill(&value.values)
}

fn column(vec: Any<'_, '_>) -> PyResult<Matrix> {
    let values = reals(vec, "vec")?;
    Ok(Matrix { rows: values.len(), columns: 1, values })
}

/// `res = mat vec`
#[pyfunction]
fn mju_mulMatVec(res: Any<'_, '_>, mat: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    store(res, &multiply(&matrix(mat, "mat")?, &column(vec)?)?)
}

/// `res = matᵀ vec`
#[pyfunction]
fn mju_mulMatTVec(res: Any<'_, '_>, mat: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    store(res, &multiply(&matrix(mat, "mat")?.transposed(), &column(vec)?)?)
}

/// `vec1ᵀ mat vec2`
#[pyfunction]
fn mju_mulVecMatVec(vec1: Any<'_, '_>, mat: Any<'_, '_>, vec2: Any<'_, '_>) -> PyResult<f64> {
    let product = multiply(&matrix(mat, "mat")?, &column(vec2)?)?;
    Ok(dot(&reals_of(vec1, product.rows, "vec1")?, &product.values))
}

/// `res = matᵀ`
#[pyfunction]
fn mju_transpose(res: Any<'_, '_>, mat: Any<'_, '_>) -> PyResult<()> {
    store(res, &matrix(mat, "mat")?.transposed())
}

/// `res = (mat + matᵀ) / 2`
#[pyfunction]
fn mju_symmetrize(res: Any<'_, '_>, mat: Any<'_, '_>) -> PyResult<()> {
    let mut mat = matrix(mat, "mat")?;
    let back = mat.transposed();
    if mat.rows != mat.columns {
        return Err(PyTypeError::new_err("mat: expected a square matrix"));
    }
    mat.values.iter_mut().zip(&back.values).for_each(|(a, b)| *a = 0.5 * (*a + b));
    store(res, &mat)
}

/// `mat = 1`
#[pyfunction]
fn mju_eye(mat: Any<'_, '_>) -> PyResult<()> {
    let mut unit = matrix(mat, "mat")?;
    let columns = unit.columns;
    for (i, value) in unit.values.iter_mut().enumerate() {
        *value = f64::from(u8::from(i / columns == i % columns));
    }
    store(mat, &unit)
}

/// `res = mat1 mat2`
#[pyfunction]
fn mju_mulMatMat(res: Any<'_, '_>, mat1: Any<'_, '_>, mat2: Any<'_, '_>) -> PyResult<()> {
    store(res, &multiply(&matrix(mat1, "mat1")?, &matrix(mat2, "mat2")?)?)
}

/// `res = mat1 mat2ᵀ`
#[pyfunction]
fn mju_mulMatMatT(res: Any<'_, '_>, mat1: Any<'_, '_>, mat2: Any<'_, '_>) -> PyResult<()> {
    store(res, &multiply(&matrix(mat1, "mat1")?, &matrix(mat2, "mat2")?.transposed())?)
}

/// `res = mat1ᵀ mat2`
#[pyfunction]
fn mju_mulMatTMat(res: Any<'_, '_>, mat1: Any<'_, '_>, mat2: Any<'_, '_>) -> PyResult<()> {
    store(res, &multiply(&matrix(mat1, "mat1")?.transposed(), &matrix(mat2, "mat2")?)?)
}

/// `res = matᵀ diag(diag) mat`; without `diag`, `matᵀ mat`
#[pyfunction]
fn mju_sqrMatTD(res: Any<'_, '_>, mat: Any<'_, '_>, diag: Option<Any<'_, '_>>) -> PyResult<()> {
    let mat = matrix(mat, "mat")?;
    let mut scaled = mat.transposed();
    if let Some(diag) = diag {
        let diag = reals_of(diag, mat.rows, "diag")?;
        scaled.values.chunks_exact_mut(mat.rows.max(1)).for_each(|row| {
            row.iter_mut().zip(&diag).for_each(|(x, d)| *x *= d);
        });
    }
    store(res, &multiply(&scaled, &mat)?)
}

/// A sparse matrix as a full one.
#[pyfunction]
fn mju_sparse2dense(
    res: Any<'_, '_>,
    mat: Any<'_, '_>,
    rownnz: Vec<usize>,
    rowadr: Vec<usize>,
    colind: Vec<usize>,
) -> PyResult<()> {
    let mut dense = matrix(res, "res")?;
    dense.values.fill(0.0);
    let values = reals(mat, "mat")?;
    for (row, (&count, &start)) in rownnz.iter().zip(&rowadr).enumerate() {
        for k in start..start + count {
            match (colind.get(k), values.get(k)) {
                (Some(&j), Some(&value)) if row < dense.rows && j < dense.columns => {
                    dense.values[row * dense.columns + j] = value;
                }
                _ => return Err(PyTypeError::new_err("rownnz, rowadr or colind point outside of the matrix")),
            }
        }
    }
    store(res, &dense)
}

/// Smaller of two numbers.
#[pyfunction]
fn mju_min(a: f64, b: f64) -> f64 {
    a.min(b)
}

/// Larger of two numbers.
#[pyfunction]
fn mju_max(a: f64, b: f64) -> f64 {
    a.max(b)
}

/// A number brought into a range.
#[pyfunction]
fn mju_clip(x: f64, min: f64, max: f64) -> f64 {
    x.min(max).max(min)
}

/// 1, 0 or -1.
#[pyfunction]
fn mju_sign(x: f64) -> f64 {
    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}

/// Nearest integer, halves up.
#[pyfunction]
fn mju_round(x: f64) -> i64 {
    (x + 0.5).floor() as i64
}

/// True for a number that no simulation should hold: not finite, or huge.
#[pyfunction]
fn mju_isBad(x: f64) -> bool {
    !(-1e10..=1e10).contains(&x)
}

/// True if all elements are zero.
#[pyfunction]
fn mju_isZero(vec: Any<'_, '_>) -> PyResult<bool> {
    Ok(reals(vec, "vec")?.iter().all(|&x| x == 0.0))
}

/// Element `index` of the Halton sequence in a base.
#[pyfunction]
fn mju_Halton(index: u64, base: u64) -> PyResult<f64> {
    if base < 2 {
        return Err(PyTypeError::new_err("base: expected at least 2"));
    }
    let (mut n, mut scale, mut sum) = (index, 1.0 / base as f64, 0.0);
    while n > 0 {
        sum += scale * (n % base) as f64;
        n /= base;
        scale /= base as f64;
    }
    Ok(sum)
}

/// The quintic that rises smoothly from 0 at 0 to 1 at 1.
#[pyfunction]
fn mju_sigmoid(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
}

/// Gain of a muscle.
#[pyfunction]
fn mju_muscleGain(len: f64, vel: f64, lengthrange: Any<'_, '_>, acc0: f64, prm: Any<'_, '_>) -> PyResult<f64> {
    let (range, prm) = (fixed::<2>(lengthrange, "lengthrange")?, fixed::<9>(prm, "prm")?);
    Ok(muscle::muscle_gain(len, vel, range, acc0, &prm))
}

/// Passive force of a muscle.
#[pyfunction]
fn mju_muscleBias(len: f64, lengthrange: Any<'_, '_>, acc0: f64, prm: Any<'_, '_>) -> PyResult<f64> {
    let (range, prm) = (fixed::<2>(lengthrange, "lengthrange")?, fixed::<9>(prm, "prm")?);
    Ok(muscle::muscle_bias(len, range, acc0, &prm))
}

/// Rate of the activation of a muscle.
#[pyfunction]
fn mju_muscleDynamics(ctrl: f64, act: f64, prm: Any<'_, '_>) -> PyResult<f64> {
    Ok(muscle::muscle_dynamics(ctrl, act, &fixed::<3>(prm, "prm")?))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(
        module; mju_muscleGain, mju_muscleBias, mju_muscleDynamics,
        mju_zero, mju_fill, mju_copy, mju_sum, mju_L1, mju_scl, mju_add, mju_sub, mju_addTo, mju_subFrom, mju_addToScl,
        mju_addScl, mju_norm, mju_normalize, mju_dot, mju_mulMatVec, mju_mulMatTVec, mju_mulVecMatVec, mju_transpose,
        mju_symmetrize, mju_eye, mju_mulMatMat, mju_mulMatMatT, mju_mulMatTMat, mju_sqrMatTD, mju_sparse2dense, mju_min,
        mju_max, mju_clip, mju_sign, mju_round, mju_isBad, mju_isZero, mju_Halton, mju_sigmoid,
    );
    Ok(())
}
