//! Trees that start asleep.

use super::{AWAKE, sleep, update_sleep};
use crate::model::{Enable, SleepPolicy};
use crate::{Data, Model, constraint, step};

/// Puts trees of the policy `init` to sleep in the initial state; returns how many of them had to start awake.
///
/// Trees that touch or are otherwise tied to one that does not start asleep cannot sleep. While sleeping is switched
/// on, what never moves is computed here once.
pub(crate) fn init(m: &Model, d: &mut Data) -> usize {
    d.tree_asleep.fill(AWAKE);
    update_sleep(m, d);
    if !m.opt.enabled(Enable::Sleep) {
        return 0;
    }
    d.resting.fit(m);
    let starts_asleep = |tree: usize| m.tree_sleep_policy[tree] == SleepPolicy::Init as i32;
    let wanted = (0..m.ntree).filter(|&tree| starts_asleep(tree)).count();
    if wanted == 0 {
        step::fwd_kinematics(m, d);
        return 0;
    }

    // where everything would go, then the marked trees to sleep before they do; an error shows again in the first step
    let _ = step::forward(m, d);
    for tree in 0..m.ntree {
        d.tree_asleep[tree] = if starts_asleep(tree) { -1 } else { AWAKE };
    }
    sleep(m, d);
    let mut failed = 0;
    for tree in (0..m.ntree).filter(|&tree| starts_asleep(tree)) {
        if d.tree_asleep[tree] < 0 {
            d.tree_asleep[tree] = AWAKE;
            failed += 1;
        }
    }
    d.qacc_smooth.fill(0.0);
    d.qfrc_smooth.fill(0.0);
    constraint::clear(m, d);
    update_sleep(m, d);
    failed
}
