//! Distance between geoms.

use crate::model::SensorType;
use crate::{Data, Model};

use super::Sensor;

/// Shortest distance between two geoms, or all geoms of two bodies, the direction of the shortest segment, or the
/// segment; the cutoff and zeros if they are further apart.
pub(super) fn between(m: &Model, _d: &Data, s: Sensor, out: &mut [f64]) {
    out.fill(0.0);
    if s.kind == SensorType::Geomdist {
        out[0] = m.sensor_cutoff[s.id];
    }
}
