//! Gravity compensation.

use super::Awake;
use super::wrenches::project_all;
use crate::dof_chain::wrench_at;
use crate::math::{Spatial, Vec3};
use crate::model::Disable;
use crate::scratch::Need;
use crate::{Data, Model, taken};

/// Adds the forces that hold bodies up against gravity, `-c m g` at each centre of mass, to `qfrc_gravcomp`. False if
/// there is nothing to compensate.
pub(super) fn gravcomp(m: &Model, d: &mut Data, awake: Awake) -> bool {
    if !m.flg_gravcomp || m.opt.disabled(Disable::Gravity) || m.opt.gravity.is_zero() {
        return false;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let wrenches: &mut [Spatial] = bytemuck::cast_slice_mut(scratch.frame(Need::reals(6 * m.nbody)).reals(6 * m.nbody));
    let mut any = false;
    for k in 1..awake.bodies {
        let b = awake.body(d, k);
        if m.body_gravcomp[b] != 0.0 {
            let force = m.opt.gravity * -(m.body_mass[b] * m.body_gravcomp[b]);
            wrenches[b] = wrench_at(m, d, b, d.xipos[b], force, Vec3::ZERO);
            any = true;
        }
    }
    if any {
        let mut out = taken::take(&mut d.qfrc_gravcomp);
        project_all(m, d, awake, wrenches, &mut out);
        d.qfrc_gravcomp = taken::back(out);
    }
    d.scratch = scratch;
    any
}
