//! Sensors that depend on position.

use crate::math::{Mat3, Quat, Vec3};
use crate::model::{ConstraintType, ObjType, SensorType};
use crate::support::frame_of;
use crate::{Data, Id, Model};

use super::Sensor;

/// Magnetic flux in the frame of a site.
pub(super) fn magnetometer(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    out.copy_from_slice(&d.site_xmat[s.obj].mul_t_vec(m.opt.magnetic).0);
}

/// Unit quaternion of a ball joint.
pub(super) fn ball_quat(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let quat = Quat::from_slice(&d.qpos[m.jnt_qposadr[s.obj].ix()..]).normalized().0;
    out.copy_from_slice(&quat.0);
}

/// Row of the limit that a sensor watches, if the limit is active.
pub(super) fn limit_row(d: &Data, s: Sensor) -> Option<usize> {
    let kind = match s.kind {
        SensorType::Jointlimitpos | SensorType::Jointlimitvel | SensorType::Jointlimitfrc => ConstraintType::LimitJoint,
        _ => ConstraintType::LimitTendon,
    };
    (d.ne + d.nf..d.nefc).find(|&row| d.efc_type[row] == kind as i32 && d.efc_id[row].ix() == s.obj)
}

/// Distance to an active limit beyond its margin; zero if none is active.
pub(super) fn limit(d: &Data, s: Sensor, out: &mut [f64]) {
    out[0] = limit_row(d, s).map_or(0.0, |row| d.efc_pos[row] - d.efc_margin[row]);
}

/// Position and orientation of the object of a sensor; the world's if it has none.
pub(super) fn object_frame(m: &Model, d: &Data, kind: ObjType, id: usize) -> (Vec3, Mat3) {
    frame_of(m, d, kind, id).map_or((Vec3::ZERO, Mat3::IDENTITY), |(_, pos, mat)| (pos, *mat))
}

/// Position of a frame, in the world or in another frame.
pub(super) fn frame_pos(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let (pos, _) = object_frame(m, d, s.objtype, s.obj);
    let reading = s.reference.map_or(pos, |id| {
        let (origin, axes) = object_frame(m, d, s.reftype, id);
        axes.mul_t_vec(pos - origin)
    });
    out.copy_from_slice(&reading.0);
}

/// An axis of a frame, in the world or in another frame.
pub(super) fn frame_axis(m: &Model, d: &Data, s: Sensor, axis: usize, out: &mut [f64]) {
    let direction = object_frame(m, d, s.objtype, s.obj).1.column(axis);
    let reading = s.reference.map_or(direction, |id| object_frame(m, d, s.reftype, id).1.mul_t_vec(direction));
    out.copy_from_slice(&reading.0);
}

/// Orientation of a frame, in the world or in another frame.
pub(super) fn frame_quat(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let quat = object_quat(m, d, s.objtype, s.obj);
    let reading = s.reference.map_or(quat, |id| object_quat(m, d, s.reftype, id).conjugate() * quat);
    out.copy_from_slice(&reading.0);
}

/// Orientation of an object. That of a camera is as mounted on its body, even if it follows something.
fn object_quat(m: &Model, d: &Data, kind: ObjType, id: usize) -> Quat {
    match kind {
        ObjType::Xbody => d.xquat[id],
        ObjType::Body => d.xquat[id] * m.body_iquat[id],
        ObjType::Geom => d.xquat[m.geom_bodyid[id].ix()] * m.geom_quat[id],
        ObjType::Site => d.xquat[m.site_bodyid[id].ix()] * m.site_quat[id],
        ObjType::Camera => d.xquat[m.cam_bodyid[id].ix()] * m.cam_quat[id],
        _ => Quat::IDENTITY,
    }
}
