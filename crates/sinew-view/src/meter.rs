//! The time of a step by stage, as it is shown: a mean that forgets.

use sinew::profile::{Profile, stages};
use sinew::{Data, Model, StepError};

/// Share of the newest frame in the mean.
const NEWEST: f64 = 0.2;

/// Means by stage, in running order.
#[derive(Default)]
pub struct Meter {
    profile: Profile,
    steps: usize,
    /// microseconds of a step by stage
    pub micros: Vec<f64>,
}

impl Meter {
    /// One step.
    pub fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), StepError> {
        self.steps += 1;
        self.profile.step(m, d)
    }

    /// Ends a frame: takes its steps into the mean.
    pub fn end_frame(&mut self) {
        if self.micros.is_empty() {
            self.micros = vec![0.0; stages().count()];
        }
        if self.steps > 0 {
            let newest = if self.micros.iter().all(|&x| x == 0.0) { 1.0 } else { NEWEST };
            for (mean, stage) in self.micros.iter_mut().zip(stages()) {
                *mean += newest * (1e6 * self.profile.seconds(stage) / self.steps as f64 - *mean);
            }
            self.profile.clear();
            self.steps = 0;
        }
    }

    /// Microseconds of a step.
    pub fn total(&self) -> f64 {
        self.micros.iter().sum()
    }
}
