//! Passive forces: springs, dampers, gravity compensation, fluid, adhesion.

mod adhesion;
mod damper;
pub mod ellipsoid;
pub mod fluid;
mod gravcomp;
mod plastic;
mod spring;
mod wrenches;

pub(crate) use damper::tendon_damper_force;
pub use plastic::update_plastic;
pub(crate) use spring::tendon_spring_force;
pub use spring::{joint_spring_reference, tendon_spring_range};

use crate::model::{Disable, SleepState};
use crate::sleep::{filtering, tendon_state};
use crate::{Data, Id, Model};

/// All passive forces: `qfrc_passive = spring + damper + fluid + adhesion + gravity compensation`.
///
/// Gravity compensation of a joint that asks for it counts as an actuator force instead. With springs and dampers both
/// switched off there are no passive forces at all. Dofs that sleep keep what they had.
///
/// Reads `qpos`, `qvel`, `plastic`, `contact`, `cvel` and frames. Writes `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`,
/// `qfrc_fluid`, `qfrc_adhesion`, `qfrc_passive`. O(nv + nbody), allocates nothing.
/// MuJoCo manual, Computation, *Passive forces*.
#[doc(alias = "mj_passive")]
pub fn passive(m: &Model, d: &mut Data) {
    clear(m, d);
    if m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper) {
        return;
    }

    // the parts
    if !m.opt.disabled(Disable::Spring) {
        spring::springs(m, d);
    }
    if !m.opt.disabled(Disable::Damper) {
        damper::dampers(m, d);
    }
    let compensated = gravcomp::gravcomp(m, d);
    fluid::fluid(m, d);
    adhesion::adhesion(m, d);

    // their sum
    for k in 0..dofs(m, d) {
        let i = dof(m, d, k);
        d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i] + d.qfrc_fluid[i] + d.qfrc_adhesion[i];
        if compensated && !m.jnt_actgravcomp[m.dof_jntid[i].ix()] {
            d.qfrc_passive[i] += d.qfrc_gravcomp[i];
        }
    }
    if let Some(user) = &m.callbacks.passive {
        user(m, d);
    }
}

/// Sets the forces of awake dofs to zero.
fn clear(m: &Model, d: &mut Data) {
    for k in 0..dofs(m, d) {
        let i = dof(m, d, k);
        d.qfrc_spring[i] = 0.0;
        d.qfrc_damper[i] = 0.0;
        d.qfrc_gravcomp[i] = 0.0;
        d.qfrc_fluid[i] = 0.0;
        d.qfrc_adhesion[i] = 0.0;
        d.qfrc_passive[i] = 0.0;
    }
}

/// Number of dofs that are awake.
fn dofs(m: &Model, d: &Data) -> usize {
    if filtering(m, d) { d.nv_awake } else { m.nv }
}

/// The `k`-th dof that is awake.
fn dof(m: &Model, d: &Data, k: usize) -> usize {
    if filtering(m, d) { d.dof_awake_ind[k].ix() } else { k }
}

/// Number of bodies that are awake or static.
fn bodies(m: &Model, d: &Data) -> usize {
    if filtering(m, d) { d.nbody_awake } else { m.nbody }
}

/// The `k`-th body that is awake or static.
fn body(m: &Model, d: &Data, k: usize) -> usize {
    if filtering(m, d) { d.body_awake_ind[k].ix() } else { k }
}

/// True if a tendon is to be left alone: some trees sleep, and none of its own is awake.
fn tendon_asleep(m: &Model, d: &Data, tendon: usize) -> bool {
    filtering(m, d) && tendon_state(m, d, tendon) != SleepState::Awake
}

/// Adds a force along a tendon to generalised forces.
fn add_along_tendon(m: &Model, ten_j: &[f64], tendon: usize, force: f64, qfrc: &mut [f64]) {
    let adr = m.ten_J_rowadr[tendon].ix();
    for k in adr..adr + m.ten_J_rownnz[tendon].ix() {
        qfrc[m.ten_J_colind[k].ix()] += ten_j[k] * force;
    }
}
