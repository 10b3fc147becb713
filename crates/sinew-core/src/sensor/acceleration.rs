//! Sensors that depend on acceleration or force.

use crate::math::Spatial;
use crate::model::{ObjType, TrnType};
use crate::support::object_acceleration;
use crate::{Data, Id, Model};

use super::Sensor;
use super::position::limit_row;

/// Acceleration of a site in its own frame, with the reaction to gravity.
pub(super) fn accelerometer(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let acceleration = object_acceleration(m, d, ObjType::Site, s.obj, true).unwrap_or(Spatial::ZERO);
    out.copy_from_slice(&acceleration.linear().0);
}

/// Force and torque between the body of a site and its parent, in the frame of the site.
fn interaction(m: &Model, d: &Data, s: Sensor) -> Spatial {
    let body = m.site_bodyid[s.obj].ix();
    let com = d.subtree_com[m.body_rootid[body].ix()];
    d.cfrc_int[body].force_at(d.site_xpos[s.obj], com).in_frame(&d.site_xmat[s.obj])
}

/// Force between the body of a site and its parent.
pub(super) fn force(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&interaction(m, d, s).linear().0);
}

/// Torque between the body of a site and its parent.
pub(super) fn torque(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&interaction(m, d, s).rotational().0);
}

/// Sum of the forces of the actuators on a tendon.
pub(super) fn tendon_actuator_force(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let pulls =
        |&a: &usize| TrnType::of(m.actuator_trntype[a]) == TrnType::Tendon && m.actuator_trnid[a][0].ix() == s.obj;
    out[0] = (0..m.nactuator).filter(pulls).fold(0.0, |sum, a| sum + d.actuator_force[m.actuator_outadr[a].ix()]);
}

/// Force of an active limit; zero if none is active.
pub(super) fn limit(d: &Data, s: Sensor, out: &mut [f64]) {
    out[0] = limit_row(d, s).map_or(0.0, |row| d.efc_force[row]);
}

/// Acceleration of a frame, in the world, with the reaction to gravity.
fn frame_acceleration(m: &Model, d: &Data, s: Sensor) -> Spatial {
    object_acceleration(m, d, s.objtype, s.obj, false).unwrap_or(Spatial::ZERO)
}

/// Linear acceleration of a frame.
pub(super) fn frame_linacc(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&frame_acceleration(m, d, s).linear().0);
}

/// Angular acceleration of a frame.
pub(super) fn frame_angacc(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&frame_acceleration(m, d, s).rotational().0);
}
