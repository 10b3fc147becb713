//! The way of simulations through a call: rows to `Data`, work, rows back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sinew_core::error::Policy;
use sinew_core::lanes::{LANES, Lanes};
use sinew_core::table::ColumnMut;
use sinew_core::{Data, Model};

use super::store::{reborrow, rows_mut};
use super::vary::model_of;
use super::{Batch, DataField, Flags, NWARNING, ROW, Varied, Worker};

/// How each of four simulations fared; what failed before the work is left alone.
pub(super) type Outcomes = [Result<(), String>; LANES];

/// What a call does with a simulation, which has a value of its own for it.
pub(super) trait Work<E>: Sync {
    /// True if four simulations of one model gain by [`Self::four`].
    const SIDE_BY_SIDE: bool = false;

    /// With one simulation.
    fn one(&self, m: &Model, d: &mut Data, extra: &mut E) -> Result<(), String>;

    /// With four of one model; the bits are those of each alone.
    fn four(
        &self,
        m: &Model,
        _: &mut Lanes,
        data: &mut [&mut Data; LANES],
        extras: [&mut E; LANES],
        done: &mut Outcomes,
    ) {
        for ((done, d), extra) in done.iter_mut().zip(data).zip(extras).filter(|((done, _), _)| done.is_ok()) {
            *done = self.one(m, d, extra);
        }
    }
}

/// What is done with one simulation at a time.
struct Alone<F>(F);

impl<E, F: Fn(&Model, &mut Data, &mut E) -> Result<(), String> + Sync> Work<E> for Alone<F> {
    fn one(&self, m: &Model, d: &mut Data, extra: &mut E) -> Result<(), String> {
        self.0(m, d, extra)
    }
}

/// What a call does with a simulation's row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// save it, and copy the bound fields out
    Keep,
    /// leave it, and the bound fields, alone
    Leave,
}

/// One simulation of a call.
struct Job<'a, E> {
    sim: usize,
    /// its data, if the batch is persistent
    data: Option<&'a mut Option<Data>>,
    rows: Rows<'a>,
    extra: &'a mut E,
}

/// What the batch keeps of a simulation.
struct Rows<'a> {
    state: &'a mut [f64],
    warning: &'a mut [[i32; 2]],
    status: &'a mut i32,
    error: &'a mut String,
    outputs: Vec<ColumnMut<'a>>,
}

impl Rows<'_> {
    /// The state, to data.
    fn load(&self, m: &Model, d: &mut Data, policy: Policy) -> Result<(), String> {
        d.policy = policy;
        d.warning = Default::default();
        d.set_state(m, self.state, ROW).map_err(|error| error.to_string())
    }

    /// What the work led to, from data.
    fn save(&mut self, m: &Model, d: &Data, row: Row, fields: &[DataField]) -> Result<(), String> {
        if row == Row::Keep {
            d.get_state(m, self.state, ROW).map_err(|error| error.to_string())?;
            fields.iter().zip(&mut self.outputs).for_each(|(field, out)| field.read(d, reborrow(out)));
        }
        for (total, met) in self.warning.iter_mut().zip(&d.warning).filter(|(_, met)| met.number > 0) {
            *total = [met.lastinfo, total[1] + met.number];
        }
        Ok(())
    }

    fn end(&mut self, done: Result<(), String>) {
        *self.status = i32::from(done.is_err());
        *self.error = done.err().unwrap_or_default();
    }
}

/// Of the rows of all simulations, those of the call.
pub(super) fn chosen<'a, T: 'a>(
    all: impl Iterator<Item = T> + 'a,
    ids: Option<&'a [usize]>,
) -> Box<dyn Iterator<Item = T> + 'a> {
    let Some(ids) = ids else { return Box::new(all) };
    let mut next = ids.iter().peekable();
    Box::new(all.enumerate().filter_map(move |(i, item)| next.next_if(|&&id| id == i).map(|_| item)))
}

/// Message of a panic.
pub(super) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("the engine stopped on inconsistent input: {}", text.unwrap_or("no message"))
}

/// What all simulations of a call share.
struct Call<'a, W> {
    work: W,
    row: Row,
    policy: Policy,
    fields: Vec<DataField>,
    model: &'a Model,
    callers: &'a [Arc<Model>],
    varied: &'a [Varied],
    flags: &'a [Flags],
}

