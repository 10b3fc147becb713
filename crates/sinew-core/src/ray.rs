//! Rays against geoms.
