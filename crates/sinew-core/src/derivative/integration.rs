//! Derivatives of the integration of positions.

use crate::math::{Mat3, Vec3};
use crate::model::JointType;
use crate::{Id, Model};

use super::quat_integrate;

/// `∂q⁺/∂q` and `∂q⁺/∂v` of positions that move with a velocity for one timestep, each `nv × nv`, row-major.
///
/// One and the timestep on the diagonal, but for orientations, where both are blocks of three: the rotation back by the way
/// turned, and the right Jacobian of the exponential map times the timestep.
///
/// # Panics
/// If a slice does not have the size that the model asks for.
#[doc(alias = "compute_integration_derivatives")]
pub fn integration_derivatives(m: &Model, qvel: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
    by_position.fill(0.0);
    by_velocity.fill(0.0);
    let (nv, h) = (m.nv, m.opt.timestep);
    positions(m, qvel, |dof, turn| match turn {
        None => (by_position[dof * (nv + 1)], by_velocity[dof * (nv + 1)]) = (1.0, h),
        Some((by_quat, by_rate)) => {
            for k in 0..9 {
                let at = (dof + k / 3) * nv + dof + k % 3;
                (by_position[at], by_velocity[at]) = (by_quat[k], h * by_rate[k]);
            }
        }
    });
}

/// Calls `f` for every scalar position with its dof, and for every orientation with its first dof and the derivatives of
/// its integration.
pub(super) fn positions(m: &Model, next: &[f64], mut f: impl FnMut(usize, Option<(Mat3, Mat3)>)) {
    for j in 0..m.njnt {
        let first = m.jnt_dofadr[j].ix();
        let (scalar, turns) = match JointType::of(m.jnt_type[j]) {
            JointType::Slide | JointType::Hinge => (1, false),
            JointType::Ball => (0, true),
            JointType::Free => (3, true),
        };
        (first..first + scalar).for_each(|dof| f(dof, None));
        if turns {
            let dof = first + scalar;
            let (by_quat, by_velocity, _) = quat_integrate(Vec3::from_slice(&next[dof..]), m.opt.timestep);
            f(dof, Some((by_quat, by_velocity)));
        }
    }
}
