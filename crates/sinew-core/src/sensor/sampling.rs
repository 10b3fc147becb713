//! Sensors that are sampled now and then, or read late.

use crate::history::{self, HistoryError, Ring};
use crate::{Data, Id, Model, taken};

use super::errors::{self, State};
use super::{compute_sensor, span};

/// Reading of a sensor in its stage: measured now, or recalled from its history if it is delayed or between samples.
pub(super) fn measure_or_recall(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    let has_history = m.sensor_history[i][0] > 0;
    if has_history && (m.sensor_delay[i] > 0.0 || !is_due(m, d, i)) {
        let delay = errors_of(m, &d.history).map_or(m.sensor_delay[i], |e| e.delay(m, i));
        recall(m, d, i, d.time - delay, m.sensor_history[i][1], out);
    } else {
        compute_sensor(m, d, i, out);
        if let Some(errors) = errors_of(m, &d.history) {
            errors.disturb(m, i, out);
        }
    }
}

/// The random state, if sensors have errors.
pub(super) fn errors_of<'a>(m: &'a Model, history: &'a [f64]) -> Option<State<'a>> {
    m.sensor_errors.as_ref().map(|errors| State::new(errors, &history[errors.state..]))
}

/// True if the time of the next sample has come; always, for a sensor without interval.
fn is_due(m: &Model, d: &Data, i: usize) -> bool {
    let interval = m.sensor_interval[i][0];
    interval <= 0.0 || d.history[m.sensor_historyadr[i].ix()] + interval <= d.time
}

/// Reads the history of a sensor at a time.
fn recall(m: &Model, d: &Data, i: usize, time: f64, order: i32, out: &mut [f64]) {
    let (samples, dim) = (m.sensor_history[i][0].ix(), m.sensor_dim[i].ix());
    Ring::new(&d.history[m.sensor_historyadr[i].ix()..], samples, dim).read(time, order, out);
}

/// Reading that a sensor would give at a time, from its history; its present reading if it keeps none.
///
/// `order` chooses the interpolation as in [`Ring::read`]; `None` takes the sensor's own.
#[doc(alias = "mj_readSensor")]
pub fn read_sensor(m: &Model, d: &Data, i: usize, time: f64, order: Option<i32>, out: &mut [f64]) {
    if m.sensor_history[i][0] > 0 {
        recall(m, d, i, time - m.sensor_delay[i], order.unwrap_or(m.sensor_history[i][1]), out);
    } else {
        out.copy_from_slice(&d.sensordata[span(m, i)]);
    }
}

/// Fills the buffer of past readings of a sensor, oldest first; the times stay as they are if none are given. `phase` is
/// the time of the last sample, for sensors with an interval.
///
/// Writes `history`.
#[doc(alias = "mj_initSensorHistory")]
pub fn init_sensor_history(
    m: &Model,
    d: &mut Data,
    i: usize,
    times: Option<&[f64]>,
    values: &[f64],
    phase: f64,
) -> Result<(), HistoryError> {
    let adr = m.sensor_historyadr[i].opt().ok_or(HistoryError::NoBuffer)?;
    history::init(&mut d.history[adr..], m.sensor_history[i][0].ix(), m.sensor_dim[i].ix(), times, values)?;
    d.history[adr] = phase;
    Ok(())
}

/// Adds the present readings of sensors to their histories, as the step ends.
///
/// A delayed sensor was read from its history, so it is measured here; others have their present reading in
/// `sensordata`. Sensors with an interval add a sample only when it is due.
///
/// Reads `sensordata`. Writes `history`.
pub fn advance_history(m: &Model, d: &mut Data) {
    let (mut all, mut sensordata) = (taken::take(&mut d.history), taken::take(&mut d.sensordata));
    let (rings, random) = all.split_at_mut(m.sensor_errors.as_ref().map_or(m.nhistory, |errors| errors.state));
    for i in 0..m.nsensor {
        let samples = m.sensor_history[i][0];
        if samples <= 0 {
            continue;
        }
        let (adr, interval) = (m.sensor_historyadr[i].ix(), m.sensor_interval[i][0]);
        if interval > 0.0 {
            if rings[adr] + interval > d.time {
                continue;
            }
            rings[adr] += interval;
        }
        let slot = history::insert(&mut rings[adr..], samples.ix(), m.sensor_dim[i].ix(), d.time);
        if m.sensor_delay[i] > 0.0 {
            std::mem::swap(&mut d.sensordata, &mut *sensordata);
            compute_sensor(m, d, i, slot);
            std::mem::swap(&mut d.sensordata, &mut *sensordata);
            if let Some(errors) = &m.sensor_errors {
                State::new(errors, random).disturb(m, i, slot);
            }
        } else {
            slot.copy_from_slice(&sensordata[span(m, i)]);
        }
    }
    if let Some(errors) = &m.sensor_errors {
        errors::advance(m, errors, random);
    }
    (d.history, d.sensordata) = (taken::back(all), taken::back(sensordata));
}
