//! Errors of real sensors, an extension that a model asks for: noise, a bias that walks, and latency.

use crate::history;
use crate::model::Model;
use crate::{Data, Id};

/// What the sensors of a model suffer from; see [`Model::set_sensor_errors`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SensorErrors {
    /// chooses all random numbers
    pub seed: u64,
    /// standard deviation of the noise of each sensor, in its units; radians for axes and quaternions
    pub noise: Vec<f64>,
    /// standard deviation of the bias of each sensor after one second, `walk √t` after `t`
    pub walk: Vec<f64>,
    /// shortest and longest latency of each sensor, in seconds; each reading comes at a random one in between
    pub latency: Vec<[f64; 2]>,
    /// first number of the random state in `Data::history`
    pub(crate) state: usize,
    /// sensors whose history holds nothing but late readings
    pub(crate) late: Vec<usize>,
}

/// Why sensors cannot be given errors.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SensorErrorsError {
    /// a list does not have a number for each sensor
    #[error("'{list}' must have one entry for each of {nsensor} sensors, got {got}")]
    Count {
        /// which list
        list: &'static str,
        /// sensors that there are
        nsensor: usize,
        /// entries that there are
        got: usize,
    },
    /// a number that is negative or not finite, or a range given the wrong way round
    #[error("'{list}' of sensor {sensor} must be finite, not negative, and in order")]
    Value {
        /// which list
        list: &'static str,
        /// which sensor
        sensor: usize,
    },
    /// the model already delays or samples this sensor
    #[error("sensor {sensor} keeps a history of its own: give its latency as 'delay' in the model")]
    HasHistory {
        /// which sensor
        sensor: usize,
    },
    /// a saved model without the random state in its history
    #[error("the history has no room for the random state")]
    NoRoom,
    /// a latency of too many steps
    #[error("the latency of sensor {sensor} spans too many timesteps")]
    TooLong {
        /// which sensor
        sensor: usize,
    },
}

/// Steps that a latency may span at most.
const MAX_SAMPLES: f64 = 1e6;

impl SensorErrors {
    /// The noise that the model file gives as `noise`, and nothing else.
    pub fn noise_of(m: &Model, seed: u64) -> Self {
        Self { seed, noise: m.sensor_noise.to_vec(), ..Self::none(m) }
    }

    /// Lists of zeros, to be filled.
    pub fn none(m: &Model) -> Self {
        let n = m.nsensor;
        Self { noise: vec![0.0; n], walk: vec![0.0; n], latency: vec![[0.0; 2]; n], ..Self::default() }
    }

    fn check(&self, m: &Model, late: &[usize]) -> Result<(), SensorErrorsError> {
        let nsensor = m.nsensor;
        for (list, got) in [("noise", self.noise.len()), ("walk", self.walk.len()), ("latency", self.latency.len())] {
            if got != nsensor {
                return Err(SensorErrorsError::Count { list, nsensor, got });
            }
        }
        let sound = |x: f64| x.is_finite() && x >= 0.0;
        for sensor in 0..nsensor {
            let [low, high] = self.latency[sensor];
            let good = [
                ("noise", sound(self.noise[sensor])),
                ("walk", sound(self.walk[sensor])),
                ("latency", sound(low) && sound(high) && low <= high),
            ];
            if let Some((list, _)) = good.into_iter().find(|(_, good)| !good) {
                return Err(SensorErrorsError::Value { list, sensor });
            }
            let ours = late.contains(&sensor);
            if high > 0.0 && m.sensor_history[sensor][0] > 0 && !ours {
                return Err(SensorErrorsError::HasHistory { sensor });
            }
            if high / m.opt.timestep > MAX_SAMPLES {
                return Err(SensorErrorsError::TooLong { sensor });
            }
        }
        Ok(())
    }

    fn find_late(&mut self) {
        self.late = (0..self.latency.len()).filter(|&i| self.latency[i][1] > 0.0).collect();
    }

    /// Numbers of the random state: which stream, the step, and the biases.
    pub(crate) fn state_len(&self, m: &Model) -> usize {
        2 + if self.walk.iter().any(|&walk| walk > 0.0) { m.nsensordata } else { 0 }
    }
}

impl Model {
    /// Gives the sensors errors, or takes them away. Readings are noisy, biased and late from then on; every random
    /// number is a function of the seed, the data's stream, the sensor, and the number of steps since the reset, so that
    /// neither threads nor the order of evaluation matter.
    ///
    /// The random state and late readings are kept in `Data::history`, which is part of the state that is saved, copied
    /// and restored. Its size changes: data made before belongs to another model. Without errors nothing is computed and
    /// readings are what they are.
    pub fn set_sensor_errors(&mut self, errors: Option<SensorErrors>) -> Result<(), SensorErrorsError> {
        if let Some(errors) = &errors {
            errors.check(self, self.sensor_errors.as_ref().map_or(&[], |before| &before.late))?;
        }
        self.remove_sensor_errors();
        if let Some(errors) = errors {
            self.install_sensor_errors(errors);
        }
        Ok(())
    }

    /// Errors that were saved with the model, whose history has room for them already.
    pub(super) fn restore_sensor_errors(&mut self, mut errors: SensorErrors) -> Result<(), SensorErrorsError> {
        errors.find_late();
        errors.check(self, &errors.late)?;
        if errors.late.iter().any(|&i| self.sensor_history[i][0] <= 0) {
            return Err(SensorErrorsError::NoRoom);
        }
        let late = errors.late.iter().map(|&i| self.late_len(i)).sum::<usize>();
        let Some(state) = self.nhistory.checked_sub(errors.state_len(self)).filter(|&state| state >= late) else {
            return Err(SensorErrorsError::NoRoom);
        };
        errors.state = state;
        self.sensor_errors = Some(Box::new(errors));
        Ok(())
    }

    fn late_len(&self, i: usize) -> usize {
        history::len(self.sensor_history[i][0].ix(), self.sensor_dim[i].ix())
    }

    /// Takes the random state and the buffers of late sensors off the history.
    fn remove_sensor_errors(&mut self) {
        let Some(errors) = self.sensor_errors.take() else { return };
        self.nhistory -= errors.state_len(self);
        for &i in &errors.late {
            self.nhistory -= self.late_len(i);
            (self.sensor_history[i], self.sensor_delay[i], self.sensor_historyadr[i]) = ([0; 2], 0.0, -1);
        }
    }

    /// Appends buffers of late sensors to the history, then the random state.
    fn install_sensor_errors(&mut self, mut errors: SensorErrors) {
        errors.find_late();
        for &i in &errors.late {
            let [low, high] = errors.latency[i];
            // the sample before the oldest that can be asked for, and the newest
            let samples = libm::ceil(high / self.opt.timestep) as i32 + 2;
            (self.sensor_history[i], self.sensor_delay[i]) = ([samples, 0], 0.5 * (low + high));
            self.sensor_historyadr[i] = self.nhistory as i32;
            self.nhistory += self.late_len(i);
        }
        errors.state = self.nhistory;
        self.nhistory += errors.state_len(self);
        self.sensor_errors = Some(Box::new(errors));
    }
}

impl Data {
    /// Chooses among independent streams of sensor errors, as many environments of one model want; zero after a reset.
    /// Nothing happens if the sensors have no errors. Streams beyond 2⁵³ are rounded.
    pub fn set_sensor_stream(&mut self, m: &Model, stream: u64) {
        if let Some(errors) = &m.sensor_errors
            && let Some(place) = self.history.get_mut(errors.state)
        {
            *place = stream as f64;
        }
    }
}
