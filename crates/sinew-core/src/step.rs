//! The pipeline: only calls, in order.
//!
//! [`forward`] computes everything that follows from the present state and inputs; [`step`] then advances the state.
//! MuJoCo manual, *Computation: Forward dynamics*.

mod checks;

use crate::error::check_model;
use crate::metric::is_discrete;
use crate::model::{Disable, Enable, Integrator, SensorStage};
use crate::sleep::Awake;
use crate::solver::NotConverged;
use crate::table::Stage;
use crate::velocity::Acceleration;
use crate::{
    Data, Model, StepError, actuation, callbacks, collision, constraint, energy, integrate, inverse, metric, position,
    sensor, sleep, solver, support, taken, velocity,
};

pub use checks::{check_acc, check_pos, check_vel};
use checks::{check_ctrl, check_inputs, check_readings, good_acc};

impl Data {
    /// Advances the simulation by one timestep.
    #[doc(alias = "mj_step")]
    pub fn step(&mut self, m: &Model) -> Result<(), StepError> {
        step(m, self)
    }

    /// Computes everything that follows from the present state and inputs.
    #[doc(alias = "mj_forward")]
    pub fn forward(&mut self, m: &Model) -> Result<(), StepError> {
        forward(m, self)
    }
}

/// Advances the simulation by one timestep.
#[doc(alias = "mj_step")]
pub fn step(m: &Model, d: &mut Data) -> Result<(), StepError> {
    step_marked(m, d, &mut |_| ())
}

/// [`step`], calling `mark` as each stage ends: what a clock needs to tell where the time goes.
pub fn step_marked(m: &Model, d: &mut Data, mark: &mut impl FnMut(Stage)) -> Result<(), StepError> {
    step_stages(m, d, SensorStage::None, Seen::All, mark)
}

/// [`step`] after which nobody looks at sensors, cameras and lights: unless the dynamics needs them they stay as they are.
pub fn step_unseen(m: &Model, d: &mut Data) -> Result<(), StepError> {
    step_stages(m, d, SensorStage::None, Seen::by_nobody(m), &mut |_| ())
}

/// [`step`] that keeps the results of stages up to `skip`, and of sensors if `skip_sensor`.
#[doc(alias = "mj_stepSkip")]
pub fn step_skip(m: &Model, d: &mut Data, skip: SensorStage, skip_sensor: bool) -> Result<(), StepError> {
    step_stages(m, d, skip, Seen::without_sensors(skip_sensor), &mut |_| ())
}

fn step_stages(
    m: &Model,
    d: &mut Data,
    skip: SensorStage,
    seen: Seen,
    mark: &mut impl FnMut(Stage),
) -> Result<(), StepError> {
    check_state(m, d)?;
    forward_stages(m, d, skip, seen, mark)?;
    check_forward(m, d, seen)?;
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler => integrate::euler_skip(m, d, skip >= SensorStage::Pos)?,
        Integrator::Rk4 => integrate::runge_kutta(m, d, mark)?,
        _ => integrate(m, d)?,
    }
    mark(Stage::Integrate);
    Ok(())
}

/// What a stage finds already there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ready {
    /// frames, centres of mass, inertia, velocities of bodies and bias forces without those of tendons
    pub smooth: bool,
    /// the factor of the inertia matrix
    pub factor: bool,
    /// passive forces
    pub passive: bool,
}

impl Ready {
    pub(crate) const NOTHING: Self = Self { smooth: false, factor: false, passive: false };
}

/// Who looks at what an evaluation finds beside the dynamics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    All,
    /// no sensors
    Frames,
    /// no sensors, cameras and lights
    Nothing,
}

impl Seen {
    /// What an evaluation must find of which nobody looks at sensors, cameras and lights.
    pub(crate) fn by_nobody(m: &Model) -> Self {
        if m.nhistory == 0 && m.callbacks.is_empty() { Self::Nothing } else { Self::All }
    }

    fn without_sensors(skip: bool) -> Self {
        if skip { Self::Frames } else { Self::All }
    }
}

/// What is asked of data before a step.
pub(crate) fn check_state(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_model(m, d)?;
    check_inputs(m, d)?;
    check_pos(m, d)?;
    check_vel(m, d)?;
    check_ctrl(m, d)
}

