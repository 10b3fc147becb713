//! Derivatives of a step in closed form, through the constraint solver and the integrator.
//!
//! The acceleration `q̈` solves `r(x; q̈) = M q̈ + c - τ - Jᵀ f(J q̈ - a_ref) = 0`, the optimality condition of the convex
//! problem that the solver minimises. By the implicit function theorem `∂q̈/∂x = -H⁻¹ ∂r/∂x`, with `H = M + Jᵀ ∇²s J` the
//! Hessian of that problem. The integrator then solves `M̂ a = M q̈` for the acceleration of the whole step.
//!
//! ```text
//! flow         motions of bodies, and what of them is there before each dof
//! bodies       inverse dynamics of the bodies by position and velocity
//! passive      springs, dampers, the medium, forces fixed in the world
//! tendon       how gradients of tendon lengths bend
//! actuator     forces and activations by length, velocity, activation and control
//! row          friction loss, limits, couplings
//! equality     connect and weld
//! contact      friction cones; geometry: how contact points move with the geoms; curved: nearest points of surfaces
//! metric       springs, dampers and feedback at the end of the step; scaling: how row masses follow them
//! integrator   the equation of the integrator
//! linearised   matrices, products with them and with their transposes
//! residual     differences of the equations at a fixed acceleration, for what is left
//! ```
//!
//! Differences of the equations at a fixed acceleration, which need no solver, stand in for closed forms where a model has
//! slider-cranks, transmissions by two sites, by orientation or by adhesion, distance constraints, moving surfaces or tendons
//! with armature; with a medium also for the matrices of `implicit`, `implicitfast` and `discrete`. Contacts of shapes other
//! than spheres, capsules, ellipsoids and planes difference the collider alone, tendons around obstacles the path alone, and
//! actuators with curves or states their own law alone.

mod actuator;
mod assemble;
mod bodies;
mod contact;
mod curved;
mod equality;
mod equations;
mod flow;
mod geometry;
mod integrator;
mod linear;
mod linearised;
mod metric;
mod parameter;
mod passive;
mod residual;
mod response;
mod row;
mod scaling;
mod tendon;

use std::ops::Range;

use crate::math::dense::{chol_factor, lu_factor};
use crate::math::{MINVAL, Spatial, Vec3};
use crate::metric::is_discrete;
use crate::model::{ConstraintType, Disable, EqType, SensorStage, TrnType};
use crate::scratch::{Frame, Need, Scratch};
use crate::{Data, Id, Model, StepError, step};

use bodies::Loads;
use contact::Buffers;
use equality::Flows;
use equations::Equations;
use flow::Flow;
use linearised::Linearised;
use metric::Sink;
pub use parameter::{Parameter, transition_parameters};
use scaling::Scaling;

use super::difference::{Saved, check_supported};
use super::transition::Transition;

/// Where each kind of input starts among the columns: positions from zero on, velocities, activations, controls.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub velocity: usize,
    pub activation: usize,
    pub control: usize,
    pub count: usize,
}

impl Columns {
    pub fn new(m: &Model) -> Self {
        let (velocity, activation, control) = (m.nv, 2 * m.nv, 2 * m.nv + m.na);
        Self { velocity, activation, control, count: control + m.nu }
    }
}

/// A share of the columns: every so many, so that shares cost about the same. Columns are inputs in the order positions,
/// velocities, activations, controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// first column
    pub first: usize,
    /// distance of columns, and number of shares that make a whole
    pub stride: usize,
}

impl Share {
    /// All columns.
    pub const ALL: Self = Self { first: 0, stride: 1 };

    /// How many columns of so many there are in it.
    pub fn len(self, columns: usize) -> usize {
        columns.saturating_sub(self.first).div_ceil(self.stride.max(1))
    }

    /// Those of a range.
    pub(super) fn columns(self, range: Range<usize>) -> impl DoubleEndedIterator<Item = usize> {
        range.filter(move |&column| column % self.stride.max(1) == self.first)
    }
}

/// How the derivatives with respect to position are found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Positions {
    /// in closed form
    #[default]
    Analytic,
    /// by centred differences of this size, of the equations of motion at a fixed acceleration
    Differences(f64),
}

/// Size of the differences that stand in for closed forms.
const STEP: f64 = 1e-6;

