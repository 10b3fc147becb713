//! Constants that do not depend on a pose: subtree masses, flags, trees and their sleep policy.

use super::ConstError;
use crate::model::{Model, SleepPolicy, TrnType, WrapType};
use crate::table::Id;

/// Sets everything that follows from the tree alone.
pub(super) fn set_fixed(m: &mut Model) -> Result<(), ConstError> {
    set_subtree_mass(m);

    // flags of features in use
    m.ngravcomp = m.body_gravcomp.iter().filter(|&&g| g > 0.0).count();
    m.flg_gravcomp = m.ngravcomp > 0;
    m.flg_surfacevel = m.geom_surfacevel.iter().flatten().any(|&v| v != 0.0);
    m.flg_adhesion = m.geom_adhesion.iter().chain(&m.pair_adhesion[..]).any(|&a| a != 0.0);

    m.make_tendon_sparse();
    set_actuator_ids(m);
    set_trees(m);
    set_tendon_trees(m);
    set_sleep_policy(m)
}

/// Sets `body_subtreemass`.
pub(super) fn set_subtree_mass(m: &mut Model) {
    m.body_subtreemass.copy_from_slice(&m.body_mass);
    for b in (1..m.nbody).rev() {
        m.body_subtreemass[m.body_parentid[b].ix()] += m.body_subtreemass[b];
    }
}

/// The actuator that lends damping or armature to a joint or tendon: -1 for none, -2 for several.
fn set_actuator_ids(m: &mut Model) {
    m.jnt_actuatorid.fill(-1);
    m.tendon_actuatorid.fill(-1);
    for a in 0..m.nactuator {
        let lends =
            m.actuator_damping[a] != 0.0 || m.actuator_dampingpoly[a] != [0.0; 2] || m.actuator_armature[a] != 0.0;
        let slot = match TrnType::of(m.actuator_trntype[a]) {
            TrnType::Joint | TrnType::JointInParent => &mut m.jnt_actuatorid[m.actuator_trnid[a][0].ix()],
            TrnType::Tendon => &mut m.tendon_actuatorid[m.actuator_trnid[a][0].ix()],
            _ => continue,
        };
        if lends {
            *slot = if *slot == -1 { a as i32 } else { -2 };
        }
    }
}

/// Bodies and dofs of each kinematic tree.
fn set_trees(m: &mut Model) {
    for b in 0..m.nbody {
        let weld = m.body_weldid[b].ix();
        m.body_treeid[b] = if m.body_dofnum[weld] > 0 { m.dof_treeid[m.body_dofadr[weld].ix()] } else { -1 };
    }
    m.tree_bodynum.fill(0);
    m.tree_dofnum.fill(0);
    for b in 1..m.nbody {
        if let Some(t) = m.body_treeid[b].opt() {
            if m.tree_bodynum[t] == 0 {
                m.tree_bodyadr[t] = b as i32;
            }
            m.tree_bodynum[t] += 1;
        }
    }
    for i in 0..m.nv {
        let t = m.dof_treeid[i].ix();
        if m.tree_dofnum[t] == 0 {
            m.tree_dofadr[t] = i as i32;
        }
        m.tree_dofnum[t] += 1;
    }
}

/// Tree of an object on a tendon's path.
fn wrap_tree(m: &Model, wrap: usize) -> Option<usize> {
    let object = m.wrap_objid[wrap];
    let body = match WrapType::of(m.wrap_type[wrap]) {
        WrapType::Joint => m.jnt_bodyid[object.ix()],
        WrapType::Site => m.site_bodyid[object.ix()],
        WrapType::Sphere | WrapType::Cylinder => m.geom_bodyid[object.ix()],
        WrapType::None | WrapType::Pulley => return None,
    };
    m.body_treeid[body.ix()].opt()
}

/// Trees along a tendon, each once, in the order of the path.
fn tendon_trees(m: &Model, tendon: usize) -> Vec<usize> {
    let start = m.tendon_adr[tendon].ix();
    let mut trees = Vec::new();
    for tree in (start..start + m.tendon_num[tendon].ix()).filter_map(|w| wrap_tree(m, w)) {
        if !trees.contains(&tree) {
            trees.push(tree);
        }
    }
    trees
}

/// Number of trees along each tendon, and the first two.
fn set_tendon_trees(m: &mut Model) {
    for t in 0..m.ntendon {
        let trees = tendon_trees(m, t);
        m.tendon_treenum[t] = trees.len() as i32;
        m.tendon_treeid[t] = std::array::from_fn(|k| trees.get(k).map_or(-1, |&tree| tree as i32));
    }
}

/// Decides which trees may sleep where the model leaves it open: not those that are actuated, nor those that a spring or
/// damper ties to another.
fn set_sleep_policy(m: &mut Model) -> Result<(), ConstError> {
    let (auto, never, allowed) =
        (SleepPolicy::Auto as i32, SleepPolicy::AutoNever as i32, SleepPolicy::AutoAllowed as i32);
    for policy in &mut m.tree_sleep_policy {
        if *policy == never || *policy == allowed {
            *policy = auto;
        }
    }

    // actuated trees stay awake
    for a in 0..m.nactuator {
        for tree in actuated_trees(m, a) {
            if m.tree_sleep_policy[tree] == auto {
                m.tree_sleep_policy[tree] = never;
            }
        }
    }

    // so do trees that a tendon with a spring or damper ties together
    for t in 0..m.ntendon {
        let trees = tendon_trees(m, t);
        let limp = m.tendon_stiffness[t] == 0.0
            && m.tendon_stiffnesspoly[t] == [0.0; 2]
            && m.tendon_damping[t] == 0.0
            && m.tendon_dampingpoly[t] == [0.0; 2]
            && m.tendon_actuatorid[t] == -1;
        if trees.len() < 2 || (trees.len() == 2 && limp) {
            continue;
        }
        for tree in trees {
            let policy = &mut m.tree_sleep_policy[tree];
            if *policy == auto {
                *policy = never;
            } else if *policy == SleepPolicy::Allowed as i32 || *policy == SleepPolicy::Init as i32 {
                return Err(ConstError::Sleep { tree, tendon: t });
            }
        }
    }

    for policy in &mut m.tree_sleep_policy {
        if *policy == auto {
            *policy = allowed;
        }
    }
    Ok(())
}

/// Trees that an actuator acts on.
fn actuated_trees(m: &Model, actuator: usize) -> Vec<usize> {
    let [id, second] = m.actuator_trnid[actuator];
    let body = match TrnType::of(m.actuator_trntype[actuator]) {
        TrnType::Joint | TrnType::JointInParent => m.jnt_bodyid[id.ix()],
        TrnType::So3 if second < 0 => m.jnt_bodyid[id.ix()],
        TrnType::So3 | TrnType::Site | TrnType::SliderCrank => m.site_bodyid[id.ix()],
        TrnType::Body => id,
        TrnType::Tendon => return tendon_trees(m, id.ix()),
        TrnType::Undefined => return Vec::new(),
    };
    m.body_treeid[body.ix()].opt().into_iter().collect()
}
