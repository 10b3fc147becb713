//! The implicit inertia of a body that floats alone.

use crate::math::Mat6;
use crate::model::JointType;
use crate::{Data, Id, Model, metric};

use super::composite::bias_change;

/// True if a body has a free joint and nothing else moves in its tree; what is fixed to it counts as part of it.
#[doc(alias = "mj_isFreeBody")]
pub(crate) fn is_free_body(m: &Model, body: usize) -> bool {
    let joint = m.body_jntadr[body];
    m.body_jntnum[body] == 1
        && JointType::of(m.jnt_type[joint.ix()]) == JointType::Free
        && m.tree_dofnum[m.dof_treeid[m.jnt_dofadr[joint.ix()].ix()].ix()] == 6
}

/// `M - h ∂f/∂v` of a body that floats alone, rows and columns in the order of its dofs: translations, rotations.
///
/// `qDeriv` holds the derivatives of actuator and passive forces; that of the gyroscopic forces, which makes the
/// matrix unsymmetric, is added here. `None` if the body does not float alone or sleeps.
///
/// Reads `M`, `qDeriv`, `cdof`, `cdof_dot`, `cvel`, `crb`.
/// MuJoCo manual, *Computation: Gyroscopic derivatives for free bodies*.
#[doc(alias = "mjd_freeMhat")]
pub(crate) fn free_mhat(m: &Model, d: &Data, joint: usize) -> Option<Mat6> {
    let (body, adr, h) = (m.jnt_bodyid[joint].ix(), m.jnt_dofadr[joint].ix(), m.opt.timestep);
    if !is_free_body(m, body) || d.tree_awake[m.dof_treeid[adr].ix()] == 0 {
        return None;
    }
    let mut out = Mat6::ZERO;
    for r in 0..6 {
        // inertia, whose lower triangle is stored
        for place in m.M_row(adr + r) {
            let c = m.M_colind[place].ix() - adr;
            out[6 * r + c] = d.M[place];
            out[6 * c + r] = d.M[place];
        }
    }
    for r in 0..6 {
        for place in m.D_pattern().row(adr + r) {
            out[6 * r + m.D_colind[place].ix() - adr] -= h * d.qDeriv[place];
        }
    }

    add_bias(d, body, adr, h, &mut out);
    Some(out)
}

/// [`free_mhat`] in the effective metric, of a body without constraints; rows of tendons and actuators in the metric must
/// not reach beyond the body.
pub(crate) fn free_mhat_discrete(m: &Model, d: &Data, joint: usize) -> Option<Mat6> {
    let (body, adr, h) = (m.jnt_bodyid[joint].ix(), m.jnt_dofadr[joint].ix(), m.opt.timestep);
    if JointType::of(m.jnt_type[joint]) != JointType::Free
        || !is_free_body(m, body)
        || d.tree_awake[m.dof_treeid[adr].ix()] == 0
    {
        return None;
    }
    let inside = |dof: &i32| (adr..adr + 6).contains(&dof.ix());
    let constrained = if d.nisland > 0 { d.dof_island[adr] >= 0 } else { d.efc_J_colind.iter().any(inside) };
    if constrained {
        return None;
    }
    let mut out = Mat6::ZERO;
    for r in 0..6 {
        for place in m.M_row(adr + r) {
            let c = m.M_colind[place].ix() - adr;
            out[6 * r + c] = d.M[place] + d.efm_fluid[place];
            out[6 * c + r] = out[6 * r + c];
        }
        out[7 * r] += d.efm_diag[adr + r];
    }
    for (scale, columns, values) in metric::rows(m, d) {
        if !columns.iter().any(inside) {
            continue;
        }
        if !columns.iter().all(inside) {
            return None;
        }
        for (a, x) in columns.iter().zip(values) {
            for (b, y) in columns.iter().zip(values) {
                out[6 * (a.ix() - adr) + b.ix() - adr] += scale * x * y;
            }
        }
    }
    add_bias(d, body, adr, h, &mut out);
    Some(out)
}

/// Adds `h` times the derivative of the bias force.
fn add_bias(d: &Data, body: usize, adr: usize, h: f64, out: &mut Mat6) {
    let (inertia, vel) = (d.crb[body], d.cvel[body]);
    let momentum = inertia * vel;
    // only the rotations carry anything along
    let before = vel - rotation(d, adr);
    for c in 0..6 {
        let axis = d.cdof[adr + c];
        let carried = d.cdof_dot[adr + c] + if c < 3 { before } else { vel }.cross_motion(axis);
        let force = bias_change(inertia, vel, momentum, axis, carried);
        for r in 0..6 {
            out[6 * r + c] += h * d.cdof[adr + r].dot(force);
        }
    }
}

/// Velocity due to the rotations of a free joint.
fn rotation(d: &Data, adr: usize) -> crate::math::Spatial {
    (adr + 3..adr + 6).fold(crate::math::Spatial::ZERO, |sum, i| sum.add_scaled(d.cdof[i], d.qvel[i]))
}
