//! Independent work on several threads, with the results of a plain loop.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Problem;

/// Does every job, on several threads if asked to; results come in the order of the jobs.
pub(crate) fn map<J: Sync, R: Send>(
    jobs: &[J],
    usethread: bool,
    work: impl Fn(&J) -> Result<R, Problem> + Sync,
) -> Vec<Result<R, Problem>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    if !usethread || threads < 2 {
        return jobs.iter().map(work).collect();
    }
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
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            for (i, result) in worker.join().unwrap_or_default() {
                out[i] = Some(result);
            }
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
        assert_eq!(map(&jobs, true, odd), map(&jobs, false, odd));
    }
}
