//! Derivatives of a step with respect to parameters of the model.

use crate::model::set_const;
use crate::scratch::Need;
use crate::{Data, Model, StepError};

use super::residual::{Wanted, residuals};
use super::{Columns, Positions, check_len, linearised};
use crate::model::SensorStage;

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

    /// True if constants of the model follow from it.
    fn sets_constants(self) -> bool {
        matches!(self, Self::BodyMass(_) | Self::BodyInertia(..) | Self::DofArmature(_))
    }
}

/// How the state after a step moves with parameters of the model: row-major, one row per entry of the state and one column per
/// parameter.
///
/// The equations of motion are differenced with respect to the parameter at a fixed acceleration, which needs no solver, and
/// the change of the acceleration then follows as for any other input. Constants that the compiler derives from masses and
/// armatures move along. Parameters of actuators act on forces, not on activations.
///
/// Reads the state. The model is the same afterwards.
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
    let mut other = m.clone();
    linearised(m, d, Positions::Analytic, |m, d, step| {
        let (nv, at) = (m.nv, Columns::new(m));
        debug_assert_eq!(at.count, step.at.count);
        let mut memory = crate::scratch::Scratch::default();
        let mut s = memory.frame(Need::reals(6 * nv));
        let [plus, minus, spare] = [2, 2, 1].map(|n| s.reals(n * nv));
        for (column, &parameter) in parameters.iter().enumerate() {
            let Some(value) = parameter.of(&mut other).map(|x| *x) else { continue };
            let eps = 1e-6 * value.abs().max(1e-2);
            let mut evaluate = |d: &mut Data, shift: f64, out: &mut [f64]| {
                set(&mut other, parameter, value + shift);
                let wanted = Wanted { forces: true, integrator: !step.plain };
                residuals(&other, d, SensorStage::None, wanted, [step.qacc, step.step_acc], out, spare);
            };
            evaluate(d, eps, plus);
            evaluate(d, -eps, minus);
            set(&mut other, parameter, value);
            for (x, y) in plus.iter_mut().zip(minus.iter()) {
                *x = -(*x - y) / (2.0 * eps);
            }
            // back to the stages of the model itself
            crate::step::fwd_position(m, d);
            crate::step::fwd_velocity(m, d);
            crate::step::fwd_actuation(m, d);
            let (force, integrator) = plus.split_at_mut(nv);
            step.solve(m, d, force, integrator, spare);
            let h = m.opt.timestep;
            super::linearised::positions(m, step.next, |dof, turn| {
                let mut put = |row: usize, x: f64| out[row * parameters.len() + column] = x;
                match turn {
                    None => put(dof, h * h * force[dof]),
                    Some((_, by_velocity)) => {
                        let moved = by_velocity.mul_vec(crate::math::Vec3::from_slice(&force[dof..])) * (h * h);
                        (0..3).for_each(|k| put(dof + k, moved[k]));
                    }
                }
            });
            for i in 0..nv {
                out[(nv + i) * parameters.len() + column] = h * force[i];
            }
            for i in 0..m.na {
                out[(2 * nv + i) * parameters.len() + column] = 0.0;
            }
        }
    })
}

/// Sets a parameter and what follows from it.
fn set(m: &mut Model, parameter: Parameter, value: f64) {
    if let Some(x) = parameter.of(m) {
        *x = value;
    }
    if parameter.sets_constants() {
        let mut data = m.make_data();
        // a model that compiled has constants near it
        let _ = set_const(m, &mut data);
    }
}
