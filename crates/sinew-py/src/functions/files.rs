//! Model files: writing them, what they need, what they may hold.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use std::path::PathBuf;

use pyo3::prelude::*;

use super::add_functions;
use crate::error::FatalError;
use crate::load;
use crate::model::MjModel;

/// Writes the model file that a model was compiled from, with everything that it includes.
#[pyfunction]
fn mj_saveLastXML(filename: PathBuf, m: &Bound<'_, MjModel>) -> PyResult<()> {
    let spec = m.get().spec.as_ref();
    let spec = spec.ok_or_else(|| FatalError::new_err("mj_saveLastXML: this model was not compiled from XML"))?;
    Ok(sinew::write_whole(filename, sinew_mjcf::write(spec).as_bytes())?)
}

/// The files that a model file needs, itself included.
#[pyfunction]
fn mju_getXMLDependencies(filename: PathBuf) -> PyResult<Vec<String>> {
    load::dependencies(&filename)
}

/// The elements of a model file and their attributes, as text.
#[pyfunction]
fn mj_printSchema(flg_html: bool, flg_pad: bool) -> String {
    let text = sinew_mjcf::describe();
    match (flg_html, flg_pad) {
        (true, _) => format!("<pre>{}</pre>", text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")),
        (false, true) => text.lines().fold(String::new(), |padded, line| padded + &format!("{line:<100}\n")),
        (false, false) => text,
    }
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_saveLastXML, mju_getXMLDependencies, mj_printSchema);
    Ok(())
}
