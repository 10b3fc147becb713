//! Python attributes out of the field tables.

use crate::view;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sinew_core::model::ENUMS;
use sinew_core::table::{Column, Field, Kind, Value, Width};
use sinew_core::{Data, Model};

/// A column of a model or a data as an array over its own memory.
pub fn column_view<'py>(
    py: Python<'py>,
    column: Column<'_>,
    shape: &[usize],
    base: &Py<PyAny>,
    writeable: bool,
) -> PyResult<Bound<'py, PyAny>> {
    match column {
        Column::F64(s) => view::array(py, s, shape, base, writeable),
        Column::F32(s) => view::array(py, s, shape, base, writeable),
        Column::I32(s) => view::array(py, s, shape, base, writeable),
        Column::I64(s) => view::array(py, s, shape, base, writeable),
        Column::U8(s) => view::array(py, s, shape, base, writeable),
        Column::Bool(s) => view::array(py, s, shape, base, writeable),
    }
}

/// A column as an array of its own.
pub fn column_copy<'py>(py: Python<'py>, column: Column<'_>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    match column {
        Column::F64(s) => view::copied(py, s, shape),
        Column::F32(s) => view::copied(py, s, shape),
        Column::I32(s) => view::copied(py, s, shape),
        Column::I64(s) => view::copied(py, s, shape),
        Column::U8(s) => view::copied(py, s, shape),
        Column::Bool(s) => view::copied(py, s, shape),
    }
}

/// Shape of a column of this many scalars: one axis where rows are single numbers, else two.
pub fn shape(field: &Field, m: &Model, scalars: usize) -> Vec<usize> {
    let width = match field.width {
        Width::Fixed(1) => return vec![scalars],
        Width::Fixed(n) => n,
        Width::Sized(size, n) => n * m.size(size).unwrap_or(0),
    };
    vec![scalars.checked_div(width).unwrap_or_else(|| m.size(field.rows).unwrap_or(0)), width]
}

/// Columns of text, which Python sees as bytes.
pub fn is_text(field: &Field) -> bool {
    matches!(field.name, "names" | "paths" | "text_data")
}

/// Integer columns of a model that hold no structure: any value is safe, so Python may write them. The others (ids,
/// addresses, counts, types) decide what the engine indexes, and are read-only.
pub fn is_writeable(field: &Field) -> bool {
    let name = field.name;
    let free = ["_group", "_contype", "_conaffinity", "_condim", "_priority", "_matid", "_mode", "_intprm"];
    match field.kind {
        Kind::I32 | Kind::I64 => free.iter().any(|end| name.ends_with(end)),
        Kind::U8 => name == "tex_data",
        Kind::F64 | Kind::F32 | Kind::Bool => true,
    }
}

/// A plain number as a Python object.
pub fn number(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Int(v) => v.into_pyobject(py)?.into_any(),
        Value::Real(v) => v.into_pyobject(py)?.into_any(),
        Value::Bool(v) => v.into_pyobject(py)?.to_owned().into_any(),
    })
}

/// The text that Python shows for a record: its class, and each field on a line.
pub fn describe(class: &str, object: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    let line = |name: &&str| Ok(format!("  {name}: {}\n", object.getattr(*name)?.repr()?));
    Ok(format!("<{class}\n{}>", names.iter().map(line).collect::<PyResult<String>>()?))
}

/// One class attribute: which field of which table.
#[derive(Clone, Copy)]
enum Source {
    ModelColumn(usize),
    ModelSize(usize),
    DataColumn(usize),
    DataGrowing(usize),
    DataScalar(usize),
    Record(usize, usize),
}

/// A field as a Python descriptor: reading it on an instance gives its value, assigning copies into it.
#[pyclass(frozen, module = "sinew", name = "field")]
pub struct Attribute {
    source: Source,
    #[pyo3(get, name = "__name__")]
    name: &'static str,
    #[pyo3(get)]
    doc: &'static str,
}

