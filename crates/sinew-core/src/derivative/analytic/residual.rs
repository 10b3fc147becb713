//! Differences of the equations of motion at a fixed acceleration, for what has no closed form here.
//!
//! The equations hold at the solution: `r(x; q̈) = 0` for the forces, `g(x; q̈, a) = 0` for the integrator. Moving an input
//! with `q̈` and `a` held gives the columns of `∂r/∂x` and `∂g/∂x` without solving for anything.

use crate::inverse::{integrator_force, inverse_continuous};
use crate::model::SensorStage;
use crate::position::mul_m;
use crate::scratch::{Frame, Need};
use crate::{Data, Model, step, support};

use super::super::difference::nudge_position;
use super::Columns;

/// Which of the equations are differenced.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub forces: bool,
    pub integrator: bool,
}

pub(super) fn need(m: &Model) -> Need {
    Need::reals(m.nq + m.nv + 5 * m.nv)
}

/// Writes columns of the inputs into the matrices that are wanted, whose rows have one entry per input.
pub(super) fn columns(
    m: &Model,
    d: &mut Data,
    at: Columns,
    columns: impl DoubleEndedIterator<Item = usize>,
    step: f64,
    wanted: Wanted,
    [qacc, step_acc]: [&[f64]; 2],
    forces: &mut [f64],
    integrator: &mut [f64],
    mut s: Frame<'_>,
) {
    let qpos = s.reals(m.nq);
    qpos.copy_from_slice(&d.qpos);
    let (plus, minus) = (s.reals(2 * m.nv), s.reals(2 * m.nv));
    let spare = s.reals(m.nv);
    for column in columns.rev() {
        let mut evaluate = |d: &mut Data, sign: f64, out: &mut [f64]| {
            let skip = nudge(m, d, at, column, sign * step);
            residuals(m, d, skip, wanted, [qacc, step_acc], out, spare);
            restore(m, d, at, column, sign * step, qpos);
        };
        evaluate(d, 1.0, plus);
        evaluate(d, -1.0, minus);
        for i in 0..m.nv {
            let slope = |k: usize| (plus[k] - minus[k]) / (2.0 * step);
            if wanted.forces {
                forces[i * at.count + column] = slope(i);
            }
            if wanted.integrator {
                integrator[i * at.count + column] = slope(m.nv + i);
            }
        }
    }
    // the stages again as they were
    step::fwd_position(m, d);
    step::fwd_velocity(m, d);
    step::fwd_actuation(m, d);
    if wanted.integrator {
        integrator_force(m, d, step_acc, &mut plus[..m.nv]);
    }
    d.qacc.copy_from_slice(qacc);
}

/// Moves an input; returns the stage up to which nothing changes.
fn nudge(m: &Model, d: &mut Data, at: Columns, column: usize, step: f64) -> SensorStage {
    if column < at.velocity {
        nudge_position(m, &mut d.qpos, column, step);
        SensorStage::None
    } else if column < at.activation {
        d.qvel[column - at.velocity] += step;
        SensorStage::None
    } else if column < at.control {
        d.act[column - at.activation] += step;
        SensorStage::Vel
    } else {
        d.ctrl[column - at.control] += step;
        SensorStage::Vel
    }
}

fn restore(_m: &Model, d: &mut Data, at: Columns, column: usize, step: f64, qpos: &[f64]) {
    if column < at.velocity {
        d.qpos.copy_from_slice(qpos);
    } else if column < at.activation {
        d.qvel[column - at.velocity] -= step;
    } else if column < at.control {
        d.act[column - at.activation] -= step;
    } else {
        d.ctrl[column - at.control] -= step;
    }
}

/// `r` and `g` at the present inputs, one after the other.
pub(super) fn residuals(
    m: &Model,
    d: &mut Data,
    skip: SensorStage,
    wanted: Wanted,
    [qacc, step_acc]: [&[f64]; 2],
    out: &mut [f64],
    spare: &mut [f64],
) {
    if skip < SensorStage::Vel {
        step::fwd_position(m, d);
        step::fwd_velocity(m, d);
    }
    step::fwd_actuation(m, d);
    let (forces, integrator) = out.split_at_mut(m.nv);
    d.qacc.copy_from_slice(qacc);
    if wanted.forces {
        inverse_continuous(m, d, SensorStage::Vel);
        spare.fill(0.0);
        support::xfrc_accumulate(m, d, spare);
        for i in 0..m.nv {
            forces[i] = d.qfrc_inverse[i] - d.qfrc_actuator[i] - spare[i];
        }
    }
    if wanted.integrator && integrator_force(m, d, step_acc, integrator) {
        mul_m(m, d, spare, qacc);
        for i in 0..m.nv {
            integrator[i] -= spare[i];
        }
    }
}
