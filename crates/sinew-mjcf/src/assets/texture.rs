//! Textures.

use sinew_core::model::{ColorSpace, TextureType};

use super::Problem;
use crate::spec;

/// A compiled texture.
#[doc(alias = "mjCTexture")]
#[derive(Clone, Debug, PartialEq)]
pub struct CompiledTexture {
    /// kind of texture
    pub type_: TextureType,
    /// colour space
    pub colorspace: ColorSpace,
    /// rows; six squares one above the other for a cube
    pub height: i32,
    /// columns
    pub width: i32,
    /// bytes per pixel
    pub nchannel: i32,
    /// pixels, row by row; row 0 is the top
    pub data: Vec<u8>,
}

/// Compiles a texture; `file` and `cubefiles` are the contents of the files of the same names in the specification.
pub fn compile(
    spec: &spec::Texture,
    file: Option<&[u8]>,
    cubefiles: &[Option<&[u8]>],
) -> Result<CompiledTexture, Problem> {
    let _ = (spec, file, cubefiles);
    Err(Problem::new("textures are not supported yet"))
}
