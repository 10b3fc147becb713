//! State, inputs and results of a simulation.

mod binary;
mod columns;
mod contact;
mod reset;
mod state;
mod validate;

pub use columns::Data;
pub use contact::Contact;
pub use reset::{MINAWAKE, UnknownKeyframe};
pub use state::StateError;

/// How often something went wrong, and what it was the last time.
#[doc(alias = "mjWarningStat")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// dof, body or other number that the last warning was about
    pub lastinfo: i32,
    /// times it was raised
    pub number: i32,
}

impl Warning {
    /// Counts one more, about this dof, body or other number.
    #[doc(alias = "mj_warning")]
    pub fn raise(&mut self, info: usize) {
        self.lastinfo = info as i32;
        self.number += 1;
    }
}

/// Time spent in a part of the pipeline.
#[doc(alias = "mjTimerStat")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timer {
    /// seconds in all
    pub duration: f64,
    /// times it was entered
    pub number: i32,
}

/// What one iteration of a solver did.
#[doc(alias = "mjSolverStat")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverStat {
    /// reduction of the cost, scaled by the inverse trace of the inertia
    pub improvement: f64,
    /// norm of the gradient, scaled; zero in the dual solver
    pub gradient: f64,
    /// slope in the line search
    pub lineslope: f64,
    /// active constraints
    pub nactive: i32,
    /// constraints that changed state
    pub nchange: i32,
    /// cost evaluations in the line search
    pub neval: i32,
    /// rank-one updates of the factor
    pub nupdate: i32,
}

impl Clone for Data {
    fn clone(&self) -> Self {
        let mut out = Self::default();
        out.copy_from(self);
        out
    }
}

impl std::fmt::Debug for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Data {{ time: {}, qpos: {:?}, qvel: {:?} }}", self.time, self.qpos, self.qvel)
    }
}
