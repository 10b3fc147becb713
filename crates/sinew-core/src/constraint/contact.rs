//! Contact rows: normal force alone, a pyramid of forces, or an elliptic cone.

use super::chain::{Anchor, PairChain};
use super::rows::{self, Row};
use crate::math::simd::{Lane, kernel};
use crate::math::{Mat3, Spatial, Vec3};
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
    let (dofs, moves, jac) = (s.used_ints(m.nv), s.used_ints(m.nv), s.dirty_reals(6 * m.nv));
    // the chain of two bodies serves all their contacts
    let (mut chained, mut start) = (None, 0);
    for i in 0..d.contact.len() {
        let Contact { geom, pos, frame, friction, dist, includemargin, .. } = d.contact[i];
        if d.contact[i].exclude != 0 {
            continue;
        }
        let dim = d.contact[i].dim.clamp(1, 6) as usize;
        let bodies = geom.map(|g| m.geom_bodyid[g.ix()].ix());
        if chained != Some(bodies) {
            start = PairChain::merge(m, bodies[0], bodies[1], true, dofs, moves);
            chained = Some(bodies);
        }
        let (dofs, moves) = (&dofs[start..], &moves[start..]);
        let n = dofs.len();
        if n == 0 {
            d.contact[i].exclude = NO_DOFS;
            continue;
        }
        d.contact[i].efc_address = d.efc_type.len() as i32;

        let arms = bodies.map(|body| Anchor { body, point: pos }.arm(m, d));
        let jac = &mut jac[..dim.max(3) * n];
        relative_motion(jac, dofs, moves, &d.cdof, &frame, arms);
        let jac = &jac[..dim * n];
        let row = |kind, pos, margin| Row { kind, id: i, pos, margin, frictionloss: 0.0 };
        if dim == 1 {
            rows::push(d, row(ConstraintType::ContactFrictionless, dist, includemargin), dofs, jac);
        } else if pyramidal {
            let row = row(ConstraintType::ContactPyramidal, dist, includemargin);
            pyramid(rows::push_many(d, row, 2 * (dim - 1), dofs), &friction, jac, n);
        } else {
            let row = row(ConstraintType::ContactElliptic, dist, includemargin);
            rows::push_many(d, row, dim, dofs).copy_from_slice(jac);
            // friction has neither position nor margin
            let tangents = d.efc_pos.len() + 1 - dim;
            d.efc_pos[tangents..].fill(0.0);
            d.efc_margin[tangents..].fill(0.0);
        }
    }
    d.scratch = scratch;
}

kernel! {
    /// Relative motion of the two bodies in the contact frame, one row of `jac` each: three translations, then as many
    /// rotations as there is room for.
    ///
    /// Along an axis `e` at an arm `r` from the com, a dof with rotation `ω` and translation `v` moves a point by
    /// `e · (v + ω × r) = v · e + ω · (r × e)`: an inner product with a vector that is the same for all dofs.
    fn relative_motion<V>(jac: &mut [f64], dofs: &[i32], moves: &[i32], cdof: &[Spatial], frame: &Mat3, arms: [Vec3; 2]) {
        // those vectors for the three axes side by side, by whom the dof moves; contacts leave out dofs that move both
        let axes: [Lane; 3] = std::array::from_fn(|c| [frame[c], frame[3 + c], frame[6 + c], 0.0]);
        let mut onto = [[[0.0; 4]; 6]; 3];
        for (onto, (arm, sign)) in onto[1..].iter_mut().zip(arms.iter().zip([-1.0, 1.0])) {
            for (c, (i, j)) in [(1, 2), (2, 0), (0, 1)].into_iter().enumerate() {
                for k in 0..4 {
                    onto[c][k] = (arm[i] * axes[j][k] - arm[j] * axes[i][k]) * sign;
                    onto[c + 3][k] = axes[c][k] * sign;
                }
            }
        }

        let n = dofs.len();
        let (x, rest) = jac.split_at_mut(n);
        let (y, rest) = rest.split_at_mut(n);
        let (z, angular) = rest.split_at_mut(n);
        for ((&dof, &moves), ((x, y), z)) in dofs.iter().zip(moves).zip(x.iter_mut().zip(y).zip(z)) {
            let (motion, onto) = (&cdof[dof as usize].0, &onto[moves as usize]);
            let mut sum = V::splat(0.0);
            for (v, onto) in motion.iter().zip(onto) {
                sum = sum.plus_product(V::load(onto), V::splat(*v));
            }
            [*x, *y, *z, _] = sum.lanes();
        }
        for (axis, row) in angular.chunks_exact_mut(n).enumerate() {
            for ((out, &dof), &moves) in row.iter_mut().zip(dofs).zip(moves) {
                let sign = if moves == 1 { -1.0 } else { 1.0 };
                *out = cdof[dof as usize].rotational().dot(frame.row(axis)) * sign;
            }
        }
    }
}

kernel! {
    /// Opposing edges of the pyramid for each friction direction: `J_n ± μ_k J_k`.
    fn pyramid<V>(edges: &mut [f64], friction: &[f64; 5], jac: &[f64], n: usize) {
        let (normal, tangents) = jac.split_at(n);
        let (normals, last_normals) = normal.as_chunks();
        for ((edges, tangent), &mu) in edges.chunks_exact_mut(2 * n).zip(tangents.chunks_exact(n)).zip(friction) {
            let (plus, minus) = edges.split_at_mut(n);
            let (tangents, last_tangents) = tangent.as_chunks();
            let (plus, last_plus) = plus.as_chunks_mut();
            let (minus, last_minus) = minus.as_chunks_mut();
            for ((normal, tangent), (plus, minus)) in normals.iter().zip(tangents).zip(plus.iter_mut().zip(minus)) {
                let (normal, slide) = (V::load(normal), V::splat(mu).times(V::load(tangent)));
                normal.plus(slide).store(plus);
                normal.minus(slide).store(minus);
            }
            let last = last_normals.iter().zip(last_tangents).zip(last_plus.iter_mut().zip(last_minus));
            for ((normal, tangent), (plus, minus)) in last {
                let slide = mu * tangent;
                (*plus, *minus) = (normal + slide, normal - slide);
            }
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
