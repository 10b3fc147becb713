//! Forces on bodies from outside: those applied by the user, by contacts, by equality constraints and by tendons.

use crate::constraint::contact_force;
use crate::math::{Quat, Spatial, Vec3};
use crate::model::{EqType, ObjType, TendonType};
use crate::{Data, Id, Model, taken};

use super::tendon::{path_forces, tendon_force};

/// Collects `cfrc_ext`, each force moved to the centre of mass of its tree.
///
/// Reads `xfrc_applied`, `contact`, `efc_force`, body and site frames. Writes `cfrc_ext`.
pub(super) fn external_forces(m: &Model, d: &mut Data) {
    let mut cfrc_ext = taken::take(&mut d.cfrc_ext);
    cfrc_ext.fill(Spatial::ZERO);
    let mut add = |body: usize, at: Vec3, wrench: Spatial| {
        if body > 0 {
            cfrc_ext[body] += wrench.force_at(d.subtree_com[m.body_rootid[body].ix()], at);
        }
    };

    // user: force first, torque second, at the centre of mass of the body
    for b in 1..m.nbody {
        let applied = d.xfrc_applied[b];
        if !applied.is_zero() {
            add(b, d.xipos[b], Spatial::new(applied.linear(), applied.rotational()));
        }
    }

    // contacts between geoms: on the second body, and against the first
    for (id, con) in d.contact.iter().enumerate() {
        if con.efc_address < 0 || con.geom[0] < 0 || con.geom[1] < 0 {
            continue;
        }
        let local = contact_force(m, d, id);
        let [force, torque] = [&local[..], &local[3..]].map(|v| con.frame.mul_t_vec(Vec3::from_slice(v)));
        let wrench = Spatial::new(torque, force);
        add(m.geom_bodyid[con.geom[0].ix()].ix(), con.pos, -wrench);
        add(m.geom_bodyid[con.geom[1].ix()].ix(), con.pos, wrench);
    }

    // equality constraints that act at points
    let mut row = 0;
    while row < d.ne {
        let id = d.efc_id[row].ix();
        let kind = EqType::of(m.eq_type[id]);
        if matches!(kind, EqType::Connect | EqType::Weld) {
            let [(body1, pos1), (body2, pos2)] = anchors(m, d, id);
            let force = Vec3::from_slice(&d.efc_force[row..]);
            let torque = if kind == EqType::Weld {
                weld_torque(m, d, id, Vec3::from_slice(&d.efc_force[row + 3..]))
            } else {
                Vec3::ZERO
            };
            let wrench = Spatial::new(torque, force);
            add(body1, pos1, wrench);
            add(body2, pos2, -wrench);
        }
        // on to the next constraint
        while row < d.ne && d.efc_id[row].ix() == id {
            row += 1;
        }
    }

    // spatial tendons pull at the points of their paths
    for t in 0..m.ntendon {
        if TendonType::of(m.tendon_type[t]) == TendonType::Spatial {
            let force = tendon_force(m, d, t);
            if force != 0.0 {
                path_forces(m, d, t, force, &mut add);
            }
        }
    }
    d.cfrc_ext = taken::back(cfrc_ext);
}

/// Bodies and points that a connect or weld constraint holds together.
fn anchors(m: &Model, d: &Data, id: usize) -> [(usize, Vec3); 2] {
    let objects = [m.eq_obj1id[id].ix(), m.eq_obj2id[id].ix()];
    if ObjType::of(m.eq_objtype[id]) != ObjType::Body {
        return objects.map(|site| (m.site_bodyid[site].ix(), d.site_xpos[site]));
    }
    // a connect stores the anchor in the first body first, a weld that in the second
    let data = &m.eq_data[id];
    let (mut local1, mut local2) = (Vec3::from_slice(data), Vec3::from_slice(&data[3..]));
    if EqType::of(m.eq_type[id]) == EqType::Weld {
        std::mem::swap(&mut local1, &mut local2);
    }
    let point = |body: usize, local: Vec3| (body, d.xmat[body].mul_vec(local) + d.xpos[body]);
    [point(objects[0], local1), point(objects[1], local2)]
}

/// Torque in the world frame of the rotational rows of a weld.
///
/// The rows measure `½ s · vec(q̄₂ ω q₁ r)` of the relative angular velocity `ω`; the torque is the transpose of that
/// map, applied to the forces of the rows.
fn weld_torque(m: &Model, d: &Data, id: usize, force: Vec3) -> Vec3 {
    let objects = [m.eq_obj1id[id].ix(), m.eq_obj2id[id].ix()];
    let data = &m.eq_data[id];
    let (first, second) = if ObjType::of(m.eq_objtype[id]) == ObjType::Body {
        (d.xquat[objects[0]] * Quat::from_slice(&data[6..]), d.xquat[objects[1]])
    } else {
        let turned = |site: usize| d.xquat[m.site_bodyid[site].ix()] * m.site_quat[site];
        (turned(objects[0]), turned(objects[1]))
    };
    let scale = 0.5 * data[10];
    let along = |axis: Vec3| {
        let q = second.conjugate() * Quat::new(0.0, axis[0], axis[1], axis[2]) * first;
        scale * Vec3::new(q[1], q[2], q[3]).dot(force)
    };
    Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z))
}
