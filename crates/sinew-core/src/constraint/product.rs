//! Products with the constraint Jacobian.

use crate::{Data, Id};

/// `out = J v`.
#[doc(alias = "mj_mulJacVec")]
pub fn mul_jac_vec(d: &Data, out: &mut [f64], v: &[f64]) {
    for (i, out) in out.iter_mut().enumerate().take(d.nefc) {
        let range = d.row_range(i);
        *out = d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range]).map(|(x, c)| x * v[c.ix()]).sum();
    }
}

/// `out = Jᵀ f`.
#[doc(alias = "mj_mulJacTVec")]
pub fn mul_jac_t_vec(d: &Data, out: &mut [f64], f: &[f64]) {
    out.fill(0.0);
    for (i, &f) in f.iter().enumerate().take(d.nefc) {
        if f != 0.0 {
            let range = d.row_range(i);
            for (x, c) in d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range]) {
                out[c.ix()] += f * x;
            }
        }
    }
}
