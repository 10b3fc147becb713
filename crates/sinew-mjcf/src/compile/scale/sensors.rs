//! Sensors: bounds and noise follow what is measured.

use sinew_core::model::{ObjType, SensorType};

use super::super::context::Context;
use super::Scales;
use super::map::{Coordinate, Scale};
use crate::error::Error;
use crate::spec;

/// Scales the cutoff and noise of a sensor.
pub(super) fn sensor(cx: Context<'_>, sensor: &mut spec::Sensor, scales: &Scales) -> Result<(), Error> {
    use SensorType as T;
    let scale = of_object(scales, sensor.objtype, &sensor.objname);
    let units = scale.units;
    let reference = of_object(scales, sensor.reftype, &sensor.refname);
    if sensor.type_ == T::Tactile && (scale != Scale::ONE || reference != Scale::ONE) {
        return Err(cx.invalid(sensor, "tactile sensors cannot be scaled"));
    }
    let coordinate = match sensor.objtype {
        ObjType::Joint => scales.joint(&sensor.objname).q,
        ObjType::Tendon => scales.tendon(&sensor.objname),
        ObjType::Actuator => scales.actuators.get(&sensor.objname).copied().unwrap_or(Coordinate::ONE),
        _ => Coordinate::ONE,
    };
    let factor = match sensor.type_ {
        T::Touch | T::Force => units.force(),
        T::Torque | T::Subtreeangmom => units.torque(),
        T::Accelerometer
        | T::Velocimeter
        | T::Rangefinder
        | T::Framepos
        | T::Framelinvel
        | T::Framelinacc
        | T::Subtreecom
        | T::Subtreelinvel => scale.mean(),
        T::Geomdist | T::Geomnormal | T::Geomfromto => scale.between(&reference).0,
        T::Jointpos
        | T::Jointvel
        | T::Jointlimitpos
        | T::Jointlimitvel
        | T::Tendonpos
        | T::Tendonvel
        | T::Tendonlimitpos
        | T::Tendonlimitvel
        | T::Actuatorpos
        | T::Actuatorvel => coordinate.value,
        T::Jointactfrc | T::Jointlimitfrc | T::Tendonactfrc | T::Tendonlimitfrc | T::Actuatorfrc => coordinate.force,
        _ => 1.0,
    };
    sensor.cutoff *= factor;
    // a normal has no unit; its cutoff bounds the distance
    sensor.noise *= if sensor.type_ == T::Geomnormal { 1.0 } else { factor };
    Ok(())
}

fn of_object(scales: &Scales, kind: ObjType, name: &str) -> Scale {
    let table = match kind {
        ObjType::Body | ObjType::Xbody => &scales.bodies,
        ObjType::Geom => &scales.geoms,
        ObjType::Site => &scales.sites,
        ObjType::Camera => &scales.cameras,
        _ => return Scale::ONE,
    };
    Scales::of(table, name)
}
