//! Linear systems with the inertia matrix, of four simulations.

use super::columns::{Columns, apart, beside, of_each, of_each_mut};
use super::{LANES, Lanes, those};
use crate::integrate;
use crate::math::four::Four;
use crate::math::simd::kernel;
use crate::math::tree_order::TreeOrder;
use crate::metric::is_discrete;
use crate::model::Integrator;
use crate::reflected::{Target, actuator_armature};
use crate::step::{self, Ready};
use crate::velocity::passive::{clear_rest, is_plain, plain_passive};
use crate::{Data, Model, StepError};

kernel! {
    /// Factors the inertia matrices; not `sound` if one of them has no good factor.
    fn factor<V>(c: &mut Columns, order: &TreeOrder, sound: &mut bool) {
        c.qLD.copy_from_slice(&c.M);
        *sound = order.factor::<Four<V>>(&mut c.qLD, &mut c.qLDiagInv);
    }
}

kernel! {
    /// Solves with the factors of the inertia matrices.
    fn solve<V>(c: &mut Columns, order: &TreeOrder) {
        order.solve::<Four<V>>(&mut c.solution, &c.qLD, &c.qLDiagInv);
    }
}

kernel! {
    /// Inertia matrices with the damping of an Euler step.
    fn damp<V>(m: &Model, c: &mut Columns) {
        c.qH.copy_from_slice(&c.M);
        integrate::add_damping::<Four<V>>(m, 0..m.nv, &mut c.qH, &c.qvel);
    }
}

kernel! {
    /// Factors the matrices of the integrator and solves with them; not `sound` if one of them has no good factor.
    fn factor_and_solve<V>(c: &mut Columns, order: &TreeOrder, sound: &mut bool) {
        *sound = order.factor::<Four<V>>(&mut c.qH, &mut c.qHDiagInv);
        order.solve::<Four<V>>(&mut c.solution, &c.qH, &c.qHDiagInv);
    }
}

kernel! {
    /// Forces of springs and dampers.
    fn passive<V>(m: &Model, c: &mut Columns) {
        let out = [&mut c.qfrc_spring[..], &mut c.qfrc_damper, &mut c.qfrc_passive];
        plain_passive::<Four<V>>(m, out, &c.qpos, &c.qvel);
    }
}

impl Lanes {
    /// Passive forces, handed to each that is live; false if they are left to each, as there are others than of springs and
    /// dampers.
    pub(super) fn passive(&mut self, m: &Model, data: &mut [&mut Data; LANES], live: [bool; LANES]) -> bool {
        if !is_plain(m) || !m.callbacks.is_empty() {
            return false;
        }
        let columns = &mut self.columns;
        passive(m, columns);
        apart(&columns.qfrc_spring, of_each_mut!(*data, qfrc_spring), live);
        apart(&columns.qfrc_damper, of_each_mut!(*data, qfrc_damper), live);
        apart(&columns.qfrc_passive, of_each_mut!(*data, qfrc_passive), live);
        those(live).for_each(|k| clear_rest(data[k]));
        true
    }

    /// Factors of the inertia matrices, handed to each that is live; false if it is left to each: the matrix has more than
    /// the lanes gave it, the user's functions may change it, or a pivot is too small.
    pub(super) fn factor(&mut self, m: &Model, data: &mut [&mut Data; LANES], live: [bool; LANES]) -> bool {
        let (columns, order) = (&mut self.columns, &self.order);
        let armature = |t: usize| m.tendon_armature[t] + actuator_armature(m, Target::Tendon(t));
        if !order.is_of(m.M_pattern()) || !m.callbacks.is_empty() || (0..m.ntendon).any(|t| armature(t) != 0.0) {
            return false;
        }
        let mut sound = false;
        factor(columns, order, &mut sound);
        if sound {
            apart(&columns.qLD, of_each_mut!(*data, qLD), live);
            apart(&columns.qLDiagInv, of_each_mut!(*data, qLDiagInv), live);
        }
        sound
    }

    /// [`step::smooth_acceleration`] of each that is live.
    pub(super) fn accelerate(&mut self, m: &Model, data: &mut [&mut Data; LANES], live: [bool; LANES], ready: Ready) {
        if !ready.factor || is_discrete(m) {
            those(live).for_each(|k| step::smooth_acceleration(m, data[k]));
            return;
        }
        beside(&mut self.columns.solution, of_each!(*data, qfrc_smooth));
        solve(&mut self.columns, &self.order);
        apart(&self.columns.solution, of_each_mut!(*data, qacc_smooth), live);
    }

    /// [`integrate::euler`] or [`integrate::implicit`] of each that is live, with a symmetric matrix that is factored.
    pub(super) fn integrate(
        &mut self,
        m: &Model,
        data: &mut [&mut Data; LANES],
        live: [bool; LANES],
        done: &mut [Result<(), StepError>; LANES],
    ) {
        let Self { columns, order, qacc, .. } = self;
        let fast = Integrator::of(m.opt.integrator) == Integrator::ImplicitFast;
        // while nothing sleeps the model alone tells
        let mut sound = fast || those(live).take(1).all(|k| integrate::is_damped(m, data[k]));
        if sound {
            if fast {
                those(live).for_each(|k| integrate::pose_fast(m, data[k]));
                beside(&mut columns.qH, of_each!(*data, qH));
            } else {
                damp(m, columns);
            }
            those(live).for_each(|k| integrate::all_forces(data[k], &mut qacc[k]));
            beside(&mut columns.solution, qacc.each_ref().map(|x| &x[..]));
            factor_and_solve(columns, order, &mut sound);
        }
        if !sound {
            those(live).for_each(|k| done[k] = step::integrate(m, data[k]));
            return;
        }
        apart(&columns.qH, of_each_mut!(*data, qH), live);
        apart(&columns.qHDiagInv, of_each_mut!(*data, qHDiagInv), live);
        apart(&columns.solution, qacc.each_mut().map(|x| &mut x[..]), live);
        for k in those(live) {
            if fast {
                integrate::solve_floating(m, data[k], &mut qacc[k]);
            }
            done[k] = integrate::advance(m, data[k], None, &qacc[k], None);
        }
    }
}
