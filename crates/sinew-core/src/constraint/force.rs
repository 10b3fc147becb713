//! Constraint forces as users see them.

use super::contact::pyramid_decode;
use super::is_pyramidal;
use crate::solver::cone::{Cone, Update, update};
use crate::{Data, Id, Model, taken};

/// Force and torque of a contact in its own frame: normal, two tangents, spin, two rolls; zero if it makes no rows.
#[doc(alias = "mj_contactForce")]
pub fn contact_force(m: &Model, d: &Data, id: usize) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Some(contact) = d.contact.get(id) else { return out };
    let Some(row) = contact.efc_address.opt() else { return out };
    let dim = contact.dim.ix();
    if dim > 1 && is_pyramidal(m) {
        pyramid_decode(&mut out[..dim], &d.efc_force[row..row + 2 * (dim - 1)], &contact.friction);
    } else {
        out[..dim].copy_from_slice(&d.efc_force[row..row + dim]);
    }
    // what the solver pushes with, less the pull of adhesion
    out[0] -= contact.adhesion;
    out
}

/// Constraint states and forces for given accelerations `J q̈ − a_ref`, and their cost.
///
/// Writes `efc_state`, `efc_force`, `qfrc_constraint`.
#[doc(alias = "mj_constraintUpdate")]
pub fn constraint_update(d: &mut Data, jar: &[f64]) -> f64 {
    let cost = update_rows(d, jar);
    let mut qfrc = taken::take(&mut d.qfrc_constraint);
    super::mul_jac_t_vec(d, &mut qfrc, &d.efc_force);
    d.qfrc_constraint = taken::back(qfrc);
    cost
}

/// The same without the forces on the joints. Writes `efc_state`, `efc_force`.
pub(crate) fn update_rows(d: &mut Data, jar: &[f64]) -> f64 {
    let contact = &d.contact;
    let rows = Update {
        ne: d.ne,
        nf: d.nf,
        mass: &d.efc_D,
        regulariser: &d.efc_R,
        frictionloss: &d.efc_frictionloss,
        kind: &d.efc_type,
        id: &d.efc_id,
    };
    let cone = |id: usize| Cone { mu: contact[id].mu, friction: contact[id].friction, dim: contact[id].dim.ix() };
    update(&rows, cone, jar, &mut d.efc_state, &mut d.efc_force)
}
