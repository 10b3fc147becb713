//! Body velocities and rates of change of the motion axes.

use crate::math::simd::kernel;
use crate::math::{Number, Spatial};
use crate::model::{JointType, span};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

kernel! {
    /// Spatial velocity of every body, and the rate of change of every motion axis.
    ///
    /// From the root outward `v_b = v_p + Σ s_i q̇_i` and `ṡ_i = v × s_i`. The three axes of a ball joint move
    /// together, so they are carried by the velocity before any of them is added; the translations of a free joint are
    /// fixed in space and do not move. All quantities share the centre of mass of the whole tree as origin.
    ///
    /// Reads `cdof`, `qvel`. Writes `cvel`, `cdof_dot`. O(nv).
    /// Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 5.
    #[doc(alias = "mj_comVel")]
    pub fn com_vel(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        let list = &d.body_awake_ind;
        velocities::<f64>(m, awake, list, &mut d.cvel, &mut d.cdof_dot, (&d.cdof, &d.qvel));
    }
}

/// Axes of dofs, and the numbers that they are multiplied with.
pub(crate) type Rates<'a, S> = (&'a [Spatial<S>], &'a [S]);

/// [`com_vel`] of one simulation or of four; `list` is `body_awake_ind`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn velocities<N: Number>(
    m: &Model,
    awake: Awake,
    list: &[i32],
    cvel: &mut [Spatial<N::Stored>],
    cdof_dot: &mut [Spatial<N::Stored>],
    (cdof, qvel): Rates<'_, N::Stored>,
) {
    let n = m.nbody;
    let (cvel, cdof_dot) = (&mut cvel[..n], &mut cdof_dot[..m.nv]);
    let (cdof, qvel) = (&cdof[..m.nv], &qvel[..m.nv]);
    let (parents, firsts, counts) = (&m.body_parentid[..n], &m.body_jntadr[..n], &m.body_jntnum[..n]);
    let (kinds, dofs) = (&m.jnt_type[..m.njnt], &m.jnt_dofadr[..m.njnt]);

    // the world stands still
    let still = Spatial::<N>::of(Spatial::ZERO).stored();
    if let Some(world) = cvel.first_mut() {
        *world = still;
    }

    for k in 1..awake.bodies {
        let b = awake.pick(list, k);
        let mut vel = Spatial::<N>::load(&cvel[parents[b].ix()]);
        for j in span(firsts[b], counts[b]) {
            let adr = dofs[j].ix();
            match JointType::of(kinds[j]) {
                JointType::Free => {
                    // translations first: their axes do not move
                    cdof_dot[adr..adr + 3].fill(still);
                    vel += combine(&cdof[adr..adr + 3], &qvel[adr..adr + 3]);
                    vel = turn(vel, adr + 3, cdof, qvel, cdof_dot);
                }
                JointType::Ball => vel = turn(vel, adr, cdof, qvel, cdof_dot),
                JointType::Slide | JointType::Hinge => {
                    let axis = Spatial::load(&cdof[adr]);
                    cdof_dot[adr] = vel.cross_motion(axis).stored();
                    vel += axis * N::load(&qvel[adr]);
                }
            }
        }
        cvel[b] = vel.stored();
    }
}

/// Velocity after the three rotations at `adr`, whose axes are carried by the velocity before them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn turn<N: Number>(
    vel: Spatial<N>,
    adr: usize,
    cdof: &[Spatial<N::Stored>],
    qvel: &[N::Stored],
    cdof_dot: &mut [Spatial<N::Stored>],
) -> Spatial<N> {
    let dofs = adr..adr + 3;
    for i in dofs.clone() {
        cdof_dot[i] = vel.cross_motion(Spatial::load(&cdof[i])).stored();
    }
    vel + combine(&cdof[dofs.clone()], &qvel[dofs])
}

/// Sum of axes times rates, `Σ s_i q̇_i`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
#[doc(alias = "mju_mulDofVec")]
pub(super) fn combine<N: Number>(axes: &[Spatial<N::Stored>], rates: &[N::Stored]) -> Spatial<N> {
    let mut sum = Spatial::of(Spatial::ZERO);
    for (axis, rate) in axes.iter().zip(rates) {
        sum = sum.add_scaled(Spatial::load(axis), N::load(rate));
    }
    sum
}
