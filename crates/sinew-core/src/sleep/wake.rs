//! What wakes a sleeping island: a user's change, a contact, a tendon or an equality with something awake.
//!
//! Sleeping trees of one island point to one another in a cycle through `tree_asleep`, so waking one wakes all.

use super::{AWAKE, can_sleep};
use crate::model::{Enable, EqType, SleepState};
use crate::{Data, Id, Model};

/// Wakes the cycle of a sleeping tree, or keeps an awake one awake for longer; returns how many woke up.
fn wake_island(tree_asleep: &mut [i32], tree: usize, value: i32) -> usize {
    if tree_asleep[tree] < 0 {
        tree_asleep[tree] = tree_asleep[tree].min(value);
        return 0;
    }
    let (mut at, mut woke) = (tree, 0);
    // a broken cycle ends at an awake tree
    while let Some(next) = tree_asleep[at].opt() {
        tree_asleep[at] = value;
        woke += 1;
        at = next;
    }
    woke
}

/// First tree of the cycle that a sleeping tree belongs to.
#[doc(alias = "mj_sleepCycle")]
fn cycle(tree_asleep: &[i32], tree: usize) -> usize {
    let (mut at, mut first) = (tree, tree);
    for _ in 0..tree_asleep.len() {
        match tree_asleep[at].opt() {
            Some(next) if next != tree && next < tree_asleep.len() => at = next,
            _ => break,
        }
        first = first.min(at);
    }
    first
}

/// Wakes trees that the user has touched: their position, velocity or applied forces changed.
#[doc(alias = "mj_wake")]
pub fn wake(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(Enable::Sleep) {
        // switched off while something slept
        let asleep = m.ntree - d.ntree_awake.min(m.ntree);
        if asleep > 0 {
            d.tree_asleep.fill(AWAKE);
        }
        return asleep;
    }
    let mut woke = 0;
    for tree in 0..m.ntree {
        // kinematics marks a tree awake when its position no longer fits
        if d.tree_asleep[tree] >= 0 && (d.tree_awake[tree] != 0 || !can_sleep(m, d, tree, 0.0)) {
            woke += wake_island(&mut d.tree_asleep, tree, AWAKE);
        }
    }
    woke
}

/// Wakes trees that something awake has touched.
#[doc(alias = "mj_wakeCollision")]
pub fn wake_collision(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(Enable::Sleep) {
        return 0;
    }
    let mut woke = 0;
    for contact in &d.contact {
        let bodies = contact.geom.map(|g| m.geom_bodyid[g.ix()].ix());
        let trees = bodies.map(|b| m.body_treeid[b].opt());
        let (sleeping, value) = match trees {
            [Some(a), Some(b)] if d.tree_awake[a] != d.tree_awake[b] => {
                let (asleep, awake) = if d.tree_awake[a] == 0 { (a, b) } else { (b, a) };
                (asleep, d.tree_asleep[awake])
            }
            // a mocap body is always awake
            [Some(tree), None] | [None, Some(tree)] if d.tree_awake[tree] == 0 => {
                let other = if trees[0].is_none() { bodies[0] } else { bodies[1] };
                if d.body_awake[other] != SleepState::Awake as i32 {
                    continue;
                }
                (tree, AWAKE)
            }
            _ => continue,
        };
        woke += wake_island(&mut d.tree_asleep, sleeping, value);
    }
    woke
}

/// Wakes trees that a tendon at its limit ties to something awake.
#[doc(alias = "mj_wakeTendon")]
pub fn wake_tendon(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(Enable::Sleep) {
        return 0;
    }
    let mut woke = 0;
    for tendon in 0..m.ntendon {
        let (length, [low, high]) = (d.ten_length[tendon], m.tendon_range[tendon]);
        let margin = m.tendon_margin[tendon];
        let at_limit = m.tendon_limited[tendon] && (length - low < margin || high - length < margin);
        if m.tendon_treenum[tendon] != 2 || !at_limit {
            continue;
        }
        let [a, b] = m.tendon_treeid[tendon].map(Id::ix);
        if d.tree_awake[a] != d.tree_awake[b] {
            let (asleep, awake) = if d.tree_awake[a] == 0 { (a, b) } else { (b, a) };
            let value = d.tree_asleep[awake];
            woke += wake_island(&mut d.tree_asleep, asleep, value);
        }
    }
    woke
}

/// Wakes trees that an active equality ties to something awake, or to another sleeping island.
#[doc(alias = "mj_wakeEquality")]
pub fn wake_equality(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(Enable::Sleep) {
        return 0;
    }
    let mut woke = 0;
    for id in 0..m.neq {
        if !d.eq_active[id] {
            continue;
        }
        let Some([body1, body2]) = bodies(m, id) else { continue };
        let (tree1, tree2) = (m.body_treeid[body1].opt(), m.body_treeid[body2].opt());
        let (state1, state2) = (d.body_awake[body1], d.body_awake[body2]);
        let is = |state: i32, what: SleepState| state == what as i32;
        if is(state1, SleepState::Static) || is(state2, SleepState::Static) || tree1 == tree2 {
            continue;
        }
        match (is(state1, SleepState::Asleep), is(state2, SleepState::Asleep), tree1, tree2) {
            (true, true, Some(a), Some(b)) if cycle(&d.tree_asleep, a) != cycle(&d.tree_asleep, b) => {
                woke += wake_island(&mut d.tree_asleep, a, AWAKE);
                woke += wake_island(&mut d.tree_asleep, b, AWAKE);
            }
            (true, false, Some(tree), _) | (false, true, _, Some(tree)) => {
                woke += wake_island(&mut d.tree_asleep, tree, AWAKE);
            }
            _ => {}
        }
    }
    woke
}

/// Bodies that an equality ties together, `None` if it is about a single one.
fn bodies(m: &Model, id: usize) -> Option<[usize; 2]> {
    let (a, b) = (m.eq_obj1id[id].opt()?, m.eq_obj2id[id].opt()?);
    match EqType::of(m.eq_type[id]) {
        EqType::Joint => Some([a, b].map(|joint| m.jnt_bodyid[joint].ix())),
        EqType::Connect | EqType::Weld | EqType::Distance => Some(m.eq_bodies(id)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waking_one_tree_wakes_its_whole_cycle() {
        let mut asleep = [2, -5, 3, 0];
        assert_eq!(wake_island(&mut asleep, 3, AWAKE), 3);
        assert_eq!(asleep, [AWAKE, -5, AWAKE, AWAKE]);
        // an awake tree only stays awake for longer
        assert_eq!(wake_island(&mut asleep, 1, AWAKE), 0);
        assert_eq!(asleep[1], AWAKE);
    }

    #[test]
    fn a_cycle_is_known_by_its_smallest_tree() {
        let asleep = [2, 1, 3, 0];
        assert_eq!([cycle(&asleep, 3), cycle(&asleep, 2), cycle(&asleep, 1)], [0, 0, 1]);
    }
}