/// Derivatives of one step in closed form; sensors are not among them.
///
/// Exact at a converged solution of the constraint problem and away from the places where a contact, a limit or a friction
/// force switches: there the step has no derivative. The solver's tolerance bounds how far the solution is from the
/// optimum, and with it the error.
///
/// Reads the state. Writes the matrices and the results of the stages at the state, which stays what it is.
/// O(nv³ + nefc · depth²), allocates nothing once memory has grown.
pub fn transition_analytic(
    m: &Model,
    d: &mut Data,
    positions: Positions,
    out: Transition<'_>,
) -> Result<(), StepError> {
    if out.c.is_some() || out.d.is_some() {
        return Err(StepError::Unsupported("derivatives of sensors have no closed form; use differences"));
    }
    out.check(m)?;
    let mut memory = Memory::take(d);
    let done = linearise(m, d, positions, Share::ALL, &mut memory).map(|step| step.matrices(m, d, out));
    memory.put_back(d);
    done
}

/// Columns of `A` and `B` side by side that fall into a share, one after another, each of `2 nv + na` numbers.
///
/// Shares of several calls, each with a `Data` of its own, make up the matrices of [`transition_analytic`] to the last bit.
pub fn transition_analytic_columns(
    m: &Model,
    d: &mut Data,
    positions: Positions,
    share: Share,
    out: &mut [f64],
) -> Result<(), StepError> {
    check_len(out, (2 * m.nv + m.na) * share.len(Columns::new(m).count))?;
    let mut memory = Memory::take(d);
    let done = linearise(m, d, positions, share, &mut memory).map(|step| step.columns(m, d, share, out));
    memory.put_back(d);
    done
}

/// How the state after a step moves when the state and the controls move by `dx` and `du`: `out = A dx + B du`.
///
/// Forms neither matrix and solves for one right side only.
pub fn transition_jvp(m: &Model, d: &mut Data, dx: &[f64], du: &[f64], out: &mut [f64]) -> Result<(), StepError> {
    let n = 2 * m.nv + m.na;
    check_len(dx, n)?;
    check_len(du, m.nu)?;
    check_len(out, n)?;
    let mut memory = Memory::take(d);
    let done =
        linearise(m, d, Positions::Analytic, Share::ALL, &mut memory).map(|step| step.forward(m, d, dx, du, out));
    memory.put_back(d);
    done
}

/// Gradient of `weight · x⁺` with respect to the state and the controls: `dx = Aᵀ w`, `du = Bᵀ w`.
///
/// Forms neither matrix and solves for one right side only.
pub fn transition_vjp(
    m: &Model,
    d: &mut Data,
    weight: &[f64],
    dx: &mut [f64],
    du: &mut [f64],
) -> Result<(), StepError> {
    let n = 2 * m.nv + m.na;
    check_len(weight, n)?;
    check_len(dx, n)?;
    check_len(du, m.nu)?;
    let mut memory = Memory::take(d);
    let linear = linearise(m, d, Positions::Analytic, Share::ALL, &mut memory);
    let done = linear.map(|step| step.backward(m, d, weight, dx, du));
    memory.put_back(d);
    done
}

fn check_len(x: &[f64], size: usize) -> Result<(), StepError> {
    if x.len() == size { Ok(()) } else { Err(StepError::Unsupported("a vector of derivatives has the wrong length")) }
}

/// Memory of a step linearised, taken from `Data` meanwhile.
struct Memory([Scratch; 2]);

impl Memory {
    fn take(d: &mut Data) -> Self {
        Self([std::mem::take(&mut d.drivers.difference), std::mem::take(&mut d.drivers.derivative)])
    }

    fn put_back(self, d: &mut Data) {
        [d.drivers.difference, d.drivers.derivative] = self.0;
    }
}

