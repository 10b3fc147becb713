//! Where a solver starts: at the better of the last acceleration and the unconstrained one.

use super::hessian::SMALL;
use crate::constraint::{constraint_update, jacobian, update_rows};
use crate::math::simd::dot;
use crate::math::sparse::Csr;
use crate::metric::{is_discrete, mul_metric};
use crate::model::{Disable, SolverType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Sets `qacc` for primal solvers and `efc_force` for dual ones, and keeps what primal ones compute there first.
pub(super) fn warmstart(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let [mut ma, mut jar] = std::mem::take(&mut d.kept.start);
    // products in another metric are not known, nor are they of a dual solver
    let mut known = false;
    if m.opt.disabled(Disable::WarmStart) {
        d.qacc.copy_from_slice(&d.qacc_smooth);
        d.efc_force.fill(0.0);
    } else {
        jar.resize(d.nefc, 0.0);
        d.qacc.copy_from_slice(&d.qacc_warmstart);
        let mut rows = std::mem::take(&mut d.kept.rows);
        rows.mul(jacobian(d), &mut jar, &d.qacc_warmstart);
        d.kept.rows = rows;
        jar.iter_mut().zip(&d.efc_aref).for_each(|(x, aref)| *x -= aref);
        if m.opt.solver == SolverType::Pgs as i32 {
            dual(d, &jar, scratch.frame(Need::reals(d.nefc)));
        } else {
            ma.resize(m.nv, 0.0);
            primal(m, d, &mut jar, &mut ma, scratch.frame(Need::reals(m.nv)));
            known = !is_discrete(m);
        }
    }
    if !known {
        ma.clear();
    }
    d.kept.start = [ma, jar];
    d.scratch = scratch;

    // dofs of no island move freely
    if d.nisland > 0 {
        for i in d.nidof..m.nv {
            let dof = d.map_idof2dof[i].ix();
            d.qacc[dof] = d.qacc_smooth[dof];
        }
    }
}

/// Forces of the last acceleration, or none if those cost less in the dual problem.
fn dual(d: &mut Data, jar: &[f64], mut s: Frame<'_>) {
    constraint_update(d, jar);
    let product = s.dirty_reals(d.nefc);
    d.dual_matrix().mul(product, &d.efc_force);
    let cost: f64 = d.efc_force.iter().zip(&d.efc_b).zip(product).map(|((f, b), af)| f * (b + 0.5 * *af)).sum();
    if cost > 0.0 {
        d.efc_force.fill(0.0);
        d.qfrc_constraint.fill(0.0);
    }
}

/// The last acceleration, with its distance from the unconstrained one as part of the cost, or that one if it costs less.
fn primal(m: &Model, d: &mut Data, jar: &mut [f64], ma: &mut [f64], mut s: Frame<'_>) {
    let b = std::mem::take(&mut d.efc_b);
    let unconstrained = update_rows(d, &b);
    d.efc_b = b;
    // rows keep the states and forces of the start
    let mut cost = update_rows(d, jar);
    if is_discrete(m) {
        let away = s.dirty_reals(m.nv);
        for i in 0..m.nv {
            away[i] = d.qacc_warmstart[i] - d.qacc_smooth[i];
        }
        mul_metric(m, d, ma, away);
        cost += 0.5 * dot(away, ma);
    } else {
        if m.nv <= SMALL {
            d.kept.tiles.hold(&d.M, m.M_pattern());
            d.kept.tiles.mul(ma, &d.qacc_warmstart);
        } else {
            Csr::new(m.M_pattern(), &d.M).mul_symmetric(ma, &d.qacc_warmstart);
        }
        for i in 0..m.nv {
            cost += 0.5 * (ma[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
        }
    }
    if cost > unconstrained {
        let b = std::mem::take(&mut d.efc_b);
        update_rows(d, &b);
        d.qacc.copy_from_slice(&d.qacc_smooth);
        ma.copy_from_slice(&d.qfrc_smooth);
        jar.copy_from_slice(&b);
        d.efc_b = b;
    }
}