/// The integrators that need one evaluation, one of a step in two halves among them.
pub(crate) fn integrate(m: &Model, d: &mut Data) -> Result<(), StepError> {
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler | Integrator::Rk4 => integrate::euler(m, d),
        Integrator::Implicit | Integrator::ImplicitFast => integrate::implicit(m, d),
        Integrator::ImplicitSpringDamper => integrate::implicit_spring_damper(m, d),
        Integrator::Discrete => integrate::discrete(m, d),
    }
}

/// What is asked of the acceleration that was found, and of the readings; true if all stays as the stages left it.
pub(crate) fn check_forward(m: &Model, d: &mut Data, seen: Seen) -> Result<bool, StepError> {
    let good = good_acc(m, d)?;
    if seen == Seen::All {
        check_readings(m, d)?;
    }
    if m.opt.enabled(Enable::Fwdinv) {
        inverse::compare_fwd_inv(m, d)?;
        return Ok(false);
    }
    Ok(good)
}

/// The first half of [`step`]: what does not depend on controls and applied forces, which the user may set afterwards.
#[doc(alias = "mj_step1")]
pub fn step1(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_model(m, d)?;
    check_inputs(m, d)?;
    check_pos(m, d)?;
    check_vel(m, d)?;
    position_stages(m, d, Ready::NOTHING, Seen::All, &mut |_| ());
    velocity_stages(m, d, Ready::NOTHING, Seen::All, &mut |_| ());
    control(m, d);
    callbacks::failed(d)
}

/// The second half of [`step`]. `RK4` needs the whole step at once and is replaced by `Euler`.
#[doc(alias = "mj_step2")]
pub fn step2(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_model(m, d)?;
    check_ctrl(m, d)?;
    driven_stages(m, d, &mut |_| ());
    smooth_acceleration(m, d);
    constrained_stages(m, d, Seen::All, &mut |_| ())?;
    check_forward(m, d, Seen::All)?;
    integrate(m, d)
}

/// Computes everything that follows from the present state and inputs.
#[doc(alias = "mj_forward")]
pub fn forward(m: &Model, d: &mut Data) -> Result<(), StepError> {
    forward_skip(m, d, SensorStage::None, false)
}

/// [`forward`] that keeps the results of stages up to `skip`, and of sensors and energy if `skip_sensor`.
#[doc(alias = "mj_forwardSkip")]
pub fn forward_skip(m: &Model, d: &mut Data, skip: SensorStage, skip_sensor: bool) -> Result<(), StepError> {
    check_model(m, d)?;
    forward_stages(m, d, skip, Seen::without_sensors(skip_sensor), &mut |_| ())
}

/// [`forward_skip`] on data that is known to fit, calling `mark` as each stage ends.
pub(crate) fn forward_stages(
    m: &Model,
    d: &mut Data,
    skip: SensorStage,
    seen: Seen,
    mark: &mut impl FnMut(Stage),
) -> Result<(), StepError> {
    force_stages(m, d, Ready::NOTHING, skip, seen, mark);
    smooth_acceleration(m, d);
    mark(Stage::Acceleration);
    constrained_stages(m, d, seen, mark)
}

/// The stages up to the smooth forces.
pub(crate) fn force_stages(
    m: &Model,
    d: &mut Data,
    ready: Ready,
    skip: SensorStage,
    seen: Seen,
    mark: &mut impl FnMut(Stage),
) {
    if skip < SensorStage::Pos {
        position_stages(m, d, ready, seen, mark);
    }
    if skip < SensorStage::Vel {
        velocity_stages(m, d, ready, seen, mark);
    }
    control(m, d);
    driven_stages(m, d, mark);
}

/// Position stages, their sensors, and potential energy.
fn position_stages(m: &Model, d: &mut Data, ready: Ready, seen: Seen, mark: &mut impl FnMut(Stage)) {
    position_dynamics(m, d, ready, seen, mark);
    if seen == Seen::All {
        sensor::sensor_pos(m, d);
        mark(Stage::Sensor);
    }
    if !d.flg_energypos {
        if m.opt.enabled(Enable::Energy) {
            energy::energy_pos(m, d);
        } else {
            d.energy = [0.0; 2];
        }
    }
}

/// Velocity stages, their sensors, and kinetic energy.
fn velocity_stages(m: &Model, d: &mut Data, ready: Ready, seen: Seen, mark: &mut impl FnMut(Stage)) {
    velocity_dynamics(m, d, ready, mark);
    if seen == Seen::All {
        sensor::sensor_vel(m, d);
        mark(Stage::Sensor);
    }
    if m.opt.enabled(Enable::Energy) && !d.flg_energyvel {
        energy::energy_vel(m, d);
    }
}

