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
    /// type of sensorized object
    pub objtype: ObjType,
    /// name of sensorized object
    pub objname: String,
    /// type of referenced object
    pub reftype: ObjType,
    /// name of referenced object
    pub refname: String,
    /// integer parameters
    pub intprm: [i32; 3],
    /// data type for sensor measurement
    pub datatype: DataType,
    /// compute stage needed to simulate sensor
    pub needstage: SensorStage,
    /// number of scalar outputs
    pub dim: i32,
    /// cutoff for real and positive datatypes
    pub cutoff: f64,
    /// noise stdev
    pub noise: f64,
    /// number of samples in history buffer
    pub nsample: i32,
    /// interpolation order (0=ZOH, 1=linear, 2=cubic)
    pub interp: i32,
    /// delay time in seconds
    pub delay: f64,
    /// [period, time_prev] in seconds
    pub interval: [f64; 2],
    /// user data
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
