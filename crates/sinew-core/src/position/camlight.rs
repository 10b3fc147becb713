//! Frames of cameras and directions of lights.

use crate::math::{Mat3, Vec3};
use crate::model::{CamLightMode, SameFrame, SleepState};
use crate::sleep::filtering;
use crate::{Data, Id, Model};

/// Frames of cameras and lights.
///
/// A fixed one moves with its body. A tracking one keeps its orientation and its offset in `qpos0` from the body or
/// from the centre of mass of the subtree. A targeting one moves with its body and looks at another, a camera with the
/// world's z axis up.
///
/// Reads `xpos`, `xquat`, `xmat`, `subtree_com`. Writes `cam_xpos`, `cam_xmat`, `light_xpos`, `light_xdir`.
/// O(ncam + nlight), allocates nothing. MuJoCo manual, *XML reference: camera mode*.
#[doc(alias = "mj_camlight")]
pub fn camlight(m: &Model, d: &mut Data) {
    // those that neither move nor look at something that does keep their frames while something sleeps
    let partial = filtering(m, d);
    let still = |d: &Data, body: i32, target: i32| {
        let moves = |b: i32| b.opt().is_some_and(|b| d.body_awake[b] == SleepState::Awake as i32);
        partial && !moves(body) && !moves(target)
    };
    for c in 0..m.ncam {
        if still(d, m.cam_bodyid[c], m.cam_targetbodyid[c]) {
            continue;
        }
        let (pos, frame) = camera(m, d, c);
        d.cam_xpos[c] = pos;
        d.cam_xmat[c] = frame;
    }
    for l in 0..m.nlight {
        if still(d, m.light_bodyid[l], m.light_targetbodyid[l]) {
            continue;
        }
        let (pos, direction) = light(m, d, l);
        d.light_xpos[l] = pos;
        d.light_xdir[l] = direction.normalized().0;
    }
}

fn camera(m: &Model, d: &Data, c: usize) -> (Vec3, Mat3) {
    let body = m.cam_bodyid[c].ix();
    let mode = CamLightMode::of(m.cam_mode[c]);
    match mode {
        CamLightMode::Track => (d.xpos[body] + m.cam_pos0[c], m.cam_mat0[c]),
        CamLightMode::Trackcom => (d.subtree_com[body] + m.cam_poscom0[c], m.cam_mat0[c]),
        CamLightMode::Fixed | CamLightMode::Targetbody | CamLightMode::Targetbodycom => {
            if let Some(target) = target(d, mode, m.cam_targetbodyid[c]) {
                let pos = on_body(d, body, m.cam_pos[c]);
                return (pos, looking_at(pos, target));
            }
            let (pos, _, frame) = super::local2global(d, body, m.cam_pos[c], m.cam_quat[c], SameFrame::None as u8);
            (pos, frame)
        }
    }
}

fn light(m: &Model, d: &Data, l: usize) -> (Vec3, Vec3) {
    let body = m.light_bodyid[l].ix();
    let mode = CamLightMode::of(m.light_mode[l]);
    match mode {
        CamLightMode::Track => (d.xpos[body] + m.light_pos0[l], m.light_dir0[l]),
        CamLightMode::Trackcom => (d.subtree_com[body] + m.light_poscom0[l], m.light_dir0[l]),
        CamLightMode::Fixed | CamLightMode::Targetbody | CamLightMode::Targetbodycom => {
            let pos = on_body(d, body, m.light_pos[l]);
            match target(d, mode, m.light_targetbodyid[l]) {
                Some(target) => (pos, target - pos),
                None => (pos, d.xquat[body].rotate(m.light_dir[l])),
            }
        }
    }
}

/// A point of a body's frame in the world.
fn on_body(d: &Data, body: usize, point: Vec3) -> Vec3 {
    d.xmat[body].mul_vec(point) + d.xpos[body]
}

/// The point that a targeting camera or light looks at, if it has a target.
fn target(d: &Data, mode: CamLightMode, body: i32) -> Option<Vec3> {
    match mode {
        CamLightMode::Targetbody => Some(d.xpos[body.opt()?]),
        CamLightMode::Targetbodycom => Some(d.subtree_com[body.opt()?]),
        CamLightMode::Fixed | CamLightMode::Track | CamLightMode::Trackcom => None,
    }
}

/// Camera frame at `from` whose -z axis points at `to` and whose x axis is level.
fn looking_at(from: Vec3, to: Vec3) -> Mat3 {
    let z = (from - to).normalized().0;
    let x = Vec3::Z.cross(z).normalized().0;
    let y = z.cross(x).normalized().0;
    Mat3::from_columns(x, y, z)
}