/// Stages that depend on controls and applied forces, up to the smooth forces.
fn driven_stages(m: &Model, d: &mut Data, mark: &mut impl FnMut(Stage)) {
    fwd_actuation(m, d);
    mark(Stage::Actuation);
    if is_discrete(m) {
        fwd_metric(m, d);
        mark(Stage::Metric);
    }
    smooth_force(m, d);
}

/// What follows from the acceleration that the smooth forces give: constraint forces, and the sensors of accelerations.
fn constrained_stages(m: &Model, d: &mut Data, seen: Seen, mark: &mut impl FnMut(Stage)) -> Result<(), StepError> {
    let solved = solver::solve(m, d);
    solved_stages(m, d, solved, seen, mark)
}

/// What follows from constraint forces.
pub(crate) fn solved_stages(
    m: &Model,
    d: &mut Data,
    solved: Result<(), NotConverged>,
    seen: Seen,
    mark: &mut impl FnMut(Stage),
) -> Result<(), StepError> {
    constrain(m, d, solved)?;
    mark(Stage::Solve);
    if seen == Seen::All {
        d.flg_rnepost = false;
        sensor::sensor_acc(m, d);
        mark(Stage::Sensor);
    }
    callbacks::failed(d)
}

/// What depends on position: frames, inertia, contacts, constraint rows, transmissions.
#[doc(alias = "mj_fwdPosition")]
pub fn fwd_position(m: &Model, d: &mut Data) {
    position_dynamics(m, d, Ready::NOTHING, Seen::All, &mut |_| ());
}

fn position_dynamics(m: &Model, d: &mut Data, ready: Ready, seen: Seen, mark: &mut impl FnMut(Stage)) {
    d.flg_energypos = false;
    if !ready.smooth {
        position::kinematics(m, d);
        position::com_pos(m, d);
    }
    if seen != Seen::Nothing {
        position::camlight(m, d);
    }
    tendons(m, d);
    mark(Stage::Kinematics);
    if !ready.smooth {
        position::crb(m, d);
    }
    position::tendon::tendon_armature(m, d);
    mark(Stage::Inertia);
    if !ready.factor {
        position::factor_m(m, d);
    }
    mark(Stage::Factor);
    collision::collision(m, d);
    if sleep::wake_collision(m, d) > 0 {
        // contacts of what woke up were left out
        sleep::update_sleep(m, d);
        collision::collision(m, d);
    }
    if sleep::wake_equality(m, d) > 0 {
        sleep::update_sleep(m, d);
    }
    mark(Stage::Collision);
    constraint::make_constraint(m, d);
    mark(Stage::Constraint);
    constraint::island(m, d);
    mark(Stage::Island);
    if !is_discrete(m) {
        constraint::project_constraint(m, d);
        mark(Stage::Project);
    }
    position::transmission(m, d);
    mark(Stage::Transmission);
}

/// Frames of bodies, geoms, sites, cameras and lights, centres of mass, tendons.
#[doc(alias = "mj_fwdKinematics")]
pub fn fwd_kinematics(m: &Model, d: &mut Data) {
    position::kinematics(m, d);
    position::com_pos(m, d);
    position::camlight(m, d);
    tendons(m, d);
}

/// Tendons, which follow the frames of bodies.
fn tendons(m: &Model, d: &mut Data) {
    position::tendon(m, d);
    if sleep::wake_tendon(m, d) > 0 {
        sleep::update_sleep(m, d);
    }
}

/// What depends on velocity: rates of tendons and actuators, velocities of bodies, passive and bias forces.
#[doc(alias = "mj_fwdVelocity")]
pub fn fwd_velocity(m: &Model, d: &mut Data) {
    velocity_dynamics(m, d, Ready::NOTHING, &mut |_| ());
}

