//! Numpy arrays over the memory of a model or a data: the only unsafe code of this crate.

use std::any::Any;
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::busy;

/// A model or a data, shared by its Python object and by every array that looks into it.
pub type Shared<T> = Arc<RwLock<T>>;

/// Shared access for a call into the engine; refused while another thread changes the object.
pub fn lend<'a, T>(shared: &'a Shared<T>, what: &str) -> PyResult<RwLockReadGuard<'a, T>> {
    match shared.try_read() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(guard)) => Ok(guard.into_inner()),
        Err(TryLockError::WouldBlock) => Err(busy(what)),
    }
}

/// Sole access for a call into the engine; refused while another thread uses the object.
pub fn claim<'a, T>(shared: &'a Shared<T>, what: &str) -> PyResult<RwLockWriteGuard<'a, T>> {
    match shared.try_write() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(guard)) => Ok(guard.into_inner()),
        Err(TryLockError::WouldBlock) => Err(busy(what)),
    }
}

/// Reads a value, waiting for a step that another thread has under way. The engine needs no interpreter lock to finish
/// its step and `read` calls nothing in Python, so the wait ends.
pub fn read<T: Send + Sync, R: Send>(py: Python<'_>, shared: &Shared<T>, read: impl FnOnce(&T) -> R + Send) -> R {
    if let Ok(guard) = shared.try_read() {
        return read(&guard);
    }
    py.detach(|| match shared.read() {
        Ok(guard) => read(&guard),
        Err(poisoned) => read(&poisoned.into_inner()),
    })
}

/// Keeps the memory behind an array alive.
#[pyclass(frozen, module = "sinew")]
struct Owner {
    _memory: Arc<dyn Any + Send + Sync>,
}

/// What the arrays over an owner's memory have as their base: it keeps the memory alive.
pub fn base<O: Any + Send + Sync>(py: Python<'_>, owner: &Arc<O>) -> PyResult<Py<PyAny>> {
    Ok(Bound::new(py, Owner { _memory: owner.clone() })?.into_any().unbind())
}

/// An array over memory that lives in an owner whose [`base`] is given, without a copy.
///
/// The caller passes a slice of the owner's memory that stays where it is as long as the owner lives: a boxed column (the
/// engine never gives one a new box) or a field of the shared struct itself.
#[expect(unsafe_code, reason = "numpy holds the address of the column; see SAFETY")]
pub fn array<'py, T: Element>(
    py: Python<'py>,
    column: &[T],
    shape: &[usize],
    base: &Py<PyAny>,
    writeable: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let container = base.bind(py).clone();
    let shaped = ArrayViewD::from_shape(IxDyn(shape), column)
        .map_err(|error| crate::error::UnexpectedError::new_err(error.to_string()))?;
    // SAFETY: the memory is initialised, aligned and of the right length (it comes from a slice), and outlives the array:
    // the array's base holds a count on `owner`, and columns are boxed slices that are never reallocated after their
    // owner is built. It is interior to an `RwLock` behind an `Arc`, so no Rust reference to it exists while Python code
    // runs on this thread. A thread that writes an array while another steps its owner races, as it does in MuJoCo; the
    // scalars are plain numbers, so a torn or stale number is the worst that it can meet.
    let array = unsafe { PyArrayDyn::borrow_from_array(&shaped, container) };
    if !writeable {
        array.getattr("flags")?.setattr("writeable", false)?;
    }
    Ok(array.into_any())
}

/// An array that owns a copy.
pub fn copied<'py, T: Element + Copy>(py: Python<'py>, column: &[T], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let flat = numpy::PyArray1::from_slice(py, column);
    if shape.len() == 1 { Ok(flat.into_any()) } else { Ok(flat.reshape(IxDyn(shape))?.into_any()) }
}
