//! Sensors that depend on velocity.

use crate::math::Spatial;
use crate::model::ObjType;
use crate::support::object_velocity;
use crate::{Data, Model};

use super::Sensor;
use super::position::{limit_row, object_frame};

/// Velocity of a site in its own frame; zero if there is none.
fn site_velocity(m: &Model, d: &Data, s: Sensor) -> Spatial {
    object_velocity(m, d, ObjType::Site, s.obj, true).unwrap_or(Spatial::ZERO)
}

/// Linear velocity of a site in its own frame.
pub(super) fn velocimeter(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&site_velocity(m, d, s).linear().0);
}

/// Angular velocity of a site in its own frame.
pub(super) fn gyro(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&site_velocity(m, d, s).rotational().0);
}

/// Rate of an active limit; zero if none is active.
pub(super) fn limit(d: &Data, s: Sensor, out: &mut [f64]) {
    out[0] = limit_row(d, s).map_or(0.0, |row| d.efc_vel[row]);
}

/// Velocity of a frame, in the world, or relative to another frame that may itself move and turn.
fn frame_velocity(m: &Model, d: &Data, s: Sensor) -> Spatial {
    let velocity = object_velocity(m, d, s.objtype, s.obj, false).unwrap_or(Spatial::ZERO);
    let Some(id) = s.reference else { return velocity };
    let (pos, _) = object_frame(m, d, s.objtype, s.obj);
    let (origin, axes) = object_frame(m, d, s.reftype, id);
    let carrier = object_velocity(m, d, s.reftype, id, false).unwrap_or(Spatial::ZERO);
    let relative = velocity - carrier;
    let turning = (pos - origin).cross(carrier.rotational());
    Spatial::new(relative.rotational(), relative.linear() + turning).in_frame(&axes)
}

/// Linear velocity of a frame.
pub(super) fn frame_linvel(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&frame_velocity(m, d, s).linear().0);
}

/// Angular velocity of a frame.
pub(super) fn frame_angvel(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&frame_velocity(m, d, s).rotational().0);
}
