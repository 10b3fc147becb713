//! `Rollout`: trajectories on several threads. The public functions are in `python/sinew/rollout.py`.

use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sinew::batch::{Pool, Trajectory, rollout};
use sinew_core::model::StateBit;
use sinew_core::{Data, Model};

use crate::callback;
use crate::data::MjData;
use crate::error::FatalError;
use crate::model::MjModel;
use crate::view::{claim, lend};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Threads for trajectories.
#[pyclass(frozen, module = "sinew._sinew")]
pub struct Rollout {
    pool: Pool,
    /// zero: trajectories run on the thread that asks for them
    nthread: usize,
}

fn bad(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// An array of `count` numbers in rows.
fn sized<'a, 'py>(value: Any<'a, 'py>, count: usize, name: &str) -> PyResult<&'a Bound<'py, PyArrayDyn<f64>>> {
    let array = value.cast::<PyArrayDyn<f64>>().map_err(|_| bad(format!("{name} must be an array of float64")))?;
    if array.len() != count || !array.is_c_contiguous() {
        return Err(bad(format!("{name} must be a C-contiguous array of {count} numbers, got {}", array.len())));
    }
    Ok(array)
}

fn input<'py>(value: Option<Any<'_, 'py>>, count: usize, name: &str) -> PyResult<Option<PyReadonlyArrayDyn<'py, f64>>> {
    let read = |value| sized(value, count, name)?.try_readonly().map_err(|error| bad(format!("{name}: {error}")));
    value.map(read).transpose()
}

fn output<'py>(
    value: Option<Any<'_, 'py>>,
    count: usize,
    name: &str,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, f64>>> {
    let write = |value| sized(value, count, name)?.try_readwrite().map_err(|error| bad(format!("{name}: {error}")));
    value.map(write).transpose()
}

/// Row `k` of an input of `n` rows.
fn row(all: Option<&[f64]>, k: usize, n: usize) -> Option<&[f64]> {
    all.map(|all| {
        let width = all.len().checked_div(n).unwrap_or(0);
        &all[k * width..(k + 1) * width]
    })
}

/// An output cut into `n` rows.
fn rows(all: Option<&mut [f64]>, n: usize) -> Vec<Option<&mut [f64]>> {
    let Some(mut rest) = all else { return (0..n).map(|_| None).collect() };
    let width = rest.len().checked_div(n).unwrap_or(0);
    let cut = |_| {
        let (row, tail) = std::mem::take(&mut rest).split_at_mut(width);
        rest = tail;
        Some(row)
    };
    (0..n).map(cut).collect()
}

#[pymethods]
impl Rollout {
    #[new]
    #[pyo3(signature = (*, nthread = 0))]
    fn new(nthread: i64) -> PyResult<Self> {
        let nthread = usize::try_from(nthread).map_err(|_| bad("nthread must be non-negative"))?;
        let pool = Pool::new(nthread.clamp(1, 4096)).map_err(|error| bad(error.to_string()))?;
        Ok(Self { pool, nthread })
    }

    /// Rolls out a trajectory for each model, on the data instances, one for each thread.
    #[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0=None, control=None, state=None, sensordata=None, chunk_size=None))]
    fn rollout(
        &self,
        py: Python<'_>,
        model: Vec<Bound<'_, MjModel>>,
        data: Vec<Bound<'_, MjData>>,
        nstep: i64,
        control_spec: i32,
        state0: Any<'_, '_>,
        warmstart0: Option<Any<'_, '_>>,
        control: Option<Any<'_, '_>>,
        state: Option<Any<'_, '_>>,
        sensordata: Option<Any<'_, '_>>,
        chunk_size: Option<i64>,
    ) -> PyResult<()> {
        let nstep = usize::try_from(nstep).map_err(|_| bad("nstep must be non-negative"))?;
        if chunk_size.is_some_and(|size| size <= 0) {
            return Err(bad("chunk_size must be a positive integer"));
        }
        self.check_data(&data)?;
        let shape: Vec<usize> = state0.getattr("shape").and_then(|shape| shape.extract()).unwrap_or_default();
        let nbatch = if let [rows, _] = shape[..] { rows } else { model.len() };
        let model = model.get(..nbatch).ok_or_else(|| bad(format!("{nbatch} initial states need as many models")))?;
        let Some(first) = model.first() else { return Ok(()) };
        for model in model {
            data.iter().try_for_each(|data| data.get().check(model.get()))?;
        }
        if callback::active() {
            model.iter().try_for_each(callback::prepare)?;
        }

        // sizes of everything
        let m = lend(&first.get().shared, "MjModel")?;
        let size = |spec| m.state_size(spec).map_err(|error| bad(error.to_string()));
        let (nstate, ncontrol) = (size(StateBit::Fullphysics as i32)?, size(control_spec)?);
        let initial = input(Some(state0), nbatch * nstate, "initial_state")?;
        let warmstart = input(warmstart0, nbatch * m.nv, "initial_warmstart")?;
        let control = input(control, nbatch * nstep * ncontrol, "control")?;
        let mut state = output(state, nbatch * nstep * nstate, "state")?;
        let mut sensordata = output(sensordata, nbatch * nstep * m.nsensordata, "sensordata")?;

        let slice = |array: &'_ Option<PyReadonlyArrayDyn<'_, f64>>| -> PyResult<Option<Vec<f64>>> {
            array.as_ref().map(|array| Ok(array.as_slice()?.to_vec())).transpose()
        };
        let (initial, warmstart, control) = (slice(&initial)?, slice(&warmstart)?, slice(&control)?);
        let states = rows(state.as_mut().map(|array| array.as_slice_mut()).transpose()?, nbatch);
        let readings = rows(sensordata.as_mut().map(|array| array.as_slice_mut()).transpose()?, nbatch);

        let guards = model.iter().map(|model| lend(&model.get().shared, "MjModel")).collect::<PyResult<Vec<_>>>()?;
        let models: Vec<&Model> = guards.iter().map(|guard| &**guard).collect();
        let mut jobs: Vec<Trajectory<'_>> = models
            .iter()
            .zip(states.into_iter().zip(readings))
            .enumerate()
            .map(|(k, (model, (state, sensordata)))| Trajectory {
                model,
                initial: row(initial.as_deref(), k, nbatch).unwrap_or(&[]),
                warmstart: row(warmstart.as_deref(), k, nbatch),
                control: row(control.as_deref(), k, nbatch),
                state,
                sensordata,
                error: None,
            })
            .collect();
        if callback::active() {
            with_callbacks(model, &data, &mut jobs, nstep, control_spec)?;
        } else {
            let mut claimed =
                data.iter().map(|data| claim(&data.get().shared, "MjData")).collect::<PyResult<Vec<_>>>()?;
            let before: Vec<_> = claimed.iter().map(|data| data.policy).collect();
            let mut each: Vec<&mut Data> = claimed.iter_mut().map(|data| &mut **data).collect();
            py.detach(|| rollout(&self.pool, &mut each, &mut jobs, nstep, control_spec));
            claimed.iter_mut().zip(before).for_each(|(data, policy)| data.policy = policy);
            data.iter().zip(&claimed).for_each(|(data, claimed)| data.get().check_columns(claimed));
        }
        match jobs.iter().enumerate().find_map(|(k, job)| job.error.as_ref().map(|error| (k, error))) {
            None => Ok(()),
            Some((k, error)) if nbatch > 1 => Err(FatalError::new_err(format!("trajectory {k}: {error}"))),
            Some((_, error)) => Err(FatalError::new_err(error.clone())),
        }
    }
}

impl Rollout {
    /// As many data instances as there are threads.
    fn check_data(&self, data: &[Bound<'_, MjData>]) -> PyResult<()> {
        match (self.nthread, data.len()) {
            (_, 0) => Err(bad("The list of data instances is empty")),
            (0, 1) => Ok(()),
            (0, _) => Err(bad("More than one data instance passed but rollout is configured to run on main thread")),
            (nthread, n) if nthread != n => Err(bad(format!("Length of data: {n} not equal to nthread: {nthread}"))),
            _ => Ok(()),
        }
    }
}

/// Trajectories one after another, on one data, with callbacks.
fn with_callbacks(
    model: &[Bound<'_, MjModel>],
    data: &[Bound<'_, MjData>],
    jobs: &mut [Trajectory<'_>],
    nstep: usize,
    spec: i32,
) -> PyResult<()> {
    let pool = Pool::new(1).map_err(|error| bad(error.to_string()))?;
    for (model, job) in model.iter().zip(jobs) {
        callback::run(model, &data[0], |_, d| rollout(&pool, &mut [d], std::slice::from_mut(job), nstep, spec))?;
    }
    Ok(())
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rollout>()
}
