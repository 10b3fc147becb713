//! `MjContact`, and the list of them.

use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use sinew_core::table::{ColumnMut, Row, Scalar};
use sinew_core::{Contact, Data};

use crate::args::reals;
use crate::column::{column_copy, describe};
use crate::view::{Shared, claim, copied, read};

/// Calls a macro with every field of a contact.
macro_rules! contact_fields {
    ($each:ident) => {
        $each!(
            dist,
            pos,
            frame,
            includemargin,
            friction,
            solref,
            solreffriction,
            solimp,
            adhesion,
            surfacevel,
            mu,
            dim,
            geom,
            flex,
            elem,
            vert,
            exclude,
            efc_address
        )
    };
}

/// A field of some contacts as one array: a row for each contact.
fn gather<'py, T: Row>(py: Python<'py>, rows: &[T], one: bool) -> PyResult<Bound<'py, PyAny>> {
    let column = T::Scalar::column(T::flat(rows));
    let array = match (one, T::WIDTH) {
        (true, _) => column_copy(py, column, &[T::WIDTH])?,
        (false, 1) => column_copy(py, column, &[rows.len()])?,
        (false, width) => column_copy(py, column, &[rows.len(), width])?,
    };
    if one && T::WIDTH == 1 { array.call_method0("item") } else { Ok(array) }
}

/// The field of that name; `one` asks for the plain value of a single contact.
fn attribute<'py>(py: Python<'py>, contacts: &[Contact], name: &str, one: bool) -> PyResult<Bound<'py, PyAny>> {
    macro_rules! by_name {
        ($($field:ident),*) => {
            match name {
                $(stringify!($field) => gather(py, &contacts.iter().map(|c| c.$field).collect::<Vec<_>>(), one),)*
                "geom1" => gather(py, &contacts.iter().map(|c| c.geom[0]).collect::<Vec<_>>(), one),
                "geom2" => gather(py, &contacts.iter().map(|c| c.geom[1]).collect::<Vec<_>>(), one),
                _ => Err(PyAttributeError::new_err(format!("a contact has no '{name}'"))),
            }
        };
    }
    contact_fields!(by_name)
}

fn names() -> Vec<&'static str> {
    macro_rules! all {
        ($($field:ident),*) => { vec![$(stringify!($field),)* "geom1", "geom2"] };
    }
    contact_fields!(all)
}

/// Sets a field from numbers.
fn assign(contact: &mut Contact, name: &str, values: &[f64]) -> PyResult<()> {
    fn put<T: Row>(slot: &mut T, values: &[f64], name: &str) -> PyResult<()> {
        let fit = |n| PyTypeError::new_err(format!("a contact's '{name}' holds {n} numbers, got {}", values.len()));
        match T::Scalar::column_mut(T::flat_mut(std::slice::from_mut(slot))) {
            ColumnMut::F64(to) if to.len() == values.len() => to.copy_from_slice(values),
            ColumnMut::I32(to) if to.len() == values.len() => {
                to.iter_mut().zip(values).for_each(|(to, &value)| *to = value as i32);
            }
            ColumnMut::F64(to) => return Err(fit(to.len())),
            ColumnMut::I32(to) => return Err(fit(to.len())),
            _ => {}
        }
        Ok(())
    }
    macro_rules! by_name {
        ($($field:ident),*) => {
            match name {
                $(stringify!($field) => put(&mut contact.$field, values, name),)*
                "geom1" => put(&mut contact.geom[0], values, name),
                "geom2" => put(&mut contact.geom[1], values, name),
                _ => Err(PyAttributeError::new_err(format!("a contact has no '{name}'"))),
            }
        };
    }
    contact_fields!(by_name)
}

/// A contact: one of a data, which is read and written in place as long as the data has so many, or one of its own.
#[pyclass(subclass, module = "sinew")]
pub struct MjContact {
    contact: Contact,
    place: Option<(Shared<Data>, usize)>,
    /// Hessian of the cone: nothing that the engine keeps here
    hessian: Option<Py<PyAny>>,
}

impl MjContact {
    fn now(&self, py: Python<'_>) -> Contact {
        let found = self.place.as_ref().and_then(|(data, i)| read(py, data, |d| d.contact.get(*i).copied()));
        found.unwrap_or(self.contact)
    }

