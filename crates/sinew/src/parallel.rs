//! Derivatives of a step with their columns on several threads.

use sinew_core::derivative::{
    DerivativeConfig, Method, Positions, Share, Transition, transition_analytic_columns, transition_fd_columns,
};
use sinew_core::{Data, Model, StepError};

use crate::batch::{BatchError, Pool};

/// Threads that share the columns of derivatives, each with a `Data` of its own.
///
/// Worth it for differences, where every column costs a step or two, and for large models. Closed forms of small models
/// take less time than it takes to wake a thread; along a trajectory derive different steps on different threads instead.
/// Results have the bits of [`sinew_core::derivative::transition`], whatever the number of threads.
///
/// ```
/// use sinew::ParallelDerivatives;
/// use sinew::derivative::{DerivativeConfig, Method, Transition};
/// use sinew::prelude::*;
///
/// let model = Model::from_xml_str(
///     "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let mut threads = ParallelDerivatives::new(&model, 2)?;
/// let config = DerivativeConfig { method: Method::Differences, ..DerivativeConfig::default() };
/// let mut a = [0.0; 4];
/// let wanted = Transition { a: Some(&mut a), ..Transition::default() };
/// threads.transition(&model, &model.make_data(), &config, wanted)?;
/// assert!((a[1] - model.opt.timestep).abs() < 1e-9); // position moves with velocity
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ParallelDerivatives {
    pool: Pool,
    workers: Vec<Data>,
    jobs: Vec<Job>,
}

/// A share of the columns, its values, and how it went.
#[derive(Debug)]
struct Job {
    share: Share,
    values: Vec<f64>,
    done: Result<(), StepError>,
}

impl ParallelDerivatives {
    /// So many threads, the caller's among them; zero stands for one per processor.
    pub fn new(m: &Model, nthread: usize) -> Result<Self, BatchError> {
        let pool = Pool::new(nthread)?;
        let n = pool.nthread();
        let job = |first| Job { share: Share { first, stride: n }, values: Vec::new(), done: Ok(()) };
        Ok(Self { workers: vec![m.make_data(); n], jobs: (0..n).map(job).collect(), pool })
    }

    /// Derivatives of one step by the method of the configuration; what is not given in `out` is not computed.
    ///
    /// Reads the state, and leaves `d` as it is. Errors are those of the first share that fails.
    pub fn transition(
        &mut self,
        m: &Model,
        d: &Data,
        config: &DerivativeConfig,
        mut out: Transition<'_>,
    ) -> Result<(), StepError> {
        out.check(m)?;
        let n = 2 * m.nv + m.na;
        let (states, sensors) = (out.a.is_some() || out.b.is_some(), out.c.is_some() || out.d.is_some());
        let positions = match config.method {
            Method::Differences => None,
            Method::Analytic => Some(Positions::Analytic),
            Method::Hybrid => Some(Positions::Differences(config.eps)),
        };
        if sensors || (states && positions.is_none()) {
            let rows = n + if sensors { m.nsensordata } else { 0 };
            self.run(m, d, rows, |d, share, values| {
                transition_fd_columns(m, d, config.eps, config.centered, sensors, share, values)
            })?;
            if positions.is_none() {
                self.spread(rows, 0..n, n, out.a.as_deref_mut(), out.b.as_deref_mut());
            }
            self.spread(rows, n..rows, n, out.c, out.d);
        }
        if let (true, Some(positions)) = (states, positions) {
            self.run(m, d, n, |d, share, values| transition_analytic_columns(m, d, positions, share, values))?;
            self.spread(n, 0..n, n, out.a, out.b);
        }
        Ok(())
    }

    /// Computes all shares, columns of so many rows.
    fn run(
        &mut self,
        m: &Model,
        d: &Data,
        rows: usize,
        work: impl Fn(&mut Data, Share, &mut [f64]) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        let columns = 2 * m.nv + m.na + m.nu;
        for job in &mut self.jobs {
            job.values.resize(rows * job.share.len(columns), 0.0);
        }
        self.pool.run(&mut self.workers, &mut self.jobs, |worker, job| {
            worker.copy_from(d);
            job.done = work(worker, job.share, &mut job.values);
        });
        self.jobs.iter().try_for_each(|job| job.done.clone())
    }

    /// Writes a range of the rows into two matrices side by side, the first of `split` columns.
    fn spread(
        &self,
        rows: usize,
        range: std::ops::Range<usize>,
        split: usize,
        left: Option<&mut [f64]>,
        right: Option<&mut [f64]>,
    ) {
        let value = |row: usize, column: usize| {
            let stride = self.jobs.len();
            self.jobs[column % stride].values[column / stride * rows + row]
        };
        for (matrix, first) in [(left, 0), (right, split)] {
            let Some(matrix) = matrix else { continue };
            let columns = matrix.len() / range.len().max(1);
            for (k, x) in matrix.iter_mut().enumerate() {
                *x = value(range.start + k / columns, first + k % columns);
            }
        }
    }
}
