//! Muscles: force as a function of length, velocity and activation, and activation as a function of control.
//!
//! MuJoCo manual, Modeling, *Muscle actuators*. Lengths and velocities are scaled by the resting length `L₀`, at which
//! the muscle is strongest, forces by the peak active force. Parameters are those of `actuator_gainprm`:
//! `range₀ range₁ force scale lmin lmax vmax fpmax fvmax`.

use crate::math::MINVAL;

/// What places a muscle on its curves.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    /// peak active force
    force: f64,
    /// resting length of the muscle
    rest: f64,
    /// length over resting length
    length: f64,
}

/// Scales a length by the resting length; a negative force means `scale` over the acceleration of unit force.
fn scaled(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> Scaled {
    let force = if prm[2] < 0.0 { prm[3] / acc0.max(MINVAL) } else { prm[2] };
    let rest = (lengthrange[1] - lengthrange[0]) / (prm[1] - prm[0]).max(MINVAL);
    Scaled { force, rest, length: prm[0] + (length - lengthrange[0]) / rest.max(MINVAL) }
}

/// Active force over length: a bell of four parabolas that is zero at `lmin` and `lmax` and one at the resting length.
#[doc(alias = "mju_muscleGainLength")]
pub fn muscle_gain_length(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin..=lmax).contains(&length) {
        return 0.0;
    }
    let (a, b) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let half_square = |x: f64, width: f64| {
        let x = x / width.max(MINVAL);
        0.5 * x * x
    };
    if length <= a {
        half_square(length - lmin, a - lmin)
    } else if length <= 1.0 {
        1.0 - half_square(1.0 - length, 1.0 - a)
    } else if length <= b {
        1.0 - half_square(length - 1.0, b - 1.0)
    } else {
        half_square(lmax - length, lmax - b)
    }
}

/// Active force over velocity, and its slope: zero at the fastest shortening, one at rest, up to `fvmax` when stretched.
fn gain_velocity(v: f64, fvmax: f64) -> (f64, f64) {
    let y = fvmax - 1.0;
    if v <= -1.0 {
        (0.0, 0.0)
    } else if v <= 0.0 {
        ((v + 1.0) * (v + 1.0), 2.0 * v + 2.0)
    } else if v <= y {
        (fvmax - (y - v) * (y - v) / y.max(MINVAL), 2.0 * (y - v) / y.max(MINVAL))
    } else {
        (fvmax, 0.0)
    }
}

/// Force of a muscle per unit of activation; muscles pull, so it is negative.
///
/// # Panics
/// If there are fewer than nine parameters.
#[doc(alias = "mju_muscleGain")]
pub fn muscle_gain(length: f64, velocity: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> f64 {
    let s = scaled(length, lengthrange, acc0, prm);
    let v = velocity / (s.rest * prm[6]).max(MINVAL);
    -s.force * muscle_gain_length(s.length, prm[4], prm[5]) * gain_velocity(v, prm[8]).0
}

/// Derivative of [`muscle_gain`] with respect to velocity.
///
/// # Panics
/// If there are fewer than nine parameters.
#[doc(alias = "mjd_muscleGain_vel")]
pub fn muscle_gain_vel(length: f64, velocity: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> f64 {
    let s = scaled(length, lengthrange, acc0, prm);
    let scale = (s.rest * prm[6]).max(MINVAL);
    let slope = gain_velocity(velocity / scale, prm[8]).1;
    -s.force * muscle_gain_length(s.length, prm[4], prm[5]) * slope / scale
}

/// Passive force of a muscle: nothing below the resting length, a parabola to halfway towards `lmax`, then a line.
///
/// # Panics
/// If there are fewer than eight parameters.
#[doc(alias = "mju_muscleBias")]
pub fn muscle_bias(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> f64 {
    let s = scaled(length, lengthrange, acc0, prm);
    let b = 0.5 * (1.0 + prm[5]);
    if s.length <= 1.0 {
        0.0
    } else if s.length <= b {
        let x = (s.length - 1.0) / (b - 1.0).max(MINVAL);
        -s.force * prm[7] * 0.5 * x * x
    } else {
        let x = (s.length - b) / (b - 1.0).max(MINVAL);
        -s.force * prm[7] * (0.5 + x)
    }
}

/// Time constant for a difference of control and activation: that of activation or deactivation, blended over a width
/// around zero.
#[doc(alias = "mju_muscleDynamicsTimescale")]
pub fn muscle_timescale(difference: f64, activation: f64, deactivation: f64, width: f64) -> f64 {
    if width < MINVAL {
        if difference > 0.0 { activation } else { deactivation }
    } else {
        deactivation + (activation - deactivation) * sigmoid(difference / width + 0.5)
    }
}

/// Rate of a muscle's activation, `(u - a)/τ`. Parameters: time constants of activation and deactivation, width.
///
/// Activation slows down and deactivation speeds up as activation grows: `τ = τₐ (0.5 + 1.5 a)` or
/// `τ = τ_d / (0.5 + 1.5 a)`. Millard et al., *Flexing computational muscle* (2013).
///
/// # Panics
/// If there are fewer than three parameters.
#[doc(alias = "mju_muscleDynamics")]
pub fn muscle_dynamics(ctrl: f64, act: f64, prm: &[f64]) -> f64 {
    let level = 0.5 + 1.5 * act.clamp(0.0, 1.0);
    let difference = ctrl.clamp(0.0, 1.0) - act;
    difference / muscle_timescale(difference, prm[0] * level, prm[1] / level, prm[2]).max(MINVAL)
}

/// Smooth step from 0 to 1 over the unit interval: `6x⁵ - 15x⁴ + 10x³`.
#[doc(alias = "mju_sigmoid")]
pub fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}
