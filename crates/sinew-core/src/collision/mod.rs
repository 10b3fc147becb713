//! Collision detection: which geoms touch, where and in which direction.
