//! The dual problem block by block: a row alone with its bounds, or the rows of an elliptic cone together.

use super::dual::{accept, block, row_product, row_residual};
use super::qcqp::qcqp;
use crate::math::MINVAL;
use crate::math::simd::{Lane, Vector, add_scaled_in, kernel};
use crate::math::sparse::Csr;
use crate::model::ConstraintType;
use crate::{Data, Id};

/// Number of rows that are solved together.
pub(super) fn block_size(d: &Data, i: usize) -> usize {
    if d.efc_type[i] == ConstraintType::ContactElliptic as i32 { d.contact[d.efc_id[i].ix()].dim.ix() } else { 1 }
}

/// What sweeps need to know of the blocks of an island, by their first rows.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub matrix: Csr<'a>,
    pub b: &'a [f64],
    pub heads: &'a [Head],
    /// of a cone
    pub friction: &'a [[f64; 5]],
}

/// The first row of a block, with what a sweep reads of it side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    /// rows of the block
    pub size: usize,
    /// address and number of the entries of the row
    pub entries: [usize; 2],
    pub b: f64,
    /// entry on the diagonal, and its inverse
    pub diagonal: [f64; 2],
    /// least and greatest force of a row that is alone
    pub bounds: [f64; 2],
}

impl Head {
    /// The force of a row that is alone, within its bounds.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of a kernel")]
    fn bounded(&self, force: f64) -> f64 {
        let [low, high] = self.bounds;
        if force < low {
            low
        } else if force > high {
            high
        } else {
            force
        }
    }
}

impl Blocks<'_> {
    /// Brings forces back into their bounds.
    pub(super) fn project_all(&self, force: &mut [f64]) {
        let mut i = 0;
        while i < force.len() {
            let head = &self.heads[i];
            let dim = head.size;
            if dim == 1 {
                force[i] = head.bounded(force[i]);
            } else if force[i] < 0.0 {
                force[i..i + dim].fill(0.0);
            } else {
                let (normal, tangent) = force[i..i + dim].split_at_mut(1);
                onto_ellipsoid(tangent, normal[0], &self.friction[i], false);
            }
            i += dim;
        }
    }

    /// Minimises over the forces of a cone with the rest fixed; returns the change of the cost.
    fn update_cone(&self, force: &mut [f64], i: usize, dim: usize) -> f64 {
        let friction = self.friction[i];
        let a = block(&self.matrix, i, dim);
        let (mut old, mut res) = ([0.0; 6], [0.0; 6]);
        for k in 0..dim {
            (old[k], res[k]) = (force[i + k], row_residual::<Lane>(&self.matrix, self.b, force, i + k));
        }
        let mut new = old;
        if new[0] < MINVAL {
            // no normal force yet: move along the normal alone
            new[0] = (new[0] - res[0] / a[0]).max(0.0);
            new[1..dim].fill(0.0);
        } else {
            // along the ray through the current force
            let product: f64 = (0..dim).map(|r| (0..dim).map(|c| old[r] * a[r * dim + c] * old[c]).sum::<f64>()).sum();
            if product >= MINVAL {
                let x = -(0..dim).map(|k| old[k] * res[k]).sum::<f64>() / product;
                // the normal stays non-negative
                let x = x.max(-1.0);
                for k in 0..dim {
                    new[k] += x * old[k];
                }
            }
        }

        // friction with the normal fixed
        if new[0] < MINVAL {
            new[1..dim].fill(0.0);
        } else {
            let n = dim - 1;
            let (mut ac, mut bc) = ([0.0; 25], [0.0; 5]);
            for r in 0..n {
                bc[r] = res[r + 1] + a[(r + 1) * dim] * (new[0] - old[0]);
                for c in 0..n {
                    ac[r * n + c] = a[(r + 1) * dim + c + 1];
                    bc[r] -= ac[r * n + c] * old[c + 1];
                }
            }
            let (mut tangent, active) = qcqp(&ac[..n * n], &bc[..n], &friction[..n], new[0]);
            if active {
                onto_ellipsoid(&mut tangent[..n], new[0], &friction, true);
            }
            new[1..dim].copy_from_slice(&tangent[..n]);
        }
        let change = accept(&a[..dim * dim], &mut new[..dim], &old[..dim], &res[..dim]);
        force[i..i + dim].copy_from_slice(&new[..dim]);
        change
    }
}

kernel! {
    /// Minimises over each block in turn with the rest fixed, and adds up by how much the cost falls. `residual` is room
    /// for the residuals of rows of which each is alone and coupled with every other.
    pub(super) fn sweep<V>(improvement: &mut f64, blocks: &Blocks<'_>, force: &mut [f64], starts: &[i32], residual: &mut [f64]) {
        let n = force.len();
        if starts.len() == n && blocks.matrix.values.len() == n * n {
            return sweep_dense::<V>(improvement, blocks, force, starts, residual);
        }
        for i in starts.iter().map(|i| i.ix()) {
            let head = &blocks.heads[i];
            if head.size > 1 {
                *improvement -= blocks.update_cone(force, i, head.size);
                continue;
            }
            let res = head.b + row_product::<V>(&blocks.matrix, head.entries, force);
            *improvement -= update_row(head, &mut force[i], res);
        }
    }
}

/// Minimises over a row that is alone; returns the change of the cost.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of a kernel")]
fn update_row(head: &Head, force: &mut f64, res: f64) -> f64 {
    let (old, [diagonal, inverse]) = (*force, head.diagonal);
    let mut new = [head.bounded(old - res * inverse)];
    let change = accept(&[diagonal], &mut new, &[old], &[res]);
    *force = new[0];
    change
}

/// The sweep where rows are alone and the matrix is dense: a force that changes adds to the residuals of all rows at once,
/// which takes a row of the matrix, but no sum that the next row would wait for.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of a kernel")]
fn sweep_dense<V: Vector>(
    improvement: &mut f64,
    blocks: &Blocks<'_>,
    force: &mut [f64],
    starts: &[i32],
    residual: &mut [f64],
) {
    for (head, res) in blocks.heads.iter().zip(&mut *residual) {
        *res = head.b + row_product::<V>(&blocks.matrix, head.entries, force);
    }
    for i in starts.iter().map(|i| i.ix()) {
        let (old, head) = (force[i], &blocks.heads[i]);
        *improvement -= update_row(head, &mut force[i], residual[i]);
        let (change, [start, count]) = (force[i] - old, head.entries);
        if change != 0.0 {
            add_scaled_in::<V>(residual, &blocks.matrix.values[start..start + count], change);
        }
    }
}

/// Scales friction forces to the surface of the cone's cross-section, if they lie outside it or in any case.
pub(super) fn onto_ellipsoid(tangent: &mut [f64], normal: f64, friction: &[f64], always: bool) {
    let square: f64 = tangent.iter().zip(friction).map(|(f, mu)| f * f / (mu * mu)).sum();
    if always || square > normal * normal {
        let scale = (normal * normal / square.max(MINVAL)).sqrt();
        for f in tangent {
            *f *= scale;
        }
    }
}
