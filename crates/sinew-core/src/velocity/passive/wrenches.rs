//! Many forces on many bodies, brought to the dofs in one pass.

use super::Awake;
use crate::math::Spatial;
use crate::{Data, Id, Model};

/// Adds the generalised force of one wrench per body, each about the centre of mass of its tree, to `out`; the wrenches
/// become those of subtrees.
///
/// From the leaves inward the wrench of a body joins its parent's; the force on a dof is its axis times the wrench on
/// all that it moves. O(nbody + nv), where a walk per body would cost its depth.
pub(super) fn project_all(m: &Model, d: &Data, awake: Awake, wrenches: &mut [Spatial], out: &mut [f64]) {
    for k in (0..awake.bodies).rev() {
        let b = awake.body(d, k);
        if b == 0 {
            continue;
        }
        let wrench = wrenches[b];
        let first = m.body_dofadr[b].max(0).ix();
        for i in first..first + m.body_dofnum[b].ix() {
            out[i] += d.cdof[i].dot(wrench);
        }
        wrenches[m.body_parentid[b].ix()] += wrench;
    }
}
