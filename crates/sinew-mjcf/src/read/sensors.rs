//! Sensors.

use sinew_core::model::{ObjType, SensorType};

use super::{Id, Reader, values};
use crate::error::Error;
use crate::schema::attributes as a;
use crate::schema::{CONTACT_DATA, Keys, RAY_DATA};
use crate::spec::Sensor;

/// Element, type of sensor, and what it is attached to under which attribute.
type Attached = (&'static str, SensorType, &'static str, ObjType);

/// Sensors of one object.
pub(crate) const ATTACHED: &[Attached] = &[
    ("touch", SensorType::Touch, "site", ObjType::Site),
    ("accelerometer", SensorType::Accelerometer, "site", ObjType::Site),
    ("velocimeter", SensorType::Velocimeter, "site", ObjType::Site),
    ("gyro", SensorType::Gyro, "site", ObjType::Site),
    ("force", SensorType::Force, "site", ObjType::Site),
    ("torque", SensorType::Torque, "site", ObjType::Site),
    ("magnetometer", SensorType::Magnetometer, "site", ObjType::Site),
    ("camprojection", SensorType::Camprojection, "site", ObjType::Site),
    ("jointpos", SensorType::Jointpos, "joint", ObjType::Joint),
    ("jointvel", SensorType::Jointvel, "joint", ObjType::Joint),
    ("tendonpos", SensorType::Tendonpos, "tendon", ObjType::Tendon),
    ("tendonvel", SensorType::Tendonvel, "tendon", ObjType::Tendon),
    ("actuatorpos", SensorType::Actuatorpos, "actuator", ObjType::Actuator),
    ("actuatorvel", SensorType::Actuatorvel, "actuator", ObjType::Actuator),
    ("actuatorfrc", SensorType::Actuatorfrc, "actuator", ObjType::Actuator),
    ("jointactuatorfrc", SensorType::Jointactfrc, "joint", ObjType::Joint),
    ("tendonactuatorfrc", SensorType::Tendonactfrc, "tendon", ObjType::Tendon),
    ("ballquat", SensorType::Ballquat, "joint", ObjType::Joint),
    ("ballangvel", SensorType::Ballangvel, "joint", ObjType::Joint),
    ("jointlimitpos", SensorType::Jointlimitpos, "joint", ObjType::Joint),
    ("jointlimitvel", SensorType::Jointlimitvel, "joint", ObjType::Joint),
    ("jointlimitfrc", SensorType::Jointlimitfrc, "joint", ObjType::Joint),
    ("tendonlimitpos", SensorType::Tendonlimitpos, "tendon", ObjType::Tendon),
    ("tendonlimitvel", SensorType::Tendonlimitvel, "tendon", ObjType::Tendon),
    ("tendonlimitfrc", SensorType::Tendonlimitfrc, "tendon", ObjType::Tendon),
    ("subtreecom", SensorType::Subtreecom, "body", ObjType::Body),
    ("subtreelinvel", SensorType::Subtreelinvel, "body", ObjType::Body),
    ("subtreeangmom", SensorType::Subtreeangmom, "body", ObjType::Body),
];

/// Sensors of a frame, perhaps relative to another, and of nothing in particular.
pub(crate) const FRAMES: &[(&str, SensorType)] = &[
    ("framepos", SensorType::Framepos),
    ("framequat", SensorType::Framequat),
    ("framexaxis", SensorType::Framexaxis),
    ("frameyaxis", SensorType::Frameyaxis),
    ("framezaxis", SensorType::Framezaxis),
    ("framelinvel", SensorType::Framelinvel),
    ("frameangvel", SensorType::Frameangvel),
    ("framelinacc", SensorType::Framelinacc),
    ("frameangacc", SensorType::Frameangacc),
    ("e_potential", SensorType::EPotential),
    ("e_kinetic", SensorType::EKinetic),
    ("clock", SensorType::Clock),
];

/// Sensors of two geoms or of all geoms of two bodies.
pub(crate) const PROXIMITY: &[(&str, SensorType)] = &[
    ("distance", SensorType::Geomdist),
    ("normal", SensorType::Geomnormal),
    ("fromto", SensorType::Geomfromto),
    ("contact", SensorType::Contact),
];

/// What a proximity or contact sensor looks at: attribute and kind.
pub(crate) const FIRST: &[(&str, ObjType)] =
    &[("site", ObjType::Site), ("body1", ObjType::Body), ("subtree1", ObjType::Xbody), ("geom1", ObjType::Geom)];
/// What the other side is: attribute and kind.
pub(crate) const SECOND: &[(&str, ObjType)] =
    &[("body2", ObjType::Body), ("subtree2", ObjType::Xbody), ("geom2", ObjType::Geom)];

