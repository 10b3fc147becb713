//! `MjOption`, `MjStatistic` and the parts of `MjVisual`: records of numbers inside a model.

use std::sync::{Arc, RwLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sinew_core::Model;
use sinew_core::model::{
    ConeType, Integrator, JacobianType, Options, SolverType, Statistic, VisualGlobal, VisualHeadlight, VisualMap,
    VisualQuality, VisualRgba, VisualScale,
};
use sinew_core::table::{Column, ColumnMut};

use crate::column;
use crate::view::{Shared, base, claim, lend};

/// A record of a model. One that stands alone sits in a model that is otherwise empty.
#[pyclass(frozen, subclass, module = "sinew")]
pub struct Record {
    host: Shared<Model>,
    which: usize,
    views: Box<[PyOnceLock<Py<PyAny>>]>,
}

/// Name, number of scalars and meaning of each field.
type Fields = &'static [(&'static str, usize, &'static str)];

/// Declares the record classes: Python name, table, place in the model.
macro_rules! records {
    ($($index:literal $Class:ident $Table:ident $($place:ident).+;)*) => {
        $(
            #[doc = concat!("`", stringify!($Table), "` as Python sees it.")]
            #[pyclass(frozen, extends = Record, subclass, module = "sinew")]
            pub struct $Class;

            #[pymethods]
            impl $Class {
                #[new]
                fn new() -> PyClassInitializer<Self> {
                    let host = Arc::new(RwLock::new(Model::default()));
                    PyClassInitializer::from(Record::new(host, $index)).add_subclass(Self)
                }

                fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                    let copy = Bound::new(slf.py(), Self::new())?.into_any();
                    assign(&copy, slf.as_any())?;
                    Ok(copy.unbind())
                }

                fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                    Self::__copy__(slf)
                }
            }
        )*

        /// Fields of record `which`.
        fn fields(which: usize) -> Fields {
            match which { $($index => $Table::FIELDS,)* _ => &[] }
        }

        fn field<'a>(m: &'a Model, which: usize, name: &str) -> Option<Column<'a>> {
            match which { $($index => m.$($place).+.get(name),)* _ => None }
        }

        fn field_mut<'a>(m: &'a mut Model, which: usize, name: &str) -> Option<ColumnMut<'a>> {
            match which { $($index => m.$($place).+.get_mut(name),)* _ => None }
        }

        fn copy(to: &mut Model, from: &Model, which: usize) {
            match which { $($index => to.$($place).+ = from.$($place).+,)* _ => {} }
        }

        fn make(py: Python<'_>, host: &Shared<Model>, which: usize) -> PyResult<Py<PyAny>> {
            let record = Record::new(host.clone(), which);
            match which {
                $($index => {
                    let whole = PyClassInitializer::from(record).add_subclass($Class);
                    Ok(Bound::new(py, whole)?.into_any().unbind())
                })*
                _ => Err(PyTypeError::new_err("no such record")),
            }
        }

        /// Adds the classes, with their attributes, to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Class>()?;
                column::attach_record(&module.py().get_type::<$Class>(), $index, $Table::FIELDS)?;
            )*
            module.add_class::<MjVisual>()?;
            let visual = module.py().get_type::<MjVisual>();
            for (part, class) in [
                ("Global", "MjVisualGlobal"), ("Quality", "MjVisualQuality"), ("Headlight", "MjVisualHeadlight"),
                ("Map", "MjVisualMap"), ("Scale", "MjVisualScale"), ("Rgba", "MjVisualRgba"),
            ] {
                visual.setattr(part, module.getattr(class)?)?;
            }
            Ok(())
        }
    };
}

records! {
    0 MjOption Options opt;
    1 MjStatistic Statistic stat;
    2 MjVisualGlobal VisualGlobal vis.global;
    3 MjVisualQuality VisualQuality vis.quality;
    4 MjVisualHeadlight VisualHeadlight vis.headlight;
    5 MjVisualMap VisualMap vis.map;
    6 MjVisualScale VisualScale vis.scale;
    7 MjVisualRgba VisualRgba vis.rgba;
}

/// The record behind a Python object.
pub fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Record> {
    Ok(object.cast::<Record>()?.get())
}

/// Physics options of a model.
pub fn opt(py: Python<'_>, host: &Shared<Model>) -> PyResult<Py<PyAny>> {
    make(py, host, 0)
}

/// Statistics of a model.
pub fn stat(py: Python<'_>, host: &Shared<Model>) -> PyResult<Py<PyAny>> {
    make(py, host, 1)
}

/// Visualisation options of a model.
pub fn vis(py: Python<'_>, host: &Shared<Model>) -> PyResult<Py<PyAny>> {
    let part = |which| make(py, host, which);
    let visual = MjVisual {
        global_: part(2)?,
        quality: part(3)?,
        headlight: part(4)?,
        map: part(5)?,
        scale: part(6)?,
        rgba: part(7)?,
    };
    Ok(Bound::new(py, visual)?.into_any().unbind())
}

/// Copies one record into another of the same class.
pub fn assign(to: &Bound<'_, PyAny>, from: &Bound<'_, PyAny>) -> PyResult<()> {
    let (to, from) = (of(to)?, of(from)?);
    if to.which != from.which {
        return Err(PyTypeError::new_err("this is a record of another class"));
    }
    let source = lend(&from.host, "MjModel")?.clone();
    copy(&mut *claim(&to.host, "MjModel")?, &source, to.which);
    Ok(())
}

