//! Calls on some or all simulations of a batch.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew_core::error::Policy;
use sinew_core::math::Vec3;
use sinew_core::model::{Enable, SensorStage};
use sinew_core::ray::{Hit, Ray, Targets};
use sinew_core::table::ColumnMut;
use sinew_core::{Data, Model, energy, jacobian, position, ray, sensor, step};

use super::rollout::advance;
use super::store::{reborrow, rows_mut};
use super::vary::model_of;
use super::{Batch, DataField, NWARNING, ROW, Worker};

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

/// What a call does with a simulation's row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    /// save it, and copy the bound fields out
    Keep,
    /// leave it, and the bound fields, alone
    Leave,
}

/// One simulation of a call.
struct Job<'a, E> {
    sim: usize,
    state: &'a mut [f64],
    warning: &'a mut [[i32; 2]],
    status: &'a mut i32,
    error: &'a mut String,
    data: Option<&'a mut Option<Data>>,
    outputs: Vec<ColumnMut<'a>>,
    extra: &'a mut E,
}

/// Of the rows of all simulations, those of the call.
fn chosen<'a, T: 'a>(all: impl Iterator<Item = T> + 'a, ids: Option<&'a [usize]>) -> Box<dyn Iterator<Item = T> + 'a> {
    let Some(ids) = ids else { return Box::new(all) };
    let mut next = ids.iter().peekable();
    Box::new(all.enumerate().filter_map(move |(i, item)| next.next_if(|&&id| id == i).map(|_| item)))
}

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

/// Message of a panic.
pub(super) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("the engine stopped on inconsistent input: {}", text.unwrap_or("no message"))
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
        self.each(ids, Row::Keep, &mut none, |m, d, ()| {
            (0..nstep).try_for_each(|_| step::step(m, d)).map_err(|error| error.to_string())?;
            forward_to(m, d, stage)
        })
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
        self.each(ids, Row::Keep, &mut extras, |m, d, (control, rows)| {
            let mut steps: Vec<std::vec::IntoIter<ColumnMut<'_>>> =
                rows.iter_mut().map(|row| rows_mut(reborrow(row), nstep).into_iter()).collect();
            advance(m, d, nstep, *control, |m, d| {
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
            })
        })
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

    fn each<E: Send>(
        &mut self,
        ids: Option<&[usize]>,
        row: Row,
        extras: &mut [E],
        work: impl Fn(&Model, &mut Data, &mut E) -> Result<(), String> + Sync,
    ) -> usize {
        assert!(self.check_ids(ids).is_ok(), "ids are not sorted, unique and in range");
        assert_eq!(extras.len(), ids.map_or(self.nsim, <[usize]>::len), "one value for each simulation of the call");
        let (nsim, nstate) = (self.nsim, self.nstate);
        let policy = Policy { on_bad_numbers: self.on_bad_numbers, ..Policy::default() };
        let (model, callers, varied, flags) = (&self.model, &self.callers, &self.varied, &self.flags);
        let fields: Vec<DataField> = self.outputs.iter().map(|output| output.field).collect();

        // every simulation's own rows, so that threads share nothing that is written
        let mut outputs: Vec<_> = self
            .outputs
            .iter_mut()
            .map(|output| chosen(rows_mut(output.store.column_mut(), nsim).into_iter(), ids))
            .collect();
        let mut state = &mut self.state[..];
        let rows = (0..nsim).map(move |_| {
            let (row, rest) = std::mem::take(&mut state).split_at_mut(nstate);
            state = rest;
            row
        });
        let mut data = chosen(self.data.iter_mut(), ids);
        let mut errors = chosen(self.errors.iter_mut(), ids);
        let mut status = chosen(self.status.iter_mut(), ids);
        let mut warning = chosen(self.warning.chunks_exact_mut(NWARNING), ids);
        let mut extras = extras.iter_mut();
        let mut jobs: Vec<Job<'_, E>> = chosen(rows.enumerate(), ids)
            .filter_map(|(sim, state)| {
                Some(Job {
                    sim,
                    state,
                    warning: warning.next()?,
                    status: status.next()?,
                    error: errors.next()?,
                    data: data.next(),
                    outputs: outputs.iter_mut().filter_map(Iterator::next).collect(),
                    extra: extras.next()?,
                })
            })
            .collect();

        self.pool.run(&mut self.workers, &mut jobs, |worker, job| {
            let base = match &callers[..] {
                [] => model,
                [one] => one,
                each => &each[job.sim],
            };
            let Worker { data, model: scratch } = worker;
            let slot = job.data.as_deref_mut().unwrap_or(data);
            let (state, extra, outputs, warning) = (&mut job.state, &mut job.extra, &mut job.outputs, &mut job.warning);
            let done = catch_unwind(AssertUnwindSafe(|| {
                let m = model_of(base, varied, flags, job.sim, scratch)?;
                let d = slot.get_or_insert_with(|| Data::new(m));
                d.policy = policy;
                d.warning = Default::default();
                d.set_state(m, state, ROW).map_err(|error| error.to_string())?;
                work(m, d, extra)?;
                if row == Row::Keep {
                    d.get_state(m, state, ROW).map_err(|error| error.to_string())?;
                    fields.iter().zip(outputs.iter_mut()).for_each(|(field, out)| field.read(d, reborrow(out)));
                }
                for (total, met) in warning.iter_mut().zip(&d.warning).filter(|(_, met)| met.number > 0) {
                    *total = [met.lastinfo, total[1] + met.number];
                }
                Ok(())
            }));
            let failure = match done {
                Ok(Ok(())) => None,
                Ok(Err(reason)) => Some(reason),
                // what a panic leaves behind is not used again
                Err(payload) => {
                    *slot = None;
                    Some(message(&*payload))
                }
            };
            *job.status = i32::from(failure.is_some());
            *job.error = failure.unwrap_or_default();
        });
        jobs.iter().filter(|job| *job.status != 0).count()
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
