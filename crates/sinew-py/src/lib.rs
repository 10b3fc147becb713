//! The native half of the Python module `sinew`: classes and functions under MuJoCo's names.
//!
//! Nothing is computed here. Attributes come from the field tables of `sinew-core`, functions convert their arguments,
//! release the interpreter lock and call the engine. The other half, in `python/sinew`, is what needs no speed:
//! enumerations, named access, constants.

#![expect(clippy::needless_pass_by_value, clippy::unused_self, reason = "Python calls these by its own protocol")]

mod args;
mod batch;
mod callback;
mod column;
mod contact;
mod data;
mod error;
mod functions;
mod load;
mod model;
mod record;
mod rollout;
mod stat;
mod view;

use pyo3::prelude::*;

/// Everything that `python/sinew/__init__.py` re-exports.
#[pymodule]
fn _sinew(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    error::register(module)?;
    record::register(module)?;
    model::register(module)?;
    data::register(module)?;
    contact::register(module)?;
    stat::register(module)?;
    functions::register(module)?;
    callback::register(module)?;
    batch::register(module)?;
    rollout::register(module)?;
    module.add("__sinew_version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ENUMS", column::enum_table(py)?)?;
    module.add("MODEL_FIELDS", column::field_table(py, sinew_core::Model::FIELDS)?)?;
    module.add("DATA_FIELDS", column::field_table(py, sinew_core::Data::FIELDS)?)?;
    module.add("GROWING_FIELDS", column::field_table(py, sinew_core::Data::GROWING)?)?;
    Ok(())
}
