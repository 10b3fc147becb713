//! Names and facts of a model.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use std::path::PathBuf;

use pyo3::prelude::*;
use sinew_core::Model;
use sinew_core::model::ObjType;

use super::add_functions;
use crate::args::{Out, Text};
use crate::model::MjModel;
use crate::view::read;

/// Id of the object of that type and name; -1 if there is none.
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
fn mj_name2id(m: &Bound<'_, MjModel>, r#type: i32, name: Text) -> i32 {
    let kind = ObjType::try_from_i32(r#type);
    let id = kind.and_then(|kind| read(m.py(), &m.get().shared, |m| m.id(kind, &name.0)));
    id.map_or(-1, |id| id as i32)
}

/// Name of an object; None if it has none or does not exist.
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
fn mj_id2name(m: &Bound<'_, MjModel>, r#type: i32, id: i64) -> Option<String> {
    let kind = ObjType::try_from_i32(r#type)?;
    let id = usize::try_from(id).ok()?;
    let name =
        read(m.py(), &m.get().shared, |m| (id < m.count(kind)).then(|| m.name(kind, id).map(String::from)).flatten());
    name.filter(|name| !name.is_empty())
}

/// True if the constraint Jacobian of the model is sparse.
#[pyfunction]
fn mj_isSparse(m: &Bound<'_, MjModel>) -> bool {
    read(m.py(), &m.get().shared, Model::is_sparse)
}

/// True if the model's constraint problem is solved in its dual form.
#[pyfunction]
fn mj_isDual(m: &Bound<'_, MjModel>) -> bool {
    read(m.py(), &m.get().shared, sinew_core::constraint::is_dual)
}

/// True if the friction cones of the model are pyramids.
#[pyfunction]
fn mj_isPyramidal(m: &Bound<'_, MjModel>) -> bool {
    read(m.py(), &m.get().shared, sinew_core::constraint::is_pyramidal)
}

/// Mass of all bodies.
#[pyfunction]
fn mj_getTotalmass(m: &Bound<'_, MjModel>) -> f64 {
    read(m.py(), &m.get().shared, Model::get_total_mass)
}

/// Bytes that a saved model takes.
#[pyfunction]
fn mj_sizeModel(m: &Bound<'_, MjModel>) -> usize {
    read(m.py(), &m.get().shared, Model::to_bytes).len()
}

/// Saves a model in Sinew's own format, to a file or into an array of bytes.
#[pyfunction]
#[pyo3(signature = (m, filename = None, buffer = None))]
fn mj_saveModel(m: &Bound<'_, MjModel>, filename: Option<PathBuf>, buffer: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let bytes = read(m.py(), &m.get().shared, Model::to_bytes);
    if let Some(path) = filename {
        sinew::write_whole(&path, &bytes)?;
    }
    buffer.map_or(Ok(()), |buffer| Out::<u8>::new(buffer, bytes.len(), "buffer")?.fill(&bytes))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_name2id, mj_id2name, mj_isSparse, mj_isDual, mj_isPyramidal, mj_getTotalmass, mj_sizeModel, mj_saveModel);
    Ok(())
}