impl Reader<'_> {
    pub(super) fn sensors(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let sensor = self.sensor(child)?;
            self.spec.sensors.push(sensor);
        }
        Ok(())
    }

    fn sensor(&self, id: Id) -> Result<Sensor, Error> {
        let mut sensor = Sensor { at: self.place(id), ..Sensor::default() };
        let name = self.document.name(id);
        let find = |list: &[(&str, SensorType)]| list.iter().find(|(n, _)| *n == name).map(|&(_, kind)| kind);
        match name {
            "user" => self.fill(id, &a::SENSOR_USER, &mut sensor)?,
            "tactile" => self.fill(id, &a::SENSOR_TACTILE, &mut sensor)?,
            _ => self.fill(id, &a::SENSOR, &mut sensor)?,
        }
        if let Some((_, type_, attribute, kind)) = ATTACHED.iter().find(|(n, ..)| *n == name) {
            (sensor.type_, sensor.objtype, sensor.objname) = (*type_, *kind, self.text(id, attribute));
            if *type_ == SensorType::Camprojection {
                (sensor.reftype, sensor.refname) = (ObjType::Camera, self.text(id, "camera"));
            }
        } else if let Some(type_) = find(FRAMES) {
            sensor.type_ = type_;
            self.object(id, &mut sensor)?;
            self.get(id, "reftype", &mut sensor.reftype)?;
            sensor.refname = self.text(id, "refname");
        } else if let Some(type_) = find(PROXIMITY) {
            sensor.type_ = type_;
            (sensor.objtype, sensor.objname) = self.side(id, FIRST);
            (sensor.reftype, sensor.refname) = self.side(id, SECOND);
            if type_ == SensorType::Contact {
                self.contact_sensor(id, &mut sensor)?;
            }
        } else {
            self.other_sensor(id, &mut sensor)?;
        }
        Ok(sensor)
    }

    fn other_sensor(&self, id: Id, sensor: &mut Sensor) -> Result<(), Error> {
        match self.document.name(id) {
            "rangefinder" => {
                sensor.type_ = SensorType::Rangefinder;
                let camera = self.document.attribute(id, "camera").is_some();
                (sensor.objtype, sensor.objname) = if camera {
                    (ObjType::Camera, self.text(id, "camera"))
                } else {
                    (ObjType::Site, self.text(id, "site"))
                };
                sensor.intprm[0] = self.data(id, RAY_DATA)?;
            }
            "insidesite" => {
                sensor.type_ = SensorType::Insidesite;
                (sensor.reftype, sensor.refname) = (ObjType::Site, self.text(id, "site"));
                self.object(id, sensor)?;
                let mut enclosed = false;
                self.get(id, "enclosed", &mut enclosed)?;
                sensor.intprm[0] = i32::from(enclosed);
            }
            "tactile" => {
                sensor.type_ = SensorType::Tactile;
                (sensor.objtype, sensor.objname) = (ObjType::Mesh, self.text(id, "mesh"));
                (sensor.reftype, sensor.refname) = (ObjType::Geom, self.text(id, "geom"));
            }
            _ => sensor.type_ = SensorType::User,
        }
        Ok(())
    }

    fn object(&self, id: Id, sensor: &mut Sensor) -> Result<(), Error> {
        self.get(id, "objtype", &mut sensor.objtype)?;
        sensor.objname = self.text(id, "objname");
        Ok(())
    }

    fn contact_sensor(&self, id: Id, sensor: &mut Sensor) -> Result<(), Error> {
        sensor.intprm = [self.data(id, CONTACT_DATA)?, 0, 1];
        self.get(id, "reduce", &mut sensor.intprm[1])?;
        self.get(id, "num", &mut sensor.intprm[2])?;
        Ok(())
    }

    /// Bits of the data asked for; the first kind if nothing is said.
    fn data(&self, id: Id, keys: Keys) -> Result<i32, Error> {
        let Some(attr) = self.checked.attr(id, "data") else { return Ok(1) };
        let codes = values::in_order(&self.document, id, attr, keys)?;
        let bits = codes.unwrap_or_default().iter().fold(0, |bits, code| bits | 1 << code);
        Ok(if bits == 0 { 1 } else { bits })
    }

    fn side(&self, id: Id, sides: &[(&str, ObjType)]) -> (ObjType, String) {
        let given = sides.iter().find(|(attribute, _)| self.document.attribute(id, attribute).is_some());
        given.map_or((ObjType::Unknown, String::new()), |&(attribute, kind)| (kind, self.text(id, attribute)))
    }
}
