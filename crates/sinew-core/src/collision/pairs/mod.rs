//! Closed-form colliders, one file per pair of primitives, in the order of the geom types.
//!
//! Each takes two posed shapes and a margin and adds the points closer than the margin to a [`Manifold`]. Normals point
//! from the first shape to the second. None of them allocates or iterates without bound.

pub mod box_box;
pub mod capsule_box;
pub mod capsule_capsule;
pub mod plane_box;
pub mod plane_capsule;
pub mod plane_cylinder;
pub mod plane_ellipsoid;
pub mod plane_mesh;
pub mod plane_sphere;
pub mod sphere_box;
pub mod sphere_capsule;
pub mod sphere_cylinder;
pub mod sphere_sphere;

#[cfg(test)]
mod tests;
