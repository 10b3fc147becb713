//! Open-loop trajectories.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew_core::error::{OnBadNumbers, Policy};
use sinew_core::lanes::{LANES, Lanes};
use sinew_core::math::Spatial;
use sinew_core::model::StateBit;
use sinew_core::{Data, Model, StepError, step};

use super::Pool;
use super::each::message;

/// Steps `nstep` times, setting parts of the state before and recording after each. What no record looks at, such as
/// sensors, is found after the last step alone.
pub(super) fn advance<R: FnMut(&Model, &Data) -> Result<(), String>>(
    m: &Model,
    d: &mut Data,
    nstep: usize,
    mut run: Run<'_, R>,
) -> Result<(), String> {
    for k in 0..nstep {
        if run.begin(m, d, k) {
            let stepped = if run.looks || k + 1 == nstep { step::step(m, d) } else { step::step_unseen(m, d) };
            run.take(stepped);
        }
        run.end(m, d);
    }
    run.done
}

/// [`advance`] of four simulations side by side.
pub(super) fn advance_four<R: FnMut(&Model, &Data) -> Result<(), String>>(
    m: &Model,
    lanes: &mut Lanes,
    data: &mut [&mut Data; LANES],
    nstep: usize,
    runs: &mut [Run<'_, R>; LANES],
) {
    for k in 0..nstep {
        let mut live = [false; LANES];
        for ((live, run), d) in live.iter_mut().zip(&mut *runs).zip(&mut *data) {
            *live = run.begin(m, d, k);
        }
        let looks = k + 1 == nstep || runs.iter().any(|run| run.looks);
        let stepped = if looks { lanes.step(m, data, live) } else { lanes.step_unseen(m, data, live) };
        for ((stepped, run), d) in stepped.into_iter().zip(&mut *runs).zip(&mut *data) {
            run.take(stepped);
            run.end(m, d);
        }
    }
}

/// One simulation on its way. Once a warning is met the state stays as it is, and is recorded for the steps that are left.
pub(super) struct Run<'a, R> {
    control: Option<(&'a [f64], i32)>,
    /// numbers that are set before each step
    width: usize,
    record: R,
    /// the record is of more than the state
    looks: bool,
    stopped: bool,
    /// how it went
    pub done: Result<(), String>,
}

impl<'a, R: FnMut(&Model, &Data) -> Result<(), String>> Run<'a, R> {
    pub fn new(nstep: usize, control: Option<(&'a [f64], i32)>, looks: bool, record: R) -> Self {
        let width = control.map_or(0, |(all, _)| all.len() / nstep.max(1));
        Self { control, width, record, looks, stopped: false, done: Ok(()) }
    }

    /// Sets what step `k` starts from; true if there is to be a step.
    fn begin(&mut self, m: &Model, d: &mut Data, k: usize) -> bool {
        if self.stopped || self.done.is_err() {
            return false;
        }
        if let Some((all, spec)) = self.control {
            let row = &all[k * self.width..(k + 1) * self.width];
            self.done = d.set_state(m, row, spec).map_err(|error| error.to_string());
        }
        self.done.is_ok()
    }

    /// How the step went.
    fn take(&mut self, stepped: Result<(), StepError>) {
        if let Err(error) = stepped {
            self.done = Err(error.to_string());
        }
    }

    /// Records where the step led, unless something failed.
    fn end(&mut self, m: &Model, d: &Data) {
        if self.done.is_ok() {
            self.stopped = d.warning.iter().any(|warning| warning.number > 0);
            self.done = (self.record)(m, d);
        }
    }
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

/// What one thread rolls out with: the caller's data, and that of three more simulations beside it.
struct Worker<'a> {
    own: &'a mut Data,
    beside: Option<(Lanes, [Data; LANES - 1])>,
}

/// Rolls trajectories out, each on one of `data` at a time, or four on one thread side by side where there are enough of
/// them. Inputs that `spec` does not set are at their defaults. Bad numbers are answered as MuJoCo does: the trajectory
/// stops, and its last state repeats.
pub fn rollout(pool: &Pool, data: &mut [&mut Data], jobs: &mut [Trajectory<'_>], nstep: usize, spec: i32) {
    let threads = data.len().min(pool.nthread());
    let together = if jobs.len() >= 2 * LANES * threads { LANES } else { 1 };
    let mut workers: Vec<_> = data.iter_mut().map(|own| Worker { own, beside: None }).collect();
    let mut teams: Vec<_> = jobs.chunks_mut(together).collect();
    pool.run(&mut workers, &mut teams, |worker, team| {
        let four = <&mut [Trajectory<'_>; LANES]>::try_from(&mut **team).ok();
        if let Some(four) = four.filter(|four| share_lanes(four)) {
            if catch_unwind(AssertUnwindSafe(|| worker.four(four, nstep, spec))).is_ok() {
                return;
            }
            // after a panic each starts again alone, with data made anew
            worker.beside = None;
            worker.own.copy_from(&Data::new(team[0].model));
        }
        for job in &mut **team {
            worker.one(job, nstep, spec);
        }
    });
}

/// True if trajectories are of one model that gains by it.
fn share_lanes(jobs: &[Trajectory<'_>; LANES]) -> bool {
    jobs.iter().all(|job| std::ptr::eq(job.model, jobs[0].model)) && Lanes::suit(jobs[0].model)
}

impl Worker<'_> {
    fn one(&mut self, job: &mut Trajectory<'_>, nstep: usize, spec: i32) {
        let done = catch_unwind(AssertUnwindSafe(|| {
            let (m, d) = (job.model, &mut *self.own);
            start(d, job, spec)?;
            advance(m, d, nstep, job.run(nstep, spec))
        }));
        job.error = match done {
            Ok(done) => done.err(),
            Err(payload) => {
                // what the panic cut short is made anew, in the same memory
                self.own.copy_from(&Data::new(job.model));
                Some(message(&*payload))
            }
        };
    }

    fn four(&mut self, jobs: &mut [Trajectory<'_>; LANES], nstep: usize, spec: i32) {
        let m = jobs[0].model;
        let own = &mut *self.own;
        let (lanes, [a, b, c]) =
            self.beside.get_or_insert_with(|| (Lanes::new(m), [own.clone(), own.clone(), own.clone()]));
        let mut data = [own, a, b, c];
        let mut started = [const { Ok(()) }; LANES];
        for ((started, d), job) in started.iter_mut().zip(&mut data).zip(&*jobs) {
            *started = start(d, job, spec);
        }
        let mut runs = jobs.each_mut().map(|job| job.run(nstep, spec));
        for (run, started) in runs.iter_mut().zip(started) {
            run.done = started;
        }
        advance_four(m, lanes, &mut data, nstep, &mut runs);
        let errors = runs.map(|run| run.done.err());
        for (job, error) in jobs.iter_mut().zip(errors) {
            job.error = error;
        }
    }
}

impl Trajectory<'_> {
    /// This trajectory on its way, with what writes down where each step led.
    fn run(&mut self, nstep: usize, spec: i32) -> Run<'_, impl FnMut(&Model, &Data) -> Result<(), String>> {
        let full = StateBit::Fullphysics as i32;
        let nstate = self.model.state_size(full).unwrap_or(0);
        let (state, sensordata) = (&mut self.state, &mut self.sensordata);
        let (mut k, looks) = (0, sensordata.as_ref().is_some_and(|readings| !readings.is_empty()));
        let record = move |m: &Model, d: &Data| {
            if let Some(state) = state {
                d.get_state(m, &mut state[k * nstate..(k + 1) * nstate], full).map_err(|error| error.to_string())?;
            }
            if let Some(readings) = sensordata {
                readings[k * m.nsensordata..(k + 1) * m.nsensordata].copy_from_slice(&d.sensordata);
            }
            k += 1;
            Ok(())
        };
        Run::new(nstep, self.control.map(|control| (control, spec)), looks, record)
    }
}

/// Data where a trajectory starts.
fn start(d: &mut Data, job: &Trajectory<'_>, spec: i32) -> Result<(), String> {
    let m = job.model;
    d.policy = Policy { on_bad_numbers: OnBadNumbers::Reset, ..Policy::default() };
    default_inputs(m, d, spec);
    d.set_state(m, job.initial, StateBit::Fullphysics as i32).map_err(|error| error.to_string())?;
    match job.warmstart {
        Some(start) => d.qacc_warmstart.copy_from_slice(start),
        None => d.qacc_warmstart.fill(0.0),
    }
    d.warning = Default::default();
    Ok(())
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
