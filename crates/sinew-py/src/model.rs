//! `MjModel`.

use std::path::PathBuf;
use std::sync::{Arc, RwLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};
use sinew_core::Model;
use sinew_mjcf::Spec;

use crate::args::Text;
use crate::column;
use crate::load::{self, Given};
use crate::view::{Shared, base, claim, lend, read};

/// A compiled model.
#[pyclass(frozen, weakref, subclass, module = "sinew")]
pub struct MjModel {
    pub shared: Shared<Model>,
    /// what it was compiled from
    pub spec: Option<Arc<Spec>>,
    views: Box<[PyOnceLock<Py<PyAny>>]>,
    records: [PyOnceLock<Py<PyAny>>; 3],
    base: PyOnceLock<Py<PyAny>>,
    named: PyOnceLock<Py<PyDict>>,
}

/// The model behind a Python object.
pub fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a MjModel> {
    Ok(object.cast::<MjModel>()?.get())
}

impl MjModel {
    /// Takes a model into Python's care.
    pub fn new(model: Model) -> Self {
        Self::sharing(Arc::new(RwLock::new(model)), None)
    }

    fn compiled((model, spec): (Model, Spec)) -> Self {
        Self::sharing(Arc::new(RwLock::new(model)), Some(Arc::new(spec)))
    }

    /// Another object for the same model.
    pub fn twin(&self) -> Self {
        Self::sharing(self.shared.clone(), self.spec.clone())
    }

    fn sharing(shared: Shared<Model>, spec: Option<Arc<Spec>>) -> Self {
        Self {
            shared,
            spec,
            views: Model::FIELDS.iter().map(|_| PyOnceLock::new()).collect(),
            records: std::array::from_fn(|_| PyOnceLock::new()),
            base: PyOnceLock::new(),
            named: PyOnceLock::new(),
        }
    }

    /// Column `i` as an array; the same object every time.
    pub fn column<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = &Model::FIELDS[i];
        let made = self.views[i].get_or_try_init(py, || {
            let m = lend(&self.shared, "MjModel")?;
            let column = m.column_at(i);
            if let (true, sinew_core::table::Column::U8(text)) = (column::is_text(field), &column) {
                return Ok::<_, PyErr>(PyBytes::new(py, text).into_any().unbind());
            }
            let shape = column::shape(field, &m, column.len());
            Ok(column::column_view(
                py,
                column,
                &shape,
                self.base.get_or_try_init(py, || base(py, &self.shared))?,
                column::is_writeable(field),
            )?
            .unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// Size `i` of the table.
    pub fn size<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let size = read(py, &self.shared, |m| m.size(Model::SIZES[i].0)).unwrap_or(0);
        Ok(size.into_pyobject(py)?.into_any())
    }

    fn record<'py>(
        &self,
        py: Python<'py>,
        slot: usize,
        make: impl FnOnce() -> PyResult<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.records[slot].get_or_try_init(py, make)?.bind(py).clone())
    }
}

