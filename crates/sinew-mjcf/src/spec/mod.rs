//! The editable model: what a file says, element by element, before it is compiled.
//!
//! The structs mirror MuJoCo's `mjSpec`: the same fields, the same defaults, NaN where nothing was given.

mod actuator;
mod asset;
mod body;
mod camera;
mod compiler;
mod contact;
mod custom;
mod default;
mod equality;
mod geom;
mod joint;
mod plugin;
mod sensor;
mod site;
mod skin;
mod tendon;

pub use actuator::Actuator;
pub use asset::{HField, Material, Mesh, Texture};
pub use body::{Body, Frame};
pub use camera::{Camera, Light};
pub use compiler::{Compiler, LengthRangeOptions};
pub use contact::{Exclude, Pair};
pub use custom::{Key, Numeric, Text, Tuple};
pub use default::DefaultClass;
pub use equality::Equality;
pub use geom::Geom;
pub use joint::Joint;
pub use plugin::{Plugin, PluginRef};
pub use sensor::Sensor;
pub use site::Site;
pub use skin::{Bone, Skin};
pub use tendon::{Tendon, Wrap};

use std::collections::BTreeMap;

use crate::files::{base_name, join};
use sinew_core::math::Vec3;
use sinew_core::model::{Options, Statistic, Visual};

/// Where an element was written, and under which compiler settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// index in [`Spec::files`]
    pub file: u32,
    /// line, from 1; 0 if not from a file
    pub line: u32,
    /// column, from 1
    pub column: u32,
    /// index in [`Spec::compilers`]: attached models keep their own settings
    pub compiler: u32,
}

/// An orientation in the notation that it was written in.
#[doc(alias = "mjsOrientation")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Orientation {
    /// the quaternion beside it holds
    #[default]
    Quat,
    /// axis and angle
    AxisAngle([f64; 4]),
    /// x axis and y axis
    XyAxes([f64; 6]),
    /// z axis, by the smallest rotation
    ZAxis([f64; 3]),
    /// Euler angles, in the compiler's sequence
    Euler([f64; 3]),
}

/// A model as it was written.
#[doc(alias = "mjSpec")]
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// name of the model
    pub modelname: String,
    /// compiler settings: first its own, then those of attached models
    pub compilers: Vec<Compiler>,
    /// drop the folders of asset files
    pub strippath: bool,
    /// physics options
    pub option: Options,
    /// options of the visualiser
    pub visual: Visual,
    /// statistics that override the computed ones; NaN: computed
    pub stat: Statistic,
    /// memory asked for, in bytes; -1: not given
    pub memory: i64,
    /// largest number of equality rows
    pub nemax: i32,
    /// numbers reserved for the user in `userdata`
    pub nuserdata: i32,
    /// user numbers per body; -1: as many as the longest given
    pub nuser_body: i32,
    /// user numbers per joint; -1: as many as the longest given
    pub nuser_jnt: i32,
    /// user numbers per geom; -1: as many as the longest given
    pub nuser_geom: i32,
    /// user numbers per site; -1: as many as the longest given
    pub nuser_site: i32,
    /// user numbers per camera; -1: as many as the longest given
    pub nuser_cam: i32,
    /// user numbers per tendon; -1: as many as the longest given
    pub nuser_tendon: i32,
    /// user numbers per actuator; -1: as many as the longest given
    pub nuser_actuator: i32,
    /// user numbers per sensor; -1: as many as the longest given
    pub nuser_sensor: i32,
    /// keyframes to make room for
    pub nkey: i32,
    /// largest number of constraint rows; -1: not given
    pub njmax: i32,
    /// largest number of contacts; -1: not given
    pub nconmax: i32,
    /// stack asked for, in numbers; -1: not given
    pub nstack: i64,
    /// attributes of `option`, `flag`, `size` and the parts of `visual` that were given, as `option/timestep`, with their
    /// text: what an attached model's may conflict with
    pub written: BTreeMap<String, String>,
    /// comment at the top of the file
    pub comment: String,
    /// folder of the model file
    pub modelfiledir: String,
    /// names of the files that elements came from
    pub files: Vec<String>,
    /// default classes, each after its parent; the first is the global one
    pub defaults: Vec<DefaultClass>,
    /// plugins that the model declares
    pub activeplugins: Vec<String>,
    /// instances of plugins: first those with names
    pub plugins: Vec<Plugin>,
    /// the world and everything in it
    pub worldbody: Body,
    /// meshes
    pub meshes: Vec<Mesh>,
    /// skins
    pub skins: Vec<Skin>,
    /// height fields
    pub hfields: Vec<HField>,
    /// textures
    pub textures: Vec<Texture>,
    /// materials
    pub materials: Vec<Material>,
    /// explicit contact pairs
    pub pairs: Vec<Pair>,
    /// excluded body pairs
    pub excludes: Vec<Exclude>,
    /// equality constraints
    pub equalities: Vec<Equality>,
    /// tendons
    pub tendons: Vec<Tendon>,
    /// actuators
    pub actuators: Vec<Actuator>,
    /// sensors
    pub sensors: Vec<Sensor>,
    /// custom numbers
    pub numerics: Vec<Numeric>,
    /// custom texts
    pub texts: Vec<Text>,
    /// custom tuples
    pub tuples: Vec<Tuple>,
    /// keyframes
    pub keys: Vec<Key>,
}

impl Spec {
    /// Path of a mesh or height field that was written at `at`.
    pub fn mesh_path(&self, at: Place, file: &str) -> String {
        self.asset_path(at, file, |compiler| &compiler.meshdir)
    }

    /// Path of a texture that was written at `at`.
    pub fn texture_path(&self, at: Place, file: &str) -> String {
        self.asset_path(at, file, |compiler| &compiler.texturedir)
    }

    /// The folder of the model, that of its assets, then the file; each alone if it is absolute. No file, no path.
    fn asset_path(&self, at: Place, file: &str, folder: fn(&Compiler) -> &String) -> String {
        if file.is_empty() {
            return String::new();
        }
        let file = if self.strippath { base_name(file) } else { file };
        match self.compilers.get(at.compiler as usize) {
            Some(compiler) => join(&compiler.modelfiledir, &join(folder(compiler), file)),
            None => join("", file),
        }
    }
}

impl Default for Spec {
    fn default() -> Self {
        let unset = f64::NAN;
        Self {
            modelname: "MuJoCo Model".into(),
            compilers: vec![Compiler::default()],
            strippath: false,
            option: Options::default(),
            visual: Visual::default(),
            stat: Statistic {
                meaninertia: unset,
                meanmass: unset,
                meansize: unset,
                extent: unset,
                center: Vec3([unset, 0.0, 0.0]),
            },
            memory: -1,
            nemax: 0,
            nuserdata: 0,
            nuser_body: -1,
            nuser_jnt: -1,
            nuser_geom: -1,
            nuser_site: -1,
            nuser_cam: -1,
            nuser_tendon: -1,
            nuser_actuator: -1,
            nuser_sensor: -1,
            nkey: 0,
            njmax: -1,
            nconmax: -1,
            nstack: -1,
            written: BTreeMap::new(),
            comment: String::new(),
            modelfiledir: String::new(),
            files: Vec::new(),
            defaults: vec![DefaultClass { name: "main".into(), ..DefaultClass::default() }],
            activeplugins: Vec::new(),
            plugins: Vec::new(),
            worldbody: Body { name: "world".into(), ..Body::default() },
            meshes: Vec::new(),
            skins: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keys: Vec::new(),
        }
    }
}
