//! Derivatives.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::prelude::*;
use sinew_core::derivative::{self, InverseJacobians, Transition};
use sinew_core::math::{Quat, Vec3};

use super::add_functions;
use crate::args::{Flag, Out, fill_maybe, fixed};
use crate::data::{MjData, run};
use crate::error::failed;
use crate::model::MjModel;
use crate::view::read;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;
pub(super) type Wanted<'a, 'py> = Option<Any<'a, 'py>>;

/// An output that may not be wanted, with room for its values.
pub(super) struct Matrix<'py> {
    out: Option<Out<'py, f64>>,
    values: Vec<f64>,
}

impl<'py> Matrix<'py> {
    pub(super) fn new(value: Wanted<'_, 'py>, size: usize, name: &str) -> PyResult<Self> {
        let out = Out::maybe(value, size, name)?;
        Ok(Self { values: vec![0.0; if out.is_some() { size } else { 0 }], out })
    }

    pub(super) fn room(&mut self) -> Option<&mut [f64]> {
        self.out.is_some().then_some(&mut self.values)
    }

    pub(super) fn store(self) -> PyResult<()> {
        fill_maybe(self.out, &self.values)
    }
}

/// Derivatives of a step: `dx⁺ = A dx + B du`, `ds = C dx + D du`.
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_centered, A, B, C, D))]
fn mjd_transitionFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_centered: Flag,
    A: Wanted<'_, '_>,
    B: Wanted<'_, '_>,
    C: Wanted<'_, '_>,
    D: Wanted<'_, '_>,
) -> PyResult<()> {
    let (n, nu, ns) = read(m.py(), &m.get().shared, |m| (2 * m.nv + m.na, m.nu, m.nsensordata));
    let (mut A, mut B) = (Matrix::new(A, n * n, "A")?, Matrix::new(B, n * nu, "B")?);
    let (mut C, mut D) = (Matrix::new(C, ns * n, "C")?, Matrix::new(D, ns * nu, "D")?);
    let wanted = Transition { a: A.room(), b: B.room(), c: C.room(), d: D.room() };
    run(m, d, |m, d| derivative::transition_fd(m, d, eps, flg_centered.0, wanted))?.map_err(failed)?;
    [A, B, C, D].into_iter().try_for_each(Matrix::store)
}

/// Derivatives of inverse dynamics.
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq))]
fn mjd_inverseFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_actuation: Flag,
    DfDq: Wanted<'_, '_>,
    DfDv: Wanted<'_, '_>,
    DfDa: Wanted<'_, '_>,
    DsDq: Wanted<'_, '_>,
    DsDv: Wanted<'_, '_>,
    DsDa: Wanted<'_, '_>,
    DmDq: Wanted<'_, '_>,
) -> PyResult<()> {
    let (nv, ns, nc) = read(m.py(), &m.get().shared, |m| (m.nv, m.nsensordata, m.nC));
    let square = |value, name| Matrix::new(value, nv * nv, name);
    let sensors = |value, name| Matrix::new(value, nv * ns, name);
    let (mut DfDq, mut DfDv, mut DfDa) = (square(DfDq, "DfDq")?, square(DfDv, "DfDv")?, square(DfDa, "DfDa")?);
    let (mut DsDq, mut DsDv, mut DsDa) = (sensors(DsDq, "DsDq")?, sensors(DsDv, "DsDv")?, sensors(DsDa, "DsDa")?);
    let mut DmDq = Matrix::new(DmDq, nv * nc, "DmDq")?;
    let wanted = InverseJacobians {
        df_dq: DfDq.room(),
        df_dv: DfDv.room(),
        df_da: DfDa.room(),
        ds_dq: DsDq.room(),
        ds_dv: DsDv.room(),
        ds_da: DsDa.room(),
        dm_dq: DmDq.room(),
    };
    run(m, d, |m, d| derivative::inverse_fd(m, d, eps, flg_actuation.0, wanted))?.map_err(failed)?;
    [DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq].into_iter().try_for_each(Matrix::store)
}

/// Derivatives of `mju_subQuat` with respect to its two quaternions.
#[pyfunction]
fn mjd_subQuat(qa: Any<'_, '_>, qb: Any<'_, '_>, Da: Wanted<'_, '_>, Db: Wanted<'_, '_>) -> PyResult<()> {
    let (a, b) = derivative::sub_quat(Quat(fixed(qa, "qa")?), Quat(fixed(qb, "qb")?));
    fill_maybe(Out::maybe(Da, 9, "Da")?, &a.0)?;
    fill_maybe(Out::maybe(Db, 9, "Db")?, &b.0)
}

/// Derivatives of `mju_quatIntegrate` with respect to the quaternion, the velocity and the time.
#[pyfunction]
fn mjd_quatIntegrate(
    vel: Any<'_, '_>,
    scale: f64,
    Dquat: Wanted<'_, '_>,
    Dvel: Wanted<'_, '_>,
    Dscale: Wanted<'_, '_>,
) -> PyResult<()> {
    let (quat, velocity, time) = derivative::quat_integrate(Vec3(fixed(vel, "vel")?), scale);
    fill_maybe(Out::maybe(Dquat, 9, "Dquat")?, &quat.0)?;
    fill_maybe(Out::maybe(Dvel, 9, "Dvel")?, &velocity.0)?;
    fill_maybe(Out::maybe(Dscale, 3, "Dscale")?, &time.0)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mjd_transitionFD, mjd_inverseFD, mjd_subQuat, mjd_quatIntegrate);
    Ok(())
}
