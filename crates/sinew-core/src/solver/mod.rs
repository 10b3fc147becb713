//! Solvers of the constraint problem.
