//! Making, copying and resetting data.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::add_functions;
use crate::data::{MjData, run};
use crate::error::FatalError;
use crate::model::MjModel;
use crate::view::{claim, lend};

/// Sets a data to the initial state of the model.
#[pyfunction]
fn mj_resetData(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    run(m, d, |m, d| d.reset(m))
}

/// Sets a data to a keyframe of the model.
#[pyfunction]
fn mj_resetDataKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, key: i64) -> PyResult<()> {
    let done = run(m, d, |m, d| match usize::try_from(key) {
        Ok(index) => d.reset_keyframe(m, index).map_err(|error| error.to_string()),
        Err(_) => Err(format!("keyframe {key} is out of range: the model has {}", m.nkey)),
    })?;
    done.map_err(PyValueError::new_err)
}

/// Sets a data to the initial state, filling what is not state with a byte, to find what reads it unset.
#[pyfunction]
fn mj_resetDataDebug(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, debug_value: u8) -> PyResult<()> {
    run(m, d, |m, d| d.reset_debug(m, debug_value))
}

/// Makes a keyframe of the present state.
#[pyfunction]
fn mj_setKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, k: i64) -> PyResult<()> {
    d.get().check(m.get())?;
    let (mut m, d) = (claim(&m.get().shared, "MjModel")?, lend(&d.get().shared, "MjData")?);
    let key = usize::try_from(k).map_err(|_| FatalError::new_err("mj_setKeyframe: index must not be negative"))?;
    if key >= m.nkey {
        let text = format!("mj_setKeyframe: index must be smaller than {} (keyframes allocated in model)", m.nkey);
        return Err(FatalError::new_err(text));
    }
    m.set_keyframe(&d, key).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Copies a data into another of the same model.
#[pyfunction]
fn mj_copyData<'py>(
    dest: &Bound<'py, MjData>,
    m: &Bound<'py, MjModel>,
    src: &Bound<'py, MjData>,
) -> PyResult<Bound<'py, MjData>> {
    if !dest.is(src) {
        src.get().check(m.get())?;
        let source = lend(&src.get().shared, "MjData")?;
        let source = &*source;
        run(m, dest, |_, d| d.copy_from(source))?;
    }
    Ok(dest.clone())
}

/// Gives a data threads that solve its islands beside the one that steps; none if there are to be no more than zero. The result is
/// the same.
#[pyfunction]
fn mju_threadpool(d: &Bound<'_, MjData>, nthread: i64) -> PyResult<()> {
    let nthread = usize::try_from(nthread).unwrap_or(0).min(MOST_THREADS);
    let crew = if nthread > 0 { Some(sinew::Threads::new(nthread)?) } else { None };
    claim(&d.get().shared, "MjData")?.set_crew(crew.map(|threads| threads as _));
    Ok(())
}

/// Threads beyond which no machine gains.
const MOST_THREADS: usize = 256;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_resetData, mj_resetDataKeyframe, mj_resetDataDebug, mj_copyData, mj_setKeyframe, mju_threadpool);
    Ok(())
}
