//! Potential and kinetic energy.

use crate::math::poly::{Parity, is_none, poly_potential};
use crate::math::{Quat, Vec3, dense};
use crate::model::{Disable, JointType};
use crate::scratch::Need;
use crate::{Data, Id, Model, position};

/// Potential energy of gravity and of joint and tendon springs.
///
/// Gravity gives `-Σ m_b g · x_b`; a spring that is `x` away from rest, with coefficients `k₁ k₂ k₃`, gives
/// `k₁ x²/2 + k₂ x³/3 + k₃ x⁴/4`. A tendon is at rest anywhere in its range of lengths. Springs that yield have their rest
/// position in `plastic`.
///
/// Reads `xipos`, `qpos`, `plastic`, `ten_length`. Writes `energy[0]`. MuJoCo manual, *XML reference: flag energy*.
#[doc(alias = "mj_energyPos")]
pub fn energy_pos(m: &Model, d: &mut Data) {
    let mut energy = 0.0;
    if !m.opt.disabled(Disable::Gravity) {
        for b in 1..m.nbody {
            energy -= m.body_mass[b] * m.opt.gravity.dot(d.xipos[b]);
        }
    }
    if !m.opt.disabled(Disable::Spring) {
        for j in 0..m.njnt {
            energy += joint_spring(m, d, j);
        }
        for t in 0..m.ntendon {
            energy += tendon_spring(m, d, t);
        }
    }
    d.energy[0] = energy;
    d.flg_energypos = true;
}

/// Kinetic energy `½ vᵀ M v`.
///
/// Reads `M`, `qvel`. Writes `energy[1]`.
#[doc(alias = "mj_energyVel")]
pub fn energy_vel(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let momentum = scratch.frame(Need::reals(m.nv)).reals(m.nv);
    position::mul_m(m, d, momentum, &d.qvel);
    d.energy[1] = 0.5 * dense::dot(momentum, &d.qvel);
    d.scratch = scratch;
    d.flg_energyvel = true;
}

fn joint_spring(m: &Model, d: &Data, j: usize) -> f64 {
    let (linear, poly) = (m.jnt_stiffness[j], m.jnt_stiffnesspoly[j]);
    if is_none(linear, poly) {
        return 0.0;
    }
    let q = &d.qpos[m.jnt_qposadr[j].ix()..];
    let rest = match m.jnt_plasticadr[j].opt() {
        Some(adr) => &d.plastic[adr..],
        None => &m.qpos_spring[m.jnt_qposadr[j].ix()..],
    };
    let turn = |at: usize| Quat::from_slice(&q[at..]).minus(Quat::from_slice(&rest[at..])).norm();
    let energy = |x: f64| poly_potential(linear, poly, x, Parity::Plain);
    match JointType::of(m.jnt_type[j]) {
        JointType::Free => energy((Vec3::from_slice(q) - Vec3::from_slice(rest)).norm()) + energy(turn(3)),
        JointType::Ball => energy(turn(0)),
        JointType::Slide | JointType::Hinge => energy(q[0] - rest[0]),
    }
}

#[inline]
fn tendon_spring(m: &Model, d: &Data, t: usize) -> f64 {
    if is_none(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t]) {
        return 0.0;
    }
    let [lower, upper] = match m.tendon_plasticadr[t].opt() {
        Some(adr) => [d.plastic[adr], d.plastic[adr + 1]],
        None => m.tendon_lengthspring[t],
    };
    let length = d.ten_length[t];
    let x = if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    };
    poly_potential(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x, Parity::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Noise, moving, samples, update};
    use crate::{jacobian, support};

    #[test]
    fn kinetic_energy_is_that_of_the_bodies_and_rotors() {
        for m in samples() {
            let mut d = moving(&m, 5);
            energy_vel(&m, &mut d);
            let mut sum: f64 = (0..m.nv).map(|i| 0.5 * m.dof_armature[i] * d.qvel[i] * d.qvel[i]).sum();
            let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
            for b in 1..m.nbody {
                jacobian::jac_body_com(&m, &d, Some(&mut jacp), Some(&mut jacr), b);
                let (mut v, mut w) = ([0.0; 3], [0.0; 3]);
                dense::mul(&mut v, &jacp, &d.qvel);
                dense::mul(&mut w, &jacr, &d.qvel);
                let local = d.ximat[b].mul_t_vec(Vec3(w));
                sum += 0.5 * m.body_mass[b] * Vec3(v).dot(Vec3(v));
                sum += 0.5 * m.body_inertia[b].scale_by(local).dot(local);
            }
            assert!((d.energy[1] - sum).abs() < 1e-12 * sum, "{} and {sum}", d.energy[1]);
        }
    }

    #[test]
    fn potential_energy_falls_as_gravity_does_work() {
        for m in samples() {
            let mut d = moving(&m, 6);
            // power of gravity
            let mut force = vec![0.0; m.nv];
            for b in 1..m.nbody {
                let weight = m.opt.gravity * m.body_mass[b];
                support::apply_ft(&m, &d, weight, Vec3::ZERO, d.xipos[b], b, &mut force);
            }
            let power = dense::dot(&force, &d.qvel);
            // change of energy along the motion
            let h = 1e-6;
            let start = d.qpos.to_vec();
            let mut energy = |dt: f64| {
                d.qpos.copy_from_slice(&start);
                support::integrate_pos(&m, &mut d.qpos, &d.qvel, dt);
                update(&m, &mut d);
                energy_pos(&m, &mut d);
                d.energy[0]
            };
            let rate = (energy(h) - energy(-h)) / (2.0 * h);
            assert!((rate + power).abs() < 1e-6 * (1.0 + power.abs()), "{rate} and {power}");
        }
    }

    #[test]
    fn springs_are_at_rest_where_the_model_or_their_plastic_state_says() {
        let mut m = crate::testing::tree(&[(0, &[JointType::Hinge]), (1, &[JointType::Ball])], 4);
        m.opt.gravity = Vec3::ZERO;
        m.jnt_stiffness.fill(3.0);
        m.jnt_stiffnesspoly[0] = [0.5, 0.25];
        m.qpos_spring.copy_from_slice(&m.qpos0);
        let mut d = m.make_data();
        energy_pos(&m, &mut d);
        assert_eq!(d.energy[0], 0.0);

        let x = Noise(1).next();
        d.qpos[0] += x;
        energy_pos(&m, &mut d);
        let want = 1.5 * x.powi(2) + 0.5 / 3.0 * x.powi(3) + 0.0625 * x.powi(4);
        assert!((d.energy[0] - want).abs() < 1e-15);

        // the spring has yielded to where the joint is
        m.jnt_plasticadr[0] = 0;
        d.plastic = [d.qpos[0]].into();
        energy_pos(&m, &mut d);
        assert_eq!(d.energy[0], 0.0);
    }
}
