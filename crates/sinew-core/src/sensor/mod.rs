//! Sensors: what the model asks to be measured, each in the stage that it needs.
//!
//! A sensor names its object, for some a reference too, and the stage after which it can be read. Nothing is computed
//! that no sensor asks for: energies, subtree velocities and forces between bodies only when first needed.
//! MuJoCo manual, *XML reference: sensor*.

mod acceleration;
mod camera;
mod contact;
mod distance;
mod enclosed;
mod errors;
mod inside;
mod position;
mod sampling;
mod tactile;
mod velocity;

pub use inside::{inside_geom, inside_site};
pub use sampling::{advance_history, init_sensor_history, read_sensor};

use crate::model::{DataType, Disable, ObjType, SensorStage, SensorType, SleepState};
use crate::sleep::{filtering, sensor_state};
use crate::{Data, Id, Model, callbacks, energy, taken, velocity as stages};

/// A sensor with what it refers to.
#[derive(Clone, Copy, Debug)]
struct Sensor {
    id: usize,
    kind: SensorType,
    objtype: ObjType,
    obj: usize,
    reftype: ObjType,
    reference: Option<usize>,
}

impl Sensor {
    fn new(m: &Model, id: usize) -> Self {
        Self {
            id,
            kind: SensorType::of(m.sensor_type[id]),
            objtype: ObjType::of(m.sensor_objtype[id]),
            obj: m.sensor_objid[id].opt().unwrap_or(0),
            reftype: ObjType::of(m.sensor_reftype[id]),
            reference: m.sensor_refid[id].opt(),
        }
    }
}

/// Sensors that depend on position.
///
/// Reads the results of the position stages. Writes `sensordata`.
#[doc(alias = "mj_sensorPos")]
pub fn sensor_pos(m: &Model, d: &mut Data) {
    sensor_stage(m, d, SensorStage::Pos);
}

/// Sensors that depend on velocity.
///
/// Reads the results of the position and velocity stages. Writes `sensordata`, and `subtree_linvel`, `subtree_angmom` if
/// a sensor needs them.
#[doc(alias = "mj_sensorVel")]
pub fn sensor_vel(m: &Model, d: &mut Data) {
    sensor_stage(m, d, SensorStage::Vel);
}

/// Sensors that depend on acceleration or force.
///
/// Reads the results of all stages. Writes `sensordata`, and `cacc`, `cfrc_int`, `cfrc_ext` if a sensor needs them.
#[doc(alias = "mj_sensorAcc")]
pub fn sensor_acc(m: &Model, d: &mut Data) {
    sensor_stage(m, d, SensorStage::Acc);
}

fn sensor_stage(m: &Model, d: &mut Data, stage: SensorStage) {
    if m.nsensor == 0 || m.opt.disabled(Disable::Sensor) {
        return;
    }
    let mut user = false;
    let (partial, exact) = (filtering(m, d), m.sensor_errors.is_none());
    let mut sensordata = taken::take(&mut d.sensordata);
    let n = m.nsensor;
    let (stages, types, history) = (&m.sensor_needstage[..n], &m.sensor_type[..n], &m.sensor_history[..n]);
    for i in 0..n {
        if stages[i] != stage as i32 {
            continue;
        }
        // of what sleeps the last reading stays; samples and delays go on
        let remembers = history[i][0] > 0;
        if partial && !remembers && sensor_state(m, d, i) == SleepState::Asleep {
            continue;
        }
        let out = &mut sensordata[span(m, i)];
        match SensorType::of(types[i]) {
            SensorType::User => {
                user = true;
                out.fill(0.0);
            }
            SensorType::Plugin => {}
            // most are a number as it lies in a column
            kind if exact && !remembers && number(m, d, kind, m.sensor_objid[i], out) => cut_off(m, i, out),
            _ => sampling::measure_or_recall(m, d, i, out),
        }
    }
    d.sensordata = taken::back(sensordata);
    if user {
        user_sensors(m, d, stage);
    }
}

