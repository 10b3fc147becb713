//! Velocities of objects, applied forces, and products with the constraint Jacobian.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sinew_core::math::{Quat, Spatial, Vec3};
use sinew_core::model::{LengthRangeMode, LengthRangeOptions, ObjType, set_const};
use sinew_core::support::{self, NoFrame};
use sinew_core::{Data, Model, constraint, position};

use super::add_functions;
use crate::args::{Flag, Out, fill_maybe, fixed, id, reals, reals_of};
use crate::data::{MjData, run};
use crate::error::FatalError;
use crate::model::MjModel;
use crate::view::{claim, lend, read};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;
type OfObject = fn(&Model, &Data, ObjType, usize, bool) -> Result<Spatial, NoFrame>;

fn of_object(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    (kind, object): (i32, i64),
    res: Any<'_, '_>,
    local: bool,
    compute: OfObject,
) -> PyResult<()> {
    let out = Out::<f64>::new(res, 6, "res")?;
    let refused = || PyValueError::new_err(format!("object {object} of type {kind} has no frame"));
    let kind = ObjType::try_from_i32(kind).ok_or_else(refused)?;
    let object = usize::try_from(object).map_err(|_| refused())?;
    let result = d.get().query(m.py(), m.get(), |m, d| compute(m, d, kind, object, local))?;
    out.fill(&result.map_err(|error| PyValueError::new_err(error.to_string()))?.0)
}

/// Velocity of an object, rotation first.
#[pyfunction]
fn mj_objectVelocity(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: i32,
    objid: i64,
    res: Any<'_, '_>,
    flg_local: Flag,
) -> PyResult<()> {
    of_object(m, d, (objtype, objid), res, flg_local.0, support::object_velocity)
}

/// Acceleration of an object, rotation first.
#[pyfunction]
fn mj_objectAcceleration(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: i32,
    objid: i64,
    res: Any<'_, '_>,
    flg_local: Flag,
) -> PyResult<()> {
    of_object(m, d, (objtype, objid), res, flg_local.0, support::object_acceleration)
}

/// Adds the joint forces of a force and a torque at a point of a body.
#[pyfunction]
fn mj_applyFT(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    force: Any<'_, '_>,
    torque: Any<'_, '_>,
    point: Any<'_, '_>,
    body: i64,
    qfrc_target: Any<'_, '_>,
) -> PyResult<()> {
    let (nv, nbody) = read(m.py(), &m.get().shared, |m| (m.nv, m.nbody));
    let (force, torque) = (Vec3(fixed(force, "force")?), Vec3(fixed(torque, "torque")?));
    let (point, body) = (Vec3(fixed(point, "point")?), id(body, nbody, "body")?);
    let (out, mut target) = (Out::<f64>::new(qfrc_target, nv, "qfrc_target")?, reals(qfrc_target, "qfrc_target")?);
    d.get().query(m.py(), m.get(), |m, d| support::apply_ft(m, d, force, torque, point, body, &mut target))?;
    out.fill(&target)
}

/// Scales masses and inertias so that all bodies together have this mass.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, MjModel>, newmass: f64) -> PyResult<()> {
    claim(&m.get().shared, "MjModel")?.set_total_mass(newmass);
    Ok(())
}

/// `res = J vec`
#[pyfunction]
fn mj_mulJacVec(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, res: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    let nefc = read(m.py(), &d.get().shared, |d| d.nefc);
    let vec = reals_of(vec, read(m.py(), &m.get().shared, |m| m.nv), "vec")?;
    let (out, mut product) = (Out::<f64>::new(res, nefc, "res")?, vec![0.0; nefc]);
    d.get().query(m.py(), m.get(), |_, d| constraint::mul_jac_vec(d, &mut product, &vec))?;
    out.fill(&product)
}

