//! How the masses of constraint rows follow the metric.
//!
//! With the integrator `discrete` the inverse weight of a row is corrected by `ρ = (Σ j² / M̂_ii) / (Σ j² / M_ii)`, which moves
//! with the row `j`, with the diagonal of the inertia, and with what the metric adds to it. The mass of the row is
//! proportional to `1 / ρ`, and so is its force, hence `∂(-Jᵀ f) = Jᵀ f ∂log ρ`.

use crate::math::MINVAL;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

use super::Columns;
use super::equations::Equations;
use super::flow::{Flow, inward};

/// Derivatives of the diagonals, and the gradient of `log ρ` of one row.
pub(super) struct Scaling<'a> {
    at: Columns,
    /// `∂M_ii/∂q_k`
    inertia: &'a mut [f64],
    /// of what the metric adds, one column per input
    pub diagonal: &'a mut [f64],
    /// `∂log ρ/∂j`, by dof
    pub weight: &'a mut [f64],
    /// motions of bodies with those as velocities
    pub flow: Flow<'a>,
    /// `∂log ρ`, one column per input
    pub gradient: &'a mut [f64],
}

impl<'a> Scaling<'a> {
    pub fn need(m: &Model) -> Need {
        let at = Columns::new(m);
        Need::reals(m.nv * m.nv + m.nv * at.count + m.nv + at.count).and(Flow::need(m))
    }

    pub fn new(m: &Model, d: &Data, s: &mut Frame<'a>) -> Self {
        let at = Columns::new(m);
        let out = Self {
            at,
            inertia: s.reals(m.nv * m.nv),
            diagonal: s.reals(m.nv * at.count),
            weight: s.reals(m.nv),
            flow: Flow::new(m, s),
            gradient: s.reals(at.count),
        };
        // a dof turns all that it carries under the axes further in
        for k in 0..m.nv {
            let composite = d.crb[m.dof_bodyid[k].ix()];
            for i in inward(m, k) {
                let axis = d.cdof[i];
                out.inertia[i * m.nv + k] = -2.0 * d.cdof[k].cross_motion(axis).dot(composite * axis);
            }
        }
        out
    }

    /// Starts on a row: its weight, the flow with it, and the gradient without what the bending of the row adds.
    pub fn start(&mut self, m: &Model, d: &Data, row: usize) {
        self.weight.fill(0.0);
        self.gradient.fill(0.0);
        let range = d.row_range(row);
        let entries = || d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range.clone()]);
        let diagonals = |i: usize| {
            let inertia = d.M[m.M_row(i).end - 1];
            [inertia.max(MINVAL), (inertia + d.efm_sdiag[i]).max(MINVAL)]
        };
        let sum = |which: usize| entries().map(|(j, dof)| j * j / diagonals(dof.ix())[which]).sum::<f64>();
        let (bare, effective) = (sum(0), sum(1));
        if bare > MINVAL {
            for (j, dof) in entries() {
                let i = dof.ix();
                let [own, with] = diagonals(i);
                self.weight[i] = 2.0 * j * (1.0 / (with * effective) - 1.0 / (own * bare));
                let added = -j * j / (with * with * effective);
                let by_inertia = added + j * j / (own * own * bare);
                let (inertia, diagonal) = (&self.inertia[i * m.nv..], &self.diagonal[i * self.at.count..]);
                self.gradient[..m.nv].iter_mut().zip(inertia).for_each(|(g, x)| *g += by_inertia * x);
                self.gradient.iter_mut().zip(diagonal).for_each(|(g, x)| *g += added * x);
            }
        }
        self.flow.set(m, &d.cdof, self.weight);
    }

    /// Adds `Jᵀ f ∂log ρ` for the force of a dof.
    pub fn spread(&self, dof: usize, force: f64, eq: &mut Equations<'_>) {
        for (column, g) in self.gradient.iter().enumerate() {
            eq.input(dof, column, force * g);
        }
    }
}
