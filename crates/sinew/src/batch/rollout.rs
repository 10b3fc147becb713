//! Open-loop trajectories.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew_core::error::{OnBadNumbers, Policy};
use sinew_core::math::Spatial;
use sinew_core::model::StateBit;
use sinew_core::{Data, Model, step};

use super::Pool;
use super::call::message;

/// Steps `nstep` times, setting parts of the state before and recording after each. Once a warning is met the state
/// stays as it is, and is recorded for the steps that are left.
pub(super) fn advance(
    m: &Model,
    d: &mut Data,
    nstep: usize,
    control: Option<(&[f64], i32)>,
    mut record: impl FnMut(&Model, &Data) -> Result<(), String>,
) -> Result<(), String> {
    let width = control.map_or(0, |(all, _)| all.len() / nstep.max(1));
    let mut stopped = false;
    for k in 0..nstep {
        if !stopped {
            if let Some((all, spec)) = control {
                let row = &all[k * width..(k + 1) * width];
                d.set_state(m, row, spec).map_err(|error| error.to_string())?;
            }
            step::step(m, d).map_err(|error| error.to_string())?;
            stopped = d.warning.iter().any(|warning| warning.number > 0);
        }
        record(m, d)?;
    }
    Ok(())
}

/// One trajectory: where it starts, what is applied, and where its states and sensor readings go.
pub struct Trajectory<'a> {
    /// model that it runs on
    pub model: &'a Model,
    /// [`StateBit::Fullphysics`] to start from
    pub initial: &'a [f64],
    /// where the solver starts; zeros if not given
    pub warmstart: Option<&'a [f64]>,
    /// parts of the state set before each step, a row for each
    pub control: Option<&'a [f64]>,
    /// receives [`StateBit::Fullphysics`] after each step
    pub state: Option<&'a mut [f64]>,
    /// receives the sensor readings of each step
    pub sensordata: Option<&'a mut [f64]>,
    /// why it failed, if it did
    pub error: Option<String>,
}

/// Rolls trajectories out, each on one of `data` at a time. Inputs that `spec` does not set are at their defaults. Bad
/// numbers are answered as MuJoCo does: the trajectory stops, and its last state repeats.
pub fn rollout(pool: &Pool, data: &mut [&mut Data], jobs: &mut [Trajectory<'_>], nstep: usize, spec: i32) {
    pool.run(data, jobs, |d, job| {
        let done = catch_unwind(AssertUnwindSafe(|| one(d, job, nstep, spec)));
        job.error = match done {
            Ok(done) => done.err(),
            Err(payload) => {
                // what the panic cut short is made anew, in the same memory
                d.copy_from(&Data::new(job.model));
                Some(message(&*payload))
            }
        };
    });
}

fn one(d: &mut Data, job: &mut Trajectory<'_>, nstep: usize, spec: i32) -> Result<(), String> {
    let (m, full) = (job.model, StateBit::Fullphysics as i32);
    d.policy = Policy { on_bad_numbers: OnBadNumbers::Reset, ..Policy::default() };
    default_inputs(m, d, spec);
    d.set_state(m, job.initial, full).map_err(|error| error.to_string())?;
    match job.warmstart {
        Some(start) => d.qacc_warmstart.copy_from_slice(start),
        None => d.qacc_warmstart.fill(0.0),
    }
    d.warning = Default::default();
    let nstate = m.state_size(full).unwrap_or(0);
    let (state, sensordata) = (&mut job.state, &mut job.sensordata);
    let mut k = 0;
    advance(m, d, nstep, job.control.map(|control| (control, spec)), |m, d| {
        if let Some(state) = state {
            d.get_state(m, &mut state[k * nstate..(k + 1) * nstate], full).map_err(|error| error.to_string())?;
        }
        if let Some(readings) = sensordata {
            readings[k * m.nsensordata..(k + 1) * m.nsensordata].copy_from_slice(&d.sensordata);
        }
        k += 1;
        Ok(())
    })
}

/// Sets the inputs that no control will set to their defaults.
fn default_inputs(m: &Model, d: &mut Data, spec: i32) {
    let unset = |part: StateBit| spec & part as i32 == 0;
    if unset(StateBit::Ctrl) {
        d.ctrl.fill(0.0);
    }
    if unset(StateBit::QfrcApplied) {
        d.qfrc_applied.fill(0.0);
    }
    if unset(StateBit::XfrcApplied) {
        d.xfrc_applied.fill(Spatial::default());
    }
    if unset(StateBit::EqActive) {
        d.eq_active.copy_from_slice(&m.eq_active0);
    }
    for body in 0..m.nbody {
        let Ok(mocap) = usize::try_from(m.body_mocapid[body]) else { continue };
        if unset(StateBit::MocapPos) {
            d.mocap_pos[mocap] = m.body_pos[body];
        }
        if unset(StateBit::MocapQuat) {
            d.mocap_quat[mocap] = m.body_quat[body].normalized().0;
        }
    }
}
