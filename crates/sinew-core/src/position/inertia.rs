//! The joint-space inertia matrix and products with it.

use super::tendon::tendon_armature;
use crate::math::simd::{Vector, kernel};
use crate::math::sparse::{self, Csr, Pattern};
use crate::math::{Inertia, Number, Spatial, tree_ldl};
use crate::reflected::{Target, actuator_armature};
use crate::scratch::{Frame, Need};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

kernel! {
    /// Joint-space inertia `M` by the composite-rigid-body algorithm.
    ///
    /// From the leaves inward each body's inertia joins its parent's, `Iᶜ_p += Iᶜ_b`. Then for dof `i` and every
    /// ancestor dof `j`, `M[i,j] = s_j · (Iᶜ_{b(i)} s_i)`, with armature added on the diagonal. Inertias and axes share
    /// the centre of mass of the tree as origin, so no shift is needed between bodies. Simple dofs have a constant
    /// diagonal, kept in `dof_M0`.
    ///
    /// Reads `cinert`, `cdof`. Writes `crb`, `M`. O(nv · depth), allocates nothing.
    /// Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 6.
    #[doc(alias = "mj_crb")]
    #[expect(non_snake_case, reason = "M is the name in the literature")]
    pub fn crb<V>(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        let mut scratch = std::mem::take(&mut d.scratch);
        let axes = transposed(&d.cdof[..m.nv], awake, &d.dof_awake_ind, scratch.frame(Need::reals(6 * m.nv)));
        // out
        let (crb, M) = (&mut d.crb[..m.nbody], &mut d.M[..m.nC]);
        // in
        let (cinert, cdof, columns) = (&d.cinert[..m.nbody], &d.cdof[..m.nv], &m.M_colind[..m.nC]);

        composite::<f64>(m, awake, (&d.body_awake_ind, &d.parent_awake_ind), crb, cinert);

        // one row per dof: its ancestors, itself last; those asleep keep what they had, tendon armature included
        let (starts, counts, simple) = (&m.M_rowadr[..m.nv], &m.M_rownnz[..m.nv], &m.dof_simplenum[..m.nv]);
        let (bodies, joints, armature) = (&m.dof_bodyid[..m.nv], &m.dof_jntid[..m.nv], &m.dof_armature[..m.nv]);
        for i in awake.dofs(&d.dof_awake_ind) {
            let row = starts[i].ix()..starts[i].ix() + counts[i].ix();
            if simple[i] > 0 {
                M[row.start] = m.dof_M0[i];
                continue;
            }
            let momentum = crb[bodies[i].ix()] * cdof[i];
            inertia_row::<V>(&mut M[row.clone()], &columns[row.clone()], cdof, &axes, momentum);
            M[row.end - 1] += armature[i] + actuator_armature(m, Target::Joint(joints[i].ix()));
        }
        d.scratch = scratch;
    }
}

/// Inertias of whole subtrees; the lists are `body_awake_ind` and `parent_awake_ind`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn composite<N: Number>(
    m: &Model,
    awake: Awake,
    (bodies, parents): (&[i32], &[i32]),
    crb: &mut [Inertia<N::Stored>],
    cinert: &[Inertia<N::Stored>],
) {
    let (crb, cinert) = (&mut crb[..m.nbody], &cinert[..m.nbody]);

    // every body starts with its own inertia
    for k in 0..awake.bodies {
        let b = awake.pick(bodies, k);
        crb[b] = cinert[b];
    }

    // leaves to root: fold each subtree into its parent
    for k in (0..awake.parents).rev() {
        let b = awake.pick(parents, k);
        let parent = m.body_parentid[b].ix();
        if parent > 0 {
            crb[parent] = (Inertia::<N>::load(&crb[parent]) + Inertia::load(&crb[b])).stored();
        }
    }
}

/// The motion axes with the numbers of all dofs that are awake side by side.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn transposed<'a>(cdof: &[Spatial], awake: Awake, list: &[i32], mut frame: Frame<'a>) -> [&'a [f64]; 6] {
    let n = cdof.len();
    let mut column = || frame.dirty_reals(n);
    let [a, b, c, d, e, f] = [column(), column(), column(), column(), column(), column()];
    for i in awake.dofs(list) {
        [a[i], b[i], c[i], d[i], e[i], f[i]] = cdof[i].0;
    }
    [a, b, c, d, e, f]
}

/// Four numbers from a place on.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn four(x: &[f64], start: usize) -> &[f64; 4] {
    x[start..start + 4].first_chunk().unwrap_or(&[0.0; 4])
}

/// Entries of a row of the inertia matrix, `s_j · p`: four at a time where dofs are numbered one after the other.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn inertia_row<V: Vector>(out: &mut [f64], columns: &[i32], cdof: &[Spatial], axes: &[&[f64]; 6], p: Spatial) {
    let (n, columns) = (out.len(), &columns[..out.len()]);
    let wide = [V::splat(p[0]), V::splat(p[1]), V::splat(p[2]), V::splat(p[3]), V::splat(p[4]), V::splat(p[5])];
    let mut at = 0;
    while at < n {
        // the last four may be done twice
        let start = if n < 4 { at } else { at.min(n - 4) };
        if let (Some(out), Some(columns)) = (out[start..].first_chunk_mut(), columns[start..].first_chunk::<4>())
            && columns[3] - columns[0] == 3
        {
            let dof = columns[0] as u32 as usize;
            let mut sum = V::load(four(axes[0], dof)).times(wide[0]);
            for k in 1..6 {
                sum = sum.plus_product(V::load(four(axes[k], dof)), wide[k]);
            }
            sum.store(out);
            at = start + 4;
        } else {
            out[at] = cdof[columns[at].ix()].dot(p);
            at += 1;
        }
    }
}

