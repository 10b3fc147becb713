//! Springs, dampers, forces of the medium and forces that are fixed in the world.

use crate::derivative::fluid::{Part, body_fluid};
use crate::derivative::{dof_damping, sub_quat, tendon_damping};
use crate::math::poly::{Parity, poly_slope};
use crate::math::{Mat3, Quat, Spatial, Vec3};
use crate::model::{Disable, JointType};
use crate::velocity::passive::fluid::body_wrench;
use crate::velocity::passive::{joint_spring_reference, tendon_damper_force, tendon_spring_force, tendon_spring_range};
use crate::{Data, Id, Model};

use super::actuator::held;
use super::bodies::Loads;
use super::equations::Equations;
use super::flow::{carriers, chain};
use super::tendon::Curvature;

/// Adds springs and dampers of joints and tendons.
pub(super) fn add_springs_dampers(m: &Model, d: &Data, curvature: &Curvature<'_>, eq: &mut Equations<'_>) {
    let (springs, dampers) = (!m.opt.disabled(Disable::Spring), !m.opt.disabled(Disable::Damper));
    if springs {
        for j in (0..m.njnt).filter(|&j| m.jnt_stiffness[j] != 0.0 || m.jnt_stiffnesspoly[j] != [0.0; 2]) {
            joint_spring(m, d, j, eq);
        }
    }
    if dampers {
        for i in 0..m.nv {
            let (linear, poly) = dof_damping(m, i);
            eq.velocity(i, i, poly_slope(linear, poly, d.qvel[i], Parity::Odd));
        }
    }
    for t in 0..m.ntendon {
        let (mut force, mut by_length, mut by_rate) = (0.0, 0.0, 0.0);
        if springs {
            force += tendon_spring_force(m, d, t);
            let [low, high] = tendon_spring_range(m, &d.plastic, t);
            let x = (d.ten_length[t] - high).max(0.0) + (d.ten_length[t] - low).min(0.0);
            if x != 0.0 || low == high {
                by_length = -poly_slope(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x, Parity::Plain);
            }
        }
        if dampers {
            force += tendon_damper_force(m, d, t);
            let (linear, poly) = tendon_damping(m, t);
            by_rate = -poly_slope(linear, poly, d.ten_velocity[t], Parity::Odd);
        }
        if force != 0.0 || by_length != 0.0 || by_rate != 0.0 {
            let adr = m.ten_J_rowadr[t].ix();
            let row = adr..adr + m.ten_J_rownnz[t].ix();
            let (dofs, j) = (&m.ten_J_colind[row.clone()], &d.ten_J[row]);
            add_along(d, dofs, j, j, curvature.of(m, t), 1.0, [force, by_length, by_rate], eq);
        }
    }
}

/// Adds a force `f(l, l̇)` along a row `j` that bends by `bend`: `r -= j f`. The length moves with `by_dof`.
pub(super) fn add_along(
    d: &Data,
    dofs: &[i32],
    j: &[f64],
    by_dof: &[f64],
    bend: Option<&[f64]>,
    bend_scale: f64,
    [force, by_length, by_rate]: [f64; 3],
    eq: &mut Equations<'_>,
) {
    let n = dofs.len();
    for b in 0..n {
        let k = dofs[b].ix();
        let mut rate = 0.0;
        if let Some(bend) = bend {
            for a in 0..n {
                rate += bend_scale * bend[a * n + b] * d.qvel[dofs[a].ix()];
            }
        }
        let change = by_length * by_dof[b] + by_rate * rate;
        for a in 0..n {
            let turned = bend.map_or(0.0, |bend| bend_scale * bend[a * n + b] * force);
            eq.position(dofs[a].ix(), k, -(j[a] * change + turned));
            eq.velocity(dofs[a].ix(), k, -j[a] * by_rate * j[b]);
        }
    }
}

