//! Contact rows: normal force alone, a pyramid of forces, or an elliptic cone.

use super::chain::{Anchor, PairChain};
use super::rows::{self, Row};
use crate::math::Vec3;
use crate::model::{ConstraintType, Disable};
use crate::scratch::Need;
use crate::{Contact, Data, Id, Model};

/// Why a contact makes no rows: no dof moves it.
const NO_DOFS: i32 = 3;

/// Rows of every contact that is not excluded.
pub(super) fn instantiate(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Contact) || d.contact.is_empty() || m.nv == 0 {
        return;
    }
    let pyramidal = super::is_pyramidal(m);
    let mut scratch = std::mem::take(&mut d.scratch);
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        if contact.exclude != 0 {
            continue;
        }
        let mut s = scratch.frame(Need::ints(2 * m.nv).and(Need::reals(7 * m.nv)));
        let dim = contact.dim.clamp(1, 6) as usize;
        let (body1, body2) = (m.geom_bodyid[contact.geom[0].ix()].ix(), m.geom_bodyid[contact.geom[1].ix()].ix());
        let chain = PairChain::new(m, body1, body2, true, s.ints(2 * m.nv));
        let n = chain.dofs.len();
        if n == 0 {
            d.contact[i].exclude = NO_DOFS;
            continue;
        }
        d.contact[i].efc_address = d.efc_type.len() as i32;

        let jac = s.reals(dim * n);
        jacobian(m, d, &contact, &chain, (body1, body2), jac);
        if dim == 1 {
            let row = row(ConstraintType::ContactFrictionless, i, contact.dist, contact.includemargin);
            rows::push(d, row, chain.dofs, jac);
        } else if pyramidal {
            pyramid(d, i, &contact, chain.dofs, jac, s.reals(n));
        } else {
            for (k, values) in jac.chunks_exact(n).enumerate() {
                let (pos, margin) = if k == 0 { (contact.dist, contact.includemargin) } else { (0.0, 0.0) };
                rows::push(d, row(ConstraintType::ContactElliptic, i, pos, margin), chain.dofs, values);
            }
        }
    }
    d.scratch = scratch;
}

fn row(kind: ConstraintType, id: usize, pos: f64, margin: f64) -> Row {
    Row { kind, id, pos, margin, frictionloss: 0.0 }
}

/// Relative motion of the two bodies in the contact frame: three translations, then three rotations, as many as the
/// contact has dimensions; one row of `jac` each.
fn jacobian(m: &Model, d: &Data, contact: &Contact, chain: &PairChain<'_>, bodies: (usize, usize), jac: &mut [f64]) {
    let n = chain.dofs.len();
    let first = Anchor { body: bodies.0, point: contact.pos };
    let second = Anchor { body: bodies.1, point: contact.pos };
    let axes: [Vec3; 3] = std::array::from_fn(|i| contact.frame.row(i));
    for k in 0..n {
        let (linear, angular) = chain.column(m, d, k, first, second);
        for (i, out) in jac[k..].iter_mut().step_by(n).enumerate() {
            *out = if i < 3 { axes[i].dot(linear) } else { axes[i - 3].dot(angular) };
        }
    }
}

/// Opposing edges of the pyramid for each friction direction: `J_n ± μ_k J_k`.
fn pyramid(d: &mut Data, id: usize, contact: &Contact, dofs: &[i32], jac: &[f64], edge: &mut [f64]) {
    let n = dofs.len();
    let row = row(ConstraintType::ContactPyramidal, id, contact.dist, contact.includemargin);
    let (normal, rest) = jac.split_at(n);
    for (tangent, mu) in rest.chunks_exact(n).zip(contact.friction) {
        for mu in [mu, -mu] {
            for ((e, a), b) in edge.iter_mut().zip(normal).zip(tangent) {
                *e = a + mu * b;
            }
            rows::push(d, row, dofs, edge);
        }
    }
}

/// Normal and friction forces of a pyramid's edge forces.
#[doc(alias = "mju_decodePyramid")]
pub fn pyramid_decode(force: &mut [f64], pyramid: &[f64], mu: &[f64]) {
    if force.len() == 1 {
        force[0] = pyramid[0];
        return;
    }
    force[0] = pyramid.iter().sum();
    for (i, out) in force[1..].iter_mut().enumerate() {
        *out = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i];
    }
}

/// Edge forces of a pyramid that give a normal and friction forces.
#[doc(alias = "mju_encodePyramid")]
pub fn pyramid_encode(pyramid: &mut [f64], force: &[f64], mu: &[f64]) {
    let dim = force.len();
    if dim == 1 {
        pyramid[0] = force[0];
        return;
    }
    // each pair carries an equal share of the normal
    let share = force[0] / (dim - 1) as f64;
    for i in 0..dim - 1 {
        let tangent = (force[i + 1] / mu[i]).clamp(-share, share);
        pyramid[2 * i] = 0.5 * (share + tangent);
        pyramid[2 * i + 1] = 0.5 * (share - tangent);
    }
}
