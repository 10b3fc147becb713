//! The velocity stage: everything that follows from `qpos` and `qvel`.
