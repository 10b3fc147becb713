//! Body velocities and rates of change of the motion axes.

use crate::math::Spatial;
use crate::math::simd::kernel;
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
        // out
        let n = m.nbody;
        let (cvel, cdof_dot) = (&mut d.cvel[..n], &mut d.cdof_dot[..m.nv]);
        // in
        let (cdof, qvel) = (&d.cdof[..m.nv], &d.qvel[..m.nv]);

        let (parents, firsts, counts) = (&m.body_parentid[..n], &m.body_jntadr[..n], &m.body_jntnum[..n]);
        let (kinds, dofs) = (&m.jnt_type[..m.njnt], &m.jnt_dofadr[..m.njnt]);

        // the world stands still
        if let Some(world) = cvel.first_mut() {
            *world = Spatial::ZERO;
        }

        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let mut vel = cvel[parents[b].ix()];
            for j in span(firsts[b], counts[b]) {
                let adr = dofs[j].ix();
                match JointType::of(kinds[j]) {
                    JointType::Free => {
                        // translations first: their axes do not move
                        cdof_dot[adr..adr + 3].fill(Spatial::ZERO);
                        vel += combine(&cdof[adr..adr + 3], &qvel[adr..adr + 3]);
                        vel = turn(vel, adr + 3, cdof, qvel, cdof_dot);
                    }
                    JointType::Ball => vel = turn(vel, adr, cdof, qvel, cdof_dot),
                    JointType::Slide | JointType::Hinge => {
                        cdof_dot[adr] = vel.cross_motion(cdof[adr]);
                        vel += cdof[adr] * qvel[adr];
                    }
                }
            }
            cvel[b] = vel;
        }
    }
}

/// Velocity after the three rotations at `adr`, whose axes are carried by the velocity before them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn turn(vel: Spatial, adr: usize, cdof: &[Spatial], qvel: &[f64], cdof_dot: &mut [Spatial]) -> Spatial {
    let dofs = adr..adr + 3;
    for i in dofs.clone() {
        cdof_dot[i] = vel.cross_motion(cdof[i]);
    }
    vel + combine(&cdof[dofs.clone()], &qvel[dofs])
}

/// Sum of axes times rates, `Σ s_i q̇_i`.
#[inline]
#[doc(alias = "mju_mulDofVec")]
pub(super) fn combine(axes: &[Spatial], rates: &[f64]) -> Spatial {
    axes.iter().zip(rates).fold(Spatial::ZERO, |sum, (&axis, &rate)| sum.add_scaled(axis, rate))
}