/// Linearises a step. What has no closed form is found for the columns of a share only.
fn linearise<'a>(
    m: &Model,
    d: &mut Data,
    positions: Positions,
    share: Share,
    Memory([first, second]): &'a mut Memory,
) -> Result<Linearised<'a>, StepError> {
    check_supported(m)?;
    if m.nhistory > 0 {
        return Err(StepError::Unsupported("derivatives in closed form do not support delays"));
    }
    if m.opt.noslip_iterations > 0 {
        return Err(StepError::Unsupported("derivatives in closed form do not support noslip; use differences"));
    }
    let at = Columns::new(m);
    let (nv, n) = (m.nv, at.count);

    // one step, and back
    let mut s = first.frame(Need::reals(m.nq + 5 * nv + m.na + m.nplastic + m.nu));
    let mut start = Saved::new(m, &mut s);
    let (qacc, step_acc, next) = (s.reals(nv), s.reals(nv), s.reals(nv));
    start.save(d);
    let stepped = step::step_skip(m, d, SensorStage::None, true);
    next.copy_from_slice(&d.qvel);
    integrator::continuous(m, d, qacc);
    for i in 0..nv {
        step_acc[i] = (next[i] - start.qvel[i]) / m.opt.timestep;
    }
    start.restore(d);
    stepped?;

    let need = Need::reals(2 * nv * n + 2 * nv * nv + m.na * n).and(Need::ints(2 * nv));
    let mut s = second.frame(need.and(work_need(m, d.nefc).or(Need::reals(3 * nv)).or(parameter::need(m))));

    // the linearised equations, their matrices factored; singular only if the step itself was
    let (forces, integrator) = (s.reals(nv * n), s.reals(nv * n));
    let (hessian, implicit) = (s.reals(nv * nv), s.reals(nv * nv));
    let (activation, pivots) = (s.reals(m.na * n), [s.ints(nv), s.ints(nv)]);
    equations(m, d, at, positions, share, [qacc, step_acc], forces, integrator, hessian, activation, s.sub());
    if is_discrete(m) {
        // bodies that float alone have blocks that are not symmetric
        let _ = lu_factor(hessian, pivots[0]);
    } else {
        let _ = chol_factor(hessian, nv, MINVAL);
    }
    let plain = integrator::is_plain(m, d);
    if !plain {
        integrator::matrix(m, d, implicit);
        let _ = lu_factor(implicit, pivots[1]);
    }
    Ok(Linearised {
        at,
        qacc,
        step_acc,
        next,
        forces,
        integrator,
        hessian,
        implicit,
        pivots,
        activation,
        plain,
        rest: s,
    })
}

/// Memory of [`equations`], the constraints' apart.
fn work_need(m: &Model, nefc: usize) -> Need {
    let flows = Flow::need(m).and(Flow::need(m)).and(Flow::need(m));
    let row = m.nv * m.nv;
    let scaling = if is_discrete(m) && nefc > 0 { Scaling::need(m) } else { Need::default() };
    flows
        .and(scaling)
        .and(Loads::need(m))
        .and(tendon::need(m))
        .and(Need::ints(2 * m.nv))
        .and(Need::rows::<Spatial>(m.nv))
        .and(Need::reals(row + nefc))
        .and(bodies::slopes_need(m).or(actuator::implicit_need(m)).or(residual::need(m)).or(integrator::need(m)))
}

