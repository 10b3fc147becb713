//! Calls on some or all simulations of a batch.

use sinew_core::lanes::{LANES, Lanes};
use sinew_core::math::Vec3;
use sinew_core::model::{Enable, SensorStage};
use sinew_core::ray::{Hit, Ray, Targets};
use sinew_core::table::ColumnMut;
use sinew_core::{Data, Model, energy, jacobian, position, ray, sensor, step};

use super::each::{Outcomes, Row, Work, chosen};
use super::rollout::{Run, advance, advance_four};
use super::store::{reborrow, rows_mut};
use super::{Batch, DataField, NWARNING};

/// What [`Batch::rollout`] writes down after each step, and where: a row for each simulation of the call and step.
pub struct Record<'a> {
    /// what is recorded
    pub what: What,
    /// rows of all simulations of the call, step by step
    pub out: ColumnMut<'a>,
}

/// Something to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// a field of `Data`
    Field(DataField),
    /// parts of the state
    State(i32),
}

/// Geom that a ray meets, and where.
pub type Met = Option<(usize, Hit)>;

/// Rows of a matrix that may be wanted.
fn cut(all: Option<&mut [f64]>, count: usize) -> Vec<Option<ColumnMut<'_>>> {
    match all {
        None => (0..count).map(|_| None).collect(),
        Some(all) => rows_mut(ColumnMut::F64(all), count).into_iter().map(Some).collect(),
    }
}

/// The reals of a column that may be there.
fn reals<'a>(column: &'a mut Option<ColumnMut<'_>>) -> Option<&'a mut [f64]> {
    match column {
        Some(ColumnMut::F64(all)) => Some(all),
        _ => None,
    }
}

impl Batch {
    /// Advances simulations by `nstep` steps, then computes the stages up to `stage` at the new state. As after a plain
    /// step, what was computed belongs to the state before the last step unless a stage is asked for. Returns how many
    /// failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range; see [`Self::check_ids`].
    #[doc(alias = "mjb_step")]
    pub fn step(&mut self, ids: Option<&[usize]>, nstep: usize, stage: SensorStage) -> usize {
        let mut none = self.nothing(ids);
        self.run(ids, Row::Keep, &mut none, Steps { nstep, stage })
    }

    /// Computes the stages up to `stage` from the state of simulations. Returns how many failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range.
    #[doc(alias = "mjb_forward")]
    pub fn forward(&mut self, ids: Option<&[usize]>, stage: SensorStage) -> usize {
        let mut none = self.nothing(ids);
        self.each(ids, Row::Keep, &mut none, |m, d, ()| forward_to(m, d, stage))
    }

    /// Sets simulations back to the initial state, or each to a keyframe, then computes the stages up to `stage`.
    /// Returns how many failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or there are not as many keys as simulations.
    #[doc(alias = "mjb_reset")]
    pub fn reset(&mut self, ids: Option<&[usize]>, keys: &[Option<usize>], stage: SensorStage) -> usize {
        let mut keys = keys.to_vec();
        let failed = self.each(ids, Row::Keep, &mut keys, |m, d, key| {
            match key {
                None => d.reset(m),
                Some(key) => d.reset_keyframe(m, *key).map_err(|error| error.to_string())?,
            }
            forward_to(m, d, stage)
        });
        for warning in chosen(self.warning.chunks_exact_mut(NWARNING), ids) {
            warning.fill([0; 2]);
        }
        failed
    }