impl<W> Call<'_, W> {
    /// Model of a simulation, but for the fields that differ.
    fn base(&self, sim: usize) -> &Model {
        match self.callers {
            [] => self.model,
            [one] => one,
            each => &each[sim],
        }
    }

    /// True if all simulations have one model, which gains by lanes.
    fn suits_lanes<E>(&self) -> bool
    where
        W: Work<E>,
    {
        let alike = self.varied.is_empty() && self.flags.is_empty() && self.callers.len() < 2;
        W::SIDE_BY_SIDE && alike && Lanes::suit(self.base(0))
    }

    fn one<E>(&self, worker: &mut Worker, job: &mut Job<'_, E>)
    where
        W: Work<E>,
    {
        let Worker { data: [spare, ..], model: scratch, .. } = worker;
        let Job { sim, data, rows, extra } = job;
        let slot = data.as_deref_mut().unwrap_or(spare);
        let done = catch_unwind(AssertUnwindSafe(|| {
            let m = model_of(self.base(*sim), self.varied, self.flags, *sim, scratch)?;
            let d = slot.get_or_insert_with(|| Data::new(m));
            rows.load(m, d, self.policy)?;
            self.work.one(m, d, extra)?;
            rows.save(m, d, self.row, &self.fields)
        }));
        rows.end(done.unwrap_or_else(|payload| {
            // what a panic leaves behind is not used again
            *slot = None;
            Err(message(&*payload))
        }));
    }

    /// Four of one model side by side; false after a panic, when none of them has been changed.
    fn four<E>(&self, worker: &mut Worker, jobs: &mut [Job<'_, E>; LANES]) -> bool
    where
        W: Work<E>,
    {
        let m = self.base(jobs[0].sim);
        let lanes = worker.lanes.get_or_insert_with(|| Lanes::new(m));
        let [a, b, c, d] = jobs;
        let [w, x, y, z] = &mut worker.data;
        let mut slots = [(a, w), (b, x), (c, y), (d, z)];
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut done = [const { Ok(()) }; LANES];
            let mut four = slots.each_mut().map(|(job, spare)| {
                let Job { data, rows, extra, .. } = &mut **job;
                let d = data.as_deref_mut().unwrap_or(spare).get_or_insert_with(|| Data::new(m));
                (d, rows, extra)
            });
            for (done, (d, rows, _)) in done.iter_mut().zip(&mut four) {
                *done = rows.load(m, d, self.policy);
            }
            let [(a, ra, ea), (b, rb, eb), (c, rc, ec), (d, rd, ed)] = four;
            let mut data = [a, b, c, d];
            self.work.four(m, lanes, &mut data, [&mut **ea, &mut **eb, &mut **ec, &mut **ed], &mut done);
            for ((done, rows), d) in done.iter_mut().zip([ra, rb, rc, rd]).zip(&data) {
                let saved = std::mem::replace(done, Ok(())).and_then(|()| rows.save(m, d, self.row, &self.fields));
                rows.end(saved);
            }
        }));
        if done.is_err() {
            for (job, spare) in slots {
                *job.data.as_deref_mut().unwrap_or(spare) = None;
            }
        }
        done.is_ok()
    }
}

impl Batch {
    /// [`Self::run`] with one simulation at a time.
    pub(super) fn each<E: Send>(
        &mut self,
        ids: Option<&[usize]>,
        row: Row,
        extras: &mut [E],
        work: impl Fn(&Model, &mut Data, &mut E) -> Result<(), String> + Sync,
    ) -> usize {
        self.run(ids, row, extras, Alone(work))
    }

    /// Loads the rows of simulations, works with them, and saves or leaves them. Returns how many failed.
    pub(super) fn run<E: Send>(
        &mut self,
        ids: Option<&[usize]>,
        row: Row,
        extras: &mut [E],
        work: impl Work<E>,
    ) -> usize {
        assert!(self.check_ids(ids).is_ok(), "ids are not sorted, unique and in range");
        assert_eq!(extras.len(), ids.map_or(self.nsim, <[usize]>::len), "one value for each simulation of the call");
        let (nsim, nstate) = (self.nsim, self.nstate);
        let call = Call {
            work,
            row,
            policy: Policy { on_bad_numbers: self.on_bad_numbers, ..Policy::default() },
            fields: self.outputs.iter().map(|output| output.field).collect(),
            model: &self.model,
            callers: &self.callers,
            varied: &self.varied,
            flags: &self.flags,
        };

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
                let rows = Rows {
                    state,
                    warning: warning.next()?,
                    status: status.next()?,
                    error: errors.next()?,
                    outputs: outputs.iter_mut().filter_map(Iterator::next).collect(),
                };
                Some(Job { sim, data: data.next(), rows, extra: extras.next()? })
            })
            .collect();

        // side by side only if that leaves work for every thread
        let enough = jobs.len() >= 2 * LANES * self.pool.nthread();
        let together = if enough && call.suits_lanes::<E>() { LANES } else { 1 };
        let mut teams: Vec<_> = jobs.chunks_mut(together).collect();
        self.pool.run(&mut self.workers, &mut teams, |worker, team| {
            let four = <&mut [Job<'_, E>; LANES]>::try_from(&mut **team).ok();
            if four.is_none_or(|four| !call.four(worker, four)) {
                team.iter_mut().for_each(|job| call.one(worker, job));
            }
        });
        jobs.iter().filter(|job| *job.rows.status != 0).count()
    }
}