    /// A contact of a data.
    fn of(data: &Shared<Data>, i: usize, contact: &Contact) -> Self {
        Self { contact: *contact, place: Some((data.clone(), i)), hessian: None }
    }
}

#[pymethods]
impl MjContact {
    #[new]
    fn new() -> Self {
        Self { contact: Contact::default(), place: None, hessian: None }
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if name == "H" {
            let mut contact = slf.borrow_mut();
            if contact.hessian.is_none() {
                contact.hessian = Some(copied(py, &[0.0; 36], &[36])?.unbind());
            }
            return Ok(contact.hessian.as_ref().map_or_else(|| py.None(), |h| h.clone_ref(py)).into_bound(py));
        }
        let contact = slf.borrow().now(py);
        let value = attribute(py, std::slice::from_ref(&contact), name, true)?;
        if value.hasattr("shape")? {
            // what is written into the array goes to the contact
            return slf.get_type().getattr("_through")?.call1((value, slf, name));
        }
        Ok(value)
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = slf.py();
        let current = Self::__getattr__(slf, name)?;
        let values = if let Ok(number) = value.extract::<f64>() {
            let count = if current.hasattr("shape")? { current.len()? } else { 1 };
            vec![number; count]
        } else {
            reals(value, name)?
        };
        if name == "H" {
            return current.set_item(py.Ellipsis(), value);
        }
        let mut contact = slf.borrow_mut();
        let mut changed = contact.now(py);
        assign(&mut changed, name, &values)?;
        contact.contact = changed;
        if let Some((data, i)) = &contact.place
            && let Some(slot) = claim(data, "MjData")?.contact.get_mut(*i)
        {
            *slot = changed;
        }
        Ok(())
    }

    fn __dir__(&self) -> Vec<&'static str> {
        names()
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        Self { contact: self.now(py), place: None, hessian: None }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.extract::<PyRef<'_, Self>>() else { return Ok(false) };
        let reals = |hessian: &Option<Py<PyAny>>| match hessian {
            Some(hessian) => reals(hessian.bind(py), "H"),
            None => Ok(vec![0.0; 36]),
        };
        Ok(other.now(py) == self.now(py) && reals(&self.hessian)? == reals(&other.hessian)?)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        describe(slf.get_type().name()?.to_str()?, slf.as_any(), &names())
    }
}

/// The contacts of a data: a sequence of contacts, and an array for each of their fields.
#[pyclass(frozen, module = "sinew", name = "_MjContactList")]
pub struct ContactList {
    data: Shared<Data>,
}

impl ContactList {
    /// The contacts of this data.
    pub fn new(data: Shared<Data>) -> Self {
        Self { data }
    }
}

#[pymethods]
impl ContactList {
    fn __len__(&self, py: Python<'_>) -> usize {
        read(py, &self.data, |d| d.contact.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let contacts = read(py, &self.data, |d| d.contact.clone());
            let span = slice.indices(contacts.len() as isize)?;
            let picked = (0..span.slicelength).map(|k| (span.start + k as isize * span.step) as usize);
            let list = PyList::empty(py);
            for i in picked {
                list.append(Bound::new(py, MjContact::of(&self.data, i, &contacts[i]))?)?;
            }
            return Ok(list.into_any());
        }
        let index: isize = index.extract()?;
        let (found, count) = read(py, &self.data, |d| {
            let at = if index < 0 { index + d.contact.len() as isize } else { index };
            (usize::try_from(at).ok().and_then(|at| Some((at, *d.contact.get(at)?))), d.contact.len())
        });
        let (at, contact) =
            found.ok_or_else(|| PyIndexError::new_err(format!("contact {index} of {count} is out of range")))?;
        Ok(Bound::new(py, MjContact::of(&self.data, at, &contact))?.into_any())
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let contacts = read(py, &self.data, |d| d.contact.clone());
        attribute(py, &contacts, name, false)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        names()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let mine = read(py, &self.data, |d| d.contact.clone());
        mine == read(py, &other.get().data, |d| d.contact.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<_MjContactList of {}>", self.__len__(py))
    }
}

/// Adds the classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MjContact>()?;
    module.add_class::<ContactList>()
}
