//! Derivatives of inverse dynamics, by differences.

use crate::inverse::inverse_skip;
use crate::model::SensorStage;
use crate::scratch::Need;
use crate::{Data, Model, StepError, step};

use super::difference::{check_size, check_supported, difference, nudge_position};

/// Where [`inverse_fd`] writes: derivatives of the force `f`, the sensors `s` and the inertia `M` with respect to position
/// `q`, velocity `v` and acceleration `a`. Row `i` is the derivative with respect to the `i`-th coordinate. What is not
/// given is not computed.
#[derive(Debug, Default)]
pub struct InverseJacobians<'a> {
    /// force by position, `nv × nv`
    pub df_dq: Option<&'a mut [f64]>,
    /// force by velocity, `nv × nv`
    pub df_dv: Option<&'a mut [f64]>,
    /// force by acceleration, `nv × nv`
    pub df_da: Option<&'a mut [f64]>,
    /// sensors by position, `nv × nsensordata`
    pub ds_dq: Option<&'a mut [f64]>,
    /// sensors by velocity, `nv × nsensordata`
    pub ds_dv: Option<&'a mut [f64]>,
    /// sensors by acceleration, `nv × nsensordata`
    pub ds_da: Option<&'a mut [f64]>,
    /// inertia by position, `nv × nC`
    pub dm_dq: Option<&'a mut [f64]>,
}

/// Derivatives of inverse dynamics by forward differences of size `eps`.
///
/// With `actuation` the force is what is left for applied forces, `qfrc_inverse - qfrc_actuator`. Stages that an input
/// does not reach are not computed again.
///
/// Reads the state and `qacc`. Writes the matrices, and the results of the stages at some nearby state.
/// MuJoCo manual, *API reference: mjd_inverseFD*.
#[doc(alias = "mjd_inverseFD")]
pub fn inverse_fd(
    m: &Model,
    d: &mut Data,
    eps: f64,
    actuation: bool,
    mut out: InverseJacobians<'_>,
) -> Result<(), StepError> {
    check_supported(m)?;
    if m.opt.noslip_iterations > 0 {
        return Err(StepError::Unsupported("finite differences of inverse dynamics do not support noslip"));
    }
    for (matrix, columns) in [
        (&mut out.df_dq, m.nv),
        (&mut out.df_dv, m.nv),
        (&mut out.df_da, m.nv),
        (&mut out.ds_dq, m.nsensordata),
        (&mut out.ds_dv, m.nsensordata),
        (&mut out.ds_da, m.nsensordata),
        (&mut out.dm_dq, m.nC),
    ] {
        check_size(matrix.as_deref(), m.nv * columns)?;
    }
    let mut memory = std::mem::take(&mut d.drivers.difference);
    let done = run(m, d, eps, actuation, out, memory.frame(Need::reals(m.nq + 2 * m.nv + m.nsensordata + m.nC)));
    d.drivers.difference = memory;
    done
}

fn run(
    m: &Model,
    d: &mut Data,
    eps: f64,
    actuation: bool,
    mut out: InverseJacobians<'_>,
    mut s: crate::scratch::Frame<'_>,
) -> Result<(), StepError> {
    let (qpos, force, moved) = (s.reals(m.nq), s.reals(m.nv), s.reals(m.nv));
    let (sensor, inertia) = (s.reals(m.nsensordata), s.reals(m.nC));
    let skip_sensor = out.ds_dq.is_none() && out.ds_dv.is_none() && out.ds_da.is_none();
    let evaluate = |d: &mut Data, skip: SensorStage, force: &mut [f64]| -> Result<(), StepError> {
        inverse_skip(m, d, skip, skip_sensor)?;
        force.copy_from_slice(&d.qfrc_inverse);
        if actuation {
            step::fwd_actuation(m, d);
            for (force, actuator) in force.iter_mut().zip(&d.qfrc_actuator) {
                *force -= actuator;
            }
        }
        Ok(())
    };

    // here
    qpos.copy_from_slice(&d.qpos);
    evaluate(d, SensorStage::None, force)?;
    sensor.copy_from_slice(&d.sensordata);
    inertia.copy_from_slice(&d.M);

    // accelerations, then velocities, which leave the position stages as they are
    if out.df_da.is_some() || out.ds_da.is_some() {
        for i in 0..m.nv {
            let kept = d.qacc[i];
            d.qacc[i] += eps;
            let done = evaluate(d, SensorStage::Vel, moved);
            d.qacc[i] = kept;
            done?;
            set_row(out.df_da.as_deref_mut(), i, force, moved, eps);
            set_row(out.ds_da.as_deref_mut(), i, sensor, &d.sensordata, eps);
        }
    }
    if out.df_dv.is_some() || out.ds_dv.is_some() {
        for i in 0..m.nv {
            let kept = d.qvel[i];
            d.qvel[i] += eps;
            let done = evaluate(d, SensorStage::Pos, moved);
            d.qvel[i] = kept;
            done?;
            set_row(out.df_dv.as_deref_mut(), i, force, moved, eps);
            set_row(out.ds_dv.as_deref_mut(), i, sensor, &d.sensordata, eps);
        }
    }
    if out.df_dq.is_some() || out.ds_dq.is_some() || out.dm_dq.is_some() {
        for i in 0..m.nv {
            nudge_position(m, &mut d.qpos, i, eps);
            let done = evaluate(d, SensorStage::None, moved);
            d.qpos.copy_from_slice(qpos);
            done?;
            set_row(out.df_dq.as_deref_mut(), i, force, moved, eps);
            set_row(out.ds_dq.as_deref_mut(), i, sensor, &d.sensordata, eps);
            set_row(out.dm_dq.as_deref_mut(), i, inertia, &d.M, eps);
        }
    }
    Ok(())
}

/// Writes a row of a matrix of differences, if it is wanted.
fn set_row(matrix: Option<&mut [f64]>, row: usize, from: &[f64], to: &[f64], eps: f64) {
    if let Some(matrix) = matrix {
        difference(&mut matrix[row * from.len()..(row + 1) * from.len()], from, to, eps);
    }
}
