//! Hill muscles with pennation, an extension: fibres at an angle to a tendon that does not stretch.
//!
//! The actuator's length is that of muscle and tendon. Fibres of optimal length `l₀` and pennation `α₀` keep their
//! height `w = l₀ sin α₀`, so that at the length `l` and with tendon slack length `lₛ`
//!
//! ```text
//! x = l - lₛ      l_f = √(w² + x²)      cos α = x / l_f      l̇_f = l̇ cos α
//! force = F₀ (a · f_l(l_f/l₀) · f_v(l̇_f/(l₀ v_max)) + f_p(l_f/l₀)) cos α
//! ```
//!
//! with the curves of Thelen, *Adjustment of muscle mechanics model parameters to simulate dynamic contractions in older
//! adults* (2003), those of velocity at full activation. A muscle shorter than its tendon is slack. Parameters, in both
//! `gainprm` and `biasprm`: `force optlength slack pennation vmax width shape fvmax kpassive strain`.

use crate::math::MINVAL;

/// Fibres at a length and velocity of the whole.
#[derive(Clone, Copy, Debug)]
struct Fibre {
    /// length over the optimal length
    length: f64,
    /// velocity over the fastest
    velocity: f64,
    /// cosine of the pennation angle
    cos: f64,
    /// slope of the cosine over the length of the whole
    cos_slope: f64,
}

/// Fibres of a muscle; `None` if it is slack.
#[inline]
fn fibre(length: f64, velocity: f64, prm: &[f64; 10]) -> Option<Fibre> {
    let [_, optimal, slack, pennation, vmax, ..] = *prm;
    let along = length - slack;
    if along <= 0.0 {
        return None;
    }
    let height = optimal * libm::sin(pennation);
    let fibre = libm::hypot(height, along).max(MINVAL);
    let cos = along / fibre;
    Some(Fibre {
        length: fibre / optimal.max(MINVAL),
        velocity: velocity * cos / (optimal * vmax).max(MINVAL),
        cos,
        cos_slope: height * height / (fibre * fibre * fibre),
    })
}

/// Active force over the length of the fibres, and its slope: `e^{-(l - 1)²/γ}`.
#[inline]
fn active_length(length: f64, width: f64) -> (f64, f64) {
    let x = length - 1.0;
    let bell = libm::exp(-x * x / width.max(MINVAL));
    (bell, -2.0 * x / width.max(MINVAL) * bell)
}

/// Active force over the velocity of the fibres, and its slope: Hill's hyperbola when they shorten, another that tends to
/// `fvmax` when they are stretched.
///
/// Both are the inverse of Thelen's velocity over force, `v = (F - 1)/(1 + F/A)` and
/// `v = (F - 1)(F_max - 1)/((2 + 2/A)(F_max - F))`.
#[inline]
fn active_velocity(v: f64, shape: f64, fvmax: f64) -> (f64, f64) {
    if v <= -1.0 {
        return (0.0, 0.0);
    }
    let a = 1.0 / shape.max(MINVAL);
    if v <= 0.0 {
        let below = 1.0 - a * v;
        ((1.0 + v) / below, (1.0 + a) / (below * below))
    } else {
        let c = (2.0 + 2.0 * a) / (fvmax - 1.0).max(MINVAL);
        let below = 1.0 + c * v;
        ((1.0 + c * v * fvmax) / below, c * (fvmax - 1.0) / (below * below))
    }
}

/// Passive force over the length of the fibres, and its slope: `(e^{k (l - 1)/ε} - 1)/(e^k - 1)` beyond the optimal length.
#[inline]
fn passive_length(length: f64, k: f64, strain: f64) -> (f64, f64) {
    if length <= 1.0 {
        return (0.0, 0.0);
    }
    let (rate, scale) = (k / strain.max(MINVAL), 1.0 / libm::expm1(k).max(MINVAL));
    let x = rate * (length - 1.0);
    (libm::expm1(x) * scale, rate * libm::exp(x) * scale)
}

/// Force of a Hill muscle per unit of activation; muscles pull, so it is negative.
#[inline]
pub fn hill_gain(length: f64, velocity: f64, prm: &[f64; 10]) -> f64 {
    fibre(length, velocity, prm).map_or(0.0, |f| {
        -prm[0] * active_length(f.length, prm[5]).0 * active_velocity(f.velocity, prm[6], prm[7]).0 * f.cos
    })
}

/// Derivative of [`hill_gain`] with respect to velocity.
pub fn hill_gain_vel(length: f64, velocity: f64, prm: &[f64; 10]) -> f64 {
    fibre(length, velocity, prm).map_or(0.0, |f| {
        let scale = f.cos / (prm[1] * prm[4]).max(MINVAL);
        -prm[0] * active_length(f.length, prm[5]).0 * active_velocity(f.velocity, prm[6], prm[7]).1 * scale * f.cos
    })
}

/// Passive force of a Hill muscle.
#[inline]
pub fn hill_bias(length: f64, prm: &[f64; 10]) -> f64 {
    fibre(length, 0.0, prm).map_or(0.0, |f| -prm[0] * passive_length(f.length, prm[8], prm[9]).0 * f.cos)
}

