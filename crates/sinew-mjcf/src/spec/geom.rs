//! Geom of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{GeomInertia, GeomType};

use super::{Orientation, Place, PluginRef};

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
    /// orientation in another notation than the quaternion
    pub alt: Orientation,
    /// both ends of its axis, instead of position and orientation
    pub fromto: [f64; 6],
    /// sizes, as its type needs them
    pub size: [f64; 3],
    /// bits that say what it is to others
    pub contype: i32,
    /// bits that say what it collides with
    pub conaffinity: i32,
    /// dimensions of its contact forces
    pub condim: i32,
    /// contact priority
    pub priority: i32,
    /// friction: sliding, spinning, rolling
    pub friction: [f64; 3],
    /// weight when contact parameters are mixed
    pub solmix: f64,
    /// `solref`
    pub solref: [f64; 2],
    /// `solimp`
    pub solimp: [f64; 5],
    /// how much it is inflated for contact
    pub margin: f64,
    /// distance beyond the margin at which contacts are found but make no force
    pub gap: f64,
    /// velocity of its surface in its own frame: linear, angular
    pub surfacevel: [f64; 6],
    /// adhesive force of its contacts
    pub adhesion: f64,
    /// mass, from which the density follows
    pub mass: f64,
    /// mass per volume, or per area of a shell
    pub density: f64,
    /// mass in the volume or on the surface
    pub typeinertia: GeomInertia,
    /// 1 if fluid forces treat it as an ellipsoid
    pub fluid_ellipsoid: f64,
    /// coefficients of the ellipsoid fluid model
    pub fluid_coefs: [f64; 5],
    /// its material
    pub material: String,
    /// colour where it has no material
    pub rgba: [f32; 4],
    /// group
    pub group: i32,
    /// whether it casts shadows
    pub castshadow: bool,
    /// its height field
    pub hfieldname: String,
    /// its mesh
    pub meshname: String,
    /// size of a primitive relative to the mesh it is fitted to
    pub fitscale: f64,
    /// the user's own numbers
    pub userdata: Vec<f64>,
    /// its distance field
    pub plugin: Option<PluginRef>,
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
            plugin: None,
        }
    }
}
