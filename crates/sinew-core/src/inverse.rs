//! Inverse dynamics: the forces that make a given acceleration.

use crate::derivative::{dof_damping, free_mhat, free_mhat_discrete, smooth_vel};
use crate::error::check_model;
use crate::integrate::{implicit_inertia_fast, implicit_inertia_full, is_damped, spring_damper_matrix};
use crate::math::poly::{Parity, poly_slope};
use crate::math::sparse::Csr;
use crate::math::{Spatial, dense};
use crate::metric::{is_discrete, mul_metric};
use crate::model::{Enable, Integrator, SensorStage};
use crate::position::{self, mul_m, solve_m};
use crate::scratch::{Frame, Need};
use crate::velocity::{self, Acceleration};
use crate::{Data, Id, Model, StepError, callbacks, constraint, energy, sensor, step, support, taken};

/// The forces `qfrc_inverse` that give the acceleration `qacc` at the present state: what actuators and applied forces
/// would have to do, `M q̈ + c - f_passive - f_constraint`.
///
/// With the flag `invdiscrete` the acceleration is that of a whole timestep, as the integrator makes it, and is first
/// converted to that of the continuous equations.
///
/// Reads the state and `qacc`. Writes `qfrc_inverse` and what the stages on the way write.
/// MuJoCo manual, *Computation: Inverse dynamics*.
#[doc(alias = "mj_inverse")]
pub fn inverse(m: &Model, d: &mut Data) -> Result<(), StepError> {
    inverse_skip(m, d, SensorStage::None, false)
}

/// [`inverse`] that keeps the results of stages up to `skip`, and of sensors and energy if `skip_sensor`.
#[doc(alias = "mj_inverseSkip")]
pub fn inverse_skip(m: &Model, d: &mut Data, skip: SensorStage, skip_sensor: bool) -> Result<(), StepError> {
    check_model(m, d)?;
    let discrete = m.opt.enabled(Enable::Invdiscrete);
    if discrete && m.opt.integrator == Integrator::Rk4 as i32 {
        return Err(StepError::Unsupported("RK4's acceleration of a whole step, a mean of four, cannot be inverted"));
    }
    if skip < SensorStage::Pos {
        inv_position(m, d);
        if !skip_sensor {
            sensor::sensor_pos(m, d);
        }
        if m.opt.enabled(Enable::Energy) && !d.flg_energypos {
            energy::energy_pos(m, d);
        }
    }
    if skip < SensorStage::Vel {
        inv_velocity(m, d);
        if !skip_sensor {
            sensor::sensor_vel(m, d);
        }
        if m.opt.enabled(Enable::Energy) && !d.flg_energyvel {
            energy::energy_vel(m, d);
        }
    }

    let mut memory = std::mem::take(&mut d.drivers.inverse);
    let mut s = memory.frame(Need::reals(3 * m.nv));
    let given = s.reals(m.nv);
    given.copy_from_slice(&d.qacc);
    if discrete {
        discrete_acc(m, d, s.sub());
    }
    inv_acceleration(m, d, skip_sensor, s);
    d.qacc.copy_from_slice(given);
    d.drivers.inverse = memory;
    callbacks::failed(d)
}

/// `qfrc_inverse` at the acceleration `qacc` of the continuous equations, without sensors, keeping the results of stages
/// up to `skip`.
pub(crate) fn inverse_continuous(m: &Model, d: &mut Data, skip: SensorStage) {
    if skip < SensorStage::Pos {
        inv_position(m, d);
    }
    if skip < SensorStage::Vel {
        inv_velocity(m, d);
    }
    let mut memory = std::mem::take(&mut d.drivers.inverse);
    inv_acceleration(m, d, true, memory.frame(Need::reals(m.nv)));
    d.drivers.inverse = memory;
}

