//! Joint of a specification.

use sinew_core::math::Vec3;
use sinew_core::model::{AlignFree, JointType, Limited};

use super::Place;

/// Joint of a specification.
#[doc(alias = "mjsJoint")]
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// index of its frame in the frames of its body
    pub frame: Option<usize>,
    /// joint type
    pub type_: JointType,
    /// anchor position
    pub pos: Vec3,
    /// joint axis
    pub axis: Vec3,
    /// value at `qpos0`
    pub ref_: f64,
    /// whether a free body gets its inertial frame
    pub align: AlignFree,
    /// stiffness coefficients
    pub stiffness: [f64; 3],
    /// value at which its spring is at rest
    pub springref: f64,
    /// force at which its spring yields; 0: never
    pub springyield: f64,
    /// time constant and damping ratio that set stiffness and damping; 0: not
    pub springdamper: [f64; 2],
    /// whether it has limits
    pub limited: Limited,
    /// joint limits
    pub range: [f64; 2],
    /// how close to a limit it becomes active
    pub margin: f64,
    /// `solref` of the limits
    pub solref_limit: [f64; 2],
    /// `solimp` of the limits
    pub solimp_limit: [f64; 5],
    /// are actuator forces on joint limited
    pub actfrclimited: Limited,
    /// bounds of the sum of actuator forces
    pub actfrcrange: [f64; 2],
    /// inertia of the rotor
    pub armature: f64,
    /// damping coefficients
    pub damping: [f64; 3],
    /// friction loss
    pub frictionloss: f64,
    /// `solref` of the friction
    pub solref_friction: [f64; 2],
    /// `solimp` of the friction
    pub solimp_friction: [f64; 5],
    /// group
    pub group: i32,
    /// whether its gravity compensation counts as actuator force
    pub actgravcomp: bool,
    /// the user's own numbers
    pub userdata: Vec<f64>,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            type_: JointType::Hinge,
            pos: Vec3([0.0, 0.0, 0.0]),
            axis: Vec3([0.0, 0.0, 1.0]),
            ref_: 0.0,
            align: AlignFree::Auto,
            stiffness: [0.0; 3],
            springref: 0.0,
            springyield: 0.0,
            springdamper: [0.0; 2],
            limited: Limited::Auto,
            range: [0.0; 2],
            margin: 0.0,
            solref_limit: [0.02, 1.0],
            solimp_limit: [0.9, 0.95, 0.001, 0.5, 2.0],
            actfrclimited: Limited::Auto,
            actfrcrange: [0.0; 2],
            armature: 0.0,
            damping: [0.0; 3],
            frictionloss: 0.0,
            solref_friction: [0.02, 1.0],
            solimp_friction: [0.9, 0.95, 0.001, 0.5, 2.0],
            group: 0,
            actgravcomp: false,
            userdata: Vec::new(),
        }
    }
}
