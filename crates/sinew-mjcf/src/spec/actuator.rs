//! Actuator of a specification.

use sinew_core::model::{ActuatorKind, BiasType, DynType, GainType, Limited, TrnType};

use super::Place;

/// Actuator of a specification.
#[doc(alias = "mjsActuator")]
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// element the actuator is written with
    pub type_: ActuatorKind,
    /// gain type
    pub gaintype: GainType,
    /// gain parameters
    pub gainprm: [f64; 10],
    /// bias type
    pub biastype: BiasType,
    /// bias parameters
    pub biasprm: [f64; 10],
    /// dynamics type
    pub dyntype: DynType,
    /// dynamics parameters
    pub dynprm: [f64; 10],
    /// number of activation variables
    pub actdim: i32,
    /// input signature, scoped by gaintype; 0: type default
    pub ctrlspec: i32,
    /// range of the velocity-setpoint input (pid)
    pub velrange: [f64; 2],
    /// range of the feedforward input (pid)
    pub ffrange: [f64; 2],
    /// apply next activations to qfrc
    pub actearly: bool,
    /// transmission type
    pub trntype: TrnType,
    /// length and transmitted force scaling
    pub gear: [f64; 6],
    /// name of transmission target
    pub target: String,
    /// reference site, for site transmission
    pub refsite: String,
    /// site defining cylinder, for slider-crank
    pub slidersite: String,
    /// crank length, for slider-crank
    pub cranklength: f64,
    /// transmission length range
    pub lengthrange: [f64; 2],
    /// automatic range setting for position and intvelocity
    pub inheritrange: f64,
    /// damping coefficients
    pub damping: [f64; 3],
    /// armature inertia
    pub armature: f64,
    /// are control limits defined
    pub ctrllimited: Limited,
    /// control range
    pub ctrlrange: [f64; 2],
    /// are force limits defined
    pub forcelimited: Limited,
    /// force range
    pub forcerange: [f64; 2],
    /// are activation limits defined
    pub actlimited: Limited,
    /// activation range
    pub actrange: [f64; 2],
    /// group
    pub group: i32,
    /// number of samples in history buffer
    pub nsample: i32,
    /// interpolation order (0=ZOH, 1=linear, 2=cubic)
    pub interp: i32,
    /// delay time in seconds; 0: no delay
    pub delay: f64,
    /// user data
    pub userdata: Vec<f64>,
}

impl Default for Actuator {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            type_: ActuatorKind::General,
            gaintype: GainType::Fixed,
            gainprm: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            biastype: BiasType::None,
            biasprm: [0.0; 10],
            dyntype: DynType::None,
            dynprm: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            actdim: -1,
            ctrlspec: 0,
            velrange: [0.0; 2],
            ffrange: [0.0; 2],
            actearly: false,
            trntype: TrnType::Undefined,
            gear: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            target: String::new(),
            refsite: String::new(),
            slidersite: String::new(),
            cranklength: 0.0,
            lengthrange: [0.0; 2],
            inheritrange: 0.0,
            damping: [0.0; 3],
            armature: 0.0,
            ctrllimited: Limited::Auto,
            ctrlrange: [0.0; 2],
            forcelimited: Limited::Auto,
            forcerange: [0.0; 2],
            actlimited: Limited::Auto,
            actrange: [0.0; 2],
            group: 0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            userdata: Vec::new(),
        }
    }
}
