//! Derivatives of a step in closed form, for `sinew.derivatives`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sinew::ParallelDerivatives;
use sinew_core::derivative::{self, DerivativeConfig, Method, Parameter, Transition};

use super::add_functions;
use super::derivative::{Matrix, Wanted};
use crate::args::{Out, reals_of};
use crate::data::{MjData, run};
use crate::error::failed;
use crate::model::MjModel;
use crate::view::read;

/// Fills the matrices that are given, by the named method, with columns on so many threads.
#[pyfunction]
#[pyo3(signature = (m, d, method, eps, centered, threads, a, b, c, e))]
fn _transition(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    method: &str,
    eps: f64,
    centered: bool,
    threads: usize,
    a: Wanted<'_, '_>,
    b: Wanted<'_, '_>,
    c: Wanted<'_, '_>,
    e: Wanted<'_, '_>,
) -> PyResult<()> {
    let method = match method {
        "analytic" => Method::Analytic,
        "hybrid" => Method::Hybrid,
        "differences" => Method::Differences,
        other => {
            let text = format!("method must be 'analytic', 'hybrid' or 'differences', not '{other}'");
            return Err(PyValueError::new_err(text));
        }
    };
    let config = DerivativeConfig { method, eps, centered };
    let (n, nu, ns) = read(m.py(), &m.get().shared, |m| (2 * m.nv + m.na, m.nu, m.nsensordata));
    let (mut a, mut b) = (Matrix::new(a, n * n, "A")?, Matrix::new(b, n * nu, "B")?);
    let (mut c, mut e) = (Matrix::new(c, ns * n, "C")?, Matrix::new(e, ns * nu, "D")?);
    let wanted = Transition { a: a.room(), b: b.room(), c: c.room(), d: e.room() };
    if threads == 1 {
        run(m, d, |m, d| derivative::transition(m, d, &config, wanted))?.map_err(failed)?;
    } else {
        let make = |m: &_| ParallelDerivatives::new(m, threads);
        let mut parallel = read(m.py(), &m.get().shared, make).map_err(|e| PyValueError::new_err(e.to_string()))?;
        run(m, d, |m, d| parallel.transition(m, d, &config, wanted))?.map_err(failed)?;
    }
    [a, b, c, e].into_iter().try_for_each(Matrix::store)
}

/// `out = A dx + B du`.
#[pyfunction]
fn _transition_jvp(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    dx: &Bound<'_, PyAny>,
    du: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (n, nu) = read(m.py(), &m.get().shared, |m| (2 * m.nv + m.na, m.nu));
    let (dx, du, out) = (reals_of(dx, n, "dx")?, reals_of(du, nu, "du")?, Out::new(out, n, "out")?);
    let mut moved = vec![0.0; n];
    run(m, d, |m, d| derivative::transition_jvp(m, d, &dx, &du, &mut moved))?.map_err(failed)?;
    out.fill(&moved)
}

/// `dx = Aᵀ weight`, `du = Bᵀ weight`.
#[pyfunction]
fn _transition_vjp(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    weight: &Bound<'_, PyAny>,
    dx: &Bound<'_, PyAny>,
    du: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (n, nu) = read(m.py(), &m.get().shared, |m| (2 * m.nv + m.na, m.nu));
    let weight = reals_of(weight, n, "weight")?;
    let (out_x, out_u) = (Out::new(dx, n, "dx")?, Out::new(du, nu, "du")?);
    let (mut dx, mut du) = (vec![0.0; n], vec![0.0; nu]);
    run(m, d, |m, d| derivative::transition_vjp(m, d, &weight, &mut dx, &mut du))?.map_err(failed)?;
    out_x.fill(&dx)?;
    out_u.fill(&du)
}

/// Derivatives of the next state by numbers of the model, one column each; numbers are named by their field and place.
#[pyfunction]
fn _transition_parameters(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    parameters: Vec<(String, usize, usize)>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let parameters = parameters.iter().map(|(name, i, k)| parameter(name, *i, *k)).collect::<PyResult<Vec<_>>>()?;
    let n = read(m.py(), &m.get().shared, |m| 2 * m.nv + m.na);
    let out = Out::new(out, n * parameters.len(), "out")?;
    let mut values = vec![0.0; n * parameters.len()];
    // a copy of the model is moved, as others may read it meanwhile
    run(m, d, |m, d| derivative::transition_parameters(&mut m.clone(), d, &parameters, &mut values))?
        .map_err(failed)?;
    out.fill(&values)
}

/// A number of the model by its field, row and place in the row.
fn parameter(name: &str, i: usize, k: usize) -> PyResult<Parameter> {
    Ok(match name {
        "body_mass" => Parameter::BodyMass(i),
        "body_inertia" => Parameter::BodyInertia(i, k),
        "dof_damping" => Parameter::DofDamping(i),
        "dof_armature" => Parameter::DofArmature(i),
        "dof_frictionloss" => Parameter::DofFrictionloss(i),
        "jnt_stiffness" => Parameter::JointStiffness(i),
        "geom_friction" => Parameter::GeomFriction(i, k),
        "tendon_stiffness" => Parameter::TendonStiffness(i),
        "tendon_damping" => Parameter::TendonDamping(i),
        "actuator_gainprm" => Parameter::ActuatorGain(i, k),
        "actuator_biasprm" => Parameter::ActuatorBias(i, k),
        "opt.gravity" => Parameter::Gravity(k),
        other => return Err(PyValueError::new_err(format!("there are no derivatives by '{other}'"))),
    })
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; _transition, _transition_jvp, _transition_vjp, _transition_parameters);
    Ok(())
}
