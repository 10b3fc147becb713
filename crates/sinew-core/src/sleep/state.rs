//! Whether objects are awake.

use super::filtering;
use crate::model::{EqType, ObjType, SensorType, SleepState, TrnType};
use crate::{Data, Id, Model};

/// Whether a tendon is awake: it is if one of its trees is, and static without trees.
#[doc(alias = "mj_sleepState")]
pub fn tendon_state(m: &Model, d: &Data, tendon: usize) -> SleepState {
    let trees = m.tendon_treenum[tendon];
    let awake = |k: usize| d.tree_awake[m.tendon_treeid[tendon][k].ix()] != 0;
    match trees {
        0 => SleepState::Static,
        1 | 2 if !(0..trees.ix()).any(awake) => SleepState::Asleep,
        _ => SleepState::Awake,
    }
}

/// Whether what an actuator drives is awake.
#[doc(alias = "mj_sleepState")]
pub fn actuator_state(m: &Model, d: &Data, actuator: usize) -> SleepState {
    let [id, other] = m.actuator_trnid[actuator];
    let body = |b: i32| SleepState::of(d.body_awake[b.ix()]);
    let joint = |j: i32| body(m.jnt_bodyid[j.ix()]);
    let site = |s: i32| body(m.site_bodyid[s.ix()]);
    match TrnType::of(m.actuator_trntype[actuator]) {
        TrnType::Joint | TrnType::JointInParent => joint(id),
        TrnType::So3 if other < 0 => joint(id),
        TrnType::So3 | TrnType::SliderCrank => {
            let awake = [id, other].iter().any(|&s| site(s) == SleepState::Awake);
            if awake { SleepState::Awake } else { SleepState::Asleep }
        }
        TrnType::Tendon => tendon_state(m, d, id.ix()),
        TrnType::Site => site(id),
        TrnType::Body => body(id),
        TrnType::Undefined => SleepState::Awake,
    }
}

/// True if what an actuator drives is asleep.
#[inline]
pub fn actuator_asleep(m: &Model, d: &Data, actuator: usize) -> bool {
    filtering(m, d) && actuator_state(m, d, actuator) == SleepState::Asleep
}

/// Whether an equality constraint holds anything that is awake.
fn equality_state(m: &Model, d: &Data, id: usize) -> SleepState {
    let kind = match EqType::of(m.eq_type[id]) {
        EqType::Connect | EqType::Weld | EqType::Distance => ObjType::of(m.eq_objtype[id]),
        EqType::Joint => ObjType::Joint,
        EqType::Tendon => ObjType::Tendon,
        _ => return SleepState::Awake,
    };
    let awake = |object: i32| object.opt().is_some_and(|i| sleep_state(m, d, kind, i) == SleepState::Awake);
    if awake(m.eq_obj1id[id]) || awake(m.eq_obj2id[id]) { SleepState::Awake } else { SleepState::Asleep }
}

/// Whether a sensor is computed: most are not while what they measure sleeps, and keep their last reading.
#[doc(alias = "mj_sleepState")]
pub fn sensor_state(m: &Model, d: &Data, sensor: usize) -> SleepState {
    let (object, reference) = (ObjType::of(m.sensor_objtype[sensor]), ObjType::of(m.sensor_reftype[sensor]));
    match SensorType::of(m.sensor_type[sensor]) {
        SensorType::User | SensorType::Plugin | SensorType::Rangefinder => return SleepState::Awake,
        // a site stands for a volume
        SensorType::Contact if object == ObjType::Site || reference == ObjType::Site => return SleepState::Awake,
        _ => {}
    }
    let state = |kind: ObjType, id: i32| id.opt().map_or(SleepState::Awake, |i| sleep_state(m, d, kind, i));
    let of_object = state(object, m.sensor_objid[sensor]);
    let of_reference = state(reference, m.sensor_refid[sensor]);
    let asleep = match (object, reference) {
        (ObjType::Unknown, ObjType::Unknown) => false,
        (ObjType::Unknown, _) => of_reference == SleepState::Asleep,
        (_, ObjType::Unknown) => of_object == SleepState::Asleep,
        _ => of_object != SleepState::Awake && of_reference != SleepState::Awake,
    };
    if asleep { SleepState::Asleep } else { SleepState::Awake }
}

/// Whether an object is awake, asleep or static; kinds that cannot sleep are awake.
#[doc(alias = "mj_sleepState")]
pub fn sleep_state(m: &Model, d: &Data, kind: ObjType, id: usize) -> SleepState {
    let body = match kind {
        ObjType::Body | ObjType::Xbody => id,
        ObjType::Joint => m.jnt_bodyid[id].ix(),
        ObjType::Dof => m.dof_bodyid[id].ix(),
        ObjType::Geom => m.geom_bodyid[id].ix(),
        ObjType::Site => m.site_bodyid[id].ix(),
        ObjType::Camera => m.cam_bodyid[id].ix(),
        ObjType::Light => m.light_bodyid[id].ix(),
        ObjType::Equality => return equality_state(m, d, id),
        ObjType::Tendon => return tendon_state(m, d, id),
        ObjType::Actuator => return actuator_state(m, d, id),
        ObjType::Sensor => return sensor_state(m, d, id),
        _ => return SleepState::Awake,
    };
    SleepState::of(d.body_awake[body])
}
