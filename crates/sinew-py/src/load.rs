//! Model files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use sinew_core::Model;
use sinew_mjcf::files::{Disk, Layered, Memory};
use sinew_mjcf::{Error, Files, Spec, Warnings};

use crate::error::panicked;

/// The files of a dictionary, and behind them those on disk.
fn files(assets: Option<&Bound<'_, PyDict>>) -> PyResult<Layered<Memory, Disk>> {
    let mut memory = Memory::new();
    for (name, content) in assets.into_iter().flatten() {
        let name: String = name.extract()?;
        let bytes = match content.cast::<PyString>() {
            Ok(text) => text.to_str()?.as_bytes().to_vec(),
            Err(_) => content.cast::<PyBytes>()?.as_bytes().to_vec(),
        };
        memory.insert(&name, bytes);
    }
    Ok(Layered(memory, Disk::default()))
}

/// The bytes of a file, from `assets` or else from the disk.
pub fn file(path: &Path, assets: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<u8>> {
    let name = path.to_str().ok_or_else(|| PyValueError::new_err("the path is not text"))?;
    let files = files(assets)?;
    let bytes = files.read(name).map_err(|why| PyValueError::new_err(format!("{name}: {why}")))?;
    Ok(bytes.into_owned())
}

/// A model from a file.
pub fn xml_path(py: Python<'_>, path: &Path, assets: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    let (name, files) = (path.to_string_lossy(), files(assets)?);
    compile(py, &files, |warnings| sinew_mjcf::read_file(&name, &files, warnings))
}

/// A model from text.
pub fn xml_string(py: Python<'_>, xml: &str, assets: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    let files = files(assets)?;
    compile(py, &files, |warnings| sinew_mjcf::read(xml, "", &files, warnings))
}

/// The exception of a model that was refused; like MuJoCo's it says "line".
fn refused(error: &Error) -> PyErr {
    let line = error.fault().line;
    PyValueError::new_err(if line > 0 { format!("{error} (line {line})") } else { error.to_string() })
}

fn compile(
    py: Python<'_>,
    files: &(impl Files + Sync),
    read: impl FnOnce(&mut Warnings) -> Result<Spec, Error> + Send,
) -> PyResult<Model> {
    let mut warnings = Warnings::new();
    let build = || sinew_mjcf::compile(&read(&mut warnings)?, files, &mut warnings);
    let built = py.detach(|| catch_unwind(AssertUnwindSafe(build)));
    let model = built.map_err(|payload| panicked(&*payload))?;
    let model = model.map_err(|error| refused(&error))?;
    for warning in &warnings {
        let text = std::ffi::CString::new(warning.to_string().replace('\0', " ")).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(model)
}
