//! `MjData`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};
use sinew_core::error::OnBadNumbers;
use sinew_core::{Data, Model, constraint};

use crate::callback;
use crate::column;
use crate::error::{FatalError, panicked};
use crate::model::MjModel;
use crate::view::{Shared, array, base, claim, copied, lend, read};

/// How pickle makes a data again: a function and its arguments.
type Recipe<'py> = (Bound<'py, PyAny>, (Py<MjModel>, Bound<'py, PyBytes>));

/// State, inputs and results of simulating a model.
#[pyclass(frozen, weakref, subclass, module = "sinew")]
pub struct MjData {
    pub shared: Shared<Data>,
    pub model: Py<MjModel>,
    views: Box<[PyOnceLock<Py<PyAny>>]>,
    addresses: Box<[usize]>,
    /// a panic cost it a column
    lost: Arc<AtomicBool>,
    base: PyOnceLock<Py<PyAny>>,
    named: PyOnceLock<Py<PyDict>>,
}

/// Where the columns are, which never changes.
fn addresses(d: &Data) -> Box<[usize]> {
    (0..Data::FIELDS.len()).map(|i| d.column_at(i).address()).collect()
}

/// The data behind a Python object.
pub fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a MjData> {
    Ok(object.cast::<MjData>()?.get())
}

impl MjData {
    /// Takes a data into Python's care. Bad numbers that a simulation runs into are answered as MuJoCo does; those that
    /// the caller wrote are refused.
    pub fn wrap(mut data: Data, model: Py<MjModel>) -> Self {
        data.policy.on_bad_numbers = OnBadNumbers::Reset;
        data.policy.refuse_input = true;
        let addresses = addresses(&data);
        Self::sharing(Arc::new(RwLock::new(data)), model, addresses, Arc::default())
    }

    fn sharing(shared: Shared<Data>, model: Py<MjModel>, addresses: Box<[usize]>, lost: Arc<AtomicBool>) -> Self {
        let views = Data::FIELDS.iter().map(|_| PyOnceLock::new()).collect();
        Self { shared, model, views, addresses, lost, base: PyOnceLock::new(), named: PyOnceLock::new() }
    }

    fn base(&self, py: Python<'_>) -> PyResult<&Py<PyAny>> {
        self.base.get_or_try_init(py, || base(py, &self.shared))
    }

    /// The exception for a panic.
    fn after_panic(&self, payload: &(dyn std::any::Any + Send), d: &Data) -> PyErr {
        self.check_columns(d);
        panicked(payload)
    }

    /// Gives the data up if a column is no longer where it was. A stage that a panic cuts short loses those that it had
    /// taken out. The engine leaves their memory alone, so arrays over it stay sound, but no longer show the data.
    pub fn check_columns(&self, d: &Data) {
        if *self.addresses != *addresses(d) {
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    /// Refuses data that was given up.
    fn check_lost(&self) -> PyResult<()> {
        if self.lost.load(Ordering::Relaxed) {
            return Err(FatalError::new_err("a step of this MjData was cut short and lost part of it; make a new one"));
        }
        Ok(())
    }

    /// Column `i` as an array; the same object every time.
    pub fn column<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let moved = || lend(&self.shared, "MjData").is_ok_and(|d| d.column_at(i).address() != self.addresses[i]);
        if self.lost.load(Ordering::Relaxed) && moved() {
            self.check_lost()?;
        }
        let made = self.views[i].get_or_try_init(py, || {
            let m = lend(&self.model.get().shared, "MjModel")?;
            let d = lend(&self.shared, "MjData")?;
            let column = d.column_at(i);
            let shape = column::shape(&Data::FIELDS[i], &m, column.len());
            Ok::<_, PyErr>(column::column_view(py, column, &shape, self.base(py)?, true)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// Growing column `i` as an array of its own.
    pub fn growing<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let m = lend(&self.model.get().shared, "MjModel")?;
        let d = lend(&self.shared, "MjData")?;
        let field = &Data::GROWING[i];
        // small models show the constraint Jacobian as a dense matrix, as MuJoCo keeps it
        if !m.is_sparse() {
            let count = d.nefc * m.nv;
            match field.name {
                "efc_J" => {
                    let mut dense = vec![0.0; count];
                    constraint::jacobian(&d).csr.to_dense(&mut dense, m.nv);
                    return viewed(copied(py, &dense, &[count])?);
                }
                "efc_J_colind" => return copied(py, &vec![0_i32; count], &[count]),
                _ => {}
            }
        }
        let column = d.growing_at(i);
        viewed(column::column_copy(py, column, &column::shape(field, &m, column.len()))?)
    }

    /// Plain number `i`.
    pub fn scalar<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let name = Data::SCALARS[i].0;
        match read(py, &self.shared, |d| d.scalar(name)) {
            Some(value) => column::number(py, value),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Sets the clock.
    pub fn set_time(&self, time: f64) -> PyResult<()> {
        claim(&self.shared, "MjData")?.time = time;
        Ok(())
    }

    /// Refuses a model that this data was not made for.
    pub fn check(&self, m: &MjModel) -> PyResult<()> {
        self.check_lost()?;
        let own = self.model.get();
        if Arc::ptr_eq(&own.shared, &m.shared) {
            return Ok(());
        }
        let (own, other) = (lend(&own.shared, "MjModel")?, lend(&m.shared, "MjModel")?);
        match Model::SIZES.iter().find(|(name, _)| own.size(name) != other.size(name)) {
            Some((name, _)) => Err(PyValueError::new_err(format!(
                "this MjData was made for another MjModel: {name} is {} there and {} here",
                own.size(name).unwrap_or(0),
                other.size(name).unwrap_or(0)
            ))),
            None if own.signature != other.signature => {
                Err(PyValueError::new_err("this MjData was made for another MjModel"))
            }
            None => Ok(()),
        }
    }

    /// Calls the engine without changing anything.
    pub fn query<R: Send>(
        &self,
        py: Python<'_>,
        m: &MjModel,
        work: impl FnOnce(&Model, &Data) -> R + Send,
    ) -> PyResult<R> {
        self.check(m)?;
        let (m, d) = (lend(&m.shared, "MjModel")?, lend(&self.shared, "MjData")?);
        let (m, d) = (&*m, &*d);
        py.detach(|| catch_unwind(AssertUnwindSafe(|| work(m, d)))).map_err(|payload| panicked(&*payload))
    }
}

/// A copy of what a step made looks like the view that MuJoCo gives of it: it does not own its memory, unless it is empty.
fn viewed(copy: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if copy.len()? == 0 { Ok(copy) } else { copy.call_method0("view") }
}

/// Calls the engine with the interpreter lock released, unless callbacks are set. A panic becomes an exception.
pub fn run<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) -> R + Send,
) -> PyResult<R> {
    let (py, data) = (m.py(), d.get());
    data.check(m.get())?;
    if callback::active() {
        return callback::run(m, d, work);
    }
    let (m, mut d) = (lend(&m.get().shared, "MjModel")?, claim(&data.shared, "MjData")?);
    let m = &*m;
    let done = {
        let d = &mut *d;
        py.detach(|| catch_unwind(AssertUnwindSafe(|| work(m, d))))
    };
    done.map_err(|payload| data.after_panic(&*payload, &d))
}

#[pymethods]
impl MjData {
    #[new]
    fn new(py: Python<'_>, model: &Bound<'_, MjModel>) -> PyResult<Self> {
        let m = lend(&model.get().shared, "MjModel")?;
        let m = &*m;
        let data =
            py.detach(|| catch_unwind(AssertUnwindSafe(|| Data::new(m)))).map_err(|payload| panicked(&*payload))?;
        Ok(Self::wrap(data, model.clone().unbind()))
    }

    /// The model that this was made for.
    /// Whether threads solve its islands: not zero after `mju_threadpool`.
    #[getter]
    fn threadpool(&self) -> PyResult<usize> {
        Ok(usize::from(lend(&self.shared, "MjData")?.crew().is_some()))
    }

    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }

    /// Potential and kinetic energy.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &lend(&self.shared, "MjData")?.energy, &[2], self.base(py)?, true)
    }

    /// Difference of forward and inverse dynamics: joint forces, constraint forces.
    #[getter]
    fn solver_fwdinv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &lend(&self.shared, "MjData")?.solver_fwdinv, &[2], self.base(py)?, true)
    }

    /// Solver iterations of each island.
    #[getter]
    fn solver_niter<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = read(py, &self.shared, |d| d.solver_niter.clone());
        copied(py, &rows, &[rows.len()])
    }

    /// Non-zeros of each island's solver matrix.
    #[getter]
    fn solver_nnz<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = read(py, &self.shared, |d| d.solver_nnz.clone());
        copied(py, &rows, &[rows.len()])
    }

    /// Hash of the model that this was made for.
    #[getter]
    fn signature(&self, py: Python<'_>) -> u64 {
        read(py, &self.shared, |d| d.signature)
    }

    /// Contacts: a list of `MjContact`, and an array for each of their fields.
    #[getter]
    fn contact(&self) -> crate::contact::ContactList {
        crate::contact::ContactList::new(self.shared.clone())
    }

    /// Counters of what went wrong.
    #[getter]
    fn warning(&self) -> crate::stat::StatList {
        crate::stat::StatList::warnings(self.shared.clone())
    }

    /// Time spent by part of the pipeline.
    #[getter]
    fn timer(&self) -> crate::stat::StatList {
        crate::stat::StatList::timers(self.shared.clone())
    }

    /// Statistics of the solver's iterations.
    #[getter]
    fn solver(&self) -> crate::stat::StatList {
        crate::stat::StatList::solver(self.shared.clone())
    }

    /// Where the data is in memory: tells data apart.
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// Views of named objects that were asked for.
    #[getter]
    fn _named(&self, py: Python<'_>) -> Py<PyDict> {
        self.named.get_or_init(py, || PyDict::new(py).unbind()).clone_ref(py)
    }

    /// Another object for the same data, so that what it holds can refer to it.
    fn _twin(&self, py: Python<'_>) -> PyResult<Self> {
        let model = Bound::new(py, self.model.get().twin())?.unbind();
        Ok(Self::sharing(self.shared.clone(), model, self.addresses.clone(), self.lost.clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::wrap(lend(&self.shared, "MjData")?.clone(), self.model.clone_ref(py)))
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let deep = py.import("copy")?.getattr("deepcopy")?.call1((self.model.bind(py), memo))?;
        Ok(Self::wrap(lend(&self.shared, "MjData")?.clone(), deep.cast_into::<MjModel>()?.unbind()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Recipe<'py>> {
        let (py, data) = (slf.py(), slf.get());
        let bytes = read(py, &data.shared, Data::to_bytes);
        Ok((slf.get_type().getattr("_from_bytes")?, (data.model.clone_ref(py), PyBytes::new(py, &bytes))))
    }

    #[classmethod]
    fn _from_bytes(_class: &Bound<'_, PyType>, model: &Bound<'_, MjModel>, bytes: &[u8]) -> PyResult<Self> {
        let data = Data::from_bytes(&*lend(&model.get().shared, "MjModel")?, bytes);
        let data = data.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self::wrap(data, model.clone().unbind()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<MjData time={}>", read(py, &self.shared, |d| d.time))
    }
}

/// Adds the class, with its attributes, to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MjData>()?;
    column::attach_data(&module.py().get_type::<MjData>())
}
