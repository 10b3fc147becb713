//! Sensor of a specification.

use sinew_core::model::{DataType, ObjType, SensorStage, SensorType};

use super::Place;

/// Sensor of a specification.
#[doc(alias = "mjsSensor")]
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// type of sensor
    pub type_: SensorType,
    /// kind of what it measures
    pub objtype: ObjType,
    /// name of what it measures
    pub objname: String,
    /// kind of what it is measured against
    pub reftype: ObjType,
    /// name of what it is measured against
    pub refname: String,
    /// integer parameters
    pub intprm: [i32; 3],
    /// kind of number that it reads
    pub datatype: DataType,
    /// stage after which it can be read
    pub needstage: SensorStage,
    /// number of scalar outputs
    pub dim: i32,
    /// bound of the readings; 0: none
    pub cutoff: f64,
    /// standard deviation of noise, for users
    pub noise: f64,
    /// samples kept
    pub nsample: i32,
    /// order of interpolation between samples: 0, 1 or 3 points
    pub interp: i32,
    /// delay in seconds
    pub delay: f64,
    /// period and phase, in seconds
    pub interval: [f64; 2],
    /// the user's own numbers
    pub userdata: Vec<f64>,
}

impl Default for Sensor {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            type_: SensorType::Touch,
            objtype: ObjType::Unknown,
            objname: String::new(),
            reftype: ObjType::Unknown,
            refname: String::new(),
            intprm: [0; 3],
            datatype: DataType::Real,
            needstage: SensorStage::Acc,
            dim: 0,
            cutoff: 0.0,
            noise: 0.0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            interval: [0.0; 2],
            userdata: Vec::new(),
        }
    }
}
