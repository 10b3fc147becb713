//! Products with the joint-space inertia.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sinew_core::velocity::{self, Acceleration};
use sinew_core::{Data, Model, constraint, position};

use super::add_functions;
use crate::args::{Flag, Out, reals, reals_of};
use crate::data::{MjData, run};
use crate::model::MjModel;
use crate::view::read;

fn nv(m: &Bound<'_, MjModel>) -> usize {
    read(m.py(), &m.get().shared, |m| m.nv)
}

/// Joint-space inertia as a full matrix.
#[pyfunction]
fn mj_fullM(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, dst: &Bound<'_, PyAny>) -> PyResult<()> {
    let nv = nv(m);
    let out = Out::<f64>::new(dst, nv * nv, "dst")?;
    out.fill(&d.get().query(m.py(), m.get(), |m, d| {
        let mut full = vec![0.0; nv * nv];
        position::full_m(m, d, &mut full);
        full
    })?)
}

type Product = fn(&Model, &Data, &mut [f64], &[f64]);

fn product(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: &Bound<'_, PyAny>,
    vec: &Bound<'_, PyAny>,
    multiply: Product,
) -> PyResult<()> {
    let nv = nv(m);
    let (out, vec) = (Out::<f64>::new(res, nv, "res")?, reals_of(vec, nv, "vec")?);
    out.fill(&d.get().query(m.py(), m.get(), |m, d| {
        let mut result = vec![0.0; nv];
        multiply(m, d, &mut result, &vec);
        result
    })?)
}

/// `res = M vec`
#[pyfunction]
fn mj_mulM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: &Bound<'_, PyAny>,
    vec: &Bound<'_, PyAny>,
) -> PyResult<()> {
    product(m, d, res, vec, position::mul_m)
}

/// `res = M^(1/2) vec`
#[pyfunction]
fn mj_mulM2(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: &Bound<'_, PyAny>,
    vec: &Bound<'_, PyAny>,
) -> PyResult<()> {
    product(m, d, res, vec, position::mul_m2)
}

/// `x = M⁻¹ y`, for each row of `y`
#[pyfunction]
fn mj_solveM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut rows = rows_of(y, nv(m), "y")?;
    let out = Out::<f64>::new(x, rows.len(), "x")?;
    out.fill(&d.get().query(m.py(), m.get(), move |m, d| {
        position::solve_m(m, d, &mut rows);
        rows
    })?)
}

/// `x = D^(-1/2) L⁻ᵀ y`, for each row of `y`: half of a solution
#[pyfunction]
fn mj_solveM2(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    sqrtInvD: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let nv = nv(m);
    let (mut rows, scale) = (rows_of(y, nv, "y")?, reals_of(sqrtInvD, nv, "sqrtInvD")?);
    let out = Out::<f64>::new(x, rows.len(), "x")?;
    out.fill(&d.get().query(m.py(), m.get(), move |m, d| {
        position::solve_m2(m, d, &mut rows, &scale);
        rows
    })?)
}

/// Rows of `nv` numbers, one after the other.
fn rows_of(value: &Bound<'_, PyAny>, nv: usize, name: &str) -> PyResult<Vec<f64>> {
    let rows = reals(value, name)?;
    if nv > 0 && rows.len().is_multiple_of(nv) {
        return Ok(rows);
    }
    Err(PyTypeError::new_err(format!("{name}: {} numbers are not rows of nv = {nv}", rows.len())))
}

/// Bias force, or with `flg_acc` inverse dynamics without external forces.
#[pyfunction]
fn mj_rne(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, flg_acc: Flag, result: &Bound<'_, PyAny>) -> PyResult<()> {
    let nv = nv(m);
    let out = Out::<f64>::new(result, nv, "result")?;
    out.fill(&run(m, d, |m, d| {
        let mut force = vec![0.0; nv];
        velocity::rne(m, d, if flg_acc.0 { Acceleration::Qacc } else { Acceleration::None }, &mut force);
        force
    })?)
}

/// Force and torque of a contact, in its frame.
#[pyfunction]
fn mj_contactForce(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, id: i64, result: &Bound<'_, PyAny>) -> PyResult<()> {
    let out = Out::<f64>::new(result, 6, "result")?;
    let id = crate::args::id(id, read(m.py(), &d.get().shared, |d| d.contact.len()), "contact")?;
    let force = d.get().query(m.py(), m.get(), |m, d| constraint::contact_force(m, d, id))?;
    out.fill(&force)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_fullM, mj_mulM, mj_mulM2, mj_solveM, mj_solveM2, mj_rne, mj_contactForce);
    Ok(())
}
