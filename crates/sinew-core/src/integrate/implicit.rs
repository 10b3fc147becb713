//! Integrators that are implicit in velocity.

use crate::derivative::{free_mhat, is_free_body, smooth_vel};
use crate::math::{Spatial, sparse};
use crate::model::{Integrator, JointType, WarningKind};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model, StepError};

use super::{advance, all_forces, factor_h};

/// One step of the integrators `implicit` and `implicitfast`: `(M - h ∂f/∂v) a = f`.
///
/// `implicit` takes all smooth forces into the derivative, which makes the matrix unsymmetric. `implicitfast` leaves
/// out Coriolis and gyroscopic forces and factors a symmetric matrix; bodies that float alone, whose spin would grow,
/// are solved once more with the whole of their 6×6 block.
///
/// Reads `M`, `qfrc_smooth`, `qfrc_constraint` and what the forces depend on. Writes `qDeriv`, `qLU` or `qH`, and the
/// state. MuJoCo manual, *Computation: Integrators*.
#[doc(alias = "mj_implicit")]
pub fn implicit(m: &Model, d: &mut Data) -> Result<(), StepError> {
    implicit_skip(m, d, false)
}

/// [`implicit`], with the derivative and the factor of the last call kept if `skip_factor`.
#[doc(alias = "mj_implicitSkip")]
pub fn implicit_skip(m: &Model, d: &mut Data, skip_factor: bool) -> Result<(), StepError> {
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let mut s = memory.frame(Need::reals(m.nv).and(Need::ints(m.nv)));
    let qacc = s.reals(m.nv);
    all_forces(d, qacc);
    let solved = if Integrator::of(m.opt.integrator) == Integrator::Implicit {
        solve_full(m, d, qacc, skip_factor, s)
    } else {
        solve_fast(m, d, qacc, skip_factor)
    };
    let done = solved.and_then(|()| advance(m, d, None, qacc, None));
    d.drivers.integrate = memory;
    done
}

/// `a ← (M - h ∂f/∂v)⁻¹ a` with the unsymmetric derivative of all smooth forces.
fn solve_full(m: &Model, d: &mut Data, a: &mut [f64], skip_factor: bool, mut s: Frame<'_>) -> Result<(), StepError> {
    if !skip_factor {
        smooth_vel(m, d, true);
        implicit_inertia_full(m, d);
        if let Err(pivot) = sparse::lu_factor(&mut d.qLU, m.D_pattern(), &m.D_diag, s.ints(m.nv)) {
            d.warning[WarningKind::Inertia as usize].raise(pivot.row);
            if d.policy.strict {
                return Err(StepError::LuSingular { dof: pivot.row });
            }
        }
    }
    sparse::lu_solve(a, &d.qLU, m.D_pattern(), &m.D_diag);
    Ok(())
}

/// `a ← (M - h ∂f/∂v)⁻¹ a` with the symmetric derivative, and the whole one for bodies that float alone.
fn solve_fast(m: &Model, d: &mut Data, a: &mut [f64], skip_factor: bool) -> Result<(), StepError> {
    if !skip_factor {
        pose_fast(m, d);
        factor_h(m, d, "forces grow with velocity faster than inertia resists: a negative damper or feedback")?;
    }
    d.kept.tiles.solve(a, &d.qH, &d.qHDiagInv, m.M_pattern());
    solve_floating(m, d, a);
    Ok(())
}

/// `M - h ∂f/∂v`, symmetric, in `qH`.
pub(crate) fn pose_fast(m: &Model, d: &mut Data) {
    smooth_vel(m, d, false);
    implicit_inertia_fast(m, d);
    // the rows of a body that floats alone are solved on their own
    for j in free_joints(m) {
        let rows = m.M_row(m.jnt_dofadr[j].ix()).start..m.M_row(m.jnt_dofadr[j].ix() + 5).end;
        d.qH[rows.clone()].copy_from_slice(&d.M[rows]);
    }
}

/// Accelerations of bodies that float alone, which have a solution of their own.
pub(crate) fn solve_floating(m: &Model, d: &Data, a: &mut [f64]) {
    let solve_free = |a: &mut [f64], forces: &dyn Fn(usize) -> Spatial| {
        for j in free_joints(m) {
            let adr = m.jnt_dofadr[j].ix();
            if let Some(x) = free_mhat(m, d, j).and_then(|matrix| matrix.solve(forces(adr))) {
                a[adr..adr + 6].copy_from_slice(&x.0);
            }
        }
    };
    let force = |i: usize| d.qfrc_smooth[i] + d.qfrc_constraint[i];
    solve_free(a, &|adr| Spatial(std::array::from_fn(|k| force(adr + k))));
}

/// Joints of bodies that float alone.
fn free_joints(m: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..m.njnt).filter(|&j| JointType::of(m.jnt_type[j]) == JointType::Free && is_free_body(m, m.jnt_bodyid[j].ix()))
}

/// `qLU = M - h qDeriv`, both triangles.
pub(crate) fn implicit_inertia_full(m: &Model, d: &mut Data) {
    let h = m.opt.timestep;
    for (k, out) in d.qLU.iter_mut().enumerate() {
        *out = m.mapM2D[k].opt().map_or(0.0, |from| d.M[from]) - h * d.qDeriv[k];
    }
}

/// `qH = M - h qDeriv`, the lower triangle.
pub(crate) fn implicit_inertia_fast(m: &Model, d: &mut Data) {
    let h = m.opt.timestep;
    let slopes = &*d.qDeriv;
    for ((out, mass), from) in d.qH.iter_mut().zip(&d.M).zip(&m.mapD2M) {
        *out = mass - h * slopes[from.ix()];
    }
}