/// Slopes of the force of a Hill muscle with respect to its length: of the active force per unit of activation, and of
/// the passive one.
pub fn hill_length_slope(length: f64, velocity: f64, prm: &[f64; 10]) -> (f64, f64) {
    let Some(f) = fibre(length, velocity, prm) else { return (0.0, 0.0) };
    let [force, optimal, _, _, vmax, ..] = *prm;
    let stretch = f.cos / optimal.max(MINVAL);
    let quicken = velocity * f.cos_slope / (optimal * vmax).max(MINVAL);
    let (fl, fl_slope) = active_length(f.length, prm[5]);
    let (fv, fv_slope) = active_velocity(f.velocity, prm[6], prm[7]);
    let (fp, fp_slope) = passive_length(f.length, prm[8], prm[9]);
    let active = fl_slope * stretch * fv * f.cos + fl * fv_slope * quicken * f.cos + fl * fv * f.cos_slope;
    (-force * active, -force * (fp_slope * stretch * f.cos + fp * f.cos_slope))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Peak force 100, optimal length 0.1, slack 0.2, pennation 0.4, ten optimal lengths per second, Thelen's shapes.
    const PRM: [f64; 10] = [100.0, 0.1, 0.2, 0.4, 10.0, 0.45, 0.25, 1.4, 5.0, 0.6];

    /// Length of muscle and tendon at a length of the fibres over the optimal one.
    fn at(fibre: f64) -> f64 {
        let height = PRM[1] * libm::sin(PRM[3]);
        PRM[2] + ((fibre * PRM[1]).powi(2) - height * height).sqrt()
    }

    /// Cosine of the pennation angle at a length of the fibres over the optimal one.
    fn cosine(fibre: f64) -> f64 {
        (1.0 - (libm::sin(PRM[3]) / fibre).powi(2)).sqrt()
    }

    #[test]
    fn at_optimal_length_and_rest_the_active_force_is_the_peak_force_times_the_cosine_of_pennation() {
        let got = -hill_gain(at(1.0), 0.0, &PRM);
        assert!((got - 100.0 * libm::cos(0.4)).abs() < 1e-12, "{got}");
        assert_eq!(hill_bias(at(1.0) - 1e-9, &PRM), 0.0, "nothing is passive up to the optimal length");
    }

    #[test]
    fn active_force_over_length_is_thelens_bell() {
        for k in 0..=2000 {
            let l = 0.4 + 1.6 * f64::from(k) / 2000.0;
            let want = 100.0 * libm::exp(-(l - 1.0).powi(2) / 0.45) * cosine(l);
            let got = -hill_gain(at(l), 0.0, &PRM);
            assert!((got - want).abs() < 1e-12 * 100.0, "fibre length {l}: {got} {want}");
        }
    }

    #[test]
    fn force_over_velocity_undoes_thelens_velocity_over_force() {
        let cos = libm::cos(PRM[3]);
        for k in -1000..=3000 {
            let v = f64::from(k) / 1000.0;
            let got = -hill_gain(at(1.0), v * PRM[1] * PRM[4] / cos, &PRM) / (100.0 * cos);
            let back = if got <= 1.0 {
                (got - 1.0) / (1.0 + got / 0.25)
            } else {
                (got - 1.0) * 0.4 / ((2.0 + 2.0 / 0.25) * (1.4 - got))
            };
            // far on the plateau the inverse loses digits, in proportion to its slope
            let digits = 1e-12 * (1.0 + v.max(0.0) / (1.4 - got));
            assert!((back - v).abs() < digits, "velocity {v}: force {got} belongs to {back}");
        }
        assert_eq!(hill_gain(at(1.0), -1.01 * PRM[1] * PRM[4] / cos, &PRM), 0.0, "faster than the fastest");
    }

    #[test]
    fn passive_force_is_thelens_exponential() {
        for k in 0..=1000 {
            let l = 0.7 + f64::from(k) / 1000.0;
            let curve = if l <= 1.0 { 0.0 } else { (libm::exp(5.0 * (l - 1.0) / 0.6) - 1.0) / (libm::exp(5.0) - 1.0) };
            let got = -hill_bias(at(l), &PRM) / 100.0;
            assert!((got - curve * cosine(l)).abs() < 1e-12 * (1.0 + curve), "fibre length {l}: {got}");
        }
        assert!((hill_bias(at(1.6), &PRM) + 100.0 * cosine(1.6)).abs() < 1e-11, "one at the strain");
    }

    #[test]
    fn a_muscle_shorter_than_its_tendon_is_slack() {
        for length in [0.0, 0.1, 0.2] {
            assert_eq!((hill_gain(length, 0.3, &PRM), hill_bias(length, &PRM)), (0.0, 0.0));
            assert_eq!((hill_gain_vel(length, 0.3, &PRM), hill_length_slope(length, 0.3, &PRM)), (0.0, (0.0, 0.0)));
        }
        assert!(hill_gain(0.2 + 1e-9, 0.0, &PRM).abs() < 1e-5, "force sets in without a jump");
    }

    #[test]
    fn without_pennation_fibres_lie_along_the_tendon() {
        let mut prm = PRM;
        prm[3] = 0.0;
        assert_eq!(hill_gain(0.3, 0.0, &prm), -100.0);
        let v = -0.5 * prm[1] * prm[4];
        assert!((hill_gain(0.3, v, &prm) + 100.0 * 0.5 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn slopes_match_differences() {
        let h = 1e-7;
        for length in [0.21, 0.27, 0.295, 0.33, 0.36] {
            for v in [-0.8, -0.3, 0.2, 0.7] {
                let over = |f: &dyn Fn(f64) -> f64| (f(h) - f(-h)) / (2.0 * h);
                let near = |got: f64, want: f64| (got - want).abs() < 1e-5 * (1.0 + want.abs());
                let velocity = over(&|e| hill_gain(length, v + e, &PRM));
                assert!(near(hill_gain_vel(length, v, &PRM), velocity), "{length} {v}");
                let (active, passive) = hill_length_slope(length, v, &PRM);
                assert!(near(active, over(&|e| hill_gain(length + e, v, &PRM))), "{length} {v}: {active}");
                assert!(near(passive, over(&|e| hill_bias(length + e, &PRM))), "{length} {v}: {passive}");
            }
        }
    }
}
