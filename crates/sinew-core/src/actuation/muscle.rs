//! Muscles: force as a function of length, velocity and activation, and activation as a function of control.
//!
//! MuJoCo manual, Modeling, *Muscle actuators*. Lengths and velocities are scaled by the resting length `L₀`, at which
//! the muscle is strongest, forces by the peak active force. Parameters are those of `actuator_gainprm`:
//! `range₀ range₁ force scale lmin lmax vmax fpmax fvmax`.

use crate::math::MINVAL;

/// What places a muscle on its curves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    /// peak active force
    force: f64,
    /// resting length of the muscle
    rest: f64,
    /// length over resting length
    length: f64,
}

/// Scales a length by the resting length; a negative force means `scale` over the acceleration of unit force.
#[inline]
pub(super) fn scaled(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> Scaled {
    let force = if prm[2] < 0.0 { prm[3] / acc0.max(MINVAL) } else { prm[2] };
    let rest = (lengthrange[1] - lengthrange[0]) / (prm[1] - prm[0]).max(MINVAL);
    Scaled { force, rest, length: prm[0] + (length - lengthrange[0]) / rest.max(MINVAL) }
}

/// Active force over length: a bell of four parabolas that is zero at `lmin` and `lmax` and one at the resting length.
#[inline]
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
#[inline]
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

impl Scaled {
    /// Force per unit of activation at a velocity.
    #[inline]
    pub(super) fn gain(self, velocity: f64, prm: &[f64]) -> f64 {
        let v = velocity / (self.rest * prm[6]).max(MINVAL);
        -self.force * muscle_gain_length(self.length, prm[4], prm[5]) * gain_velocity(v, prm[8]).0
    }

    /// Passive force.
    #[inline]
    pub(super) fn bias(self, prm: &[f64]) -> f64 {
        let b = 0.5 * (1.0 + prm[5]);
        if self.length <= 1.0 {
            0.0
        } else if self.length <= b {
            let x = (self.length - 1.0) / (b - 1.0).max(MINVAL);
            -self.force * prm[7] * 0.5 * x * x
        } else {
            let x = (self.length - b) / (b - 1.0).max(MINVAL);
            -self.force * prm[7] * (0.5 + x)
        }
    }
}

/// Force of a muscle per unit of activation; muscles pull, so it is negative.
///
/// # Panics
/// If there are fewer than nine parameters.
#[inline]
#[doc(alias = "mju_muscleGain")]
pub fn muscle_gain(length: f64, velocity: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> f64 {
    scaled(length, lengthrange, acc0, prm).gain(velocity, prm)
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
#[inline]
#[doc(alias = "mju_muscleBias")]
pub fn muscle_bias(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> f64 {
    scaled(length, lengthrange, acc0, prm).bias(prm)
}

/// Slopes of the force of a muscle with respect to its length: of the active force per unit of activation, and of the
/// passive one.
///
/// # Panics
/// If there are fewer than nine parameters.
pub fn muscle_length_slope(length: f64, velocity: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64]) -> (f64, f64) {
    let s = scaled(length, lengthrange, acc0, prm);
    let (lmin, lmax, x) = (prm[4], prm[5], s.length);
    let (a, b) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let square = |x: f64| (x * x).max(MINVAL);
    let bell = if !(lmin..=lmax).contains(&x) {
        0.0
    } else if x <= a {
        (x - lmin) / square(a - lmin)
    } else if x <= 1.0 {
        (1.0 - x) / square(1.0 - a)
    } else if x <= b {
        -(x - 1.0) / square(b - 1.0)
    } else {
        -(lmax - x) / square(lmax - b)
    };
    let passive = if x <= 1.0 { 0.0 } else { (x.min(b) - 1.0) / square(b - 1.0) };
    let v = velocity / (s.rest * prm[6]).max(MINVAL);
    let scale = -s.force / s.rest.max(MINVAL);
    (scale * bell * gain_velocity(v, prm[8]).0, scale * prm[7] * passive)
}

/// Time constant for a difference of control and activation: that of activation or deactivation, blended over a width
/// around zero.
#[inline]
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
#[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// MuJoCo's default parameters, with a peak force of 100.
    const PRM: [f64; 10] = [0.75, 1.05, 100.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];
    /// Resting length 2, so that the scaled length is `0.75 + (l - 1)/2`.
    const RANGE: [f64; 2] = [1.0, 1.6];

    /// Actuator length at a scaled length.
    fn at(scaled: f64) -> f64 {
        RANGE[0] + (scaled - PRM[0]) * 2.0
    }

    #[test]
    fn the_active_force_is_a_bell_through_its_published_points() {
        for (length, want) in [(0.4, 0.0), (0.5, 0.0), (0.75, 0.5), (1.0, 1.0), (1.3, 0.5), (1.6, 0.0), (2.0, 0.0)] {
            let got = -muscle_gain(at(length), 0.0, RANGE, 1.0, &PRM) / 100.0;
            assert!((got - want).abs() < 1e-12, "length {length}: {got}");
        }
        // parabolas in between
        for k in 0..=1000 {
            let l = 0.5 + 1.1 * f64::from(k) / 1000.0;
            let want = if l <= 0.75 {
                8.0 * (l - 0.5) * (l - 0.5)
            } else if l <= 1.0 {
                1.0 - 8.0 * (1.0 - l) * (1.0 - l)
            } else if l <= 1.3 {
                1.0 - 0.5 * (l - 1.0) * (l - 1.0) / 0.09
            } else {
                0.5 * (1.6 - l) * (1.6 - l) / 0.09
            };
            assert!((muscle_gain_length(l, 0.5, 1.6) - want).abs() < 1e-12, "length {l}");
        }
    }

    #[test]
    fn force_falls_as_the_muscle_shortens_and_saturates_as_it_is_stretched() {
        // velocities in resting lengths per second, over vmax
        for (v, want) in [(-2.0, 0.0), (-1.0, 0.0), (-0.5, 0.25), (0.0, 1.0), (0.1, 1.15), (0.2, 1.2), (3.0, 1.2)] {
            let got = -muscle_gain(at(1.0), v * 2.0 * 1.5, RANGE, 1.0, &PRM) / 100.0;
            assert!((got - want).abs() < 1e-12, "velocity {v}: {got}");
        }
        // a parabola up from -1 to rest, another down to the plateau, with one slope where they meet the plateau
        for k in -1500..=1500 {
            let v = f64::from(k) / 1000.0;
            let want = match v {
                v if v < -1.0 => 0.0,
                v if v < 0.0 => 1.0 + v * (2.0 + v),
                v if v < 0.2 => 1.0 + 2.0 * v - 5.0 * v * v,
                _ => 1.2,
            };
            let got = -muscle_gain(at(1.0), v * 2.0 * 1.5, RANGE, 1.0, &PRM) / 100.0;
            assert!((got - want).abs() < 1e-12, "velocity {v}: {got} {want}");
        }
    }

    #[test]
    fn passive_force_sets_in_at_the_resting_length() {
        for (length, want) in [(0.9, 0.0), (1.0, 0.0), (1.15, 0.125), (1.3, 0.5), (1.6, 1.5)] {
            let got = -muscle_bias(at(length), RANGE, 1.0, &PRM) / (100.0 * 1.3);
            assert!((got - want).abs() < 1e-12, "length {length}: {got}");
        }
        for k in 0..=1500 {
            let l = 0.5 + f64::from(k) / 1000.0;
            let want = match l {
                l if l < 1.0 => 0.0,
                l if l < 1.3 => (l - 1.0) * (l - 1.0) / 0.18,
                l => 0.5 + (l - 1.3) / 0.3,
            };
            let got = -muscle_bias(at(l), RANGE, 1.0, &PRM) / (100.0 * 1.3);
            assert!((got - want).abs() < 1e-12, "length {l}: {got} {want}");
        }
    }

    #[test]
    fn a_peak_force_not_given_comes_from_the_acceleration_it_causes() {
        let mut prm = PRM;
        prm[2] = -1.0;
        let got = muscle_gain(at(1.0), 0.0, RANGE, 4.0, &prm);
        assert!((got + 200.0 / 4.0).abs() < 1e-12, "{got}");
    }

    #[test]
    fn the_slope_over_velocity_matches_differences() {
        let h = 1e-6;
        for v in [-4.0, -2.0, -0.1, 0.2, 0.5, 2.0] {
            let gain = |v: f64| muscle_gain(at(1.2), v, RANGE, 1.0, &PRM);
            let slope = (gain(v + h) - gain(v - h)) / (2.0 * h);
            let got = muscle_gain_vel(at(1.2), v, RANGE, 1.0, &PRM);
            assert!((got - slope).abs() < 1e-6, "velocity {v}: {got} {slope}");
        }
    }

    #[test]
    fn a_muscle_activates_faster_than_it_relaxes() {
        let prm = [0.01, 0.04, 0.0];
        // at half activation: 0.5 / (0.01 · 1.25) up, 0.5 / (0.04 / 1.25) down
        assert!((muscle_dynamics(1.0, 0.5, &prm) - 40.0).abs() < 1e-12);
        assert!((muscle_dynamics(0.0, 0.5, &prm) + 15.625).abs() < 1e-12);
        for a in 0..=10 {
            let a = f64::from(a) / 10.0;
            let (up, down) = (muscle_dynamics(a + 0.1, a, &prm), muscle_dynamics(a - 0.1, a, &prm));
            assert!(a >= 1.0 || a <= 0.0 || up > -down * 0.999, "activation {a}: {up} {down}");
        }
    }

    #[test]
    fn the_rate_of_activation_follows_millards_time_constants_on_a_grid() {
        for width in [0.0, 0.2] {
            let prm = [0.012, 0.045, width];
            for (u, a) in (0..=40).flat_map(|i| (0..=40).map(move |j| (f64::from(i) / 40.0, f64::from(j) / 40.0))) {
                let (up, down) = (0.012 * (0.5 + 1.5 * a), 0.045 / (0.5 + 1.5 * a));
                let x = if width == 0.0 { f64::from(u > a) } else { ((u - a) / width + 0.5).clamp(0.0, 1.0) };
                let step = x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
                let want = (u - a) / (down + (up - down) * step);
                let got = muscle_dynamics(u, a, &prm);
                assert!((got - want).abs() < 1e-12 * (1.0 + want.abs()), "{u} {a}: {got} {want}");
            }
        }
    }

    #[test]
    fn smoothing_blends_the_time_constants() {
        assert_eq!(muscle_timescale(-1.0, 0.01, 0.04, 0.5), 0.04);
        assert!((muscle_timescale(1.0, 0.01, 0.04, 0.5) - 0.01).abs() < 1e-15);
        assert!((muscle_timescale(0.0, 0.01, 0.04, 0.5) - 0.025).abs() < 1e-15);
    }
}
