//! What depends on velocity: body velocities, bias forces, passive forces, momenta of subtrees, and, once
//! accelerations are known, the forces between bodies.

mod bias;
mod com;
mod external;
pub mod passive;
mod post_constraint;
mod subtree;
mod tendon;
mod transmission;

pub use bias::{Acceleration, rne, rne_acc};
pub(crate) use bias::{accelerations, joint_forces};
pub use com::com_vel;
pub(crate) use com::velocities;
pub use passive::passive;
pub use post_constraint::rne_post_constraint;
pub use subtree::subtree_vel;
pub use transmission::{actuator_velocity, tendon_velocity};
