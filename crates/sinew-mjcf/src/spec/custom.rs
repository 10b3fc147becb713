//! Custom of a specification.

use super::Place;

/// Numeric of a specification.
#[doc(alias = "mjsNumeric")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numeric {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// initialization data
    pub data: Vec<f64>,
    /// how many numbers it has room for
    pub size: i32,
}

/// Text of a specification.
#[doc(alias = "mjsText")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// text string
    pub data: String,
}

/// Tuple of a specification.
#[doc(alias = "mjsTuple")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuple {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// object types
    pub objtype: Vec<i32>,
    /// object names
    pub objname: Vec<String>,
    /// object parameters
    pub objprm: Vec<f64>,
}

/// Key of a specification.
#[doc(alias = "mjsKey")]
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// time
    pub time: f64,
    /// qpos
    pub qpos: Vec<f64>,
    /// qvel
    pub qvel: Vec<f64>,
    /// act
    pub act: Vec<f64>,
    /// mocap pos
    pub mpos: Vec<f64>,
    /// mocap quat
    pub mquat: Vec<f64>,
    /// ctrl
    pub ctrl: Vec<f64>,
    /// plastic
    pub plastic: Vec<f64>,
}

impl Default for Key {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            time: 0.0,
            qpos: Vec::new(),
            qvel: Vec::new(),
            act: Vec::new(),
            mpos: Vec::new(),
            mquat: Vec::new(),
            ctrl: Vec::new(),
            plastic: Vec::new(),
        }
    }
}
