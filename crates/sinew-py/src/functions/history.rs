//! Past controls and sensor readings.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sinew_core::history::HistoryError;
use sinew_core::{actuation, sensor};

use super::add_functions;
use crate::args::{Out, reals, reals_of};
use crate::data::{MjData, run};
use crate::model::MjModel;
use crate::view::read;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

fn known(id: i64, count: usize, what: &str) -> PyResult<usize> {
    let found = usize::try_from(id).ok().filter(|&id| id < count);
    found.ok_or_else(|| PyIndexError::new_err(format!("invalid {what} id {id}: there are {count}")))
}

fn refused(error: HistoryError) -> PyErr {
    match error {
        HistoryError::Length { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The controls of an actuator as they act at a time, by an interpolation of order `interp` (-1: the model's own).
#[pyfunction]
fn mj_readCtrl<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    id: i64,
    time: f64,
    result: &Bound<'py, PyAny>,
    interp: i32,
) -> PyResult<Bound<'py, PyAny>> {
    let id = known(id, read(m.py(), &m.get().shared, |m| m.nactuator), "actuator")?;
    let count = read(m.py(), &m.get().shared, |m| m.actuator_ctrlnum[id].max(0) as usize);
    let (out, mut values) = (Out::<f64>::new(result, count, "result")?, vec![0.0; count]);
    d.get().query(m.py(), m.get(), |m, d| actuation::read_ctrl(m, d, id, time, interp, &mut values))?;
    out.fill(&values)?;
    Ok(result.clone())
}

/// The reading of a sensor at a time, by an interpolation of order `interp` (-1: the model's own).
#[pyfunction]
fn mj_readSensor<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    id: i64,
    time: f64,
    result: &Bound<'py, PyAny>,
    interp: i32,
) -> PyResult<Bound<'py, PyAny>> {
    let id = known(id, read(m.py(), &m.get().shared, |m| m.nsensor), "sensor")?;
    let count = read(m.py(), &m.get().shared, |m| m.sensor_dim[id].max(0) as usize);
    let (out, mut values) = (Out::<f64>::new(result, count, "result")?, vec![0.0; count]);
    let order = (interp >= 0).then_some(interp);
    d.get().query(m.py(), m.get(), |m, d| sensor::read_sensor(m, d, id, time, order, &mut values))?;
    out.fill(&values)?;
    Ok(result.clone())
}

/// Sets the past controls of an actuator, oldest first; the times stay as they are if none are given.
#[pyfunction]
fn mj_initCtrlHistory(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: i64,
    times: Option<Any<'_, '_>>,
    values: Any<'_, '_>,
) -> PyResult<()> {
    let id = known(id, read(m.py(), &m.get().shared, |m| m.nactuator), "actuator")?;
    let times = times.map(|times| reals(times, "times")).transpose()?;
    let values = reals(values, "values")?;
    run(m, d, |m, d| actuation::init_ctrl_history(m, d, id, times.as_deref(), &values))?.map_err(refused)
}

/// Sets the past readings of a sensor, oldest first, and the time of its last sample; the times stay as they are if none
/// are given.
#[pyfunction]
fn mj_initSensorHistory(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: i64,
    times: Option<Any<'_, '_>>,
    values: Any<'_, '_>,
    phase: f64,
) -> PyResult<()> {
    let id = known(id, read(m.py(), &m.get().shared, |m| m.nsensor), "sensor")?;
    let (samples, dim) = read(m.py(), &m.get().shared, |m| (m.sensor_history[id][0].max(0) as usize, m.sensor_dim[id]));
    let times = times.map(|times| reals_of(times, samples, "times")).transpose()?;
    let values = reals_of(values, samples * dim.max(0) as usize, "values")?;
    run(m, d, |m, d| sensor::init_sensor_history(m, d, id, times.as_deref(), &values, phase))?.map_err(refused)
}

/// Sets the controls to neutral: zero, and the unit quaternion where a control is an orientation.
#[pyfunction]
fn mj_resetCtrl(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    run(m, d, |m, d| d.reset_ctrl(m))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_readCtrl, mj_readSensor, mj_initCtrlHistory, mj_initSensorHistory, mj_resetCtrl);
    Ok(())
}
