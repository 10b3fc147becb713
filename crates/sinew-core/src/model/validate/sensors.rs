//! Sensors: what they are attached to, and the room for what they read.

use super::objects::{count, history, object};
use super::{Check, fail, ids, kinds, spans};
use crate::model::{JointType, Model, ObjType, SensorType};
use crate::table::Id;

pub(super) fn check(m: &Model) -> Check {
    kinds("sensor_type", &m.sensor_type, SensorType::try_from_i32)?;
    spans("sensor_adr", &m.sensor_adr, &m.sensor_dim, m.nsensordata)?;
    ids("sensor_plugin", &m.sensor_plugin, m.nplugin, true)?;
    for s in 0..m.nsensor {
        for (column, kind, id) in [
            ("sensor_objid", m.sensor_objtype[s], m.sensor_objid[s]),
            ("sensor_refid", m.sensor_reftype[s], m.sensor_refid[s]),
        ] {
            if let Some(bound) = count(m, kind) {
                object(column, s, id, bound, false)?;
            }
        }
        let kind = SensorType::of(m.sensor_type[s]);
        if !attached(m, s, kind) {
            return fail(
                "sensor_objtype",
                s,
                "or the reference is nothing that a sensor of this type can be attached to",
            );
        }
        let dim = m.sensor_dim[s];
        if reads(m, s, kind).is_some_and(|n| n != dim) {
            return fail("sensor_dim", s, format!("is {dim}, which does not fit a sensor of this type"));
        }
        history("sensor_history", s, m.sensor_history[s], m.sensor_historyadr[s], dim, m.nhistory)?;
    }
    Ok(())
}

/// True of objects with a position and axes.
fn has_frame(kind: ObjType) -> bool {
    matches!(kind, ObjType::Body | ObjType::Xbody | ObjType::Geom | ObjType::Site | ObjType::Camera)
}

/// True if a sensor has the objects that its type needs.
fn attached(m: &Model, s: usize, kind: SensorType) -> bool {
    use ObjType as O;
    use SensorType as S;
    let kinds = [m.sensor_objtype[s], m.sensor_reftype[s]].map(O::try_from_i32);
    let [Some(object), Some(reference)] = kinds else { return false };
    let joint = |ball: bool| {
        object == O::Joint && (JointType::of(m.jnt_type[m.sensor_objid[s].ix()]) == JointType::Ball) == ball
    };
    match kind {
        S::Touch | S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque | S::Magnetometer => {
            object == O::Site
        }
        S::Camprojection => object == O::Site && reference == O::Camera,
        S::Rangefinder => matches!(object, O::Site | O::Camera),
        S::Jointpos | S::Jointvel | S::Jointactfrc => joint(false),
        S::Ballquat | S::Ballangvel => joint(true),
        S::Jointlimitpos | S::Jointlimitvel | S::Jointlimitfrc => object == O::Joint,
        S::Tendonpos | S::Tendonvel | S::Tendonactfrc | S::Tendonlimitpos | S::Tendonlimitvel | S::Tendonlimitfrc => {
            object == O::Tendon
        }
        S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc => object == O::Actuator,
        S::Subtreecom | S::Subtreelinvel | S::Subtreeangmom => object == O::Body,
        S::Insidesite => has_frame(object) && reference == O::Site,
        S::Geomdist | S::Geomnormal | S::Geomfromto => {
            [object, reference].iter().all(|side| matches!(side, O::Body | O::Geom))
        }
        S::Contact => {
            matches!(object, O::Site | O::Body | O::Xbody | O::Geom | O::Unknown)
                && matches!(reference, O::Body | O::Xbody | O::Geom | O::Unknown)
        }
        S::Tactile => object == O::Mesh && reference == O::Geom,
        S::EPotential | S::EKinetic | S::Clock | S::User | S::Plugin => true,
        _ => has_frame(object) && (reference == O::Unknown || has_frame(reference)),
    }
}

/// Numbers that a sensor reads; `None` if it makes do with the room that it has.
fn reads(m: &Model, s: usize, kind: SensorType) -> Option<i32> {
    match kind {
        SensorType::Actuatorpos | SensorType::Actuatorvel | SensorType::Actuatorfrc => {
            Some(m.actuator_outnum[m.sensor_objid[s].ix()])
        }
        _ => kind.width().map(|width| width as i32),
    }
}
