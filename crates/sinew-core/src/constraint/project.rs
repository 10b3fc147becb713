//! The constraint problem seen from constraint space: `A = J M⁻¹ Jᵀ`, for the dual solvers and exact diagonals.

use super::island::gather;
use super::square::square;
use super::{is_dual, make_impedance};
use crate::metric::is_discrete;
use crate::model::Enable;
use crate::scratch::Need;
use crate::{Data, Id, Model};

/// Whitened Jacobian `Y = J M^{-1/2}`, on request the exact diagonal of `A = Y Yᵀ`, and for the dual solvers `A + R`.
///
/// Reads `efc_J`, `qLD`. Writes `efc_Y*`; with exact diagonals `efc_diagA`, `efc_R`, `efc_D`, `efc_KBIP`; for dual
/// solvers `efc_AR*`. Matrices are sparse, with the pattern of the dofs that rows have in common.
#[doc(alias = "mj_projectConstraint")]
pub fn project_constraint(m: &Model, d: &mut Data) {
    let (dual, exact) = (is_dual(m), m.opt.enabled(Enable::Diagexact));
    if d.nefc == 0 || !(dual || exact) {
        return;
    }
    whiten(m, d);
    if exact {
        for i in 0..d.nefc {
            let start = d.efc_Y_rowadr[i].ix();
            let row = &d.efc_Y[start..start + d.efc_Y_rownnz[i].ix()];
            d.efc_diagA[i] = row.iter().map(|y| y * y).sum();
        }
        make_impedance(m, d);
        if d.nisland > 0 {
            gather(&mut d.iefc_D, &d.efc_D, &d.map_iefc2efc);
            gather(&mut d.iefc_R, &d.efc_R, &d.map_iefc2efc);
        }
    }
    if dual {
        square(m, d);
    }
}

/// `Y = J L⁻¹ D^{-1/2}` with `M = Lᵀ D L`: each row spreads from its dofs to their ancestors.
fn whiten(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::reals(m.nv).and(Need::ints(m.nv)));
    let (dense, used) = (s.reals(m.nv), s.ints(m.nv));
    d.efc_Y.clear();
    d.efc_Y_colind.clear();
    d.efc_Y_rowadr.clear();
    d.efc_Y_rownnz.clear();
    // in the effective metric the factor of its backbone
    let (factor, inv_d) = if is_discrete(m) { (&d.qH, &d.qHDiagInv) } else { (&d.qLD, &d.qLDiagInv) };
    for i in 0..d.nefc {
        let range = d.row_range(i);
        let (mut low, mut high) = (m.nv, 0);
        for (x, c) in d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range]) {
            let c = c.ix();
            dense[c] += x;
            used[c] = 1;
            (low, high) = (low.min(c), high.max(c + 1));
        }
        // from the leaves: a finished entry is taken out of its ancestors
        let mut c = high;
        while c > low {
            c -= 1;
            if used[c] == 0 {
                continue;
            }
            let start = m.M_rowadr[c].ix();
            let ancestors = start..start + m.M_rownnz[c].ix() - 1;
            for (l, k) in factor[ancestors.clone()].iter().zip(&m.M_colind[ancestors]) {
                dense[k.ix()] -= l * dense[c];
                used[k.ix()] = 1;
                low = low.min(k.ix());
            }
        }
        d.efc_Y_rowadr.push(d.efc_Y.len() as i32);
        for c in low..high {
            if used[c] != 0 {
                let scale = inv_d[c].sqrt();
                d.efc_Y.push(dense[c] * scale);
                d.efc_Y_colind.push(c as i32);
                (dense[c], used[c]) = (0.0, 0);
            }
        }
        let row = d.efc_Y.len() as i32 - d.efc_Y_rowadr[i];
        d.efc_Y_rownnz.push(row);
    }
    d.nY = d.efc_Y.len();
    d.scratch = scratch;
}
