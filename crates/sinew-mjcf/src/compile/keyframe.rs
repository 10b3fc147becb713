//! Keyframes: states of the whole model, completed where they say too little.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{JointType, Model};

use super::context::Context;
use super::scale::Keys;
use crate::error::Error;
use crate::rotation::unit;
use crate::spec;

/// Fills the columns of keyframes, once coordinates and bodies are in the model.
pub(super) fn write(cx: Context<'_>, m: &mut Model) -> Result<(), Error> {
    // where mocap bodies are, by their number
    let (mut mpos, mut mquat) = (vec![Vec3::ZERO; m.nmocap], vec![Quat::IDENTITY; m.nmocap]);
    for b in 0..m.nbody {
        if let Ok(mocap) = usize::try_from(m.body_mocapid[b]) {
            (mpos[mocap], mquat[mocap]) = (m.body_pos[b], m.body_quat[b]);
        }
    }
    let mpos: Vec<f64> = mpos.iter().flat_map(|p| p.0).collect();
    let mquat: Vec<f64> = mquat.iter().flat_map(|q| q.0).collect();

    let empty = spec::Key::default();
    for k in 0..m.nkey {
        let key = cx.spec.keys.get(k).unwrap_or(&empty);
        m.key_time[k] = key.time;
        let (nq, nv, na, nu, nmocap) = (m.nq, m.nv, m.na, m.nu, m.nmocap);
        let scaled = cx.keys.map(|keys| scaled(key, keys, m));
        let key = scaled.as_ref().unwrap_or(key);
        fill(cx, key, "qpos", &key.qpos, &m.qpos0, &mut m.key_qpos[k * nq..(k + 1) * nq])?;
        fill(cx, key, "qvel", &key.qvel, &vec![0.0; nv], &mut m.key_qvel[k * nv..(k + 1) * nv])?;
        fill(cx, key, "act", &key.act, &vec![0.0; na], &mut m.key_act[k * na..(k + 1) * na])?;
        fill(cx, key, "ctrl", &key.ctrl, &vec![0.0; nu], &mut m.key_ctrl[k * nu..(k + 1) * nu])?;
        let mut values = vec![0.0; 3 * nmocap];
        fill(cx, key, "mpos", &key.mpos, &mpos, &mut values)?;
        for (i, p) in values.chunks_exact(3).enumerate() {
            m.key_mpos[k * nmocap + i] = Vec3::from_slice(p);
        }
        let mut values = vec![0.0; 4 * nmocap];
        fill(cx, key, "mquat", &key.mquat, &mquat, &mut values)?;
        for (i, q) in values.chunks_exact(4).enumerate() {
            m.key_mquat[k * nmocap + i] = unit(Quat::from_slice(q));
        }

        // orientations have unit length
        for j in 0..m.njnt {
            let start = match JointType::of(m.jnt_type[j]) {
                JointType::Ball => m.jnt_qposadr[j] as usize,
                JointType::Free => m.jnt_qposadr[j] as usize + 3,
                _ => continue,
            };
            let slot = &mut m.key_qpos[k * nq + start..k * nq + start + 4];
            let unit = Quat::from_slice(slot).normalized().0;
            slot.copy_from_slice(&unit.0);
        }
    }
    Ok(())
}

/// A keyframe as the frames of the model scale it.
fn scaled(key: &spec::Key, keys: &Keys, m: &Model) -> spec::Key {
    let mut key = key.clone();
    keys.qpos(m, &mut key.qpos);
    keys.qvel(m, &mut key.qvel);
    keys.act(m, &mut key.act);
    keys.ctrl(m, &mut key.ctrl);
    keys.mpos(&mut key.mpos);
    key
}

/// Fills the plastic states, once the reference poses of springs are in the model.
pub(super) fn write_plastic(cx: Context<'_>, m: &mut Model) -> Result<(), Error> {
    if m.nplastic == 0 {
        return Ok(());
    }
    let n = m.nplastic;
    let mut rest = vec![0.0; n];
    for j in 0..m.njnt {
        if let Ok(start) = usize::try_from(m.jnt_plasticadr[j]) {
            let size = if JointType::of(m.jnt_type[j]) == JointType::Ball { 4 } else { 1 };
            let from = m.jnt_qposadr[j] as usize;
            rest[start..start + size].copy_from_slice(&m.qpos_spring[from..from + size]);
        }
    }
    for t in 0..m.ntendon {
        if let Ok(start) = usize::try_from(m.tendon_plasticadr[t]) {
            rest[start..start + 2].copy_from_slice(&m.tendon_lengthspring[t]);
        }
    }
    m.key_plastic = vec![0.0; m.nkey * n].into();
    let empty = spec::Key::default();
    for k in 0..m.nkey {
        let key = cx.spec.keys.get(k).unwrap_or(&empty);
        let mut given = key.plastic.clone();
        if let Some(keys) = cx.keys {
            keys.plastic(m, &mut given);
        }
        fill(cx, key, "plastic", &given, &rest, &mut m.key_plastic[k * n..(k + 1) * n])?;
    }
    Ok(())
}

/// Copies what a keyframe gives and completes it with the default.
fn fill(
    cx: Context<'_>,
    key: &spec::Key,
    what: &str,
    given: &[f64],
    default: &[f64],
    out: &mut [f64],
) -> Result<(), Error> {
    if given.len() > out.len() {
        let (got, want) = (given.len(), out.len());
        return Err(cx.invalid(key, format!("{what} has {got} numbers, the model has {want}")));
    }
    out.copy_from_slice(default);
    out[..given.len()].copy_from_slice(given);
    Ok(())
}
