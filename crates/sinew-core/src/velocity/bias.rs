//! Recursive Newton–Euler.

use crate::math::four::newton_euler_all;
use crate::math::simd::kernel;
use crate::math::{Spatial, Vec3};
use crate::model::Disable;
use crate::scratch::{Frame, Need};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

use super::com::combine;

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
        let (cdof, cdof_dot, qvel) = (&d.cdof[..m.nv], &d.cdof_dot[..m.nv], &d.qvel[..m.nv]);
        let awake = Awake::of(m, d);
        if awake.is_partial() {
            // what sleeps is not visited, and passes nothing on
            cfrc.fill(Spatial::ZERO);
        }

        // the world accelerates against gravity
        cacc[0] = world_acceleration(m);

        // outward: acceleration of each body
        let (parents, firsts, counts) = (&m.body_parentid[..n], &m.body_dofadr[..n], &m.body_dofnum[..n]);
        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let dofs = firsts[b].max(0).ix()..firsts[b].max(0).ix() + counts[b].ix();
            let mut acc = cacc[parents[b].ix()] + combine(&cdof_dot[dofs.clone()], &qvel[dofs.clone()]);
            if acceleration == Acceleration::Qacc {
                acc += combine(&cdof[dofs.clone()], &d.qacc[dofs]);
            }
            cacc[b] = acc;
        }

        // the force that it needs
        let (cinert, cvel) = (&d.cinert[..n], &d.cvel[..n]);
        if awake.is_partial() {
            for b in awake.bodies(&d.body_awake_ind).filter(|&b| b > 0) {
                cfrc[b] = cinert[b].newton_euler(cacc[b], cvel[b]);
            }
        } else {
            newton_euler_all::<V>(&mut cfrc[1..n], &cinert[1..], &cacc[1..n], &cvel[1..]);
        }

        // inward: each body passes its force on to its parent
        for k in (0..awake.parents).rev() {
            let b = awake.pick(&d.parent_awake_ind, k);
            let parent = parents[b].ix();
            if parent > 0 {
                let force = cfrc[b];
                cfrc[parent] += force;
            }
        }

        // along the axes; dofs that sleep keep what they had
        let (result, bodies) = (&mut result[..m.nv], &m.dof_bodyid[..m.nv]);
        for i in awake.dofs(&d.dof_awake_ind) {
            result[i] = cdof[i].dot(cfrc[bodies[i].ix()]);
        }
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
