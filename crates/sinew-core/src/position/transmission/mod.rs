//! Transmissions: lengths and moment arms of actuators.

mod adhesion;
mod joint;
mod scalar;
mod site;
mod slider_crank;

use crate::model::TrnType;
use crate::scratch::Need;
use crate::sleep::filtering;
use crate::{Data, Id, Model};

/// Lengths of actuators and their gradients, the moments, one sparse row per force output.
///
/// Reads `qpos`, `xquat`, `site_xpos`, `site_xmat`, `subtree_com`, `cdof`, `ten_length`, `ten_J`, `contact`. Writes
/// `actuator_length`, `actuator_moment`, `moment_rownnz`, `moment_rowadr`, `moment_colind`. O(nnz of the moments), and
/// O(nv) for each slider-crank, site or body transmission; allocates nothing.
/// MuJoCo manual, Computation, *Actuation model*, and XML reference, *actuator/general*.
#[doc(alias = "mj_transmission")]
pub fn transmission(m: &Model, d: &mut Data) {
    if m.nactuator == 0 {
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let row = scratch.frame(Need::reals(m.nv)).reals(m.nv);

    if filtering(m, d) {
        // rows of what sleeps are empty
        let mut kept = std::mem::take(&mut d.kept.actuators);
        let mut next = 0;
        for i in kept.list(m, d).iter().map(|i| i.ix()) {
            let out = m.actuator_outadr[i].ix();
            empty_rows(d, next..out);
            drive(m, d, i, row);
            next = out + m.actuator_outnum[i].ix();
        }
        empty_rows(d, next..m.nout);
        d.kept.actuators = kept;
    } else {
        let mut first = 0;
        scalar::leading_scalars(m, d, &mut first);
        for i in first..m.nactuator {
            drive(m, d, i, row);
        }
    }
    d.scratch = scratch;
}

/// Lengths and moments of one actuator, behind those of the one before.
fn drive(m: &Model, d: &mut Data, i: usize, row: &mut [f64]) {
    let (out, [id, other]) = (m.actuator_outadr[i].ix(), m.actuator_trnid[i]);
    match TrnType::of(m.actuator_trntype[i]) {
        TrnType::Joint => joint::drive(m, d, id.ix(), out, false),
        TrnType::JointInParent => joint::drive(m, d, id.ix(), out, true),
        TrnType::SliderCrank => slider_crank::drive(m, d, i, out, row),
        TrnType::Tendon => tendon(m, d, id.ix(), out),
        TrnType::Site => site::drive(m, d, i, out, row),
        TrnType::Body => adhesion::drive(m, d, id.ix(), out, row),
        TrnType::So3 if other < 0 => joint::orientation(m, d, id.ix(), out),
        TrnType::So3 => site::orientation(m, d, i, out, row),
        TrnType::Undefined => start_row(d, out),
    }
}

/// Tendon: its length and gradient, scaled by the gear.
fn tendon(m: &Model, d: &mut Data, tendon: usize, out: usize) {
    let gear = m.actuator_gear[out][0];
    d.actuator_length[out] = d.ten_length[tendon] * gear;
    start_row(d, out);
    let (from, to, n) = (m.ten_J_rowadr[tendon].ix(), d.moment_rowadr[out].ix(), m.ten_J_rownnz[tendon].ix());
    d.moment_rownnz[out] = n as i32;
    d.moment_colind[to..to + n].copy_from_slice(&m.ten_J_colind[from..from + n]);
    for (moment, j) in d.actuator_moment[to..to + n].iter_mut().zip(&d.ten_J[from..from + n]) {
        *moment = j * gear;
    }
}

/// Rows without entries, behind the one before.
fn empty_rows(d: &mut Data, rows: std::ops::Range<usize>) {
    if !rows.is_empty() {
        start_row(d, rows.start);
        let start = d.moment_rowadr[rows.start];
        d.moment_rowadr[rows.clone()].fill(start);
        d.moment_rownnz[rows].fill(0);
    }
}

/// Opens an empty row behind the one before.
#[inline]
fn start_row(d: &mut Data, out: usize) {
    d.moment_rowadr[out] = if out == 0 { 0 } else { d.moment_rowadr[out - 1] + d.moment_rownnz[out - 1] };
    d.moment_rownnz[out] = 0;
}

/// Appends an entry to the row that was opened last.
fn push(d: &mut Data, out: usize, dof: usize, moment: f64) {
    let at = (d.moment_rowadr[out] + d.moment_rownnz[out]).ix();
    d.moment_colind[at] = dof as i32;
    d.actuator_moment[at] = moment;
    d.moment_rownnz[out] += 1;
}

/// Opens a row with the non-zeros of a dense one, which is left zero.
fn push_dense(d: &mut Data, out: usize, row: &mut [f64]) {
    start_row(d, out);
    for (dof, entry) in row.iter_mut().enumerate() {
        let moment = std::mem::take(entry);
        if moment != 0.0 {
            push(d, out, dof, moment);
        }
    }
}
