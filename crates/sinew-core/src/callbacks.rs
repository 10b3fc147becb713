//! Functions of the user's own, held by a model and called by the stages.
//!
//! A function that answers with an error, panics, or (where bad numbers are errors) leaves a number that is not finite
//! makes the step fail with [`StepError::UserFunction`]; the state stays what it was before the step. After a failure no
//! other function is called in that step. A stage called on its own has no result to tell it with: the failure waits in
//! `Data::failure`, and the next step tells it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::error::OnBadNumbers;
use crate::model::SensorStage;
use crate::{Data, Model, StepError};

/// What a function of the user's may fail with: any error, or a text by `.into()`.
pub type UserError = Box<dyn std::error::Error + Send + Sync>;
/// A function of the whole state that changes `Data`.
pub type StateFn = Arc<dyn Fn(&Model, &mut Data) -> Result<(), UserError> + Send + Sync>;
/// A number for one actuator.
pub type ActuatorFn = Arc<dyn Fn(&Model, &mut Data, usize) -> Result<f64, UserError> + Send + Sync>;
/// A function called once per sensor stage.
pub type SensorFn = Arc<dyn Fn(&Model, &mut Data, SensorStage) -> Result<(), UserError> + Send + Sync>;
/// A decision about two geoms.
pub type PairFn = Arc<dyn Fn(&Model, &Data, usize, usize) -> Result<bool, UserError> + Send + Sync>;

/// The functions of a model; each may be absent. Cloning a model shares them.
#[derive(Clone, Default)]
pub struct Callbacks {
    /// writes `ctrl` before the actuators read it
    #[doc(alias = "mjcb_control")]
    pub control: Option<StateFn>,
    /// adds to `qfrc_passive`
    #[doc(alias = "mjcb_passive")]
    pub passive: Option<StateFn>,
    /// rate of the activation of an actuator with user dynamics; with several activations it writes `act_dot` itself
    #[doc(alias = "mjcb_act_dyn")]
    pub act_dyn: Option<ActuatorFn>,
    /// gain of an actuator with a user gain
    #[doc(alias = "mjcb_act_gain")]
    pub act_gain: Option<ActuatorFn>,
    /// bias of an actuator with a user bias
    #[doc(alias = "mjcb_act_bias")]
    pub act_bias: Option<ActuatorFn>,
    /// writes `sensordata` of user sensors of a stage
    #[doc(alias = "mjcb_sensor")]
    pub sensor: Option<SensorFn>,
    /// true if two geoms, whose bodies may touch, are to be left out; replaces the masks of the geoms
    #[doc(alias = "mjcb_contactfilter")]
    pub contactfilter: Option<PairFn>,
}

impl Callbacks {
    /// True if a step calls none.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { control, passive, act_dyn, act_gain, act_bias, sensor, contactfilter } = self;
        let of_state = control.is_none() && passive.is_none();
        let of_actuators = act_dyn.is_none() && act_gain.is_none() && act_bias.is_none();
        of_state && of_actuators && sensor.is_none() && contactfilter.is_none()
    }
}

impl std::fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Callbacks").finish_non_exhaustive()
    }
}

/// A function of the user's that failed.
#[derive(Clone, Debug)]
pub struct UserFailure {
    /// which of [`Callbacks`]
    pub function: &'static str,
    /// actuator that it was called for
    pub actuator: Option<usize>,
    /// simulation time
    pub time: f64,
    /// what it said, or what was wrong with its answer
    pub message: String,
    /// the error that it answered with
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl PartialEq for UserFailure {
    fn eq(&self, other: &Self) -> bool {
        let key = |f: &Self| (f.function, f.actuator, f.time.to_bits());
        key(self) == key(other) && self.message == other.message
    }
}

impl std::fmt::Display for UserFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the user function {}", self.function)?;
        if let Some(actuator) = self.actuator {
            write!(f, " for actuator {actuator}")?;
        }
        write!(f, " failed at time {}: {}", self.time, self.message)
    }
}

impl std::error::Error for UserFailure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

/// Calls of functions that may be inside one another on a thread, as when one steps the model itself: the stack ends.
const DEEPEST: usize = 64;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One call inside others, until it is dropped.
struct Depth;

impl Depth {
    /// `None` if there are too many already.
    fn enter() -> Option<Self> {
        (DEPTH.get() < DEEPEST).then(|| {
            DEPTH.set(DEPTH.get() + 1);
            Self
        })
    }
}

impl Drop for Depth {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Which function is called, and for what.
#[derive(Clone, Copy, Debug)]
struct Call {
    function: &'static str,
    actuator: Option<usize>,
}

impl Call {
    /// What the call gives; `None` if it fails, which is noted, or if one failed before.
    fn answer<T>(self, d: &mut Data, call: impl FnOnce(&mut Data) -> Result<T, UserError>) -> Option<T> {
        if d.failure.get().is_some() {
            return None;
        }
        let Some(_depth) = Depth::enter() else {
            let message = format!("it is called from within itself more than {DEEPEST} deep");
            return self.fail(d, message, None);
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| call(d)));
        self.settle(d, outcome)
    }

