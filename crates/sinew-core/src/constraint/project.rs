//! The constraint problem seen from constraint space: `A = J M⁻¹ Jᵀ`, for the dual solvers and exact diagonals.

use super::island::gather;
use super::square::square;
use super::{is_dual, make_impedance};
use crate::math::simd::{Lane, TILE};
use crate::math::tree_ldl;
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

/// `Y = J L⁻¹ D^{-1/2}` with `M = Lᵀ D L`: each row spreads from its dofs to their ancestors. Rows with the same dofs go
/// side by side.
fn whiten(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::reals(m.nv).and(Need::rows::<Lane>(m.nv)).and(Need::ints(2 * m.nv)));
    let (roots, lanes, used, columns) = (s.dirty_reals(m.nv), s.rows::<Lane>(m.nv), s.ints(m.nv), s.used_ints(m.nv));
    d.efc_Y.clear();
    d.efc_Y_colind.clear();
    d.efc_Y_rowadr.clear();
    d.efc_Y_rownnz.clear();
    // in the effective metric the factor of its backbone
    let (factor, inv_d) = if is_discrete(m) { (&d.qH, &d.qHDiagInv) } else { (&d.qLD, &d.qLDiagInv) };
    for (root, inv) in roots.iter_mut().zip(inv_d) {
        *root = inv.sqrt();
    }
    let mut i = 0;
    while i < d.nefc {
        let count = (d.efc_J_rowsuper[i].ix() + 1).min(TILE);
        let columns = with_ancestors(m, d.row_columns(i), used, columns);
        for (k, row) in (i..i + count).enumerate() {
            let range = d.row_range(row);
            for (x, c) in d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range]) {
                lanes[c.ix()][k] = *x;
            }
        }
        tree_ldl::solve_transposed_lanes(lanes, columns, factor, m.M_pattern());
        for k in 0..count {
            d.efc_Y_rowadr.push(d.efc_Y.len() as i32);
            d.efc_Y_rownnz.push(columns.len() as i32);
            d.efc_Y.extend(columns.iter().map(|c| lanes[c.ix()][k] * roots[c.ix()]));
            d.efc_Y_colind.extend_from_slice(columns);
        }
        for c in columns {
            lanes[c.ix()] = [0.0; TILE];
        }
        i += count;
    }
    d.nY = d.efc_Y.len();
    d.scratch = scratch;
}

/// The dofs of a row and all their ancestors, ascending. `used` is zero before and after.
fn with_ancestors<'a>(m: &Model, row: &[i32], used: &mut [i32], out: &'a mut [i32]) -> &'a [i32] {
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else { return &[] };
    for c in row {
        used[c.ix()] = 1;
    }
    // from the leaves; the last entry before the diagonal is the parent
    let (mut low, mut c) = (first.ix(), last.ix() + 1);
    while c > low {
        c -= 1;
        if used[c] != 0
            && let [.., parent, _] = m.M_pattern().columns(c)
        {
            used[parent.ix()] = 1;
            low = low.min(parent.ix());
        }
    }
    let mut count = 0;
    for c in low..=last.ix() {
        if std::mem::take(&mut used[c]) != 0 {
            out[count] = c as i32;
            count += 1;
        }
    }
    &out[..count]
}
