//! Rates of tendon and actuator lengths.

use crate::math::gapless::dot;
use crate::math::simd::kernel;
use crate::model::{Disable, TrnType};
use crate::sleep::filtering;
use crate::{Data, Id, Model};

kernel! {
    /// Rates of tendon lengths, `J q̇`.
    ///
    /// Reads `ten_J`, `qvel`. Writes `ten_velocity`. O(nnz).
    pub fn tendon_velocity(m: &Model, d: &mut Data) {
        let (ten_j, columns, qvel) = (&*d.ten_J, &*m.ten_J_colind, &*d.qvel);
        for ((rate, &start), &count) in d.ten_velocity.iter_mut().zip(&m.ten_J_rowadr).zip(&m.ten_J_rownnz) {
            let row = row(start, count);
            *rate = dot(&ten_j[row.clone()], &columns[row], qvel);
        }
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
    let n = m.nout;
    // rows of what sleeps are empty
    if filtering(m, d) {
        let mut kept = std::mem::take(&mut d.kept.actuators);
        d.actuator_velocity.fill(0.0);
        for out in kept.list(m, d).iter().flat_map(|i| m.actuator_outputs(i.ix())) {
            let row = row(d.moment_rowadr[out], d.moment_rownnz[out]);
            d.actuator_velocity[out] = dot(&d.actuator_moment[row.clone()], &d.moment_colind[row], &d.qvel);
        }
        d.kept.actuators = kept;
        return;
    }
    let (rates, starts, counts) = (&mut d.actuator_velocity[..n], &d.moment_rowadr[..n], &d.moment_rownnz[..n]);
    let (moments, columns, qvel) = (&*d.actuator_moment, &*d.moment_colind, &*d.qvel);
    for out in 0..n {
        let row = row(starts[out], counts[out]);
        rates[out] = match (moments.get(row.clone()), n == m.nactuator) {
            // one number, as of an actuator on a joint
            (Some(&[moment]), _) => moment * qvel[columns[row.start].ix()],
            // a row that is the tendon's own
            (_, true) if counts[out] > 0 && drives_plainly(m, out) => d.ten_velocity[m.actuator_trnid[out][0].ix()],
            _ => dot(&moments[row.clone()], &columns[row], qvel),
        };
    }
}

/// True if an actuator pulls a tendon without a gear.
#[inline]
fn drives_plainly(m: &Model, actuator: usize) -> bool {
    m.actuator_trntype[actuator] == TrnType::Tendon as i32 && m.actuator_gear[actuator][0] == 1.0
}

fn row(start: i32, count: i32) -> std::ops::Range<usize> {
    start.ix()..start.ix() + count.ix()
}
