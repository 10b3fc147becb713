//! Actuators follow what they act on.

use sinew_core::model::{BiasType, CtrlInput, GainType, TrnType};

use super::super::context::Context;
use super::keys::Inputs;
use super::map::{Coordinate, Scale};
use super::{JointScale, Scales};
use crate::error::Error;
use crate::spec;

/// Scales an actuator; returns the factors of its length and force, and those of its inputs.
pub(super) fn actuator(
    cx: Context<'_>,
    actuator: &mut spec::Actuator,
    scales: &Scales,
) -> Result<(Coordinate, Inputs), Error> {
    let q = transmission(actuator, scales);
    if q.force != 1.0 && matches!(actuator.gaintype, GainType::Dcmotor | GainType::User) {
        let message = "the parameters of this actuator cannot be scaled; use scaling 'geometry'";
        return Err(cx.unsupported(actuator, message));
    }

    // what one unit of the input stands for, as gains see it, and as ranges do
    let servo = actuator.ctrlspec & (CtrlInput::Pos as i32 | CtrlInput::Vel as i32) != 0
        || matches!(actuator.gaintype, GainType::So3 | GainType::Pid);
    let pressure = q.units.force() / (q.units.length * q.units.length);
    let (gain, control) = if actuator.ctrlspec == CtrlInput::Pressure as i32 {
        (q.force / pressure, pressure)
    } else if servo {
        (q.linear(), q.value)
    } else {
        (q.force, 1.0)
    };
    let activation = control;

    // forces for a gain or bias that is constant, or linear in length and velocity
    let linear = q.linear();
    match actuator.gaintype {
        GainType::Muscle => actuator.gainprm[2] *= if actuator.gainprm[2] > 0.0 { q.force } else { 1.0 },
        GainType::Affine => {
            actuator.gainprm[0] *= gain;
            actuator.gainprm[1] *= linear;
            actuator.gainprm[2] *= linear;
        }
        _ => actuator.gainprm[0] *= gain,
    }
    match actuator.biastype {
        BiasType::Muscle => actuator.biasprm[2] *= if actuator.biasprm[2] > 0.0 { q.force } else { 1.0 },
        BiasType::None => {}
        _ => {
            actuator.biasprm[0] *= q.force;
            actuator.biasprm[1] *= linear;
            // a positive one is a damping ratio
            actuator.biasprm[2] *= if actuator.biasprm[2] < 0.0 { linear } else { 1.0 };
        }
    }
    if actuator.gaintype == GainType::Pid {
        // bounds of the integral and of the speed of the set point
        actuator.dynprm[0] *= q.value;
        actuator.dynprm[1] *= q.value;
    }

    actuator.ctrlrange = actuator.ctrlrange.map(|x| x * control);
    actuator.actrange = actuator.actrange.map(|x| x * activation);
    actuator.velrange = actuator.velrange.map(|x| x * q.value);
    actuator.ffrange = actuator.ffrange.map(|x| x * q.force);
    actuator.forcerange = actuator.forcerange.map(|x| x * q.force);
    actuator.lengthrange = actuator.lengthrange.map(|x| x * q.value);
    actuator.armature *= linear;
    for (k, factor) in q.coefficients().into_iter().enumerate() {
        actuator.damping[k] *= factor;
    }
    Ok((q, Inputs { coordinate: q.value, force: q.force, control, activation }))
}

/// What the length of an actuator is; a wrench takes its torques per unit of length.
fn transmission(actuator: &mut spec::Actuator, scales: &Scales) -> Coordinate {
    let wrench = |gear: &mut [f64; 6], scale: Scale| {
        if gear[..3] == [0.0; 3] {
            return Coordinate::angle(scale.units);
        }
        gear[3..].iter_mut().for_each(|x| *x *= scale.mean());
        Coordinate::length(scale.mean(), scale.units)
    };
    let turns = actuator.gaintype == GainType::So3;
    match actuator.trntype {
        TrnType::Joint | TrnType::JointInParent => {
            let JointScale { scale, q, is_free } = scales.joint(&actuator.target);
            if is_free { wrench(&mut actuator.gear, scale) } else { q }
        }
        TrnType::Tendon => scales.tendon(&actuator.target),
        TrnType::Site if turns => Coordinate::angle(Scales::of(&scales.sites, &actuator.target).units),
        TrnType::Site => wrench(&mut actuator.gear, Scales::of(&scales.sites, &actuator.target)),
        TrnType::SliderCrank => {
            let [crank, slider] = [&actuator.target, &actuator.slidersite].map(|name| Scales::of(&scales.sites, name));
            let (length, units) = crank.between(&slider);
            actuator.cranklength *= length;
            Coordinate::length(length, units)
        }
        TrnType::Body => Coordinate::length(1.0, Scales::of(&scales.bodies, &actuator.target).units),
        TrnType::So3 | TrnType::Undefined => Coordinate::ONE,
    }
}
