//! Sensors of contacts.

use std::cmp::Ordering;

use crate::collision::shape::Shape;
use crate::constraint;
use crate::data::Contact;
use crate::math::{MINVAL, Spatial, Vec3};
use crate::model::{ConDataField, GeomType, ObjType};
use crate::ray::{Ray, primitive};
use crate::scratch::Need;
use crate::{Data, Id, Model};

use super::Sensor;
use super::inside::inside_site;

/// Body on each side of a contact, if it is a geom's.
fn bodies(m: &Model, con: &Contact) -> [Option<usize>; 2] {
    con.geom.map(|geom| geom.opt().map(|geom| m.geom_bodyid[geom].ix()))
}

/// Force, then torque of a contact in its own frame.
fn contact_force(m: &Model, d: &Data, id: usize) -> Spatial {
    Spatial(constraint::contact_force(m, d, id))
}

/// Sum of the normal forces of contacts of the body of a site that lie within the site, or from which the normal, out of
/// the body, leads to it: soft contacts may leave the site at its back.
#[inline]
pub(super) fn touch(m: &Model, d: &Data, site: usize) -> f64 {
    // the geoms of a body follow one another; an id below zero is larger than any
    let geoms = m.body_geoms(m.site_bodyid[site].ix());
    let of_body = |geom: i32| (geom as usize).wrapping_sub(geoms.start) < geoms.len();
    let mut sum = 0.0;
    for (id, con) in d.contact.iter().enumerate() {
        let second = of_body(con.geom[1]);
        if (second || of_body(con.geom[0])) && con.efc_address >= 0 {
            sum += touching_force(m, d, site, id, if second { -1.0 } else { 1.0 });
        }
    }
    sum
}

/// Normal force of a contact if it meets a site, else zero; `sign` turns its normal out of the body of the site.
fn touching_force(m: &Model, d: &Data, site: usize, id: usize, sign: f64) -> f64 {
    let con = &d.contact[id];
    let normal = contact_force(m, d, id)[0];
    let ray = Ray { point: con.pos, direction: con.frame.row(0) * sign };
    if normal > 0.0 && meets_site(m, d, site, &ray) { normal } else { 0.0 }
}

/// True if a ray meets a site, from outside or inside; of a site with a mesh, if it starts within.
fn meets_site(m: &Model, d: &Data, site: usize, ray: &Ray) -> bool {
    let shape = Shape { pos: d.site_xpos[site], mat: &d.site_xmat[site], size: m.site_size[site] };
    match GeomType::of(m.site_type[site]) {
        GeomType::Sphere => primitive::sphere(&shape, ray).is_some(),
        GeomType::Capsule => primitive::capsule(&shape, ray).is_some(),
        GeomType::Ellipsoid => primitive::ellipsoid(&shape, ray).is_some(),
        GeomType::Cylinder => primitive::cylinder(&shape, ray).is_some(),
        GeomType::Box => primitive::cuboid(&shape, ray).is_some(),
        _ => inside_site(m, d, site, ray.point),
    }
}

/// How several contacts become the few that a sensor has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduce {
    /// the first ones
    None,
    /// the deepest
    MinDist,
    /// those with the largest force
    MaxForce,
    /// one with the net force
    NetForce,
}

/// Data of the contacts that involve certain objects, for as many contacts as the sensor has room.
///
/// Normals point from the first object to the second; a contact that is listed the other way round is turned about its
/// second tangent. MuJoCo manual, *XML reference: sensor/contact*.
pub(super) fn contacts(m: &Model, d: &mut Data, s: Sensor, out: &mut [f64]) {
    out.fill(0.0);
    let [fields, reduce, _] = m.sensor_intprm[s.id];
    let size = slot_size(fields);
    if size == 0 || size > out.len() {
        return;
    }
    let reduce = match reduce {
        1 => Reduce::MinDist,
        2 => Reduce::MaxForce,
        3 => Reduce::NetForce,
        _ => Reduce::None,
    };

    // matching contacts: number, flipped or not
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut frame = scratch.frame(Need::ints(d.ncon));
    let found = frame.ints(d.ncon);
    let mut count = 0;
    for (id, con) in d.contact.iter().enumerate() {
        if let Some(flip) = matches(m, d, con, s) {
            found[count] = (2 * id + usize::from(flip)) as i32;
            count += 1;
        }
    }
    let found = &mut found[..count];

    match reduce {
        Reduce::NetForce => net_force(m, d, fields, found, out),
        Reduce::MinDist => sort(found, |id| d.contact[id].dist),
        Reduce::MaxForce => sort(found, |id| -squared_force(m, d, id)),
        Reduce::None => {}
    }
    if reduce != Reduce::NetForce {
        for (slot, &key) in out.chunks_exact_mut(size).zip(found.iter()) {
            write_contact(m, d, fields, key.ix() / 2, key % 2 == 1, count, slot);
        }
    }
    d.scratch = scratch;
}

fn squared_force(m: &Model, d: &Data, id: usize) -> f64 {
    let force = contact_force(m, d, id).rotational();
    force.dot(force)
}

/// Sorts contacts by a criterion, then by number.
fn sort(found: &mut [i32], criterion: impl Fn(usize) -> f64) {
    found.sort_unstable_by(|&a, &b| {
        let (x, y) = (criterion(a.ix() / 2), criterion(b.ix() / 2));
        x.partial_cmp(&y).unwrap_or(Ordering::Equal).then(a.cmp(&b))
    });
}