/// Copies all groups of visualisation options.
pub fn assign_visual(to: &Bound<'_, PyAny>, from: &Bound<'_, PyAny>) -> PyResult<()> {
    let (py, to, from) = (to.py(), to.cast::<MjVisual>()?.get(), from.cast::<MjVisual>()?.get());
    to.parts().into_iter().zip(from.parts()).try_for_each(|(to, from)| assign(to.bind(py), from.bind(py)))
}

impl Record {
    fn new(host: Shared<Model>, which: usize) -> Self {
        Self { host, which, views: fields(which).iter().map(|_| PyOnceLock::new()).collect() }
    }

    /// Field `i`: a number, or an array over the record's memory, the same object every time.
    pub fn get<'py>(&self, py: Python<'py>, which: usize, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let (name, width, _) = fields(which)[i];
        let m = lend(&self.host, "MjModel")?;
        let Some(column) = field(&m, which, name) else { return Ok(py.None().into_bound(py)) };
        match column {
            Column::F64([v]) => Ok(v.into_pyobject(py)?.into_any()),
            Column::F32([v]) => Ok(v.into_pyobject(py)?.into_any()),
            Column::I32([v]) => Ok(v.into_pyobject(py)?.into_any()),
            column => {
                let view = || Ok(column::column_view(py, column, &[width], &base(py, &self.host)?, true)?.unbind());
                Ok(self.views[i].get_or_try_init::<_, PyErr>(py, view)?.bind(py).clone())
            }
        }
    }

    /// Sets field `i`.
    pub fn set(&self, py: Python<'_>, which: usize, i: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (name, width, _) = fields(which)[i];
        if width > 1 {
            return self.get(py, which, i)?.set_item(py.Ellipsis(), value);
        }
        let (real, int) = (value.extract::<f64>(), value.extract::<i32>());
        if let (0, Ok(int)) = (which, &int) {
            known_choice(name, *int)?;
        }
        let mut m = claim(&self.host, "MjModel")?;
        match field_mut(&mut m, which, name) {
            Some(ColumnMut::F64([slot])) => *slot = real?,
            Some(ColumnMut::F32([slot])) => *slot = real? as f32,
            Some(ColumnMut::I32([slot])) => *slot = int?,
            _ => return Err(PyTypeError::new_err(format!("'{name}' cannot be set"))),
        }
        Ok(())
    }
}

/// Refuses a number that names no integrator, solver, cone or Jacobian.
fn known_choice(name: &str, value: i32) -> PyResult<()> {
    let known = match name {
        "integrator" => Integrator::NAMES,
        "solver" => SolverType::NAMES,
        "cone" => ConeType::NAMES,
        "jacobian" => JacobianType::NAMES,
        _ => return Ok(()),
    };
    if known.iter().any(|&(_, number)| number == value) {
        return Ok(());
    }
    let list: Vec<String> = known.iter().map(|(name, number)| format!("{number} ({name})")).collect();
    Err(PyValueError::new_err(format!("opt.{name} cannot be {value}; it is one of {}", list.join(", "))))
}

#[pymethods]
impl Record {
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = of(other) else { return Ok(false) };
        let (a, b) = (lend(&self.host, "MjModel")?, lend(&other.host, "MjModel")?);
        let same = |&(name, _, _): &(&str, usize, &str)| field(&a, self.which, name) == field(&b, self.which, name);
        Ok(self.which == other.which && fields(self.which).iter().all(same))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let names: Vec<&str> = fields(slf.get().which).iter().map(|(name, _, _)| *name).collect();
        column::describe(slf.get_type().name()?.to_str()?, slf.as_any(), &names)
    }
}

/// Visualisation options, in groups.
#[pyclass(frozen, subclass, module = "sinew")]
pub struct MjVisual {
    global_: Py<PyAny>,
    quality: Py<PyAny>,
    headlight: Py<PyAny>,
    map: Py<PyAny>,
    scale: Py<PyAny>,
    rgba: Py<PyAny>,
}

/// Declares a getter and a setter for each group.
macro_rules! groups {
    ($($group:ident $set:ident $which:literal),*) => {
        impl MjVisual {
            fn parts(&self) -> [&Py<PyAny>; 6] {
                [$(&self.$group),*]
            }
        }

        #[pymethods]
        impl MjVisual {
            #[new]
            fn new(py: Python<'_>) -> PyResult<Self> {
                let host = Arc::new(RwLock::new(Model::default()));
                Ok(Self { $($group: make(py, &host, $which)?),* })
            }

            $(
                #[getter]
                fn $group(&self, py: Python<'_>) -> Py<PyAny> {
                    self.$group.clone_ref(py)
                }

                #[setter]
                fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    assign(self.$group.bind(value.py()), value)
                }
            )*

            fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                let copy = Bound::new(slf.py(), Self::new(slf.py())?)?.into_any();
                assign_visual(&copy, slf.as_any())?;
                Ok(copy.unbind())
            }

            fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                Self::__copy__(slf)
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                column::describe("MjVisual", slf.as_any(), &[$(stringify!($group)),*])
            }
        }
    };
}

groups! {
    global_ set_global_ 2, quality set_quality 3,
    headlight set_headlight 4, map set_map 5, scale set_scale 6,
    rgba set_rgba 7
}
