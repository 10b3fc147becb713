//! Four simulations of one model that step side by side.
//!
//! What follows from position and velocity alone (frames, inertia, body velocities, bias forces) takes the same path
//! through the code in every simulation, so it is computed for four at once: each number is a vector with a lane per
//! simulation. Contacts differ, and there the simulations part: each goes on by itself with what the lanes left in its
//! [`Data`]. Where their constraint problems are small the solver takes them together again. A lane does what a single
//! number does, in the same order, so a simulation has the same bits in a lane as alone.

mod columns;
mod smooth;
mod system;

use crate::error::check_model;
use crate::integrate::rk4;
use crate::math::tree_order::TreeOrder;
use crate::model::{Enable, Integrator, SensorStage};
use crate::solver::{self, FourProblems};
use crate::step::{self, Ready, Seen};
use crate::{Data, Model, StepError, position};

use columns::Columns;

/// Simulations that step side by side.
pub const LANES: usize = 4;

/// Memory in which four simulations of one model step side by side.
#[derive(Clone, Debug)]
pub struct Lanes {
    columns: Columns,
    /// of the inertia matrix
    order: TreeOrder,
    problems: FourProblems,
    /// accelerations of an integrator, of each
    qacc: [Vec<f64>; LANES],
}

impl Lanes {
    /// Memory for simulations of this model.
    pub fn new(m: &Model) -> Self {
        let [a, b, c, d] = [0.0; LANES].map(|zero| vec![zero; m.nv]);
        Self {
            columns: Columns::new(m),
            order: TreeOrder::new(m.M_pattern()),
            problems: FourProblems::default(),
            qacc: [a, b, c, d],
        }
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
        live: [bool; LANES],
    ) -> [Result<(), StepError>; LANES] {
        self.step_seen(m, data, live, Seen::All)
    }

    /// [`Self::step`] by [`step::step_unseen`].
    pub fn step_unseen(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        live: [bool; LANES],
    ) -> [Result<(), StepError>; LANES] {
        self.step_seen(m, data, live, Seen::by_nobody(m))
    }

    fn step_seen(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        mut live: [bool; LANES],
        seen: Seen,
    ) -> [Result<(), StepError>; LANES] {
        let mut done = [const { Ok(()) }; LANES];
        for k in 0..LANES {
            if live[k] {
                done[k] = step::check_state(m, data[k]);
                live[k] = done[k].is_ok();
            }
        }
        let mut ready = self.forward(m, data, live, seen, &mut done);
        for k in 0..LANES {
            if live[k] && done[k].is_ok() {
                match step::check_forward(m, data[k], seen) {
                    Ok(true) => {}
                    // what the lanes hold is no more what it was
                    Ok(false) => ready = Ready::NOTHING,
                    Err(error) => done[k] = Err(error),
                }
            }
            live[k] &= done[k].is_ok();
        }
        match Integrator::of(m.opt.integrator) {
            Integrator::Rk4 => self.runge_kutta(m, data, live, seen, &mut done),
            Integrator::Euler | Integrator::ImplicitFast if ready.factor => self.integrate(m, data, live, &mut done),
            _ => those(live).for_each(|k| done[k] = step::integrate(m, data[k])),
        }
        done
    }

    /// Everything that follows from the state and inputs of each that is live.
    fn forward(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        live: [bool; LANES],
        seen: Seen,
        done: &mut [Result<(), StepError>; LANES],
    ) -> Ready {
        let (ready, mark) = (self.smooth(m, data, live, seen), &mut |_| ());
        for k in those(live) {
            step::force_stages(m, data[k], ready, SensorStage::None, seen, mark);
        }
        self.accelerate(m, data, live, ready);
        let mut solved = [const { None }; LANES];
        if ready.factor && FourProblems::suit(m) {
            solved = self.problems.solve(m, data, live, &self.columns.M);
        }
        for k in those(live) {
            let solved = solved[k].take().unwrap_or_else(|| {
                if ready.factor && data[k].nefc > 0 {
                    position::hold_m(m, data[k]);
                }
                solver::solve(m, data[k])
            });
            done[k] = step::solved_stages(m, data[k], solved, seen, mark);
        }
        ready
    }

    /// True if no stage reads what [`Columns::show`] shows: derivatives and inverse dynamics would.
    fn reads_little(m: &Model) -> bool {
        let plain = matches!(Integrator::of(m.opt.integrator), Integrator::Euler | Integrator::Rk4);
        plain && !m.opt.enabled(Enable::Fwdinv) && !m.opt.enabled(Enable::Energy)
    }

    /// What follows from position and velocity, handed to each that is live.
    fn smooth(&mut self, m: &Model, data: &mut [&mut Data; LANES], live: [bool; LANES], seen: Seen) -> Ready {
        let fits = |k: usize| live[k] || check_model(m, data[k]).is_ok();
        if !Self::suit(m) || !self.columns.fit(m) || !(0..LANES).all(fits) {
            return Ready::NOTHING;
        }
        self.columns.gather(data);
        smooth::smooth(m, &mut self.columns);
        self.columns.scatter(data, live);
        if seen != Seen::Nothing || !Self::reads_little(m) {
            self.columns.show(data, live);
        }
        Ready { smooth: true, factor: self.factor(m, data, live), passive: self.passive(m, data, live) }
    }

    /// [`rk4::runge_kutta`] of each that is live, evaluation by evaluation.
    fn runge_kutta(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        live: [bool; LANES],
        seen: Seen,
        done: &mut [Result<(), StepError>; LANES],
    ) {
        let mut moving = live;
        for k in those(live) {
            rk4::begin(m, data[k]);
        }
        for evaluation in rk4::LATER {
            for k in those(moving) {
                rk4::reach(m, data[k], evaluation);
            }
            let seen = if seen == Seen::All { rk4::seen(m, evaluation) } else { seen };
            self.forward(m, data, moving, seen, done);
            for k in those(moving) {
                match done[k] {
                    Ok(()) => rk4::absorb(m, data[k], evaluation),
                    Err(_) => moving[k] = false,
                }
            }
        }
        for k in those(live) {
            done[k] = rk4::finish(m, data[k], done[k].clone());
        }
    }
}

/// Lanes for which this is true.
fn those(lanes: [bool; LANES]) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |&k| lanes[k])
}
