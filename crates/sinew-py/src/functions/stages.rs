//! Stages of the pipeline: functions of a model and a data.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::prelude::*;
use sinew_core::model::{SensorStage, TimerKind};
use sinew_core::{Data, collision, constraint, energy, integrate, inverse, position, sensor, step, velocity};

use super::add_functions;
use crate::args::Flag;
use crate::callback::timed;
use crate::data::{MjData, run};
use crate::error::failed;
use crate::model::MjModel;

/// Declares functions that call one stage: those that cannot fail, then those that can.
macro_rules! stages {
    (
        $($(#[doc = $doc:literal])+ $name:ident => $stage:expr;)*
        fallible { $($(#[doc = $fdoc:literal])+ $fname:ident => $fstage:expr;)* }
    ) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            fn $name(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                run(m, d, $stage)
            }
        )*
        $(
            $(#[doc = $fdoc])+
            #[pyfunction]
            fn $fname(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                run(m, d, $fstage)?.map_err(failed)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            add_functions!(module; $($name,)* $($fname,)* mj_step, mj_forwardSkip, mj_inverseSkip, mj_RungeKutta);
            Ok(())
        }
    };
}

stages! {
    /// Frames of bodies, joints, geoms and sites.
    mj_kinematics => position::kinematics;
    /// Centres of mass, motion axes and inertias about them.
    mj_comPos => position::com_pos;
    /// Frames of cameras and lights.
    mj_camlight => position::camlight;
    /// Lengths, paths and Jacobians of tendons.
    mj_tendon => position::tendon;
    /// Lengths and moments of actuators.
    mj_transmission => position::transmission;
    /// Contacts.
    mj_collision => collision::collision;
    /// Joint-space inertia by the composite-rigid-body algorithm.
    mj_crb => position::crb;
    /// Joint-space inertia, with all that adds to it.
    mj_makeM => position::make_m;
    /// Factor of the joint-space inertia.
    mj_factorM => position::factor_m;
    /// Velocities of bodies.
    mj_comVel => velocity::com_vel;
    /// Spring, damper, fluid and gravity compensation forces.
    mj_passive => velocity::passive;
    /// Velocities and angular momenta of subtrees.
    mj_subtreeVel => velocity::subtree_vel;
    /// Accelerations of bodies, and the forces between them.
    mj_rnePostConstraint => velocity::rne_post_constraint;
    /// Potential energy.
    mj_energyPos => energy::energy_pos;
    /// Kinetic energy.
    mj_energyVel => energy::energy_vel;
    /// Constraint rows.
    mj_makeConstraint => constraint::make_constraint;
    /// Islands of constrained trees.
    mj_island => constraint::island;
    /// Inertia in the space of constraints.
    mj_projectConstraint => constraint::project_constraint;
    /// Velocities and reference accelerations of constraints.
    mj_referenceConstraint => constraint::reference_constraint;
    /// Everything that depends on position.
    mj_fwdPosition => step::fwd_position;
    /// Frames, centres of mass and tendons.
    mj_fwdKinematics => step::fwd_kinematics;
    /// Everything that depends on velocity.
    mj_fwdVelocity => step::fwd_velocity;
    /// Activation rates and forces of actuators.
    mj_fwdActuation => step::fwd_actuation;
    /// The acceleration without constraints.
    mj_fwdAcceleration => step::fwd_acceleration;
    /// Sensors of positions.
    mj_sensorPos => sensor::sensor_pos;
    /// Sensors of velocities.
    mj_sensorVel => sensor::sensor_vel;
    /// Sensors of accelerations and forces.
    mj_sensorAcc => sensor::sensor_acc;
    /// What inverse dynamics needs of positions.
    mj_invPosition => inverse::inv_position;
    /// What inverse dynamics needs of velocities.
    mj_invVelocity => inverse::inv_velocity;
    /// Constraint forces of inverse dynamics.
    mj_invConstraint => inverse::inv_constraint;
    fallible {
        /// Everything that follows from the state and the inputs.
        mj_forward => |m, d| timed(d, TimerKind::Forward, |d| step::forward(m, d));
        /// The first half of a step, before controls are needed.
        mj_step1 => step::step1;
        /// The second half of a step.
        mj_step2 => step::step2;
        /// Constraint forces and the acceleration that they lead to.
        mj_fwdConstraint => step::fwd_constraint;
        /// The forces that make the acceleration `qacc`.
        mj_inverse => |m, d| timed(d, TimerKind::Inverse, |d| inverse::inverse(m, d));
        /// The difference of forward and inverse dynamics, in `solver_fwdinv`.
        mj_compareFwdInv => inverse::compare_fwd_inv;
        /// Advances the state by the semi-implicit Euler method.
        mj_Euler => integrate::euler;
        /// Advances the state by the implicit method.
        mj_implicit => integrate::implicit;
        /// Resets if a position is not a usable number.
        mj_checkPos => |m, d| lenient(d, |d| step::check_pos(m, d));
        /// Resets if a velocity is not a usable number.
        mj_checkVel => |m, d| lenient(d, |d| step::check_vel(m, d));
        /// Resets if an acceleration is not a usable number.
        mj_checkAcc => |m, d| lenient(d, |d| step::check_acc(m, d));
    }
}

/// Looks for bad numbers as MuJoCo does: they are counted and reset, whoever wrote them.
fn lenient<R>(d: &mut Data, check: impl FnOnce(&mut Data) -> R) -> R {
    let refuse = std::mem::replace(&mut d.policy.refuse_input, false);
    let done = check(d);
    d.policy.refuse_input = refuse;
    done
}

/// Advances the simulation by a timestep. Optionally, repeat nstep times.
#[pyfunction]
#[pyo3(signature = (m, d, nstep = 1))]
fn mj_step(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, nstep: i64) -> PyResult<()> {
    run(m, d, |m, d| (0..nstep).try_for_each(|_| timed(d, TimerKind::Step, |d| step::step(m, d))))?.map_err(failed)
}

/// `mj_forward` that keeps the results of stages up to `skipstage`, and of sensors if `skipsensor`.
#[pyfunction]
fn mj_forwardSkip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, skipstage: i32, skipsensor: Flag) -> PyResult<()> {
    let skip = SensorStage::of(skipstage);
    run(m, d, |m, d| step::forward_skip(m, d, skip, skipsensor.0))?.map_err(failed)
}

/// `mj_inverse` that keeps the results of stages up to `skipstage`, and of sensors if `skipsensor`.
#[pyfunction]
fn mj_inverseSkip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, skipstage: i32, skipsensor: Flag) -> PyResult<()> {
    let skip = SensorStage::of(skipstage);
    run(m, d, |m, d| inverse::inverse_skip(m, d, skip, skipsensor.0))?.map_err(failed)
}

/// Advances the state by the Runge-Kutta method of fourth order.
#[pyfunction]
#[pyo3(signature = (m, d, N))]
fn mj_RungeKutta(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, N: i32) -> PyResult<()> {
    if N != 4 {
        return Err(pyo3::exceptions::PyValueError::new_err(format!("N cannot be {N}; it is 4")));
    }
    run(m, d, |m, d| integrate::runge_kutta(m, d, &mut |_| ()))?.map_err(failed)
}
