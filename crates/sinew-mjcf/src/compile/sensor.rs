//! Sensors: what they are attached to, how many numbers they give, and when they can be computed.

use sinew_core::model::{
    ConDataField, DataType, GeomType, JointType, Model, ObjType, RayDataField, SensorStage, SensorType,
};

use super::actuator::ActuatorNode;
use super::assets::Assets;
use super::context::Context;
use super::names::Names;
use super::tree::Tree;
use crate::error::Error;
use crate::spec;

/// A sensor while it is compiled.
pub(super) struct SensorNode<'s> {
    pub spec: &'s spec::Sensor,
    object: Option<usize>,
    reference: Option<usize>,
    datatype: DataType,
    needstage: SensorStage,
    pub dim: usize,
}

/// What sensors are checked against.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a, 's> {
    pub tree: &'a Tree<'s>,
    pub names: &'a Names<'s>,
    pub assets: &'a Assets,
    pub actuators: &'a [ActuatorNode<'s>],
}

/// Compiles every sensor.
pub(super) fn compile_all<'s>(cx: Context<'s>, around: Surroundings<'_, 's>) -> Result<Vec<SensorNode<'s>>, Error> {
    cx.spec.sensors.iter().map(|spec| compile(cx, around, spec)).collect()
}

fn compile<'s>(cx: Context<'s>, around: Surroundings<'_, 's>, spec: &'s spec::Sensor) -> Result<SensorNode<'s>, Error> {
    check_numbers(cx, spec)?;
    let names = around.names;
    let known = |kind: ObjType| kind != ObjType::Unknown;
    let object =
        known(spec.objtype).then(|| names.find(cx, spec, "object", spec.objtype, &spec.objname)).transpose()?;
    let reference =
        known(spec.reftype).then(|| names.find(cx, spec, "reference", spec.reftype, &spec.refname)).transpose()?;
    check_attachment(cx, around, spec, object, reference)?;

    let user = spec.type_ == SensorType::User;
    let mut node = SensorNode {
        spec,
        object,
        reference,
        datatype: if user { spec.datatype } else { datatype(spec) },
        needstage: if user { spec.needstage } else { stage(spec) },
        dim: 0,
    };
    node.dim = dim(cx, around, spec, object)?;
    let direction = matches!(node.datatype, DataType::Quaternion)
        || (node.datatype == DataType::Axis && spec.type_ != SensorType::Geomnormal);
    if spec.cutoff > 0.0 && direction {
        return Err(cx.invalid(spec, "cutoff cannot be applied to an axis or a quaternion"));
    }
    Ok(node)
}

fn check_numbers(cx: Context<'_>, spec: &spec::Sensor) -> Result<(), Error> {
    let [period, phase] = spec.interval;
    for (wrong, message) in [
        (spec.noise < 0.0, "noise cannot be negative"),
        (spec.cutoff < 0.0, "cutoff cannot be negative"),
        (period < 0.0, "the period of interval cannot be negative"),
        (phase > 0.0, "the phase of interval cannot be positive"),
        (period > 0.0 && phase <= -period, "the phase of interval must be above minus the period"),
        (spec.delay > 0.0 && spec.nsample <= 0, "delay needs a history: nsample must be positive"),
        (spec.nsample.max(0) as usize > cx.limits.samples, "nsample is more than is allowed"),
    ] {
        if wrong {
            return Err(cx.invalid(spec, message));
        }
    }
    Ok(())
}

/// True for what has a frame in space.
fn has_frame(kind: ObjType) -> bool {
    matches!(kind, ObjType::Body | ObjType::Xbody | ObjType::Geom | ObjType::Site | ObjType::Camera)
}

