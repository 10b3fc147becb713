//! Errors of sensors, where a model asks for them: see [`Model::set_sensor_errors`](crate::Model::set_sensor_errors).

use std::ops::Range;

use crate::math::{Quat, Vec3, random};
use crate::model::{DataType, SensorErrors, SensorType};
use crate::{Id, Model};

use super::{cut_off, span};

/// What a random number is for.
#[derive(Clone, Copy)]
enum Purpose {
    Noise = 0,
    Walk = 1,
    Latency = 2,
}

/// The random state as it is kept in the history.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    errors: &'a SensorErrors,
    /// stream, steps since the reset, biases
    numbers: &'a [f64],
}

impl<'a> State<'a> {
    pub(super) fn new(errors: &'a SensorErrors, tail: &'a [f64]) -> Self {
        Self { errors, numbers: tail }
    }

    /// Counter and key of the generator for one number of one sensor.
    fn draw(self, sensor: usize, number: usize, purpose: Purpose) -> ([u32; 4], [u32; 2]) {
        let step = self.numbers[1] as u64;
        let key = self.errors.seed ^ spread(self.numbers[0] as u64);
        let what = (number as u32) << 2 | purpose as u32;
        ([step as u32, (step >> 32) as u32, sensor as u32, what], [key as u32, (key >> 32) as u32])
    }

    /// Error of one number of a sensor: its bias and its noise.
    fn error(self, bias: Option<&[f64]>, sensor: usize, number: usize) -> f64 {
        let bias = bias.map_or(0.0, |bias| bias[number]);
        let deviation = self.errors.noise[sensor];
        if deviation == 0.0 {
            return bias;
        }
        let (counter, key) = self.draw(sensor, number, Purpose::Noise);
        bias + deviation * random::normal(counter, key)
    }

    /// Delay of the reading of this step: the sensor's own, or a random latency.
    pub(super) fn delay(self, m: &Model, sensor: usize) -> f64 {
        let [low, high] = self.errors.latency[sensor];
        if low == high {
            return m.sensor_delay[sensor];
        }
        let (counter, key) = self.draw(sensor, 0, Purpose::Latency);
        low + (high - low) * random::uniform(counter, key)[0]
    }

    /// Adds the errors of this step to a true reading, then its cutoff again.
    ///
    /// Numbers move by bias and noise; those that are never negative only if there is something to measure, and not
    /// below zero; axes and quaternions turn. Contacts and rays that hit nothing are left alone.
    pub(super) fn disturb(self, m: &Model, i: usize, out: &mut [f64]) {
        let kind = SensorType::of(m.sensor_type[i]);
        let walks = self.errors.walk[i] > 0.0;
        let silent = self.errors.noise[i] == 0.0 && !walks;
        if silent || kind == SensorType::Contact || (kind == SensorType::Rangefinder && out[0] < 0.0) {
            return;
        }
        let bias = walks.then(|| &self.numbers[2..][span(m, i)]);
        let turn = || Vec3(std::array::from_fn(|k| self.error(bias, i, k)));
        match DataType::of(m.sensor_datatype[i]) {
            DataType::Real => {
                for (k, x) in out.iter_mut().enumerate() {
                    *x += self.error(bias, i, k);
                }
            }
            DataType::Positive => {
                for (k, x) in out.iter_mut().enumerate().filter(|(_, x)| **x > 0.0) {
                    *x = (*x + self.error(bias, i, k)).max(0.0);
                }
            }
            DataType::Axis => {
                let turned = Quat::IDENTITY.integrate(turn(), 1.0).rotate(Vec3::from_slice(out));
                out.copy_from_slice(&turned.0);
            }
            DataType::Quaternion => out.copy_from_slice(&Quat::from_slice(out).integrate(turn(), 1.0).0),
        }
        cut_off(m, i, out);
    }
}

/// Lets the biases walk one step, `b += σ √h n`, and counts it.
pub(super) fn advance(m: &Model, errors: &SensorErrors, numbers: &mut [f64]) {
    for i in (0..m.nsensor).filter(|&i| errors.walk[i] > 0.0) {
        let numbers_of: Range<usize> = span(m, i);
        for k in 0..m.sensor_dim[i].ix() {
            let (counter, key) = State::new(errors, numbers).draw(i, k, Purpose::Walk);
            let step = errors.walk[i] * m.opt.timestep.sqrt() * random::normal(counter, key);
            numbers[2 + numbers_of.start + k] += step;
        }
    }
    numbers[1] += 1.0;
}

/// A permutation of 64-bit words that leaves zero alone and parts neighbours: the end of SplitMix64.
fn spread(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
