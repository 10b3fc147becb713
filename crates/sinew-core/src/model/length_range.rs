//! Range of lengths that an actuator can have, found by pulling it both ways.
//!
//! The actuator's moment arm gives the direction; a force along it accelerates the model in both directions while
//! velocities are damped away, until joint limits and tendons hold it. What the length settles at is the end of the range
//! (MuJoCo's manual, chapter Modeling, "Length range"). MuJoCo simulates the whole time; here the rest is spared once the
//! model stands still, see [`Rest`].

use super::{BiasType, GainType, LengthRangeMode, Model, TrnType};
use crate::math::MINVAL;
use crate::table::Id;
use crate::{Data, StepError, position, step};

/// How the length range of actuators is found.
#[doc(alias = "mjLROpt")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthRangeOptions {
    /// which actuators it is computed for
    pub mode: LengthRangeMode,
    /// keep a range that was given
    pub useexisting: bool,
    /// take it from joint and tendon limits where there are some
    pub uselimit: bool,
    /// acceleration aimed at, which sets the force
    pub accel: f64,
    /// largest force; 0: no limit
    pub maxforce: f64,
    /// time constant of the velocity reduction
    pub timeconst: f64,
    /// time step; 0: that of the model
    pub timestep: f64,
    /// time simulated
    pub inttotal: f64,
    /// time at the end over which the length is looked at
    pub interval: f64,
    /// tolerance of convergence, relative to the range
    pub tolrange: f64,
}

impl Default for LengthRangeOptions {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}

/// Why no length range was found.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LengthRangeError {
    /// the simulation failed
    #[error("the simulation that looks for the length range of actuator {actuator} is unstable: {why}")]
    Unstable {
        /// the actuator
        actuator: usize,
        /// what failed
        why: StepError,
    },
    /// the ends are in the wrong order
    #[error("the length range of actuator {actuator} came out as {low} to {high}")]
    Empty {
        /// the actuator
        actuator: usize,
        /// length when pulled to the shorter side
        low: f64,
        /// length when pulled to the longer side
        high: f64,
    },
    /// the length did not settle
    #[error(
        "the length range of actuator {actuator} did not converge: the length still moves between {low} and {high}"
    )]
    Moving {
        /// the actuator
        actuator: usize,
        /// least length at the end
        low: f64,
        /// greatest length at the end
        high: f64,
    },
}

impl Model {
    /// True if the length range of an actuator is to be computed.
    pub fn needs_length_range(&self, actuator: usize, opt: &LengthRangeOptions) -> bool {
        let (gain, bias) =
            (GainType::of(self.actuator_gaintype[actuator]), BiasType::of(self.actuator_biastype[actuator]));
        let muscle = gain == GainType::Muscle || bias == BiasType::Muscle;
        let user = gain == GainType::User || bias == BiasType::User;
        let wanted = match opt.mode {
            LengthRangeMode::None => false,
            LengthRangeMode::Muscle => muscle,
            LengthRangeMode::Muscleuser => muscle || user,
            LengthRangeMode::All => true,
        };
        let [low, high] = self.actuator_lengthrange[self.actuator_outadr[actuator].ix()];
        wanted && !(opt.useexisting && low < high)
    }

    /// The length range of an actuator: the limits of its joint or tendon, if they may be used, or found by simulation.
    ///
    /// The simulation runs with the options of the model, which should leave only limits and equalities. Its cost is
    /// at most `2 inttotal / timestep` steps, and a few hundred for a model that comes to rest.
    #[doc(alias = "mj_setLengthRange")]
    pub fn length_range(
        &self,
        d: &mut Data,
        actuator: usize,
        opt: &LengthRangeOptions,
    ) -> Result<[f64; 2], LengthRangeError> {
        let target = self.actuator_trnid[actuator][0].ix();
        if opt.uselimit {
            match TrnType::of(self.actuator_trntype[actuator]) {
                TrnType::Joint | TrnType::JointInParent if self.jnt_limited[target] => {
                    return Ok(self.jnt_range[target]);
                }
                TrnType::Tendon if self.tendon_limited[target] => return Ok(self.tendon_range[target]),
                _ => {}
            }
        }

        // the shortest length when pulled one way, the longest the other way
        let short = self.pull(d, actuator, -1.0, opt)?;
        let long = self.pull(d, actuator, 1.0, opt)?;
        let (low, high) = (short[0], long[1]);
        if high - low <= 0.0 {
            return Err(LengthRangeError::Empty { actuator, low, high });
        }
        for [least, greatest] in [short, long] {
            if greatest - least > opt.tolrange * (high - low) {
                return Err(LengthRangeError::Moving { actuator, low: least, high: greatest });
            }
        }
        Ok([low, high])
    }

