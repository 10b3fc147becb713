//! Derivatives of inverse dynamics of the bodies with respect to position and velocity.
//!
//! When dof `k` moves, all beyond it turns along, and with it every force whose cause turns along. What remains of the
//! change of `f_b = I a_b + v_b ×* I v_b` comes from the velocity and acceleration that were there before `k`, which do
//! not turn: with `v`, `a` those of the body that carries `k`, `ψ̇ = v × s_k` and `ψ̈ = a × s_k + v × ψ̇` it is
//! `I ψ̈ + B ψ̇`, where `B` is the slope of the bias force with respect to velocity. Hence, with composites over subtrees,
//!
//! ```text
//! ∂τ_i/∂q_k = s_i · (Iᶜ_i ψ̈_k + Bᶜ_i ψ̇_k)                 k carries i
//!           = s_i · (s_k ×* f_k + Iᶜ_k ψ̈_k + Bᶜ_k ψ̇_k)     i carries k
//! ```
//!
//! Forces that are fixed in the world do not turn along with the axes; they leave `-(s_k × s_i) · f_i` in the first case.
//! Singh, Russell & Wensing, *Efficient Analytical Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra*,
//! IEEE Robotics and Automation Letters 7(2), 2022; Carpentier & Mansard, *Analytical Derivatives of Rigid Body Dynamics
//! Algorithms*, RSS 2018.

use crate::derivative::composite::bias_slope;
use crate::math::{Mat6, Spatial, Vec3};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

use super::Columns;
use super::flow::{Flow, carriers, inward};

/// Forces on subtrees and how they vary.
pub(super) struct Loads<'a> {
    /// `B`, slopes with respect to velocity
    pub slope: &'a mut [Mat6],
    /// slopes of the forces of the medium alone; empty if there is no wind
    pub medium: &'a mut [Mat6],
    /// forces that turn along with their body, about the centre of mass of the tree
    pub turning: &'a mut [Spatial],
    /// forces that are fixed in the world
    pub fixed: &'a mut [Spatial],
}

impl<'a> Loads<'a> {
    pub fn need(m: &Model) -> Need {
        Need::rows::<Mat6>(2 * m.nbody).and(Need::rows::<Spatial>(2 * m.nbody))
    }

    pub fn new(m: &Model, windy: bool, s: &mut Frame<'a>) -> Self {
        Self {
            slope: s.rows(m.nbody),
            medium: s.rows(if windy { m.nbody } else { 0 }),
            turning: s.rows(m.nbody),
            fixed: s.rows(m.nbody),
        }
    }

    /// Adds the inertial forces of every body.
    pub fn add_inertial(&mut self, m: &Model, d: &Data, velocity: &Flow<'_>, acceleration: &Flow<'_>) {
        for b in 1..m.nbody {
            let (inertia, vel) = (d.cinert[b], velocity.body[b]);
            self.slope[b] += bias_slope(inertia, vel);
            self.turning[b] += inertia * acceleration.body[b] + vel.cross_force(inertia * vel);
        }
    }

    /// Forgets all loads.
    pub fn clear(&mut self) {
        self.slope.fill(Mat6::ZERO);
        self.medium.fill(Mat6::ZERO);
        self.turning.fill(Spatial::ZERO);
        self.fixed.fill(Spatial::ZERO);
    }

    /// From bodies to subtrees.
    pub fn gather(&mut self, m: &Model) {
        for b in (1..m.nbody).rev() {
            let parent = m.body_parentid[b].ix();
            if parent == 0 {
                continue;
            }
            let slope = self.slope[b];
            self.slope[parent] += slope;
            if !self.medium.is_empty() {
                let medium = self.medium[b];
                self.medium[parent] += medium;
            }
            let (turning, fixed) = (self.turning[b], self.fixed[b]);
            self.turning[parent] += turning;
            self.fixed[parent] += fixed;
        }
    }
}

/// Adds `scale` times the derivatives of the joint forces that the loads ask for, with respect to position and to velocity
/// as wanted.
pub(super) fn add_slopes(
    m: &Model,
    d: &Data,
    velocity: &Flow<'_>,
    acceleration: &Flow<'_>,
    loads: &Loads<'_>,
    [with_position, with_velocity]: [bool; 2],
    scale: f64,
    at: Columns,
    out: &mut [f64],
    mut s: Frame<'_>,
) {
    let first: &mut [Spatial] = s.used_rows(m.nv);
    let second: &mut [Spatial] = s.used_rows(m.nv);
    let carried: &mut [Spatial] = s.used_rows(m.nv);
    let wind = Spatial::new(Vec3::ZERO, m.opt.wind);
    let windy = !loads.medium.is_empty();

    // what each dof leaves behind when it moves, and what its rate adds to the acceleration
    for k in 0..m.nv {
        let (axis, vel, acc) = (d.cdof[k], velocity.before[k], acceleration.before[k]);
        first[k] = vel.cross_motion(axis);
        second[k] = acc.cross_motion(axis) + vel.cross_motion(first[k]);
        carried[k] = first[k] + velocity.after(m, k).cross_motion(axis);
    }

    for i in 0..m.nv {
        let (axis, body) = (d.cdof[i], m.dof_bodyid[i].ix());
        let (inertia, slope) = (d.crb[body], &loads.slope[body]);

        // row of the dof against all that carry it
        let (momentum, bias) = (inertia * axis, slope.mul_t_vec(axis));
        let fixed = axis.cross_force(loads.fixed[body]);
        let drag = if windy { loads.medium[body].mul_t_vec(axis) } else { Spatial::ZERO };
        for k in carriers(m, i) {
            if with_position {
                let mut entry = momentum.dot(second[k]) + bias.dot(first[k]) - fixed.dot(d.cdof[k]);
                if windy {
                    entry += drag.dot(d.cdof[k].cross_motion(wind));
                }
                out[i * at.count + k] += scale * entry;
            }
            if with_velocity {
                let rate = momentum.dot(carried[k]) + bias.dot(d.cdof[k]);
                out[i * at.count + at.velocity + k] += scale * rate;
            }
        }

        // column of the dof against all further in
        let mut column = axis.cross_force(loads.turning[body]) + inertia * second[i] + slope.mul_vec(first[i]);
        if windy {
            column += loads.medium[body].mul_vec(axis.cross_motion(wind));
        }
        let rate = inertia * carried[i] + slope.mul_vec(axis);
        for j in inward(m, i) {
            if with_position {
                out[j * at.count + i] += scale * d.cdof[j].dot(column);
            }
            if with_velocity {
                out[j * at.count + at.velocity + i] += scale * d.cdof[j].dot(rate);
            }
        }
    }
}

/// Memory of [`add_slopes`].
pub(super) fn slopes_need(m: &Model) -> Need {
    Need::rows::<Spatial>(3 * m.nv)
}
