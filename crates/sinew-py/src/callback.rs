//! Callbacks: Python functions that the engine calls in the middle of a step.
//!
//! They are global, as in MuJoCo, and rare. While any is set, the engine runs with the interpreter lock held, on data
//! taken out of its place; a callback finds the data in its place again, and may read and write it like any other.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use sinew_core::callbacks::{PairFn, UserError};
use sinew_core::model::{TimerKind, WarningKind};
use sinew_core::{Data, Model};

use crate::data::MjData;
use crate::error::panicked;
use crate::model::MjModel;
use crate::view::{Shared, claim, lend};

/// Declares the callbacks: place, name, setter, getter.
macro_rules! callbacks {
    ($($index:literal $name:literal $set:ident $get:ident;)*) => {
        const NAMES: [&str; 9] = [$($name),*];

        $(
            #[doc = concat!("Sets `", $name, "`; None takes it away.")]
            #[pyfunction]
            fn $set(py_callback: Option<Bound<'_, PyAny>>) -> PyResult<()> {
                install($index, py_callback)
            }

            #[doc = concat!("The function that `", $name, "` is set to, or None.")]
            #[pyfunction]
            fn $get(py: Python<'_>) -> Option<Py<PyAny>> {
                installed(py, $index)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::functions::add_functions!(module; $($set, $get,)* mj_resetCallbacks, mju_warningText);
            Ok(())
        }
    };
}

callbacks! {
    0 "mjcb_control" set_mjcb_control get_mjcb_control;
    1 "mjcb_passive" set_mjcb_passive get_mjcb_passive;
    2 "mjcb_act_dyn" set_mjcb_act_dyn get_mjcb_act_dyn;
    3 "mjcb_act_gain" set_mjcb_act_gain get_mjcb_act_gain;
    4 "mjcb_act_bias" set_mjcb_act_bias get_mjcb_act_bias;
    5 "mjcb_sensor" set_mjcb_sensor get_mjcb_sensor;
    6 "mjcb_time" set_mjcb_time get_mjcb_time;
    7 "mjcb_contactfilter" set_mjcb_contactfilter get_mjcb_contactfilter;
    8 "mju_user_warning" set_mju_user_warning get_mju_user_warning;
}

const CONTROL: usize = 0;
const PASSIVE: usize = 1;
const DYN: usize = 2;
const GAIN: usize = 3;
const BIAS: usize = 4;
const SENSOR: usize = 5;
const TIME: usize = 6;
const FILTER: usize = 7;
const WARNING: usize = 8;

static ACTIVE: AtomicBool = AtomicBool::new(false);
static SLOTS: Mutex<[Option<Py<PyAny>>; 9]> = Mutex::new([const { None }; 9]);

thread_local! {
    /// What runs on this thread with callbacks: innermost last.
    static RUNS: RefCell<Vec<Run>> = const { RefCell::new(Vec::new()) };
}

/// How deep callbacks may call the engine, which calls callbacks: the stack of a thread is finite.
const DEEPEST: usize = 50;

struct Run {
    model: Py<MjModel>,
    data: Py<MjData>,
    error: Option<PyErr>,
}

fn install(slot: usize, function: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    if function.as_ref().is_some_and(|function| !function.is_callable()) {
        return Err(PyTypeError::new_err("callback is not an Optional[Callable]"));
    }
    let before = {
        let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut slots[slot], function.map(Bound::unbind));
        ACTIVE.store(slots.iter().any(Option::is_some), Ordering::Release);
        before
    };
    // the end of the last one may call Python, and set a callback itself
    drop(before);
    Ok(())
}

fn installed(py: Python<'_>, slot: usize) -> Option<Py<PyAny>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)[slot].as_ref().map(|function| function.clone_ref(py))
}

/// Takes all callbacks away.
#[pyfunction]
fn mj_resetCallbacks() -> PyResult<()> {
    (0..NAMES.len()).try_for_each(|slot| install(slot, None))
}

/// True if any callback is set.
pub fn active() -> bool {
    ACTIVE.load(Ordering::Acquire)
}

/// Name of a callback that the engine would call in a step, if one is set.
pub fn physics() -> Option<&'static str> {
    let slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
    (0..TIME).find(|&slot| slots[slot].is_some()).map(|slot| NAMES[slot])
}

