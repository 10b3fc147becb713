//! Springs, dampers and feedback that act at the end of the step: `(h D + h² K) a + h K v`.
//!
//! The integrator `discrete` has them in the metric of the constraint problem, `implicitspringdamper` those of joints in its
//! own matrix. Joints count on the diagonal; tendons and actuators as rows `j (s (j · a) + κ (j · v))` with
//! `s = h D + h² K` and `κ = h K`, whose slopes count only where they are positive.

use crate::derivative::{dof_damping, sub_quat, tendon_damping};
use crate::integrate::stiffness_slope;
use crate::math::poly::{Parity, poly_slope};
use crate::math::{Quat, Vec3};
use crate::metric::{is_discrete, joint_stiffness};
use crate::model::{Disable, JointType};
use crate::velocity::passive::{joint_spring_reference, tendon_spring_range};
use crate::{Data, Id, Model};

use super::Columns;
use super::tendon::Curvature;

/// Where derivatives go: those of the forces, and if they are wanted of the diagonal that the metric adds to the inertia,
/// one row per dof and one column per input.
pub(super) struct Sink<'a> {
    pub at: Columns,
    pub forces: &'a mut [f64],
    pub diagonal: Option<&'a mut [f64]>,
}

impl Sink<'_> {
    fn add(&mut self, i: usize, column: usize, force: f64, diagonal: f64) {
        self.forces[i * self.at.count + column] += force;
        if let Some(matrix) = self.diagonal.as_deref_mut() {
            matrix[i * self.at.count + column] += diagonal;
        }
    }
}

/// Second derivative of `x p(x)`, and of `x p(|x|)`.
fn bend(poly: [f64; 2], x: f64, parity: Parity) -> f64 {
    let sign = match parity {
        Parity::Odd if x < 0.0 => -1.0,
        Parity::Odd if x == 0.0 => 0.0,
        _ => 1.0,
    };
    2.0 * poly[0] * sign + 6.0 * poly[1] * x
}

/// Adds springs and dampers of joints, along an acceleration.
pub(super) fn add_joints(m: &Model, d: &Data, acc: &[f64], out: &mut Sink<'_>) {
    let (h, discrete) = (m.opt.timestep, is_discrete(m));
    for i in 0..m.nv {
        if !m.opt.disabled(Disable::Damper) {
            let (linear, poly) = dof_damping(m, i);
            let slope = poly_slope(linear, poly, d.qvel[i], Parity::Odd);
            if slope > 0.0 || !discrete {
                let change = h * bend(poly, d.qvel[i], Parity::Odd);
                out.add(i, out.at.velocity + i, change * acc[i], change);
            }
        }
        let stiffness = if discrete { joint_stiffness(m, d, i) } else { stiffness_slope(m, d, i) };
        if stiffness > 0.0 {
            out.add(i, out.at.velocity + i, h * stiffness, 0.0);
            stiffness_changes(m, d, i, |k, change| {
                out.add(i, k, change * h * (h * acc[i] + d.qvel[i]), h * h * change);
            });
        }
    }
}

/// How the stiffness of a dof's joint changes with position, by dof.
fn stiffness_changes(m: &Model, d: &Data, dof: usize, mut f: impl FnMut(usize, f64)) {
    let joint = m.dof_jntid[dof].ix();
    let poly = m.jnt_stiffnesspoly[joint];
    if poly == [0.0; 2] {
        return;
    }
    let (q, first) = (m.jnt_qposadr[joint].ix(), m.jnt_dofadr[joint].ix());
    let reference = joint_spring_reference(m, &d.plastic, joint);
    let turned = |at: usize| {
        let (quat, rest) = (Quat::from_slice(&d.qpos[q + at..]).normalized().0, Quat::from_slice(&reference[at..]));
        let (axis, size) = quat.minus(rest).normalized();
        (sub_quat(quat, rest).0.mul_t_vec(axis), size)
    };
    let (start, (direction, size)) = match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => return f(dof, bend(poly, d.qpos[q] - reference[0], Parity::Plain)),
        // of these `implicitspringdamper` takes the linear part alone
        _ if !is_discrete(m) => return,
        JointType::Ball => (first, turned(0)),
        JointType::Free if dof < first + 3 => {
            (first, (Vec3::from_slice(&d.qpos[q..]) - Vec3::from_slice(reference)).normalized())
        }
        JointType::Free => (first + 3, turned(3)),
    };
    let slope = bend(poly, size, Parity::Plain);
    (0..3).for_each(|k| f(start + k, slope * direction[k]));
}

