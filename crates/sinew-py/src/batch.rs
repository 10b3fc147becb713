//! `Batch`: many simulations of one model. The public class is in `python/sinew/batch.py`.

use std::sync::{Arc, RwLock};

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use sinew::batch::{Batch as Engine, BatchError, DataField, ModelField, NWARNING, Record, What};
use sinew_core::error::OnBadNumbers;
use sinew_core::math::Vec3;
use sinew_core::model::SensorStage;
use sinew_core::ray::{Ray, Targets};
use sinew_core::table::{Column, ColumnMut, Kind};
use sinew_core::{Data, Model};

use crate::callback;
use crate::column::column_view;
use crate::data::MjData;
use crate::error::FatalError;
use crate::model::MjModel;
use crate::view::{Shared, array, base, claim, lend};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Many simulations of one model.
#[pyclass(frozen, weakref, module = "sinew._sinew")]
pub struct Batch {
    shared: Shared<Engine>,
    base: Py<PyAny>,
}

/// The exception of something that a batch refuses.
fn refused(error: BatchError) -> PyErr {
    match error {
        BatchError::CallerModels(_) | BatchError::Expanded => FatalError::new_err(error.to_string()),
        BatchError::NoSimulation { .. } => PyIndexError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// An array of exactly this type and shape, in rows; nothing is converted.
fn exact<'py, T: Element>(value: Any<'_, 'py>, shape: &[usize], name: &str) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let wrong = || {
        let kind = T::get_dtype(value.py());
        PyTypeError::new_err(format!(
            "{name} must be a C-contiguous array of {}{}",
            kind.kind() as char,
            kind.itemsize()
        ))
    };
    let array = value.cast::<PyArrayDyn<T>>().map_err(|_| wrong())?;
    if !array.is_c_contiguous() {
        return Err(wrong());
    }
    if array.shape() != shape {
        let show = |shape: &[usize]| PyTuple::new(value.py(), shape).map(|shape| shape.to_string());
        return Err(PyValueError::new_err(format!(
            "{name} must have shape {}, got {}",
            show(shape)?,
            show(array.shape())?
        )));
    }
    Ok(array.clone())
}

fn reading<'py, T: Element>(value: Any<'_, 'py>, shape: &[usize], name: &str) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    exact(value, shape, name)?.try_readonly().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

fn writing<'py, T: Element>(value: Any<'_, 'py>, shape: &[usize], name: &str) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    exact(value, shape, name)?.try_readwrite().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// Ids of simulations; None for all.
fn chosen(engine: &Engine, ids: Option<Any<'_, '_>>) -> PyResult<Option<Vec<usize>>> {
    let Some(ids) = ids else { return Ok(None) };
    let count = ids.getattr("shape").and_then(|shape| shape.extract::<(usize,)>());
    let count = count.map_err(|_| PyTypeError::new_err("ids must be an array of int32"))?;
    let array = reading::<i32>(ids, &[count.0], "ids")?;
    let ids: Option<Vec<usize>> = array.as_slice()?.iter().map(|&id| usize::try_from(id).ok()).collect();
    let ids = ids.ok_or_else(|| refused(BatchError::BadIds(engine.nsim())))?;
    engine.check_ids(Some(&ids)).map_err(refused)?;
    Ok(Some(ids))
}

fn stage_of(stage: i32) -> PyResult<SensorStage> {
    SensorStage::try_from_i32(stage).ok_or_else(|| PyValueError::new_err(format!("stage cannot be {stage}")))
}

/// Python functions cannot be called by many threads at once.
fn check_callbacks() -> PyResult<()> {
    match callback::physics() {
        None => Ok(()),
        Some(name) => Err(PyValueError::new_err(format!("{name} is a Python function, which a batch cannot call"))),
    }
}

/// True if a data has the sizes of a model, so that copying into it moves no memory.
fn data_fits(m: &Model, d: &Data) -> bool {
    d.signature == m.signature && (0..Data::FIELDS.len()).all(|i| d.column_at(i).len() == DataField::Column(i).width(m))
}

/// True if two models have columns of the same lengths.
fn model_fits(a: &Model, b: &Model) -> bool {
    (0..Model::FIELDS.len()).all(|i| a.column_at(i).len() == b.column_at(i).len())
}

