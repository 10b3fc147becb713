//! Constants of a model that follow from its other fields.
//!
//! Everything here is a function of the tree, the sizes and the two reference poses `qpos0` and `qpos_spring`. The
//! compiler calls [`set_const`] last, users after they changed a compiled model.

mod fixed;
mod frames;
mod pose;
mod resolve;
mod stat;

pub use frames::{is_null_pose, is_same_pose};
pub use resolve::{resolve_dampratio, resolve_spring_lengths, resolve_springdamper};
pub use stat::set_statistics;

use super::{CamLightMode, Enable, Model, SameFrame};
use crate::Data;
use crate::position;
use crate::scratch::{Frame, Need, Scratch};

/// Why the constants of a model cannot be computed.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstError {
    /// a simple body no longer is one
    #[error("body {body} was compiled as simple, but its inertial frame has moved; compile it with simple=\"false\"")]
    NotSimple {
        /// the body
        body: usize,
    },
    /// a tree may sleep that a tendon keeps awake
    #[error("tree {tree} may not sleep: tendon {tendon} ties it to another tree with a spring or damper")]
    Sleep {
        /// the tree
        tree: usize,
        /// the tendon
        tendon: usize,
    },
}

/// Recomputes every constant that follows from other fields of the model, and leaves `d` at `qpos0`.
///
/// In order: hulls of meshes, frames that coincide, masses of subtrees, flags, trees and their sleep policy, bounding volumes; then, at
/// `qpos0`, lengths of tendons and actuators, the inverse weights that scale constraint regularisation, missing data of
/// equality constraints, offsets of cameras and lights, and the length scale of each dof. Statistics, damping ratios and
/// spring lengths are conventions of the file format: the compiler resolves them once.
///
/// Cost: one pass over the tree, one factorisation of the inertia, and a solve with it per actuator.
#[doc(alias = "mj_setConst")]
pub fn set_const(m: &mut Model, d: &mut Data) -> Result<(), ConstError> {
    m.npolygonmax = m.mesh_polyvertnum.iter().copied().max().unwrap_or(0).max(0) as usize;
    m.nmeshdegmax = m.mesh_polymapnum.iter().copied().max().unwrap_or(0).max(0) as usize;

    // what does not depend on a pose
    m.set_hulls();
    frames::set_sameframe(m);
    for b in 1..m.nbody {
        if m.body_simple[b] > 0 && m.body_sameframe[b] != SameFrame::Body as u8 {
            return Err(ConstError::NotSimple { body: b });
        }
    }
    m.set_bounds();
    fixed::set_fixed(m)?;

    // cameras and lights that follow something have their offsets measured as if they were fixed, and nothing sleeps
    let fixed = CamLightMode::Fixed as i32;
    let cam_mode = std::mem::replace(&mut m.cam_mode, vec![fixed; m.ncam].into());
    let light_mode = std::mem::replace(&mut m.light_mode, vec![fixed; m.nlight].into());
    let enabled = m.opt.enableflags;
    m.opt.enableflags &= !(Enable::Sleep as i32);
    at_qpos0(m, d);
    m.opt.enableflags = enabled;
    m.cam_mode = cam_mode;
    m.light_mode = light_mode;

    // what depends on qpos0
    pose::set_lengths(m, d);
    let mut scratch = Scratch::default();
    set_weights(m, d, scratch.frame(pose::need(m)));
    pose::set_equality(m, d);
    pose::set_cam_light(m, d);
    stat::set_dof_length(m, d);
    Ok(())
}

/// Inverse weights, and the accelerations that actuators give.
fn set_weights(m: &mut Model, d: &Data, mut s: Frame<'_>) {
    pose::set_body_invweight(m, d, s.sub());
    pose::set_dof_invweight(m, d, s.sub());
    pose::set_tendon_invweight(m, d, s.sub());
    pose::set_actuator_acc(m, d, s);
}

/// Memory of [`InertialConst`] and of [`set_inertial_const`].
pub(crate) fn inertial_const_need(m: &Model) -> Need {
    Need::reals(3 * m.nbody + 2 * m.nv + m.ntendon + m.nout).and(pose::need(m))
}

/// Recomputes the constants that follow from masses, inertias and armatures, as [`set_const`] does, and leaves `d` at
/// `qpos0`. Allocates nothing.
pub(crate) fn set_inertial_const(m: &mut Model, d: &mut Data, s: Frame<'_>) {
    fixed::set_subtree_mass(m);
    at_qpos0(m, d);
    set_weights(m, d, s);
}

/// The constants that [`set_inertial_const`] writes, kept.
pub(crate) struct InertialConst<'a> {
    subtreemass: &'a mut [f64],
    body: &'a mut [[f64; 2]],
    inertia: &'a mut [f64],
    dof: &'a mut [f64],
    tendon: &'a mut [f64],
    actuator: &'a mut [f64],
}

impl<'a> InertialConst<'a> {
    /// Those of the model.
    pub fn of(m: &Model, s: &mut Frame<'a>) -> Self {
        let out = Self {
            subtreemass: s.reals(m.nbody),
            body: s.rows(m.nbody),
            inertia: s.reals(m.nv),
            dof: s.reals(m.nv),
            tendon: s.reals(m.ntendon),
            actuator: s.reals(m.nout),
        };
        out.subtreemass.copy_from_slice(&m.body_subtreemass);
        out.body.copy_from_slice(&m.body_invweight0);
        out.inertia.copy_from_slice(&m.dof_M0);
        out.dof.copy_from_slice(&m.dof_invweight0);
        out.tendon.copy_from_slice(&m.tendon_invweight0);
        out.actuator.copy_from_slice(&m.actuator_acc0);
        out
    }

    /// Puts them back.
    pub fn restore(&self, m: &mut Model) {
        m.body_subtreemass.copy_from_slice(self.subtreemass);
        m.body_invweight0.copy_from_slice(self.body);
        m.dof_M0.copy_from_slice(self.inertia);
        m.dof_invweight0.copy_from_slice(self.dof);
        m.tendon_invweight0.copy_from_slice(self.tendon);
        m.actuator_acc0.copy_from_slice(self.actuator);
    }
}

/// Position stages at `qpos0`, with the inertia factored; its diagonal is a constant that simple dofs copy.
fn at_qpos0(m: &mut Model, d: &mut Data) {
    d.qpos.copy_from_slice(&m.qpos0);
    position::kinematics(m, d);
    position::com_pos(m, d);
    position::camlight(m, d);
    position::tendon(m, d);
    pose::set_inertia(m, d);
    position::make_m(m, d);
    position::factor_m(m, d);
    position::transmission(m, d);
}
