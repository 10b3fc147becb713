//! What a page sees of a simulation at one moment.

use sinew::math::{Mat3, Vec3};
use sinew::{Data, Id, Model, ObjType, constraint, support};

use crate::wire::{Section, Writer};

/// The parts of a frame that follow from the model and its data.
pub fn write_data(w: &mut Writer, m: &Model, d: &Data) {
    w.f32s(Section::BodyPos, Flat::new(m.nbody * 3, d.xpos.iter().flat_map(|v| v.0)));
    w.f32s(Section::BodyQuat, Flat::new(m.nbody * 4, d.xquat.iter().flat_map(|q| q.0)));
    w.f32s(Section::Camera, Flat::new(m.ncam * 12, d.cam_xpos.iter().zip(&d.cam_xmat).flat_map(|(p, r)| join(*p, r))));
    let lights = d.light_xpos.iter().zip(&d.light_xdir);
    w.f32s(Section::Light, Flat::new(m.nlight * 6, lights.flat_map(|(p, v)| p.0.into_iter().chain(v.0))));
    w.f64s(Section::Qpos, &d.qpos);
    w.f64s(Section::Qvel, &d.qvel);
    w.f64s(Section::Ctrl, &d.ctrl);
    w.f64s(Section::Act, &d.act);
    w.f64s(Section::Sensor, &d.sensordata);
    w.f64s(Section::ActuatorForce, &d.actuator_force);
    w.f64s(Section::TendonLength, &d.ten_length);
    let joints = d.xanchor.iter().zip(&d.xaxis);
    w.f32s(Section::Joint, Flat::new(m.njnt * 6, joints.flat_map(|(p, v)| p.0.into_iter().chain(v.0))));
    w.f32s(Section::SubtreeCom, Flat::new(m.nbody * 3, d.subtree_com.iter().flat_map(|v| v.0)));
    let active: Vec<i32> = d.eq_active.iter().map(|&on| i32::from(on)).collect();
    w.i32s(Section::Equality, &active);
    write_contacts(w, m, d);
    write_tendons(w, m, d);
    write_bodies(w, m, d);
}

/// Contacts and their forces.
fn write_contacts(w: &mut Writer, m: &Model, d: &Data) {
    if w.wants(Section::Contact) {
        // a step that failed may have left contacts without forces
        let solved = d.efc_force.len() == d.nefc && d.efc_type.len() == d.nefc;
        let rows = d.contact.iter().enumerate().flat_map(|(i, c)| {
            let force = if solved { constraint::contact_force(m, d, i) } else { [0.0; 6] };
            join(c.pos, &c.frame).chain([c.dist]).chain(force)
        });
        w.f32s(Section::Contact, Flat::new(d.contact.len() * 19, rows));
        let ids: Vec<i32> = d.contact.iter().flat_map(|c| [c.geom[0], c.geom[1], c.exclude]).collect();
        w.i32s(Section::ContactGeom, &ids);
    }
}

/// Paths of the spatial tendons.
fn write_tendons(w: &mut Writer, m: &Model, d: &Data) {
    if w.wants(Section::Tendon) {
        let spans: Vec<i32> = (0..m.ntendon).flat_map(|t| [d.ten_wrapadr[t], d.ten_wrapnum[t]]).collect();
        let points = (0..m.ntendon).map(|t| (d.ten_wrapadr[t] + d.ten_wrapnum[t]).ix()).max().unwrap_or(0);
        w.i32s(Section::Tendon, &spans);
        w.f32s(Section::WrapPos, Flat::new(points * 3, d.wrap_xpos.iter().flatten().copied()));
        let on: Vec<i32> = d.wrap_obj.iter().flatten().copied().take(points).collect();
        w.i32s(Section::WrapObj, &on);
    }
}

/// Velocities of the bodies, their islands, and which sleep.
fn write_bodies(w: &mut Writer, m: &Model, d: &Data) {
    if w.wants(Section::Velocity) {
        let velocity = |b| support::object_velocity(m, d, ObjType::Body, b, false).map_or([0.0; 6], |v| v.0);
        w.f32s(Section::Velocity, Flat::new(m.nbody * 6, (0..m.nbody).flat_map(velocity)));
    }
    if w.wants(Section::BodyState) {
        let island = |b: usize| m.body_treeid[b].opt().and_then(|t| d.tree_island.get(t)).copied().unwrap_or(-1);
        let state: Vec<i32> = (0..m.nbody).flat_map(|b| [island(b), d.body_awake[b]]).collect();
        w.i32s(Section::BodyState, &state);
    }
}

fn join(pos: Vec3, mat: &Mat3) -> impl Iterator<Item = f64> + use<> {
    pos.0.into_iter().chain(mat.0)
}

/// Numbers whose count is known.
struct Flat<I> {
    left: usize,
    numbers: I,
}

impl<I> Flat<I> {
    fn new(left: usize, numbers: I) -> Self {
        Self { left, numbers }
    }
}

impl<I: Iterator<Item = f64>> Iterator for Flat<I> {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        self.numbers.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator<Item = f64>> ExactSizeIterator for Flat<I> {}
