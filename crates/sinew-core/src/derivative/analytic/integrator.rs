//! The integrator's equation `M̂ a = M q̈` linearised.

use crate::derivative::{dof_damping, free_mhat, free_mhat_discrete, is_free_body, tendon_damping};
use crate::integrate::{is_damped, spring_damper_matrix};
use crate::math::Spatial;
use crate::math::poly::{Parity, poly_slope};
use crate::metric::is_discrete;
use crate::model::{Disable, Integrator, TrnType};
use crate::position::{full_m, solve_m};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

use super::Columns;
use super::bodies::{self, Loads};
use super::flow::Flow;
use super::metric::{self, Sink};
use super::tendon::Curvature;

/// True if the acceleration of the step is that of the equations of motion.
pub(super) fn is_plain(m: &Model, d: &Data) -> bool {
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler => !is_damped(m, d),
        Integrator::Discrete | Integrator::Rk4 => true,
        Integrator::Implicit | Integrator::ImplicitFast | Integrator::ImplicitSpringDamper => false,
    }
}

/// `M̂` in full, after a step at this state.
pub(super) fn matrix(m: &Model, d: &mut Data, out: &mut [f64]) {
    if is_plain(m, d) {
        return;
    }
    let (nv, h) = (m.nv, m.opt.timestep);
    full_m(m, d, out);
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler => {
            for i in 0..nv {
                let (linear, poly) = dof_damping(m, i);
                out[i * (nv + 1)] += h * poly_slope(linear, poly, d.qvel[i], Parity::Odd);
            }
        }
        Integrator::Implicit => {
            for i in 0..nv {
                for k in m.D_pattern().row(i) {
                    out[i * nv + m.D_colind[k].ix()] -= h * d.qDeriv[k];
                }
            }
        }
        Integrator::ImplicitFast => {
            // the lower triangle counts for both
            for i in 0..nv {
                for k in m.M_row(i) {
                    let (j, slope) = (m.M_colind[k].ix(), d.qDeriv[m.mapD2M[k].ix()]);
                    out[i * nv + j] -= h * slope;
                    if i != j {
                        out[j * nv + i] -= h * slope;
                    }
                }
            }
            for j in 0..m.njnt {
                if let Some(block) = free_mhat(m, d, j) {
                    let adr = m.jnt_dofadr[j].ix();
                    for r in 0..6 {
                        out[(adr + r) * nv + adr..][..6].copy_from_slice(&block.0[6 * r..6 * r + 6]);
                    }
                }
            }
        }
        Integrator::ImplicitSpringDamper => {
            let mut scratch = std::mem::take(&mut d.scratch);
            let shift = scratch.frame(crate::scratch::Need::reals(nv)).reals(nv);
            spring_damper_matrix(m, d, shift);
            for i in 0..nv {
                out[i * (nv + 1)] = d.qH[m.M_row(i).end - 1];
            }
            d.scratch = scratch;
        }
        Integrator::Discrete | Integrator::Rk4 => {}
    }
}

/// `out += M x` for a matrix `x` of `n` columns.
pub(super) fn add_inertia_times(m: &Model, d: &Data, x: &[f64], n: usize, out: &mut [f64]) {
    let mut add = |i: usize, j: usize, value: f64| {
        for (out, x) in out[i * n..(i + 1) * n].iter_mut().zip(&x[j * n..(j + 1) * n]) {
            *out += value * x;
        }
    };
    for i in 0..m.nv {
        for k in m.M_row(i) {
            let j = m.M_colind[k].ix();
            add(i, j, d.M[k]);
            if i != j {
                add(j, i, d.M[k]);
            }
        }
    }
}

/// The metric of the constraint problem in full: `M`, or the effective one of the integrator `discrete`.
pub(super) fn inertia(m: &Model, d: &Data, out: &mut [f64]) {
    full_m(m, d, out);
    if !is_discrete(m) {
        return;
    }
    let nv = m.nv;
    for i in 0..nv {
        out[i * (nv + 1)] += d.efm_diag[i];
        for k in m.M_row(i) {
            let j = m.M_colind[k].ix();
            out[i * nv + j] += d.efm_fluid[k];
            if i != j {
                out[j * nv + i] += d.efm_fluid[k];
            }
        }
    }
    for (scale, columns, values) in crate::metric::rows(m, d) {
        for (a, x) in columns.iter().zip(values) {
            for (b, y) in columns.iter().zip(values) {
                out[a.ix() * nv + b.ix()] += scale * x * y;
            }
        }
    }
    for j in 0..m.njnt {
        if let Some(block) = free_mhat_discrete(m, d, j) {
            let adr = m.jnt_dofadr[j].ix();
            for r in 0..6 {
                out[(adr + r) * nv + adr..][..6].copy_from_slice(&block.0[6 * r..6 * r + 6]);
            }
        }
    }
}

