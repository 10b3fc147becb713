//! Derivatives of the forces on bodies, gathered over subtrees: bias forces and fluid.
//!
//! A body moving with velocity `v` has `∂v/∂q̇_j = s_j` for each dof `j` above it, so a force that depends on velocity
//! through `∂f_b/∂v = A_b` gives `∂τ_i/∂q̇_j = s_i · (Σ A_b) s_j`, summed over the bodies below both dofs. One 6×6
//! matrix per body, folded into the parents, then holds everything; each pair of dofs costs an inner product.
//!
//! Bias forces `f_b = I a_b + v_b ×* I v_b` depend on `q̇` through the acceleration too. With `w_j` the velocity of the
//! body right after the joint of `j`, `∂a_b/∂q̇_j = (ṡ_j + w_j × s_j) - v_b × s_j`. The second term joins `A_b`; the
//! first, the same for all bodies, meets the composite inertia.
//!
//! Singh, Russell & Wensing, *Efficient Analytical Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra*,
//! IEEE Robotics and Automation Letters 7(2), 2022.

use crate::math::{Inertia, Mat6, Spatial};
use crate::model::JointType;
use crate::scratch::Need;
use crate::{Data, Id, Model};

use super::fluid::{Part, body_fluid};

/// Subtracts the derivative of `qfrc_bias` from `qDeriv`.
///
/// Reads `cdof`, `cdof_dot`, `cvel`, `cinert`, `crb`, `qvel`. Writes `qDeriv`. O(nbody + nv · depth).
#[doc(alias = "mjd_rne_vel")]
pub fn rne_vel(m: &Model, d: &mut Data) {
    body_vel(m, d, false, true);
}

/// Adds the derivative of `qfrc_fluid` to `qDeriv`.
///
/// With the integrator `implicitfast` only the symmetric part is taken, except for a body that floats alone.
///
/// Reads `cdof`, `cvel` and frames. Writes `qDeriv`. O(nbody + nv · depth).
#[doc(alias = "mjd_ellipsoidFluid")]
#[doc(alias = "mjd_inertiaBoxFluid")]
pub fn fluid_vel(m: &Model, d: &mut Data) {
    body_vel(m, d, true, false);
}

/// Adds the derivatives of fluid forces and of minus the bias forces to `qDeriv`, in one sweep.
pub(super) fn body_vel(m: &Model, d: &mut Data, fluid: bool, bias: bool) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::reals(36 * m.nbody + 6 * m.nv).and(Need::ints(m.nv)));
    let slopes: &mut [Mat6] = bytemuck::cast_slice_mut(s.reals(36 * m.nbody));
    let carried: &mut [Spatial] = bytemuck::cast_slice_mut(s.reals(6 * m.nv));
    let next = s.ints(m.nv);

    // every body alone
    for b in 1..m.nbody {
        if fluid {
            body_fluid(m, d, b, Part::Integrated, &mut slopes[b]);
        }
        if bias {
            slopes[b] -= bias_slope(d.cinert[b], d.cvel[b]);
        }
    }
    // leaves to root: subtrees
    for b in (1..m.nbody).rev() {
        let (parent, slope) = (m.body_parentid[b].ix(), slopes[b]);
        if parent > 0 {
            slopes[parent] += slope;
        }
    }
    if bias {
        carried_axes(m, d, carried);
    }

    // pairs of a dof and one of its ancestors; places right of the diagonal fill up as descendants come by
    for (next, &diagonal) in next.iter_mut().zip(&m.D_diag) {
        *next = diagonal + 1;
    }
    let (cdof, deriv) = (&d.cdof, &mut d.qDeriv);
    for i in 0..m.nv {
        let body = m.dof_bodyid[i].ix();
        let axis = cdof[i];
        let (mut column, row) = (slopes[body].mul_vec(axis), slopes[body].mul_t_vec(axis));
        let momentum = if bias { d.crb[body] * axis } else { Spatial::ZERO };
        if bias {
            column -= d.crb[body] * carried[i];
        }
        let start = m.D_rowadr[i].ix();
        let diagonal = start + m.D_diag[i].ix();
        for place in start..diagonal {
            let j = m.D_colind[place].ix();
            deriv[place] += row.dot(cdof[j]) - momentum.dot(carried[j]);
            deriv[m.D_rowadr[j].ix() + next[j].ix()] += column.dot(cdof[j]);
            next[j] += 1;
        }
        deriv[diagonal] += column.dot(axis);
    }
    d.scratch = scratch;
}

/// `∂f/∂v` of the bias force of a body, with the part of the acceleration that depends on the body.
pub(super) fn bias_slope(inertia: Inertia, vel: Spatial) -> Mat6 {
    let momentum = inertia * vel;
    Mat6::of_map(|axis| bias_change(inertia, vel, momentum, axis, Spatial::ZERO))
}

/// Change of the bias force of a body along an axis that itself accelerates: `∂f/∂v` applied to the axis, and the inertia to
/// that acceleration.
#[inline]
pub(super) fn bias_change(
    inertia: Inertia,
    vel: Spatial,
    momentum: Spatial,
    axis: Spatial,
    carried: Spatial,
) -> Spatial {
    axis.cross_force(momentum) + vel.cross_force(inertia * axis) + inertia * (carried - vel.cross_motion(axis))
}

/// `ṡ_j + w_j × s_j` of every dof, `w_j` the velocity after the dofs that turn together with `j`.
fn carried_axes(m: &Model, d: &Data, out: &mut [Spatial]) {
    for b in 1..m.nbody {
        let mut vel = d.cvel[m.body_parentid[b].ix()];
        for j in m.body_joints(b) {
            let first = m.jnt_dofadr[j].ix();
            let groups: &[usize] = match JointType::of(m.jnt_type[j]) {
                JointType::Free => &[3, 3],
                JointType::Ball => &[3],
                JointType::Slide | JointType::Hinge => &[1],
            };
            let mut start = first;
            for &size in groups {
                let group = start..start + size;
                for i in group.clone() {
                    vel = vel.add_scaled(d.cdof[i], d.qvel[i]);
                }
                for i in group {
                    out[i] = d.cdof_dot[i] + vel.cross_motion(d.cdof[i]);
                }
                start += size;
            }
        }
    }
}
