//! Velocities and reference accelerations of the rows.

use super::chain::{Anchor, bias_acceleration};
use super::equality::{anchors, weld_quats};
use super::impedance::end_of_step;
use super::{is_pyramidal, product};
use crate::math::{Quat, Vec3};
use crate::metric::is_discrete;
use crate::model::EqType;
use crate::{Data, Id, Model};

/// Velocity `J v` of every row and its reference acceleration `a_ref = −b v − k d (r − margin)`.
///
/// Contacts between moving surfaces see the surface velocity, adhesive contacts a shifted reference, and connect and
/// weld constraints lose the acceleration `J̇ v` that they have without any force.
///
/// Reads `efc_J`, `qvel`, `efc_KBIP`, `cvel`, `cdof_dot`. Writes `efc_vel`, `efc_aref`.
#[doc(alias = "mj_referenceConstraint")]
pub fn reference_constraint(m: &Model, d: &mut Data) {
    let mut velocity = std::mem::take(&mut d.efc_vel);
    product::mul_jac_vec(d, &mut velocity, &d.qvel);
    d.efc_vel = velocity;
    if m.flg_surfacevel {
        surface_velocity(m, d);
    }
    for i in 0..d.nefc {
        let [stiffness, damping, impedance, _] = d.efc_KBIP[i];
        d.efc_aref[i] = -damping * d.efc_vel[i] - stiffness * impedance * (d.efc_pos[i] - d.efc_margin[i]);
    }
    velocity_product(m, d);
    if is_discrete(m) {
        // spring and damper act at the end of the step
        for i in 0..d.nefc {
            let [stiffness, _, impedance, _] = d.efc_KBIP[i];
            let spring = m.opt.timestep * stiffness * impedance * d.efc_vel[i];
            d.efc_aref[i] = (d.efc_aref[i] - spring) / end_of_step(m, d, i);
        }
    }
    if m.flg_adhesion {
        adhesion(m, d);
    }
}

/// Adds the relative velocity of the surfaces: tangential and spinning, as a conveyor moves what lies on it.
fn surface_velocity(m: &Model, d: &mut Data) {
    let pyramidal = is_pyramidal(m);
    for contact in &d.contact {
        let Some(row) = contact.efc_address.opt() else { continue };
        let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
        for (geom, sign) in contact.geom.iter().zip([-1.0, 1.0]) {
            let Some(geom) = geom.opt() else { continue };
            let (v, w) = geom_surface_velocity(m, d, geom, contact.pos);
            linear += v * sign;
            angular += w * sign;
        }
        // no push along the normal, no rolling
        let (v, w) = (contact.frame.mul_vec(linear), contact.frame.mul_vec(angular));
        let motion = [0.0, v[1], v[2], w[0], 0.0, 0.0];
        let dim = contact.dim.ix();
        if dim == 1 || !pyramidal {
            for k in 0..dim {
                d.efc_vel[row + k] += motion[k];
            }
        } else {
            for k in 1..dim {
                let slide = contact.friction[k - 1] * motion[k];
                d.efc_vel[row + 2 * (k - 1)] += slide;
                d.efc_vel[row + 2 * (k - 1) + 1] -= slide;
            }
        }
    }
}

/// Velocity of a geom's surface at a point and its angular velocity, in the world.
fn geom_surface_velocity(m: &Model, d: &Data, geom: usize, point: Vec3) -> (Vec3, Vec3) {
    let v = &m.geom_surfacevel[geom];
    if *v == [0.0; 6] {
        return (Vec3::ZERO, Vec3::ZERO);
    }
    let (linear, angular) = (Vec3::from_slice(&v[0..3]), Vec3::from_slice(&v[3..6]));
    let (linear, angular) = (d.geom_xmat[geom].mul_vec(linear), d.geom_xmat[geom].mul_vec(angular));
    (linear + angular.cross(point - d.geom_xpos[geom]), angular)
}

/// Shifts the reference so that an adhesive contact in compression behaves as without adhesion.
fn adhesion(m: &Model, d: &mut Data) {
    let pyramidal = is_pyramidal(m);
    for contact in &d.contact {
        let Some(row) = contact.efc_address.opt() else { continue };
        let dim = contact.dim.ix();
        let edges = if dim == 1 || !pyramidal { 1 } else { 2 * (dim - 1) };
        for k in row..row + edges {
            d.efc_aref[k] += d.efc_R[k] * contact.adhesion / edges as f64;
        }
    }
}

/// Subtracts `J̇ v` from the rows of connect and weld constraints.
fn velocity_product(m: &Model, d: &mut Data) {
    let mut row = 0;
    while row < d.ne {
        let id = d.efc_id[row].ix();
        let kind = EqType::of(m.eq_type[id]);
        if !matches!(kind, EqType::Connect | EqType::Weld) {
            row += 1;
            continue;
        }
        let (first, second) = anchors(m, d, id);
        let (bias1, bias2) = (bias_acceleration(m, d, first.body), bias_acceleration(m, d, second.body));
        let linear = point_bias(m, d, first, bias1) - point_bias(m, d, second, bias2);
        for i in 0..3 {
            d.efc_aref[row + i] -= linear[i];
        }
        row += 3;
        if kind == EqType::Weld {
            let turn = weld_bias(m, d, id, [first.body, second.body], bias1.rotational() - bias2.rotational());
            for i in 0..3 {
                d.efc_aref[row + i] -= turn[i];
            }
            row += 3;
        }
    }
}

/// Acceleration of a point of a body with zero joint accelerations.
fn point_bias(m: &Model, d: &Data, anchor: Anchor, bias: crate::math::Spatial) -> Vec3 {
    let offset = anchor.arm(m, d);
    let omega = d.cvel[anchor.body].rotational();
    let velocity = d.cvel[anchor.body].linear() + omega.cross(offset);
    bias.linear() + bias.rotational().cross(offset) + omega.cross(velocity)
}

/// Second derivative of the orientation error of a weld with zero joint accelerations: the product rule on
/// `½ q₂⁻¹ (ω₁ − ω₂) q₁`.
fn weld_bias(m: &Model, d: &Data, id: usize, bodies: [usize; 2], bias: Vec3) -> Vec3 {
    let (q1, q2) = weld_quats(m, d, id);
    let pure = |v: Vec3| Quat::new(0.0, v[0], v[1], v[2]);
    let half = |q: Quat| Quat(q.0.map(|x| 0.5 * x));
    let (w1, w2) = (d.cvel[bodies[0]].rotational(), d.cvel[bodies[1]].rotational());
    let relative = pure(w1 - w2);
    let (q1_dot, q2_dot) = (half(pure(w1) * q1), half(pure(w2) * q2));
    let terms =
        [q2_dot.conjugate() * relative * q1, q2.conjugate() * pure(bias) * q1, q2.conjugate() * relative * q1_dot];
    let scale = 0.5 * m.eq_data[id][10];
    Vec3(std::array::from_fn(|i| scale * (terms[0][i + 1] + terms[1][i + 1] + terms[2][i + 1])))
}
