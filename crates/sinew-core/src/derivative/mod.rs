//! Derivatives of the dynamics.
