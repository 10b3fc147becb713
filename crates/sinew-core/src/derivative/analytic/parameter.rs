//! Derivatives of a step with respect to parameters of the model.

use crate::derivative::integration::positions;
use crate::math::Vec3;
use crate::model::{InertialConst, SensorStage, inertial_const_need, set_inertial_const};
use crate::scratch::Need;
use crate::{Data, Model, StepError};

use super::linearised::Linearised;
use super::residual::{Wanted, residuals};
use super::{Memory, Positions, Share, check_len, linearise};

/// A number of the model that a step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// mass of a body
    BodyMass(usize),
    /// principal moment of inertia of a body, and which
    BodyInertia(usize, usize),
    /// damping of a dof
    DofDamping(usize),
    /// armature of a dof
    DofArmature(usize),
    /// friction loss of a dof
    DofFrictionloss(usize),
    /// stiffness of a joint
    JointStiffness(usize),
    /// friction of a geom: sliding, spinning, rolling
    GeomFriction(usize, usize),
    /// stiffness of a tendon
    TendonStiffness(usize),
    /// damping of a tendon
    TendonDamping(usize),
    /// gain parameter of an actuator, and which
    ActuatorGain(usize, usize),
    /// bias parameter of an actuator, and which
    ActuatorBias(usize, usize),
    /// component of gravity
    Gravity(usize),
}

impl Parameter {
    /// Where it is in the model; none if there is no such body, joint or other object.
    pub fn of(self, m: &mut Model) -> Option<&mut f64> {
        match self {
            Self::BodyMass(b) => m.body_mass.get_mut(b),
            Self::BodyInertia(b, k) => m.body_inertia.get_mut(b)?.0.get_mut(k),
            Self::DofDamping(i) => m.dof_damping.get_mut(i),
            Self::DofArmature(i) => m.dof_armature.get_mut(i),
            Self::DofFrictionloss(i) => m.dof_frictionloss.get_mut(i),
            Self::JointStiffness(j) => m.jnt_stiffness.get_mut(j),
            Self::GeomFriction(g, k) => m.geom_friction.get_mut(g)?.get_mut(k),
            Self::TendonStiffness(t) => m.tendon_stiffness.get_mut(t),
            Self::TendonDamping(t) => m.tendon_damping.get_mut(t),
            Self::ActuatorGain(a, k) => m.actuator_gainprm.get_mut(a)?.get_mut(k),
            Self::ActuatorBias(a, k) => m.actuator_biasprm.get_mut(a)?.get_mut(k),
            Self::Gravity(k) => m.opt.gravity.0.get_mut(k),
        }
    }

    /// What a change is small against: most parameters enter the equations linearly, but masses and inertias, with armature
    /// among them, must stay positive.
    fn size(self, m: &Model, value: f64) -> f64 {
        match self {
            Self::BodyMass(_) | Self::BodyInertia(..) if value != 0.0 => value.abs(),
            Self::DofArmature(i) if m.dof_M0[i] > 0.0 => m.dof_M0[i],
            _ => value.abs().max(0.1),
        }
    }

    /// True if constants of the model follow from it.
    fn sets_constants(self) -> bool {
        matches!(self, Self::BodyMass(_) | Self::BodyInertia(..) | Self::DofArmature(_))
    }
}

/// How the state after a step moves with parameters of the model: row-major, one row per entry of the state and one column per
/// parameter.
///
/// The equations of motion are differenced with respect to the parameter at a fixed acceleration, which needs no solver, and
/// the change of the acceleration then follows as for any other input. Constants that the compiler derives from masses,
/// inertias and armatures move along. Parameters of actuators act on forces, not on activations.
///
/// Reads the state. The model is the same afterwards. Allocates nothing once memory has grown.
pub fn transition_parameters(
    m: &mut Model,
    d: &mut Data,
    parameters: &[Parameter],
    out: &mut [f64],
) -> Result<(), StepError> {
    let rows = 2 * m.nv + m.na;
    check_len(out, rows * parameters.len())?;
    if parameters.iter().any(|p| p.of(m).is_none()) {
        return Err(StepError::Unsupported("a parameter names an object that the model does not have"));
    }
    let mut memory = Memory::take(d);
    let done =
        linearise(m, d, Positions::Analytic, Share::ALL, &mut memory).map(|step| columns(m, d, step, parameters, out));
    memory.put_back(d);
    done
}

/// Memory of [`columns`].
pub(super) fn need(m: &Model) -> Need {
    Need::reals(m.nq + 5 * m.nv).and(inertial_const_need(m))
}

/// One column after another.
fn columns(m: &mut Model, d: &mut Data, mut step: Linearised<'_>, parameters: &[Parameter], out: &mut [f64]) {
    let (nv, na, h) = (m.nv, m.na, m.opt.timestep);
    let mut s = std::mem::take(&mut step.rest);
    let qpos = s.reals(m.nq);
    qpos.copy_from_slice(&d.qpos);
    let [plus, minus, spare] = [2, 2, 1].map(|n| s.reals(n * nv));
    let constants = InertialConst::of(m, &mut s);
    let wanted = Wanted { forces: true, integrator: !step.plain };
    for (column, &parameter) in parameters.iter().enumerate() {
        let Some(value) = parameter.of(m).map(|x| *x) else { continue };
        let eps = 1e-4 * parameter.size(m, value);
        let mut evaluate = |m: &mut Model, shift: f64, out: &mut [f64]| {
            set(m, parameter, value + shift);
            if parameter.sets_constants() {
                set_inertial_const(m, d, s.sub());
                d.qpos.copy_from_slice(qpos);
            }
            residuals(m, d, SensorStage::None, wanted, [step.qacc, step.step_acc], out, spare);
        };
        evaluate(m, eps, plus);
        evaluate(m, -eps, minus);
        set(m, parameter, value);
        if parameter.sets_constants() {
            constants.restore(m);
        }
        for (x, y) in plus.iter_mut().zip(minus.iter()) {
            *x = -(*x - y) / (2.0 * eps);
        }
        // back to the stages of the model itself
        crate::step::fwd_position(m, d);
        crate::step::fwd_velocity(m, d);
        crate::step::fwd_actuation(m, d);

        let (force, integrator) = plus.split_at_mut(nv);
        step.solve(m, d, force, integrator, spare);
        let mut put = |row: usize, x: f64| out[row * parameters.len() + column] = x;
        positions(m, step.next, |dof, turn| match turn {
            None => put(dof, h * h * force[dof]),
            Some((_, by_velocity)) => {
                let moved = by_velocity.mul_vec(Vec3::from_slice(&force[dof..])) * (h * h);
                (0..3).for_each(|k| put(dof + k, moved[k]));
            }
        });
        (0..nv).for_each(|i| put(nv + i, h * force[i]));
        (0..na).for_each(|i| put(2 * nv + i, 0.0));
    }
}

fn set(m: &mut Model, parameter: Parameter, value: f64) {
    if let Some(x) = parameter.of(m) {
        *x = value;
    }
}
