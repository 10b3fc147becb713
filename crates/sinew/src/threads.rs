//! Threads within one simulation: islands of a step that touch one another nowhere are solved at the same time.
//!
//! ```
//! use sinew::{prelude::*, Threads};
//!
//! let model = Model::from_xml_str(r#"<mujoco><worldbody>
//!   <geom type="plane" size="1 1 1"/>
//!   <body pos="0 0 .1"><freejoint/><geom size=".1"/></body>
//!   <body pos="1 0 .1"><freejoint/><geom size=".1"/></body>
//! </worldbody></mujoco>"#)?;
//! let (mut alone, mut helped) = (model.make_data(), model.make_data());
//! helped.set_crew(Some(Threads::new(2)?));
//! for _ in 0..100 {
//!     alone.step(&model)?;
//!     helped.step(&model)?;
//! }
//! assert_eq!(alone.qpos, helped.qpos);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use sinew_core::solver::{Crew, Island};

/// Threads that wait for islands; given to a [`Data`](sinew_core::Data) by `set_crew`.
///
/// Islands are handed over by value, in memory that is kept: a step allocates nothing. Results do not depend on the number of
/// threads. It pays where a step has several large islands.
#[doc(alias = "mju_threadpool")]
#[derive(Debug)]
pub struct Threads {
    desk: Arc<Desk>,
    workers: Vec<JoinHandle<()>>,
    /// one step at a time, if several data share the threads
    turn: Mutex<()>,
}

/// Where islands are handed over.
#[derive(Debug, Default)]
struct Desk {
    piles: Mutex<Piles>,
    /// there is work, or it is time to leave
    work: Condvar,
    /// an island is done
    done: Condvar,
}

#[derive(Debug, Default)]
struct Piles {
    /// islands to be solved, with their places
    open: Vec<(usize, Island)>,
    solved: Vec<(usize, Island)>,
    /// solving one of them failed
    failed: bool,
    leave: bool,
}

impl Desk {
    fn piles(&self) -> MutexGuard<'_, Piles> {
        self.piles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Solves one island with the piles free for others; a panic is noted and the island given back as it is.
    fn solve(&self, (place, mut island): (usize, Island)) {
        let failed = catch_unwind(AssertUnwindSafe(|| island.solve())).is_err();
        let mut piles = self.piles();
        piles.failed |= failed;
        piles.solved.push((place, island));
        self.done.notify_one();
    }

    /// What a worker does until it is told to leave.
    fn attend(&self) {
        let mut piles = self.piles();
        while !piles.leave {
            piles = match piles.open.pop() {
                Some(job) => {
                    drop(piles);
                    self.solve(job);
                    self.piles()
                }
                None => self.work.wait(piles).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl Threads {
    /// This many threads beside those that step.
    pub fn new(nthread: usize) -> std::io::Result<Arc<Self>> {
        let desk = Arc::new(Desk::default());
        let start = |i: usize| {
            let desk = Arc::clone(&desk);
            std::thread::Builder::new().name(format!("sinew-island-{i}")).spawn(move || desk.attend())
        };
        let mut threads =
            Self { desk: Arc::clone(&desk), workers: Vec::with_capacity(nthread), turn: Mutex::default() };
        for i in 0..nthread {
            threads.workers.push(start(i)?);
        }
        Ok(Arc::new(threads))
    }

    /// How many there are, beside those that step.
    pub fn nthread(&self) -> usize {
        self.workers.len()
    }
}

impl Crew for Threads {
    fn solve(&self, islands: &mut [Island]) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut piles = self.desk.piles();
        // taken from the end: the first island, often the largest, is started first
        piles.open.extend(islands.iter_mut().map(std::mem::take).enumerate().rev());
        piles.solved.reserve(islands.len());
        self.desk.work.notify_all();

        // the calling thread helps, then waits for those that others hold
        while let Some(job) = piles.open.pop() {
            drop(piles);
            self.desk.solve(job);
            piles = self.desk.piles();
        }
        while piles.solved.len() < islands.len() {
            piles = self.desk.done.wait(piles).unwrap_or_else(PoisonError::into_inner);
        }
        for (place, island) in piles.solved.drain(..) {
            islands[place] = island;
        }
        let failed = std::mem::take(&mut piles.failed);
        drop(piles);
        assert!(!failed, "solving an island failed on another thread");
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.desk.piles().leave = true;
        self.desk.work.notify_all();
        for worker in self.workers.drain(..) {
            // a worker has nothing to report
            let _ = worker.join();
        }
    }
}