/// Constraint forces, sensors, and the sum of all forces.
fn inv_acceleration(m: &Model, d: &mut Data, skip_sensor: bool, mut s: Frame<'_>) {
    if is_discrete(m) {
        step::fwd_metric(m, d);
    }
    inv_constraint(m, d);
    if !skip_sensor {
        d.flg_rnepost = false;
        sensor::sensor_acc(m, d);
    }
    let mut force = taken::take(&mut d.qfrc_inverse);
    // of dofs that sleep the bias force is what it was
    force.copy_from_slice(&d.qfrc_bias);
    velocity::rne(m, d, Acceleration::None, &mut force);
    position::tendon::tendon_bias(m, d, &mut force);
    let inertial = s.reals(m.nv);
    if is_discrete(m) {
        inertial_discrete(m, d, inertial);
    } else {
        mul_m(m, d, inertial, &d.qacc);
    }
    for i in 0..m.nv {
        force[i] += inertial[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
    }
    d.qfrc_inverse = taken::back(force);
}

/// `M̂ q̈ + h K v`, the inertial forces in the effective metric without the part of springs that it shifts.
fn inertial_discrete(m: &Model, d: &Data, out: &mut [f64]) {
    mul_metric(m, d, out, &d.qacc);
    for j in 0..m.njnt {
        if let Some(block) = free_mhat_discrete(m, d, j) {
            let adr = m.jnt_dofadr[j].ix();
            let product = block.mul_vec(Spatial(std::array::from_fn(|k| d.qacc[adr + k])));
            out[adr..adr + 6].copy_from_slice(&product.0);
        }
    }
    for i in 0..m.nv {
        out[i] -= d.efm_c[i] + d.efm_ca[i];
    }
}

/// Position stages of inverse dynamics, the same as of forward dynamics.
#[doc(alias = "mj_invPosition")]
pub fn inv_position(m: &Model, d: &mut Data) {
    step::fwd_position(m, d);
}

/// Velocity stages of inverse dynamics, the same as of forward dynamics.
#[doc(alias = "mj_invVelocity")]
pub fn inv_velocity(m: &Model, d: &mut Data) {
    step::fwd_velocity(m, d);
}

/// Constraint forces at the acceleration `qacc`; they follow from it in closed form.
///
/// Reads `qacc`, `efc_J`, `efc_aref` and the impedances. Writes `efc_force`, `efc_state`, `qfrc_constraint`.
#[doc(alias = "mj_invConstraint")]
pub fn inv_constraint(m: &Model, d: &mut Data) {
    debug_assert_eq!(m.nv, d.qfrc_constraint.len());
    let mut scratch = std::mem::take(&mut d.scratch);
    let violation = scratch.frame(Need::reals(d.nefc)).reals(d.nefc);
    constraint::mul_jac_vec(d, violation, &d.qacc);
    violation.iter_mut().zip(&d.efc_aref).for_each(|(x, aref)| *x -= aref);
    constraint::constraint_update(d, violation);
    d.scratch = scratch;
}

/// Replaces `qacc`, the acceleration of a whole timestep, by that of the continuous equations.
///
/// An integrator solves `M̂ a = f`; the acceleration that the same forces give at an instant is `M⁻¹ M̂ a`.
fn discrete_acc(m: &Model, d: &mut Data, mut s: Frame<'_>) {
    let (force, acc) = (s.reals(m.nv), s.reals(m.nv));
    acc.copy_from_slice(&d.qacc);
    if integrator_force(m, d, acc, force) {
        solve_m(m, d, force);
        d.qacc.copy_from_slice(force);
    }
}

/// `M̂ a`, the force that the integrator turns into the acceleration `a` of a whole timestep; false, and nothing written, if
/// it takes the acceleration of the continuous equations as it is.
///
/// Writes `qDeriv`, `qH` and `qLU` as the integrator does.
pub(crate) fn integrator_force(m: &Model, d: &mut Data, acc: &[f64], force: &mut [f64]) -> bool {
    match Integrator::of(m.opt.integrator) {
        // a mean of four, or already that of a whole step
        Integrator::Rk4 | Integrator::Discrete => return false,
        Integrator::Euler => {
            if !is_damped(m, d) {
                return false;
            }
            mul_m(m, d, force, acc);
            for i in 0..m.nv {
                let (linear, poly) = dof_damping(m, i);
                force[i] += m.opt.timestep * poly_slope(linear, poly, d.qvel[i], Parity::Odd) * acc[i];
            }
        }
        Integrator::Implicit => {
            smooth_vel(m, d, true);
            implicit_inertia_full(m, d);
            Csr::new(m.D_pattern(), &d.qLU).mul(force, acc);
        }
        Integrator::ImplicitFast => {
            smooth_vel(m, d, false);
            implicit_inertia_fast(m, d);
            Csr::new(m.M_pattern(), &d.qH).mul_symmetric(force, acc);
            // bodies that float alone have a matrix of their own
            for j in 0..m.njnt {
                if let Some(block) = free_mhat(m, d, j) {
                    let adr = m.jnt_dofadr[j].ix();
                    let product = block.mul_vec(Spatial(std::array::from_fn(|k| acc[adr + k])));
                    force[adr..adr + 6].copy_from_slice(&product.0);
                }
            }
        }
        Integrator::ImplicitSpringDamper => {
            let mut scratch = std::mem::take(&mut d.scratch);
            let shift = scratch.frame(Need::reals(m.nv)).reals(m.nv);
            spring_damper_matrix(m, d, shift);
            Csr::new(m.M_pattern(), &d.qH).mul_symmetric(force, acc);
            dense::add_scaled(force, shift, -1.0);
            d.scratch = scratch;
        }
    }
    true
}

/// Compares forward and inverse dynamics after a forward pass, without changing its results: `solver_fwdinv` receives
/// the norms of the differences in constraint forces and in applied forces. Zero without constraints.
///
/// Reads the results of forward dynamics. Writes `solver_fwdinv`, `qfrc_inverse`.
#[doc(alias = "mj_compareFwdInv")]
pub fn compare_fwd_inv(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.solver_fwdinv = [0.0; 2];
    if d.nefc == 0 {
        return Ok(());
    }
    let mut memory = std::mem::take(&mut d.drivers.integrate);
    let mut s = memory.frame(Need::reals(2 * m.nv + d.nefc));
    let (applied, constraint, rows) = (s.reals(m.nv), s.reals(m.nv), s.reals(d.nefc));
    for i in 0..m.nv {
        applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i];
    }
    support::xfrc_accumulate(m, d, applied);
    constraint.copy_from_slice(&d.qfrc_constraint);
    rows.copy_from_slice(&d.efc_force);

    let done = inverse_skip(m, d, SensorStage::Vel, true);

    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b)).sqrt();
    d.solver_fwdinv = [distance(constraint, &d.qfrc_constraint), distance(applied, &d.qfrc_inverse)];
    d.qfrc_constraint.copy_from_slice(constraint);
    d.efc_force.copy_from_slice(rows);
    d.drivers.integrate = memory;
    done
}
