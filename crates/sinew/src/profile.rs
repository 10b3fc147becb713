//! Where the time of a step goes.

use std::time::Instant;

use sinew_core::table::Stage;
use sinew_core::{Data, Model, StepError, step};

/// Parts of a step and the stages that each holds, in running order.
pub const PARTS: [(&str, &[Stage]); 5] = [
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

/// Stages that a step goes through, in running order.
pub fn stages() -> impl Iterator<Item = Stage> {
    PARTS.iter().flat_map(|(_, stages)| stages.iter().copied())
}

/// A stage as it is called in reports.
pub fn name(stage: Stage) -> String {
    format!("{stage:?}").to_lowercase()
}

/// Time spent by stage, in seconds of the wall clock.
///
/// ```
/// use sinew::{prelude::*, profile::Profile};
///
/// let model = Model::from_xml_str("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>")?;
/// let (mut data, mut profile) = (model.make_data(), Profile::default());
/// profile.step(&model, &mut data)?;
/// assert!(profile.stages().iter().any(|(stage, seconds)| stage == "kinematics" && *seconds > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
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

    /// Time spent in one stage.
    pub fn seconds(&self, stage: Stage) -> f64 {
        self.seconds.get(stage as usize).copied().unwrap_or(0.0)
    }

    /// Starts anew, with the memory that there is.
    pub fn clear(&mut self) {
        self.seconds.fill(0.0);
    }

    /// Parts of a step with the stages of each that took time, in running order.
    pub fn tree(&self) -> Vec<(&'static str, Vec<(String, f64)>)> {
        let time = |stage: Stage| Some(self.seconds(stage)).filter(|seconds| *seconds > 0.0);
        let stages =
            |of: &[Stage]| -> Vec<_> { of.iter().filter_map(|&stage| Some((name(stage), time(stage)?))).collect() };
        PARTS.iter().map(|(part, of)| (*part, stages(of))).filter(|(_, stages)| !stages.is_empty()).collect()
    }

    /// Stages that took time, in running order.
    pub fn stages(&self) -> Vec<(String, f64)> {
        self.tree().into_iter().flat_map(|(_, stages)| stages).collect()
    }
}
