//! Products and solutions with the metric.

use crate::math::simd::{add_scaled, dot};
use crate::math::sparse::{Csr, Pattern};
use crate::math::tree_ldl;
use crate::scratch::Need;
use crate::sleep::Awake;
use crate::{Data, Id, Model, taken};

/// Values of the backbone `M + h D + h² K` in the pattern of `M`, without tendons and actuators.
pub(crate) fn backbone(m: &Model, d: &Data, out: &mut [f64]) {
    for i in 0..m.nv {
        let row = m.M_row(i);
        for k in row.clone() {
            out[k] = d.M[k] + d.efm_fluid[k];
        }
        out[row.end - 1] += d.efm_diag[i];
    }
}

/// Rows of tendons and actuators in the metric: scale, columns, values.
pub(crate) fn rows<'a>(m: &'a Model, d: &'a Data) -> impl Iterator<Item = (f64, &'a [i32], &'a [f64])> {
    let tendons = (0..d.nefmT).map(move |k| {
        let t = d.efm_tid[k].ix();
        let start = m.ten_J_rowadr[t].ix();
        let row = start..start + m.ten_J_rownnz[t].ix();
        (d.efm_ts[k], &m.ten_J_colind[row.clone()], &d.ten_J[row])
    });
    let actuators = (0..d.nefmA).flat_map(move |k| {
        let a = d.efm_aid[k].ix();
        let first = m.actuator_outadr[a].ix();
        (first..first + m.actuator_outnum[a].ix()).map(move |out| {
            let start = d.moment_rowadr[out].ix();
            let row = start..start + d.moment_rownnz[out].ix();
            (d.efm_as[k], &d.moment_colind[row.clone()], &d.actuator_moment[row])
        })
    });
    tendons.chain(actuators).filter(|(scale, columns, _)| *scale > 0.0 && !columns.is_empty())
}

/// `out = M̂ x`.
pub(crate) fn mul_metric(m: &Model, d: &Data, out: &mut [f64], x: &[f64]) {
    let pattern: Pattern<'_> = m.M_pattern();
    Csr::new(pattern, &d.M).mul_symmetric(out, x);
    for i in 0..m.nv {
        let row = m.M_row(i);
        let (last, below) = (row.end - 1, row.start..row.end - 1);
        out[i] += (d.efm_diag[i] + d.efm_fluid[last]) * x[i];
        for k in below {
            let j = m.M_colind[k].ix();
            out[i] += d.efm_fluid[k] * x[j];
            out[j] += d.efm_fluid[k] * x[i];
        }
    }
    for (scale, columns, values) in rows(m, d) {
        let along: f64 = columns.iter().zip(values).map(|(dof, j)| j * x[dof.ix()]).sum();
        for (dof, j) in columns.iter().zip(values) {
            out[dof.ix()] += scale * along * j;
        }
    }
}

/// `qacc_smooth = M̂⁻¹ (qfrc_smooth - h K v)`.
pub(crate) fn solve_smooth(m: &Model, d: &mut Data) {
    let mut acc = taken::take(&mut d.qacc_smooth);
    let awake = Awake::of(m, d);
    for i in awake.dofs(&d.dof_awake_ind) {
        acc[i] = d.qfrc_smooth[i] + d.efm_c[i] + d.efm_ca[i];
    }
    solve_metric(m, d, &mut acc);
    d.qacc_smooth = taken::back(acc);
}

/// Solves `M̂ x = b` in place for the dofs that are awake: by the factor of the backbone, or by conjugate gradients on it
/// where tendons or actuators couple dofs.
pub(crate) fn solve_metric(m: &Model, d: &mut Data, x: &mut [f64]) {
    let awake = Awake::of(m, d);
    let precondition = |d: &Data, z: &mut [f64]| {
        tree_ldl::solve(z, &d.qH, &d.qHDiagInv, m.M_pattern(), awake.dofs(&d.dof_awake_ind));
    };
    if rows(m, d).next().is_none() {
        precondition(d, x);
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::reals(4 * m.nv));
    let (r, z, direction, product) = (s.reals(m.nv), s.reals(m.nv), s.reals(m.nv), s.reals(m.nv));
    for i in awake.dofs(&d.dof_awake_ind) {
        r[i] = x[i];
        x[i] = 0.0;
    }
    let target = 1e-30 * dot(r, r);
    z.copy_from_slice(r);
    precondition(d, z);
    direction.copy_from_slice(z);
    let mut rz = dot(r, z);
    for _ in 0..2 * m.nv + 20 {
        if dot(r, r) <= target {
            break;
        }
        mul_metric(m, d, product, direction);
        let alpha = rz / dot(direction, product);
        if !alpha.is_finite() {
            break;
        }
        for i in awake.dofs(&d.dof_awake_ind) {
            x[i] += alpha * direction[i];
        }
        add_scaled(r, product, -alpha);
        z.copy_from_slice(r);
        precondition(d, z);
        let next = dot(r, z);
        let beta = next / rz;
        rz = next;
        for i in 0..m.nv {
            direction[i] = z[i] + beta * direction[i];
        }
    }
    d.scratch = scratch;
}
