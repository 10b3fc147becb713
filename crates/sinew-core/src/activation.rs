//! Activation states of actuators over one timestep.

use crate::math::MINVAL;
use crate::model::DynType;
use crate::{Data, Id, Model};

/// Places of the optional states of a DC motor within its activations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DcMotorSlots {
    /// slew-limited setpoint
    pub slew: Option<usize>,
    /// integral of the position error
    pub integral: Option<usize>,
    /// temperature of the winding
    pub temperature: Option<usize>,
    /// deflection of the bristles of the friction model
    pub bristle: Option<usize>,
    /// current
    pub current: Option<usize>,
    /// number of states
    pub count: usize,
}

impl DcMotorSlots {
    /// States that these parameters ask for.
    #[doc(alias = "mj_dcmotorSlots")]
    pub fn new(dynprm: &[f64], gainprm: &[f64]) -> Self {
        let mut slots = Self::default();
        let mut take = |wanted: bool| {
            wanted.then(|| {
                slots.count += 1;
                slots.count - 1
            })
        };
        let slew = take(dynprm[7] > 0.0);
        let integral = take(gainprm[5] > 0.0);
        let temperature = take(dynprm[2] > 0.0);
        let bristle = take(dynprm[5] > 0.0);
        let current = take(dynprm[0] > 0.0);
        Self { slew, integral, temperature, bristle, current, ..slots }
    }
}

/// Friction level of the Stribeck curve at a velocity, from Coulomb to static friction.
#[doc(alias = "mj_lugreStribeck")]
pub fn stribeck(velocity: f64, coulomb: f64, static_: f64, stribeck_velocity: f64) -> f64 {
    let ratio = velocity / stribeck_velocity.max(MINVAL);
    coulomb + (static_ - coulomb) * libm::exp(-ratio * ratio)
}

/// Activation `adr` of an actuator after one timestep with the rate `act_dot`, clamped to its range.
///
/// Most states take an explicit step. Exact filters and the current of a motor follow their exponential,
/// `a + ȧ τ (1 - e^{-h/τ})`; the bristles of a motor's friction `ż = c z + v` are integrated with the velocity held.
///
/// Reads `act`, `actuator_velocity`.
#[doc(alias = "mj_nextActivation")]
pub fn next_activation(m: &Model, d: &Data, actuator: usize, adr: usize, act_dot: f64) -> f64 {
    let act = d.act[adr];
    let h = m.opt.timestep;
    let dynprm = &m.actuator_dynprm[actuator];
    let range = || m.actuator_actlimited[actuator].then_some(&m.actuator_actrange[actuator]);
    let exponential = |tau: f64| act + act_dot * tau * (1.0 - libm::exp(-h / tau));
    match DynType::of(m.actuator_dyntype[actuator]) {
        DynType::FilterExact => clamp(exponential(dynprm[0].max(MINVAL)), range()),
        DynType::Dcmotor => {
            let slots = DcMotorSlots::new(dynprm, &m.actuator_gainprm[actuator]);
            let slot = Some(adr - m.actuator_actadr[actuator].ix());
            if slot == slots.current {
                exponential(dynprm[0].max(MINVAL))
            } else if slot == slots.bristle {
                let [_, _, _, coulomb, static_, at, ..] = m.actuator_biasprm[actuator];
                let velocity = d.actuator_velocity[m.actuator_outadr[actuator].ix()];
                let level = stribeck(velocity, coulomb, static_, at);
                let decay = -dynprm[5] * velocity.abs() / level.max(MINVAL);
                let kept = libm::exp(decay * h);
                let gained = if decay.abs() > MINVAL { (kept - 1.0) / decay } else { h };
                kept * act + gained * velocity
            } else {
                let next = act + act_dot * h;
                // the integral does not wind up
                let limit = dynprm[8];
                if slot == slots.integral && limit > 0.0 { next.clamp(-limit, limit) } else { next }
            }
        }
        _ => explicit_step(act, act_dot, h, range()),
    }
}

/// An activation after one explicit step, clamped to its range if it has one.
#[inline]
pub(crate) fn explicit_step(act: f64, act_dot: f64, h: f64, range: Option<&[f64; 2]>) -> f64 {
    clamp(act + act_dot * h, range)
}

/// Activation within its range, if it has one.
#[inline]
fn clamp(act: f64, range: Option<&[f64; 2]>) -> f64 {
    // a range given the wrong way round ends at its upper number
    range.map_or(act, |&[low, high]| act.max(low).min(high))
}

/// True if the group of an actuator is switched off.
#[inline]
#[doc(alias = "mj_actuatorDisabled")]
pub fn actuator_disabled(m: &Model, actuator: usize) -> bool {
    let group = m.actuator_group[actuator];
    (0..31).contains(&group) && m.opt.disableactuator & (1 << group) != 0
}
