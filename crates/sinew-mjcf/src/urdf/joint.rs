//! Joints, and mimic joints as equality constraints.

use std::collections::HashSet;

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{EqType, JointType, Limited, ObjType};

use super::{Node, Reader};
use crate::error::{Error, did_you_mean, excerpt};
use crate::read::Id;
use crate::spec::{Body, Equality, Joint};

const TYPES: [&str; 7] = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"];

impl Reader<'_> {
    /// Puts a body where its joint says, and adds the joint to it.
    pub(super) fn joint(&mut self, id: Id, body: &mut Body) -> Result<(), Error> {
        let kind = self.required_text(id, "type")?;
        if !TYPES.contains(&kind) {
            let message = format!("joint type '{}' is not one of {}", excerpt(kind), TYPES.join(", "));
            return Err(Error::Invalid(self.document.attribute_fault(id, "type", message)));
        }
        let name = self.required_text(id, "name")?;
        (body.pos, body.quat) = self.origin(id)?;
        let axis = match self.child(id, "axis") {
            Some(axis) => Vec3(self.required_reals(axis, "xyz")?),
            None => Vec3::X,
        };
        let at = self.document.place(id);
        let single = |type_: JointType, axis: Vec3, suffix: &str| Joint {
            name: format!("{name}{suffix}"),
            at,
            type_,
            axis,
            ..Joint::default()
        };
        let mut joints = match kind {
            "fixed" => return Ok(()),
            "prismatic" => vec![single(JointType::Slide, axis, "")],
            "floating" => vec![Joint { name: name.to_owned(), at, type_: JointType::Free, ..Joint::default() }],
            "spherical" => vec![single(JointType::Ball, axis, "")],
            "planar" => {
                let frame = Quat::z_to(axis).to_mat();
                vec![
                    single(JointType::Slide, frame.column(0), "_TX"),
                    single(JointType::Slide, frame.column(1), "_TY"),
                    single(JointType::Hinge, axis, "_RZ"),
                ]
            }
            _ => vec![single(JointType::Hinge, axis, "")],
        };

        // damping and friction are those of all parts of a joint, limits those of the first
        if let Some(dynamics) = self.child(id, "dynamics") {
            let (damping, friction) = (self.real(dynamics, "damping")?, self.real(dynamics, "friction")?);
            for joint in &mut joints {
                joint.damping[0] = damping.unwrap_or(joint.damping[0]);
                joint.frictionloss = friction.unwrap_or(joint.frictionloss);
            }
        }
        if let Some(limit) = self.child(id, "limit") {
            self.limit(limit, kind, &mut joints[0])?;
        }
        body.joints.extend(joints);
        Ok(())
    }

    fn limit(&mut self, id: Id, kind: &str, joint: &mut Joint) -> Result<(), Error> {
        if kind == "continuous" {
            joint.limited = Limited::False;
        } else {
            let (lower, upper) = (self.real(id, "lower")?, self.real(id, "upper")?);
            joint.range = [lower.unwrap_or(joint.range[0]), upper.unwrap_or(joint.range[1])];
            if lower.is_some() != upper.is_some() || joint.range[0] > joint.range[1] {
                joint.limited = Limited::False;
            } else if lower.is_some() && lower == upper {
                joint.limited = Limited::False;
                let message = format!("joint '{}' has equal lower and upper limits, which are ignored", joint.name);
                self.warnings.push(self.document.fault(id, message));
            }
        }
        let effort = self.real(id, "effort")?.unwrap_or(0.0).abs();
        if effort > 0.0 {
            joint.actfrcrange = [-effort, effort];
        }
        Ok(())
    }

    /// A joint that follows another one.
    pub(super) fn mimics(&mut self, joints: &[(Id, usize)], nodes: &[Node]) -> Result<(), Error> {
        let name_of = |id: Id| self.document.attribute(id, "name").unwrap_or_default();
        let all: HashSet<&str> = joints.iter().map(|&(id, _)| name_of(id)).collect();
        let scalar: HashSet<&str> = nodes
            .iter()
            .filter_map(|node| match &node.body.joints[..] {
                [joint] if matches!(joint.type_, JointType::Hinge | JointType::Slide) => Some(joint.name.as_str()),
                _ => None,
            })
            .collect();
        for &(id, n) in joints {
            let Some(mimic) = self.child(id, "mimic") else { continue };
            if nodes[n].body.joints.is_empty() {
                continue;
            }
            let leader = self.required_text(mimic, "joint")?;
            if !all.contains(leader) {
                let meant = did_you_mean(leader, all.iter().copied());
                let message = format!("joint '{}' does not exist{meant}", excerpt(leader));
                return Err(Error::Reference(self.document.attribute_fault(mimic, "joint", message)));
            }
            let name = name_of(id);
            if !scalar.contains(name) || !scalar.contains(leader) {
                let message = "mimic is ignored: both joints must be revolute, continuous or prismatic";
                self.warnings.push(self.document.fault(id, message));
                continue;
            }
            let multiplier = self.real(mimic, "multiplier")?.unwrap_or(1.0);
            let offset = self.real(mimic, "offset")?.unwrap_or(0.0);
            let mut equality = Equality {
                at: self.document.place(mimic),
                type_: EqType::Joint,
                objtype: ObjType::Joint,
                name1: name.to_owned(),
                name2: leader.to_owned(),
                ..Equality::default()
            };
            equality.data[0] = offset;
            equality.data[1] = multiplier;
            self.spec.equalities.push(equality);
        }
        Ok(())
    }
}
