//! Rates of tendon and actuator lengths.

use crate::model::Disable;
use crate::{Data, Id, Model};

/// Rates of tendon lengths, `J q̇`.
///
/// Reads `ten_J`, `qvel`. Writes `ten_velocity`. O(nnz).
pub fn tendon_velocity(m: &Model, d: &mut Data) {
    for t in 0..m.ntendon {
        let adr = m.ten_J_rowadr[t].ix();
        let row = adr..adr + m.ten_J_rownnz[t].ix();
        d.ten_velocity[t] = row.map(|k| d.ten_J[k] * d.qvel[m.ten_J_colind[k].ix()]).sum();
    }
}

/// Rates of actuator lengths, `moment · q̇`; zero if actuation is switched off.
///
/// Reads `actuator_moment`, `qvel`. Writes `actuator_velocity`. O(nnz).
pub fn actuator_velocity(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Actuation) {
        d.actuator_velocity.fill(0.0);
        return;
    }
    for out in 0..m.nout {
        let adr = d.moment_rowadr[out].ix();
        let row = adr..adr + d.moment_rownnz[out].ix();
        d.actuator_velocity[out] = row.map(|k| d.actuator_moment[k] * d.qvel[d.moment_colind[k].ix()]).sum();
    }
}
