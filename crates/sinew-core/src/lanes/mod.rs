//! Four simulations of one model that step side by side.
//!
//! What follows from position and velocity alone (frames, inertia, body velocities, bias forces) takes the same path
//! through the code in every simulation, so it is computed for four at once: each number is a vector with a lane per
//! simulation. Contacts and active constraints differ, and there the simulations part: each goes on by itself with what the
//! lanes left in its [`Data`]. A lane does what a single number does, in the same order, so a simulation has the same bits
//! in a lane as alone.

mod columns;
mod smooth;

use crate::model::{Enable, SensorStage};
use crate::step::{self, Ready};
use crate::{Data, Model, StepError};

use columns::Columns;

/// Simulations that step side by side.
pub const LANES: usize = 4;

/// Memory in which four simulations of one model step side by side.
#[derive(Clone, Debug)]
pub struct Lanes {
    columns: Columns,
}

impl Lanes {
    /// Memory for simulations of this model.
    pub fn new(m: &Model) -> Self {
        Self { columns: Columns::new(m) }
    }

    /// True if simulations of this model gain by stepping side by side: while something sleeps each has work of its own.
    pub fn suit(m: &Model) -> bool {
        m.nv > 0 && !m.opt.enabled(Enable::Sleep)
    }

    /// Advances each by one timestep; what fails leaves the others alone.
    pub fn step(&mut self, m: &Model, data: &mut [&mut Data; LANES]) -> [Result<(), StepError>; LANES] {
        let mut done = data.each_mut().map(|d| step::check_state(m, d));
        if !Self::suit(m) || !self.columns.fit(m) {
            return std::array::from_fn(|k| {
                done[k].clone()?;
                rest(m, data[k], Ready::Nothing)
            });
        }
        let live = done.each_ref().map(Result::is_ok);
        self.columns.gather(data);
        smooth::smooth(m, &mut self.columns);
        self.columns.scatter(data, live);
        for (d, done) in data.iter_mut().zip(&mut done) {
            if done.is_ok() {
                *done = rest(m, d, Ready::Smooth);
            }
        }
        done
    }
}

/// The step of one simulation from where the lanes left it.
fn rest(m: &Model, d: &mut Data, ready: Ready) -> Result<(), StepError> {
    step::step_checked(m, d, ready, SensorStage::None, false, &mut |_| ())
}
