//! Distance between geoms.

use std::ops::Range;

use crate::collision::geom_distance;
use crate::math::Vec3;
use crate::model::{ObjType, SensorType};
use crate::{Data, Id, Model};

use super::Sensor;

/// Shortest signed distance between two geoms, or all geoms of two bodies, the direction of the shortest segment, or the
/// segment; the cutoff and zeros if they are further apart.
///
/// MuJoCo manual, *XML reference: collision sensors*.
pub(super) fn between(m: &Model, d: &mut Data, s: Sensor, out: &mut [f64]) {
    let geoms = |kind: ObjType, id: usize| -> Range<usize> {
        let body = kind == ObjType::Body;
        let first = if body { m.body_geomadr[id].opt().unwrap_or(0) } else { id };
        first..first + if body { m.body_geomnum[id].ix() } else { 1 }
    };
    let cutoff = m.sensor_cutoff[s.id];
    let (mut dist, mut segment) = (cutoff, [Vec3::ZERO; 2]);
    for geom1 in geoms(s.objtype, s.obj) {
        for geom2 in s.reference.map_or(0..0, |id| geoms(s.reftype, id)) {
            let (new, points) = geom_distance(m, d, geom1, geom2, cutoff);
            // a distance that equals the cutoff but for rounding is the cutoff
            if new < dist - 1e-15 * dist.abs() {
                (dist, segment) = (new, points.unwrap_or_default());
            }
        }
    }

    match s.kind {
        SensorType::Geomdist => out[0] = dist,
        SensorType::Geomnormal => {
            let along = segment[1] - segment[0];
            out.copy_from_slice(&if along.is_zero() { along } else { along.normalized().0 }.0);
        }
        _ => out.copy_from_slice(bytemuck::cast_slice(&segment)),
    }
}
