//! Accelerations of bodies and forces between them, once the constraint forces are known.

use crate::math::Spatial;
use crate::math::four::newton_euler_all;
use crate::math::simd::kernel;
use crate::{Data, Id, Model};

use super::bias::{body_dofs, world_acceleration};
use super::com::combine;
use super::external::external_forces;

/// Body accelerations, external forces and forces between bodies, from the final `qacc`.
///
/// The same two passes as recursive Newton–Euler, with every force that acts on a body from outside collected first:
/// `a_b = a_p + Σ ṡ_i q̇_i + Σ s_i q̈_i`, then `f_int = I a_b + v_b ×* I v_b - f_ext + Σ f_int of the children`. At the
/// world `cfrc_int` gathers what the ground bears.
///
/// Reads `cdof`, `cdof_dot`, `cinert`, `cvel`, `qvel`, `qacc`, `xfrc_applied`, contacts and constraint forces. Writes
/// `cacc`, `cfrc_int`, `cfrc_ext`, `flg_rnepost`. O(nv + nefc).
#[doc(alias = "mj_rnePostConstraint")]
pub fn rne_post_constraint(m: &Model, d: &mut Data) {
    external_forces(m, d);
    body_forces(m, d);
    d.flg_rnepost = true;
}

kernel! {
    /// Writes `cacc` and `cfrc_int`, given `cfrc_ext`.
    fn body_forces<V>(m: &Model, d: &mut Data) {
        // out
        let (cacc, cfrc_int) = (&mut d.cacc[..m.nbody], &mut d.cfrc_int[..m.nbody]);
        // in
        let (cdof, cdof_dot, qvel, qacc) = (&d.cdof[..m.nv], &d.cdof_dot[..m.nv], &d.qvel[..m.nv], &d.qacc[..m.nv]);
        let (cinert, cvel, cfrc_ext) = (&d.cinert[..m.nbody], &d.cvel[..m.nbody], &d.cfrc_ext[..m.nbody]);
        let parents = &m.body_parentid[..m.nbody];

        // the world accelerates against gravity and bears nothing yet
        cacc[0] = world_acceleration(m);
        cfrc_int[0] = Spatial::ZERO;

        // outward: accelerations, and what each body needs beyond the external force on it
        for b in 1..m.nbody {
            let dofs = body_dofs(m, b);
            let acc = cacc[parents[b].ix()]
                + combine(&cdof_dot[dofs.clone()], &qvel[dofs.clone()])
                + combine(&cdof[dofs.clone()], &qacc[dofs]);
            cacc[b] = acc;
        }
        newton_euler_all::<V>(&mut cfrc_int[1..], &cinert[1..], &cacc[1..], &cvel[1..]);
        for b in 1..m.nbody {
            cfrc_int[b] -= cfrc_ext[b];
        }

        // inward: the parent carries its children
        for b in (1..m.nbody).rev() {
            let force = cfrc_int[b];
            cfrc_int[parents[b].ix()] += force;
        }
    }
}
