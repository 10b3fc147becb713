//! Conventions of the file format that are resolved once, by the compiler: damping ratios, spring-dampers, spring lengths.

use super::super::sparsity::joint_dofs;
use super::pose::output_weights;
use crate::Data;
use crate::math::MINVAL;
use crate::model::{GainType, Model};
use crate::position;
use crate::table::Id;

/// Turns the damping ratio of position servos into damping.
///
/// A positive `biasprm[2]` of a servo with gain `k` is a ratio `ζ`; the damping is `2 ζ √(k m)`, where `m` is the inertia
/// that the actuator feels at `qpos0`, `1 / (J M⁻¹ Jᵀ)`, with the mean of `J M⁻¹ Jᵀ` over its outputs.
///
/// Reads results of the position stages at `qpos0`, with the inertia factored. Writes `actuator_biasprm`.
pub fn resolve_dampratio(m: &mut Model, d: &Data) {
    for a in 0..m.nactuator {
        let (gain, bias) = (m.actuator_gainprm[a], m.actuator_biasprm[a]);
        let pid = GainType::of(m.actuator_gaintype[a]) == GainType::Pid;
        if (!pid && gain[0] != -bias[1]) || bias[2] <= 0.0 {
            continue;
        }
        let weights = output_weights(m, d, a);
        let weight = weights.iter().sum::<f64>() / weights.len() as f64;
        let mass = if weight > MINVAL { 1.0 / weight } else { 0.0 };
        let stiffness = if pid { -bias[1] } else { gain[0] };
        m.actuator_biasprm[a][2] = -(bias[2] * 2.0 * (stiffness * mass).sqrt());
    }
}

/// Turns time constants and damping ratios of joint springs into stiffness and damping.
///
/// `springdamper` holds a time constant `τ` and a ratio `ζ` for each joint, zeros for none; with the mean inertia `I` of
/// the joint at `qpos0` the stiffness is `I / (τ² ζ²)` and the damping `2 I / τ`.
pub fn resolve_springdamper(m: &mut Model, springdamper: &[[f64; 2]]) {
    for (j, &[time, ratio]) in springdamper.iter().enumerate() {
        if time <= 0.0 || ratio <= 0.0 {
            continue;
        }
        let start = m.jnt_dofadr[j].ix();
        let dofs = start..start + joint_dofs(m.jnt_type[j]);
        let weight: f64 = m.dof_invweight0[dofs.clone()].iter().sum();
        let inertia = dofs.len() as f64 / weight.max(MINVAL);
        m.jnt_stiffness[j] = inertia / (time * time * ratio * ratio).max(MINVAL);
        m.dof_damping[dofs].fill(2.0 * inertia / time.max(MINVAL));
    }
}

/// Gives tendons without a spring length, marked by -1, their length at `qpos_spring`. Leaves `d` at that pose.
pub fn resolve_spring_lengths(m: &mut Model, d: &mut Data) {
    if !m.tendon_lengthspring.contains(&[-1.0; 2]) {
        return;
    }
    d.qpos.copy_from_slice(&m.qpos_spring);
    position::kinematics(m, d);
    position::com_pos(m, d);
    position::tendon(m, d);
    for (spring, &length) in m.tendon_lengthspring.iter_mut().zip(&d.ten_length[..]) {
        if *spring == [-1.0; 2] {
            *spring = [length; 2];
        }
    }
}
