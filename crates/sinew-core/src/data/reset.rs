//! Making data and setting it back to the initial state.

use crate::model::span;
use crate::model::{CtrlChart, GainType, JointType};
use crate::table::ColumnMut;
use crate::{Data, Id, Model, sleep};

/// Steps that a tree stays awake for after it comes to rest.
#[doc(alias = "mjMINAWAKE")]
pub const MINAWAKE: i32 = 10;

/// There is no such keyframe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no keyframe {key}: the model has {nkey}")]
pub struct UnknownKeyframe {
    /// keyframe that was asked for
    pub key: usize,
    /// keyframes that there are
    pub nkey: usize,
}

impl Model {
    /// Data for this model, at its initial state.
    #[doc(alias = "mj_makeData")]
    pub fn make_data(&self) -> Data {
        Data::new(self)
    }

    /// Replaces a keyframe by the present state.
    #[doc(alias = "mj_setKeyframe")]
    pub fn set_keyframe(&mut self, d: &Data, key: usize) -> Result<(), UnknownKeyframe> {
        if key >= self.nkey {
            return Err(UnknownKeyframe { key, nkey: self.nkey });
        }
        let part = |n: usize| key * n..(key + 1) * n;
        self.key_time[key] = d.time;
        self.key_qpos[part(self.nq)].copy_from_slice(&d.qpos);
        self.key_qvel[part(self.nv)].copy_from_slice(&d.qvel);
        self.key_act[part(self.na)].copy_from_slice(&d.act);
        self.key_mpos[part(self.nmocap)].copy_from_slice(&d.mocap_pos);
        self.key_mquat[part(self.nmocap)].copy_from_slice(&d.mocap_quat);
        self.key_ctrl[part(self.nu)].copy_from_slice(&d.ctrl);
        self.key_plastic[part(self.nplastic)].copy_from_slice(&d.plastic);
        Ok(())
    }
}

impl Data {
    /// Data for a model, at its initial state.
    #[doc(alias = "mj_makeData")]
    pub fn new(m: &Model) -> Self {
        let mut d = Self::default();
        d.allocate(m);
        d.signature = m.signature;
        set_initial_state(m, &mut d);
        d
    }

    /// Back to the initial state: everything zero, then `qpos0`, mocap bodies, active equalities and so on.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, m: &Model) {
        self.reset_debug(m, 0);
    }

    /// Like [`Self::reset`], with every byte that the state does not define set to `value`, to show what is read
    /// before it is written.
    #[doc(alias = "mj_resetDataDebug")]
    pub fn reset_debug(&mut self, m: &Model, value: u8) {
        clear_numbers(self);
        for i in 0..Self::FIELDS.len() {
            match self.column_at_mut(i) {
                ColumnMut::F64(c) => c.fill(f64::from_le_bytes([value; 8])),
                ColumnMut::F32(c) => c.fill(f32::from_le_bytes([value; 4])),
                ColumnMut::I32(c) => c.fill(i32::from_le_bytes([value; 4])),
                ColumnMut::I64(c) => c.fill(i64::from_le_bytes([value; 8])),
                ColumnMut::U8(c) => c.fill(value),
                ColumnMut::Bool(c) => c.fill(value != 0),
            }
        }
        set_initial_state(m, self);
    }

    /// Back to the initial state, then to a keyframe.
    #[doc(alias = "mj_resetDataKeyframe")]
    pub fn reset_keyframe(&mut self, m: &Model, key: usize) -> Result<(), UnknownKeyframe> {
        if key >= m.nkey {
            return Err(UnknownKeyframe { key, nkey: m.nkey });
        }
        self.reset(m);
        let part = |n: usize| key * n..(key + 1) * n;
        self.time = m.key_time[key];
        self.qpos.copy_from_slice(&m.key_qpos[part(m.nq)]);
        self.qvel.copy_from_slice(&m.key_qvel[part(m.nv)]);
        self.act.copy_from_slice(&m.key_act[part(m.na)]);
        self.mocap_pos.copy_from_slice(&m.key_mpos[part(m.nmocap)]);
        self.mocap_quat.copy_from_slice(&m.key_mquat[part(m.nmocap)]);
        self.ctrl.copy_from_slice(&m.key_ctrl[part(m.nu)]);
        self.plastic.copy_from_slice(&m.key_plastic[part(m.nplastic)]);
        Ok(())
    }

    /// Controls to neutral: zero, and the unit quaternion where a control is an orientation.
    #[doc(alias = "mj_resetCtrl")]
    pub fn reset_ctrl(&mut self, m: &Model) {
        self.ctrl.fill(0.0);
        for a in 0..m.nactuator {
            let is_so3 = GainType::of(m.actuator_gaintype[a]) == GainType::So3;
            if is_so3 && m.actuator_ctrlspec[a] == CtrlChart::Quat as i32 {
                self.ctrl[m.actuator_ctrladr[a].ix()] = 1.0;
            }
        }
    }
}