/// Numbers of a sensor in `sensordata`.
fn span(m: &Model, i: usize) -> std::ops::Range<usize> {
    let start = m.sensor_adr[i].ix();
    start..start + m.sensor_dim[i].ix()
}

/// The model's own sensor function, which may read all that built-in sensors may.
fn user_sensors(m: &Model, d: &mut Data, stage: SensorStage) {
    if stage == SensorStage::Vel && !d.flg_subtreevel {
        stages::subtree_vel(m, d);
    }
    if stage == SensorStage::Acc && !d.flg_rnepost {
        stages::rne_post_constraint(m, d);
    }
    callbacks::sensor(m, d, stage);
    for i in 0..m.nsensor {
        let is_user = SensorType::of(m.sensor_type[i]) == SensorType::User;
        if is_user && SensorStage::of(m.sensor_needstage[i]) == stage {
            let out = &mut d.sensordata[span(m, i)];
            cut_off(m, i, out);
            if let Some(errors) = sampling::errors_of(m, &d.history) {
                errors.disturb(m, i, out);
            }
            callbacks::check_sensor(m, d, span(m, i));
        }
    }
}

/// What a sensor reads now, with its cutoff, whatever its delay.
#[doc(alias = "mj_computeSensor")]
pub fn compute_sensor(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    let s = Sensor::new(m, i);
    prepare(m, d, s.kind);
    measure(m, d, s, out);
    cut_off(m, i, out);
}

/// Computes what a sensor reads and no stage has computed yet.
fn prepare(m: &Model, d: &mut Data, kind: SensorType) {
    match kind {
        SensorType::EPotential if !d.flg_energypos => energy::energy_pos(m, d),
        SensorType::EKinetic if !d.flg_energyvel => energy::energy_vel(m, d),
        SensorType::Subtreelinvel | SensorType::Subtreeangmom if !d.flg_subtreevel => stages::subtree_vel(m, d),
        SensorType::Accelerometer
        | SensorType::Force
        | SensorType::Torque
        | SensorType::Framelinacc
        | SensorType::Frameangacc
            if !d.flg_rnepost =>
        {
            stages::rne_post_constraint(m, d);
        }
        _ => {}
    }
}

/// Sensors of one number that needs nothing but its object; false for any other.
#[inline]
fn number(m: &Model, d: &Data, kind: SensorType, obj: i32, out: &mut [f64]) -> bool {
    let obj = obj.opt().unwrap_or(0);
    out[0] = match kind {
        SensorType::Jointpos => d.qpos[m.jnt_qposadr[obj].ix()],
        SensorType::Jointvel => d.qvel[m.jnt_dofadr[obj].ix()],
        SensorType::Jointactfrc => d.qfrc_actuator[m.jnt_dofadr[obj].ix()],
        SensorType::Tendonpos => d.ten_length[obj],
        SensorType::Tendonvel => d.ten_velocity[obj],
        SensorType::Clock => d.time,
        SensorType::Touch => contact::touch(m, d, obj),
        _ => return false,
    };
    true
}

