//! Momenta of kinematic subtrees.

use crate::math::simd::kernel;
use crate::math::{MINVAL, Vec3};
use crate::scratch::Need;
use crate::{Data, Id, Model};

/// Velocity of the centre of mass of every subtree, and its angular momentum about that point.
///
/// Linear momenta are summed from the leaves inward and divided by the mass. Angular momentum then follows by moving
/// each body's own `R J Rᵀ ω` to the centre of mass of its subtree, and each subtree's to that of its parent, with
/// `(x - y) × m (ẋ - ẏ)`.
///
/// Reads `cvel`, `xipos`, `ximat`, `subtree_com`. Writes `subtree_linvel`, `subtree_angmom`, `flg_subtreevel`. O(nbody).
#[doc(alias = "mj_subtreeVel")]
pub fn subtree_vel(m: &Model, d: &mut Data) {
    let mut scratch = std::mem::take(&mut d.scratch);
    momenta(m, d, scratch.frame(Need::rows::<Vec3>(m.nbody)).used_rows(m.nbody));
    d.flg_subtreevel = true;
    d.scratch = scratch;
}

kernel! {
    /// Writes `subtree_linvel` and `subtree_angmom`, with memory for the velocity of each body.
    fn momenta(m: &Model, d: &mut Data, velocity: &mut [Vec3]) {
        // out
        let (linvel, angmom) = (&mut d.subtree_linvel[..m.nbody], &mut d.subtree_angmom[..m.nbody]);
        // in
        let (cvel, xipos, ximat) = (&d.cvel[..m.nbody], &d.xipos[..m.nbody], &d.ximat[..m.nbody]);
        let (com, velocity) = (&d.subtree_com[..m.nbody], &mut velocity[..m.nbody]);
        let (parents, roots) = (&m.body_parentid[..m.nbody], &m.body_rootid[..m.nbody]);
        let (masses, inertias) = (&m.body_mass[..m.nbody], &m.body_inertia[..m.nbody]);
        let subtree_masses = &m.body_subtreemass[..m.nbody];

        // momenta of the bodies alone
        for b in 0..m.nbody {
            let vel = cvel[b].motion_at(xipos[b], com[roots[b].ix()]);
            velocity[b] = vel.linear();
            linvel[b] = velocity[b] * masses[b];
            let local = ximat[b].mul_t_vec(vel.rotational());
            angmom[b] = ximat[b].mul_vec(local.scale_by(inertias[b]));
        }

        // leaves to root: sum linear momenta, then divide by the mass
        for b in (0..m.nbody).rev() {
            if b > 0 {
                let momentum = linvel[b];
                linvel[parents[b].ix()] += momentum;
            }
            linvel[b] *= 1.0 / subtree_masses[b].max(MINVAL);
        }

        // leaves to root: angular momenta, moved to the subtree's centre of mass and then to the parent's
        for b in (1..m.nbody).rev() {
            let parent = parents[b].ix();
            let own = (velocity[b] - linvel[b]) * masses[b];
            angmom[b] += (xipos[b] - com[b]).cross(own);
            let total = angmom[b];
            let passed = (linvel[b] - linvel[parent]) * subtree_masses[b];
            angmom[parent] += total;
            angmom[parent] += (com[b] - com[parent]).cross(passed);
        }
    }
}
