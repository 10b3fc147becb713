//! Many simulations of one model, on several threads.
//!
//! A simulation is a row of numbers: its state with all inputs, [`StateBit::Integration`]. A call loads the row into a
//! `Data`, runs, copies what was asked for, and saves the row. So memory grows with threads and not with simulations,
//! unless the batch is persistent, where each simulation keeps a `Data`. Results have the bits of a plain loop, whatever
//! the number of threads. A simulation that fails keeps the row that it had; the others run on, and its reason is kept.
//!
//! ```
//! use sinew::batch::Batch;
//! use sinew::SensorStage;
//! use sinew::prelude::*;
//!
//! let model = Model::from_xml_str(
//!     "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>",
//! )?;
//! let mut batch = Batch::new(&model, 64, 2, false)?;
//! for sim in 0..batch.nsim() {
//!     batch.row_mut(sim)[1] = 0.01 * sim as f64; // after the time comes qpos
//! }
//! assert_eq!(batch.step(None, 10, SensorStage::None), 0); // none failed
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod call;
mod each;
mod field;
mod pool;
mod rollout;
mod store;
mod vary;

pub use call::{Met, Record, What};
pub use field::{DataField, ModelField, NISLAND};
pub use pool::Pool;
pub use rollout::{Trajectory, rollout};
pub use store::{Store, kind, len, rows_mut};

use std::sync::Arc;

use sinew_core::error::OnBadNumbers;
use sinew_core::lanes::{LANES, Lanes};
use sinew_core::model::{Enable, StateBit};
use sinew_core::table::Column;
use sinew_core::{Data, Model};

/// State and inputs: what a row holds.
const ROW: i32 = StateBit::Integration as i32;
/// Kinds of warnings.
#[doc(alias = "mjNWARNING")]
pub const NWARNING: usize = 7;

/// Why a batch cannot be made or used so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// the threads cannot be started
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// there is not enough memory
    #[error("{nsim} simulations take {bytes} bytes, which cannot be had")]
    Memory {
        /// simulations that were asked for
        nsim: usize,
        /// bytes that they take, at least
        bytes: usize,
    },
    /// what sleeps is remembered in `Data`
    #[error("a model with sleep or IPC enabled needs a persistent batch, with a Data for each simulation")]
    NeedsPersistent,
    /// there is no such simulation
    #[error("simulation must be in [0, {nsim}), got {sim}")]
    NoSimulation {
        /// simulation that was asked for
        sim: usize,
        /// how many there are
        nsim: usize,
    },
    /// ids are not sorted, repeat, or are out of range
    #[error("ids must be sorted, unique and in [0, {0})")]
    BadIds(usize),
    /// models and fields of simulations exclude each other
    #[error("simulations run on models of the caller's, so that no field can vary: {0}")]
    CallerModels(&'static str),
    /// models and fields of simulations exclude each other
    #[error("fields have per-simulation values already, so that the caller cannot give models")]
    Expanded,
    /// a model that does not fit the data
    #[error("model {index} has {name} = {got}, the batch's model has {want}")]
    OtherLayout {
        /// which model
        index: usize,
        /// size that differs
        name: &'static str,
        /// the batch's
        want: usize,
        /// this model's
        got: usize,
    },
    /// as many models as simulations
    #[error("one model per simulation is needed: there are {nsim} simulations and {got} models")]
    ModelCount {
        /// how many simulations there are
        nsim: usize,
        /// how many models were given
        got: usize,
    },
}

/// A field copied out of `Data` after every call.
struct Output {
    field: DataField,
    store: Store,
}

/// A field of the model that differs between simulations.
struct Varied {
    field: ModelField,
    /// scalars for each simulation
    width: usize,
    store: Store,
}

/// Flags of a model that follow from fields which may differ.
type Flags = [bool; 3];

/// Memory of one thread.
#[derive(Default)]
struct Worker {
    /// of the simulation at work, or of four side by side
    data: [Option<Data>; LANES],
    lanes: Option<Lanes>,
    model: Option<Model>,
}

/// Many simulations of one model.
pub struct Batch {
    model: Model,
    callers: Vec<Arc<Model>>,
    nsim: usize,
    nstate: usize,
    pool: Pool,
    workers: Vec<Worker>,
    /// one for each simulation if the batch is persistent
    data: Vec<Option<Data>>,
    on_bad_numbers: OnBadNumbers,
    state: Box<[f64]>,
    /// of each simulation and kind: what the last was about, and how many
    warning: Box<[[i32; 2]]>,
    status: Box<[i32]>,
    errors: Vec<String>,
    outputs: Vec<Output>,
    varied: Vec<Varied>,
    flags: Vec<Flags>,
}

/// Refuses more simulations than there is memory for, before any of it is taken.
fn check_memory(first: &Data, nsim: usize, nstate: usize, persistent: bool) -> Result<(), BatchError> {
    let own = if persistent { size_of::<Data>() + first.to_bytes().len() } else { 0 };
    let each = nstate * size_of::<f64>() + NWARNING * size_of::<[i32; 2]>() + size_of::<String>() + own;
    let bytes = nsim.saturating_mul(each);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| BatchError::Memory { nsim, bytes })
}

