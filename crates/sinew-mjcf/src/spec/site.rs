//! Site of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::GeomType;

use super::{Orientation, Place};

/// Site of a specification.
#[doc(alias = "mjsSite")]
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// index of its frame in the frames of its body
    pub frame: Option<usize>,
    /// position
    pub pos: Vec3,
    /// orientation
    pub quat: Quat,
    /// orientation in another notation than the quaternion
    pub alt: Orientation,
    /// both ends of its axis, instead of position and orientation
    pub fromto: [f64; 6],
    /// geom size
    pub size: [f64; 3],
    /// geom type
    pub type_: GeomType,
    /// its material
    pub material: String,
    /// group
    pub group: i32,
    /// colour where it has no material
    pub rgba: [f32; 4],
    /// its mesh
    pub meshname: String,
    /// the user's own numbers
    pub userdata: Vec<f64>,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            quat: Quat([1.0, 0.0, 0.0, 0.0]),
            alt: Orientation::default(),
            fromto: [f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0],
            size: [0.005; 3],
            type_: GeomType::Sphere,
            material: String::new(),
            group: 0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            meshname: String::new(),
            userdata: Vec::new(),
        }
    }
}
