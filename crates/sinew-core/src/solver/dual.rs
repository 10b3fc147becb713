//! What the dual solvers share: the matrix, residuals, and the way back to joint space.

use crate::math::simd::{Lane, Vector, dot_in};
use crate::math::sparse::{Csr, Pattern, dot};
use crate::metric::{is_discrete, solve_metric};
use crate::{Data, Id, Model, taken};

impl Data {
    /// `A + R` in constraint space.
    pub(super) fn dual_matrix(&self) -> Csr<'_> {
        let pattern = Pattern { rownnz: &self.efc_AR_rownnz, rowadr: &self.efc_AR_rowadr, colind: &self.efc_AR_colind };
        Csr::new(pattern, &self.efc_AR)
    }
}

/// Residual `A f + b` of one row.
pub(super) fn residual(d: &Data, i: usize) -> f64 {
    row_residual::<Lane>(&d.dual_matrix(), &d.efc_b, &d.efc_force, i)
}

/// Residual `A f + b` of one row.
#[inline]
pub(super) fn row_residual<V: Vector>(matrix: &Csr, b: &[f64], force: &[f64], i: usize) -> f64 {
    let row = matrix.pattern.row(i);
    b[i] + row_product::<V>(matrix, [row.start, row.len()], force)
}

/// Product `A f` of the row whose entries are at this address, this many.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]
pub(super) fn row_product<V: Vector>(matrix: &Csr, [start, count]: [usize; 2], force: &[f64]) -> f64 {
    let values = &matrix.values[start..start + count];
    // a row that couples with every other needs no columns
    if count == force.len() {
        dot_in::<V>(values, force)
    } else {
        dot(values, &matrix.pattern.colind[start..start + count], force)
    }
}

/// Entry of `A + R`, zero if the rows share no dof.
#[inline]
pub(super) fn entry(matrix: &Csr, i: usize, j: usize) -> f64 {
    let (columns, values) = matrix.row(i);
    if columns.len() == matrix.pattern.rows() {
        return values[j];
    }
    columns.binary_search(&(j as i32)).map_or(0.0, |k| values[k])
}

/// Diagonal block of the rows of one contact, row-major.
pub(super) fn block(matrix: &Csr, start: usize, dim: usize) -> [f64; 36] {
    let mut out = [0.0; 36];
    for i in 0..dim {
        for j in 0..dim {
            out[i * dim + j] = entry(matrix, start + i, start + j);
        }
    }
    out
}

/// Change of the dual cost when a block of forces moves by `delta`; the move is undone if the cost would rise.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of a kernel for rows that are alone")]
pub(super) fn accept(block: &[f64], force: &mut [f64], old: &[f64], residual: &[f64]) -> f64 {
    let dim = force.len();
    let mut change = 0.0;
    for i in 0..dim {
        let delta = force[i] - old[i];
        let curvature: f64 = (0..dim).map(|j| block[i * dim + j] * (force[j] - old[j])).sum();
        change += delta * (residual[i] + 0.5 * curvature);
    }
    if change > 1e-10 {
        force.copy_from_slice(old);
        return 0.0;
    }
    change
}

/// Forces in joint space and the acceleration that they lead to.
pub(super) fn finish(m: &Model, d: &mut Data) {
    let mut qfrc = taken::take(&mut d.qfrc_constraint);
    crate::constraint::mul_jac_t_vec(d, &mut qfrc, &d.efc_force);
    d.qfrc_constraint = taken::back(qfrc);
    d.qacc.copy_from_slice(&d.qfrc_constraint);
    if is_discrete(m) {
        let mut qacc = taken::take(&mut d.qacc);
        solve_metric(m, d, &mut qacc);
        d.qacc = taken::back(qacc);
    } else {
        d.kept.tiles.solve(&mut d.qacc, &d.qLD, &d.qLDiagInv, m.M_pattern());
    }
    d.qacc.iter_mut().zip(&d.qacc_smooth).for_each(|(a, s)| *a += s);
}

/// Rows of an island in model order, or all rows.
pub(super) fn rows_of(d: &Data, islands: usize, island: usize) -> impl Iterator<Item = usize> + Clone + '_ {
    let range = if islands == 0 {
        0..d.nefc
    } else {
        let start = d.island_iefcadr[island].ix();
        start..start + d.island_nefc[island].ix()
    };
    range.map(move |i| if islands == 0 { i } else { d.map_iefc2efc[i].ix() })
}

/// Trace of the inertia of an island, or of all dofs.
pub(super) fn inertia_trace(m: &Model, d: &Data, islands: usize, island: usize) -> f64 {
    let inside = |dof: &usize| islands == 0 || d.dof_island[*dof] == island as i32;
    (0..m.nv).filter(inside).map(|dof| d.M[m.M_row(dof).end - 1]).sum()
}
