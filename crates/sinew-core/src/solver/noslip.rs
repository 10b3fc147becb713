//! Removes slip after any solver: friction forces are solved again as if friction were hard, normal forces held.

use super::dual::{self, accept, inertia_trace, residual, rows_of};
use super::dual_blocks::onto_ellipsoid;
use super::qcqp::qcqp;
use super::{ISLANDS, stats};
use crate::data::SolverStat;
use crate::math::MINVAL;
use crate::model::ConstraintType;
use crate::scratch::Need;
use crate::{Data, Id, Model};

/// Sweeps over the friction of every island, or of the whole if there are none.
pub(super) fn solve(m: &Model, d: &mut Data, islands: usize) {
    let mut scratch = std::mem::take(&mut d.scratch);
    for island in 0..islands.max(1) {
        let mut s = scratch.frame(Need::ints(d.nefc));
        let rows = s.ints(d.nefc);
        let mut n = 0;
        for i in rows_of(d, islands, island) {
            rows[n] = i as i32;
            n += 1;
        }
        sweeps(m, d, &rows[..n], 1.0 / inertia_trace(m, d, islands, island), island);
    }
    d.scratch = scratch;
}

fn sweeps(m: &Model, d: &mut Data, rows: &[i32], scale: f64, island: usize) {
    for iteration in 0..m.opt.noslip_iterations.max(0) as usize {
        let mut improvement = 0.0;
        // the cost loses its regularisation once
        if iteration == 0 {
            improvement = rows.iter().map(|i| 0.5 * d.efc_force[i.ix()].powi(2) * d.efc_R[i.ix()]).sum();
        }
        let mut k = 0;
        while k < rows.len() {
            let i = rows[k].ix();
            let dim = || d.contact[d.efc_id[i].ix()].dim.ix();
            match ConstraintType::of(d.efc_type[i]) {
                ConstraintType::FrictionDof | ConstraintType::FrictionTendon => {
                    improvement -= friction_loss(d, i);
                    k += 1;
                }
                ConstraintType::ContactPyramidal => {
                    let edges = 2 * (dim() - 1);
                    for pair in (i..i + edges).step_by(2) {
                        improvement -= pyramid_pair(d, pair);
                    }
                    k += edges;
                }
                ConstraintType::ContactElliptic => {
                    let dim = dim();
                    improvement -= elliptic(d, i, dim);
                    k += dim;
                }
                _ => k += 1,
            }
        }
        improvement *= scale;
        if island < ISLANDS {
            let at = d.solver_niter[island] as usize;
            stats::save(&mut d.solver, island, at, SolverStat { improvement, ..SolverStat::default() });
            d.solver_niter[island] += 1;
        }
        if improvement < m.opt.noslip_tolerance {
            break;
        }
    }
}

/// Residual without regularisation.
fn hard_residual(d: &Data, i: usize) -> f64 {
    residual(d, i) - d.efc_R[i] * d.efc_force[i]
}

/// Diagonal block without regularisation.
fn hard_block(d: &Data, start: usize, dim: usize) -> [f64; 36] {
    let mut out = dual::block(&d.dual_matrix(), start, dim);
    for i in 0..dim {
        out[i * (dim + 1)] = (out[i * (dim + 1)] - d.efc_R[start + i]).max(1e-10);
    }
    out
}

fn friction_loss(d: &mut Data, i: usize) -> f64 {
    let (res, diagonal, old) = (hard_residual(d, i), hard_block(d, i, 1)[0].max(MINVAL), d.efc_force[i]);
    let loss = d.efc_frictionloss[i];
    d.efc_force[i] = (old - res / diagonal).clamp(-loss, loss);
    let delta = d.efc_force[i] - old;
    0.5 * delta * delta * diagonal + delta * res
}

/// Two opposing edges whose sum, the normal force, stays.
fn pyramid_pair(d: &mut Data, i: usize) -> f64 {
    let a = hard_block(d, i, 2);
    let res = [hard_residual(d, i), hard_residual(d, i + 1)];
    let old = [d.efc_force[i], d.efc_force[i + 1]];
    let b = [res[0] - a[0] * old[0] - a[1] * old[1], res[1] - a[2] * old[0] - a[3] * old[1]];
    let middle = 0.5 * (old[0] + old[1]);
    let curvature = a[0] + a[3] - a[1] - a[2];
    let slope = middle * (a[0] - a[3]) + b[0] - b[1];
    let half = if curvature < MINVAL { 0.0 } else { (-slope / curvature).max(-middle).min(middle) };
    let force = &mut d.efc_force[i..i + 2];
    (force[0], force[1]) = (middle + half, middle - half);
    accept(&a[..4], force, &old, &res)
}

/// Friction of a cone with its normal force fixed.
fn elliptic(d: &mut Data, i: usize, dim: usize) -> f64 {
    let n = dim - 1;
    let friction = d.contact[d.efc_id[i].ix()].friction;
    let a = hard_block(d, i + 1, n);
    let (mut old, mut res, mut b) = ([0.0; 5], [0.0; 5], [0.0; 5]);
    for k in 0..n {
        (old[k], res[k]) = (d.efc_force[i + 1 + k], hard_residual(d, i + 1 + k));
    }
    for k in 0..n {
        b[k] = res[k] - (0..n).map(|j| a[k * n + j] * old[j]).sum::<f64>();
    }
    let normal = d.efc_force[i];
    let mut tangent = [0.0; 5];
    if normal >= MINVAL {
        let active;
        (tangent, active) = qcqp(&a[..n * n], &b[..n], &friction[..n], normal);
        if active {
            onto_ellipsoid(&mut tangent[..n], normal, &friction, true);
        }
    }
    let change = accept(&a[..n * n], &mut tangent[..n], &old[..n], &res[..n]);
    d.efc_force[i + 1..i + dim].copy_from_slice(&tangent[..n]);
    change
}
