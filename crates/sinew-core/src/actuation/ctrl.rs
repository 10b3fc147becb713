//! Controls as the actuators see them: delayed, clamped, checked.

use super::servo::clip;
use crate::history::{self, HistoryError, Ring};
use crate::math::MAXVAL;
use crate::model::{Disable, WarningKind};
use crate::{Data, Id, Model};

/// The controls of an actuator as they act at a time: delayed if it has a delay and samples to read from. `order` is
/// that of the interpolation, negative for the model's own.
///
/// Reads `ctrl`, `history`. `out` holds as many numbers as the actuator has controls.
#[doc(alias = "mj_readCtrl")]
pub fn read_ctrl(m: &Model, d: &Data, actuator: usize, time: f64, order: i32, out: &mut [f64]) {
    let [samples, own] = m.actuator_history[actuator];
    let n = m.actuator_ctrlnum[actuator].ix();
    if samples == 0 {
        let adr = m.actuator_ctrladr[actuator].max(0).ix();
        out.copy_from_slice(&d.ctrl[adr..adr + n]);
    } else {
        let buffer = &d.history[m.actuator_historyadr[actuator].ix()..];
        let order = if order < 0 { own } else { order };
        Ring::new(buffer, samples.ix(), n).read(time - m.actuator_delay[actuator], order, out);
    }
}

/// Fills the buffer of past controls of an actuator, oldest first; the times stay as they are if none are given.
///
/// Writes `history`.
#[doc(alias = "mj_initCtrlHistory")]
pub fn init_ctrl_history(
    m: &Model,
    d: &mut Data,
    actuator: usize,
    times: Option<&[f64]>,
    values: &[f64],
) -> Result<(), HistoryError> {
    let samples = m.actuator_history[actuator][0].ix();
    let adr = m.actuator_historyadr[actuator].opt().ok_or(HistoryError::NoBuffer)?;
    history::init(&mut d.history[adr..], samples, m.actuator_ctrlnum[actuator].ix(), times, values)
}

/// Fills `ctrl` with what acts now. If any number is bad, all become zero and a warning is raised.
pub(super) fn effective_ctrl(m: &Model, d: &mut Data, ctrl: &mut [f64]) {
    acting_ctrl(m, d, ctrl);
    if let Some(bad) = ctrl.iter().position(|u| u.is_nan() || u.abs() > MAXVAL) {
        d.warning[WarningKind::Badctrl as usize].raise(bad);
        ctrl.fill(0.0);
    }
}

/// Fills `ctrl` with the controls, delayed and clamped.
pub(crate) fn acting_ctrl(m: &Model, d: &Data, ctrl: &mut [f64]) {
    ctrl.copy_from_slice(&d.ctrl);
    for (i, &delay) in m.actuator_delay.iter().enumerate() {
        if delay != 0.0 {
            let adr = m.actuator_ctrladr[i].ix();
            read_ctrl(m, d, i, d.time, -1, &mut ctrl[adr..adr + m.actuator_ctrlnum[i].ix()]);
        }
    }
    if !m.opt.disabled(Disable::ClampCtrl) {
        for ((u, &limited), &[low, high]) in ctrl.iter_mut().zip(&m.actuator_ctrllimited).zip(&m.actuator_ctrlrange) {
            if limited {
                *u = clip(*u, low, high);
            }
        }
    }
}
