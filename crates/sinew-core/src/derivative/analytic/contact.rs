//! Contacts: rows of a friction cone between two bodies.
//!
//! Everything is expressed at the contact point, in the coordinates of the contact: a force `f` of up to six numbers and
//! the relative motion of the two bodies. A pyramid's edges are fixed combinations of these, so that it differs from an
//! elliptic cone only in the curvature of its cost.

use crate::constraint::PairChain;
use crate::math::{Spatial, Vec3};
use crate::model::{ConstraintState, ConstraintType};
use crate::solver::cone::Cone;
use crate::{Contact, Data, Id, Model};

use super::equations::Equations;
use super::flow::Flow;
use super::geometry::Geometry;
use super::response::Response;
use super::scaling::Scaling;

/// Memory that a contact needs: the motion of each dof of its chain.
pub(super) struct Buffers<'a> {
    pub chain: &'a mut [i32],
    pub motion: &'a mut [Spatial],
}

/// Forces of a contact and how they respond.
struct Law {
    dim: usize,
    pyramid: bool,
    force: [f64; 6],
    /// `∇²s`, `dim × dim`
    curvature: [f64; 36],
    damping: [f64; 6],
    /// slopes of the violations, and of the logarithm of the forces, with the distance
    by_dist: [f64; 6],
    mass_slope: f64,
}

/// Adds a contact to the equations, and its force to those that are fixed in the world.
pub(super) fn add_contact(
    m: &Model,
    d: &mut Data,
    id: usize,
    violations: &[f64],
    velocity: &Flow<'_>,
    push: &Flow<'_>,
    fixed: &mut [Spatial],
    buffers: &mut Buffers<'_>,
    scaling: Option<&mut Scaling<'_>>,
    eq: &mut Equations<'_>,
) {
    let contact = d.contact[id];
    let mut scaling = scaling.filter(|_| contact.efc_address >= 0);
    let law = law(m, d, &contact, violations);
    let mut pull = law.force;
    pull[0] -= contact.adhesion;
    if pull == [0.0; 6] && law.curvature == [0.0; 36] {
        return;
    }
    let bodies = contact.geom.map(|g| m.geom_bodyid[g.ix()].ix());
    let origins = bodies.map(|b| d.subtree_com[m.body_rootid[b].ix()]);
    let point = contact.pos;
    let axes: [Vec3; 3] = std::array::from_fn(|a| contact.frame.row(a));
    let wrench = |f: &[f64; 6]| {
        let sum = |at: usize| axes[0] * f[at] + axes[1] * f[at + 1] + axes[2] * f[at + 2];
        Spatial::new(sum(3), sum(0))
    };
    let load = wrench(&pull);
    for (b, sign) in [(0, -1.0), (1, 1.0)] {
        fixed[bodies[b]] += (load * sign).force_at(origins[b], point);
    }

    // motions of both bodies at the point
    let at_point = |flow: &Flow<'_>| [0, 1].map(|b| flow.body[bodies[b]].motion_at(point, origins[b]));
    let (vel, acc) = (at_point(velocity), at_point(push));
    let chain = PairChain::new(m, bodies[0], bodies[1], false, buffers.chain);
    let n = chain.dofs.len();
    let motion = &mut buffers.motion[..n];
    for (out, dof) in motion.iter_mut().zip(chain.dofs) {
        let origin = d.subtree_com[m.body_rootid[m.dof_bodyid[dof.ix()].ix()].ix()];
        *out = d.cdof[dof.ix()].motion_at(point, origin);
    }
    let against = motion.iter().zip(chain.moves).filter(|(_, moves)| **moves != 3).map(|(&motion, _)| motion);
    let geometry = Geometry::of(m, d, &contact, against);

    // all rows of a contact share the correction of the first
    let first = |x: &[f64; 6]| x[0] + if law.pyramid { contact.friction[0] * x[1] } else { 0.0 };
    let mut along = [Spatial::ZERO; 2];
    if let Some(scaling) = scaling.as_deref_mut() {
        scaling.start(m, d, contact.efc_address.ix());
        along = at_point(&scaling.flow);
    }

    for (c, dof) in chain.dofs.iter().enumerate() {
        let (k, axis, moves) = (dof.ix(), motion[c], chain.moves[c]);
        let origin = d.subtree_com[m.body_rootid[m.dof_bodyid[k].ix()].ix()];
        let change = geometry.change(moves, axis);

        // relative motion in contact coordinates: how it changes, for one flow
        let bent = |flow: &Flow<'_>, body: &[Spatial; 2]| {
            let before = flow.before[k].motion_at(point, origin);
            let mut turned = Spatial::ZERO;
            if moves & 2 != 0 {
                turned += axis.cross_motion(body[1] - before);
            }
            if moves & 1 != 0 {
                turned -= axis.cross_motion(body[0] - before);
            }
            let relative = body[1] - body[0];
            let linear =
                turned.linear() + relative.rotational().cross(change.pos) - change.turn.cross(relative.linear());
            let angular = turned.rotational() - change.turn.cross(relative.rotational());
            coordinates(&axes, Spatial::new(angular, linear))
        };
        let (by_acc, by_vel) = (bent(push, &acc), bent(velocity, &vel));
        if let Some(scaling) = scaling.as_deref_mut() {
            scaling.gradient[k] += first(&bent(&scaling.flow, &along));
        }
        let sign = [0.0, -1.0, 1.0, 0.0][moves.ix()];
        let jacobian = coordinates(&axes, axis * sign);

        // forces of the rows
        let mut violation = [0.0; 6];
        for j in 0..law.dim {
            violation[j] = by_acc[j] + law.damping[j] * by_vel[j] + law.by_dist[j] * change.dist;
        }
        let mut row = law.times_curvature(&violation);
        for j in 0..law.dim {
            row[j] -= law.force[j] * law.mass_slope * change.dist;
        }
        let damped: [f64; 6] = std::array::from_fn(|j| law.damping[j] * jacobian[j]);
        let (by_velocity, by_acceleration) =
            (wrench(&law.times_curvature(&damped)), wrench(&law.times_curvature(&jacobian)));

        // and the load itself, which moves and turns with the contact
        let (torque, force) = (load.rotational(), load.linear());
        let carried = Spatial::new(change.pos.cross(force) + change.turn.cross(torque), change.turn.cross(force));
        let by_position = wrench(&row) - carried;
        for (other, &axis) in motion.iter().enumerate() {
            let sign = [0.0, -1.0, 1.0, 0.0][chain.moves[other].ix()];
            if sign == 0.0 {
                continue;
            }
            let (i, axis) = (chain.dofs[other].ix(), axis * sign);
            eq.position(i, k, axis.dot(by_position));
            eq.velocity(i, k, axis.dot(by_velocity));
            eq.acceleration(i, k, axis.dot(by_acceleration));
        }
    }
    if let Some(scaling) = scaling {
        let load = wrench(&law.force);
        for (c, dof) in chain.dofs.iter().enumerate() {
            let sign = [0.0, -1.0, 1.0, 0.0][chain.moves[c].ix()];
            scaling.spread(dof.ix(), sign * motion[c].dot(load), eq);
        }
    }
}

