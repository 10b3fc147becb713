//! Asset of a specification.

use sinew_core::math::{Mat3, Quat, Vec3};
use sinew_core::model::{ColorSpace, Embed, MeshBuiltin, MeshInertia, TextureBuiltin, TextureMark, TextureType};

use super::{Place, PluginRef};

/// Mesh of a specification.
#[doc(alias = "mjsMesh")]
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// kind of file, if its name does not tell
    pub content_type: String,
    /// mesh file
    pub file: String,
    /// reference position
    pub refpos: Vec3,
    /// reference orientation
    pub refquat: Quat,
    /// scale of its vertices
    pub scale: Vec3,
    /// what a frame stretches it by after all else, where that is not along its axes; set while compiling
    pub stretch: Option<Mat3>,
    /// how its inertia is found
    pub inertia: MeshInertia,
    /// smooth over sharp edges too
    pub smoothnormal: bool,
    /// whether it needs a distance field
    pub needsdf: bool,
    /// most vertices of the convex hull; -1: any number
    pub maxhullvert: i32,
    /// vertices, given inline
    pub uservert: Vec<f32>,
    /// normals, given inline
    pub usernormal: Vec<f32>,
    /// texture coordinates, given inline
    pub usertexcoord: Vec<f32>,
    /// faces, given inline
    pub userface: Vec<i32>,
    /// normals of faces, given inline
    pub userfacenormal: Vec<i32>,
    /// texture coordinates of faces, given inline
    pub userfacetexcoord: Vec<i32>,
    /// nodes of a volume, given inline
    pub usernode: Vec<f64>,
    /// cells of a volume, given inline
    pub usertet: Vec<i32>,
    /// its material
    pub material: String,
    /// max octree depth
    pub octree_maxdepth: i32,
    /// shape made instead of read
    pub builtin: MeshBuiltin,
    /// parameters of the shape
    pub params: Vec<f64>,
    /// distance field whose surface it is
    pub plugin: Option<PluginRef>,
}

impl Default for Mesh {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            content_type: String::new(),
            file: String::new(),
            refpos: Vec3([0.0, 0.0, 0.0]),
            refquat: Quat([1.0, 0.0, 0.0, 0.0]),
            scale: Vec3([1.0, 1.0, 1.0]),
            stretch: None,
            inertia: MeshInertia::Legacy,
            smoothnormal: false,
            needsdf: false,
            maxhullvert: -1,
            uservert: Vec::new(),
            usernormal: Vec::new(),
            usertexcoord: Vec::new(),
            userface: Vec::new(),
            userfacenormal: Vec::new(),
            userfacetexcoord: Vec::new(),
            usernode: Vec::new(),
            usertet: Vec::new(),
            material: String::new(),
            octree_maxdepth: 6,
            builtin: MeshBuiltin::None,
            params: Vec::new(),
            plugin: None,
        }
    }
}

/// HField of a specification.
#[doc(alias = "mjsHField")]
#[derive(Clone, Debug, PartialEq)]
pub struct HField {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// kind of file, if its name does not tell
    pub content_type: String,
    /// file with its numbers of rows and columns and its heights
    pub file: String,
    /// half sizes in x and y, height above and depth below
    pub size: [f64; 4],
    /// number of rows
    pub nrow: i32,
    /// number of columns
    pub ncol: i32,
    /// heights, row by row
    pub userdata: Vec<f32>,
}

impl Default for HField {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            content_type: String::new(),
            file: String::new(),
            size: [0.0; 4],
            nrow: 0,
            ncol: 0,
            userdata: Vec::new(),
        }
    }
}

/// Texture of a specification.
#[doc(alias = "mjsTexture")]
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// texture type
    pub type_: TextureType,
    /// colorspace
    pub colorspace: ColorSpace,
    /// builtin type
    pub builtin: TextureBuiltin,
    /// mark type
    pub mark: TextureMark,
    /// first colour
    pub rgb1: [f64; 3],
    /// second colour
    pub rgb2: [f64; 3],
    /// colour of marks
    pub markrgb: [f64; 3],
    /// share of random dots
    pub random: f64,
    /// height in pixels; cubes are square
    pub height: i32,
    /// width in pixels
    pub width: i32,
    /// number of channels
    pub nchannel: i32,
    /// kind of file, if its name does not tell
    pub content_type: String,
    /// image; for a cube, of all its sides
    pub file: String,
    /// rows and columns of sides in one image; 1 1 repeats one
    pub gridsize: [i32; 2],
    /// which side of the cube each cell holds, `.` for none
    pub gridlayout: String,
    /// one file for each side of the cube
    pub cubefiles: Vec<String>,
    /// texture data
    pub data: Vec<u8>,
    /// horizontal flip
    pub hflip: bool,
    /// vertical flip
    pub vflip: bool,
    /// whether the model holds the pixels or only the path
    pub embed: Embed,
}

impl Texture {
    /// True if two textures have the same pixels, given that their files are the same.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        let renamed = Self {
            name: other.name.clone(),
            class: other.class.clone(),
            at: other.at,
            file: other.file.clone(),
            cubefiles: other.cubefiles.clone(),
            ..self.clone()
        };
        renamed == *other
    }
}

impl Default for Texture {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            type_: TextureType::Cube,
            colorspace: ColorSpace::Auto,
            builtin: TextureBuiltin::None,
            mark: TextureMark::None,
            rgb1: [0.8; 3],
            rgb2: [0.5; 3],
            markrgb: [0.0; 3],
            random: 0.01,
            height: 0,
            width: 0,
            nchannel: 3,
            content_type: String::new(),
            file: String::new(),
            gridsize: [1; 2],
            gridlayout: ".".repeat(12),
            cubefiles: Vec::new(),
            data: Vec::new(),
            hflip: false,
            vflip: false,
            embed: Embed::Auto,
        }
    }
}

/// Material of a specification.
#[doc(alias = "mjsMaterial")]
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// name; empty for none
    pub name: String,
    /// default class it was read with; empty for the global one
    pub class: String,
    /// where it was written
    pub at: Place,
    /// names of textures by role; empty: none
    pub textures: Vec<String>,
    /// whether the texture keeps its scale on all sizes
    pub texuniform: bool,
    /// repetitions of the texture
    pub texrepeat: [f32; 2],
    /// emission
    pub emission: f32,
    /// specular
    pub specular: f32,
    /// shininess
    pub shininess: f32,
    /// reflectance
    pub reflectance: f32,
    /// metallic
    pub metallic: f32,
    /// roughness
    pub roughness: f32,
    /// rgba
    pub rgba: [f32; 4],
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            textures: Vec::new(),
            texuniform: false,
            texrepeat: [1.0; 2],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            metallic: -1.0,
            roughness: -1.0,
            rgba: [1.0; 4],
        }
    }
}
