//! Momenta of kinematic subtrees.

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
    let mut s = scratch.frame(Need::reals(3 * m.nbody));
    let velocity: &mut [Vec3] = bytemuck::cast_slice_mut(s.reals(3 * m.nbody));
    // out
    let (linvel, angmom) = (&mut d.subtree_linvel, &mut d.subtree_angmom);
    // in
    let (cvel, xipos, ximat, com) = (&d.cvel, &d.xipos, &d.ximat, &d.subtree_com);

    // momenta of the bodies alone
    for b in 0..m.nbody {
        let vel = cvel[b].motion_at(xipos[b], com[m.body_rootid[b].ix()]);
        velocity[b] = vel.linear();
        linvel[b] = velocity[b] * m.body_mass[b];
        let local = ximat[b].mul_t_vec(vel.rotational());
        angmom[b] = ximat[b].mul_vec(local.scale_by(m.body_inertia[b]));
    }

    // leaves to root: sum linear momenta, then divide by the mass
    for b in (0..m.nbody).rev() {
        if b > 0 {
            let momentum = linvel[b];
            linvel[m.body_parentid[b].ix()] += momentum;
        }
        linvel[b] *= 1.0 / m.body_subtreemass[b].max(MINVAL);
    }

    // leaves to root: angular momenta, moved to the subtree's centre of mass and then to the parent's
    for b in (1..m.nbody).rev() {
        let parent = m.body_parentid[b].ix();
        let own = (velocity[b] - linvel[b]) * m.body_mass[b];
        angmom[b] += (xipos[b] - com[b]).cross(own);
        let total = angmom[b];
        let passed = (linvel[b] - linvel[parent]) * m.body_subtreemass[b];
        angmom[parent] += total;
        angmom[parent] += (com[b] - com[parent]).cross(passed);
    }

    d.flg_subtreevel = true;
    d.scratch = scratch;
}
