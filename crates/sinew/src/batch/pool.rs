//! Threads that share a list of jobs.

use std::sync::{Mutex, PoisonError};

use super::BatchError;

/// Threads for many simulations, the caller's among them. Which thread does which job never shows in the result: a job
/// touches its own rows only, and a worker's memory is written before it is read.
#[derive(Debug)]
pub struct Pool {
    threads: Option<rayon::ThreadPool>,
    nthread: usize,
}

impl Pool {
    /// So many threads; zero stands for one per processor.
    pub fn new(nthread: usize) -> Result<Self, BatchError> {
        let nthread = match nthread {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        let build = || rayon::ThreadPoolBuilder::new().num_threads(nthread - 1).build();
        let threads = (nthread > 1).then(build).transpose();
        Ok(Self { threads: threads.map_err(|error| BatchError::Threads(error.to_string()))?, nthread })
    }

    /// How many threads work, with the caller's.
    pub fn nthread(&self) -> usize {
        self.nthread
    }

    /// Does every job once. Each thread has a worker of its own and takes the next job when it is done with one.
    pub fn run<W: Send, J: Send>(&self, workers: &mut [W], jobs: &mut [J], work: impl Fn(&mut W, &mut J) + Sync) {
        let Some((own, others)) = workers.split_first_mut() else { return };
        let threads = match &self.threads {
            Some(threads) if !others.is_empty() && jobs.len() > 1 => threads,
            _ => return jobs.iter_mut().for_each(|job| work(own, job)),
        };
        let queue = Mutex::new(jobs.iter_mut());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (next, work) = (&next, &work);
        threads.in_place_scope(|scope| {
            for worker in others.iter_mut().take(self.nthread - 1) {
                scope.spawn(move |_| {
                    while let Some(job) = next() {
                        work(worker, job);
                    }
                });
            }
            while let Some(job) = next() {
                work(own, job);
            }
        });
    }
}
