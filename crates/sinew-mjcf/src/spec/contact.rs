//! Contact of a specification.

use super::Place;

/// Pair of a specification.
#[doc(alias = "mjsPair")]
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// name of the first object
    pub geomname1: String,
    /// name of the second object
    pub geomname2: String,
    /// dimensions of its contact forces
    pub condim: i32,
    /// `solref` of the normal
    pub solref: [f64; 2],
    /// `solref` of friction
    pub solreffriction: [f64; 2],
    /// `solimp`
    pub solimp: [f64; 5],
    /// how much it is inflated for contact
    pub margin: f64,
    /// distance beyond the margin at which contacts are found but make no force
    pub gap: f64,
    /// adhesive force of its contacts
    pub adhesion: f64,
    /// friction: two tangents, spin, two rolls
    pub friction: [f64; 5],
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            geomname1: String::new(),
            geomname2: String::new(),
            condim: 3,
            solref: [0.02, 1.0],
            solreffriction: [0.0; 2],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            margin: 0.0,
            gap: 0.0,
            adhesion: 0.0,
            friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
        }
    }
}

/// Exclude of a specification.
#[doc(alias = "mjsExclude")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exclude {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// name of the first object
    pub bodyname1: String,
    /// name of the second object
    pub bodyname2: String,
}
