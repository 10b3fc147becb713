//! Height fields.

use super::Problem;
use crate::spec;

/// A compiled height field.
#[doc(alias = "mjCHField")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompiledHField {
    /// rows
    pub nrow: i32,
    /// columns
    pub ncol: i32,
    /// half width, half depth, height, thickness of the base
    pub size: [f64; 4],
    /// elevations in [0, 1], row by row; row 0 is the front
    pub data: Vec<f32>,
}

/// Compiles a height field; `file` is the content of `spec.file`, `None` if no file is named.
pub fn compile(spec: &spec::HField, file: Option<&[u8]>) -> Result<CompiledHField, Problem> {
    let _ = (spec, file);
    Err(Problem::new("height fields are not supported yet"))
}
