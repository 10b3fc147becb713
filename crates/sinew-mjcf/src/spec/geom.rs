//! Geom of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{GeomInertia, GeomType};

use super::{Orientation, Place};

/// Geom of a specification.
#[doc(alias = "mjsGeom")]
#[derive(Clone, Debug, PartialEq)]
pub struct Geom {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// index of its frame in the frames of its body
    pub frame: Option<usize>,
    /// geom type
    pub type_: GeomType,
    /// position
    pub pos: Vec3,
    /// orientation
    pub quat: Quat,
    /// alternative orientation
    pub alt: Orientation,
    /// alternative for capsule, cylinder, box, ellipsoid
    pub fromto: [f64; 6],
    /// type-specific size
    pub size: [f64; 3],
    /// contact type
    pub contype: i32,
    /// contact affinity
    pub conaffinity: i32,
    /// contact dimensionality
    pub condim: i32,
    /// contact priority
    pub priority: i32,
    /// one-sided friction coefficients: slide, roll, spin
    pub friction: [f64; 3],
    /// solver mixing for contact pairs
    pub solmix: f64,
    /// solver reference
    pub solref: [f64; 2],
    /// solver impedance
    pub solimp: [f64; 5],
    /// margin for contact detection
    pub margin: f64,
    /// additional contact detection buffer
    pub gap: f64,
    /// surface velocity in local frame: linear, angular
    pub surfacevel: [f64; 6],
    /// adhesive force of contacts
    pub adhesion: f64,
    /// used to compute density
    pub mass: f64,
    /// used to compute mass and inertia from volume or surface
    pub density: f64,
    /// selects between surface and volume inertia
    pub typeinertia: GeomInertia,
    /// whether ellipsoid-fluid model is active
    pub fluid_ellipsoid: f64,
    /// ellipsoid-fluid interaction coefs
    pub fluid_coefs: [f64; 5],
    /// name of material
    pub material: String,
    /// rgba when material is omitted
    pub rgba: [f32; 4],
    /// group
    pub group: i32,
    /// does geom cast shadows
    pub castshadow: bool,
    /// heightfield attached to geom
    pub hfieldname: String,
    /// mesh attached to geom
    pub meshname: String,
    /// scale mesh uniformly
    pub fitscale: f64,
    /// user data
    pub userdata: Vec<f64>,
}

impl Default for Geom {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            type_: GeomType::Sphere,
            pos: Vec3([0.0, 0.0, 0.0]),
            quat: Quat([1.0, 0.0, 0.0, 0.0]),
            alt: Orientation::default(),
            fromto: [f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0],
            size: [0.0; 3],
            contype: 1,
            conaffinity: 1,
            condim: 3,
            priority: 0,
            friction: [1.0, 0.005, 0.0001],
            solmix: 1.0,
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            margin: 0.0,
            gap: 0.0,
            surfacevel: [0.0; 6],
            adhesion: 0.0,
            mass: f64::NAN,
            density: 1000.0,
            typeinertia: GeomInertia::Volume,
            fluid_ellipsoid: 0.0,
            fluid_coefs: [0.5, 0.25, 1.5, 1.0, 1.0],
            material: String::new(),
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            castshadow: true,
            hfieldname: String::new(),
            meshname: String::new(),
            fitscale: 1.0,
            userdata: Vec::new(),
        }
    }
}
