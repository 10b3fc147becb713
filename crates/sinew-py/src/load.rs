//! Model files.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use sinew_core::Model;
use sinew_mjcf::files::{Disk, Layered, Memory};
use sinew_mjcf::{Error, Files, Spec, Warnings};

use crate::args::Text;
use crate::error::panicked;

/// Files given by the caller: a dictionary, or an `MjVfs`.
#[derive(Clone, Copy)]
pub struct Given<'a, 'py> {
    pub assets: Option<&'a Bound<'py, PyDict>>,
    pub vfs: Option<&'a Bound<'py, PyAny>>,
}

impl Given<'_, '_> {
    /// The files that were given, and behind them those on disk.
    fn files(self) -> PyResult<Layered<Memory, Disk>> {
        let mut memory = Memory::new();
        let mut seen = BTreeSet::new();
        let files = match (self.assets, self.vfs) {
            (Some(_), Some(_)) => return Err(PyValueError::new_err("give either assets or vfs, not both")),
            (assets, None) => assets.cloned(),
            (None, Some(vfs)) => Some(vfs.call_method0("_open")?.cast_into::<PyDict>()?),
        };
        for (name, content) in files.iter().flatten() {
            let Text(name) = name.extract()?;
            let base = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_lowercase();
            if !seen.insert(base.clone()) {
                return Err(PyValueError::new_err(format!("Repeated file name in assets dict: {base}")));
            }
            let bytes = match content.cast::<PyString>() {
                Ok(text) => text.to_str()?.as_bytes().to_vec(),
                Err(_) => content.cast::<PyBytes>()?.as_bytes().to_vec(),
            };
            memory.insert(&name, bytes);
        }
        Ok(Layered(memory, Disk::default()))
    }
}

/// The bytes of a file, from those given or else from the disk.
pub fn file(path: &Path, given: Given<'_, '_>) -> PyResult<Vec<u8>> {
    let name = path.to_str().ok_or_else(|| PyValueError::new_err("the path is not text"))?;
    let files = given.files()?;
    let bytes = files.read(name).map_err(|why| PyValueError::new_err(format!("{name}: {why}")))?;
    Ok(bytes.into_owned())
}

/// A model from a file, with what it was compiled from.
pub fn xml_path(py: Python<'_>, path: &Path, given: Given<'_, '_>) -> PyResult<(Model, Spec)> {
    let (name, files) = (path.to_string_lossy(), given.files()?);
    compile(py, &files, |warnings| sinew_mjcf::read_file(&name, &files, warnings))
}

/// A model from text, with what it was compiled from.
pub fn xml_string(py: Python<'_>, xml: &str, given: Given<'_, '_>) -> PyResult<(Model, Spec)> {
    let files = given.files()?;
    compile(py, &files, |warnings| sinew_mjcf::read(xml, "", &files, warnings))
}

/// Names of the files that are read when a model is compiled.
pub fn dependencies(path: &Path) -> PyResult<Vec<String>> {
    struct Listed(Disk, Mutex<Vec<String>>);
    impl Files for Listed {
        fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
            let bytes = self.0.read(path)?;
            let mut names = self.1.lock().unwrap_or_else(PoisonError::into_inner);
            if !names.iter().any(|name| name == path) {
                names.push(path.to_owned());
            }
            Ok(bytes)
        }
    }
    let (name, files) = (path.to_string_lossy(), Listed(Disk::default(), Mutex::default()));
    let mut warnings = Warnings::new();
    let spec = sinew_mjcf::read_file(&name, &files, &mut warnings).map_err(|error| refused(&error))?;
    sinew_mjcf::compile(&spec, &files, &mut warnings).map_err(|error| refused(&error))?;
    Ok(files.1.into_inner().unwrap_or_else(PoisonError::into_inner))
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
) -> PyResult<(Model, Spec)> {
    let mut warnings = Warnings::new();
    let build = || {
        let spec = read(&mut warnings)?;
        Ok((sinew_mjcf::compile(&spec, files, &mut warnings)?, spec))
    };
    let built = py.detach(|| catch_unwind(AssertUnwindSafe(build)));
    let built = built.map_err(|payload| panicked(&*payload))?.map_err(|error| refused(&error))?;
    for warning in &warnings {
        let text = std::ffi::CString::new(warning.to_string().replace('\0', " ")).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(built)
}
