//! Which trees, bodies and dofs are awake.

use crate::model::{Enable, EqType, ObjType, SleepState};
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
            let site = m.eq_objtype[id] == ObjType::Site as i32;
            let bodies = objects.map(|obj| if site { m.site_bodyid[obj].ix() } else { obj });
            let mut moving = bodies.filter(|&body| m.body_treeid[body] >= 0).peekable();
            moving.peek().is_some() && moving.all(|body| body_asleep(m, d, body))
        }
    }
}
