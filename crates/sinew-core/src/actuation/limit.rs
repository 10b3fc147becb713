//! Limits of actuator forces: of each actuator, and of all that drive one tendon or joint.

use super::servo::clip;
use crate::math::Vec3;
use crate::model::{GainType, TrnType};
use crate::scratch::Frame;
use crate::{Data, Id, Model};

/// Scales the forces of actuators that together pull a tendon out of its force range.
pub(super) fn limit_tendons(m: &Model, d: &mut Data, mut s: Frame<'_>) {
    if !m.tendon_actfrclimited.contains(&true) {
        return;
    }
    let limited = |i: usize| {
        let driven = TrnType::of(m.actuator_trntype[i]) == TrnType::Tendon;
        driven.then(|| m.actuator_trnid[i][0].ix()).filter(|&t| m.tendon_actfrclimited[t])
    };
    let total = s.reals(m.ntendon);
    for i in 0..m.nactuator {
        if let Some(t) = limited(i) {
            total[t] += d.actuator_force[m.actuator_outadr[i].ix()];
        }
    }
    for i in 0..m.nactuator {
        if let Some(t) = limited(i) {
            let [low, high] = m.tendon_actfrcrange[t];
            let bound = clip(total[t], low, high);
            if total[t] != 0.0 && bound != total[t] {
                d.actuator_force[m.actuator_outadr[i].ix()] *= bound / total[t];
            }
        }
    }
}

/// Clamps the forces of each actuator; the torque of an orientation servo keeps its direction.
pub(super) fn limit_actuators(m: &Model, d: &mut Data) {
    for i in 0..m.nactuator {
        limit_actuator(m, d, i);
    }
}

/// Clamps the forces of one actuator.
pub(super) fn limit_actuator(m: &Model, d: &mut Data, i: usize) {
    if !m.actuator_forcelimited[i] {
        return;
    }
    let [low, high] = m.actuator_forcerange[i];
    let out = m.actuator_outadr[i].ix();
    let force = &mut d.actuator_force[out..out + m.actuator_outnum[i].ix()];
    if GainType::of(m.actuator_gaintype[i]) == GainType::So3 {
        let norm = Vec3::from_slice(force).norm();
        if norm > high {
            for f in force {
                *f *= high / norm;
            }
        }
    } else {
        for f in force {
            *f = clip(*f, low, high);
        }
    }
}

/// Clamps the total force on each scalar joint.
pub(super) fn limit_joints(m: &Model, qfrc: &mut [f64]) {
    for j in (0..m.njnt).filter(|&j| m.jnt_actfrclimited[j]) {
        let [low, high] = m.jnt_actfrcrange[j];
        let force = &mut qfrc[m.jnt_dofadr[j].ix()];
        *force = clip(*force, low, high);
    }
}