/// Inertia matrix of the whole model: rigid bodies, armature of joints and of tendons.
///
/// Reads `cinert`, `cdof`, `ten_J`. Writes `crb`, `M`.
#[doc(alias = "mj_makeM")]
pub fn make_m(m: &Model, d: &mut Data) {
    crb(m, d);
    tendon_armature(m, d);
}

/// The inertia matrix in full, `nv × nv`.
#[doc(alias = "mj_fullM")]
pub fn full_m(m: &Model, d: &Data, out: &mut [f64]) {
    Csr::new(m.M_pattern(), &d.M).to_dense_symmetric(out);
}

/// `out = M x`.
#[doc(alias = "mj_mulM")]
pub fn mul_m(m: &Model, d: &Data, out: &mut [f64], x: &[f64]) {
    Csr::new(m.M_pattern(), &d.M).mul_symmetric(out, x);
}

/// `out = M^{1/2} x`, with the root `D^{1/2} L` of the factor: `|out|² = xᵀ M x`.
#[doc(alias = "mj_mulM2")]
pub fn mul_m2(m: &Model, d: &Data, out: &mut [f64], x: &[f64]) {
    tree_ldl::mul_half(out, x, &d.qLD, &d.qLDiagInv, m.M_pattern());
}

/// Adds the inertia matrix to the lower triangle of a full `nv × nv` matrix.
#[doc(alias = "mj_addM")]
pub fn add_m(m: &Model, d: &Data, out: &mut [f64]) {
    for i in 0..m.nv {
        let row = m.M_row(i);
        sparse::add_scaled(&mut out[i * m.nv..][..m.nv], &d.M[row.clone()], &m.M_colind[row], 1.0);
    }
}

/// Adds the inertia matrix to a sparse one; entries that its pattern has no place for are left out.
#[doc(alias = "mj_addM")]
pub fn add_m_sparse(m: &Model, d: &Data, out: &mut [f64], pattern: Pattern<'_>) {
    for i in 0..m.nv {
        let place = pattern.row(i);
        let (out, columns) = (&mut out[place.clone()], &pattern.colind[place]);
        let row = m.M_row(i);
        let mut at = 0;
        for (&j, &value) in m.M_colind[row.clone()].iter().zip(&d.M[row]) {
            while columns.get(at).is_some_and(|&column| column < j) {
                at += 1;
            }
            if columns.get(at) == Some(&j) {
                out[at] += value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jacobian;
    use crate::testing::{distance, moving, samples};

    #[test]
    fn inertia_matrix_sums_what_each_body_feels() {
        for m in samples() {
            let (d, n) = (moving(&m, 21), m.nv);
            let (mut got, mut want) = (vec![0.0; n * n], vec![0.0; n * n]);
            full_m(&m, &d, &mut got);

            // Σ m Jpᵀ Jp + Jrᵀ I Jr, and armature
            let (mut jacp, mut jacr) = (vec![0.0; 3 * n], vec![0.0; 3 * n]);
            for b in 1..m.nbody {
                jacobian::jac_body_com(&m, &d, Some(&mut jacp), Some(&mut jacr), b);
                let column = |jac: &[f64], i: usize| crate::math::Vec3::new(jac[i], jac[n + i], jac[2 * n + i]);
                for k in 0..n * n {
                    let (i, j) = (k / n, k % n);
                    let local = |i| d.ximat[b].mul_t_vec(column(&jacr, i));
                    want[k] += m.body_mass[b] * column(&jacp, i).dot(column(&jacp, j));
                    want[k] += m.body_inertia[b].scale_by(local(i)).dot(local(j));
                }
            }
            for i in 0..n {
                want[i * n + i] += m.dof_armature[i];
            }
            assert!(distance(&got, &want) < 1e-13, "{}", distance(&got, &want));
        }
    }

    #[test]
    fn adding_the_matrix_fills_the_lower_triangle_dense_or_sparse() {
        let m = &samples()[1];
        let (d, n) = (moving(m, 22), m.nv);
        let (mut full, mut lower) = (vec![0.0; n * n], vec![1.0; n * n]);
        full_m(m, &d, &mut full);
        add_m(m, &d, &mut lower);
        let mut values = vec![0.0; m.nD];
        add_m_sparse(m, &d, &mut values, m.D_pattern());
        let mut sparse = vec![0.0; n * n];
        Csr::new(m.D_pattern(), &values).to_dense(&mut sparse, n);
        for k in 0..n * n {
            let want = if k % n <= k / n { full[k] } else { 0.0 };
            assert_eq!((lower[k], sparse[k]), (1.0 + want, want), "({}, {})", k / n, k % n);
        }
    }
}
