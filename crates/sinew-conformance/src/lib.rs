//! Sinew held to MuJoCo's numbers: golden data, and its comparison with what the engine computes.
//!
//! `golden/make.py` writes the data. The tests of this crate run each stage on MuJoCo's inputs, so that one wrong stage
//! fails one test, and then the whole of `forward` and `step`.

mod compare;
mod golden;
pub mod hostile;

pub use compare::{Report, tolerance};
pub use golden::{Case, Golden, golden};
