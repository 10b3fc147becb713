//! Dampers of dofs and tendons.

use super::{Awake, add_along_tendon, tendon_asleep};
use crate::math::Number;
use crate::math::poly::{Parity, is_none, poly_force};
use crate::reflected::{Target, actuator_damping};
use crate::{Data, Id, Model};

/// Adds the forces of dampers, `-v p(|v|)`, to `qfrc_damper`; actuators lend their damping to what they drive.
pub(super) fn dampers(m: &Model, d: &mut Data, awake: Awake) {
    let (out, qvel, awake_ind) = (&mut d.qfrc_damper[..m.nv], &d.qvel[..m.nv], &d.dof_awake_ind);
    for k in 0..awake.dofs {
        let i = if awake.filter { awake_ind[k].ix() } else { k };
        out[i] += dof_damper(m, i, qvel[i]);
    }
    let n = m.ntendon;
    let (damping, poly, lenders) = (&m.tendon_damping[..n], &m.tendon_dampingpoly[..n], &m.tendon_actuatorid[..n]);
    for t in 0..n {
        // most have none
        let none = is_none(damping[t], poly[t]) && lenders[t] == -1;
        if none || tendon_asleep(m, d, awake, t) {
            continue;
        }
        let force = tendon_damper_force(m, d, t);
        if force != 0.0 {
            add_along_tendon(m, &d.ten_J, t, force, &mut d.qfrc_damper);
        }
    }
}

/// Force of the damper of a dof at a velocity.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn dof_damper<N: Number>(m: &Model, dof: usize, qvel: N) -> N {
    let (lent, lent_poly) = actuator_damping(m, Target::Joint(m.dof_jntid[dof].ix()));
    damper(m.dof_damping[dof] + lent, add(m.dof_dampingpoly[dof], lent_poly), qvel)
}

/// Force of the damper of a tendon along it.
pub(crate) fn tendon_damper_force(m: &Model, d: &Data, tendon: usize) -> f64 {
    let (lent, lent_poly) = actuator_damping(m, Target::Tendon(tendon));
    let poly = add(m.tendon_dampingpoly[tendon], lent_poly);
    damper(m.tendon_damping[tendon] + lent, poly, d.ten_velocity[tendon])
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn damper<N: Number>(linear: f64, poly: [f64; 2], v: N) -> N {
    -v * poly_force(linear, poly, v, Parity::Odd)
}

fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}
