//! Contact rows: normal force alone, a pyramid of forces, or an elliptic cone.

use super::chain::{Anchor, PairChain};
use super::rows::{self, Row};
use crate::math::Vec3;
use crate::math::simd::project;
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
    let mut s = scratch.frame(Need::ints(2 * m.nv).and(Need::reals(6 * m.nv)));
    let (chain, jac) = (s.used_ints(2 * m.nv), s.dirty_reals(6 * m.nv));
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        if contact.exclude != 0 {
            continue;
        }
        let dim = contact.dim.clamp(1, 6) as usize;
        let (body1, body2) = (m.geom_bodyid[contact.geom[0].ix()].ix(), m.geom_bodyid[contact.geom[1].ix()].ix());
        let chain = PairChain::new(m, body1, body2, true, chain);
        let n = chain.dofs.len();
        if n == 0 {
            d.contact[i].exclude = NO_DOFS;
            continue;
        }
        d.contact[i].efc_address = d.efc_type.len() as i32;

        let arms = [body1, body2].map(|body| Anchor { body, point: contact.pos }.arm(m, d));
        jacobian(d, &contact, &chain, arms, &mut jac[..dim.max(3) * n]);
        let jac = &jac[..dim * n];
        let row = |kind, pos, margin| Row { kind, id: i, pos, margin, frictionloss: 0.0 };
        let (pos, margin) = (contact.dist, contact.includemargin);
        if dim == 1 {
            rows::push(d, row(ConstraintType::ContactFrictionless, pos, margin), chain.dofs, jac);
        } else if pyramidal {
            let row = row(ConstraintType::ContactPyramidal, pos, margin);
            pyramid(rows::push_many(d, row, 2 * (dim - 1), chain.dofs), &contact, jac, n);
        } else {
            let (normal, tangents) = jac.split_at(n);
            rows::push(d, row(ConstraintType::ContactElliptic, pos, margin), chain.dofs, normal);
            let row = row(ConstraintType::ContactElliptic, 0.0, 0.0);
            rows::push_many(d, row, dim - 1, chain.dofs).copy_from_slice(tangents);
        }
    }
    d.scratch = scratch;
}

/// Relative motion of the two bodies in the contact frame, one row of `jac` each: three translations, then as many
/// rotations as there is room for.
///
/// Along an axis `e` at an arm `r` from the com, a dof with rotation `ω` and translation `v` moves a point by
/// `e · (v + ω × r) = v · e + ω · (r × e)`: an inner product with a vector that is the same for all dofs.
fn jacobian(d: &Data, contact: &Contact, chain: &PairChain<'_>, arms: [Vec3; 2], jac: &mut [f64]) {
    let n = chain.dofs.len();
    let axes: [Vec3; 3] = std::array::from_fn(|i| contact.frame.row(i));
    // contacts leave out the dofs that move both sides
    let sides = [(Vec3::ZERO, 0.0), (arms[0], -1.0), (arms[1], 1.0)];
    let onto = sides.map(|(arm, sign)| {
        let turning = axes.map(|e| arm.cross(e) * sign);
        std::array::from_fn(|c| {
            let entry = |i: usize| if c < 3 { turning[i][c] } else { axes[i][c - 3] * sign };
            [entry(0), entry(1), entry(2), 0.0]
        })
    });
    let (linear, angular) = jac.split_at_mut(3 * n);
    project(linear, chain.dofs, chain.moves, bytemuck::cast_slice(&d.cdof), &onto);
    for (row, axis) in angular.chunks_exact_mut(n).zip(axes) {
        for ((out, dof), moves) in row.iter_mut().zip(chain.dofs).zip(chain.moves) {
            *out = d.cdof[dof.ix()].rotational().dot(axis) * sides[moves.ix()].1;
        }
    }
}

/// Opposing edges of the pyramid for each friction direction: `J_n ± μ_k J_k`.
fn pyramid(edges: &mut [f64], contact: &Contact, jac: &[f64], n: usize) {
    let (normal, tangents) = jac.split_at(n);
    let pairs = edges.chunks_exact_mut(2 * n).zip(tangents.chunks_exact(n));
    for ((edges, tangent), mu) in pairs.zip(contact.friction) {
        let (plus, minus) = edges.split_at_mut(n);
        for k in 0..n {
            let slide = mu * tangent[k];
            plus[k] = normal[k] + slide;
            minus[k] = normal[k] - slide;
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
