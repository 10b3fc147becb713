//! Independent work on several threads, with the results of a plain loop.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Problem;

/// Nanoseconds of work that must be there for other threads before any is started.
const WORTHWHILE: usize = 500_000;

/// Does every job, on several threads if asked to and if it pays; results come in the order of the jobs. `cost` is roughly
/// how many nanoseconds a job takes.
pub(crate) fn map<J: Sync, R: Send>(
    jobs: &[J],
    usethread: bool,
    cost: impl Fn(&J) -> usize,
    work: impl Fn(&J) -> Result<R, Problem> + Sync,
) -> Vec<Result<R, Problem>> {
    let (all, most) = jobs.iter().map(cost).fold((0usize, 0), |(all, most), c| (all.saturating_add(c), most.max(c)));
    if !usethread || all - most < WORTHWHILE {
        return jobs.iter().map(work).collect();
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(i) else { return done };
            done.push((i, work(job)));
        }
    };
    let mut out: Vec<Option<Result<R, Problem>>> = jobs.iter().map(|_| None).collect();
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
        let odd = |&i: &usize| if i % 2 == 1 { Ok(i * i) } else { Err(Problem::new(format!("{i} is even"))) };
        for cost in [0, WORTHWHILE, usize::MAX] {
            assert_eq!(map(&jobs, true, |_| cost, odd), map(&jobs, false, |_| cost, odd));
        }
    }
}
