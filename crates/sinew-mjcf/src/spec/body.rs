//! Body of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{Scaling, SleepPolicy};

use super::{Camera, Geom, Joint, Light, Orientation, Place, Site};

/// Body of a specification.
#[doc(alias = "mjsBody")]
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// index of its frame in the frames of its body
    pub frame: Option<usize>,
    /// class that its elements start from; empty: that of the parent
    pub childclass: String,
    /// frame position
    pub pos: Vec3,
    /// frame orientation
    pub quat: Quat,
    /// frame alternative orientation
    pub alt: Orientation,
    /// mass
    pub mass: f64,
    /// inertial frame position
    pub ipos: Vec3,
    /// inertial frame orientation
    pub iquat: Quat,
    /// diagonal inertia (in i-frame)
    pub inertia: [f64; 3],
    /// inertial frame alternative orientation
    pub ialt: Orientation,
    /// non-axis-aligned inertia matrix
    pub fullinertia: [f64; 6],
    /// is this a mocap body
    pub mocap: bool,
    /// gravity compensation
    pub gravcomp: f64,
    /// sleep policy
    pub sleep: SleepPolicy,
    /// simple body optimization (0: false, 1: auto)
    pub simple: u8,
    /// fuse with parent when static (0: false, 1: auto)
    pub fuse: u8,
    /// user data
    pub userdata: Vec<f64>,
    /// whether to save the body with explicit inertial clause
    pub explicitinertial: bool,
    /// frames, each after its parent
    pub frames: Vec<Frame>,
    /// joints
    pub joints: Vec<Joint>,
    /// geoms
    pub geoms: Vec<Geom>,
    /// sites
    pub sites: Vec<Site>,
    /// cameras
    pub cameras: Vec<Camera>,
    /// lights
    pub lights: Vec<Light>,
    /// child bodies
    pub bodies: Vec<Body>,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            childclass: String::new(),
            pos: Vec3([0.0, 0.0, 0.0]),
            quat: Quat([1.0, 0.0, 0.0, 0.0]),
            alt: Orientation::default(),
            mass: 0.0,
            ipos: Vec3([f64::NAN, 0.0, 0.0]),
            iquat: Quat([1.0, 0.0, 0.0, 0.0]),
            inertia: [0.0; 3],
            ialt: Orientation::default(),
            fullinertia: [f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0],
            mocap: false,
            gravcomp: 0.0,
            sleep: SleepPolicy::Auto,
            simple: 1,
            fuse: 1,
            userdata: Vec::new(),
            explicitinertial: false,
            frames: Vec::new(),
            joints: Vec::new(),
            geoms: Vec::new(),
            sites: Vec::new(),
            cameras: Vec::new(),
            lights: Vec::new(),
            bodies: Vec::new(),
        }
    }
}

/// Frame of a specification.
#[doc(alias = "mjsFrame")]
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// index of its frame in the frames of its body
    pub frame: Option<usize>,
    /// class that its elements start from; empty: that of the parent
    pub childclass: String,
    /// position
    pub pos: Vec3,
    /// orientation
    pub quat: Quat,
    /// alternative orientation
    pub alt: Orientation,
    /// scale of the frame's contents
    pub scale: Vec3,
    /// physical policy of the scale
    pub scaling: Scaling,
    /// mass factor of the contents; 0: ratio of volumes
    pub massscale: f64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            childclass: String::new(),
            pos: Vec3([0.0, 0.0, 0.0]),
            quat: Quat([1.0, 0.0, 0.0, 0.0]),
            alt: Orientation::default(),
            scale: Vec3([1.0, 1.0, 1.0]),
            scaling: Scaling::Similar,
            massscale: 0.0,
        }
    }
}
