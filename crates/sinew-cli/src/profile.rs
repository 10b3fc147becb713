//! Where the time of a step goes.

use std::time::Instant;

use sinew::table::Stage;
use sinew::{Data, Model, StepError, step};

/// Parts of a step and the stages that each holds, in running order.
const PARTS: [(&str, &[Stage]); 5] = [
    (
        "position",
        &[
            Stage::Kinematics,
            Stage::Inertia,
            Stage::Factor,
            Stage::Collision,
            Stage::Constraint,
            Stage::Island,
            Stage::Project,
            Stage::Transmission,
        ],
    ),
    ("velocity", &[Stage::Velocity, Stage::ComVel, Stage::Passive, Stage::Reference, Stage::Bias]),
    ("force", &[Stage::Actuation, Stage::Metric, Stage::Acceleration, Stage::Solve]),
    ("sensor", &[Stage::Sensor]),
    ("advance", &[Stage::Integrate]),
];

/// Time spent by stage, in seconds of the wall clock.
#[derive(Clone, Default)]
pub struct Profile {
    seconds: Vec<f64>,
}

impl Profile {
    /// One step, with the time of each stage added up.
    pub fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), StepError> {
        let mut last = Instant::now();
        let seconds = &mut self.seconds;
        step::step_marked(m, d, &mut |stage: Stage| {
            let now = Instant::now();
            let index = stage as usize;
            if seconds.len() <= index {
                seconds.resize(index + 1, 0.0);
            }
            seconds[index] += (now - last).as_secs_f64();
            last = now;
        })
    }

    /// Keeps the shorter time of each stage: the same work took no longer than that.
    pub fn keep_shorter(&mut self, other: &Self) {
        for (mine, other) in self.seconds.iter_mut().zip(&other.seconds) {
            *mine = mine.min(*other);
        }
    }

    /// Adds the times of another.
    pub fn add(&mut self, other: &Self) {
        self.seconds.resize(self.seconds.len().max(other.seconds.len()), 0.0);
        for (mine, other) in self.seconds.iter_mut().zip(&other.seconds) {
            *mine += other;
        }
    }

    /// Parts of a step with the stages of each that took time, in running order.
    pub fn tree(&self) -> Vec<(&'static str, Vec<(String, f64)>)> {
        let time = |stage: Stage| self.seconds.get(stage as usize).copied().filter(|seconds| *seconds > 0.0);
        let stages = |of: &[Stage]| -> Vec<_> {
            of.iter().filter_map(|&stage| Some((format!("{stage:?}").to_lowercase(), time(stage)?))).collect()
        };
        PARTS.iter().map(|(part, of)| (*part, stages(of))).filter(|(_, stages)| !stages.is_empty()).collect()
    }

    /// Stages that took time, in running order.
    pub fn stages(&self) -> Vec<(String, f64)> {
        self.tree().into_iter().flat_map(|(_, stages)| stages).collect()
    }
}
