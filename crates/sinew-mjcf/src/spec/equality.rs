//! Equality of a specification.

use sinew_core::model::{EqType, ObjType};

use super::Place;

/// Equality of a specification.
#[doc(alias = "mjsEquality")]
#[derive(Clone, Debug, PartialEq)]
pub struct Equality {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// constraint type
    pub type_: EqType,
    /// numbers, as the type needs them
    pub data: [f64; 12],
    /// whether it is active at the start
    pub active: bool,
    /// name of the first object
    pub name1: String,
    /// name of the second object
    pub name2: String,
    /// kind of both objects
    pub objtype: ObjType,
    /// `solref`
    pub solref: [f64; 2],
    /// `solimp`
    pub solimp: [f64; 5],
}

impl Default for Equality {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            type_: EqType::Connect,
            data: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            active: true,
            name1: String::new(),
            name2: String::new(),
            objtype: ObjType::Unknown,
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
        }
    }
}
