//! Constraint rows: equality, friction loss, limits and contacts as one convex problem.