impl Batch {
    /// So many simulations of a copy of a model, at its initial state, on so many threads (0: one per processor). A
    /// persistent batch keeps a `Data` for each simulation, which then holds all that its last call computed.
    #[doc(alias = "mjb_makeBatch")]
    pub fn new(model: &Model, nsim: usize, nthread: usize, persistent: bool) -> Result<Self, BatchError> {
        let sleeps = model.opt.enabled(Enable::Sleep) || model.opt.enabled(Enable::Ipc);
        if sleeps && !persistent {
            return Err(BatchError::NeedsPersistent);
        }
        let (pool, first) = (Pool::new(nthread)?, Data::new(model));
        let nstate = model.state_size(ROW).unwrap_or(0);
        check_memory(&first, nsim, nstate, persistent)?;
        let mut row = vec![0.0; nstate];
        // the signature is a known one, and the row was made for it
        let _ = first.get_state(model, &mut row, ROW);
        Ok(Self {
            model: model.clone(),
            callers: Vec::new(),
            nsim,
            nstate,
            workers: (0..pool.nthread()).map(|_| Worker::default()).collect(),
            pool,
            data: if persistent { (0..nsim).map(|_| Some(first.clone())).collect() } else { Vec::new() },
            on_bad_numbers: OnBadNumbers::default(),
            state: row.repeat(nsim).into(),
            warning: vec![[0; 2]; nsim * NWARNING].into(),
            status: vec![0; nsim].into(),
            errors: vec![String::new(); nsim],
            outputs: Vec::new(),
            varied: Vec::new(),
            flags: Vec::new(),
        })
    }

    /// What a simulation does with bad numbers: fail, unless MuJoCo's way is asked for.
    pub fn set_on_bad_numbers(&mut self, way: OnBadNumbers) {
        self.on_bad_numbers = way;
    }

    /// The batch's copy of the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many simulations there are.
    pub fn nsim(&self) -> usize {
        self.nsim
    }

    /// Numbers in a row.
    pub fn nstate(&self) -> usize {
        self.nstate
    }

    /// How many threads work, with the caller's.
    pub fn nthread(&self) -> usize {
        self.pool.nthread()
    }

    /// True if each simulation keeps a `Data`.
    pub fn is_persistent(&self) -> bool {
        !self.data.is_empty()
    }

    /// Rows of all simulations, in the order of `Data::get_state`.
    pub fn state(&self) -> &[f64] {
        &self.state
    }

    /// Row of a simulation, to write: its state at the next call.
    pub fn row_mut(&mut self, sim: usize) -> &mut [f64] {
        &mut self.state[sim * self.nstate..(sim + 1) * self.nstate]
    }

    /// Where a part of the state is in a row, and its length.
    #[doc(alias = "mjb_stateComponent")]
    pub fn state_component(&self, part: i32) -> Option<(usize, usize)> {
        let size = |signature| self.model.state_size(signature).ok();
        (part > 0 && part & (part - 1) == 0).then_some(())?;
        Some((size(ROW & (part - 1))?, size(part)?))
    }

    /// Of each simulation and kind of warning: what the last was about, and how many there were.
    pub fn warning(&self) -> &[[i32; 2]] {
        &self.warning
    }

    /// Of each simulation: zero if its last call went well.
    pub fn status(&self) -> &[i32] {
        &self.status
    }

    /// Why the last call of a simulation failed; empty if it did not.
    pub fn error(&self, sim: usize) -> &str {
        self.errors.get(sim).map_or("", String::as_str)
    }

    /// Has a field of `Data` copied out after every call, a row for each simulation; zeros until then. Asking again
    /// gives the same memory.
    #[doc(alias = "mjb_output")]
    pub fn bind(&mut self, field: DataField) -> Column<'_> {
        let at = self.outputs.iter().position(|output| output.field == field).unwrap_or_else(|| {
            let store = Store::zeros(field.kind(), self.nsim * field.width(&self.model));
            self.outputs.push(Output { field, store });
            self.outputs.len() - 1
        });
        self.outputs[at].store.column()
    }

    /// Writes the state of a simulation into a data of the batch's sizes; in a persistent batch all that it holds.
    #[doc(alias = "mjb_getData")]
    pub fn get_data(&self, sim: usize, d: &mut Data) -> Result<(), BatchError> {
        self.check_sim(sim)?;
        if let Some(Some(own)) = self.data.get(sim) {
            let policy = d.policy;
            d.copy_from(own);
            d.policy = policy;
        }
        // what was written since the last call counts
        let _ = d.set_state(&self.model, &self.state[sim * self.nstate..(sim + 1) * self.nstate], ROW);
        Ok(())
    }

    fn check_sim(&self, sim: usize) -> Result<(), BatchError> {
        if sim < self.nsim { Ok(()) } else { Err(BatchError::NoSimulation { sim, nsim: self.nsim }) }
    }

    /// Refuses ids that are not sorted, repeat, or are out of range.
    pub fn check_ids(&self, ids: Option<&[usize]>) -> Result<(), BatchError> {
        let Some(ids) = ids else { return Ok(()) };
        let good = ids.is_sorted_by(|a, b| a < b) && ids.last().is_none_or(|&last| last < self.nsim);
        if good { Ok(()) } else { Err(BatchError::BadIds(self.nsim)) }
    }
}
