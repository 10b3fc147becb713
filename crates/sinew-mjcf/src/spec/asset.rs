//! Asset of a specification.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{ColorSpace, Embed, MeshBuiltin, MeshInertia, TextureBuiltin, TextureMark, TextureType};

use super::Place;

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
    /// content type of file
    pub content_type: String,
    /// mesh file
    pub file: String,
    /// reference position
    pub refpos: Vec3,
    /// reference orientation
    pub refquat: Quat,
    /// rescale mesh
    pub scale: Vec3,
    /// inertia type (convex, legacy, exact, shell)
    pub inertia: MeshInertia,
    /// do not exclude large-angle faces from normals
    pub smoothnormal: bool,
    /// compute sdf from mesh
    pub needsdf: bool,
    /// maximum vertex count for the convex hull
    pub maxhullvert: i32,
    /// user vertex data
    pub uservert: Vec<f32>,
    /// user normal data
    pub usernormal: Vec<f32>,
    /// user texcoord data
    pub usertexcoord: Vec<f32>,
    /// user vertex indices
    pub userface: Vec<i32>,
    /// user face normal indices
    pub userfacenormal: Vec<i32>,
    /// user texcoord indices
    pub userfacetexcoord: Vec<i32>,
    /// user volume node coordinates
    pub usernode: Vec<f64>,
    /// user tetrahedral cell indices
    pub usertet: Vec<i32>,
    /// name of material
    pub material: String,
    /// max octree depth
    pub octree_maxdepth: i32,
    /// shape made instead of read
    pub builtin: MeshBuiltin,
    /// parameters of the shape
    pub params: Vec<f64>,
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
    /// content type of file
    pub content_type: String,
    /// file: (nrow, ncol, [elevation data])
    pub file: String,
    /// hfield size (ignore referencing geom size)
    pub size: [f64; 4],
    /// number of rows
    pub nrow: i32,
    /// number of columns
    pub ncol: i32,
    /// user-provided elevation data
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
    /// first color for builtin
    pub rgb1: [f64; 3],
    /// second color for builtin
    pub rgb2: [f64; 3],
    /// mark color
    pub markrgb: [f64; 3],
    /// probability of random dots
    pub random: f64,
    /// height in pixels (square for cube and skybox)
    pub height: i32,
    /// width in pixels
    pub width: i32,
    /// number of channels
    pub nchannel: i32,
    /// content type of file
    pub content_type: String,
    /// png file to load; use for all sides of cube
    pub file: String,
    /// size of grid for composite file; (1,1)-repeat
    pub gridsize: [i32; 2],
    /// row-major: L,R,F,B,U,D for faces; . for unused
    pub gridlayout: String,
    /// different file for each side of the cube
    pub cubefiles: Vec<String>,
    /// texture data
    pub data: Vec<u8>,
    /// horizontal flip
    pub hflip: bool,
    /// vertical flip
    pub vflip: bool,
    /// pixels in the model, or the file by reference
    pub embed: Embed,
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
    /// names of textures (empty: none)
    pub textures: Vec<String>,
    /// make texture cube uniform
    pub texuniform: bool,
    /// texture repetition for 2D mapping
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
