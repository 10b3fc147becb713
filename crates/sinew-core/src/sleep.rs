//! Which trees, bodies and dofs are awake.

use crate::model::SleepState;
use crate::{Data, Id, Model};

/// Lists of what is awake, from `tree_asleep`.
///
/// A tree is awake while its entry is negative, and its bodies and dofs with it. Bodies of no tree are static, except
/// those carried by a mocap body, which are always awake.
///
/// Reads `tree_asleep`. Writes `tree_awake`, `body_awake`, `body_awake_ind`, `parent_awake_ind`, `dof_awake_ind` and
/// their counts. O(nbody + nv), allocates nothing. MuJoCo manual, *Simulation: Sleeping islands*.
#[doc(alias = "mj_updateSleep")]
pub fn update_sleep(m: &Model, d: &mut Data) {
    d.ntree_awake = 0;
    for t in 0..m.ntree {
        let awake = d.tree_asleep[t] < 0;
        d.tree_awake[t] = awake.into();
        d.ntree_awake += usize::from(awake);
    }

    (d.nbody_awake, d.nparent_awake) = (0, 0);
    for b in 0..m.nbody {
        let state = match m.body_treeid[b].opt() {
            Some(tree) if d.tree_awake[tree] == 0 => SleepState::Asleep,
            None if m.body_mocapid[m.body_rootid[b].ix()] < 0 => SleepState::Static,
            _ => SleepState::Awake,
        };
        d.body_awake[b] = state.into();
        if state != SleepState::Asleep {
            d.body_awake_ind[d.nbody_awake] = b as i32;
            d.nbody_awake += 1;
        }
        if b > 0 && d.body_awake[m.body_parentid[b].ix()] != SleepState::Asleep as i32 {
            d.parent_awake_ind[d.nparent_awake] = b as i32;
            d.nparent_awake += 1;
        }
    }

    d.nv_awake = 0;
    for i in 0..m.nv {
        let body = m.dof_bodyid[i].ix();
        if m.body_treeid[body] >= 0 && d.body_awake[body] == SleepState::Awake as i32 {
            d.dof_awake_ind[d.nv_awake] = i as i32;
            d.nv_awake += 1;
        }
    }
}