/// A row of the metric: `s`, `κ`, and how the dofs move its length and rate.
pub(super) struct MetricRow<'a> {
    pub dofs: &'a [i32],
    /// rate by velocity
    pub moment: &'a [f64],
    /// length by position
    pub gradient: &'a [f64],
    /// `∂moment_i/∂q_k`
    pub bend: Option<&'a [f64]>,
    pub scale: f64,
    pub shift: f64,
    /// slopes of `s` and `κ` with respect to length, and to rate
    pub by_length: [f64; 2],
    pub by_rate: [f64; 2],
}

impl MetricRow<'_> {
    /// Sums over the dofs of the row, `Σ x_i y_i`.
    fn along(&self, row: impl Fn(usize) -> f64, x: &[f64]) -> f64 {
        (0..self.dofs.len()).map(|i| row(i) * x[self.dofs[i].ix()]).sum()
    }

    /// Adds what the dofs do.
    pub fn add(&self, d: &Data, acc: &[f64], out: &mut Sink<'_>) {
        let n = self.dofs.len();
        let (a, v) = (self.along(|i| self.moment[i], acc), self.along(|i| self.moment[i], &d.qvel));
        let force = self.scale * a + self.shift * v;
        for k in 0..n {
            let column = self.dofs[k].ix();
            let bent = |i: usize| self.bend.map_or(0.0, |bend| bend[i * n + k]);
            let (bent_a, rate) = (self.along(bent, acc), self.along(bent, &d.qvel));
            let change: [f64; 2] =
                std::array::from_fn(|x| self.by_length[x] * self.gradient[k] + self.by_rate[x] * rate);
            let by_position = self.scale * bent_a + self.shift * rate + change[0] * a + change[1] * v;
            let by_velocity = (self.by_rate[0] * a + self.by_rate[1] * v + self.shift) * self.moment[k];
            for i in 0..n {
                let (row, j) = (self.dofs[i].ix(), self.moment[i]);
                let stretch = 2.0 * self.scale * j * bent(i) + j * j * change[0];
                out.add(row, column, j * by_position + bent(i) * force, stretch);
                out.add(row, out.at.velocity + column, j * by_velocity, j * j * self.by_rate[0] * self.moment[k]);
            }
        }
    }

    /// Adds what an input does that moves `s` and `κ`.
    pub fn add_input(&self, d: &Data, acc: &[f64], column: usize, change: [f64; 2], out: &mut Sink<'_>) {
        let (a, v) = (self.along(|i| self.moment[i], acc), self.along(|i| self.moment[i], &d.qvel));
        for (dof, j) in self.dofs.iter().zip(self.moment) {
            out.add(dof.ix(), column, j * (change[0] * a + change[1] * v), j * j * change[0]);
        }
    }
}

/// Adds springs and dampers of tendons in the metric.
pub(super) fn add_tendons(m: &Model, d: &Data, acc: &[f64], curvature: &Curvature<'_>, out: &mut Sink<'_>) {
    let h = m.opt.timestep;
    for k in 0..d.nefmT {
        let t = d.efm_tid[k].ix();
        let (scale, shift) = (d.efm_ts[k], d.efm_tk[k]);
        let adr = m.ten_J_rowadr[t].ix();
        let row = adr..adr + m.ten_J_rownnz[t].ix();
        let mut stiffening = 0.0;
        if shift > 0.0 {
            let ([low, high], length) = (tendon_spring_range(m, &d.plastic, t), d.ten_length[t]);
            let x = (length - high).max(0.0) + (length - low).min(0.0);
            stiffening = bend(m.tendon_stiffnesspoly[t], x, Parity::Plain);
        }
        let mut thickening = 0.0;
        if !m.opt.disabled(Disable::Damper) {
            let (linear, poly) = tendon_damping(m, t);
            if poly_slope(linear, poly, d.ten_velocity[t], Parity::Odd) > 0.0 {
                thickening = bend(poly, d.ten_velocity[t], Parity::Odd);
            }
        }
        let moment = &d.ten_J[row.clone()];
        let row = MetricRow {
            dofs: &m.ten_J_colind[row],
            moment,
            gradient: moment,
            bend: curvature.of(m, t),
            scale,
            shift,
            by_length: [h * h * stiffening, h * stiffening],
            by_rate: [h * thickening, 0.0],
        };
        row.add(d, acc, out);
    }
}