/// The acceleration of the equations of motion, after a step at this state.
pub(super) fn continuous(m: &Model, d: &Data, out: &mut [f64]) {
    if Integrator::of(m.opt.integrator) != Integrator::ImplicitSpringDamper {
        out.copy_from_slice(&d.qacc);
        return;
    }
    // this integrator leaves the acceleration of the step in its place
    for i in 0..m.nv {
        out[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
    }
    solve_m(m, d, out);
}

/// True if `∂g/∂x` has a closed form here.
pub(super) fn has_closed_form(m: &Model, d: &Data) -> bool {
    if is_plain(m, d) {
        return true;
    }
    let heavy = super::has_heavy_tendons(m);
    let straight = feedback_is_straight(m);
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler | Integrator::ImplicitSpringDamper => !heavy,
        Integrator::Implicit | Integrator::ImplicitFast => !heavy && straight && !super::passive::has_medium(m),
        _ => false,
    }
}

/// True if every actuator with feedback acts on joints or tendons.
pub(super) fn feedback_is_straight(m: &Model) -> bool {
    (0..m.nactuator).all(|a| {
        !crate::metric::has_feedback(m, a)
            || matches!(
                TrnType::of(m.actuator_trntype[a]),
                TrnType::Joint | TrnType::JointInParent | TrnType::Tendon | TrnType::Undefined
            )
    })
}

pub(super) fn need(m: &Model) -> Need {
    let own = Need::reals(5 * m.nv);
    own.and(super::bodies::slopes_need(m).or(super::actuator::implicit_need(m)))
}

