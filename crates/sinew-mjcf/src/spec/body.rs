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
    /// orientation in another notation than the quaternion
    pub alt: Orientation,
    /// mass
    pub mass: f64,
    /// centre of mass
    pub ipos: Vec3,
    /// principal axes
    pub iquat: Quat,
    /// principal moments of inertia
    pub inertia: [f64; 3],
    /// principal axes in another notation than the quaternion
    pub ialt: Orientation,
    /// inertia about any axes: xx yy zz xy xz yz
    pub fullinertia: [f64; 6],
    /// whether it follows `mocap_pos`
    pub mocap: bool,
    /// share of its weight that is compensated
    pub gravcomp: f64,
    /// sleep policy
    pub sleep: SleepPolicy,
    /// whether its inertia may be treated as diagonal
    pub simple: u8,
    /// whether it may be joined with its parent
    pub fuse: u8,
    /// the user's own numbers
    pub userdata: Vec<f64>,
    /// write the inertia even if it follows from the geoms
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
    /// orientation in another notation than the quaternion
    pub alt: Orientation,
    /// scale of what is in it
    pub scale: Vec3,
    /// what the scale does to masses and forces
    pub scaling: Scaling,
    /// factor of masses; 0: that of the volumes
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
