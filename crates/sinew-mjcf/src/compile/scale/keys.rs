//! Keyframes: states were written for the model without scales.

use sinew_core::math::{Mat3, Vec3};
use sinew_core::model::{CtrlInput, JointType, Model};

/// Factors of what keyframes hold, by the numbers of joints, mocap bodies, tendons and actuators.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Keys {
    pub(super) joints: Vec<f64>,
    /// how points of the world move with the frames around free joints and mocap bodies
    pub(super) free: Vec<Affine>,
    pub(super) mocap: Vec<Affine>,
    pub(super) tendons: Vec<f64>,
    pub(super) actuators: Vec<Inputs>,
}

/// A map of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub turn: Mat3,
    /// a point before and after
    pub from: Vec3,
    pub to: Vec3,
}

impl Affine {
    fn point(&self, p: Vec3) -> Vec3 {
        self.to + self.turn.mul_vec(p - self.from)
    }
}

/// Factors of the inputs and activations of an actuator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs {
    /// position and velocity inputs
    pub coordinate: f64,
    /// a feedforward input
    pub force: f64,
    /// the one input of other actuators
    pub control: f64,
    /// activations
    pub activation: f64,
}

impl Keys {
    /// Coordinates that a keyframe gives, scaled.
    pub fn qpos(&self, m: &Model, qpos: &mut [f64]) {
        let mut free = self.free.iter();
        for (j, &factor) in self.joints.iter().enumerate() {
            let at = m.jnt_qposadr[j] as usize;
            match JointType::of(m.jnt_type[j]) {
                JointType::Free => {
                    let Some((map, p)) = free.next().zip(qpos.get_mut(at..at + 3)) else { continue };
                    p.copy_from_slice(&map.point(Vec3::from_slice(p)).0);
                }
                JointType::Slide => qpos.iter_mut().skip(at).take(1).for_each(|q| *q *= factor),
                _ => {}
            }
        }
    }

    /// Velocities that a keyframe gives, scaled.
    pub fn qvel(&self, m: &Model, qvel: &mut [f64]) {
        let mut free = self.free.iter();
        for (j, &factor) in self.joints.iter().enumerate() {
            let at = m.jnt_dofadr[j] as usize;
            match JointType::of(m.jnt_type[j]) {
                JointType::Free => {
                    let Some((map, v)) = free.next().zip(qvel.get_mut(at..at + 3)) else { continue };
                    v.copy_from_slice(&map.turn.mul_vec(Vec3::from_slice(v)).0);
                }
                JointType::Slide => qvel.iter_mut().skip(at).take(1).for_each(|v| *v *= factor),
                _ => {}
            }
        }
    }

    /// Positions of mocap bodies, scaled.
    pub fn mpos(&self, mpos: &mut [f64]) {
        for (map, p) in self.mocap.iter().zip(mpos.chunks_exact_mut(3)) {
            p.copy_from_slice(&map.point(Vec3::from_slice(p)).0);
        }
    }

    /// Activations, scaled.
    pub fn act(&self, m: &Model, act: &mut [f64]) {
        for (a, inputs) in self.actuators.iter().enumerate() {
            let (at, n) = (m.actuator_actadr[a].max(0) as usize, m.actuator_actnum[a] as usize);
            act.iter_mut().skip(at).take(n).for_each(|x| *x *= inputs.activation);
        }
    }

    /// Controls, scaled.
    pub fn ctrl(&self, m: &Model, ctrl: &mut [f64]) {
        for (a, inputs) in self.actuators.iter().enumerate() {
            let bits = m.actuator_ctrlspec[a];
            let kinds = [
                (CtrlInput::Pos, inputs.coordinate),
                (CtrlInput::Vel, inputs.coordinate),
                (CtrlInput::Ff, inputs.force),
            ];
            let mut factors = kinds.into_iter().filter(|(bit, _)| bits & *bit as i32 != 0).map(|(_, factor)| factor);
            let (at, n) = (m.actuator_ctrladr[a].max(0) as usize, m.actuator_ctrlnum[a] as usize);
            for x in ctrl.iter_mut().skip(at).take(n) {
                *x *= factors.next().unwrap_or(inputs.control);
            }
        }
    }

    /// Plastic states of springs, scaled.
    pub fn plastic(&self, m: &Model, plastic: &mut [f64]) {
        let joints = self.joints.iter().zip(m.jnt_plasticadr.iter()).map(|(&factor, &at)| (factor, at, 1));
        let tendons = self.tendons.iter().zip(m.tendon_plasticadr.iter()).map(|(&factor, &at)| (factor, at, 2));
        for (factor, at, n) in joints.chain(tendons) {
            if let Ok(at) = usize::try_from(at) {
                plastic.iter_mut().skip(at).take(n).for_each(|x| *x *= factor);
            }
        }
    }
}
