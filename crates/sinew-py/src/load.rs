//! Model files.

use std::path::Path;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sinew_core::Model;

/// The bytes of a file, from `assets` or else from the disk.
pub fn file(path: &Path, assets: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<u8>> {
    if let Some(found) = assets.map(|a| a.get_item(path)).transpose()?.flatten() {
        return found.extract();
    }
    std::fs::read(path).map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))
}

/// A model from a file.
pub fn xml_path(_py: Python<'_>, path: &Path, _assets: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    Err(PyValueError::new_err(format!("{}: model files cannot be compiled yet", path.display())))
}

/// A model from text.
pub fn xml_string(_py: Python<'_>, _xml: &str, _assets: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    Err(PyValueError::new_err("model text cannot be compiled yet"))
}
