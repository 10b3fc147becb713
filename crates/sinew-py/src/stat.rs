//! `MjWarningStat`, `MjTimerStat`, `MjSolverStat`, and the lists of them that a data holds.

use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use sinew_core::Data;
use sinew_core::table::Value;

use crate::column::{describe, number};
use crate::view::{Shared, claim, copied, read};

/// Declares a kind of statistic: its fields, and where a data keeps its rows.
macro_rules! statistics {
    ($($Kind:ident $class:literal $rows:ident { $($field:ident: $variant:ident),* })*) => {
        /// Which statistic a list holds.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Kind { $($Kind,)* }

        impl Kind {
            fn class(self) -> &'static str {
                match self { $(Kind::$Kind => $class,)* }
            }

            fn fields(self) -> &'static [&'static str] {
                match self { $(Kind::$Kind => &[$(stringify!($field)),*],)* }
            }

            fn len(self, d: &Data) -> usize {
                match self { $(Kind::$Kind => d.$rows.len(),)* }
            }

            fn get(self, d: &Data, row: usize, field: &str) -> Option<Value> {
                match self { $(Kind::$Kind => d.$rows.get(row).and_then(|stat| match field {
                    $(stringify!($field) => Some(Value::$variant(stat.$field.into())),)*
                    _ => None,
                }),)* }
            }

            fn set(self, d: &mut Data, row: usize, field: &str, value: f64) -> bool {
                match self { $(Kind::$Kind => match (field, d.$rows.get_mut(row)) {
                    $((stringify!($field), Some(stat)) => { stat.$field = value as _; true })*
                    _ => false,
                },)* }
            }
        }
    };
}

statistics! {
    Warning "MjWarningStat" warning { lastinfo: Int, number: Int }
    Timer "MjTimerStat" timer { duration: Real, number: Int }
    Solver "MjSolverStat" solver {
        improvement: Real, gradient: Real, lineslope: Real, nactive: Int, nchange: Int, neval: Int, nupdate: Int
    }
}

/// The statistics of one kind of a data: a sequence, and an array for each of their fields.
#[pyclass(frozen, module = "sinew", name = "_MjStatList")]
pub struct StatList {
    data: Shared<Data>,
    kind: Kind,
}

impl StatList {
    /// The warnings of a data.
    pub fn warnings(data: Shared<Data>) -> Self {
        Self { data, kind: Kind::Warning }
    }

    /// The timers of a data.
    pub fn timers(data: Shared<Data>) -> Self {
        Self { data, kind: Kind::Timer }
    }

    /// The solver iterations of a data.
    pub fn solver(data: Shared<Data>) -> Self {
        Self { data, kind: Kind::Solver }
    }
}

#[pymethods]
impl StatList {
    fn __len__(&self, py: Python<'_>) -> usize {
        read(py, &self.data, |d| self.kind.len(d))
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Stat> {
        // enumerations index as the numbers that they are
        let index: isize = index.call_method0("__index__")?.extract()?;
        let length = self.__len__(py);
        let row = if index < 0 { index + length as isize } else { index };
        match usize::try_from(row) {
            Ok(row) if row < length => Ok(Stat { data: self.data.clone(), kind: self.kind, row }),
            _ => Err(PyIndexError::new_err(format!("{} {index} of {length} is out of range", self.kind.class()))),
        }
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if !self.kind.fields().contains(&name) {
            return Err(PyAttributeError::new_err(format!("{} has no '{name}'", self.kind.class())));
        }
        let values: Vec<Value> =
            read(py, &self.data, |d| (0..self.kind.len(d)).filter_map(|row| self.kind.get(d, row, name)).collect());
        if values.iter().any(|value| matches!(value, Value::Real(_))) {
            let reals: Vec<f64> = values.iter().map(|v| if let Value::Real(x) = v { *x } else { 0.0 }).collect();
            return copied(py, &reals, &[reals.len()]);
        }
        let ints: Vec<i32> = values.iter().map(|v| if let Value::Int(x) = v { *x as i32 } else { 0 }).collect();
        copied(py, &ints, &[ints.len()])
    }

    fn __dir__(&self) -> &'static [&'static str] {
        self.kind.fields()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let values = |list: &Self| {
            let all = |d: &Data| -> Vec<Option<Value>> {
                let rows = 0..list.kind.len(d);
                rows.flat_map(|row| list.kind.fields().iter().map(move |name| (row, name)))
                    .map(|(row, name)| list.kind.get(d, row, name))
                    .collect()
            };
            read(py, &list.data, all)
        };
        let Ok(other) = other.cast::<Self>() else { return false };
        self.kind == other.get().kind && values(self) == values(other.get())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<list of {} {}>", self.__len__(py), self.kind.class())
    }
}

/// One statistic of a data, read and written in place.
#[pyclass(frozen, module = "sinew", name = "_MjStat")]
pub struct Stat {
    data: Shared<Data>,
    kind: Kind,
    row: usize,
}

#[pymethods]
impl Stat {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = read(py, &self.data, |d| self.kind.get(d, self.row, name));
        let missing = || PyAttributeError::new_err(format!("{} has no '{name}'", self.kind.class()));
        number(py, value.ok_or_else(missing)?)
    }

    fn __setattr__(&self, name: &str, value: f64) -> PyResult<()> {
        let mut d = claim(&self.data, "MjData")?;
        if self.kind.set(&mut d, self.row, name, value) {
            return Ok(());
        }
        Err(PyAttributeError::new_err(format!("{} has no '{name}'", self.kind.class())))
    }

    fn __dir__(&self) -> &'static [&'static str] {
        self.kind.fields()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let kind = slf.get().kind;
        describe(kind.class(), slf.as_any(), kind.fields())
    }
}

/// Adds the classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<StatList>()?;
    module.add_class::<Stat>()
}
