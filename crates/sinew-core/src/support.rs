//! Quantities that users ask for: velocities of objects, applied forces, distances in configuration space.
