//! Whether tendons and actuators are awake.

use super::filtering;
use crate::model::{SleepState, TrnType};
use crate::{Data, Id, Model};

/// Whether a tendon is awake: it is if one of its trees is, and static without trees.
#[doc(alias = "mj_sleepState")]
pub fn tendon_state(m: &Model, d: &Data, tendon: usize) -> SleepState {
    let trees = m.tendon_treenum[tendon];
    let awake = |k: usize| d.tree_awake[m.tendon_treeid[tendon][k].ix()] != 0;
    match trees {
        0 => SleepState::Static,
        1 | 2 if !(0..trees.ix()).any(awake) => SleepState::Asleep,
        _ => SleepState::Awake,
    }
}

/// Whether what an actuator drives is awake.
#[doc(alias = "mj_sleepState")]
pub fn actuator_state(m: &Model, d: &Data, actuator: usize) -> SleepState {
    let [id, other] = m.actuator_trnid[actuator];
    let body = |b: i32| SleepState::of(d.body_awake[b.ix()]);
    let joint = |j: i32| body(m.jnt_bodyid[j.ix()]);
    let site = |s: i32| body(m.site_bodyid[s.ix()]);
    match TrnType::of(m.actuator_trntype[actuator]) {
        TrnType::Joint | TrnType::JointInParent => joint(id),
        TrnType::So3 if other < 0 => joint(id),
        TrnType::So3 | TrnType::SliderCrank => {
            let awake = [id, other].iter().any(|&s| site(s) == SleepState::Awake);
            if awake { SleepState::Awake } else { SleepState::Asleep }
        }
        TrnType::Tendon => tendon_state(m, d, id.ix()),
        TrnType::Site => site(id),
        TrnType::Body => body(id),
        TrnType::Undefined => SleepState::Awake,
    }
}

/// True if what an actuator drives is asleep.
#[inline]
pub fn actuator_asleep(m: &Model, d: &Data, actuator: usize) -> bool {
    filtering(m, d) && actuator_state(m, d, actuator) == SleepState::Asleep
}