/// Refuses objects that a kind of sensor cannot be attached to.
fn check_attachment(
    cx: Context<'_>,
    around: Surroundings<'_, '_>,
    spec: &spec::Sensor,
    object: Option<usize>,
    reference: Option<usize>,
) -> Result<(), Error> {
    use SensorType as S;
    let must = |fits: bool, message: &str| if fits { Ok(()) } else { Err(cx.invalid(spec, message)) };
    let joint = |kinds: &[JointType]| {
        spec.objtype == ObjType::Joint && object.is_some_and(|j| kinds.contains(&around.tree.joints[j].spec.type_))
    };
    if spec.reftype != ObjType::Unknown && spec.type_ != S::Contact && spec.type_ != S::Tactile {
        must(has_frame(spec.reftype), "the reference must be a body, geom, site or camera")?;
    }
    match spec.type_ {
        S::Touch | S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque | S::Magnetometer => {
            must(spec.objtype == ObjType::Site, "the sensor must be attached to a site")
        }
        S::Camprojection => {
            must(spec.objtype == ObjType::Site, "the sensor must be attached to a site")?;
            let camera = reference.filter(|_| spec.reftype == ObjType::Camera);
            must(has_pixels(around, camera), "the sensor needs a camera with a positive resolution")
        }
        S::Rangefinder => {
            let camera = object.filter(|_| spec.objtype == ObjType::Camera);
            must(camera.is_some() || spec.objtype == ObjType::Site, "the sensor must be attached to a site or camera")?;
            must(camera.is_none() || has_pixels(around, camera), "the camera needs a positive resolution")?;
            must(is_mask(spec.intprm[0], RayDataField::ALL.len()), "data must name at least one known field")
        }
        S::Jointpos | S::Jointvel | S::Jointactfrc => {
            must(joint(&[JointType::Slide, JointType::Hinge]), "the sensor needs a hinge or slide joint")
        }
        S::Ballquat | S::Ballangvel => must(joint(&[JointType::Ball]), "the sensor needs a ball joint"),
        S::Jointlimitpos | S::Jointlimitvel | S::Jointlimitfrc => {
            let limited = spec.objtype == ObjType::Joint && object.is_some_and(|j| around.tree.joints[j].limited);
            must(limited, "the sensor needs a joint with limits")
        }
        S::Tendonpos | S::Tendonvel | S::Tendonactfrc => {
            must(spec.objtype == ObjType::Tendon, "the sensor must be attached to a tendon")
        }
        S::Tendonlimitpos | S::Tendonlimitvel | S::Tendonlimitfrc => {
            let limited = object.filter(|_| spec.objtype == ObjType::Tendon).map(|t| {
                let tendon = &cx.spec.tendons[t];
                super::limits::is_limited(cx, tendon, "", tendon.limited, tendon.range)
            });
            must(limited.transpose()? == Some(true), "the sensor needs a tendon with limits")
        }
        S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc => {
            must(spec.objtype == ObjType::Actuator, "the sensor must be attached to an actuator")
        }
        S::Subtreecom | S::Subtreelinvel | S::Subtreeangmom => {
            must(spec.objtype == ObjType::Body, "the sensor must be attached to a body")
        }
        S::Insidesite => {
            must(has_frame(spec.objtype), "the sensor must be attached to a body, geom, site or camera")?;
            must(spec.reftype == ObjType::Site, "the sensor needs a site to be inside of")
        }
        S::Geomdist | S::Geomnormal | S::Geomfromto => check_distance(cx, around, spec, object, reference),
        S::Contact => check_contact(cx, spec),
        S::Tactile => {
            must(spec.objtype == ObjType::Mesh, "the sensor needs a mesh")?;
            must(spec.reftype == ObjType::Geom, "the sensor needs a geom")
        }
        S::User => {
            must(spec.dim >= 0, "dim cannot be negative")?;
            must(spec.datatype != DataType::Axis || spec.dim == 3, "an axis has dim 3")?;
            must(spec.datatype != DataType::Quaternion || spec.dim == 4, "a quaternion has dim 4")
        }
        S::EPotential | S::EKinetic | S::Clock => Ok(()),
        S::Plugin => Err(cx.unsupported(spec, "sensor plugins are not supported yet")),
        _ => must(has_frame(spec.objtype), "the sensor must be attached to a body, geom, site or camera"),
    }
}

