//! Carrying a state over to a model that was edited, and writing it as a keyframe.

use std::fmt::Write;

use sinew::model::JointType;
use sinew::{Data, Id, Model, ObjType};

/// Copies what still exists from a state of an old model: joints, actuators, mocap bodies and equality constraints by
/// name, and those without a name by number if the models have as many of them.
pub fn carry(old: &Model, from: &Data, new: &Model, to: &mut Data) {
    to.time = from.time;
    for (j, k) in pairs(old, new, ObjType::Joint) {
        if old.jnt_type[j] != new.jnt_type[k] {
            continue;
        }
        let (nq, nv) = widths(old, j);
        copy(&mut to.qpos, new.jnt_qposadr[k], &from.qpos, old.jnt_qposadr[j], nq);
        copy(&mut to.qvel, new.jnt_dofadr[k], &from.qvel, old.jnt_dofadr[j], nv);
    }
    for (a, b) in pairs(old, new, ObjType::Actuator) {
        if old.actuator_ctrlnum[a] == new.actuator_ctrlnum[b] {
            let n = old.actuator_ctrlnum[a].ix();
            copy(&mut to.ctrl, new.actuator_ctrladr[b], &from.ctrl, old.actuator_ctrladr[a], n);
        }
        if old.actuator_actnum[a] == new.actuator_actnum[b] && old.actuator_actadr[a] >= 0 {
            let n = old.actuator_actnum[a].ix();
            copy(&mut to.act, new.actuator_actadr[b], &from.act, old.actuator_actadr[a], n);
        }
    }
    for (b, c) in pairs(old, new, ObjType::Body) {
        if let (Some(i), Some(k)) = (old.body_mocapid[b].opt(), new.body_mocapid[c].opt()) {
            to.mocap_pos[k] = from.mocap_pos[i];
            to.mocap_quat[k] = from.mocap_quat[i];
        }
    }
    for (e, f) in pairs(old, new, ObjType::Equality) {
        to.eq_active[f] = from.eq_active[e];
    }
}

fn copy(to: &mut [f64], at: i32, from: &[f64], start: i32, n: usize) {
    to[at.ix()..at.ix() + n].copy_from_slice(&from[start.ix()..start.ix() + n]);
}

/// Coordinates and dofs of a joint.
fn widths(m: &Model, j: usize) -> (usize, usize) {
    match JointType::of(m.jnt_type[j]) {
        JointType::Free => (7, 6),
        JointType::Ball => (4, 3),
        JointType::Slide | JointType::Hinge => (1, 1),
    }
}

/// Objects of one type in the old model with the same in the new one.
fn pairs(old: &Model, new: &Model, kind: ObjType) -> Vec<(usize, usize)> {
    let alike = old.count(kind) == new.count(kind);
    let find = |i: usize| match old.name(kind, i) {
        Some(name) => new.id(kind, name),
        None => (alike && new.name(kind, i).is_none()).then_some(i),
    };
    (0..old.count(kind)).filter_map(|i| Some((i, find(i)?))).collect()
}

/// The state as a `<key>` of MJCF, each number with as many digits as it takes to get it back.
pub fn keyframe(m: &Model, d: &Data) -> String {
    let mut out = format!("<key time=\"{}\"", d.time);
    let mocap_pos: Vec<f64> = d.mocap_pos.iter().flat_map(|v| v.0).collect();
    let mocap_quat: Vec<f64> = d.mocap_quat.iter().flat_map(|q| q.0).collect();
    let parts: [(&str, &[f64], bool); 6] = [
        ("qpos", &d.qpos, true),
        ("qvel", &d.qvel, d.qvel.iter().any(|&x| x != 0.0)),
        ("act", &d.act, m.na > 0),
        ("ctrl", &d.ctrl, d.ctrl.iter().any(|&x| x != 0.0)),
        ("mpos", &mocap_pos, m.nmocap > 0),
        ("mquat", &mocap_quat, m.nmocap > 0),
    ];
    for (name, numbers, needed) in parts {
        if needed && !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let _ = write!(out, "\n     {name}=\"{}\"", numbers.join(" "));
        }
    }
    out + "/>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Load;

    const OLD: &str =
        "<mujoco><worldbody><body name='a'><joint name='x'/><geom size='1'/><body><joint name='y'/><geom size='1'/>
        </body></body></worldbody><actuator><motor name='m' joint='y'/></actuator></mujoco>";

    #[test]
    fn joints_keep_their_angle_when_another_is_put_before_them() {
        let old = Model::from_xml_str(OLD).expect("a model");
        let new = OLD.replace("<joint name='y'/>", "<joint type='slide' name='z'/><joint name='y'/>");
        let new = Model::from_xml_str(&new).expect("a model");
        let mut d = old.make_data();
        (d.qpos[1], d.qvel[1], d.ctrl[0], d.time) = (0.3, 0.4, 0.5, 2.0);
        let mut kept = new.make_data();
        carry(&old, &d, &new, &mut kept);
        assert_eq!((kept.qpos[1], kept.qpos[2], kept.qvel[2], kept.ctrl[0], kept.time), (0.0, 0.3, 0.4, 0.5, 2.0));
    }

    #[test]
    fn a_keyframe_gives_the_state_back_to_the_last_bit() {
        let m = Model::from_xml_str(OLD).expect("a model");
        let mut d = m.make_data();
        (d.qpos[0], d.qvel[1], d.ctrl[0], d.time) = (0.1 + 0.2, -1.0 / 3.0, 1e-9, 0.7);
        let with = OLD.replace("</mujoco>", &format!("<keyframe>{}</keyframe></mujoco>", keyframe(&m, &d)));
        let again = Model::from_xml_str(&with).expect("a model");
        let mut back = again.make_data();
        back.reset_keyframe(&again, 0).expect("one key");
        assert_eq!((&back.qpos, &back.qvel, &back.ctrl, back.time), (&d.qpos, &d.qvel, &d.ctrl, d.time));
    }
}
