//! The matrices of a step from the derivatives of its acceleration.

use crate::Model;
use crate::derivative::integration::positions;
use crate::derivative::transition::Transition;

use super::{Columns, Share};

/// Turns `∂a/∂x`, one row per dof, into `∂v⁺ = ∂v + h ∂a` in place, then writes `A` and `B`.
///
/// `next` is the velocity after the step, `activation` the derivatives of the activations after it.
pub(super) fn next_state(
    m: &Model,
    at: Columns,
    next: &[f64],
    rates: &mut [f64],
    activation: &[f64],
    mut out: Transition<'_>,
) {
    let (nv, n, h) = (m.nv, at.count, m.opt.timestep);
    for (i, row) in rates.chunks_exact_mut(n.max(1)).enumerate().take(nv) {
        for x in row.iter_mut() {
            *x *= h;
        }
        row[at.velocity + i] += 1.0;
    }

    // rows of positions: `scale · (h ∂v⁺) + turn · ∂q`
    positions(m, next, |dof, turn| match turn {
        None => out.set_row(at, dof, |column| h * rates[dof * n + column] + f64::from(u8::from(column == dof))),
        Some((by_quat, by_velocity)) => {
            for r in 0..3 {
                let rate: [f64; 3] = std::array::from_fn(|c| h * by_velocity[3 * r + c]);
                out.set_row(at, dof + r, |column| {
                    let moved: f64 = (0..3).map(|c| rate[c] * rates[(dof + c) * n + column]).sum();
                    if (dof..dof + 3).contains(&column) { moved + by_quat[3 * r + column - dof] } else { moved }
                });
            }
        }
    });
    for i in 0..nv {
        out.set_row(at, nv + i, |column| rates[i * n + column]);
    }
    for i in 0..m.na {
        out.set_row(at, 2 * nv + i, |column| activation[i * n + column]);
    }
}

/// Writes the columns of a share, one after another, from `∂a/∂x` of those columns, which becomes `∂v⁺`.
pub(super) fn next_columns(
    m: &Model,
    at: Columns,
    next: &[f64],
    share: Share,
    rates: &mut [f64],
    activation: &[f64],
    out: &mut [f64],
) {
    let (nv, h, rows, width) = (m.nv, m.opt.timestep, at.control, share.len(at.count));
    for (w, column) in share.columns(0..at.count).enumerate() {
        let rate = |i: usize| i * width + w;
        for i in 0..nv {
            rates[rate(i)] *= h;
            if column == at.velocity + i {
                rates[rate(i)] += 1.0;
            }
        }
        let out = &mut out[w * rows..(w + 1) * rows];
        positions(m, next, |dof, turn| match turn {
            None => out[dof] = h * rates[rate(dof)] + f64::from(u8::from(column == dof)),
            Some((by_quat, by_velocity)) => {
                for r in 0..3 {
                    let moved: f64 = (0..3).map(|c| h * by_velocity[3 * r + c] * rates[rate(dof + c)]).sum();
                    let turned = (dof..dof + 3).contains(&column);
                    out[dof + r] = if turned { moved + by_quat[3 * r + column - dof] } else { moved };
                }
            }
        });
        (0..nv).for_each(|i| out[nv + i] = rates[rate(i)]);
        (0..m.na).for_each(|i| out[2 * nv + i] = activation[i * at.count + column]);
    }
}

impl Transition<'_> {
    /// Writes a row of both matrices, as far as they are wanted.
    fn set_row(&mut self, at: Columns, row: usize, value: impl Fn(usize) -> f64) {
        let (n, nu) = (at.control, at.count - at.control);
        if let Some(a) = self.a.as_deref_mut() {
            for (column, x) in a[row * n..(row + 1) * n].iter_mut().enumerate() {
                *x = value(column);
            }
        }
        if let Some(b) = self.b.as_deref_mut() {
            for (column, x) in b[row * nu..(row + 1) * nu].iter_mut().enumerate() {
                *x = value(n + column);
            }
        }
    }
}
