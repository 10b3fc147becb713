//! Everything that follows from the positions: frames, centres of mass, inertia and its factor, tendons, transmissions.

mod camlight;
mod carried;
mod com;
mod factor;
mod inertia;
mod kinematics;
pub mod tendon;
pub mod transmission;

pub use camlight::camlight;
pub(crate) use carried::BodyFrames;
pub use carried::local2global;
pub use com::com_pos;
pub(crate) use com::{motion_axes, subtree_com};
pub(crate) use factor::{copy_rows, factor_h, hold_m, solve_awake};
pub use factor::{factor_m, solve_m, solve_m2};
pub(crate) use inertia::composite;
pub use inertia::{add_m, add_m_sparse, crb, full_m, make_m, mul_m, mul_m2};
pub(crate) use kinematics::Frames;
pub use kinematics::kinematics;
pub use tendon::tendon;
pub use transmission::transmission;