    /// The value of an outcome, or `None` with the failure noted.
    fn settle<T>(self, d: &Data, outcome: std::thread::Result<Result<T, UserError>>) -> Option<T> {
        match outcome {
            Ok(Ok(value)) => Some(value),
            Ok(Err(error)) => self.fail(d, error.to_string(), Some(error.into())),
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message");
                self.fail(d, format!("it panicked: {text}"), None)
            }
        }
    }

    fn fail<T>(self, d: &Data, message: String, source: Option<Arc<dyn std::error::Error + Send + Sync>>) -> Option<T> {
        let Self { function, actuator } = self;
        // the first failure is the one that is told
        let _ = d.failure.set(Box::new(UserFailure { function, actuator, time: d.time, message, source }));
        None
    }

    /// Refuses numbers that are not finite, where bad numbers are errors.
    fn check(self, d: &Data, name: &str, first: usize, numbers: &[f64]) {
        if d.policy.on_bad_numbers == OnBadNumbers::Error
            && let Some(i) = numbers.iter().position(|x| !x.is_finite())
        {
            self.fail::<()>(d, format!("{name}[{}] is {}", first + i, numbers[i]), None);
        }
    }
}

/// Calls the control function.
pub(crate) fn control(m: &Model, d: &mut Data) {
    if let Some(user) = &m.callbacks.control {
        let call = Call { function: "control", actuator: None };
        if call.answer(d, |d| user(m, d)).is_some() {
            call.check(d, "ctrl", 0, &d.ctrl);
        }
    }
}

/// Calls the function of passive forces.
pub(crate) fn passive(m: &Model, d: &mut Data) {
    if let Some(user) = &m.callbacks.passive {
        let call = Call { function: "passive", actuator: None };
        if call.answer(d, |d| user(m, d)).is_some() {
            call.check(d, "qfrc_passive", 0, &d.qfrc_passive);
        }
    }
}

/// Calls the sensor function for a stage.
pub(crate) fn sensor(m: &Model, d: &mut Data, stage: SensorStage) {
    if let Some(user) = &m.callbacks.sensor {
        Call { function: "sensor", actuator: None }.answer(d, |d| user(m, d, stage));
    }
}

/// Refuses what the sensor function left in one sensor, if it is no number.
pub(crate) fn check_sensor(m: &Model, d: &Data, numbers: std::ops::Range<usize>) {
    if m.callbacks.sensor.is_some() && d.failure.get().is_none() {
        let call = Call { function: "sensor", actuator: None };
        call.check(d, "sensordata", numbers.start, &d.sensordata[numbers]);
    }
}

/// Rate of an activation by the user's function, if the model has one.
pub(crate) fn act_dyn(m: &Model, d: &mut Data, i: usize) -> Option<f64> {
    number(m, d, "act_dyn", m.callbacks.act_dyn.as_ref(), i)
}

/// Gain by the user's function, if the model has one.
pub(crate) fn act_gain(m: &Model, d: &mut Data, i: usize) -> Option<f64> {
    number(m, d, "act_gain", m.callbacks.act_gain.as_ref(), i)
}

/// Bias by the user's function, if the model has one.
pub(crate) fn act_bias(m: &Model, d: &mut Data, i: usize) -> Option<f64> {
    number(m, d, "act_bias", m.callbacks.act_bias.as_ref(), i)
}

fn number(m: &Model, d: &mut Data, function: &'static str, user: Option<&ActuatorFn>, i: usize) -> Option<f64> {
    let call = Call { function, actuator: Some(i) };
    let user = user?;
    let value = call.answer(d, |d| user(m, d, i))?;
    if d.policy.on_bad_numbers == OnBadNumbers::Error && !value.is_finite() {
        return call.fail(d, format!("it answered {value}"), None);
    }
    Some(value)
}

/// True if the user's function leaves a pair of geoms out; `None` if the model has none.
pub(crate) fn contactfilter(m: &Model, d: &Data, geom1: usize, geom2: usize) -> Option<bool> {
    let user = m.callbacks.contactfilter.as_ref()?;
    let call = Call { function: "contactfilter", actuator: None };
    if d.failure.get().is_some() {
        return Some(true);
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| user(m, d, geom1, geom2)));
    Some(call.settle(d, outcome).unwrap_or(true))
}

/// The error of a function that failed since the last call, if one did.
pub(crate) fn failed(d: &mut Data) -> Result<(), StepError> {
    d.failure.take().map_or(Ok(()), |failure| Err(StepError::UserFunction(failure)))
}
