//! Keyframes of attached models: their numbers, put where the attached joints, mocap bodies and actuators went.

use sinew_core::model::{DynType, JointType};

use super::Reader;
use super::bodies::Node;
use crate::compile::pose::{Pose, resolve};
use crate::spec::{Actuator, Body, Compiler, Joint, Key, Spec};

/// A keyframe that waits until the whole model is known.
pub(super) struct Pending {
    key: Key,
    /// addresses in the attached model, and bodies of this one
    bodies: Vec<(Address, usize)>,
    /// actuators of the attached model that came along, with their numbers there
    actuators: Vec<(usize, Actuator)>,
    /// activation of each actuator there
    activations: Vec<Option<usize>>,
}

/// Where the coordinates of a body begin.
#[derive(Clone, Copy, Default)]
pub(super) struct Address {
    qpos: usize,
    qvel: usize,
    mocap: usize,
}

/// Numbers of positions and of velocities of a joint.
fn size(joint: &Joint) -> (usize, usize) {
    match joint.type_ {
        JointType::Free => (7, 6),
        JointType::Ball => (4, 3),
        JointType::Slide | JointType::Hinge => (1, 1),
    }
}

/// Addresses of all bodies, and how much there is in all.
pub(super) fn addresses<'a>(bodies: impl Iterator<Item = &'a Body>) -> (Vec<Address>, Address) {
    let mut at = Address::default();
    let mut all = Vec::new();
    for body in bodies {
        all.push(at);
        for (nq, nv) in body.joints.iter().map(size) {
            (at.qpos, at.qvel) = (at.qpos + nq, at.qvel + nv);
        }
        at.mocap += usize::from(body.mocap);
    }
    (all, at)
}

/// The activation of each actuator, if it has one; several of one actuator are not told apart.
fn activations(actuators: &[Actuator]) -> Vec<Option<usize>> {
    let mut next = 0;
    let mut one = |actuator: &Actuator| {
        let active = actuator.dyntype != DynType::None;
        next += usize::from(active);
        active.then(|| next - 1)
    };
    actuators.iter().map(&mut one).collect()
}

