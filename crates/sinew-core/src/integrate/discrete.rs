//! The integrator `discrete`: forward dynamics has already found the step.

use crate::derivative::free_mhat_discrete;
use crate::math::Spatial;
use crate::scratch::Need;
use crate::{Data, Id, Model, StepError};

use super::advance;

/// One step by `qacc`, which in the effective metric is the change of velocity over the timestep.
///
/// Reads `qacc`. Writes the state. MuJoCo manual, *Computation: Integrators*.
pub fn discrete(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let qacc = memory.frame(Need::reals(m.nv)).reals(m.nv);
    qacc.copy_from_slice(&d.qacc);
    let done = advance(m, d, None, qacc, None);
    d.drivers.integrate = memory;
    done
}

/// Solves bodies that float alone once more, with the derivative of their gyroscopic forces, which keeps their spin from
/// growing and has no place in a symmetric metric.
///
/// Reads `qfrc_smooth`, `qfrc_constraint`, `efm_*`. Writes `qacc`.
pub(crate) fn free_bodies(m: &Model, d: &mut Data) {
    for j in 0..m.njnt {
        let adr = m.jnt_dofadr[j].ix();
        let Some(matrix) = free_mhat_discrete(m, d, j) else { continue };
        let force = Spatial(std::array::from_fn(|k| {
            let i = adr + k;
            d.qfrc_smooth[i] + d.efm_c[i] + d.efm_ca[i] + d.qfrc_constraint[i]
        }));
        if let Some(x) = matrix.solve(force) {
            d.qacc[adr..adr + 6].copy_from_slice(&x.0);
        }
    }
}