/// Adds the spring of one joint.
fn joint_spring(m: &Model, d: &Data, joint: usize, eq: &mut Equations<'_>) {
    let (qpos, dof) = (m.jnt_qposadr[joint].ix(), m.jnt_dofadr[joint].ix());
    let (linear, poly) = (m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint]);
    let reference = joint_spring_reference(m, &d.plastic, joint);
    // slope of `x p(|x|)` for a vector `x` that moves by the columns of `by_dof`
    let mut vector = |x: Vec3, by_dof: &Mat3, dof: usize| {
        let (axis, size) = x.normalized();
        let p = linear + poly[0] * size + poly[1] * size * size;
        let p_slope = (poly[0] + 2.0 * poly[1] * size) * size;
        for k in 0..3 {
            let moved = by_dof.column(k);
            let change = moved * p + axis * (p_slope * axis.dot(moved));
            for i in 0..3 {
                eq.position(dof + i, dof + k, change[i]);
            }
        }
    };
    let turned = |at: usize| {
        let (quat, rest) = (Quat::from_slice(&d.qpos[qpos + at..]).normalized().0, Quat::from_slice(&reference[at..]));
        (quat.minus(rest), sub_quat(quat, rest).0)
    };
    match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => {
            eq.position(dof, dof, poly_slope(linear, poly, d.qpos[qpos] - reference[0], Parity::Plain));
        }
        JointType::Ball => {
            let (x, by_dof) = turned(0);
            vector(x, &by_dof, dof);
        }
        JointType::Free => {
            let x = Vec3::from_slice(&d.qpos[qpos..]) - Vec3::from_slice(reference);
            vector(x, &Mat3::IDENTITY, dof);
            let (x, by_dof) = turned(3);
            vector(x, &by_dof, dof + 3);
        }
    }
}

/// True if the medium makes forces.
pub(super) fn has_medium(m: &Model) -> bool {
    (m.opt.viscosity > 0.0 || m.opt.density > 0.0)
        && !(m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper))
}

/// Adds the forces of the medium, which turn along with the bodies.
pub(super) fn add_medium(m: &Model, d: &Data, loads: &mut Loads<'_>) {
    for b in (1..m.nbody).filter(|&b| m.last_dof(b) >= 0) {
        let mut slope = crate::math::Mat6::ZERO;
        body_fluid(m, d, b, Part::Whole, &mut slope);
        loads.slope[b] -= slope;
        if !loads.medium.is_empty() {
            loads.medium[b] -= slope;
        }
        loads.turning[b] -= body_wrench(m, d, b);
    }
}

/// Adds gravity compensation and the user's forces on bodies: fixed in the world, at points that move.
pub(super) fn add_fixed(m: &Model, d: &Data, loads: &mut Loads<'_>, eq: &mut Equations<'_>) {
    let passive = !(m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper));
    let compensated = passive && m.flg_gravcomp && !m.opt.disabled(Disable::Gravity);
    for b in 1..m.nbody {
        let applied = d.xfrc_applied[b];
        let lift = if compensated { m.opt.gravity * -(m.body_mass[b] * m.body_gravcomp[b]) } else { Vec3::ZERO };
        // the user gives force first, torque second
        let force = applied.rotational() + lift;
        if force.is_zero() && applied == Spatial::ZERO {
            continue;
        }
        let (origin, point) = (d.subtree_com[m.body_rootid[b].ix()], d.xipos[b]);
        loads.fixed[b] += Spatial::new(applied.linear(), force).force_at(origin, point);
        let wrench = Spatial::new(Vec3::ZERO, lift).force_at(origin, point);
        for i in chain(m, m.last_dof(b)) {
            let axis = d.cdof[i];
            let arrives = lift.is_zero() || !withheld(m, d, i);
            let felt = if arrives { force } else { applied.rotational() };
            for k in chain(m, m.last_dof(b)) {
                let moved = d.cdof[k].motion_at(point, origin).linear();
                eq.position(i, k, -axis.rotational().dot(moved.cross(felt)));
            }
            // the loads hold all of the force; take back what they will add for the turning of this axis
            if !arrives {
                let turned = axis.cross_force(wrench);
                for k in carriers(m, i) {
                    eq.position(i, k, turned.dot(d.cdof[k]));
                }
            }
        }
    }
}

/// True if the compensation of gravity on a dof is left to actuators, which cannot give more of it.
fn withheld(m: &Model, d: &Data, dof: usize) -> bool {
    m.jnt_actgravcomp[m.dof_jntid[dof].ix()]
        && (m.nactuator == 0 || m.opt.disabled(Disable::Actuation) || held(m, d, dof))
}
