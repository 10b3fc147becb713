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

    /// Advances each that is `live` by one timestep; what fails leaves the others alone.
    pub fn step(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        mut live: [bool; LANES],
    ) -> [Result<(), StepError>; LANES] {
        let mut done = [const { Ok(()) }; LANES];
        for k in 0..LANES {
            if live[k] {
                done[k] = step::check_state(m, data[k]);
                live[k] = done[k].is_ok();
            }
        }
        let ready = if Self::suit(m) && self.columns.fit(m) {
            self.columns.gather(data);
            smooth::smooth(m, &mut self.columns);
            self.columns.scatter(data, live);
            Ready::Smooth
        } else {
            Ready::Nothing
        };
        for k in (0..LANES).filter(|&k| live[k]) {
            done[k] = step::step_checked(m, data[k], ready, SensorStage::None, false, &mut |_| ());
        }
        done
    }
}
