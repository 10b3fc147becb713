//! Functions of the user's own, held by a model and called by the stages.

use std::sync::Arc;

use crate::model::SensorStage;
use crate::{Data, Model};

/// A function of the whole state that changes `Data`.
pub type StateFn = Arc<dyn Fn(&Model, &mut Data) + Send + Sync>;
/// A number for one actuator.
pub type ActuatorFn = Arc<dyn Fn(&Model, &mut Data, usize) -> f64 + Send + Sync>;
/// A function called once per sensor stage.
pub type SensorFn = Arc<dyn Fn(&Model, &mut Data, SensorStage) + Send + Sync>;

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
}

impl std::fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Callbacks").finish_non_exhaustive()
    }
}