/// True for a camera with pixels.
fn has_pixels(around: Surroundings<'_, '_>, camera: Option<usize>) -> bool {
    camera.is_some_and(|c| around.tree.cameras[c].spec.resolution.iter().all(|&n| n > 0))
}

/// True if some of the first `n` bits are set, and no others.
fn is_mask(bits: i32, n: usize) -> bool {
    bits > 0 && bits < 1 << n
}

fn check_distance(
    cx: Context<'_>,
    around: Surroundings<'_, '_>,
    spec: &spec::Sensor,
    object: Option<usize>,
    reference: Option<usize>,
) -> Result<(), Error> {
    let solid = |kind: ObjType| matches!(kind, ObjType::Body | ObjType::Geom);
    if !solid(spec.objtype) || !solid(spec.reftype) {
        return Err(cx.invalid(spec, "the sensor needs two bodies or geoms"));
    }
    if spec.objtype == spec.reftype && object == reference {
        return Err(cx.invalid(spec, "the distance is between two different bodies or geoms"));
    }
    let field = |kind: ObjType, id: Option<usize>| {
        kind == ObjType::Geom && id.is_some_and(|g| around.tree.geoms[g].spec.type_ == GeomType::Hfield)
    };
    if field(spec.objtype, object) || field(spec.reftype, reference) {
        return Err(cx.invalid(spec, "distances to height fields are not supported"));
    }
    Ok(())
}

fn check_contact(cx: Context<'_>, spec: &spec::Sensor) -> Result<(), Error> {
    use ObjType::{Body, Geom, Site, Unknown, Xbody};
    let [data, reduce, num] = spec.intprm;
    let velocity = 1 << ConDataField::Linvel as i32 | 1 << ConDataField::Angvel as i32;
    for (wrong, message) in [
        (!matches!(spec.objtype, Site | Body | Xbody | Geom | Unknown), "the first side must be a body, geom or site"),
        (!matches!(spec.reftype, Body | Xbody | Geom | Unknown), "the second side must be a body or geom"),
        (!is_mask(data, ConDataField::ALL.len()), "data must name at least one known field"),
        (!(0..=3).contains(&reduce), "reduce must be none, mindist, maxforce or netforce"),
        (reduce == 3 && data & velocity != 0, "netforce cannot be combined with linvel or angvel"),
        (num <= 0, "num must be positive"),
    ] {
        if wrong {
            return Err(cx.invalid(spec, message));
        }
    }
    Ok(())
}

/// What kind of number a sensor gives.
fn datatype(spec: &spec::Sensor) -> DataType {
    use SensorType as S;
    match spec.type_ {
        S::Touch => DataType::Positive,
        S::Insidesite if spec.intprm[0] == 0 => DataType::Positive,
        S::Framexaxis | S::Frameyaxis | S::Framezaxis | S::Geomnormal => DataType::Axis,
        S::Ballquat | S::Framequat => DataType::Quaternion,
        _ => DataType::Real,
    }
}

/// What has to be computed before a sensor.
fn stage(spec: &spec::Sensor) -> SensorStage {
    use SensorType as S;
    match spec.type_ {
        S::Touch
        | S::Accelerometer
        | S::Force
        | S::Torque
        | S::Actuatorfrc
        | S::Jointactfrc
        | S::Tendonactfrc
        | S::Jointlimitfrc
        | S::Tendonlimitfrc
        | S::Framelinacc
        | S::Frameangacc
        | S::Tactile => SensorStage::Acc,
        S::Velocimeter
        | S::Gyro
        | S::Jointvel
        | S::Tendonvel
        | S::Actuatorvel
        | S::Ballangvel
        | S::Jointlimitvel
        | S::Tendonlimitvel
        | S::Framelinvel
        | S::Frameangvel
        | S::Subtreelinvel
        | S::Subtreeangmom => SensorStage::Vel,
        S::Contact => contact_stage(spec.intprm[0], spec.intprm[1]),
        _ => SensorStage::Pos,
    }
}

