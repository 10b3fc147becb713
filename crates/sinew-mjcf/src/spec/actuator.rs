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
    /// element that it is written as
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
    /// which inputs it has; 0: as its type has them
    pub ctrlspec: i32,
    /// bounds of the velocity input
    pub velrange: [f64; 2],
    /// bounds of the feedforward input
    pub ffrange: [f64; 2],
    /// whether the force uses the next activation
    pub actearly: bool,
    /// transmission type
    pub trntype: TrnType,
    /// scale of length and force, in up to six directions
    pub gear: [f64; 6],
    /// name of what it acts on
    pub target: String,
    /// site against which the target is measured
    pub refsite: String,
    /// site on whose axis a slider-crank slides
    pub slidersite: String,
    /// length of the rod of a slider-crank
    pub cranklength: f64,
    /// lengths that it can reach
    pub lengthrange: [f64; 2],
    /// control range taken from the target, scaled by this; 0: not
    pub inheritrange: f64,
    /// damping coefficients
    pub damping: [f64; 3],
    /// inertia of the rotor
    pub armature: f64,
    /// whether the control is bounded
    pub ctrllimited: Limited,
    /// bounds of the control
    pub ctrlrange: [f64; 2],
    /// whether the force is bounded
    pub forcelimited: Limited,
    /// bounds of the force
    pub forcerange: [f64; 2],
    /// whether the activation is bounded
    pub actlimited: Limited,
    /// bounds of the activation
    pub actrange: [f64; 2],
    /// group
    pub group: i32,
    /// samples kept
    pub nsample: i32,
    /// order of interpolation between samples: 0, 1 or 3 points
    pub interp: i32,
    /// delay in seconds; 0: none
    pub delay: f64,
    /// the user's own numbers
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