impl Batch {
    /// A call on some simulations, without the interpreter lock. Returns how many failed.
    fn call(
        &self,
        py: Python<'_>,
        ids: Option<Any<'_, '_>>,
        work: impl FnOnce(&mut Engine, Option<&[usize]>) -> usize + Send,
    ) -> PyResult<usize> {
        check_callbacks()?;
        let mut engine = claim(&self.shared, "Batch")?;
        let ids = chosen(&engine, ids)?;
        let engine = &mut *engine;
        Ok(py.detach(|| work(engine, ids.as_deref())))
    }

    /// Rows of every simulation as an array.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        column: Column<'_>,
        nsim: usize,
        writeable: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = column.len().checked_div(nsim).unwrap_or(0);
        column_view(py, column, &[nsim, width], &self.base, writeable)
    }
}

/// A record's array, borrowed until the call ends.
enum Recorded<'py> {
    F64(PyReadwriteArrayDyn<'py, f64>),
    F32(PyReadwriteArrayDyn<'py, f32>),
    I32(PyReadwriteArrayDyn<'py, i32>),
    I64(PyReadwriteArrayDyn<'py, i64>),
    U8(PyReadwriteArrayDyn<'py, u8>),
    Bool(PyReadwriteArrayDyn<'py, bool>),
}

impl<'py> Recorded<'py> {
    fn new(kind: Kind, value: Any<'_, 'py>, count: usize) -> PyResult<Self> {
        fn taken<'py, T: Element>(value: Any<'_, 'py>, count: usize) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
            let array =
                value.cast::<PyArrayDyn<T>>().ok().filter(|array| array.is_c_contiguous() && array.len() == count);
            let array = array.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a record needs a C-contiguous array of {count} numbers of the field's type"
                ))
            })?;
            array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))
        }
        Ok(match kind {
            Kind::F64 => Self::F64(taken(value, count)?),
            Kind::F32 => Self::F32(taken(value, count)?),
            Kind::I32 => Self::I32(taken(value, count)?),
            Kind::I64 => Self::I64(taken(value, count)?),
            Kind::U8 => Self::U8(taken(value, count)?),
            Kind::Bool => Self::Bool(taken(value, count)?),
        })
    }

    fn column(&mut self) -> PyResult<ColumnMut<'_>> {
        Ok(match self {
            Self::F64(array) => ColumnMut::F64(array.as_slice_mut()?),
            Self::F32(array) => ColumnMut::F32(array.as_slice_mut()?),
            Self::I32(array) => ColumnMut::I32(array.as_slice_mut()?),
            Self::I64(array) => ColumnMut::I64(array.as_slice_mut()?),
            Self::U8(array) => ColumnMut::U8(array.as_slice_mut()?),
            Self::Bool(array) => ColumnMut::Bool(array.as_slice_mut()?),
        })
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (model, nsim, nthread = 0, persistent = false))]
    fn new(model: &Bound<'_, MjModel>, nsim: usize, nthread: i64, persistent: bool) -> PyResult<Self> {
        check_callbacks()?;
        if nsim == 0 {
            return Err(PyValueError::new_err("nsim must be positive"));
        }
        let nthread = usize::try_from(nthread).unwrap_or(0);
        if nthread > 4096 {
            return Err(PyValueError::new_err(format!("nthread cannot be {nthread}")));
        }
        let m = lend(&model.get().shared, "MjModel")?;
        let m = &*m;
        let mut engine = model.py().detach(|| Engine::new(m, nsim, nthread, persistent)).map_err(refused)?;
        engine.set_on_bad_numbers(OnBadNumbers::Reset);
        let shared = Arc::new(RwLock::new(engine));
        Ok(Self { base: base(model.py(), &shared)?, shared })
    }

    #[getter]
    fn nsim(&self) -> PyResult<usize> {
        Ok(lend(&self.shared, "Batch")?.nsim())
    }

    #[getter]
    fn nthread(&self) -> PyResult<usize> {
        Ok(lend(&self.shared, "Batch")?.nthread())
    }

    #[getter]
    fn nstate(&self) -> PyResult<usize> {
        Ok(lend(&self.shared, "Batch")?.nstate())
    }

    #[getter]
    fn persistent(&self) -> PyResult<bool> {
        Ok(lend(&self.shared, "Batch")?.is_persistent())
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = lend(&self.shared, "Batch")?;
        array(py, engine.state(), &[engine.nsim(), engine.nstate()], &self.base, true)
    }

    fn warning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = lend(&self.shared, "Batch")?;
        array(py, engine.warning().as_flattened(), &[engine.nsim(), NWARNING, 2], &self.base, true)
    }

    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = lend(&self.shared, "Batch")?;
        array(py, engine.status(), &[engine.nsim()], &self.base, true)
    }

    fn state_component(&self, component: i32) -> PyResult<(usize, usize)> {
        let found = lend(&self.shared, "Batch")?.state_component(component);
        found.ok_or_else(|| PyValueError::new_err(format!("{component} is not one part of the state")))
    }

    fn error(&self, sim: usize) -> PyResult<String> {
        let engine = lend(&self.shared, "Batch")?;
        if sim >= engine.nsim() {
            return Err(refused(BatchError::NoSimulation { sim, nsim: engine.nsim() }));
        }
        Ok(engine.error(sim).to_owned())
    }

    /// Rows of a field of MjData, refreshed by every call; None if it cannot be bound.
    fn output<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(field) = DataField::find(name) else { return Ok(None) };
        let mut engine = claim(&self.shared, "Batch")?;
        let nsim = engine.nsim();
        self.rows(py, engine.bind(field), nsim, true).map(Some)
    }

    /// Rows of a field of MjModel, one for each simulation; None if it cannot differ.
    fn expand<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(field) = ModelField::find(name) else { return Ok(None) };
        let mut engine = claim(&self.shared, "Batch")?;
        let nsim = engine.nsim();
        self.rows(py, engine.expand(field).map_err(refused)?, nsim, true).map(Some)
    }

    /// The same, if they differ already; read-only.
    fn expanded<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let engine = lend(&self.shared, "Batch")?;
        let column = ModelField::find(name).and_then(|field| engine.varied(field));
        column.map(|column| self.rows(py, column, engine.nsim(), false)).transpose()
    }

    #[pyo3(signature = (ids = None, nstep = 1, stage = 0))]
    fn step(&self, py: Python<'_>, ids: Option<Any<'_, '_>>, nstep: i64, stage: i32) -> PyResult<usize> {
        let stage = stage_of(stage)?;
        let nstep = usize::try_from(nstep).map_err(|_| PyValueError::new_err("nstep must be non-negative"))?;
        self.call(py, ids, |engine, ids| engine.step(ids, nstep, stage))
    }

    #[pyo3(signature = (ids = None, stage = 3))]
    fn forward(&self, py: Python<'_>, ids: Option<Any<'_, '_>>, stage: i32) -> PyResult<usize> {
        let stage = stage_of(stage)?;
        self.call(py, ids, |engine, ids| engine.forward(ids, stage))
    }

    #[pyo3(signature = (ids = None, keyframe = None, stage = 3))]
    fn reset(
        &self,
        py: Python<'_>,
        ids: Option<Any<'_, '_>>,
        keyframe: Option<Any<'_, '_>>,
        stage: i32,
    ) -> PyResult<usize> {
        let (stage, count) = (stage_of(stage)?, self.count(ids)?);
        let keys: Vec<Option<usize>> = match keyframe {
            None => vec![None; count],
            Some(keys) => reading::<i32>(keys, &[count], "keyframe")?
                .as_slice()?
                .iter()
                .map(|&key| usize::try_from(key).ok())
                .collect(),
        };
        self.call(py, ids, |engine, ids| engine.reset(ids, &keys, stage))
    }

    #[pyo3(signature = (ids = None))]
    fn set_const(&self, py: Python<'_>, ids: Option<Any<'_, '_>>) -> PyResult<usize> {
        check_callbacks()?;
        let mut engine = claim(&self.shared, "Batch")?;
        let ids = chosen(&engine, ids)?;
        let engine = &mut *engine;
        py.detach(|| engine.set_const(ids.as_deref())).map_err(refused)
    }

    fn get_model(&self, sim: i64, model: &Bound<'_, MjModel>) -> PyResult<()> {
        let (engine, sim) = (lend(&self.shared, "Batch")?, self.sim(sim)?);
        let mut to = claim(&model.get().shared, "MjModel")?;
        if !model_fits(engine.model(), &to) {
            return Err(PyValueError::new_err("model must have the sizes of the batch's model"));
        }
        engine.get_model(sim, &mut to).map_err(refused)
    }

    fn get_data(&self, sim: i64, data: &Bound<'_, MjData>) -> PyResult<()> {
        let (engine, sim) = (lend(&self.shared, "Batch")?, self.sim(sim)?);
        let mut to = claim(&data.get().shared, "MjData")?;
        if !data_fits(engine.model(), &to) {
            return Err(PyValueError::new_err("data must have the sizes of the batch's model"));
        }
        engine.get_data(sim, &mut to).map_err(refused)
    }

    /// Runs on models of the caller's: one for all, a list of one each, or None for the batch's own.
    fn set_models(&self, models: Option<Any<'_, '_>>) -> PyResult<()> {
        let mut engine = claim(&self.shared, "Batch")?;
        let copied =
            |model: &Bound<'_, MjModel>| Ok::<_, PyErr>(Arc::new(lend(&model.get().shared, "MjModel")?.clone()));
        let list = match models {
            None => Vec::new(),
            Some(one) if one.is_instance_of::<MjModel>() => vec![copied(one.cast()?)?],
            Some(each) => {
                let each: Vec<Bound<'_, MjModel>> = each.extract()?;
                if each.len() != engine.nsim() {
                    return Err(refused(BatchError::ModelCount { nsim: engine.nsim(), got: each.len() }));
                }
                each.iter().map(copied).collect::<PyResult<_>>()?
            }
        };
        engine.set_models(list).map_err(refused)
    }

    fn rollout(
        &self,
        py: Python<'_>,
        ids: Option<Any<'_, '_>>,
        nstep: i64,
        control: Option<Any<'_, '_>>,
        control_spec: i32,
        records: &Bound<'_, PyList>,
    ) -> PyResult<usize> {
        let nstep = usize::try_from(nstep).map_err(|_| PyValueError::new_err("nstep must be non-negative"))?;
        let (count, m) = (self.count(ids)?, lend(&self.shared, "Batch")?.model().clone());
        let size = |spec: i32| m.state_size(spec).map_err(|error| PyValueError::new_err(error.to_string()));
        if control_spec & !(sinew_core::model::StateBit::User as i32) != 0 {
            return Err(PyValueError::new_err("control_spec can only contain bits in mjSTATE_USER"));
        }
        let shape = [count, nstep, size(control_spec)?];
        let control = control.map(|control| reading::<f64>(control, &shape, "control")).transpose()?;
        let mut whats = Vec::new();
        let mut arrays = Vec::new();
        for record in records {
            let (name, spec, value): (Option<String>, i32, Bound<'_, PyAny>) = record.extract()?;
            let (what, kind, width) = match name {
                Some(name) => {
                    let unknown = || PyValueError::new_err(format!("{name} cannot be recorded"));
                    let field = DataField::find(&name).ok_or_else(unknown)?;
                    (What::Field(field), field.kind(), field.width(&m))
                }
                None => (What::State(spec), Kind::F64, size(spec)?),
            };
            whats.push(what);
            arrays.push(Recorded::new(kind, &value, count * nstep * width)?);
        }
        let columns = arrays.iter_mut().map(Recorded::column).collect::<PyResult<Vec<_>>>()?;
        let mut records: Vec<Record<'_>> =
            whats.into_iter().zip(columns).map(|(what, out)| Record { what, out }).collect();
        let control = control.as_ref().map(|control| control.as_slice()).transpose()?;
        self.call(py, ids, |engine, ids| {
            engine.rollout(ids, nstep, control.map(|all| (all, control_spec)), &mut records)
        })
    }

    fn jac(
        &self,
        py: Python<'_>,
        ids: Option<Any<'_, '_>>,
        body: Any<'_, '_>,
        point: Any<'_, '_>,
        jacp: Option<Any<'_, '_>>,
        jacr: Option<Any<'_, '_>>,
    ) -> PyResult<usize> {
        let (count, nv, nbody) = {
            let engine = lend(&self.shared, "Batch")?;
            (self.count(ids)?, engine.model().nv, engine.model().nbody)
        };
        let body = reading::<i32>(body, &[count], "body")?;
        let point = reading::<f64>(point, &[count, 3], "point")?;
        let output =
            |value: Option<_>, name| value.map(|value| writing::<f64>(value, &[count, 3, nv], name)).transpose();
        let (mut jacp, mut jacr) = (output(jacp, "jacp")?, output(jacr, "jacr")?);
        let known = |&id: &i32| usize::try_from(id).ok().filter(|&id| id < nbody);
        let body: Option<Vec<usize>> = body.as_slice()?.iter().map(known).collect();
        let body = body.ok_or_else(|| PyValueError::new_err(format!("body must be in [0, {nbody})")))?;
        let point: Vec<Vec3> = point.as_slice()?.chunks_exact(3).map(Vec3::from_slice).collect();
        let jacp = jacp.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let jacr = jacr.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        self.call(py, ids, |engine, ids| engine.jac(ids, &body, &point, jacp, jacr))
    }

    fn ray(
        &self,
        py: Python<'_>,
        ids: Option<Any<'_, '_>>,
        pnt: Any<'_, '_>,
        vec: Any<'_, '_>,
        geomgroup: Option<Any<'_, '_>>,
        flg_static: bool,
        bodyexclude: Any<'_, '_>,
        dist: Any<'_, '_>,
        geomid: Any<'_, '_>,
        normal: Option<Any<'_, '_>>,
    ) -> PyResult<usize> {
        let count = self.count(ids)?;
        let shape: Vec<usize> = dist.getattr("shape")?.extract()?;
        let nray = if let [n, nray] = shape[..]
            && n == count
        {
            nray
        } else {
            0
        };
        let (pnt, vec) =
            (reading::<f64>(pnt, &[count, nray, 3], "pnt")?, reading::<f64>(vec, &[count, nray, 3], "vec")?);
        let exclude = reading::<i32>(bodyexclude, &[count, nray], "bodyexclude")?;
        let mut dist = writing::<f64>(dist, &[count, nray], "dist")?;
        let mut geomid = writing::<i32>(geomid, &[count, nray], "geomid")?;
        let mut normal = normal.map(|value| writing::<f64>(value, &[count, nray, 3], "normal")).transpose()?;
        let groups = geomgroup.map(|value| reading::<u8>(value, &[6], "geomgroup")).transpose()?;
        let groups = groups.as_ref().map(|array| array.as_slice()).transpose()?;
        let geomgroup = groups.map(|groups| std::array::from_fn(|i| groups[i] != 0));
        let points = pnt.as_slice()?.chunks_exact(3).zip(vec.as_slice()?.chunks_exact(3));
        let rays: Vec<Ray> =
            points.map(|(p, v)| Ray { point: Vec3::from_slice(p), direction: Vec3::from_slice(v) }).collect();
        let target = |&body: &i32| Targets { geomgroup, flg_static, bodyexclude: usize::try_from(body).ok() };
        let targets: Vec<Targets> = exclude.as_slice()?.iter().map(target).collect();
        let (dist, geomid) = (dist.as_slice_mut()?, geomid.as_slice_mut()?);
        let mut normal = normal.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        self.call(py, ids, |engine, ids| {
            engine.ray(ids, &rays, &targets, |r, hit| {
                dist[r] = hit.map_or(-1.0, |(_, hit)| hit.dist);
                geomid[r] = hit.map_or(-1, |(geom, _)| geom as i32);
                if let Some(normal) = &mut normal {
                    normal[3 * r..3 * r + 3].copy_from_slice(&hit.map_or(Vec3::ZERO, |(_, hit)| hit.normal).0);
                }
            })
        })
    }
}

impl Batch {
    /// How many simulations a call is about.
    fn count(&self, ids: Option<Any<'_, '_>>) -> PyResult<usize> {
        let engine = lend(&self.shared, "Batch")?;
        Ok(chosen(&engine, ids)?.map_or(engine.nsim(), |ids| ids.len()))
    }

    /// A simulation that exists.
    fn sim(&self, sim: i64) -> PyResult<usize> {
        let nsim = lend(&self.shared, "Batch")?.nsim();
        let found = usize::try_from(sim).ok().filter(|&sim| sim < nsim);
        found.ok_or_else(|| PyIndexError::new_err(format!("simulation must be in [0, {nsim}), got {sim}")))
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Batch>()
}
