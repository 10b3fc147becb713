//! Sleeping islands: trees at rest leave the pipeline until something wakes them.
//!
//! A tree that has been slower than the tolerance for some steps is ready; an island falls asleep when all its trees
//! are ready, and wakes as a whole. MuJoCo manual, *Simulation*: "Sleeping islands".

mod actuators;
mod init;
mod rest;
mod state;
mod visit;
mod wake;

pub(crate) use actuators::AwakeActuators;
pub(crate) use init::init;
pub use rest::Resting;
pub(crate) use rest::{remember, sphere_bounds, undisturbed};
pub use state::{actuator_asleep, actuator_state, sensor_state, sleep_state, tendon_state};
pub(crate) use visit::Awake;
pub use wake::{wake, wake_collision, wake_equality, wake_tendon};

use rest::untouched;

use crate::model::{Enable, EqType, SleepPolicy, SleepState};
use crate::{Data, Id, Model};

/// Steps that a tree must be slow before it may sleep.
#[doc(alias = "mjMINAWAKE")]
pub const MIN_AWAKE: i32 = 10;

/// `tree_asleep` of a tree that is fully awake.
pub const AWAKE: i32 = -(1 + MIN_AWAKE);

/// True if nothing keeps the tree awake: its policy, a user's force, or a speed above the tolerance. A tolerance of
/// zero asks for no speed at all.
fn can_sleep(m: &Model, d: &Data, tree: usize, tolerance: f64) -> bool {
    if matches!(SleepPolicy::of(m.tree_sleep_policy[tree]), SleepPolicy::Never | SleepPolicy::AutoNever) {
        return false;
    }
    let (bodies, mut dofs) = (m.tree_bodies(tree), m.tree_dofs(tree));
    untouched(bytemuck::cast_slice(&d.xfrc_applied[bodies]))
        && untouched(&d.qfrc_applied[dofs.clone()])
        && if tolerance > 0.0 {
            dofs.all(|i| m.dof_length[i] * d.qvel[i].abs() < tolerance)
        } else {
            untouched(&d.qvel[dofs])
        }
}

/// Counts how long trees have been slow and puts islands to sleep whose trees are all ready; returns how many trees
/// fell asleep.
///
/// Reads `qvel`, `qfrc_applied`, `xfrc_applied` and the islands. Writes `tree_asleep`, and zeros `qvel` and `qacc` of
/// what fell asleep.
#[doc(alias = "mj_sleep")]
pub fn sleep(m: &Model, d: &mut Data) -> usize {
    // without islands it is unknown what must sleep together
    if !m.opt.enabled(Enable::Sleep) || (d.nefc > 0 && d.nisland == 0) {
        return 0;
    }
    for tree in 0..m.ntree {
        if d.tree_asleep[tree] < 0 {
            let ready = can_sleep(m, d, tree, m.opt.sleep_tolerance);
            d.tree_asleep[tree] = if ready { (d.tree_asleep[tree] + 1).min(-1) } else { AWAKE };
        }
    }
    fall_asleep(m, d)
}

/// Puts to sleep every island whose trees are all ready, and every ready tree of no island.
pub(crate) fn fall_asleep(m: &Model, d: &mut Data) -> usize {
    let mut slept = 0;
    let mut in_islands = 0;
    for island in 0..d.nisland {
        let start = d.island_itreeadr[island].ix();
        let end = start + d.island_ntree[island].ix();
        in_islands = end;
        if d.map_itree2tree[start..end].iter().all(|tree| d.tree_asleep[tree.ix()] == -1) {
            for k in start..end {
                let next = if k + 1 < end { k + 1 } else { start };
                put_to_sleep(m, d, d.map_itree2tree[k].ix(), d.map_itree2tree[next]);
            }
            slept += end - start;
        }
    }
    for k in in_islands..m.ntree {
        let tree = if d.nisland > 0 { d.map_itree2tree[k].ix() } else { k };
        if d.tree_asleep[tree] == -1 {
            put_to_sleep(m, d, tree, tree as i32);
            slept += 1;
        }
    }
    slept
}

/// Makes a tree point to the next one of its cycle and stops it.
fn put_to_sleep(m: &Model, d: &mut Data, tree: usize, next: i32) {
    d.tree_asleep[tree] = next;
    remember(m, d, tree);
    let dofs = m.tree_dofs(tree);
    d.qvel[dofs.clone()].fill(0.0);
    d.qacc[dofs].fill(0.0);
}

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

/// True if sleeping is switched on and some tree is asleep.
#[inline]
pub fn filtering(m: &Model, d: &Data) -> bool {
    m.opt.enabled(Enable::Sleep) && d.ntree_awake < m.ntree
}

/// True if the body is asleep; static bodies never are.
#[inline]
pub fn body_asleep(m: &Model, d: &Data, body: usize) -> bool {
    filtering(m, d) && m.body_treeid[body].opt().is_some_and(|tree| d.tree_awake[tree] == 0)
}

/// True if the dof belongs to a sleeping tree.
#[inline]
pub fn dof_asleep(m: &Model, d: &Data, dof: usize) -> bool {
    filtering(m, d) && d.tree_awake[m.dof_treeid[dof].ix()] == 0
}

/// True if every tree along the tendon is asleep.
pub fn tendon_asleep(m: &Model, d: &Data, tendon: usize) -> bool {
    if !filtering(m, d) {
        return false;
    }
    let start = m.ten_J_rowadr[tendon].ix();
    let columns = &m.ten_J_colind[start..start + m.ten_J_rownnz[tendon].ix()];
    !columns.is_empty() && columns.iter().all(|dof| d.tree_awake[m.dof_treeid[dof.ix()].ix()] == 0)
}

/// True if everything that an equality constraint holds together is asleep or static.
pub fn equality_asleep(m: &Model, d: &Data, id: usize) -> bool {
    if !filtering(m, d) {
        return false;
    }
    let objects = [m.eq_obj1id[id], m.eq_obj2id[id]];
    let mut objects = objects.iter().filter_map(|obj| obj.opt());
    match EqType::of(m.eq_type[id]) {
        EqType::Joint => objects.all(|joint| dof_asleep(m, d, m.jnt_dofadr[joint].ix())),
        EqType::Tendon => objects.all(|tendon| tendon_asleep(m, d, tendon)),
        _ => {
            let mut moving = m.eq_bodies(id).into_iter().filter(|&body| m.body_treeid[body] >= 0).peekable();
            moving.peek().is_some() && moving.all(|body| body_asleep(m, d, body))
        }
    }
}