    /// Advances simulations by `nstep` steps and records after each. Before a step the parts of the state that `spec`
    /// names are set from `control`: a row for each simulation of the call and step. A simulation that meets a warning
    /// stops, and its last records repeat. Returns how many failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or `control` has not the size that its parts ask for.
    #[doc(alias = "mjb_rollout")]
    pub fn rollout(
        &mut self,
        ids: Option<&[usize]>,
        nstep: usize,
        control: Option<(&[f64], i32)>,
        records: &mut [Record<'_>],
    ) -> usize {
        let count = ids.map_or(self.nsim, <[usize]>::len);
        let whats: Vec<What> = records.iter().map(|record| record.what).collect();
        let mut rows: Vec<Vec<ColumnMut<'_>>> = (0..count).map(|_| Vec::new()).collect();
        for record in records {
            for (row, out) in rows.iter_mut().zip(rows_mut(reborrow(&mut record.out), count)) {
                row.push(out);
            }
        }
        let width = control.map_or(0, |(all, _)| all.len() / count.max(1));
        let mut extras: Vec<_> = rows
            .into_iter()
            .enumerate()
            .map(|(k, rows)| (control.map(|(all, spec)| (&all[k * width..(k + 1) * width], spec)), rows))
            .collect();
        self.run(ids, Row::Keep, &mut extras, Recorded { nstep, whats: &whats })
    }

    /// Jacobians of a point of a body in each simulation of the call: `3 × nv` each, of translation and rotation.
    /// Returns how many simulations failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or the arrays do not fit.
    pub fn jac(
        &mut self,
        ids: Option<&[usize]>,
        body: &[usize],
        point: &[Vec3],
        jacp: Option<&mut [f64]>,
        jacr: Option<&mut [f64]>,
    ) -> usize {
        let count = body.len();
        let rows = cut(jacp, count).into_iter().zip(cut(jacr, count));
        let mut extras: Vec<_> = rows.zip(body.iter().zip(point)).collect();
        self.each(ids, Row::Leave, &mut extras, |m, d, ((p, r), (body, point))| {
            position::kinematics(m, d);
            position::com_pos(m, d);
            jacobian::jac(m, d, reals(p), reals(r), **point, **body);
            Ok(())
        })
    }

    /// Nearest hits of rays in each simulation of the call, as many rays each; `found` is told simulation of the call,
    /// ray and hit. Returns how many simulations failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or there are not as many targets as rays.
    pub fn ray(
        &mut self,
        ids: Option<&[usize]>,
        rays: &[Ray],
        targets: &[Targets],
        mut found: impl FnMut(usize, Met),
    ) -> usize {
        let count = ids.map_or(self.nsim, <[usize]>::len);
        let each = rays.len().checked_div(count).unwrap_or(0);
        let mut extras: Vec<(usize, Vec<Met>)> = (0..count).map(|k| (k, Vec::new())).collect();
        let failed = self.each(ids, Row::Leave, &mut extras, |m, d, (k, hits)| {
            position::kinematics(m, d);
            let mine = *k * each..(*k + 1) * each;
            hits.extend(rays[mine.clone()].iter().zip(&targets[mine]).map(|(beam, to)| ray::ray(m, d, beam, to)));
            Ok(())
        });
        for (k, hits) in extras {
            for r in 0..each {
                found(k * each + r, hits.get(r).copied().flatten());
            }
        }
        failed
    }

    /// Calls a function on simulations without changing them; each has a value of its own. Returns how many failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or there are not as many values as simulations.
    #[doc(alias = "mjb_apply")]
    pub fn query<E: Send>(
        &mut self,
        ids: Option<&[usize]>,
        values: &mut [E],
        work: impl Fn(&Model, &mut Data, &mut E) -> Result<(), String> + Sync,
    ) -> usize {
        self.each(ids, Row::Leave, values, work)
    }

    /// Calls a function on simulations, whose state it may change; each has a value of its own. Returns how many failed.
    ///
    /// # Panics
    /// If the ids are not sorted, unique and in range, or there are not as many values as simulations.
    #[doc(alias = "mjb_apply")]
    pub fn apply<E: Send>(
        &mut self,
        ids: Option<&[usize]>,
        values: &mut [E],
        work: impl Fn(&Model, &mut Data, &mut E) -> Result<(), String> + Sync,
    ) -> usize {
        self.each(ids, Row::Keep, values, work)
    }

    fn nothing(&self, ids: Option<&[usize]>) -> Vec<()> {
        vec![(); ids.map_or(self.nsim, <[usize]>::len)]
    }
}

/// Steps, and stages at the new state.
struct Steps {
    nstep: usize,
    stage: SensorStage,
}

impl Work<()> for Steps {
    const SIDE_BY_SIDE: bool = true;

