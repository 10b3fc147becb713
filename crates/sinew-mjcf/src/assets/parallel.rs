//! Independent work on several threads, with the results of a plain loop.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use super::Problem;

/// Nanoseconds of work that must be there for other threads before any is started.
const WORTHWHILE: usize = 500_000;

/// Does every job, on several threads if asked to and if it pays; results come in the order of the jobs. `cost` is roughly
/// how many nanoseconds a job takes.
pub(crate) fn map<J: Send, R: Send>(
    jobs: Vec<J>,
    usethread: bool,
    cost: impl Fn(&J) -> usize,
    work: impl Fn(J) -> Result<R, Problem> + Sync,
) -> Vec<Result<R, Problem>> {
    let (all, most) = jobs.iter().map(&cost).fold((0usize, 0), |(all, most), c| (all.saturating_add(c), most.max(c)));
    if !usethread || all - most < WORTHWHILE {
        return jobs.into_iter().map(work).collect();
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let mut out: Vec<Option<Result<R, Problem>>> = jobs.iter().map(|_| None).collect();
    // the longest first: the threads then end at about the same time
    let mut queue: Vec<(usize, J)> = jobs.into_iter().enumerate().collect();
    queue.sort_by_cached_key(|(_, job)| Reverse(cost(job)));
    let queue = Mutex::new(queue.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut done = Vec::new();
        while let Some((i, job)) = next() {
            done.push((i, work(job)));
        }
        done
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mine = worker();
        let theirs = others.into_iter().flat_map(|other| other.join().unwrap_or_default());
        for (i, result) in mine.into_iter().chain(theirs) {
            out[i] = Some(result);
        }
    });
    out.into_iter().map(|r| r.unwrap_or_else(|| Err(Problem::new("it could not be compiled")))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_jobs() {
        let jobs: Vec<usize> = (0..100).collect();
        let odd = |i: usize| if i % 2 == 1 { Ok(i * i) } else { Err(Problem::new(format!("{i} is even"))) };
        for cost in [0, WORTHWHILE, usize::MAX] {
            assert_eq!(map(jobs.clone(), true, |_| cost, odd), map(jobs.clone(), false, |_| cost, odd));
        }
    }
}