/// One line for each type of sensor.
fn measure(m: &Model, d: &mut Data, s: Sensor, out: &mut [f64]) {
    if number(m, d, s.kind, s.obj as i32, out) {
        return;
    }
    match s.kind {
        // position
        SensorType::Magnetometer => position::magnetometer(m, d, s, out),
        SensorType::Camprojection => camera::projection(m, d, s, out),
        SensorType::Rangefinder => camera::rangefinder(m, d, s, out),
        SensorType::Actuatorpos => per_output(m, s, &d.actuator_length, out),
        SensorType::Ballquat => position::ball_quat(m, d, s, out),
        SensorType::Jointlimitpos | SensorType::Tendonlimitpos => position::limit(d, s, out),
        SensorType::Framepos => position::frame_pos(m, d, s, out),
        SensorType::Framexaxis => position::frame_axis(m, d, s, 0, out),
        SensorType::Frameyaxis => position::frame_axis(m, d, s, 1, out),
        SensorType::Framezaxis => position::frame_axis(m, d, s, 2, out),
        SensorType::Framequat => position::frame_quat(m, d, s, out),
        SensorType::Subtreecom => out.copy_from_slice(&d.subtree_com[s.obj].0),
        SensorType::Insidesite => inside::sensor(m, d, s, out),
        SensorType::Geomdist | SensorType::Geomnormal | SensorType::Geomfromto => distance::between(m, d, s, out),
        SensorType::EPotential => out[0] = d.energy[0],
        SensorType::EKinetic => out[0] = d.energy[1],
        // velocity
        SensorType::Velocimeter => velocity::velocimeter(m, d, s, out),
        SensorType::Gyro => velocity::gyro(m, d, s, out),
        SensorType::Actuatorvel => per_output(m, s, &d.actuator_velocity, out),
        SensorType::Ballangvel => out.copy_from_slice(&d.qvel[m.jnt_dofadr[s.obj].ix()..][..3]),
        SensorType::Jointlimitvel | SensorType::Tendonlimitvel => velocity::limit(d, s, out),
        SensorType::Framelinvel => velocity::frame_linvel(m, d, s, out),
        SensorType::Frameangvel => velocity::frame_angvel(m, d, s, out),
        SensorType::Subtreelinvel => out.copy_from_slice(&d.subtree_linvel[s.obj].0),
        SensorType::Subtreeangmom => out.copy_from_slice(&d.subtree_angmom[s.obj].0),
        // acceleration and force
        SensorType::Contact => contact::contacts(m, d, s, out),
        SensorType::Tactile => tactile::tactile(m, d, s, out),
        SensorType::Accelerometer => acceleration::accelerometer(m, d, s, out),
        SensorType::Force => acceleration::force(m, d, s, out),
        SensorType::Torque => acceleration::torque(m, d, s, out),
        SensorType::Actuatorfrc => per_output(m, s, &d.actuator_force, out),
        SensorType::Tendonactfrc => acceleration::tendon_actuator_force(m, d, s, out),
        SensorType::Jointlimitfrc | SensorType::Tendonlimitfrc => acceleration::limit(d, s, out),
        SensorType::Framelinacc => acceleration::frame_linacc(m, d, s, out),
        SensorType::Frameangacc => acceleration::frame_angacc(m, d, s, out),
        // given by `number`, or filled in by functions of the model
        SensorType::Jointpos
        | SensorType::Jointvel
        | SensorType::Jointactfrc
        | SensorType::Tendonpos
        | SensorType::Tendonvel
        | SensorType::Clock
        | SensorType::Touch
        | SensorType::Plugin
        | SensorType::User => {}
    }
}

/// Numbers of an actuator, one for each of its forces.
fn per_output(m: &Model, s: Sensor, column: &[f64], out: &mut [f64]) {
    let start = m.actuator_outadr[s.obj].ix();
    out.copy_from_slice(&column[start..start + out.len()]);
}

/// Limits a reading to the cutoff of its sensor: on both sides, or above only if the reading is never negative.
///
/// Sensors of contacts and of segments between geoms use their cutoff otherwise.
fn cut_off(m: &Model, i: usize, out: &mut [f64]) {
    let cutoff = m.sensor_cutoff[i];
    if cutoff <= 0.0 || matches!(SensorType::of(m.sensor_type[i]), SensorType::Contact | SensorType::Geomfromto) {
        return;
    }
    match DataType::of(m.sensor_datatype[i]) {
        DataType::Real => out.iter_mut().for_each(|x| *x = x.max(-cutoff).min(cutoff)),
        DataType::Positive => out.iter_mut().for_each(|x| *x = x.min(cutoff)),
        DataType::Axis | DataType::Quaternion => {}
    }
}
