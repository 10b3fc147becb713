//! Products with the constraint Jacobian.

use crate::Data;
use crate::math::grouped::Grouped;
use crate::math::sparse::{Csr, Pattern};

/// The constraint Jacobian.
pub fn jacobian(d: &Data) -> Grouped<'_> {
    let pattern = Pattern { rownnz: &d.efc_J_rownnz, rowadr: &d.efc_J_rowadr, colind: &d.efc_J_colind };
    Grouped { csr: Csr::new(pattern, &d.efc_J), rowsuper: &d.efc_J_rowsuper }
}

/// `out = J v`.
#[doc(alias = "mj_mulJacVec")]
pub fn mul_jac_vec(d: &Data, out: &mut [f64], v: &[f64]) {
    jacobian(d).mul(&mut out[..d.nefc], v);
}

/// `out = Jᵀ f`.
#[doc(alias = "mj_mulJacTVec")]
pub fn mul_jac_t_vec(d: &Data, out: &mut [f64], f: &[f64]) {
    jacobian(d).mul_transposed(out, &f[..d.nefc]);
}
