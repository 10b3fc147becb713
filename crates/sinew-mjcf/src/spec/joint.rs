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
    /// value at reference configuration: qpos0
    pub ref_: f64,
    /// align free joint with body com
    pub align: AlignFree,
    /// stiffness coefficients
    pub stiffness: [f64; 3],
    /// spring reference value: qpos_spring
    pub springref: f64,
    /// plastic yield threshold (0: elastic)
    pub springyield: f64,
    /// timeconst, dampratio
    pub springdamper: [f64; 2],
    /// does joint have limits
    pub limited: Limited,
    /// joint limits
    pub range: [f64; 2],
    /// margin value for joint limit detection
    pub margin: f64,
    /// solver reference: joint limits
    pub solref_limit: [f64; 2],
    /// solver impedance: joint limits
    pub solimp_limit: [f64; 5],
    /// are actuator forces on joint limited
    pub actfrclimited: Limited,
    /// actuator force limits
    pub actfrcrange: [f64; 2],
    /// armature inertia (mass for slider)
    pub armature: f64,
    /// damping coefficients
    pub damping: [f64; 3],
    /// friction loss
    pub frictionloss: f64,
    /// solver reference: dof friction
    pub solref_friction: [f64; 2],
    /// solver impedance: dof friction
    pub solimp_friction: [f64; 5],
    /// group
    pub group: i32,
    /// is gravcomp force applied via actuators
    pub actgravcomp: bool,
    /// user data
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
