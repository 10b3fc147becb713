//! Transmissions of one length each by joints of one dof and by tendons, in one pass over columns of one length.

use crate::math::simd::kernel;
use crate::model::{JointType, TrnType};
use crate::{Data, Id, Model};

const TENDON: i32 = TrnType::Tendon as i32;
const JOINT: i32 = TrnType::Joint as i32;
const JOINT_IN_PARENT: i32 = TrnType::JointInParent as i32;

kernel! {
    /// Lengths and moments of the actuators from the first to the first of another kind; `count` says how many. None
    /// sleeps.
    pub(super) fn leading_scalars(m: &Model, d: &mut Data, count: &mut usize) {
        let n = m.nactuator;
        if m.nout != n {
            return;
        }
        // out
        let (lengths, starts, counts) =
            (&mut d.actuator_length[..n], &mut d.moment_rowadr[..n], &mut d.moment_rownnz[..n]);
        let (moments, columns) = (&mut *d.actuator_moment, &mut *d.moment_colind);
        // in
        let (kinds, ids, outs) = (&m.actuator_trntype[..n], &m.actuator_trnid[..n], &m.actuator_outadr[..n]);
        let gears = &m.actuator_gear[..n];
        let (rows, sizes, ten_length) =
            (&m.ten_J_rowadr[..m.ntendon], &m.ten_J_rownnz[..m.ntendon], &d.ten_length[..m.ntendon]);
        let (joints, qposadr, dofadr) = (&m.jnt_type[..m.njnt], &m.jnt_qposadr[..m.njnt], &m.jnt_dofadr[..m.njnt]);

        let (mut at, mut run) = (0, Run::default());
        for i in 0..n {
            let (id, gear) = (ids[i][0].ix(), gears[i][0]);
            if outs[i] != i as i32 {
                break;
            }
            let size = match kinds[i] {
                TENDON => {
                    let (from, size) = (rows[id].ix(), sizes[id].ix());
                    lengths[i] = ten_length[id] * gear;
                    // rows of tendons in order, pulled alike, are taken at once
                    if run.at + run.size != at || run.from + run.size != from || run.gear.to_bits() != gear.to_bits() {
                        run.take(moments, columns, &d.ten_J, &m.ten_J_colind);
                        run = Run { at, from, size: 0, gear };
                    }
                    run.size += size;
                    size
                }
                JOINT | JOINT_IN_PARENT if joints[id] >= JointType::Slide as i32 => {
                    lengths[i] = d.qpos[qposadr[id].ix()] * gear;
                    (columns[at], moments[at]) = (dofadr[id], gear);
                    1
                }
                _ => break,
            };
            (starts[i], counts[i]) = (at as i32, size as i32);
            at += size;
            *count = i + 1;
        }
        run.take(moments, columns, &d.ten_J, &m.ten_J_colind);
    }
}

/// Entries of the gradients of tendons that actuators with one gear take over in order.
#[derive(Default)]
struct Run {
    /// first entry among the moments, and among the gradients
    at: usize,
    from: usize,
    /// number of entries
    size: usize,
    gear: f64,
}

impl Run {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn take(&self, moments: &mut [f64], columns: &mut [i32], ten_j: &[f64], ten_columns: &[i32]) {
        let (to, from) = (self.at..self.at + self.size, self.from..self.from + self.size);
        columns[to.clone()].copy_from_slice(&ten_columns[from.clone()]);
        scale(&mut moments[to], &ten_j[from], self.gear);
    }
}

/// `out = x · scale`
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn scale(out: &mut [f64], x: &[f64], scale: f64) {
    let ((out4, out), (x4, x)) = (out.as_chunks_mut::<4>(), x.as_chunks::<4>());
    for (out, &[a, b, c, d]) in out4.iter_mut().zip(x4) {
        *out = [a * scale, b * scale, c * scale, d * scale];
    }
    for (out, x) in out.iter_mut().zip(x) {
        *out = x * scale;
    }
}
