//! State vectors, and moving along the configuration manifold.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sinew_core::data::StateError;
use sinew_core::support;

use super::add_functions;
use crate::args::{Out, reals, reals_of};
use crate::data::{MjData, run};
use crate::error::FatalError;
use crate::model::MjModel;
use crate::view::{lend, read};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

fn refused(error: StateError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Length of a state vector, for the function that asks.
fn size_of(m: &Bound<'_, MjModel>, sig: i32, asking: &str) -> PyResult<usize> {
    let size = read(m.py(), &m.get().shared, |m| m.state_size(sig));
    size.map_err(|_| match sig {
        0.. => FatalError::new_err(format!("{asking}: invalid state signature {sig} >= 2^mjNSTATE")),
        _ => FatalError::new_err(format!("{asking}: invalid state signature {sig} < 0")),
    })
}

/// A state vector must have exactly the numbers that its parts hold.
fn check_size(state: Any<'_, '_>, size: usize) -> PyResult<()> {
    match state.len() {
        Ok(len) if len != size => Err(PyTypeError::new_err("state size should equal mj_stateSize(m, sig)")),
        _ => Ok(()),
    }
}

/// Length of a state vector.
#[pyfunction]
fn mj_stateSize(m: &Bound<'_, MjModel>, sig: i32) -> PyResult<usize> {
    size_of(m, sig, "mj_stateSize")
}

/// The parts of the state that `sig` names.
#[pyfunction]
fn mj_getState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: Any<'_, '_>, sig: i32) -> PyResult<()> {
    let size = size_of(m, sig, "mj_getState")?;
    check_size(state, size)?;
    let out = Out::<f64>::new(state, size, "state")?;
    let mut values = vec![0.0; size];
    d.get().query(m.py(), m.get(), |m, d| d.get_state(m, &mut values, sig))?.map_err(refused)?;
    out.fill(&values)
}

/// Sets the parts of the state that `sig` names.
#[pyfunction]
fn mj_setState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: Any<'_, '_>, sig: i32) -> PyResult<()> {
    let size = size_of(m, sig, "mj_setState")?;
    check_size(state, size)?;
    let state = reals_of(state, size, "state")?;
    run(m, d, |m, d| d.set_state(m, &state, sig))?.map_err(refused)
}

/// Copies the parts of the state that `sig` names.
#[pyfunction]
fn mj_copyState(m: &Bound<'_, MjModel>, src: &Bound<'_, MjData>, dst: &Bound<'_, MjData>, sig: i32) -> PyResult<()> {
    if src.is(dst) {
        return Ok(());
    }
    src.get().check(m.get())?;
    let source = lend(&src.get().shared, "MjData")?;
    let source = &*source;
    run(m, dst, |_, d| d.copy_state(source, sig))?.map_err(refused)
}

/// Takes the parts that `dstsig` names out of a state vector.
#[pyfunction]
fn mj_extractState(
    m: &Bound<'_, MjModel>,
    src: Any<'_, '_>,
    srcsig: i32,
    dst: Any<'_, '_>,
    dstsig: i32,
) -> PyResult<()> {
    let src = reals_of(src, mj_stateSize(m, srcsig)?, "src")?;
    let size = mj_stateSize(m, dstsig)?;
    let out = Out::<f64>::new(dst, size, "dst")?;
    let mut values = vec![0.0; size];
    read(m.py(), &m.get().shared, |m| m.extract_state(&src, srcsig, &mut values, dstsig)).map_err(refused)?;
    out.fill(&values)
}

/// Moves a configuration by a velocity for the time `dt`.
#[pyfunction]
fn mj_integratePos(m: &Bound<'_, MjModel>, qpos: Any<'_, '_>, qvel: Any<'_, '_>, dt: f64) -> PyResult<()> {
    let (nq, nv) = read(m.py(), &m.get().shared, |m| (m.nq, m.nv));
    let (out, mut moved, qvel) =
        (Out::<f64>::new(qpos, nq, "qpos")?, reals(qpos, "qpos")?, reals_of(qvel, nv, "qvel")?);
    read(m.py(), &m.get().shared, |m| support::integrate_pos(m, &mut moved, &qvel, dt));
    out.fill(&moved)
}

/// The velocity that leads from `qpos1` to `qpos2` in the time `dt`.
#[pyfunction]
fn mj_differentiatePos(
    m: &Bound<'_, MjModel>,
    qvel: Any<'_, '_>,
    dt: f64,
    qpos1: Any<'_, '_>,
    qpos2: Any<'_, '_>,
) -> PyResult<()> {
    let (nq, nv) = read(m.py(), &m.get().shared, |m| (m.nq, m.nv));
    let (from, to) = (reals_of(qpos1, nq, "qpos1")?, reals_of(qpos2, nq, "qpos2")?);
    let (out, mut velocity) = (Out::<f64>::new(qvel, nv, "qvel")?, vec![0.0; nv]);
    read(m.py(), &m.get().shared, |m| support::differentiate_pos(m, &mut velocity, dt, &from, &to));
    out.fill(&velocity)
}

/// Scales the quaternions of a configuration to unit length.
#[pyfunction]
fn mj_normalizeQuat(m: &Bound<'_, MjModel>, qpos: Any<'_, '_>) -> PyResult<()> {
    let nq = read(m.py(), &m.get().shared, |m| m.nq);
    let (out, mut values) = (Out::<f64>::new(qpos, nq, "qpos")?, reals(qpos, "qpos")?);
    read(m.py(), &m.get().shared, |m| support::normalize_quat(m, &mut values));
    out.fill(&values)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(
        module;
        mj_stateSize, mj_getState, mj_setState, mj_copyState, mj_extractState, mj_integratePos, mj_differentiatePos,
        mj_normalizeQuat
    );
    Ok(())
}
