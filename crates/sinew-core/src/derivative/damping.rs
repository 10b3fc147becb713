//! Derivatives of dampers in joints and tendons.

use crate::math::poly::{Parity, poly_slope};
use crate::model::Disable;
use crate::reflected::{Target, actuator_damping};
use crate::{Data, Id, Model};

use super::add_outer;

/// Damping of a dof, its own and that of the actuators on its joint: linear part and polynomial.
#[inline]
pub(crate) fn dof_damping(m: &Model, dof: usize) -> (f64, [f64; 2]) {
    let target = Target::Joint(m.dof_jntid[dof].ix());
    total(m, target, m.dof_damping[dof], m.dof_dampingpoly[dof])
}

/// Damping of a tendon, its own and that of the actuators on it: linear part and polynomial.
pub(crate) fn tendon_damping(m: &Model, tendon: usize) -> (f64, [f64; 2]) {
    total(m, Target::Tendon(tendon), m.tendon_damping[tendon], m.tendon_dampingpoly[tendon])
}

#[inline]
fn total(m: &Model, target: Target, linear: f64, poly: [f64; 2]) -> (f64, [f64; 2]) {
    let (more, high) = actuator_damping(m, target);
    (linear + more, [poly[0] + high[0], poly[1] + high[1]])
}

/// Adds the derivative of joint and tendon dampers to `qDeriv`.
///
/// Reads `qvel`, `ten_velocity`, `ten_J`. Writes `qDeriv`.
pub fn damping_vel(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Damper) {
        return;
    }
    let deriv = &mut d.qDeriv;
    for i in 0..m.nv {
        let (linear, poly) = dof_damping(m, i);
        deriv[m.D_rowadr[i].ix() + m.D_diag[i].ix()] -= poly_slope(linear, poly, d.qvel[i], Parity::Odd);
    }
    for t in 0..m.ntendon {
        let (linear, poly) = tendon_damping(m, t);
        let slope = poly_slope(linear, poly, d.ten_velocity[t], Parity::Odd);
        if slope != 0.0 {
            let start = m.ten_J_rowadr[t].ix();
            let row = start..start + m.ten_J_rownnz[t].ix();
            add_outer(m, deriv, &m.ten_J_colind[row.clone()], &d.ten_J[row], -slope);
        }
    }
}
