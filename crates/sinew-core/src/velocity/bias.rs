//! Recursive Newton–Euler.

use crate::math::four::newton_euler_all;
use crate::math::simd::kernel;
use crate::math::{Number, Spatial, Vec3};
use crate::model::Disable;
use crate::scratch::{Frame, Need};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

use super::com::{Rates, combine};

/// Which accelerations [`rne`] takes into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceleration {
    /// none: the result is the bias force `c(q, v)`
    None,
    /// `qacc`: the result is `M q̈ + c(q, v)`
    Qacc,
}

/// Joint forces by the recursive Newton–Euler algorithm: Coriolis, centrifugal and gravity forces `c(q, v)`, and with
/// [`Acceleration::Qacc`] the inertial forces `M q̈` as well.
///
/// Outward, the acceleration of each body and the force that it needs, `a_b = a_p + Σ ṡ_i q̇_i (+ Σ s_i q̈_i)`,
/// `f_b = I a_b + v_b ×* I v_b`, the world accelerating against gravity. Inward, each force joins the parent's and is
/// projected on the axes, `τ_i = s_i · f`.
///
/// Reads `cdof`, `cdof_dot`, `cinert`, `cvel`, `qvel` and `qacc`. Writes `result`, one number per dof. O(nv).
/// Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 5.
#[doc(alias = "mj_rne")]
pub fn rne(m: &Model, d: &mut Data, acceleration: Acceleration, result: &mut [f64]) {
    let mut scratch = std::mem::take(&mut d.scratch);
    rne_into(m, d, acceleration, result, scratch.frame(rne_need(m)));
    d.scratch = scratch;
}

/// `M q̈ + c(q, v)` for the present `qacc`.
pub fn rne_acc(m: &Model, d: &mut Data, result: &mut [f64]) {
    rne(m, d, Acceleration::Qacc, result);
}

/// Memory for [`rne_into`].
pub(crate) const fn rne_need(m: &Model) -> Need {
    Need::reals(12 * m.nbody)
}

kernel! {
    /// [`rne`] with memory from the caller.
    pub(crate) fn rne_into<V>(m: &Model, d: &Data, acceleration: Acceleration, result: &mut [f64], frame: Frame<'_>) {
        let (mut s, n) = (frame, m.nbody);
        let (cacc, cfrc) = (s.used_rows::<Spatial>(n), s.used_rows::<Spatial>(n));
        let awake = Awake::of(m, d);
        if awake.is_partial() {
            // what sleeps is not visited, and passes nothing on
            cfrc.fill(Spatial::ZERO);
        }
        let qacc = (acceleration == Acceleration::Qacc).then_some((&*d.cdof, &*d.qacc));
        accelerations::<f64>(m, awake, &d.body_awake_ind, cacc, (&d.cdof_dot, &d.qvel), qacc);

        // the force that each body needs
        let (cinert, cvel) = (&d.cinert[..n], &d.cvel[..n]);
        if awake.is_partial() {
            for b in awake.bodies(&d.body_awake_ind).filter(|&b| b > 0) {
                cfrc[b] = cinert[b].newton_euler(cacc[b], cvel[b]);
            }
        } else {
            newton_euler_all::<V>(&mut cfrc[1..n], &cinert[1..], &cacc[1..n], &cvel[1..]);
        }
        joint_forces::<f64>(m, awake, (&d.parent_awake_ind, &d.dof_awake_ind), result, cfrc, &d.cdof);
    }
}

/// Acceleration of each body, outward; the axes and `qacc` that they are multiplied with are added if given. `list` is
/// `body_awake_ind`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn accelerations<N: Number>(
    m: &Model,
    awake: Awake,
    list: &[i32],
    cacc: &mut [Spatial<N::Stored>],
    (cdof_dot, qvel): Rates<'_, N::Stored>,
    qacc: Option<Rates<'_, N::Stored>>,
) {
    let n = m.nbody;
    let (cacc, cdof_dot, qvel) = (&mut cacc[..n], &cdof_dot[..m.nv], &qvel[..m.nv]);
    let (parents, firsts, counts) = (&m.body_parentid[..n], &m.body_dofadr[..n], &m.body_dofnum[..n]);

    // the world accelerates against gravity
    cacc[0] = Spatial::<N>::of(world_acceleration(m)).stored();
    for k in 1..awake.bodies {
        let b = awake.pick(list, k);
        let dofs = firsts[b].max(0).ix()..firsts[b].max(0).ix() + counts[b].ix();
        let parent = Spatial::<N>::load(&cacc[parents[b].ix()]);
        let mut acc = parent + combine(&cdof_dot[dofs.clone()], &qvel[dofs.clone()]);
        if let Some((cdof, qacc)) = qacc {
            acc += combine(&cdof[dofs.clone()], &qacc[dofs]);
        }
        cacc[b] = acc.stored();
    }
}

/// Forces along the axes of dofs, inward: each body passes its force on to its parent. Dofs that sleep keep what they had.
/// The lists are `parent_awake_ind` and `dof_awake_ind`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn joint_forces<N: Number>(
    m: &Model,
    awake: Awake,
    (parent_list, dof_list): (&[i32], &[i32]),
    result: &mut [N::Stored],
    cfrc: &mut [Spatial<N::Stored>],
    cdof: &[Spatial<N::Stored>],
) {
    let (cfrc, parents) = (&mut cfrc[..m.nbody], &m.body_parentid[..m.nbody]);
    for k in (0..awake.parents).rev() {
        let b = awake.pick(parent_list, k);
        let parent = parents[b].ix();
        if parent > 0 {
            cfrc[parent] = (Spatial::<N>::load(&cfrc[parent]) + Spatial::load(&cfrc[b])).stored();
        }
    }
    let (result, cdof, bodies) = (&mut result[..m.nv], &cdof[..m.nv], &m.dof_bodyid[..m.nv]);
    for i in awake.dofs(dof_list) {
        result[i] = Spatial::<N>::load(&cdof[i]).dot(Spatial::load(&cfrc[bodies[i].ix()])).stored();
    }
}

/// Dofs of a body.
#[inline]
pub(super) fn body_dofs(m: &Model, b: usize) -> std::ops::Range<usize> {
    let first = m.body_dofadr[b].opt().unwrap_or(0);
    first..first + m.body_dofnum[b].ix()
}

/// Acceleration of the world that stands for gravity.
#[inline]
pub(super) fn world_acceleration(m: &Model) -> Spatial {
    if m.opt.disabled(Disable::Gravity) { Spatial::ZERO } else { Spatial::new(Vec3::ZERO, -m.opt.gravity) }
}
