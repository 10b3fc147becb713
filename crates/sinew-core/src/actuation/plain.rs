//! Muscles, motors and servos as most models have them, in one pass over columns of one length.

use super::gain_bias::{affine, same_bits};
use super::muscle::{muscle_dynamics, scaled};
use super::rate::filter_rate;
use super::servo::wrap_period;
use crate::math::simd::kernel;
use crate::model::{BiasType, DynType, GainType, JointType, TrnType};
use crate::{Data, Id, Model};

const NO_DYN: i32 = DynType::None as i32;
const FILTER: i32 = DynType::Filter as i32;
const FILTER_EXACT: i32 = DynType::FilterExact as i32;
const MUSCLE_DYN: i32 = DynType::Muscle as i32;
const FIXED: i32 = GainType::Fixed as i32;
const MUSCLE: i32 = GainType::Muscle as i32;

kernel! {
    /// Writes rates and forces, before any limit, of the actuators from the first to the first that is not plain; `count`
    /// says how many. None sleeps or is switched off.
    ///
    /// Plain are muscles, and fixed gains without bias or with an affine one, of no state, a filter's or a muscle's. The
    /// results are those of `activation_rate` and `force`, which take any actuator.
    pub(super) fn leading_plain(m: &Model, d: &mut Data, ctrl: &[f64], count: &mut usize) {
        let n = m.nactuator;
        if m.nout != n || m.nu != n {
            return;
        }
        // out
        let (act_dot, force) = (&mut d.act_dot[..m.na], &mut d.actuator_force[..n]);
        // in
        let (act, length, velocity) = (&d.act[..m.na], &d.actuator_length[..n], &d.actuator_velocity[..n]);
        let (gaintype, gainprm) = (&m.actuator_gaintype[..n], &m.actuator_gainprm[..n]);
        let (biastype, biasprm) = (&m.actuator_biastype[..n], &m.actuator_biasprm[..n]);
        let (dyntype, dynprm) = (&m.actuator_dyntype[..n], &m.actuator_dynprm[..n]);
        let (actadr, actnum, actearly) = (&m.actuator_actadr[..n], &m.actuator_actnum[..n], &m.actuator_actearly[..n]);
        let (range, acc0, plugin) = (&m.actuator_lengthrange[..n], &m.actuator_acc0[..n], &m.actuator_plugin[..n]);
        let (outadr, ctrladr, ctrl) = (&m.actuator_outadr[..n], &m.actuator_ctrladr[..n], &ctrl[..n]);

        for i in 0..n {
            if outadr[i] != i as i32 || ctrladr[i] != i as i32 || actearly[i] || plugin[i] >= 0 {
                return;
            }

            // the state and its rate
            let input = match (dyntype[i], actnum[i]) {
                (NO_DYN, 0) => ctrl[i],
                (kind @ (MUSCLE_DYN | FILTER | FILTER_EXACT), 1) => {
                    let (adr, prm) = (actadr[i].ix(), &dynprm[i]);
                    act_dot[adr] = if kind == MUSCLE_DYN {
                        muscle_dynamics(ctrl[i], act[adr], prm)
                    } else {
                        filter_rate(ctrl[i], act[adr], prm[0])
                    };
                    act[adr]
                }
                _ => return,
            };

            // the force
            let (gain, bias) = (&gainprm[i], &biasprm[i]);
            force[i] = match (gaintype[i], BiasType::of(biastype[i])) {
                (MUSCLE, BiasType::Muscle) if same_bits(gain, bias) => {
                    let place = scaled(length[i], range[i], acc0[i], gain);
                    place.gain(velocity[i], gain) * input + place.bias(gain)
                }
                (FIXED, BiasType::None) => gain[0] * input + 0.0,
                (FIXED, BiasType::Affine) if is_open(m, i) => gain[0] * input + affine(bias, length[i], velocity[i]),
                _ => return,
            };
            *count = i + 1;
        }
    }
}

/// True if the length of an actuator is no angle that closes after a turn.
#[inline]
fn is_open(m: &Model, i: usize) -> bool {
    let (kind, id) = (m.actuator_trntype[i], m.actuator_trnid[i][0].ix());
    let scalar = kind <= TrnType::JointInParent as i32 && m.jnt_type[id] >= JointType::Slide as i32;
    scalar || kind == TrnType::Tendon as i32 || wrap_period(m, i).is_none()
}
