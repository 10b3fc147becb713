//! `A + R` of the dual solvers from the whitened Jacobian.

use crate::math::simd::{add_scaled_in, kernel};
use crate::math::sparse::{Csr, Pattern};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// `AR = Y Yᵀ + R`, with an entry for rows that share a dof.
///
/// Reads `efc_Y*`, `efc_R`. Writes `efc_AR*`.
pub(super) fn square(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    d.efc_AR.clear();
    d.efc_AR_colind.clear();
    d.efc_AR_rowadr.clear();
    d.efc_AR_rownnz.clear();
    if is_coupled(m, d, scratch.frame(Need::ints(m.nv))) {
        square_coupled(m, d, scratch.frame(Need::reals(m.nv * d.nefc)));
    } else {
        let need = Need::ints(m.nv + 1 + d.nY + d.nefc).and(Need::reals(d.nY + d.nefc));
        square_sparse(m, d, scratch.frame(need));
    }
    d.nA = d.efc_AR.len();
    d.scratch = scratch;
}

/// True if all rows share a dof, such as those of one robot, and `Y` is not much smaller than a full matrix.
fn is_coupled(m: &Model, d: &Data, mut s: Frame<'_>) -> bool {
    if m.nv * d.nefc > 4 * d.nY {
        return false;
    }
    let count = s.ints(m.nv);
    for c in &d.efc_Y_colind {
        count[c.ix()] += 1;
    }
    count.iter().any(|&rows| rows.ix() == d.nefc)
}

/// The full matrix, from full columns of `Y`.
fn square_coupled(m: &Model, d: &mut Data, mut s: Frame<'_>) {
    let n = d.nefc;
    let pattern = Pattern { rownnz: &d.efc_Y_rownnz, rowadr: &d.efc_Y_rowadr, colind: &d.efc_Y_colind };
    let y = Csr::new(pattern, &d.efc_Y);
    let columns = s.reals(m.nv * n);
    for i in 0..n {
        let (at, values) = y.row(i);
        for (c, value) in at.iter().zip(values) {
            columns[c.ix() * n + i] = *value;
        }
    }
    d.efc_AR.resize(n * n, 0.0);
    fill_coupled(&mut d.efc_AR, y, columns, &d.efc_R);
    for i in 0..n {
        d.efc_AR_rowadr.push((i * n) as i32);
        d.efc_AR_rownnz.push(n as i32);
        d.efc_AR_colind.extend(0..n as i32);
    }
}

kernel! {
    /// The lower triangle of a full `Y Yᵀ + R` as multiples of the columns of `Y`, and its mirror image.
    fn fill_coupled<V>(out: &mut [f64], y: Csr<'_>, columns: &[f64], r: &[f64]) {
        let n = y.pattern.rows();
        for i in 0..n {
            let row = &mut out[i * n..=i * n + i];
            let (at, values) = y.row(i);
            for (c, value) in at.iter().zip(values) {
                let column = &columns[c.ix() * n..][..n];
                add_scaled_in::<V>(row, column, *value);
            }
            row[i] += r[i];
            for j in 0..i {
                out[j * n + i] = out[i * n + j];
            }
        }
    }
}

/// Row by row through the columns of `Y`.
fn square_sparse(m: &Model, d: &mut Data, mut s: Frame<'_>) {
    let (nefc, nv) = (d.nefc, m.nv);
    let (start, by_column, entries) = (s.ints(nv + 1), s.ints(d.nY), s.reals(d.nY));
    let (sum, seen) = (s.reals(nefc), s.ints(nefc));

    // transpose Y
    for c in &d.efc_Y_colind {
        start[c.ix() + 1] += 1;
    }
    for c in 0..nv {
        start[c + 1] += start[c];
    }
    for i in 0..nefc {
        let row = d.efc_Y_rowadr[i].ix();
        for k in row..row + d.efc_Y_rownnz[i].ix() {
            let c = d.efc_Y_colind[k].ix();
            let at = start[c].ix();
            (by_column[at], entries[at]) = (i as i32, d.efc_Y[k]);
            start[c] += 1;
        }
    }
    for c in (1..=nv).rev() {
        start[c] = start[c - 1];
    }
    start[0] = 0;

    for i in 0..nefc {
        let row = d.efc_Y_rowadr[i].ix();
        let row = row..row + d.efc_Y_rownnz[i].ix();
        for (c, y) in d.efc_Y_colind[row.clone()].iter().zip(&d.efc_Y[row]) {
            let column = start[c.ix()].ix()..start[c.ix() + 1].ix();
            for (j, entry) in by_column[column.clone()].iter().zip(&entries[column]) {
                sum[j.ix()] += y * entry;
                seen[j.ix()] = 1;
            }
        }
        sum[i] += d.efc_R[i];
        seen[i] = 1;
        let first = d.efc_AR.len();
        d.efc_AR_rowadr.push(first as i32);
        for j in 0..nefc {
            if seen[j] != 0 {
                d.efc_AR.push(sum[j]);
                d.efc_AR_colind.push(j as i32);
                (sum[j], seen[j]) = (0.0, 0);
            }
        }
        d.efc_AR_rownnz.push((d.efc_AR.len() - first) as i32);
    }
}
