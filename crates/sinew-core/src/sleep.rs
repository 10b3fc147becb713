//! Which trees are awake.
