//! Camera of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{CamLightMode, LightType, Projection};

use super::{Orientation, Place};

/// Camera of a specification.
#[doc(alias = "mjsCamera")]
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
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
    /// tracking mode
    pub mode: CamLightMode,
    /// body that it follows or looks at
    pub targetbody: String,
    /// perspective or orthographic
    pub proj: Projection,
    /// width and height, in pixels
    pub resolution: [i32; 2],
    /// images that it makes, as bits
    pub output: i32,
    /// vertical field of view
    pub fovy: f64,
    /// distance of the two eyes
    pub ipd: f64,
    /// focal lengths and principal point
    pub intrinsic: [f32; 4],
    /// size of the sensor, in units of length
    pub sensor_size: [f32; 2],
    /// focal length, in units of length
    pub focal_length: [f32; 2],
    /// focal length, in pixels
    pub focal_pixel: [f32; 2],
    /// principal point, in units of length
    pub principal_length: [f32; 2],
    /// principal point, in pixels
    pub principal_pixel: [f32; 2],
    /// the user's own numbers
    pub userdata: Vec<f64>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            quat: Quat([1.0, 0.0, 0.0, 0.0]),
            alt: Orientation::default(),
            mode: CamLightMode::Fixed,
            targetbody: String::new(),
            proj: Projection::Perspective,
            resolution: [1; 2],
            output: 1,
            fovy: 45.0,
            ipd: 0.068,
            intrinsic: [0.0; 4],
            sensor_size: [0.0; 2],
            focal_length: [0.0; 2],
            focal_pixel: [0.0; 2],
            principal_length: [0.0; 2],
            principal_pixel: [0.0; 2],
            userdata: Vec::new(),
        }
    }
}

/// Light of a specification.
#[doc(alias = "mjsLight")]
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
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
    /// direction
    pub dir: Vec3,
    /// tracking mode
    pub mode: CamLightMode,
    /// body that it looks at
    pub targetbody: String,
    /// whether it is on
    pub active: bool,
    /// type of light
    pub type_: LightType,
    /// texture of an image light
    pub texture: String,
    /// whether it casts shadows
    pub castshadow: bool,
    /// radius of the bulb, which softens shadows
    pub bulbradius: f32,
    /// intensity, in candelas
    pub intensity: f32,
    /// how far it reaches
    pub range: f32,
    /// coefficients of the attenuation: constant, linear, quadratic
    pub attenuation: [f32; 3],
    /// half angle of the cone
    pub cutoff: f32,
    /// softness of the edge of the cone
    pub softness: f32,
    /// OpenGL exponent
    pub exponent: f32,
    /// ambient color
    pub ambient: [f32; 3],
    /// diffuse color
    pub diffuse: [f32; 3],
    /// specular color
    pub specular: [f32; 3],
}

impl Default for Light {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            frame: None,
            pos: Vec3([0.0, 0.0, 0.0]),
            dir: Vec3([0.0, 0.0, -1.0]),
            mode: CamLightMode::Fixed,
            targetbody: String::new(),
            active: true,
            type_: LightType::Spot,
            texture: String::new(),
            castshadow: true,
            bulbradius: 0.02,
            intensity: 0.0,
            range: 10.0,
            attenuation: [1.0, 0.0, 0.0],
            cutoff: 45.0,
            softness: 0.2,
            exponent: 10.0,
            ambient: [0.0; 3],
            diffuse: [0.7; 3],
            specular: [0.3; 3],
        }
    }
}