/// Numbers, counters and growing columns to zero, keeping memory.
fn clear_numbers(d: &mut Data) {
    for (name, _) in Data::SCALARS {
        let zero = match d.scalar(name) {
            Some(crate::table::Value::Bool(_)) => crate::table::Value::Bool(false),
            Some(crate::table::Value::Real(_)) => crate::table::Value::Real(0.0),
            _ => crate::table::Value::Int(0),
        };
        d.set_scalar(name, zero);
    }
    d.energy = [0.0; 2];
    d.solver_fwdinv = [0.0; 2];
    d.warning = Default::default();
    d.timer = Default::default();
    d.failure.take();
    d.left_bad = false;
    d.contact.clear();
    d.solver.clear();
    d.solver_niter.clear();
    d.solver_nnz.clear();
    d.clear_growing();
}

/// Sets state and inputs, which must not depend on what was there before.
fn set_initial_state(m: &Model, d: &mut Data) {
    // zero unless said otherwise
    for column in [
        &mut d.qvel,
        &mut d.act,
        &mut d.qfrc_applied,
        &mut d.qacc,
        &mut d.qacc_warmstart,
        &mut d.act_dot,
        &mut d.userdata,
        &mut d.plugin_state,
    ] {
        column.fill(0.0);
    }
    d.xfrc_applied.fill_with(Default::default);
    d.plugin.copy_from_slice(&m.plugin);

    d.qpos.copy_from_slice(&m.qpos0);
    d.eq_active.copy_from_slice(&m.eq_active0);
    d.reset_ctrl(m);
    for b in 0..m.nbody {
        if let Some(i) = m.body_mocapid[b].opt() {
            d.mocap_pos[i] = m.body_pos[b];
            d.mocap_quat[i] = m.body_quat[b];
        }
    }
    initial_history(m, d);
    initial_plastic(m, d);

    sleep::init(m, d);
}

/// Springs that yield start at rest where the model says.
fn initial_plastic(m: &Model, d: &mut Data) {
    d.plastic.fill(0.0);
    for j in 0..m.njnt {
        if let Some(adr) = m.jnt_plasticadr[j].opt() {
            let n = if JointType::of(m.jnt_type[j]) == JointType::Ball { 4 } else { 1 };
            let rest = m.jnt_qposadr[j].ix();
            d.plastic[adr..adr + n].copy_from_slice(&m.qpos_spring[rest..rest + n]);
        }
    }
    for t in 0..m.ntendon {
        if let Some(adr) = m.tendon_plasticadr[t].opt() {
            d.plastic[adr..adr + 2].copy_from_slice(&m.tendon_lengthspring[t]);
        }
    }
}