fn velocity_dynamics(m: &Model, d: &mut Data, ready: Ready, mark: &mut impl FnMut(Stage)) {
    d.flg_subtreevel = false;
    d.flg_energyvel = false;
    velocity::tendon_velocity(m, d);
    velocity::actuator_velocity(m, d);
    mark(Stage::Velocity);
    if !ready.smooth {
        velocity::com_vel(m, d);
    }
    mark(Stage::ComVel);
    if !ready.passive {
        velocity::passive(m, d);
    }
    mark(Stage::Passive);
    if !is_discrete(m) {
        constraint::reference_constraint(m, d);
        mark(Stage::Reference);
    }
    let mut qfrc_bias = taken::take(&mut d.qfrc_bias);
    if !ready.smooth {
        velocity::rne(m, d, Acceleration::None, &mut qfrc_bias);
    }
    position::tendon::tendon_bias(m, d, &mut qfrc_bias);
    d.qfrc_bias = taken::back(qfrc_bias);
    mark(Stage::Bias);
}

/// The user's control function, if the model has one.
fn control(m: &Model, d: &mut Data) {
    if !m.opt.disabled(Disable::Actuation) {
        callbacks::control(m, d);
    }
}

/// Activation rates and forces of the actuators.
#[doc(alias = "mj_fwdActuation")]
pub fn fwd_actuation(m: &Model, d: &mut Data) {
    actuation::fwd_actuation(m, d);
}

/// The effective metric of the integrator `discrete`, and the constraints in it: inertia with the damping and stiffness
/// that act at the end of the step.
pub fn fwd_metric(m: &Model, d: &mut Data) {
    metric::effective_metric(m, d);
    constraint::discrete_constraint(m, d);
}

/// All forces but those of constraints, and the acceleration that they give: `M q̈ = f`.
///
/// Reads `qfrc_passive`, `qfrc_bias`, `qfrc_applied`, `qfrc_actuator`, `xfrc_applied`. Writes `qfrc_smooth`,
/// `qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub fn fwd_acceleration(m: &Model, d: &mut Data) {
    smooth_force(m, d);
    smooth_acceleration(m, d);
}

/// All forces but those of constraints.
fn smooth_force(m: &Model, d: &mut Data) {
    let awake = Awake::of(m, d);
    let n = m.nv;
    let (smooth, passive, bias) = (&mut d.qfrc_smooth[..n], &d.qfrc_passive[..n], &d.qfrc_bias[..n]);
    let (applied, actuator) = (&d.qfrc_applied[..n], &d.qfrc_actuator[..n]);
    let sum = |i: usize| passive[i] - bias[i] + applied[i] + actuator[i];
    if awake.is_partial() {
        awake.dofs(&d.dof_awake_ind).for_each(|i| smooth[i] = sum(i));
    } else {
        (0..n).for_each(|i| smooth[i] = sum(i));
    }
    let bodies = awake.bodies(&d.body_awake_ind).filter(|&b| b > 0);
    support::xfrc_accumulate_with(m, bodies, &d.cdof, &d.subtree_com, &d.xipos, &d.xfrc_applied, &mut d.qfrc_smooth);
}

/// The acceleration that the smooth forces give.
pub(crate) fn smooth_acceleration(m: &Model, d: &mut Data) {
    let awake = Awake::of(m, d);
    if is_discrete(m) {
        metric::solve_smooth(m, d);
        return;
    }
    if awake.is_partial() {
        awake.dofs(&d.dof_awake_ind).for_each(|i| d.qacc_smooth[i] = d.qfrc_smooth[i]);
    } else {
        d.qacc_smooth.copy_from_slice(&d.qfrc_smooth);
    }
    let factor = (&*d.qLD, &*d.qLDiagInv);
    position::solve_awake(m, awake, &d.dof_awake_ind, &mut d.kept.tiles, factor, &mut d.qacc_smooth);
}

/// Constraint forces, and the acceleration with them; without constraints that of the smooth forces.
///
/// Reads `qacc_smooth`, `qacc_warmstart` and the constraint rows. Writes `qacc`, `qfrc_constraint`, `efc_force`,
/// `efc_state`, `efc_b`, `solver*`. In strict mode a solver that stops before its tolerance is an error.
#[doc(alias = "mj_fwdConstraint")]
pub fn fwd_constraint(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let solved = solver::solve(m, d);
    constrain(m, d, solved)
}

/// What is left to do once the solver has ended.
fn constrain(m: &Model, d: &mut Data, solved: Result<(), NotConverged>) -> Result<(), StepError> {
    if is_discrete(m) {
        integrate::free_bodies(m, d);
    }
    match solved {
        Err(stopped) if d.policy.strict => Err(StepError::SolverFailed {
            iterations: stopped.iterations,
            residual: stopped.residual,
            tolerance: m.opt.tolerance,
        }),
        _ => Ok(()),
    }
}
