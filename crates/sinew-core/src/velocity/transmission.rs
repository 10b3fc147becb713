//! Rates of tendon and actuator lengths.

use crate::math::gapless::dot;
use crate::model::{Disable, TrnType};
use crate::{Data, Id, Model};

/// Rates of tendon lengths, `J q̇`.
///
/// Reads `ten_J`, `qvel`. Writes `ten_velocity`. O(nnz).
pub fn tendon_velocity(m: &Model, d: &mut Data) {
    for t in 0..m.ntendon {
        let row = row(m.ten_J_rowadr[t], m.ten_J_rownnz[t]);
        d.ten_velocity[t] = dot(&d.ten_J[row.clone()], &m.ten_J_colind[row], &d.qvel);
    }
}

/// Rates of actuator lengths, `moment · q̇`; zero if actuation is switched off.
///
/// Reads `actuator_moment`, `ten_velocity`, `qvel`. Writes `actuator_velocity`. O(nnz).
pub fn actuator_velocity(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Actuation) {
        d.actuator_velocity.fill(0.0);
        return;
    }
    for out in 0..m.nout {
        let row = row(d.moment_rowadr[out], d.moment_rownnz[out]);
        d.actuator_velocity[out] = match (d.actuator_moment.get(row.clone()), m.nout == m.nactuator) {
            // one number, as of an actuator on a joint
            (Some(&[moment]), _) => moment * d.qvel[d.moment_colind[row.start].ix()],
            // a row that is the tendon's own
            (_, true) if drives_plainly(m, d, out) => d.ten_velocity[m.actuator_trnid[out][0].ix()],
            _ => dot(&d.actuator_moment[row.clone()], &d.moment_colind[row], &d.qvel),
        };
    }
}

/// True if an actuator that is awake pulls a tendon without a gear.
fn drives_plainly(m: &Model, d: &Data, actuator: usize) -> bool {
    m.actuator_trntype[actuator] == TrnType::Tendon as i32
        && m.actuator_gear[actuator][0] == 1.0
        && d.moment_rownnz[actuator] > 0
}

fn row(start: i32, count: i32) -> std::ops::Range<usize> {
    start.ix()..start.ix() + count.ix()
}