/// Adds `∂g/∂x`, where it has a closed form; flows but the velocity, and `loads`, are used up.
///
/// With `δ = a - q̈`, `g = M δ - h S a` for the slope `S` of the smooth forces that the integrator takes: the change of `M δ`
/// is that of inverse dynamics at rest with acceleration `δ`. Bias forces are quadratic in velocity, so their slope along
/// `a` is half the difference of the bias forces at `v ± a`, without any approximation.
pub(super) fn add_slopes(
    m: &Model,
    d: &mut Data,
    at: Columns,
    [qacc, step_acc]: [&[f64]; 2],
    [velocity, push, acceleration]: [&mut Flow<'_>; 3],
    loads: &mut Loads<'_>,
    curvature: &Curvature<'_>,
    out: &mut [f64],
    mut s: Frame<'_>,
) {
    if is_plain(m, d) || !has_closed_form(m, d) {
        return;
    }
    let (nv, h) = (m.nv, m.opt.timestep);
    if super::actuator::is_implicit(m) {
        super::actuator::add_implicit(m, d, at, step_acc, velocity, curvature, out, s.sub());
        tendons(m, d, at, step_acc, curvature, out);
    }
    // springs and dampers of joints
    if Integrator::of(m.opt.integrator) == Integrator::ImplicitSpringDamper {
        metric::add_joints(m, d, step_acc, &mut Sink { at, forces: out, diagonal: None });
    } else if !m.opt.disabled(Disable::Damper) {
        for i in 0..nv {
            let (_, poly) = dof_damping(m, i);
            let v = d.qvel[i];
            let bend = 2.0 * poly[0] * sign(v) + 6.0 * poly[1] * v;
            out[i * at.count + at.velocity + i] += h * bend * step_acc[i];
        }
    }

    // inertia
    let (rest, acc) = (s.reals(nv), s.reals(nv));
    for i in 0..nv {
        acc[i] = step_acc[i] - qacc[i];
    }
    add_inverse(m, d, at, [push, acceleration], loads, [rest, acc], [true, false], 1.0, out, s.sub());
    add_gyroscopic(m, d, at, step_acc, [push, acceleration], loads, out, s);
}

/// Adds derivatives of inverse dynamics at a velocity and acceleration.
fn add_inverse(
    m: &Model,
    d: &Data,
    at: Columns,
    [push, acceleration]: [&mut Flow<'_>; 2],
    loads: &mut Loads<'_>,
    [vel, acc]: [&[f64]; 2],
    wanted: [bool; 2],
    scale: f64,
    out: &mut [f64],
    s: Frame<'_>,
) {
    push.set(m, &d.cdof, vel);
    acceleration.set_acceleration(m, &d.cdof, push, vel, acc, Spatial::ZERO);
    loads.clear();
    loads.add_inertial(m, d, push, acceleration);
    loads.gather(m);
    bodies::add_slopes(m, d, push, acceleration, loads, wanted, scale, at, out, s);
}

/// Adds the derivatives of the bias forces' part of the matrix along an acceleration, of dofs that have it in there.
pub(super) fn add_gyroscopic(
    m: &Model,
    d: &Data,
    at: Columns,
    along: &[f64],
    [push, acceleration]: [&mut Flow<'_>; 2],
    loads: &mut Loads<'_>,
    out: &mut [f64],
    mut s: Frame<'_>,
) {
    let gyroscopic = |i: usize| match Integrator::of(m.opt.integrator) {
        Integrator::Implicit => true,
        Integrator::ImplicitFast => is_free_body(m, m.dof_bodyid[i].ix()),
        Integrator::Discrete => free_mhat_discrete(m, d, m.dof_jntid[i].ix()).is_some(),
        _ => false,
    };
    let (h, parts, vel, rest) = (m.opt.timestep, s.reals(m.nv), s.reals(m.nv), s.reals(m.nv));
    let mut any = false;
    for i in (0..m.nv).filter(|&i| gyroscopic(i)) {
        parts[i] = along[i];
        any = true;
    }
    if !any {
        return;
    }
    for sign in [1.0, -1.0] {
        for i in (0..m.nv).filter(|&i| gyroscopic(i)) {
            vel[i] = d.qvel[i] + sign * parts[i];
        }
        let scale = 0.5 * sign * h;
        add_inverse(m, d, at, [push, acceleration], loads, [vel, rest], [true, false], scale, out, s.sub());
    }
    add_inverse(m, d, at, [push, acceleration], loads, [parts, rest], [false, true], h, out, s);
}

fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Adds the derivatives of `-h S a` for the dampers of tendons.
fn tendons(m: &Model, d: &Data, at: Columns, acc: &[f64], curvature: &Curvature<'_>, out: &mut [f64]) {
    if m.opt.disabled(Disable::Damper) {
        return;
    }
    let h = m.opt.timestep;
    for t in 0..m.ntendon {
        let (linear, poly) = tendon_damping(m, t);
        let v = d.ten_velocity[t];
        let slope = -poly_slope(linear, poly, v, Parity::Odd);
        let bend = -(2.0 * poly[0] * sign(v) + 6.0 * poly[1] * v);
        if slope == 0.0 && bend == 0.0 {
            continue;
        }
        let adr = m.ten_J_rowadr[t].ix();
        let n = m.ten_J_rownnz[t].ix();
        let (dofs, values) = (&m.ten_J_colind[adr..adr + n], &d.ten_J[adr..adr + n]);
        let own = curvature.of(m, t);
        let row = Row { dofs, values, bend: own, scale: slope };
        row.add_geometric(m, acc, -h, at, out);
        for b in 0..n {
            let k = dofs[b].ix();
            let rate: f64 = own.map_or(0.0, |own| (0..n).map(|a| own[a * n + b] * d.qvel[dofs[a].ix()]).sum());
            row.add_scaled(m, acc, -h * bend * rate, at, k, out);
            row.add_scaled(m, acc, -h * bend * values[b], at, at.velocity + k, out);
        }
    }
}

/// A part `σ j jᵀ` of a matrix, as far as it lies in the pattern of the tree.
pub(super) struct Row<'a> {
    pub dofs: &'a [i32],
    pub values: &'a [f64],
    /// `∂j_i/∂q_k`
    pub bend: Option<&'a [f64]>,
    /// `σ`
    pub scale: f64,
}

impl Row<'_> {
    /// `Σ_j x_j a_j` over the entries that share a branch with entry `i`.
    fn along(&self, m: &Model, i: usize, acc: &[f64], x: impl Fn(usize) -> f64) -> f64 {
        let dof = self.dofs[i].ix();
        let pattern = m.D_pattern();
        let near = &pattern.colind[pattern.row(dof)];
        let shares = |other: &i32| near.binary_search(other).is_ok();
        (0..self.dofs.len()).filter(|&j| shares(&self.dofs[j])).map(|j| x(j) * acc[self.dofs[j].ix()]).sum()
    }

    /// Adds `scale · ∂(j jᵀ a)` times `σ`, with the row bent by each dof.
    pub fn add_geometric(&self, m: &Model, acc: &[f64], scale: f64, at: Columns, out: &mut [f64]) {
        let Some(bend) = self.bend else { return };
        let n = self.dofs.len();
        for i in 0..n {
            let own = self.along(m, i, acc, |j| self.values[j]);
            for k in 0..n {
                let turned = self.along(m, i, acc, |j| bend[j * n + k]);
                let entry = bend[i * n + k] * own + self.values[i] * turned;
                out[self.dofs[i].ix() * at.count + self.dofs[k].ix()] += scale * self.scale * entry;
            }
        }
    }

    /// Adds `scale · j jᵀ a` to a column.
    pub fn add_scaled(&self, m: &Model, acc: &[f64], scale: f64, at: Columns, column: usize, out: &mut [f64]) {
        if scale == 0.0 {
            return;
        }
        for i in 0..self.dofs.len() {
            let own = self.along(m, i, acc, |j| self.values[j]);
            out[self.dofs[i].ix() * at.count + column] += scale * self.values[i] * own;
        }
    }
}