    fn one(&self, m: &Model, d: &mut Data, (): &mut ()) -> Result<(), String> {
        // what the last step finds is all that is seen
        for k in 0..self.nstep {
            let stepped = if k + 1 == self.nstep { step::step(m, d) } else { step::step_unseen(m, d) };
            stepped.map_err(|error| error.to_string())?;
        }
        forward_to(m, d, self.stage)
    }

    fn four(
        &self,
        m: &Model,
        lanes: &mut Lanes,
        data: &mut [&mut Data; LANES],
        _: [&mut (); LANES],
        done: &mut Outcomes,
    ) {
        for k in 0..self.nstep {
            let live = done.each_ref().map(Result::is_ok);
            let stepped =
                if k + 1 == self.nstep { lanes.step(m, data, live) } else { lanes.step_unseen(m, data, live) };
            for (done, stepped) in done.iter_mut().zip(stepped) {
                if let Err(error) = stepped {
                    *done = Err(error.to_string());
                }
            }
        }
        for (done, d) in done.iter_mut().zip(data).filter(|(done, _)| done.is_ok()) {
            *done = forward_to(m, d, self.stage);
        }
    }
}

/// Steps with parts of the state set before each, and records after each.
struct Recorded<'a> {
    nstep: usize,
    whats: &'a [What],
}

/// Of one simulation: what is set, and the rows of each record.
type Recording<'a> = (Option<(&'a [f64], i32)>, Vec<ColumnMut<'a>>);

impl Recorded<'_> {
    /// True if something else than the state is recorded.
    fn looks(&self) -> bool {
        self.whats.iter().any(|what| matches!(what, What::Field(_)))
    }

    /// What writes the rows, a step at a time.
    fn recorder<'b>(
        &self,
        rows: &'b mut [ColumnMut<'_>],
    ) -> impl FnMut(&Model, &Data) -> Result<(), String> + use<'b, '_> {
        let (whats, nstep) = (self.whats, self.nstep);
        let mut steps: Vec<_> = rows.iter_mut().map(|row| rows_mut(reborrow(row), nstep).into_iter()).collect();
        move |m, d| {
            for (what, rows) in whats.iter().zip(&mut steps) {
                match (what, rows.next()) {
                    (What::Field(field), Some(out)) => field.read(d, out),
                    (What::State(spec), Some(ColumnMut::F64(out))) => {
                        d.get_state(m, out, *spec).map_err(|error| error.to_string())?;
                    }
                    _ => {}
                }
            }
            Ok(())
        }
    }
}

impl<'a> Work<Recording<'a>> for Recorded<'_> {
    const SIDE_BY_SIDE: bool = true;

    fn one(&self, m: &Model, d: &mut Data, (control, rows): &mut Recording<'a>) -> Result<(), String> {
        advance(m, d, self.nstep, Run::new(self.nstep, *control, self.looks(), self.recorder(rows)))
    }

    fn four(
        &self,
        m: &Model,
        lanes: &mut Lanes,
        data: &mut [&mut Data; LANES],
        extras: [&mut Recording<'a>; LANES],
        done: &mut Outcomes,
    ) {
        let mut runs = extras.map(|(control, rows)| Run::new(self.nstep, *control, self.looks(), self.recorder(rows)));
        for (run, done) in runs.iter_mut().zip(&mut *done) {
            std::mem::swap(&mut run.done, done);
        }
        advance_four(m, lanes, data, self.nstep, &mut runs);
        *done = runs.map(|run| run.done);
    }
}

/// Computes everything up to a stage from the present state.
fn forward_to(m: &Model, d: &mut Data, stage: SensorStage) -> Result<(), String> {
    if stage == SensorStage::Acc {
        return step::forward(m, d).map_err(|error| error.to_string());
    }
    let energy_wanted = m.opt.enabled(Enable::Energy);
    if stage >= SensorStage::Pos {
        step::fwd_position(m, d);
        sensor::sensor_pos(m, d);
        if energy_wanted {
            energy::energy_pos(m, d);
        }
    }
    if stage >= SensorStage::Vel {
        step::fwd_velocity(m, d);
        sensor::sensor_vel(m, d);
        if energy_wanted {
            energy::energy_vel(m, d);
        }
    }
    Ok(())
}
