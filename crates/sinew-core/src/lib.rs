//! The engine of Sinew: [`Model`], [`Data`] and the stages of the pipeline. It needs no files, clock, threads or Python.

pub mod activation;
pub mod actuation;
pub mod archive;
pub mod callbacks;
pub mod collision;
pub mod constraint;
pub mod data;
pub mod derivative;
pub mod dof_chain;
pub mod energy;
pub mod error;
pub mod history;
pub mod integrate;
pub mod inverse;
pub mod jacobian;
pub mod lanes;
pub mod math;
pub mod metric;
pub mod model;
pub mod position;
pub mod ray;
pub mod reflected;
pub mod scratch;
pub mod sdf;
pub mod sensor;
pub mod sleep;
pub mod solver;
pub mod step;
pub mod support;
pub mod table;
mod taken;
#[cfg(test)]
mod testing;
pub mod velocity;

pub use callbacks::{Callbacks, UserError, UserFailure};
pub use data::{Contact, Data};
pub use error::{BadNumber, LONGEST_STEP, OnBadNumbers, Policy, StepError};
pub use model::Model;
pub use table::Id;