/// A relative motion as the rows of a contact measure it.
fn coordinates(axes: &[Vec3; 3], motion: Spatial) -> [f64; 6] {
    let (linear, angular) = (motion.linear(), motion.rotational());
    std::array::from_fn(|j| if j < 3 { axes[j].dot(linear) } else { axes[j - 3].dot(angular) })
}

impl Law {
    fn times_curvature(&self, x: &[f64; 6]) -> [f64; 6] {
        let n = self.dim;
        std::array::from_fn(|i| if i < n { (0..n).map(|j| self.curvature[i * n + j] * x[j]).sum() } else { 0.0 })
    }
}

/// The law of a contact at the solution.
fn law(m: &Model, d: &Data, contact: &Contact, violations: &[f64]) -> Law {
    let dim = contact.dim.clamp(1, 6) as usize;
    let mut law = Law {
        dim,
        pyramid: false,
        force: [0.0; 6],
        curvature: [0.0; 36],
        damping: [0.0; 6],
        by_dist: [0.0; 6],
        mass_slope: 0.0,
    };
    let Some(row) = contact.efc_address.opt() else { return law };
    let response = Response::of(m, d, row);
    let offset = contact.dist - contact.includemargin;
    law.by_dist[0] = response.stiffness + response.stiffness_slope * offset;
    law.mass_slope = response.mass_slope;
    law.damping = [response.damping; 6];
    let quadratic = |row: usize| d.efc_state[row] == ConstraintState::Quadratic as i32;
    let mut edges = 1;
    match ConstraintType::of(d.efc_type[row]) {
        ConstraintType::ContactPyramidal => {
            law.pyramid = true;
            edges = 2 * (dim - 1);
            for e in (0..edges).filter(|&e| quadratic(row + e)) {
                let (j, mu) = (e / 2 + 1, contact.friction[e / 2] * if e % 2 == 0 { 1.0 } else { -1.0 });
                let (mass, force) = (d.efc_D[row + e], d.efc_force[row + e]);
                law.force[0] += force;
                law.force[j] += mu * force;
                law.curvature[0] += mass;
                law.curvature[j] += mass * mu;
                law.curvature[j * dim] += mass * mu;
                law.curvature[j * dim + j] += mass * mu * mu;
            }
            // the velocity of an edge is that of the normal and of its tangent
            let velocity = &d.efc_vel[row..row + edges];
            law.by_dist[0] += response.damping_slope * velocity.iter().sum::<f64>() / edges as f64;
            for (j, pair) in velocity.chunks_exact(2).enumerate() {
                let tangent = (pair[0] - pair[1]) / (2.0 * contact.friction[j]);
                law.by_dist[j + 1] = response.damping_slope * tangent;
            }
        }
        ConstraintType::ContactElliptic => {
            let rows = row..row + dim;
            law.force[..dim].copy_from_slice(&d.efc_force[rows.clone()]);
            for j in 1..dim {
                law.damping[j] = Response::of(m, d, row + j).damping;
            }
            if d.efc_state[row] == ConstraintState::Cone as i32 {
                let cone = Cone { mu: contact.mu, friction: contact.friction, dim };
                cone.hessian(&violations[rows], d.efc_D[row], &mut law.curvature);
            } else if quadratic(row) {
                for j in 0..dim {
                    law.curvature[j * dim + j] = d.efc_D[row + j];
                }
            }
            law.by_dist[0] += response.damping_slope * d.efc_vel[row];
        }
        _ => {
            law.force[0] = d.efc_force[row];
            law.curvature[0] = if quadratic(row) { d.efc_D[row] } else { 0.0 };
            law.by_dist[0] += response.damping_slope * d.efc_vel[row];
        }
    }
    // an adhesive contact has its reference shifted by what its regulariser makes of the pull
    law.by_dist[0] += d.efc_R[row] * contact.adhesion / edges as f64 * response.mass_slope;
    law
}
