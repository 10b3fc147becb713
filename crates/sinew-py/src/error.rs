//! Exceptions.

use std::any::Any;

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use sinew_core::StepError;

pyo3::create_exception!(sinew, FatalError, PyException, "The engine met something that it cannot go on from.");
pyo3::create_exception!(sinew, UnexpectedError, PyException, "Something that should not happen did.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FatalError", module.py().get_type::<FatalError>())?;
    module.add("UnexpectedError", module.py().get_type::<UnexpectedError>())
}

/// Two threads want the same object at once, and at least one of them to change it.
pub fn busy(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("this {what} is in use by another thread; give each thread an MjData of its own"))
}

/// The exception of a step that failed.
pub fn failed(error: StepError) -> PyErr {
    FatalError::new_err(error.to_string())
}

/// The answer to a panic of the engine: an exception that carries its message.
pub fn panicked(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no message");
    FatalError::new_err(format!("the engine stopped on inconsistent input: {text}"))
}
