//! Damping and armature that actuators add to the joint or tendon they drive, seen through the square of the gear.

use crate::model::TrnType;
use crate::{Id, Model};

/// What an actuator drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// joint with this id
    Joint(usize),
    /// tendon with this id
    Tendon(usize),
}

/// The actuator that adds to a target: -1 for none, less for several.
#[inline]
fn contributor(m: &Model, target: Target) -> i32 {
    match target {
        Target::Joint(j) => m.jnt_actuatorid[j],
        Target::Tendon(t) => m.tendon_actuatorid[t],
    }
}

/// Actuators that add damping or armature to a target that has some.
fn contributors(m: &Model, target: Target) -> impl Iterator<Item = usize> + '_ {
    let actuator = contributor(m, target);
    // several are found among all
    let range = if actuator >= 0 { actuator.ix()..actuator.ix() + 1 } else { 0..m.nactuator };
    range.filter(move |&i| match (target, TrnType::of(m.actuator_trntype[i])) {
        (Target::Joint(j), TrnType::Joint | TrnType::JointInParent) => m.actuator_trnid[i][0].ix() == j,
        (Target::Tendon(t), TrnType::Tendon) => m.actuator_trnid[i][0].ix() == t,
        _ => false,
    })
}

fn gear_squared(m: &Model, actuator: usize) -> f64 {
    let gear = m.actuator_gear[m.actuator_outadr[actuator].ix()][0];
    gear * gear
}

/// Armature from actuators.
#[inline]
#[doc(alias = "mj_actuatorArmature")]
pub fn actuator_armature(m: &Model, target: Target) -> f64 {
    if contributor(m, target) == -1 { 0.0 } else { lent_armature(m, target) }
}

#[inline(never)]
fn lent_armature(m: &Model, target: Target) -> f64 {
    contributors(m, target).map(|i| m.actuator_armature[i] * gear_squared(m, i)).sum()
}

/// Damping from actuators: the linear coefficient and those of higher order.
#[inline]
#[doc(alias = "mj_actuatorDamping")]
pub fn actuator_damping(m: &Model, target: Target) -> (f64, [f64; 2]) {
    if contributor(m, target) == -1 { (0.0, [0.0; 2]) } else { lent_damping(m, target) }
}

#[inline(never)]
fn lent_damping(m: &Model, target: Target) -> (f64, [f64; 2]) {
    contributors(m, target).fold((0.0, [0.0; 2]), |(linear, poly), i| {
        let (g, p) = (gear_squared(m, i), m.actuator_dampingpoly[i]);
        (linear + m.actuator_damping[i] * g, [poly[0] + p[0] * g, poly[1] + p[1] * g])
    })
}
