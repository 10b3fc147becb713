//! DC motors: windings that warm up, bearings that stick, magnets that cog, and the controller on board.
//!
//! MuJoCo manual, Modeling, *DC motor*. Gain parameters: `R K α T₀ kp ki kd Vmax`. Dynamics parameters: `tₑ di/dt_max R_T
//! C Tₐ σ₀ σ₁ slew imax`. Bias parameters: `A N φ F_C F_S v_S`.

use super::servo::{Inputs, anti_windup, clip, slew};
use crate::activation::{DcMotorSlots, stribeck};
use crate::math::MINVAL;

/// A motor's parameters, its states and what drives it.
#[derive(Clone, Copy, Debug)]
pub struct Motor<'a> {
    /// dynamics parameters
    pub dynprm: &'a [f64; 10],
    /// gain parameters
    pub gainprm: &'a [f64; 10],
    /// bias parameters
    pub biasprm: &'a [f64; 10],
    /// activations, those it has
    pub act: &'a [f64],
    /// angle of the rotor
    pub length: f64,
    /// velocity of the rotor
    pub velocity: f64,
}

impl Motor<'_> {
    fn slots(&self) -> DcMotorSlots {
        DcMotorSlots::new(self.dynprm, self.gainprm)
    }

    /// A state, if the motor has it.
    fn state(&self, slot: Option<usize>) -> Option<f64> {
        slot.and_then(|k| self.act.get(k).copied())
    }

    /// Resistance of the winding at its temperature.
    pub fn resistance(&self) -> f64 {
        let [cold, _, per_degree, at, ..] = *self.gainprm;
        match self.state(self.slots().temperature) {
            Some(rise) => cold * (1.0 + per_degree * (rise + self.dynprm[4] - at)),
            None => cold,
        }
    }

    /// Voltage at the terminals: a torque from the controller on board, turned to voltage with the back-EMF made up for
    /// and limited by the supply, plus the raw voltage.
    pub fn voltage(&self, inputs: Inputs, controlled: bool) -> f64 {
        if !controlled {
            return inputs.voltage;
        }
        let [resistance, constant, _, _, kp, ki, kd, supply, ..] = *self.gainprm;
        let integral = self.state(self.slots().integral).unwrap_or(0.0);
        let torque = kp * (inputs.position - self.length)
            + kd * (inputs.velocity - self.velocity)
            + ki * integral
            + inputs.feedforward;
        let voltage = resistance / constant * torque + constant * self.velocity;
        let voltage = if supply > 0.0 { clip(voltage, -supply, supply) } else { voltage };
        voltage + inputs.voltage
    }

    /// Slopes of the torque with respect to velocity and length: back-EMF `-K²/R`, the controller, the damping of the
    /// bristles; the controller and cogging.
    ///
    /// A voltage at the limit of the supply and a current at the limit of its rate do not vary. A current that is a state
    /// reaches only a part of its change within a step.
    pub fn slope(&self, inputs: Inputs, controlled: bool, dt: f64) -> [f64; 2] {
        let [nominal, constant, _, _, kp, _, kd, supply, ..] = *self.gainprm;
        let [te, rate_limit, _, _, _, _, damping, ..] = *self.dynprm;
        let resistance = self.resistance().max(MINVAL);
        let steered = self.voltage(Inputs { voltage: 0.0, ..inputs }, controlled);
        let held = supply > 0.0 && steered.abs() >= supply;
        let volts = nominal.max(MINVAL) / constant;
        let [by_velocity, by_length] =
            if controlled && !held { [constant - kd * volts, -kp * volts] } else { [0.0; 2] };
        let mut part = constant / resistance;
        if self.has_current() {
            let current = self.state(self.slots().current).unwrap_or(0.0);
            let target = (steered + inputs.voltage - constant * self.velocity) / resistance;
            let limited = rate_limit > 0.0 && ((target - current) / te).abs() >= rate_limit;
            part *= if limited { 0.0 } else { 1.0 - libm::exp(-dt / te) };
        }
        let [amplitude, poles, phase, ..] = *self.biasprm;
        let cogging = if amplitude == 0.0 { 0.0 } else { amplitude * poles * libm::cos(poles * self.length + phase) };
        [part * (by_velocity - constant) - damping.max(0.0), part * by_length + cogging]
    }

    /// Torque per unit of current, or per volt if the current has no state of its own.
    pub fn gain(&self) -> f64 {
        let constant = self.gainprm[1];
        if self.has_current() { constant } else { constant / self.resistance().max(MINVAL) }
    }

    /// True if the current is a state: the motor has a time constant, and was compiled with one.
    pub fn has_current(&self) -> bool {
        self.dynprm[0] > 0.0 && !self.act.is_empty()
    }

    /// Back-EMF, unless the current is a state, whose rate then holds it.
    pub fn bias(&self) -> f64 {
        if self.has_current() { 0.0 } else { -self.gain() * self.gainprm[1] * self.velocity }
    }

    /// Rates of the states for a voltage and a setpoint that the slew limit has let through.
    pub fn rates(&self, setpoint: f64, voltage: f64, dt: f64, rates: &mut [f64]) {
        let slots = self.slots();
        let [te, rate_limit, thermal_resistance, capacity, _, stiffness, _, _, integral_limit, _] = *self.dynprm;
        let constant = self.gainprm[1];
        let resistance = self.resistance();
        let mut set = |slot: Option<usize>, rate: &dyn Fn(f64) -> f64| {
            if let (Some(k), Some(x)) = (slot, self.state(slot)) {
                rates[k] = rate(x);
            }
        };
        set(slots.slew, &|previous| (setpoint - previous) / dt);
        set(slots.integral, &|x| anti_windup(setpoint - self.length, x, integral_limit));
        set(slots.temperature, &|rise| {
            let current = self.state(slots.current).unwrap_or((voltage - constant * self.velocity) / resistance);
            (resistance * current * current - rise / thermal_resistance) / capacity
        });
        set(slots.bristle, &|z| {
            let [_, _, _, coulomb, static_, at, ..] = *self.biasprm;
            let level = stribeck(self.velocity, coulomb, static_, at).max(MINVAL);
            -stiffness * self.velocity.abs() / level * z + self.velocity
        });
        set(slots.current, &|current| {
            let rate = (voltage / resistance - constant / resistance * self.velocity - current) / te;
            if rate_limit > 0.0 { clip(rate, -rate_limit, rate_limit) } else { rate }
        });
    }

    /// Torque that is not the current's: cogging, and friction from the bristles and their rates.
    pub fn mechanical(&self, rates: &[f64]) -> f64 {
        let [amplitude, poles, phase, ..] = *self.biasprm;
        let cogging = if amplitude == 0.0 { 0.0 } else { amplitude * libm::sin(poles * self.length + phase) };
        let slot = self.slots().bristle;
        let friction = match (slot, self.state(slot)) {
            (Some(k), Some(z)) => self.dynprm[5] * z + self.dynprm[6] * rates[k],
            _ => 0.0,
        };
        cogging - friction
    }

    /// The position setpoint within its slew limit, if there is one.
    pub fn slewed(&self, setpoint: f64, dt: f64) -> f64 {
        self.state(self.slots().slew).map_or(setpoint, |previous| slew(setpoint, previous, self.dynprm[7], dt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motor<'a>(prm: &'a [[f64; 10]; 3], act: &'a [f64], velocity: f64) -> Motor<'a> {
        Motor { dynprm: &prm[0], gainprm: &prm[1], biasprm: &prm[2], act, length: 0.3, velocity }
    }

    #[test]
    fn torque_falls_to_zero_at_the_speed_where_back_emf_meets_the_voltage() {
        let mut prm = [[0.0; 10]; 3];
        prm[1][..2].copy_from_slice(&[2.0, 0.05]);
        let voltage = 12.0;
        let torque = |v: f64| motor(&prm, &[], v).gain() * voltage + motor(&prm, &[], v).bias();
        assert!((torque(0.0) - 0.05 * voltage / 2.0).abs() < 1e-15, "stall torque");
        assert!(torque(voltage / 0.05).abs() < 1e-15, "no-load speed");
    }

    #[test]
    fn commanded_torque_is_delivered_at_any_speed() {
        let mut prm = [[0.0; 10]; 3];
        prm[1][..2].copy_from_slice(&[2.0, 0.05]);
        let inputs = Inputs { feedforward: 0.7, ..Inputs::default() };
        for v in [-30.0, 0.0, 80.0] {
            let motor = motor(&prm, &[], v);
            let torque = motor.gain() * motor.voltage(inputs, true) + motor.bias();
            assert!((torque - 0.7).abs() < 1e-14, "velocity {v}: {torque}");
        }
    }

    #[test]
    fn steady_current_is_that_of_the_static_motor() {
        // with inductance: di/dt vanishes at i = (V - K ω)/R
        let mut prm = [[0.0; 10]; 3];
        prm[0][0] = 0.005;
        prm[1][..2].copy_from_slice(&[2.0, 0.05]);
        let current = (12.0 - 0.05 * 7.0) / 2.0;
        let mut rates = [f64::NAN];
        motor(&prm, &[current], 7.0).rates(0.0, 12.0, 0.001, &mut rates);
        assert!(rates[0].abs() < 1e-12, "{rates:?}");
    }

    #[test]
    fn bristles_settle_at_coulomb_friction_when_sliding_fast() {
        let mut prm = [[0.0; 10]; 3];
        prm[0][5] = 100.0;
        prm[2][3..6].copy_from_slice(&[0.2, 0.3, 0.01]);
        // σ₀ z = F_C
        let act = [0.2 / 100.0];
        let motor = motor(&prm, &act, 5.0);
        let mut rates = [f64::NAN];
        motor.rates(0.0, 0.0, 0.001, &mut rates);
        assert!(rates[0].abs() < 1e-12, "{rates:?}");
        assert!((motor.mechanical(&rates) + 0.2).abs() < 1e-12, "against the motion");
    }
}