/// Does some work and adds its time to a timer: what `mjcb_time` tells, or else seconds.
pub fn timed<R>(d: &mut Data, timer: TimerKind, work: impl FnOnce(&mut Data) -> R) -> R {
    let (told, clock) = (told_time(), Instant::now());
    let answer = work(d);
    let spent = match told {
        Some(start) => told_time().unwrap_or(start) - start,
        None => clock.elapsed().as_secs_f64(),
    };
    let timer = &mut d.timer[timer as usize];
    timer.duration += spent;
    timer.number += 1;
    answer
}

/// The time that `mjcb_time` tells, if it is set.
fn told_time() -> Option<f64> {
    if !active() {
        return None;
    }
    Python::attach(|py| {
        let function = installed(py, TIME)?;
        let time = function.call0(py).and_then(|time| {
            let wrong = |_| PyTypeError::new_err("mjcb_time callback did not return a number");
            time.extract::<f64>(py).map_err(wrong)
        });
        match time {
            Ok(time) => Some(time),
            Err(error) => {
                fail(error);
                Some(0.0)
            }
        }
    })
}

/// Keeps the first error of the innermost run.
fn fail(error: PyErr) {
    RUNS.with_borrow_mut(|runs| {
        if let Some(run) = runs.last_mut()
            && run.error.is_none()
        {
            run.error = Some(error);
        }
    });
}

/// Puts the data in its place, or takes it out. Waits for a thread that is reading it.
fn exchange(py: Python<'_>, shared: &Shared<Data>, d: &mut Data) {
    py.detach(|| {
        let mut place = shared.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut *place, d);
    });
}

/// What the engine is told of a callback that failed; the exception itself waits in the run.
fn failed(slot: usize) -> UserError {
    format!("{} raised an exception", NAMES[slot]).into()
}

/// The function in a slot, with the model and the data of the innermost run; None if there is none, or it has failed.
fn ready(py: Python<'_>, slot: usize) -> Option<(Py<PyAny>, Py<MjModel>, Py<MjData>)> {
    let function = installed(py, slot)?;
    RUNS.with_borrow(|runs| {
        let run = runs.last().filter(|run| run.error.is_none())?;
        Some((function, run.model.clone_ref(py), run.data.clone_ref(py)))
    })
}

/// Calls a callback with the model, the data and perhaps a number; None if it is not set.
fn call(slot: usize, d: &mut Data, more: Option<i64>) -> Result<Option<Py<PyAny>>, UserError> {
    Python::attach(|py| {
        let Some((function, model, data)) = ready(py, slot) else { return Ok(None) };
        let shared = data.get().shared.clone();
        exchange(py, &shared, d);
        let answer = match more {
            Some(number) => function.call1(py, (model, data, number)),
            None => function.call1(py, (model, data)),
        };
        exchange(py, &shared, d);
        answer.map(Some).map_err(|error| {
            fail(error);
            failed(slot)
        })
    })
}

/// The number that a callback answers with.
fn number(slot: usize, d: &mut Data, actuator: usize, otherwise: f64) -> Result<f64, UserError> {
    let Some(answer) = call(slot, d, Some(actuator as i64))? else { return Ok(otherwise) };
    Python::attach(|py| answer.extract::<f64>(py)).map_err(|_| {
        fail(PyTypeError::new_err(format!("{} callback did not return a number", NAMES[slot])));
        failed(slot)
    })
}

/// Whether the contact filter leaves two geoms out. It is called in the middle of collision detection, where the data
/// cannot be shown: it receives None in its place.
fn filtered(geom1: usize, geom2: usize) -> Result<bool, UserError> {
    Python::attach(|py| {
        let Some((function, model, _)) = ready(py, FILTER) else { return Ok(false) };
        let answer = function.call1(py, (model, py.None(), geom1, geom2)).and_then(|answer| answer.is_truthy(py));
        answer.map_err(|error| {
            fail(error);
            failed(FILTER)
        })
    })
}