/// Contact sensors wait for forces only if they report or compare them.
fn contact_stage(data: i32, reduce: i32) -> SensorStage {
    let has = |field: ConDataField| data & 1 << field as i32 != 0;
    if reduce >= 2 || has(ConDataField::Force) || has(ConDataField::Torque) {
        SensorStage::Acc
    } else if has(ConDataField::Linvel) || has(ConDataField::Angvel) {
        SensorStage::Vel
    } else {
        SensorStage::Pos
    }
}

/// Number of values that a sensor gives.
fn dim(
    cx: Context<'_>,
    around: Surroundings<'_, '_>,
    spec: &spec::Sensor,
    object: Option<usize>,
) -> Result<usize, Error> {
    use SensorType as S;
    if let Some(width) = spec.type_.width() {
        return Ok(width);
    }
    Ok(match spec.type_ {
        S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc => object.map_or(1, |a| around.actuators[a].outnum),
        S::Contact => spec.intprm[2] as usize * contact_size(spec.intprm[0]),
        S::Tactile => 3 * object.map_or(0, |mesh| around.assets.mesh(mesh).vert.len()),
        S::Rangefinder => {
            let rays = match object {
                Some(c) if spec.objtype == ObjType::Camera => {
                    let [w, h] = around.tree.cameras[c].spec.resolution.map(|n| n.max(0) as usize);
                    w.checked_mul(h).filter(|&n| n <= cx.limits.samples)
                }
                _ => Some(1),
            };
            let rays = rays.ok_or_else(|| cx.invalid(spec, "the camera has too many pixels for a rangefinder"))?;
            rays * ray_size(spec.intprm[0])
        }
        S::User => spec.dim.max(0) as usize,
        // all others have a width of their own
        _ => 0,
    })
}

/// Numbers per contact.
fn contact_size(data: i32) -> usize {
    let size = |f: ConDataField| if matches!(f, ConDataField::Found | ConDataField::Dist) { 1 } else { 3 };
    ConDataField::ALL.iter().filter(|&&f| data & 1 << f as i32 != 0).map(|&f| size(f)).sum()
}

/// Numbers per ray.
fn ray_size(data: i32) -> usize {
    let size = |f: RayDataField| if matches!(f, RayDataField::Dist | RayDataField::Depth) { 1 } else { 3 };
    RayDataField::ALL.iter().filter(|&&f| data & 1 << f as i32 != 0).map(|&f| size(f)).sum()
}

/// Fills the columns.
pub(super) fn write(cx: Context<'_>, sensors: &[SensorNode<'_>], m: &mut Model) -> Result<(), Error> {
    let mut adr = 0;
    let width = m.nuser_sensor;
    let id = |id: Option<usize>| id.map_or(-1, |id| id as i32);
    for (s, node) in sensors.iter().enumerate() {
        let spec = node.spec;
        m.sensor_type[s] = spec.type_ as i32;
        m.sensor_datatype[s] = node.datatype as i32;
        m.sensor_needstage[s] = node.needstage as i32;
        m.sensor_objtype[s] = spec.objtype as i32;
        m.sensor_objid[s] = id(node.object);
        m.sensor_reftype[s] = spec.reftype as i32;
        m.sensor_refid[s] = id(node.reference);
        m.sensor_intprm[s] = spec.intprm;
        m.sensor_dim[s] = node.dim as i32;
        m.sensor_adr[s] = adr as i32;
        m.sensor_cutoff[s] = spec.cutoff;
        m.sensor_noise[s] = spec.noise;
        m.sensor_delay[s] = spec.delay;
        m.sensor_history[s] = [spec.nsample, spec.interp];
        m.sensor_interval[s] = spec.interval;
        m.sensor_historyadr[s] = -1;
        if spec.nsample > 0 {
            m.sensor_historyadr[s] = m.nhistory as i32;
            m.nhistory += 2 + spec.nsample as usize * (1 + node.dim);
        }
        m.sensor_plugin[s] = -1;
        cx.userdata(spec, &spec.userdata, &mut m.sensor_user[s * width..(s + 1) * width], "nuser_sensor")?;
        adr += node.dim;
    }
    m.nsensordata = adr;
    Ok(())
}