#[pymethods]
impl Attribute {
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: &Bound<'py, PyAny>,
        _owner: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if instance.is_none() {
            return Ok(slf.clone().into_any());
        }
        let attribute = slf.get();
        match attribute.source {
            Source::ModelColumn(i) => crate::model::of(instance)?.column(slf.py(), i),
            Source::ModelSize(i) => crate::model::of(instance)?.size(slf.py(), i),
            Source::DataColumn(i) => crate::data::of(instance)?.column(slf.py(), i),
            Source::DataGrowing(i) => crate::data::of(instance)?.growing(slf.py(), i),
            Source::DataScalar(i) => crate::data::of(instance)?.scalar(slf.py(), i),
            Source::Record(which, i) => crate::record::of(instance)?.get(slf.py(), which, i),
        }
    }

    fn __set__(&self, instance: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = instance.py();
        let fill = |array: Bound<'_, PyAny>| array.set_item(py.Ellipsis(), value);
        match self.source {
            Source::ModelColumn(i) => {
                if is_text(&Model::FIELDS[i]) {
                    return Err(self.read_only());
                }
                fill(crate::model::of(instance)?.column(py, i)?)
            }
            Source::DataColumn(i) => fill(crate::data::of(instance)?.column(py, i)?),
            Source::DataScalar(i) if Data::SCALARS[i].0 == "time" => {
                crate::data::of(instance)?.set_time(value.extract()?)
            }
            Source::Record(which, i) => crate::record::of(instance)?.set(py, which, i, value),
            Source::ModelSize(_) | Source::DataGrowing(_) | Source::DataScalar(_) => Err(self.read_only()),
        }
    }

    fn __repr__(&self) -> String {
        format!("<field '{}': {}>", self.name, self.doc)
    }
}

impl Attribute {
    fn read_only(&self) -> PyErr {
        PyAttributeError::new_err(format!("'{}' is read-only", self.name))
    }
}

fn attach(class: &Bound<'_, PyAny>, source: Source, name: &'static str, doc: &'static str) -> PyResult<()> {
    class.setattr(name, Bound::new(class.py(), Attribute { source, name, doc })?)
}

/// Gives the model class its sizes and columns.
pub fn attach_model(class: &Bound<'_, PyAny>) -> PyResult<()> {
    for (i, &(name, doc)) in Model::SIZES.iter().enumerate() {
        attach(class, Source::ModelSize(i), name, doc)?;
    }
    for (i, field) in Model::FIELDS.iter().enumerate() {
        attach(class, Source::ModelColumn(i), field.name, field.doc)?;
    }
    Ok(())
}

/// Gives the data class its numbers and columns.
pub fn attach_data(class: &Bound<'_, PyAny>) -> PyResult<()> {
    for (i, &(name, doc)) in Data::SCALARS.iter().enumerate() {
        attach(class, Source::DataScalar(i), name, doc)?;
    }
    for (i, field) in Data::FIELDS.iter().enumerate() {
        attach(class, Source::DataColumn(i), field.name, field.doc)?;
    }
    for (i, field) in Data::GROWING.iter().enumerate() {
        attach(class, Source::DataGrowing(i), field.name, field.doc)?;
    }
    Ok(())
}

/// Gives a record class its fields.
pub fn attach_record(
    class: &Bound<'_, PyAny>,
    which: usize,
    fields: &[(&'static str, usize, &'static str)],
) -> PyResult<()> {
    for (i, &(name, _, doc)) in fields.iter().enumerate() {
        attach(class, Source::Record(which, i), name, doc)?;
    }
    Ok(())
}

/// Every enumeration: `{name: {member: number}}`.
pub fn enum_table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    for (name, members) in ENUMS {
        let values = PyDict::new(py);
        for (member, value) in *members {
            values.set_item(member, value)?;
        }
        out.set_item(name, values)?;
    }
    Ok(out)
}

/// A table as a list of `(name, rows, width, scalar type, doc)`; the width is a number, or a size and a number.
pub fn field_table<'py>(py: Python<'py>, fields: &[Field]) -> PyResult<Bound<'py, PyList>> {
    let out = PyList::empty(py);
    for field in fields {
        let width = match field.width {
            Width::Fixed(n) => n.into_pyobject(py)?.into_any(),
            Width::Sized(size, n) => (size, n).into_pyobject(py)?.into_any(),
        };
        let kind = match field.kind {
            Kind::F64 => "float64",
            Kind::F32 => "float32",
            Kind::I32 => "int32",
            Kind::I64 => "int64",
            Kind::U8 => "uint8",
            Kind::Bool => "bool",
        };
        let parts: [Bound<'py, PyAny>; 5] = [
            field.name.into_pyobject(py)?.into_any(),
            field.rows.into_pyobject(py)?.into_any(),
            width,
            kind.into_pyobject(py)?.into_any(),
            field.doc.into_pyobject(py)?.into_any(),
        ];
        out.append(PyTuple::new(py, parts)?)?;
    }
    Ok(out)
}
