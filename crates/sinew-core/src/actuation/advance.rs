//! What actuators carry from one step to the next: activations and past controls.

use std::f64::consts::{PI, TAU};

use super::servo::{nearest_turn, round, wrap_period};
use crate::activation::{actuator_disabled, explicit_step, next_activation};
use crate::history;
use crate::math::Vec3;
use crate::model::{Disable, DynType, GainType};
use crate::{Data, Id, Model};

const MUSCLE: i32 = DynType::Muscle as i32;
const FILTER: i32 = DynType::Filter as i32;

/// Moves activations on by one timestep at the given rates; those of disabled actuators stay.
///
/// A setpoint that is an angle is then replaced by the equal one nearest to the actuator's length, a rotation vector by
/// the one of least angle, so that neither winds up.
///
/// Reads `actuator_length`, `actuator_velocity`. Writes `act`.
pub fn advance_activations(m: &Model, d: &mut Data, act_dot: &[f64]) {
    if m.na == 0 || m.opt.disabled(Disable::Actuation) {
        return;
    }
    let n = m.nactuator;
    let (actadr, actnum, dyntype) = (&m.actuator_actadr[..n], &m.actuator_actnum[..n], &m.actuator_dyntype[..n]);
    let (limited, range, h) = (&m.actuator_actlimited[..n], &m.actuator_actrange[..n], m.opt.timestep);
    for i in 0..n {
        let Some(first) = actadr[i].opt() else { continue };
        let end = first + actnum[i].ix();
        // muscles and plain filters, as most are
        if m.opt.disableactuator == 0 && (dyntype[i] == MUSCLE || dyntype[i] == FILTER) {
            for (act, &rate) in d.act[first..end].iter_mut().zip(&act_dot[first..end]) {
                *act = explicit_step(*act, rate, h, limited[i].then_some(&range[i]));
            }
            continue;
        }
        let off = m.opt.disableactuator != 0 && actuator_disabled(m, i);
        for k in first..end {
            d.act[k] = next_activation(m, d, i, k, if off { 0.0 } else { act_dot[k] });
        }
        if DynType::of(dyntype[i]) != DynType::Integrator || end == first {
            continue;
        }
        if let Some(period) = wrap_period(m, i) {
            let length = d.actuator_length[m.actuator_outadr[i].ix()];
            d.act[end - 1] = nearest_turn(d.act[end - 1], length, Some(period));
        } else if GainType::of(m.actuator_gaintype[i]) == GainType::So3 {
            let angle = Vec3::from_slice(&d.act[first..]).norm();
            if angle > PI {
                let scale = (angle - TAU * round(angle / TAU)) / angle;
                for x in &mut d.act[first..first + 3] {
                    *x *= scale;
                }
            }
        }
    }
}

/// Adds the present controls to the buffers of actuators that keep past ones.
///
/// Reads `ctrl`, `time`. Writes `history`.
pub fn advance_ctrl_history(m: &Model, d: &mut Data) {
    if m.nhistory == 0 {
        return;
    }
    for i in 0..m.nactuator {
        let samples = m.actuator_history[i][0].ix();
        if samples == 0 {
            continue;
        }
        let (adr, n) = (m.actuator_ctrladr[i].ix(), m.actuator_ctrlnum[i].ix());
        let buffer = &mut d.history[m.actuator_historyadr[i].ix()..];
        history::insert(buffer, samples, n, d.time).copy_from_slice(&d.ctrl[adr..adr + n]);
    }
}
