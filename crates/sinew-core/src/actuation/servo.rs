//! Setpoints: which inputs an actuator has, how fast they may move, and what they mean on a circle.

use std::f64::consts::TAU;

use crate::math::Vec3;
use crate::model::{BiasType, CtrlInput, DynType, GainType, JointType, TrnType};
use crate::{Id, Model};

/// The inputs of a servo; those it does not have are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs {
    /// position setpoint
    pub position: f64,
    /// velocity setpoint
    pub velocity: f64,
    /// force added as it is
    pub feedforward: f64,
    /// voltage added as it is
    pub voltage: f64,
}

impl Inputs {
    /// Inputs from a block of controls, in the order position, velocity, feedforward, voltage.
    pub fn new(ctrl: &[f64], spec: i32) -> Self {
        let mut rest = ctrl.iter();
        let mut take =
            |input: CtrlInput| if spec & input as i32 == 0 { 0.0 } else { rest.next().copied().unwrap_or(0.0) };
        Self {
            position: take(CtrlInput::Pos),
            velocity: take(CtrlInput::Vel),
            feedforward: take(CtrlInput::Ff),
            voltage: take(CtrlInput::Voltage),
        }
    }
}

/// Period of an actuator's length if it is the angle of a position servo on a ball joint or between two sites.
#[inline]
pub fn wrap_period(m: &Model, actuator: usize) -> Option<f64> {
    let i = actuator;
    let servo = match GainType::of(m.actuator_gaintype[i]) {
        GainType::Pid => true,
        // setpoint and length weigh the same
        GainType::Fixed => {
            BiasType::of(m.actuator_biastype[i]) == BiasType::Affine
                && m.actuator_gainprm[i][0] == -m.actuator_biasprm[i][1]
                && matches!(DynType::of(m.actuator_dyntype[i]), DynType::None | DynType::Integrator)
        }
        _ => false,
    };
    if !servo {
        return None;
    }
    let gear = &m.actuator_gear[m.actuator_outadr[i].ix()];
    let (first, last) = (Vec3::from_slice(gear), Vec3::from_slice(&gear[3..]));
    let [id, reference] = m.actuator_trnid[i];
    let period = match TrnType::of(m.actuator_trntype[i]) {
        TrnType::Site if reference >= 0 && first.is_zero() => TAU * last.norm(),
        TrnType::Joint | TrnType::JointInParent if JointType::of(m.jnt_type[id.ix()]) == JointType::Ball => {
            TAU * first.norm()
        }
        _ => 0.0,
    };
    (period > 0.0).then_some(period)
}

/// The angle equal to `setpoint`, up to whole periods, that is nearest to `at`.
#[inline]
pub fn nearest_turn(setpoint: f64, at: f64, period: Option<f64>) -> f64 {
    period.map_or(setpoint, |period| setpoint - period * round((setpoint - at) / period))
}

/// Nearest whole number, upwards from halves.
#[doc(alias = "mju_round")]
pub fn round(x: f64) -> f64 {
    let (low, high) = (x.floor(), x.ceil());
    if x - low < high - x { low } else { high }
}

/// A setpoint that moves from `previous` towards `target` no faster than `rate` per unit of time.
pub fn slew(target: f64, previous: f64, rate: f64, dt: f64) -> f64 {
    clip(target, previous - rate * dt, previous + rate * dt)
}

/// Rate of an integral that stops at a bound, if the bound is positive.
pub fn anti_windup(rate: f64, integral: f64, bound: f64) -> f64 {
    if bound > 0.0 && integral >= bound {
        rate.min(0.0)
    } else if bound > 0.0 && integral <= -bound {
        rate.max(0.0)
    } else {
        rate
    }
}

/// `x` within bounds; the upper one wins if they are crossed, and what is not a number stays so.
#[inline]
#[doc(alias = "mju_clip")]
pub fn clip(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_inputs_are_zero_and_the_others_keep_their_order() {
        let spec = CtrlInput::Pos as i32 | CtrlInput::Ff as i32;
        let inputs = Inputs::new(&[1.0, 2.0], spec);
        assert_eq!(inputs, Inputs { position: 1.0, feedforward: 2.0, ..Inputs::default() });
    }

    #[test]
    fn an_angle_is_taken_to_its_nearest_turn() {
        assert!((nearest_turn(6.0, 0.0, Some(TAU)) - (6.0 - TAU)).abs() < 1e-15);
        assert!((nearest_turn(-3.0, 10.0, Some(TAU)) - (-3.0 + 2.0 * TAU)).abs() < 1e-14);
        assert_eq!(nearest_turn(6.0, 0.0, None), 6.0);
    }

    #[test]
    fn an_integral_at_its_bound_can_only_shrink() {
        assert_eq!(anti_windup(2.0, 1.0, 1.0), 0.0);
        assert_eq!(anti_windup(-2.0, 1.0, 1.0), -2.0);
        assert_eq!(anti_windup(-2.0, -1.0, 1.0), 0.0);
        assert_eq!(anti_windup(2.0, 5.0, 0.0), 2.0, "no bound");
    }

    #[test]
    fn a_slewed_setpoint_arrives_and_stays() {
        let mut x = 0.0;
        for _ in 0..20 {
            x = slew(1.0, x, 10.0, 0.01);
        }
        assert_eq!(x, 1.0);
        assert_eq!(slew(1.0, 0.0, 10.0, 0.01), 0.1);
    }
}
