//! Friction loss of dofs and tendons: a bounded force against motion.

use super::rows::{self, Row};
use crate::model::{ConstraintType, Disable};
use crate::sleep::{self, Awake};
use crate::{Data, Id, Model, taken};

/// One row for every dof and tendon with friction loss.
pub(super) fn instantiate(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::FrictionLoss) {
        return;
    }
    let row = |kind, id, frictionloss| Row { kind, id, pos: 0.0, margin: 0.0, frictionloss };
    let awake = Awake::of(m, d);
    for k in 0..awake.dofs {
        let dof = awake.pick(&d.dof_awake_ind, k);
        let loss = m.dof_frictionloss[dof];
        if loss != 0.0 {
            rows::push(d, row(ConstraintType::FrictionDof, dof, loss), &[dof as i32], &[1.0]);
        }
    }
    for tendon in 0..m.ntendon {
        let loss = m.tendon_frictionloss[tendon];
        if loss > 0.0 && !sleep::tendon_asleep(m, d, tendon) {
            tendon_row(m, d, row(ConstraintType::FrictionTendon, tendon, loss), 1.0);
        }
    }
}

/// A row whose Jacobian is that of a tendon's length, with a sign.
pub(super) fn tendon_row(m: &Model, d: &mut Data, row: Row, sign: f64) {
    let start = m.ten_J_rowadr[row.id].ix();
    let range = start..start + m.ten_J_rownnz[row.id].ix();
    let columns = &m.ten_J_colind[range.clone()];
    if rows::is_empty(m, columns, &d.ten_J[range.clone()]) {
        return;
    }
    if d.tendon_efcadr[row.id] < 0 {
        d.tendon_efcadr[row.id] = d.efc_type.len() as i32;
    }
    // the values come from another column of the same data
    let lengths = taken::take(&mut d.ten_J);
    for (out, x) in rows::push_many(d, row, 1, columns).iter_mut().zip(&lengths[range]) {
        *out = sign * x;
    }
    d.ten_J = taken::back(lengths);
}
