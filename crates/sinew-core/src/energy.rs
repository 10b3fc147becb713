//! Potential and kinetic energy.

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

/// Energy of a spring `x` away from rest.
#[doc(alias = "mju_polyPotential")]
fn potential(linear: f64, poly: [f64; 2], x: f64) -> f64 {
    0.5 * linear * (x * x) + poly[0] / 3.0 * (x * x * x) + poly[1] / 4.0 * (x * x * x * x)
}

fn joint_spring(m: &Model, d: &Data, j: usize) -> f64 {
    let (linear, poly) = (m.jnt_stiffness[j], m.jnt_stiffnesspoly[j]);
    if linear == 0.0 && poly == [0.0; 2] {
        return 0.0;
    }
    let q = &d.qpos[m.jnt_qposadr[j].ix()..];
    let rest = match m.jnt_plasticadr[j].opt() {
        Some(adr) => &d.plastic[adr..],
        None => &m.qpos_spring[m.jnt_qposadr[j].ix()..],
    };
    let turn = |at: usize| Quat::from_slice(&q[at..]).minus(Quat::from_slice(&rest[at..])).norm();
    let energy = |x: f64| potential(linear, poly, x);
    match JointType::of(m.jnt_type[j]) {
        JointType::Free => energy((Vec3::from_slice(q) - Vec3::from_slice(rest)).norm()) + energy(turn(3)),
        JointType::Ball => energy(turn(0)),
        JointType::Slide | JointType::Hinge => energy(q[0] - rest[0]),
    }
}

fn tendon_spring(m: &Model, d: &Data, t: usize) -> f64 {
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
    potential(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x)
}
