//! What both finite-difference routines share: nudging an input, and differences of outputs.

use crate::math::{Quat, Vec3};
use crate::model::{Enable, Integrator, JointType};
use crate::scratch::Frame;
use crate::support::differentiate_pos;
use crate::{Data, Id, Model, StepError};

/// Moves a position along one dof; orientations turn about their own axes.
pub(super) fn nudge_position(m: &Model, qpos: &mut [f64], dof: usize, step: f64) {
    let joint = m.dof_jntid[dof].ix();
    let (q, k) = (m.jnt_qposadr[joint].ix(), dof - m.jnt_dofadr[joint].ix());
    let turn = match JointType::of(m.jnt_type[joint]) {
        JointType::Ball => Some((q, k)),
        JointType::Free if k >= 3 => Some((q + 3, k - 3)),
        JointType::Free | JointType::Slide | JointType::Hinge => None,
    };
    match turn {
        None => qpos[q + k] += step,
        Some((adr, axis)) => {
            let mut velocity = Vec3::ZERO;
            velocity[axis] = 1.0;
            let quat = Quat::from_slice(&qpos[adr..]).integrate(velocity, step);
            qpos[adr..adr + 4].copy_from_slice(&quat.0);
        }
    }
}

/// `out = (to - from) / step`.
pub(super) fn difference(out: &mut [f64], from: &[f64], to: &[f64], step: f64) {
    let scale = 1.0 / step;
    for (out, (&from, &to)) in out.iter_mut().zip(from.iter().zip(to)) {
        *out = scale * (to - from);
    }
}

/// Difference of two states `[qpos, qvel, act]` in the coordinates of velocities.
pub(super) fn state_difference(m: &Model, out: &mut [f64], from: &[f64], to: &[f64], step: f64) {
    if m.nq == m.nv {
        difference(out, from, to, step);
    } else {
        let (position, rest) = out.split_at_mut(m.nv);
        differentiate_pos(m, position, step, &from[..m.nq], &to[..m.nq]);
        difference(rest, &from[m.nq..], &to[m.nq..], step);
    }
}

/// Refuses what cannot be differenced: a step of several evaluations, and state that is not restored.
pub(super) fn check_supported(m: &Model) -> Result<(), StepError> {
    if Integrator::of(m.opt.integrator) == Integrator::Rk4 {
        return Err(StepError::Unsupported("finite differences do not support the integrator RK4"));
    }
    if m.opt.enabled(Enable::Sleep) {
        return Err(StepError::Unsupported("finite differences do not support sleeping"));
    }
    Ok(())
}

/// Writes a column of a row-major matrix, if it is wanted.
pub(super) fn set_column(matrix: Option<&mut [f64]>, columns: usize, column: usize, values: &[f64]) {
    if let Some(matrix) = matrix {
        for (row, &value) in matrix.chunks_exact_mut(columns).zip(values) {
            row[column] = value;
        }
    }
}

/// Refuses a matrix of the wrong size.
pub(super) fn check_size(matrix: Option<&[f64]>, size: usize) -> Result<(), StepError> {
    match matrix {
        Some(matrix) if matrix.len() != size => {
            Err(StepError::Unsupported("a matrix of derivatives does not have the size that the model asks for"))
        }
        _ => Ok(()),
    }
}

/// Everything that a step changes and the next one depends on.
pub(super) struct Saved<'a> {
    pub qpos: &'a mut [f64],
    pub qvel: &'a mut [f64],
    pub act: &'a mut [f64],
    pub plastic: &'a mut [f64],
    pub warmstart: &'a mut [f64],
    pub ctrl: &'a mut [f64],
    pub time: f64,
}

impl<'a> Saved<'a> {
    /// Memory for it.
    pub fn new(m: &Model, s: &mut Frame<'a>) -> Self {
        Self {
            qpos: s.reals(m.nq),
            qvel: s.reals(m.nv),
            act: s.reals(m.na),
            plastic: s.reals(m.nplastic),
            warmstart: s.reals(m.nv),
            ctrl: s.reals(m.nu),
            time: 0.0,
        }
    }

    /// Copies the state out of `d`.
    pub fn save(&mut self, d: &Data) {
        self.qpos.copy_from_slice(&d.qpos);
        self.qvel.copy_from_slice(&d.qvel);
        self.act.copy_from_slice(&d.act);
        self.plastic.copy_from_slice(&d.plastic);
        self.warmstart.copy_from_slice(&d.qacc_warmstart);
        self.ctrl.copy_from_slice(&d.ctrl);
        self.time = d.time;
    }

    /// Copies the state back.
    pub fn restore(&self, d: &mut Data) {
        d.qpos.copy_from_slice(self.qpos);
        d.qvel.copy_from_slice(self.qvel);
        d.act.copy_from_slice(self.act);
        d.plastic.copy_from_slice(self.plastic);
        d.qacc_warmstart.copy_from_slice(self.warmstart);
        d.ctrl.copy_from_slice(self.ctrl);
        d.time = self.time;
    }
}