/// `res = Jᵀ vec`
#[pyfunction]
fn mj_mulJacTVec(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, res: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<()> {
    let nv = read(m.py(), &m.get().shared, |m| m.nv);
    let vec = reals_of(vec, read(m.py(), &d.get().shared, |d| d.nefc), "vec")?;
    let (out, mut product) = (Out::<f64>::new(res, nv, "res")?, vec![0.0; nv]);
    d.get().query(m.py(), m.get(), |_, d| constraint::mul_jac_t_vec(d, &mut product, &vec))?;
    out.fill(&product)
}

/// States and forces of constraints, and the forces on the joints, for given `jar = J qacc - aref`; their cost if asked.
#[pyfunction]
#[pyo3(signature = (m, d, jar, cost, flg_coneHessian))]
fn mj_constraintUpdate(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jar: Any<'_, '_>,
    cost: Option<Any<'_, '_>>,
    flg_coneHessian: Flag,
) -> PyResult<()> {
    // the solver makes Hessians of cones for itself
    let _ = flg_coneHessian;
    let jar = reals_of(jar, read(m.py(), &d.get().shared, |d| d.nefc), "jar")?;
    let out = Out::<f64>::maybe(cost, 1, "cost")?;
    fill_maybe(out, &[run(m, d, |_, d| constraint::constraint_update(d, &jar))?])
}

/// Position and orientation in the world of something fixed to a body.
#[pyfunction]
fn mj_local2Global(
    d: &Bound<'_, MjData>,
    xpos: Any<'_, '_>,
    xmat: Any<'_, '_>,
    pos: Any<'_, '_>,
    quat: Any<'_, '_>,
    body: i64,
    sameframe: u8,
) -> PyResult<()> {
    let (xpos, xmat) = (Out::<f64>::new(xpos, 3, "xpos")?, Out::<f64>::new(xmat, 9, "xmat")?);
    let (pos, quat) = (Vec3(fixed(pos, "pos")?), Quat(fixed(quat, "quat")?));
    let body = id(body, read(d.py(), &d.get().shared, |d| d.xpos.len()), "body")?;
    let (at, _, axes) = read(d.py(), &d.get().shared, |d| position::local2global(d, body, pos, quat, sameframe));
    xpos.fill(&at.0)?;
    xmat.fill(&axes.0)
}

/// Finds the range of lengths of an actuator, as the options say, and sets `actuator_lengthrange`.
#[pyfunction]
fn mj_setLengthRange(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, index: i64, opt: Any<'_, '_>) -> PyResult<()> {
    let shared = &m.get().shared;
    let actuator = id(index, read(m.py(), shared, |m| m.nactuator), "actuator")?;
    let number = |name: &str| opt.getattr(name)?.extract::<f64>();
    let options = LengthRangeOptions {
        mode: LengthRangeMode::of(opt.getattr("mode")?.extract()?),
        useexisting: opt.getattr("useexisting")?.is_truthy()?,
        uselimit: opt.getattr("uselimit")?.is_truthy()?,
        accel: number("accel")?,
        maxforce: number("maxforce")?,
        timeconst: number("timeconst")?,
        timestep: number("timestep")?,
        inttotal: number("inttotal")?,
        interval: number("interval")?,
        tolrange: number("tolrange")?,
    };
    if !read(m.py(), shared, |m| m.needs_length_range(actuator, &options)) {
        return Ok(());
    }
    let range = run(m, d, |m, d| m.length_range(d, actuator, &options))?;
    let range = range.map_err(|error| FatalError::new_err(error.to_string()))?;
    let mut m = claim(shared, "MjModel")?;
    let row = m.actuator_outadr[actuator] as usize;
    m.actuator_lengthrange[row] = range;
    Ok(())
}

/// Recomputes the constants of a model that follow from other fields; the data is left at `qpos0`.
#[pyfunction]
fn mj_setConst(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    d.get().check(m.get())?;
    let mut changed = lend(&m.get().shared, "MjModel")?.clone();
    let done = run(m, d, |_, d| set_const(&mut changed, d))?;
    done.map_err(|error| FatalError::new_err(error.to_string()))?;
    claim(&m.get().shared, "MjModel")?.copy_from(&changed);
    Ok(())
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_objectVelocity, mj_objectAcceleration, mj_applyFT, mj_setTotalmass, mj_mulJacVec, mj_mulJacTVec, mj_constraintUpdate, mj_local2Global, mj_setLengthRange, mj_setConst);
    Ok(())
}
