//! Where the time of a step goes.

use std::time::Instant;

use sinew::table::Stage;
use sinew::{Data, Model, StepError, step};

/// Stages that a step goes through, in order.
pub const STAGES: [Stage; 19] = [
    Stage::Kinematics,
    Stage::Inertia,
    Stage::Factor,
    Stage::Collision,
    Stage::Constraint,
    Stage::Island,
    Stage::Project,
    Stage::Transmission,
    Stage::Velocity,
    Stage::ComVel,
    Stage::Passive,
    Stage::Reference,
    Stage::Bias,
    Stage::Actuation,
    Stage::Metric,
    Stage::Acceleration,
    Stage::Solve,
    Stage::Sensor,
    Stage::Integrate,
];

/// Time by stage, as a mean that forgets.
#[derive(Default)]
pub struct Profile {
    seconds: [f64; STAGES.len()],
    steps: usize,
    /// microseconds of a step by stage
    pub micros: [f64; STAGES.len()],
}

/// Share of the newest frame in the mean.
const NEWEST: f64 = 0.2;

impl Profile {
    /// One step.
    pub fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), StepError> {
        let mut last = Instant::now();
        let seconds = &mut self.seconds;
        self.steps += 1;
        step::step_marked(m, d, &mut |stage| {
            let now = Instant::now();
            let took = (now - last).as_secs_f64();
            last = now;
            if let Some(i) = STAGES.iter().position(|&s| s == stage) {
                seconds[i] += took;
            }
        })
    }

    /// Ends a frame: takes its steps into the mean.
    pub fn end_frame(&mut self) {
        if self.steps > 0 {
            let first = self.micros.iter().all(|&x| x == 0.0);
            for (mean, seconds) in self.micros.iter_mut().zip(&mut self.seconds) {
                let micros = 1e6 * std::mem::take(seconds) / self.steps as f64;
                *mean += if first { 1.0 } else { NEWEST } * (micros - *mean);
            }
            self.steps = 0;
        }
    }

    /// Microseconds of a step.
    pub fn total(&self) -> f64 {
        self.micros.iter().sum()
    }
}
