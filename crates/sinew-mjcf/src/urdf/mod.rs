//! URDF models.

use crate::error::{Error, Fault, Warnings};
use crate::files::Files;
use crate::spec::Spec;

/// Reads a URDF model from a text.
pub fn read(_xml: &str, file_name: &str, _files: &dyn Files, _warnings: &mut Warnings) -> Result<Spec, Error> {
    Err(Error::Unsupported(Fault::anywhere(format!("{file_name}: 'robot' is not supported yet"))))
}
