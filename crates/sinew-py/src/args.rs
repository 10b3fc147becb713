//! Arguments of functions: what comes in is copied, what goes out is written when the engine is done. So an array may
//! be a view of the very data that the engine works on.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Real numbers from anything that numpy can turn into an array.
pub fn reals(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>()
        && let Ok(array) = array.try_readonly()
        && let Ok(slice) = array.as_slice()
    {
        return Ok(slice.to_vec());
    }
    let np = value.py().import("numpy")?;
    let array = np.getattr("ascontiguousarray")?.call1((value, np.getattr("float64")?));
    let array = array.map_err(|error| PyTypeError::new_err(format!("{name}: expected numbers ({error})")))?;
    Ok(array.cast::<PyArrayDyn<f64>>()?.readonly().as_slice()?.to_vec())
}

/// Exactly `count` real numbers.
pub fn reals_of(value: &Bound<'_, PyAny>, count: usize, name: &str) -> PyResult<Vec<f64>> {
    let out = reals(value, name)?;
    if out.len() == count { Ok(out) } else { Err(wrong_size(name, count, out.len())) }
}

/// `N` real numbers.
pub fn fixed<const N: usize>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; N]> {
    let out = reals(value, name)?;
    <[f64; N]>::try_from(out.as_slice()).map_err(|_| wrong_size(name, N, out.len()))
}

fn wrong_size(name: &str, want: usize, got: usize) -> PyErr {
    PyTypeError::new_err(format!("{name}: expected {want} numbers, got {got}"))
}

/// An array that a function fills.
pub struct Out<'py, T: Element>(Bound<'py, PyArrayDyn<T>>);

impl<'py, T: Element + Copy> Out<'py, T> {
    /// Checks that the argument is a array of `count` numbers of the right type.
    pub fn new(value: &Bound<'py, PyAny>, count: usize, name: &str) -> PyResult<Self> {
        let array = value.cast::<PyArrayDyn<T>>().map_err(|_| {
            PyTypeError::new_err(format!("{name}: expected a numpy array of {}", std::any::type_name::<T>()))
        })?;
        if array.len() != count {
            return Err(PyTypeError::new_err(format!(
                "{name}: expected {count} numbers, got an array of shape {:?}",
                array.shape()
            )));
        }
        Ok(Self(array.clone()))
    }

    /// Same, where None stands for "not wanted".
    pub fn maybe(value: Option<&Bound<'py, PyAny>>, count: usize, name: &str) -> PyResult<Option<Self>> {
        value.map(|value| Self::new(value, count, name)).transpose()
    }

    /// Writes the result.
    pub fn fill(self, result: &[T]) -> PyResult<()> {
        if result.is_empty() {
            return Ok(());
        }
        let mut to = self.0.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if let Ok(slice) = to.as_slice_mut() {
            slice.copy_from_slice(result);
        } else if self.0.strides().contains(&0) {
            return Err(PyValueError::new_err("an output array has elements that share memory"));
        } else {
            to.as_array_mut().iter_mut().zip(result).for_each(|(slot, value)| *slot = *value);
        }
        Ok(())
    }
}

/// Writes the result where it is wanted.
pub fn fill_maybe<T: Element + Copy>(out: Option<Out<'_, T>>, result: &[T]) -> PyResult<()> {
    out.map_or(Ok(()), |out| out.fill(result))
}

/// An id below `count`.
pub fn id(value: i64, count: usize, what: &str) -> PyResult<usize> {
    let found = usize::try_from(value).ok().filter(|&i| i < count);
    found.ok_or_else(|| PyValueError::new_err(format!("{what} id {value} is out of range: there are {count}")))
}

/// A matrix, row by row.
pub struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub values: Vec<f64>,
}

impl Matrix {
    /// Rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let values = (0..self.values.len()).map(|k| self.values[k % self.rows * self.columns + k / self.rows]);
        Self { rows: self.columns, columns: self.rows, values: values.collect() }
    }
}

/// A matrix from an array of two axes.
pub fn matrix(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Matrix> {
    let shape: Vec<usize> = value.getattr("shape").and_then(|shape| shape.extract()).unwrap_or_default();
    match shape[..] {
        [rows, columns] => Ok(Matrix { rows, columns, values: reals(value, name)? }),
        _ => Err(PyTypeError::new_err(format!("{name}: expected an array of two axes"))),
    }
}

/// Text, or its bytes.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: pyo3::Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyBytes>() {
            Ok(bytes) => match std::str::from_utf8(bytes.as_bytes()) {
                Ok(text) => Ok(Self(text.to_owned())),
                Err(error) => Err(PyValueError::new_err(format!("expected text: {error}"))),
            },
            Err(_) => Ok(Self(object.extract()?)),
        }
    }
}

/// A switch: anything that Python takes for true or false.
pub struct Flag(pub bool);

impl<'py> FromPyObject<'_, 'py> for Flag {
    type Error = PyErr;

    fn extract(object: pyo3::Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Self)
    }
}
