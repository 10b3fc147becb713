//! A step linearised: matrices, and products with them and their transposes.

use crate::derivative::integration::positions;
use crate::derivative::transition::Transition;
use crate::math::Vec3;
use crate::math::dense::{add_scaled, chol_solve, dot, lu_solve};
use crate::metric::is_discrete;
use crate::position::mul_m;
use crate::scratch::Frame;
use crate::{Data, Model};

use super::{Columns, Share, assemble, integrator, linear};

/// The equations of a step linearised, `H ∂q̈ = -∂r` and `M̂ ∂a = M ∂q̈ - ∂g`, with `H` and `M̂` factored.
pub(super) struct Linearised<'a> {
    pub at: Columns,
    /// acceleration of the equations of motion, and of the whole step
    pub qacc: &'a [f64],
    pub step_acc: &'a [f64],
    /// velocity after the step
    pub next: &'a [f64],
    /// `∂r/∂x`, one row per dof
    pub forces: &'a mut [f64],
    /// `∂g/∂x`, one row per dof
    pub integrator: &'a mut [f64],
    pub hessian: &'a [f64],
    pub implicit: &'a [f64],
    pub pivots: [&'a mut [i32]; 2],
    /// next activations, one row each
    pub activation: &'a [f64],
    /// the step takes the acceleration of the equations of motion as it is
    pub plain: bool,
    pub rest: Frame<'a>,
}

impl<'a> Linearised<'a> {
    /// Writes `A` and `B`.
    pub fn matrices(self, m: &Model, d: &Data, out: Transition<'_>) {
        let (at, next, activation) = (self.at, self.next, self.activation);
        assemble::next_state(m, at, next, self.rates(m, d, at.count), activation, out);
    }

    /// Writes the columns of a share, one after another.
    pub fn columns(self, m: &Model, d: &Data, share: Share, out: &mut [f64]) {
        let (at, next, activation) = (self.at, self.next, self.activation);
        let width = share.len(at.count);
        // keep the share only, in place: an entry never moves back
        for matrix in [&mut *self.forces, &mut *self.integrator] {
            for to in 0..m.nv * width {
                matrix[to] = matrix[to / width * at.count + share.first + to % width * share.stride];
            }
        }
        let rates = self.rates(m, d, width);
        assemble::next_columns(m, at, next, share, rates, activation, out);
    }

    /// Solves for the derivatives of the acceleration of the step, `width` columns at once.
    fn rates(self, m: &Model, d: &Data, width: usize) -> &'a mut [f64] {
        let (forces, integrator) = (&mut self.forces[..m.nv * width], &mut self.integrator[..m.nv * width]);
        for x in forces.iter_mut() {
            *x = -*x;
        }
        if is_discrete(m) {
            linear::lu_solve_columns(self.hessian, self.pivots[0], forces);
        } else {
            linear::solve_columns(self.hessian, m.nv, forces);
        }
        if self.plain {
            return forces;
        }
        for x in integrator.iter_mut() {
            *x = -*x;
        }
        integrator::add_inertia_times(m, d, forces, width, integrator);
        linear::lu_solve_columns(self.implicit, self.pivots[1], integrator);
        integrator
    }

    /// Turns `-∂r` and `-∂g` along one direction into the change of the acceleration of the step, in the first.
    pub fn solve(&self, m: &Model, d: &Data, force: &mut [f64], step: &mut [f64], spare: &mut [f64]) {
        if is_discrete(m) {
            lu_solve(force, self.hessian, self.pivots[0]);
        } else {
            chol_solve(force, self.hessian);
        }
        if !self.plain {
            spare.fill(0.0);
            mul_m(m, d, spare, force);
            add_scaled(step, spare, 1.0);
            lu_solve(step, self.implicit, self.pivots[1]);
            force.copy_from_slice(step);
        }
    }

    /// `out = A dx + B du`.
    pub fn forward(mut self, m: &Model, d: &Data, dx: &[f64], du: &[f64], out: &mut [f64]) {
        let (nv, n, split) = (m.nv, self.at.count, self.at.control);
        let (force, step, spare) = (self.rest.reals(nv), self.rest.reals(nv), self.rest.reals(nv));
        let along = |row: &[f64]| dot(&row[..split], dx) + dot(&row[split..], du);
        for i in 0..nv {
            force[i] = -along(&self.forces[i * n..(i + 1) * n]);
            step[i] = -along(&self.integrator[i * n..(i + 1) * n]);
        }
        self.solve(m, d, force, step, spare);
        for i in 0..nv {
            force[i] = dx[nv + i] + m.opt.timestep * force[i];
        }
        for i in 0..m.na {
            out[2 * nv + i] = along(&self.activation[i * n..(i + 1) * n]);
        }
        out[nv..2 * nv].copy_from_slice(force);
        positions(m, self.next, |dof, turn| match turn {
            None => out[dof] = dx[dof] + m.opt.timestep * force[dof],
            Some((by_quat, by_velocity)) => {
                let moved = by_quat.mul_vec(Vec3::from_slice(&dx[dof..]))
                    + by_velocity.mul_vec(Vec3::from_slice(&force[dof..])) * m.opt.timestep;
                out[dof..dof + 3].copy_from_slice(&moved.0);
            }
        });
    }

    /// `dx = Aᵀ weight`, `du = Bᵀ weight`.
    pub fn backward(mut self, m: &Model, d: &Data, weight: &[f64], dx: &mut [f64], du: &mut [f64]) {
        let (nv, n, split, h) = (m.nv, self.at.count, self.at.control, m.opt.timestep);
        let (rate, spare) = (self.rest.reals(nv), self.rest.reals(nv));
        dx.fill(0.0);
        du.fill(0.0);
        // through the positions to the velocities
        rate.copy_from_slice(&weight[nv..2 * nv]);
        positions(m, self.next, |dof, turn| match turn {
            None => {
                dx[dof] += weight[dof];
                rate[dof] += h * weight[dof];
            }
            Some((by_quat, by_velocity)) => {
                let w = Vec3::from_slice(&weight[dof..]);
                let (q, v) = (by_quat.mul_t_vec(w), by_velocity.mul_t_vec(w) * h);
                for k in 0..3 {
                    dx[dof + k] += q[k];
                    rate[dof + k] += v[k];
                }
            }
        });
        let mut add = |matrix: &[f64], row: usize, scale: f64| {
            let row = &matrix[row * n..(row + 1) * n];
            add_scaled(dx, &row[..split], scale);
            add_scaled(du, &row[split..], scale);
        };
        for i in 0..m.na {
            add(self.activation, i, weight[2 * nv + i]);
        }
        for (i, rate) in rate.iter_mut().enumerate() {
            let w = *rate;
            *rate *= h;
            spare[i] = w;
        }
        // back through the integrator and the equations of motion
        if !self.plain {
            linear::lu_solve_transposed(self.implicit, self.pivots[1], rate);
            for i in 0..nv {
                add(self.integrator, i, -rate[i]);
            }
        }
        let velocity: &mut [f64] = self.rest.reals(nv);
        velocity.copy_from_slice(spare);
        if !self.plain {
            spare.fill(0.0);
            mul_m(m, d, spare, rate);
            rate.copy_from_slice(spare);
        }
        if is_discrete(m) {
            linear::lu_solve_transposed(self.hessian, self.pivots[0], rate);
        } else {
            chol_solve(rate, self.hessian);
        }
        for i in 0..nv {
            add(self.forces, i, -rate[i]);
        }
        add_scaled(&mut dx[nv..2 * nv], velocity, 1.0);
    }
}
