//! Jacobians of points and frames.
