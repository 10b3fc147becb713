//! `MjContact`, and the list of them.

use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use sinew_core::table::{Row, Scalar};
use sinew_core::{Contact, Data};

use crate::column::{column_copy, describe};
use crate::view::{Shared, read};

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

/// A contact, as it was when it was asked for.
#[pyclass(subclass, module = "sinew")]
#[derive(Clone)]
pub struct MjContact {
    contact: Contact,
}

#[pymethods]
impl MjContact {
    #[new]
    fn new() -> Self {
        Self { contact: Contact::default() }
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        attribute(py, std::slice::from_ref(&self.contact), name, true)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        names()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.extract::<PyRef<'_, Self>>().is_ok_and(|other| other.contact == self.contact)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        describe("MjContact", slf.as_any(), &names())
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
                list.append(Bound::new(py, MjContact { contact: contacts[i] })?)?;
            }
            return Ok(list.into_any());
        }
        let index: isize = index.extract()?;
        let (found, count) = read(py, &self.data, |d| {
            let at = if index < 0 { index + d.contact.len() as isize } else { index };
            (usize::try_from(at).ok().and_then(|at| d.contact.get(at).copied()), d.contact.len())
        });
        let contact =
            found.ok_or_else(|| PyIndexError::new_err(format!("contact {index} of {count} is out of range")))?;
        Ok(Bound::new(py, MjContact { contact })?.into_any())
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let contacts = read(py, &self.data, |d| d.contact.clone());
        attribute(py, &contacts, name, false)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        names()
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
