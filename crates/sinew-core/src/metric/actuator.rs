//! Feedback of actuators in the metric: how their force resists length and velocity.

use super::{add_row, has_rows};
use crate::activation::actuator_disabled;
use crate::actuation::hill::hill_length_slope;
use crate::actuation::muscle::muscle_length_slope;
use crate::actuation::{acting_ctrl, motor_slope};
use crate::derivative::{actuator_force_slope, actuator_input, actuator_saturated};
use crate::model::{BiasType, Disable, GainType};
use crate::scratch::Need;
use crate::sleep::actuator_asleep;
use crate::{Data, Id, Model};

/// True if the force of an actuator can depend on its length or velocity.
pub(crate) fn has_feedback(m: &Model, a: usize) -> bool {
    let gain = GainType::of(m.actuator_gaintype[a]);
    let bias = BiasType::of(m.actuator_biastype[a]);
    !matches!(gain, GainType::Fixed | GainType::User) || !matches!(bias, BiasType::None | BiasType::User)
}

/// Lists the actuators that resist motion, with the scales of their rows. One that is held at a limit does not.
pub(super) fn actuators(m: &Model, d: &mut Data) {
    d.efm_aid.clear();
    d.efm_as.clear();
    d.efm_ak.clear();
    let h = m.opt.timestep;
    if has_rows(m) && !m.opt.disabled(Disable::Actuation) {
        let mut scratch = std::mem::take(&mut d.scratch);
        let ctrl = scratch.frame(Need::reals(m.nu)).reals(m.nu);
        acting_ctrl(m, d, ctrl);
        for a in (0..m.nactuator).filter(|&a| has_feedback(m, a)) {
            if actuator_disabled(m, a) || actuator_asleep(m, d, a) || actuator_saturated(m, d, a) {
                continue;
            }
            let damping = (-actuator_force_slope(m, d, a, ctrl)).max(0.0);
            let stiffness = (-length_slope(m, d, a, ctrl)).max(0.0);
            let (scale, shift) = (h * h * stiffness + h * damping, h * stiffness);
            if scale == 0.0 {
                continue;
            }
            d.efm_aid.push(a as i32);
            d.efm_as.push(scale);
            d.efm_ak.push(shift);
            for out in m.actuator_outputs(a) {
                let start = d.moment_rowadr[out].ix();
                let row = start..start + d.moment_rownnz[out].ix();
                let (columns, values) = (&d.moment_colind[row.clone()], &d.actuator_moment[row]);
                add_row(columns, values, scale, shift, &d.qvel, &mut d.efm_sdiag, &mut d.efm_ca);
            }
        }
        d.scratch = scratch;
    }
    d.nefmA = d.efm_aid.len();
    d.efm_aid.resize(m.nactuator, 0);
    d.efm_as.resize(m.nactuator, 0.0);
    d.efm_ak.resize(m.nactuator, 0.0);
}

/// Slope of the force of an actuator with respect to its length.
pub(crate) fn length_slope(m: &Model, d: &Data, a: usize, ctrl: &[f64]) -> f64 {
    let out = m.actuator_outadr[a].ix();
    let (gainprm, biasprm) = (&m.actuator_gainprm[a], &m.actuator_biasprm[a]);
    let inputs = m.actuator_ctrladr[a].max(0).ix();
    let inputs = &ctrl[inputs..inputs + m.actuator_ctrlnum[a].ix()];
    let muscle = |prm: &[f64]| {
        let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
        muscle_length_slope(length, velocity, m.actuator_lengthrange[out], m.actuator_acc0[out], prm)
    };
    let hill = |prm: &[f64; 10]| hill_length_slope(d.actuator_length[out], d.actuator_velocity[out], prm);
    let gain = match GainType::of(m.actuator_gaintype[a]) {
        GainType::Affine => gainprm[1],
        GainType::Muscle => muscle(gainprm).0,
        GainType::Hill => hill(gainprm).0,
        GainType::Dcmotor => return motor_slope(m, d, a, inputs)[1],
        GainType::Fixed | GainType::So3 | GainType::Pid | GainType::User => 0.0,
    };
    let bias = match BiasType::of(m.actuator_biastype[a]) {
        BiasType::Affine | BiasType::So3 => biasprm[1],
        BiasType::Muscle => muscle(biasprm).1,
        BiasType::Hill => hill(biasprm).1,
        BiasType::None | BiasType::Dcmotor | BiasType::User => 0.0,
    };
    if gain == 0.0 { bias } else { bias + gain * actuator_input(m, d, a, inputs) }
}
