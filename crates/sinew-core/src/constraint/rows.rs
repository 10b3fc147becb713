//! Adding rows to the constraint arrays.

use crate::math::grouped::count_rowsuper;
use crate::math::sparse::Pattern;
use crate::model::ConstraintType;
use crate::scratch::make_room;
use crate::{Data, Model};

/// What a row is about, besides its Jacobian.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// type of constraint
    pub kind: ConstraintType,
    /// object that it belongs to
    pub id: usize,
    /// violation
    pub pos: f64,
    /// distance at which it becomes active
    pub margin: f64,
    /// largest friction force
    pub frictionloss: f64,
}

/// Empties the constraint arrays, keeping their memory.
pub(super) fn clear(m: &Model, d: &mut Data) {
    (d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nA, d.nY) = (0, 0, 0, 0, 0, 0, 0);
    d.efc_type.clear();
    d.efc_id.clear();
    d.efc_pos.clear();
    d.efc_margin.clear();
    d.efc_frictionloss.clear();
    d.efc_J_rownnz.clear();
    d.efc_J_rowadr.clear();
    d.efc_J_rowsuper.clear();
    d.efc_J_colind.clear();
    d.efc_J.clear();
    d.tendon_efcadr.clear();
    d.tendon_efcadr.resize(m.ntendon, -1);
    for contact in &mut d.contact {
        contact.efc_address = -1;
    }
}

/// Appends a row.
pub(super) fn push(d: &mut Data, row: Row, columns: &[i32], values: &[f64]) {
    let start = d.efc_J.len();
    make_room(&mut d.efc_J, start + values.len());
    make_room(&mut d.efc_J_colind, start + values.len());
    d.efc_type.push(row.kind as i32);
    d.efc_id.push(row.id as i32);
    d.efc_pos.push(row.pos);
    d.efc_margin.push(row.margin);
    d.efc_frictionloss.push(row.frictionloss);
    d.efc_J_rownnz.push(values.len() as i32);
    d.efc_J_rowadr.push(start as i32);
    d.efc_J_colind.extend_from_slice(columns);
    d.efc_J.extend_from_slice(values);
}

/// Appends several rows that differ in their entries only, which are for the caller to fill.
pub(super) fn push_many<'a>(d: &'a mut Data, row: Row, count: usize, columns: &[i32]) -> &'a mut [f64] {
    let (rows, start, n) = (d.efc_type.len() + count, d.efc_J.len(), columns.len());
    make_room(&mut d.efc_J, start + count * n);
    make_room(&mut d.efc_J_colind, start + count * n);
    d.efc_type.resize(rows, row.kind as i32);
    d.efc_id.resize(rows, row.id as i32);
    d.efc_pos.resize(rows, row.pos);
    d.efc_margin.resize(rows, row.margin);
    d.efc_frictionloss.resize(rows, row.frictionloss);
    d.efc_J_rownnz.resize(rows, n as i32);
    d.efc_J_rowadr.extend((0..count).map(|k| (start + k * n) as i32));
    for _ in 0..count {
        d.efc_J_colind.extend_from_slice(columns);
    }
    d.efc_J.resize(start + count * n, 0.0);
    &mut d.efc_J[start..]
}

/// True if a Jacobian without effect makes no row. MuJoCo drops it when no dof is involved, and in dense mode also
/// when all its entries happen to be zero.
pub(super) fn is_empty(m: &Model, columns: &[i32], values: &[f64]) -> bool {
    columns.is_empty() || (!m.is_sparse() && values.iter().all(|&x| x == 0.0))
}

/// Sets the sizes that follow from the rows.
pub(super) fn finish(d: &mut Data) {
    let nefc = d.efc_type.len();
    d.nefc = nefc;
    d.nJ = d.efc_J.len();
    d.maxuse_con = d.maxuse_con.max(d.contact.len());
    d.maxuse_efc = d.maxuse_efc.max(nefc);

    d.efc_J_rowsuper.resize(nefc, 0);
    let pattern = Pattern { rownnz: &d.efc_J_rownnz, rowadr: &d.efc_J_rowadr, colind: &d.efc_J_colind };
    count_rowsuper(&mut d.efc_J_rowsuper, pattern);

    // arrays that later stages fill, every row of them
    let columns =
        [&mut d.efc_diagA, &mut d.efc_D, &mut d.efc_R, &mut d.efc_vel, &mut d.efc_aref, &mut d.efc_b, &mut d.efc_force];
    for column in columns {
        column.resize(nefc, 0.0);
    }
    d.efc_KBIP.resize(nefc, [0.0; 4]);
    d.efc_state.resize(nefc, 0);
}

impl Data {
    /// Where row `i` of the constraint Jacobian lies in `efc_J` and `efc_J_colind`.
    #[inline]
    pub fn row_range(&self, i: usize) -> std::ops::Range<usize> {
        let start = self.efc_J_rowadr[i] as usize;
        start..start + self.efc_J_rownnz[i] as usize
    }

    /// Dofs of row `i` of the constraint Jacobian.
    #[inline]
    pub fn row_columns(&self, i: usize) -> &[i32] {
        &self.efc_J_colind[self.row_range(i)]
    }
}