/// Fields that are asked for, in order.
fn wanted(fields: i32) -> impl Iterator<Item = ConDataField> {
    ConDataField::ALL.iter().copied().filter(move |&field| fields & (1 << field as i32) != 0)
}

/// Numbers for each contact.
fn slot_size(fields: i32) -> usize {
    let size = |field| if matches!(field, ConDataField::Found | ConDataField::Dist) { 1 } else { 3 };
    wanted(fields).map(size).sum()
}

/// Whether a contact is of the objects of a sensor, and whether its normal then has to be turned round.
fn matches(m: &Model, d: &Data, con: &Contact, s: Sensor) -> Option<bool> {
    let reference = s.reference.unwrap_or(0);
    let (first, second) = (s.objtype != ObjType::Unknown, s.reftype != ObjType::Unknown);
    if s.objtype == ObjType::Site && !inside_site(m, d, s.obj, con.pos) {
        return None;
    }
    let body = bodies(m, con);
    let is = |side: usize, kind: ObjType, id: usize| match kind {
        ObjType::Unknown | ObjType::Site => true,
        ObjType::Geom => con.geom[side].opt() == Some(id),
        ObjType::Body => body[side] == Some(id),
        ObjType::Xbody => body[side].is_some_and(|b| in_subtree(m, b, id)),
        _ => false,
    };
    let one = [is(0, s.objtype, s.obj), is(1, s.objtype, s.obj)];
    let two = [is(0, s.reftype, reference), is(1, s.reftype, reference)];
    if one == [false; 2] || two == [false; 2] {
        return None;
    }
    match (first, second) {
        (true, true) if one[0] && two[1] => Some(false),
        (true, true) if one[1] && two[0] => Some(true),
        (true, true) => None,
        (true, false) => Some(!one[0]),
        (false, true) => Some(!two[1]),
        (false, false) => Some(false),
    }
}

/// True if a body is another one or descends from it.
pub(super) fn in_subtree(m: &Model, mut body: usize, root: usize) -> bool {
    while body > root {
        body = m.body_parentid[body].ix();
    }
    body == root
}

/// Writes the data of one contact.
fn write_contact(m: &Model, d: &Data, fields: i32, id: usize, flip: bool, count: usize, out: &mut [f64]) {
    let con = &d.contact[id];
    let sign = if flip { -1.0 } else { 1.0 };
    // turned about the second tangent, an opposite wrench only changes sign there
    let turned = |v: Vec3| Vec3::new(v[0], v[1], sign * v[2]);
    let mut at = 0;
    let mut put = |values: &[f64]| {
        out[at..at + values.len()].copy_from_slice(values);
        at += values.len();
    };
    for field in wanted(fields) {
        match field {
            ConDataField::Found => put(&[count as f64]),
            ConDataField::Force => put(&turned(contact_force(m, d, id).rotational()).0),
            ConDataField::Torque => put(&turned(contact_force(m, d, id).linear()).0),
            ConDataField::Dist => put(&[con.dist]),
            ConDataField::Pos => put(&con.pos.0),
            ConDataField::Normal => put(&(con.frame.row(0) * sign).0),
            ConDataField::Tangent => put(&(con.frame.row(1) * sign).0),
            ConDataField::Linvel => put(&turned(con.frame.mul_vec(relative_velocity(m, d, con).linear())).0),
            ConDataField::Angvel => put(&turned(con.frame.mul_vec(relative_velocity(m, d, con).rotational())).0),
        }
    }
}

/// Velocity of the second body of a contact relative to the first, at the contact.
fn relative_velocity(m: &Model, d: &Data, con: &Contact) -> Spatial {
    let [first, second] = bodies(m, con)
        .map(|body| body.map_or(Spatial::ZERO, |b| d.cvel[b].motion_at(con.pos, d.subtree_com[m.body_rootid[b].ix()])));
    second - first
}

/// Writes one contact that stands for all: the net wrench at the centre of their forces, in world axes.
fn net_force(m: &Model, d: &Data, fields: i32, found: &[i32], out: &mut [f64]) {
    if found.is_empty() {
        return;
    }
    let each = || {
        found.iter().map(|&key| {
            let con = &d.contact[key.ix() / 2];
            let sign = if key % 2 == 1 { -1.0 } else { 1.0 };
            (con, contact_force(m, d, key.ix() / 2) * sign)
        })
    };
    let (mut point, mut total) = (Vec3::ZERO, 0.0);
    for (con, wrench) in each() {
        let weight = wrench.rotational().norm();
        point = point.add_scaled(con.pos, weight);
        total += weight;
    }
    point *= 1.0 / f64::max(total, MINVAL);

    let (mut force, mut torque) = (Vec3::ZERO, Vec3::ZERO);
    for (con, wrench) in each() {
        let pull = con.frame.mul_t_vec(wrench.rotational());
        force += pull;
        torque += con.frame.mul_t_vec(wrench.linear());
        torque += (con.pos - point).cross(pull);
    }
    let mut at = 0;
    let mut put = |values: &[f64]| {
        out[at..at + values.len()].copy_from_slice(values);
        at += values.len();
    };
    for field in wanted(fields) {
        match field {
            ConDataField::Found => put(&[found.len() as f64]),
            ConDataField::Force => put(&force.0),
            ConDataField::Torque => put(&torque.0),
            ConDataField::Dist => put(&[0.0]),
            ConDataField::Pos => put(&point.0),
            ConDataField::Normal => put(&Vec3::X.0),
            ConDataField::Tangent => put(&Vec3::Y.0),
            ConDataField::Linvel | ConDataField::Angvel => put(&[0.0; 3]),
        }
    }
}
