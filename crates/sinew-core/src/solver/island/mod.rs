//! Islands with memory of their own, which several threads can solve.
//!
//! An island is copied, so that it can be moved to another thread and back without a borrow. There it goes through the same
//! operations in the same order as here: results do not depend on threads, bit by bit.

mod dual;
mod primal;

use std::fmt::Debug;
use std::sync::Arc;

use crate::Data;
use crate::math::sparse::{Csr, Pattern};

pub(super) use dual::solve as solve_dual;
pub(super) use primal::solve as solve_primal;

/// Threads that islands can be handed to.
pub trait Crew: Debug + Send + Sync {
    /// Calls [`Island::solve`] once on every island, in any order and on any thread; each is back in its place at the end.
    fn solve(&self, islands: &mut [Island]);
}

impl Data {
    /// Lets these threads solve islands from now on, where a step has several; `None`: the calling thread alone.
    ///
    /// All solvers use them. Results are the same, bit by bit.
    pub fn set_crew(&mut self, crew: Option<Arc<dyn Crew>>) {
        self.kept.crew = crew;
    }

    /// The threads that solve islands.
    pub fn crew(&self) -> Option<&Arc<dyn Crew>> {
        self.kept.crew.as_ref()
    }
}

/// The problem of one island, and the memory that its solution takes.
#[derive(Clone, Debug, Default)]
pub struct Island {
    is_dual: bool,
    primal: primal::PrimalIsland,
    dual: dual::DualIsland,
}

impl Island {
    /// Solves the island.
    pub fn solve(&mut self) {
        if self.is_dual {
            self.dual.solve();
        } else {
            self.primal.solve();
        }
    }
}

/// The memory of at least so many islands.
fn take(d: &mut Data, islands: usize) -> Vec<Island> {
    let mut memory = std::mem::take(&mut d.kept.islands);
    if memory.len() < islands {
        memory.resize_with(islands, Island::default);
    }
    memory
}

/// A sparse matrix.
#[derive(Clone, Debug, Default)]
struct Matrix {
    values: Vec<f64>,
    columns: Vec<i32>,
    nnz: Vec<i32>,
    start: Vec<i32>,
}

impl Matrix {
    fn resize(&mut self, rows: usize, nnz: usize) {
        self.values.resize(nnz, 0.0);
        self.columns.resize(nnz, 0);
        self.nnz.resize(rows, 0);
        self.start.resize(rows, 0);
    }

    fn csr(&self) -> Csr<'_> {
        Csr::new(Pattern { rownnz: &self.nnz, rowadr: &self.start, colind: &self.columns }, &self.values)
    }
}

/// Replaces the contents.
fn set<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}