/// Delay buffers as if the past had been sampled on schedule with neutral values.
///
/// A buffer holds a free slot, the place of the newest sample, the times of its samples and their values.
fn initial_history(m: &Model, d: &mut Data) {
    let dt = m.opt.timestep;
    d.history.fill(0.0);

    for a in 0..m.nactuator {
        let n = m.actuator_history[a][0].ix();
        if n > 0 {
            let buffer = &mut d.history[m.actuator_historyadr[a].ix()..];
            buffer[1] = (n - 1) as f64;
            for (j, time) in buffer[2..2 + n].iter_mut().enumerate() {
                *time = -((n - j) as f64) * dt;
            }
            let ctrl = span(m.actuator_ctrladr[a], m.actuator_ctrlnum[a]);
            for sample in buffer[2 + n..2 + n + n * ctrl.len()].chunks_exact_mut(ctrl.len().max(1)) {
                sample.copy_from_slice(&d.ctrl[ctrl.clone()]);
            }
        }
    }

    for s in 0..m.nsensor {
        let n = m.sensor_history[s][0].ix();
        if n > 0 {
            let [period, phase] = m.sensor_interval[s];
            // without a phase the first reading is due at time zero
            let last = if period <= 0.0 {
                -dt
            } else if phase == 0.0 {
                -period
            } else {
                phase
            };
            let buffer = &mut d.history[m.sensor_historyadr[s].ix()..];
            buffer[0] = last;
            buffer[1] = (n - 1) as f64;
            for (j, time) in buffer[2..2 + n].iter_mut().enumerate() {
                *time = if period > 0.0 {
                    ((last - (n - 1 - j) as f64 * period) / dt).ceil() * dt
                } else {
                    -((n - j) as f64) * dt
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moving, samples};

    /// Every column of both, by name.
    fn assert_same(a: &Data, b: &Data) {
        for (i, field) in Data::FIELDS.iter().enumerate() {
            assert_eq!(a.column_at(i), b.column_at(i), "{}", field.name);
        }
        for (name, _) in Data::SCALARS {
            assert_eq!(a.scalar(name), b.scalar(name), "{name}");
        }
    }

    #[test]
    fn reset_gives_fresh_data_back() {
        for m in samples() {
            let mut d = moving(&m, 51);
            d.time = 3.0;
            d.warning[0].raise(2);
            d.efc_pos.push(1.0);
            d.reset(&m);
            assert_same(&d, &m.make_data());
            assert!(d.efc_pos.is_empty() && d.warning[0].number == 0);
        }
    }

    #[test]
    fn a_copy_is_the_same_in_every_column() {
        let m = &samples()[1];
        let d = moving(m, 52);
        assert_same(&d.clone(), &d);
    }

    #[test]
    fn debug_reset_marks_results_and_sets_the_state() {
        let m = &samples()[1];
        let mut d = m.make_data();
        d.reset_debug(m, 0xff);
        assert!(d.xpos[1].0[0].is_nan() && d.M[0].is_nan(), "results show that they were not computed");
        assert_eq!(d.qpos, m.qpos0);
        let states = [&d.qvel, &d.act, &d.ctrl, &d.qfrc_applied, &d.qacc_warmstart, &d.userdata, &d.history];
        assert!(states.iter().all(|column| column.iter().all(|&x| x == 0.0)));
    }

    #[test]
    fn a_keyframe_sets_time_and_state_and_an_unknown_one_is_refused() {
        let mut m = samples().swap_remove(0);
        m.nkey = 2;
        m.key_time = [0.0, 1.5].into();
        m.key_qpos = (0..2 * m.nq).map(|i| i as f64).collect();
        m.key_qvel = vec![2.0; 2 * m.nv].into();
        let mut d = m.make_data();
        d.reset_keyframe(&m, 1).expect("there are two");
        assert_eq!((d.time, d.qpos[0], d.qvel[0]), (1.5, m.nq as f64, 2.0));
        let before = d.clone();
        let error = d.reset_keyframe(&m, 2).expect_err("there are two");
        assert_eq!(error.to_string(), "there is no keyframe 2: the model has 2");
        assert_same(&d, &before);
    }

    #[test]
    fn a_keyframe_made_from_a_state_restores_it() {
        let mut m = samples().swap_remove(1);
        m.nkey = 1;
        m.key_time = [0.0].into();
        m.key_qpos = vec![0.0; m.nq].into();
        m.key_qvel = vec![0.0; m.nv].into();
        let mut d = moving(&m, 53);
        d.time = 2.5;
        m.set_keyframe(&d, 0).expect("there is one");
        let mut back = m.make_data();
        back.reset_keyframe(&m, 0).expect("there is one");
        assert_eq!((back.time, &back.qpos, &back.qvel), (d.time, &d.qpos, &d.qvel));
        assert!(m.set_keyframe(&d, 1).is_err());
    }

    #[test]
    fn bodies_are_awake_unless_nothing_moves_them() {
        let m = &samples()[1];
        let d = m.make_data();
        assert_eq!((d.ntree_awake, d.nv_awake), (m.ntree, m.nv));
        for b in 0..m.nbody {
            assert_eq!(d.body_awake[b] < 0, m.body_treeid[b] < 0, "body {b}");
        }
    }
}
