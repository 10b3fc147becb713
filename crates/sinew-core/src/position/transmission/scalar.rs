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

        let mut at = 0;
        for i in 0..n {
            let (id, gear) = (ids[i][0].ix(), gears[i][0]);
            if outs[i] != i as i32 {
                return;
            }
            let size = match kinds[i] {
                TENDON => {
                    let (from, size) = (rows[id].ix(), sizes[id].ix());
                    lengths[i] = ten_length[id] * gear;
                    copy(&mut columns[at..at + size], &m.ten_J_colind[from..from + size]);
                    scale(&mut moments[at..at + size], &d.ten_J[from..from + size], gear);
                    size
                }
                JOINT | JOINT_IN_PARENT if joints[id] >= JointType::Slide as i32 => {
                    lengths[i] = d.qpos[qposadr[id].ix()] * gear;
                    (columns[at], moments[at]) = (dofadr[id], gear);
                    1
                }
                _ => return,
            };
            (starts[i], counts[i]) = (at as i32, size as i32);
            at += size;
            *count = i + 1;
        }
    }
}

/// `out = x`, which is short
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn copy(out: &mut [i32], x: &[i32]) {
    let ((out4, out), (x4, x)) = (out.as_chunks_mut::<4>(), x.as_chunks::<4>());
    for (out, x) in out4.iter_mut().zip(x4) {
        *out = *x;
    }
    for (out, x) in out.iter_mut().zip(x) {
        *out = *x;
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