/// The equations of motion and of the integrator linearised at the present state, and the next activations.
fn equations(
    m: &Model,
    d: &mut Data,
    at: Columns,
    positions: Positions,
    share: Share,
    [qacc, step_acc]: [&[f64]; 2],
    forces: &mut [f64],
    integrator: &mut [f64],
    hessian: &mut [f64],
    activation: &mut [f64],
    mut s: Frame<'_>,
) {
    let nv = m.nv;
    integrator::inertia(m, d, hessian);
    let (mut velocity, mut push, mut acceleration) = (Flow::new(m, &mut s), Flow::new(m, &mut s), Flow::new(m, &mut s));
    velocity.set(m, &d.cdof, &d.qvel);
    push.set(m, &d.cdof, qacc);
    let gravity = if m.opt.disabled(Disable::Gravity) { Vec3::ZERO } else { m.opt.gravity };
    acceleration.set_acceleration(m, &d.cdof, &velocity, &d.qvel, qacc, Spatial::new(Vec3::ZERO, -gravity));

    let medium = passive::has_medium(m);
    let mut loads = Loads::new(m, medium && !m.opt.wind.is_zero(), &mut s);
    let mut eq = Equations { at, nv, forces, hessian };
    let curvature = tendon::curvatures(m, d, &mut s);
    let mut buffers = Buffers { chain: s.ints(2 * nv), motion: s.rows(nv) };
    let bend = s.reals(nv * nv);
    let violations = s.reals(d.nefc);
    response::violations(d, qacc, violations);
    let mut scaling = (is_discrete(m) && d.nefc > 0).then(|| Scaling::new(m, d, &mut s));

    // forces, from the outside in
    passive::add_springs_dampers(m, d, &curvature, &mut eq);
    passive::add_fixed(m, d, &mut loads, &mut eq);
    if medium {
        passive::add_medium(m, d, &mut loads);
    }
    actuator::add_actuators(m, d, &velocity, &curvature, loads.turning, activation, &mut eq, s.sub());
    if is_discrete(m) {
        let diagonal = scaling.as_mut().map(|scaling| &mut *scaling.diagonal);
        let mut sink = Sink { at, forces: eq.forces, diagonal };
        metric::add_joints(m, d, qacc, &mut sink);
        metric::add_tendons(m, d, qacc, &curvature, &mut sink);
        actuator::add_metric(m, d, qacc, &velocity, &curvature, &mut sink, s.sub());
    }
    let flows = Flows { velocity: &velocity, push: &push, acceleration: &acceleration };
    let mut row = 0;
    while row < d.ne + d.nf + d.nl {
        let kind = ConstraintType::of(d.efc_type[row]);
        let pair = kind == ConstraintType::Equality
            && matches!(EqType::of(m.eq_type[d.efc_id[row].ix()]), EqType::Connect | EqType::Weld);
        row += if pair {
            equality::add_pair(m, d, row, &flows, loads.fixed, &mut buffers, scaling.as_mut(), &mut eq)
        } else {
            row::add_row(m, d, row, qacc, &curvature, bend, scaling.as_mut(), &mut eq);
            1
        };
    }
    for id in 0..d.contact.len() {
        let contact = &d.contact[id];
        if contact.efc_address >= 0 || (contact.adhesion != 0.0 && contact.exclude <= 1) {
            let scaling = scaling.as_mut();
            contact::add_contact(m, d, id, violations, &velocity, &push, loads.fixed, &mut buffers, scaling, &mut eq);
        }
    }

    // inertia of the bodies
    loads.add_inertial(m, d, &velocity, &acceleration);
    loads.gather(m);
    bodies::add_slopes(m, d, &velocity, &acceleration, &loads, [true; 2], 1.0, at, eq.forces, s.sub());

    if is_discrete(m) {
        let flows = [&mut push, &mut acceleration];
        integrator::add_gyroscopic(m, d, at, qacc, flows, &mut loads, eq.forces, s.sub());
    }
    let flows = [&mut velocity, &mut push, &mut acceleration];
    integrator::add_slopes(m, d, at, [qacc, step_acc], flows, &mut loads, &curvature, integrator, s.sub());

    // what has no closed form
    let step = if let Positions::Differences(eps) = positions { Some(eps) } else { None };
    let wanted = residual::Wanted {
        forces: step.is_some() || !has_closed_form(m),
        integrator: !integrator::has_closed_form(m, d),
    };
    if wanted.forces || wanted.integrator {
        let range = if is_discrete(m) || wanted.integrator {
            0..at.count
        } else if has_heavy_tendons(m) {
            // their inertia makes forces that depend on velocity
            0..at.activation
        } else {
            0..nv
        };
        residual::columns(
            m,
            d,
            at,
            share.columns(range),
            step.unwrap_or(STEP),
            wanted,
            [qacc, step_acc],
            eq.forces,
            integrator,
            s.sub(),
        );
    }
}

/// True if every force that depends on position does so in a form that is differentiated here.
fn has_closed_form(m: &Model) -> bool {
    let transmissions = (0..m.nactuator).all(|a| match TrnType::of(m.actuator_trntype[a]) {
        TrnType::Joint | TrnType::JointInParent | TrnType::Tendon | TrnType::Undefined => true,
        TrnType::Site => m.actuator_trnid[a][1] < 0,
        TrnType::SliderCrank | TrnType::Body | TrnType::So3 => false,
    });
    let distances = (0..m.neq).any(|e| EqType::of(m.eq_type[e]) == EqType::Distance);
    let discrete =
        !is_discrete(m) || (integrator::feedback_is_straight(m) && !passive::has_medium(m) && !m.flg_adhesion);
    transmissions && !distances && !has_heavy_tendons(m) && !m.flg_surfacevel && discrete
}

/// True if tendons have inertia of their own, or of an actuator.
fn has_heavy_tendons(m: &Model) -> bool {
    (0..m.ntendon).any(|t| m.tendon_armature[t] != 0.0 || m.tendon_actuatorid[t] != -1)
}
