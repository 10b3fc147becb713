//! URDF models.

use crate::error::{Error, Fault, Warnings};
use crate::files::Files;
use crate::spec::Spec;

/// Reads a URDF model from a text.
pub fn read(_xml: &str, file_name: &str, _files: &dyn Files, _warnings: &mut Warnings) -> Result<Spec, Error> {
    let message = "'robot' is not supported yet";
    Err(Error::Unsupported(Fault { file: file_name.to_owned(), ..Fault::anywhere(message) }))
}