impl Reader<'_> {
    /// Keeps the keyframes of a model that is being attached; `starts` are its addresses, `placed` pairs its bodies with ours.
    pub(super) fn keep_keys(
        &mut self,
        child: &Spec,
        starts: &[Address],
        placed: &[(usize, usize)],
        naming: &super::naming::Naming,
        came: &[(usize, Actuator)],
    ) {
        if child.keys.is_empty() {
            return;
        }
        for key in &child.keys {
            let mut key = key.clone();
            naming.name(&mut key.name);
            naming.place(&mut key.at);
            self.keys.push(Pending {
                key,
                bodies: placed.iter().map(|&(from, to)| (starts[from], to)).collect(),
                actuators: came.to_vec(),
                activations: activations(&child.actuators),
            });
        }
    }

    /// Lets the keyframes from `first` on, which were read inside a pattern for copies, set the state of the first copy:
    /// the pattern's bodies began at `pattern`, those of the copy at `copy`; `actuators` pairs the pattern's with the copy's.
    pub(super) fn follow_copy(
        &mut self,
        first: usize,
        pattern: usize,
        copy: usize,
        actuators: &[(Actuator, Actuator)],
    ) {
        for pending in &mut self.keys[first..] {
            for (_, body) in &mut pending.bodies {
                *body = *body - pattern + copy;
            }
            for (_, actuator) in &mut pending.actuators {
                if let Some((_, copied)) = actuators.iter().find(|(original, _)| original == actuator) {
                    actuator.clone_from(copied);
                }
            }
        }
    }

    /// Completes the keyframes of attached models and adds them to those of the model.
    pub(super) fn finish_keys(&mut self) {
        if self.keys.is_empty() {
            return;
        }
        let (starts, total) = addresses(self.tree.iter().map(|node| &node.body));
        let rest = self.rest();
        let active = activations(&self.spec.actuators);
        for pending in std::mem::take(&mut self.keys) {
            let from = &pending.key;
            let mut key = Key { name: from.name.clone(), at: from.at, time: from.time, ..Key::default() };
            if !from.qpos.is_empty() {
                key.qpos.clone_from(&rest);
            }
            let some = |given: &[f64], n: usize| if given.is_empty() { Vec::new() } else { vec![0.0; n] };
            key.qvel = some(&from.qvel, total.qvel);
            key.ctrl = some(&from.ctrl, self.spec.actuators.len());
            key.act = some(&from.act, active.iter().flatten().count());
            (key.mpos, key.mquat) = (Vec::new(), Vec::new());
            if !from.mpos.is_empty() || !from.mquat.is_empty() {
                (key.mpos, key.mquat) = self.mocap_rest();
            }
            for &(there, body) in &pending.bodies {
                let here = starts[body];
                let (nq, nv) = self.tree[body].body.joints.iter().map(size).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                carry(&from.qpos, there.qpos, &mut key.qpos, here.qpos, nq);
                carry(&from.qvel, there.qvel, &mut key.qvel, here.qvel, nv);
                if self.tree[body].body.mocap {
                    carry(&from.mpos, 3 * there.mocap, &mut key.mpos, 3 * here.mocap, 3);
                    carry(&from.mquat, 4 * there.mocap, &mut key.mquat, 4 * here.mocap, 4);
                }
            }
            for (there, actuator) in &pending.actuators {
                let Some(here) = self.spec.actuators.iter().position(|a| a == actuator) else { continue };
                carry(&from.ctrl, *there, &mut key.ctrl, here, 1);
                if let (Some(there), Some(here)) = (pending.activations[*there], active[here]) {
                    carry(&from.act, there, &mut key.act, here, 1);
                }
            }
            self.spec.keys.push(key);
        }
    }

    /// Positions of all joints in the reference pose.
    fn rest(&self) -> Vec<f64> {
        let mut rest = Vec::new();
        for node in &self.tree {
            for joint in &node.body.joints {
                let degree = self.settings(joint.at.compiler).degree;
                match joint.type_ {
                    JointType::Hinge if degree => rest.push(joint.ref_ / 180.0 * std::f64::consts::PI),
                    JointType::Hinge | JointType::Slide => rest.push(joint.ref_),
                    JointType::Ball => rest.extend([1.0, 0.0, 0.0, 0.0]),
                    JointType::Free => {
                        let pose = self.pose(node);
                        rest.extend(pose.pos.0);
                        rest.extend(pose.quat.0);
                    }
                }
            }
        }
        rest
    }

    fn mocap_rest(&self) -> (Vec<f64>, Vec<f64>) {
        let poses: Vec<Pose> = self.tree.iter().filter(|node| node.body.mocap).map(|node| self.pose(node)).collect();
        (poses.iter().flat_map(|pose| pose.pos.0).collect(), poses.iter().flat_map(|pose| pose.quat.0).collect())
    }

    /// A body in its parent, frames between them counted in.
    fn pose(&self, node: &Node) -> Pose {
        let turned = |quat, alt, compiler| resolve(quat, alt, self.settings(compiler)).unwrap_or(quat);
        let body = &node.body;
        let mut pose = Pose { pos: body.pos, quat: turned(body.quat, &body.alt, body.at.compiler) };
        let frames = self.tree.get(node.parent).map_or(&[][..], |parent| &parent.body.frames);
        let mut at = body.frame;
        while let Some(frame) = at.and_then(|at| frames.get(at)) {
            let outer = Pose { pos: frame.pos, quat: turned(frame.quat, &frame.alt, frame.at.compiler) };
            pose = outer.then(pose);
            at = frame.frame;
        }
        pose
    }

    pub(super) fn settings(&self, compiler: u32) -> &Compiler {
        self.spec.compilers.get(compiler as usize).unwrap_or(&self.spec.compilers[0])
    }
}

/// Copies numbers as far as there are some on both sides.
fn carry(from: &[f64], there: usize, to: &mut [f64], here: usize, count: usize) {
    for i in 0..count {
        if let (Some(value), Some(slot)) = (from.get(there + i), to.get_mut(here + i)) {
            *slot = *value;
        }
    }
}
