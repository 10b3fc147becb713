//! Where a solver starts: at the better of the last acceleration and the unconstrained one.

use crate::constraint::{constraint_update, mul_jac_vec, update_rows};
use crate::math::simd::dot;
use crate::math::sparse::Csr;
use crate::metric::{is_discrete, mul_metric};
use crate::model::{Disable, SolverType};
use crate::scratch::Need;
use crate::{Data, Id, Model};

/// Sets `qacc` for primal solvers and `efc_force` for dual ones.
pub(super) fn warmstart(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::WarmStart) {
        d.qacc.copy_from_slice(&d.qacc_smooth);
        d.efc_force.fill(0.0);
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::reals(d.nefc + 2 * m.nv + d.nefc));

    // cost of the last acceleration
    d.qacc.copy_from_slice(&d.qacc_warmstart);
    let jar = s.dirty_reals(d.nefc);
    mul_jac_vec(d, jar, &d.qacc_warmstart);
    jar.iter_mut().zip(&d.efc_aref).for_each(|(x, aref)| *x -= aref);

    if m.opt.solver == SolverType::Pgs as i32 {
        // dual cost of its forces, against none at all
        constraint_update(d, jar);
        let product = s.dirty_reals(d.nefc);
        d.dual_matrix().mul(product, &d.efc_force);
        let dual: f64 = d.efc_force.iter().zip(&d.efc_b).zip(product).map(|((f, b), af)| f * (b + 0.5 * *af)).sum();
        if dual > 0.0 {
            d.efc_force.fill(0.0);
            d.qfrc_constraint.fill(0.0);
        }
    } else {
        // add the distance from the unconstrained acceleration, compare with the cost there
        let mut cost = update_rows(d, jar);
        let product = s.dirty_reals(m.nv);
        if is_discrete(m) {
            let away = s.dirty_reals(m.nv);
            for i in 0..m.nv {
                away[i] = d.qacc_warmstart[i] - d.qacc_smooth[i];
            }
            mul_metric(m, d, product, away);
            cost += 0.5 * dot(away, product);
        } else {
            Csr::new(m.M_pattern(), &d.M).mul_symmetric(product, &d.qacc_warmstart);
            for i in 0..m.nv {
                cost += 0.5 * (product[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
            }
        }
        let b = std::mem::take(&mut d.efc_b);
        let cost_smooth = update_rows(d, &b);
        d.efc_b = b;
        if cost > cost_smooth {
            d.qacc.copy_from_slice(&d.qacc_smooth);
        }
    }
    d.scratch = scratch;

    // dofs of no island move freely
    if d.nisland > 0 {
        for i in d.nidof..m.nv {
            let dof = d.map_idof2dof[i].ix();
            d.qacc[dof] = d.qacc_smooth[dof];
        }
    }
}
