//! Joints: limits, units and frames.

use std::f64::consts::PI;

use sinew_core::model::JointType;

use super::context::Context;
use super::limits::is_limited;
use super::pose::Pose;
use super::tree::JointNode;
use crate::error::Error;
use crate::rotation::{EPS, normalize};

/// Compiles a joint inside the frames of its body.
pub(super) fn compile(cx: Context<'_>, joint: &mut JointNode<'_>, frames: &[Pose]) -> Result<(), Error> {
    let spec = joint.spec;
    let settings = cx.compiler(spec.at);
    let kind = spec.type_;
    let angular = matches!(kind, JointType::Hinge | JointType::Ball);
    let radians = if settings.degree && angular { PI / 180.0 } else { 1.0 };

    let [time, ratio] = spec.springdamper;
    if (time != 0.0 || ratio != 0.0) && (time <= 0.0 || ratio <= 0.0) {
        return Err(cx.invalid(spec, format!("springdamper needs two positive numbers, got {time} {ratio}")));
    }

    // limits of position; free joints have none
    joint.limited = kind != JointType::Free && is_limited(cx, spec, "", spec.limited, spec.range)?;
    if joint.limited {
        let [low, high] = spec.range;
        if kind == JointType::Ball && low != 0.0 {
            return Err(cx.invalid(spec, format!("range of a ball joint must start at 0, got {low}")));
        }
        if kind != JointType::Ball && low >= high {
            return Err(cx.invalid(spec, format!("range must have its lower end first, got {low} {high}")));
        }
        joint.range = spec.range.map(|x| x * radians);
    }

    // limits of actuator force; only scalar joints have them
    let scalar = matches!(kind, JointType::Slide | JointType::Hinge);
    joint.actfrclimited = scalar && is_limited(cx, spec, "actuatorfrc", spec.actfrclimited, spec.actfrcrange)?;
    if joint.actfrclimited && spec.actfrcrange[0] >= spec.actfrcrange[1] {
        return Err(cx.invalid(spec, "actuatorfrcrange must have its lower end first"));
    }

    // axis and anchor
    let frame = spec.frame.and_then(|f| frames.get(f)).copied();
    if !scalar {
        joint.axis.0 = [0.0, 0.0, 1.0];
    } else if let Some(frame) = frame {
        joint.axis = frame.quat.rotate(joint.axis);
    }
    if normalize(&mut joint.axis.0) < EPS {
        return Err(cx.invalid(spec, "axis is too short to have a direction"));
    }
    if kind == JointType::Free {
        joint.pos.0 = [0.0; 3];
    } else if let Some(frame) = frame {
        joint.pos = frame.point(joint.pos);
    }

    // reference angles
    if kind == JointType::Hinge {
        joint.ref_ *= radians;
        joint.springref *= radians;
    }
    joint.springyield *= radians;
    if spec.springyield < 0.0 {
        return Err(cx.invalid(spec, "springyield cannot be negative"));
    }
    if kind == JointType::Free && spec.springyield > 0.0 {
        return Err(cx.invalid(spec, "free joints cannot have springyield"));
    }
    Ok(())
}