    /// Least and greatest length over the last interval of a simulation with a force to one side.
    fn pull(
        &self,
        d: &mut Data,
        actuator: usize,
        side: f64,
        opt: &LengthRangeOptions,
    ) -> Result<[f64; 2], LengthRangeError> {
        let out = self.actuator_outadr[actuator].ix();
        let (mut moment, mut accel) = (vec![0.0; self.nv], vec![0.0; self.nv]);
        let fade = libm::exp(-self.opt.timestep / opt.timeconst.max(0.01));
        let unstable = |why: StepError| LengthRangeError::Unstable { actuator, why };
        let norm = |x: &[f64]| x.iter().map(|v| v * v).sum::<f64>().sqrt();
        let mut range: Option<[f64; 2]> = None;
        let mut rest = Rest::default();
        d.reset(self);
        while d.time < opt.inttotal {
            d.qvel.iter_mut().for_each(|v| *v *= fade);
            step::step1(self, d).map_err(unstable)?;

            // force along the moment arm that gives the acceleration aimed at
            moment.fill(0.0);
            let start = d.moment_rowadr[out].ix();
            for k in start..start + d.moment_rownnz[out].ix() {
                moment[d.moment_colind[k].ix()] = d.actuator_moment[k];
            }
            accel.copy_from_slice(&moment);
            position::solve_m(self, d, &mut accel);
            let mut scale = side * opt.accel / norm(&accel).max(MINVAL);
            let force = norm(&moment) * scale.abs();
            if opt.maxforce > 0.0 && force > opt.maxforce {
                scale *= opt.maxforce / force.max(MINVAL);
            }
            for (f, arm) in d.qfrc_applied.iter_mut().zip(&moment) {
                *f = arm * scale;
            }
            step::step2(self, d).map_err(unstable)?;

            // a reset starts time again
            if d.time == 0.0 {
                return Err(unstable(StepError::Unsupported("it was reset")));
            }
            let length = d.actuator_length[out];
            if rest.reached(&d.qvel) {
                return Ok([length; 2]);
            }
            if d.time > opt.inttotal - opt.interval {
                let [low, high] = range.unwrap_or([length; 2]);
                range = Some([low.min(length), high.max(length)]);
            }
        }
        Ok(range.unwrap_or_default())
    }
}

/// Tells when a model that is pulled has come to rest against its limits.
///
/// The pull never ends, so that velocities at the level of rounding mean that limits balance it. They must stay there for
/// two windows of steps and not grow from one to the next: from an equilibrium that is not stable the model moves on.
#[derive(Default)]
struct Rest {
    steps: usize,
    /// largest velocities of this window and of the one before
    peak: f64,
    before: Option<f64>,
}

impl Rest {
    /// steps of a window
    const WINDOW: usize = 50;
    /// velocity of rounding errors, with a margin
    const NOISE: f64 = 1e-9;
    /// growth from window to window that is not by chance
    const GROWTH: f64 = 1.5;

    /// Takes note of the velocities after a step; true if the model is at rest.
    fn reached(&mut self, qvel: &[f64]) -> bool {
        self.peak = qvel.iter().fold(self.peak, |peak, v| peak.max(v.abs()));
        self.steps += 1;
        if self.steps < Self::WINDOW {
            return false;
        }
        let (peak, before) = (self.peak, self.before);
        *self = Self { steps: 0, peak: 0.0, before: Some(peak) };
        before.is_some_and(|before| before < Self::NOISE && peak < Self::NOISE && peak <= Self::GROWTH * before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps until rest is seen, of at most 1000.
    fn steps_to_rest(velocity: impl Fn(usize) -> f64) -> Option<usize> {
        let mut rest = Rest::default();
        (0..1000).find(|&step| rest.reached(&[0.0, velocity(step)]))
    }

    #[test]
    fn two_quiet_windows_are_rest() {
        assert_eq!(steps_to_rest(|step| if step % 2 == 0 { 1e-11 } else { -2e-11 }), Some(99));
        assert_eq!(steps_to_rest(|step| if step < 60 { 1.0 } else { 1e-11 }), Some(199));
    }

    #[test]
    fn slow_or_growing_motion_is_no_rest() {
        assert_eq!(steps_to_rest(|_| 1e-8), None);
        assert_eq!(steps_to_rest(|step| 1e-12 * libm::exp(0.01 * step as f64)), None);
    }
}
