//! Inverse dynamics.
