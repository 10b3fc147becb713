//! The position stage: everything that follows from `qpos` alone.