/// Has the engine call the callbacks when it works on this model.
fn hook(m: &mut Model) {
    let hooks = &mut m.callbacks;
    hooks.control = Some(Arc::new(|_, d| call(CONTROL, d, None).map(drop)));
    hooks.passive = Some(Arc::new(|_, d| call(PASSIVE, d, None).map(drop)));
    hooks.act_dyn = Some(Arc::new(|_, d, i| number(DYN, d, i, 0.0)));
    hooks.act_gain = Some(Arc::new(|_, d, i| number(GAIN, d, i, 1.0)));
    hooks.act_bias = Some(Arc::new(|_, d, i| number(BIAS, d, i, 0.0)));
    hooks.sensor = Some(Arc::new(|_, d, stage| call(SENSOR, d, Some(stage as i64)).map(drop)));
}

/// Has the engine ask the contact filter, which replaces the masks of geoms, while there is one.
fn hook_filter(m: &mut Model, wanted: bool) {
    m.callbacks.contactfilter = wanted.then(|| -> PairFn { Arc::new(|_, _, a, b| filtered(a, b)) });
}

/// Has a model call the callbacks, for which it must not be in use; once that is done, it may be.
pub fn prepare(m: &Bound<'_, MjModel>) -> PyResult<()> {
    let filter = installed(m.py(), FILTER).is_some();
    let (hooked, filtered) = {
        let callbacks = &lend(&m.get().shared, "MjModel")?.callbacks;
        (callbacks.control.is_some(), callbacks.contactfilter.is_some())
    };
    if !hooked {
        hook(&mut *claim(&m.get().shared, "MjModel")?);
    }
    if filter != filtered {
        hook_filter(&mut *claim(&m.get().shared, "MjModel")?, filter);
    }
    Ok(())
}

/// Calls the engine with the callbacks that are set; an exception of theirs is raised when it is done.
pub fn run<R>(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, work: impl FnOnce(&Model, &mut Data) -> R) -> PyResult<R> {
    let (py, shared) = (m.py(), &d.get().shared);
    if RUNS.with_borrow(Vec::len) >= DEEPEST {
        return Err(PyRecursionError::new_err(format!("callbacks call the engine within themselves {DEEPEST} times")));
    }
    prepare(m)?;
    let model = lend(&m.get().shared, "MjModel")?;
    let mut own = std::mem::take(&mut *claim(shared, "MjData")?);
    RUNS.with_borrow_mut(|runs| {
        runs.push(Run { model: m.clone().unbind(), data: d.clone().unbind(), error: None });
    });
    own.failure.take();
    let before = own.warning;
    let done = catch_unwind(AssertUnwindSafe(|| work(&model, &mut own)));
    let raised: Vec<(usize, i32)> = (0..before.len())
        .filter(|&kind| own.warning[kind].number > before[kind].number)
        .map(|kind| (kind, own.warning[kind].lastinfo))
        .collect();
    let time = own.time;
    own.failure.take();
    d.get().check_columns(&own);
    exchange(py, shared, &mut own);
    let error = RUNS.with_borrow_mut(Vec::pop).and_then(|run| run.error);
    let done = done.map_err(|payload| panicked(&*payload))?;
    if let Some(error) = error {
        return Err(error);
    }
    warn(py, &raised, time)?;
    Ok(done)
}

/// Tells `mju_user_warning` what the engine counted.
fn warn(py: Python<'_>, raised: &[(usize, i32)], time: f64) -> PyResult<()> {
    let Some(function) = installed(py, WARNING) else { return Ok(()) };
    for &(kind, info) in raised {
        function.call1(py, (format!("{} Time = {time:.4}.", warning_text(kind, info)),))?;
    }
    Ok(())
}

/// What a counter of `MjData.warning` means.
#[pyfunction]
#[pyo3(signature = (warning, info))]
fn mju_warningText(warning: usize, info: i32) -> String {
    warning_text(warning, info)
}

/// What a counted warning means.
fn warning_text(kind: usize, info: i32) -> String {
    let known = |which: WarningKind| which as usize == kind;
    let bad = |what: &str| format!("Bad number in {what} at {info}: the simulation is unstable.");
    if known(WarningKind::Badqpos) {
        bad("QPOS, DOF")
    } else if known(WarningKind::Badqvel) {
        bad("QVEL, DOF")
    } else if known(WarningKind::Badqacc) {
        bad("QACC, DOF")
    } else if known(WarningKind::Badctrl) {
        bad("CTRL, ACTUATOR")
    } else if known(WarningKind::Inertia) {
        format!("Inertia matrix is too close to singular at DOF {info}. Check model.")
    } else {
        format!("Warning {kind} about {info}.")
    }
}
