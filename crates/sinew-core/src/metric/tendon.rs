//! Springs and dampers of tendons in the metric.

use super::{add_row, has_rows};
use crate::derivative::tendon_damping;
use crate::math::poly::{Parity, poly_slope};
use crate::model::Disable;
use crate::sleep::tendon_asleep;
use crate::velocity::passive::tendon_spring_range;
use crate::{Data, Id, Model};

/// True if a tendon has a spring or a damper.
pub(crate) fn has_spring_or_damper(m: &Model, tendon: usize) -> bool {
    let (damping, poly) = tendon_damping(m, tendon);
    let spring = m.tendon_stiffness[tendon] != 0.0 || m.tendon_stiffnesspoly[tendon] != [0.0; 2];
    spring || damping != 0.0 || poly != [0.0; 2]
}

/// Lists the tendons with springs or dampers, with the scales of their rows.
pub(super) fn tendons(m: &Model, d: &mut Data) {
    d.efm_tid.clear();
    d.efm_ts.clear();
    d.efm_tk.clear();
    let h = m.opt.timestep;
    if has_rows(m) {
        for t in (0..m.ntendon).filter(|&t| has_spring_or_damper(m, t)) {
            if tendon_asleep(m, d, t) {
                continue;
            }
            let (stiffness, damping) = (stiffness(m, d, t), damping(m, d, t));
            let (scale, shift) = (h * h * stiffness + h * damping, h * stiffness);
            d.efm_tid.push(t as i32);
            d.efm_ts.push(scale);
            d.efm_tk.push(shift);
            let start = m.ten_J_rowadr[t].ix();
            let row = start..start + m.ten_J_rownnz[t].ix();
            let (columns, values) = (&m.ten_J_colind[row.clone()], &d.ten_J[row]);
            add_row(columns, values, scale, shift, &d.qvel, &mut d.efm_sdiag, &mut d.efm_c);
        }
    }
    d.nefmT = d.efm_tid.len();
    d.efm_tid.resize(m.ntendon, 0);
    d.efm_ts.resize(m.ntendon, 0.0);
    d.efm_tk.resize(m.ntendon, 0.0);
}

/// Slope of a tendon's spring, not below zero; none while it is slack.
fn stiffness(m: &Model, d: &Data, t: usize) -> f64 {
    if m.opt.disabled(Disable::Spring) {
        return 0.0;
    }
    let [low, high] = tendon_spring_range(m, &d.plastic, t);
    let length = d.ten_length[t];
    let x = (length - high).max(0.0) + (length - low).min(0.0);
    if x == 0.0 {
        return 0.0;
    }
    poly_slope(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x, Parity::Plain).max(0.0)
}

/// Slope of a tendon's damper, not below zero.
fn damping(m: &Model, d: &Data, t: usize) -> f64 {
    if m.opt.disabled(Disable::Damper) {
        return 0.0;
    }
    let (linear, poly) = tendon_damping(m, t);
    poly_slope(linear, poly, d.ten_velocity[t], Parity::Odd).max(0.0)
}
