//! Tendon of a specification.

use sinew_core::model::{Limited, WrapType};

use super::Place;

/// Tendon of a specification.
#[doc(alias = "mjsTendon")]
#[derive(Clone, Debug, PartialEq)]
pub struct Tendon {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// stiffness coefficients
    pub stiffness: [f64; 3],
    /// lengths between which its spring is slack; -1: that at `qpos_spring`
    pub springlength: [f64; 2],
    /// force at which its spring yields; 0: never
    pub springyield: f64,
    /// damping coefficients
    pub damping: [f64; 3],
    /// friction loss
    pub frictionloss: f64,
    /// `solref` of the friction
    pub solref_friction: [f64; 2],
    /// `solimp` of the friction
    pub solimp_friction: [f64; 5],
    /// inertia along its length
    pub armature: f64,
    /// whether its length has limits
    pub limited: Limited,
    /// whether the sum of actuator forces on it is bounded
    pub actfrclimited: Limited,
    /// length limits
    pub range: [f64; 2],
    /// bounds of the sum of actuator forces
    pub actfrcrange: [f64; 2],
    /// how close to a limit it becomes active
    pub margin: f64,
    /// `solref` of the limits
    pub solref_limit: [f64; 2],
    /// `solimp` of the limits
    pub solimp_limit: [f64; 5],
    /// its material
    pub material: String,
    /// width as drawn
    pub width: f64,
    /// colour where it has no material
    pub rgba: [f32; 4],
    /// group
    pub group: i32,
    /// the user's own numbers
    pub userdata: Vec<f64>,
    /// objects on its path
    pub path: Vec<Wrap>,
}

impl Default for Tendon {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            stiffness: [0.0; 3],
            springlength: [-1.0; 2],
            springyield: 0.0,
            damping: [0.0; 3],
            frictionloss: 0.0,
            solref_friction: [0.02, 1.0],
            solimp_friction: [0.9, 0.95, 0.001, 0.5, 2.0],
            armature: 0.0,
            limited: Limited::Auto,
            actfrclimited: Limited::Auto,
            range: [0.0; 2],
            actfrcrange: [0.0; 2],
            margin: 0.0,
            solref_limit: [0.02, 1.0],
            solimp_limit: [0.9, 0.95, 0.001, 0.5, 2.0],
            material: String::new(),
            width: 0.003,
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            userdata: Vec::new(),
            path: Vec::new(),
        }
    }
}

/// One object on the path of a tendon.
#[doc(alias = "mjsWrap")]
#[derive(Clone, Debug, PartialEq)]
pub struct Wrap {
    /// where it was written
    pub at: Place,
    /// joint, pulley, site, or sphere for a geom of either wrapping type
    pub type_: WrapType,
    /// name of the joint, site or geom; empty for a pulley
    pub target: String,
    /// side site of a geom; empty for none
    pub sidesite: String,
    /// coefficient of a joint or divisor of a pulley
    pub prm: f64,
}
