//! Derivatives of dampers in joints and tendons.

use crate::model::{Disable, TrnType};
use crate::{Data, Id, Model};

use super::add_outer;

/// Slope of the polynomial damping force `v (a + b |v| + c v²)`: `a + 2 b |v| + 3 c v²`.
#[doc(alias = "mjd_xPolyForce")]
pub(crate) fn damping_slope(linear: f64, poly: [f64; 2], velocity: f64) -> f64 {
    let speed = velocity.abs();
    linear + 2.0 * poly[0] * speed + 3.0 * poly[1] * (speed * speed)
}

/// Damping of a dof, its own and that of the actuators on its joint: linear part and polynomial.
pub(crate) fn dof_damping(m: &Model, dof: usize) -> (f64, [f64; 2]) {
    let joint = m.dof_jntid[dof].ix();
    let on_joint = |a: usize| {
        matches!(TrnType::of(m.actuator_trntype[a]), TrnType::Joint | TrnType::JointInParent)
            && m.actuator_trnid[a][0] == joint as i32
    };
    add_actuators(m, m.jnt_actuatorid[joint], on_joint, m.dof_damping[dof], m.dof_dampingpoly[dof])
}

/// Damping of a tendon, its own and that of the actuators on it: linear part and polynomial.
fn tendon_damping(m: &Model, tendon: usize) -> (f64, [f64; 2]) {
    let on_tendon = |a: usize| {
        TrnType::of(m.actuator_trntype[a]) == TrnType::Tendon && m.actuator_trnid[a][0] == tendon as i32
    };
    add_actuators(m, m.tendon_actuatorid[tendon], on_tendon, m.tendon_damping[tendon], m.tendon_dampingpoly[tendon])
}

/// Adds the damping of actuators, seen through the square of their gear: of the one named, or, if the id is below -1,
/// of every one that acts here.
fn add_actuators(
    m: &Model,
    actuator: i32,
    acts_here: impl Fn(usize) -> bool,
    mut linear: f64,
    mut poly: [f64; 2],
) -> (f64, [f64; 2]) {
    let range = match actuator {
        -1 => 0..0,
        id if id >= 0 => id.ix()..id.ix() + 1,
        _ => 0..m.nactuator,
    };
    for a in range.filter(|&a| actuator >= 0 || acts_here(a)) {
        let gear = m.actuator_gear[m.actuator_outadr[a].ix()][0];
        linear += m.actuator_damping[a] * (gear * gear);
        for (poly, &more) in poly.iter_mut().zip(&m.actuator_dampingpoly[a]) {
            *poly += more * (gear * gear);
        }
    }
    (linear, poly)
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
        deriv[m.D_rowadr[i].ix() + m.D_diag[i].ix()] -= damping_slope(linear, poly, d.qvel[i]);
    }
    for t in 0..m.ntendon {
        let (linear, poly) = tendon_damping(m, t);
        let slope = damping_slope(linear, poly, d.ten_velocity[t]);
        if slope != 0.0 {
            let start = m.ten_J_rowadr[t].ix();
            let row = start..start + m.ten_J_rownnz[t].ix();
            add_outer(m, deriv, &m.ten_J_colind[row.clone()], &d.ten_J[row], -slope);
        }
    }
}