#[pymethods]
impl MjModel {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn refuse(_args: &Bound<'_, PyAny>, _kwargs: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(
            "MjModel is made by MjModel.from_xml_path, MjModel.from_xml_string or MjModel.from_binary_path",
        ))
    }

    /// Compiles a model file (MJCF or URDF); the files that it names may be given in `assets`.
    #[classmethod]
    #[pyo3(signature = (filename, assets = None, vfs = None))]
    fn from_xml_path(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        filename: PathBuf,
        assets: Option<&Bound<'_, PyDict>>,
        vfs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self::compiled(load::xml_path(py, &filename, Given { assets, vfs })?))
    }

    /// Compiles a model from text; the files that it names are taken from `assets`.
    #[classmethod]
    #[pyo3(signature = (xml, assets = None, vfs = None))]
    fn from_xml_string(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        xml: Text,
        assets: Option<&Bound<'_, PyDict>>,
        vfs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self::compiled(load::xml_string(py, &xml.0, Given { assets, vfs })?))
    }

    /// Reads a model saved by `mj_saveModel`, in Sinew's own format.
    #[classmethod]
    #[pyo3(signature = (filename, assets = None, vfs = None))]
    fn from_binary_path(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        filename: PathBuf,
        assets: Option<&Bound<'_, PyDict>>,
        vfs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let bytes = load::file(&filename, Given { assets, vfs })?;
        let model = py.detach(|| Model::from_bytes(&bytes));
        model.map(Self::new).map_err(|error| PyValueError::new_err(format!("{}: {error}", filename.display())))
    }

    /// Physics options.
    #[getter]
    fn opt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, 0, || crate::record::opt(py, &self.shared))
    }

    #[setter]
    fn set_opt(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::record::assign(&self.opt(value.py())?, value)
    }

    /// Statistics.
    #[getter]
    fn stat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, 1, || crate::record::stat(py, &self.shared))
    }

    #[setter]
    fn set_stat(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::record::assign(&self.stat(value.py())?, value)
    }

    /// Visualisation options.
    #[getter]
    fn vis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, 2, || crate::record::vis(py, &self.shared))
    }

    /// Some body has gravity compensation.
    #[getter]
    fn flg_gravcomp(&self, py: Python<'_>) -> bool {
        read(py, &self.shared, |m| m.flg_gravcomp)
    }

    #[setter]
    fn set_flg_gravcomp(&self, value: bool) -> PyResult<()> {
        let mut m = claim(&self.shared, "MjModel")?;
        (m.flg_gravcomp, m.ngravcomp) = (value, usize::from(value));
        Ok(())
    }

    /// Some geom has a surface velocity.
    #[getter]
    fn flg_surfacevel(&self, py: Python<'_>) -> bool {
        read(py, &self.shared, |m| m.flg_surfacevel)
    }

    #[setter]
    fn set_flg_surfacevel(&self, value: bool) -> PyResult<()> {
        claim(&self.shared, "MjModel")?.flg_surfacevel = value;
        Ok(())
    }

    /// Some geom or pair is adhesive.
    #[getter]
    fn flg_adhesion(&self, py: Python<'_>) -> bool {
        read(py, &self.shared, |m| m.flg_adhesion)
    }

    #[setter]
    fn set_flg_adhesion(&self, value: bool) -> PyResult<()> {
        claim(&self.shared, "MjModel")?.flg_adhesion = value;
        Ok(())
    }

    #[setter]
    fn set_vis(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::record::assign_visual(&self.vis(value.py())?, value)
    }

    /// Where the model is in memory: tells models apart.
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// Views of named objects that were asked for.
    #[getter]
    fn _named(&self, py: Python<'_>) -> Py<PyDict> {
        self.named.get_or_init(py, || PyDict::new(py).unbind()).clone_ref(py)
    }

    /// Another object for the same model, so that what it holds can refer to it.
    fn _twin(&self) -> Self {
        self.twin()
    }

    /// Constraint rows asked for by old models; -1: not given.
    #[getter]
    fn njmax(&self, py: Python<'_>) -> i64 {
        read(py, &self.shared, |m| m.njmax)
    }

    /// Contacts asked for by old models; -1: not given.
    #[getter]
    fn nconmax(&self, py: Python<'_>) -> i64 {
        read(py, &self.shared, |m| m.nconmax)
    }

    /// Hash of the structure of the model.
    #[getter]
    fn signature(&self, py: Python<'_>) -> u64 {
        read(py, &self.shared, |m| m.signature)
    }

    fn __copy__(&self) -> PyResult<Self> {
        let copy = lend(&self.shared, "MjModel")?.clone();
        Ok(Self::sharing(Arc::new(RwLock::new(copy)), self.spec.clone()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let bytes = read(py, &slf.get().shared, Model::to_bytes);
        let make = slf.get_type().getattr("_from_bytes")?;
        Ok((make, (PyBytes::new(py, &bytes),)))
    }

    #[classmethod]
    fn _from_bytes(_class: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        Model::from_bytes(bytes).map(Self::new).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn _to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &read(py, &self.shared, Model::to_bytes))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (nq, nv, nu, nbody) = read(py, &self.shared, |m| (m.nq, m.nv, m.nu, m.nbody));
        format!("<MjModel nq={nq} nv={nv} nu={nu} nbody={nbody}>")
    }
}

/// Adds the class, with its attributes, to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MjModel>()?;
    let class = module.py().get_type::<MjModel>();
    class.setattr("_size_fields", sizes(module.py())?)?;
    column::attach_model(&class)
}

fn sizes(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
    pyo3::types::PyTuple::new(py, Model::SIZES.iter().map(|(name, _)| *name))
}
