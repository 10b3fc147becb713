//! Equality constraints.

use sinew_core::model::{EqType, JointType, Model, ObjType};

use super::context::Context;
use super::names::Names;
use super::tree::Tree;
use crate::error::Error;
use crate::spec;

/// Resolves equality constraint `e` and fills its columns.
pub(super) fn write(cx: Context<'_>, tree: &Tree<'_>, names: &Names<'_>, m: &mut Model, e: usize) -> Result<(), Error> {
    let spec = &cx.spec.equalities[e];
    let object = object_type(cx, spec)?;
    let attributes = match spec.type_ {
        EqType::Connect | EqType::Weld if object == ObjType::Site => ["site1", "site2"],
        EqType::Connect | EqType::Weld => ["body1", "body2"],
        EqType::Joint => ["joint1", "joint2"],
        EqType::Distance => ["geom1", "geom2"],
        _ => ["tendon1", "tendon2"],
    };
    let first = names.find(cx, spec, attributes[0], object, &spec.name1)?;
    let mut second = names.find_opt(cx, spec, attributes[1], object, &spec.name2)?;
    if object == ObjType::Body {
        second = second.or(Some(0));
    }
    if second == Some(first) {
        return Err(cx.invalid(spec, format!("{} and {} are the same", attributes[0], attributes[1])));
    }
    if spec.type_ == EqType::Joint {
        let scalar = |j: usize| matches!(tree.joints[j].spec.type_, JointType::Hinge | JointType::Slide);
        if !scalar(first) || !second.is_none_or(scalar) {
            return Err(cx.invalid(spec, "only hinge and slide joints can be constrained"));
        }
    }

    m.eq_type[e] = spec.type_ as i32;
    m.eq_obj1id[e] = first as i32;
    m.eq_obj2id[e] = second.map_or(-1, |id| id as i32);
    // only where there is a choice
    m.eq_objtype[e] = if matches!(object, ObjType::Body | ObjType::Site) { object as i32 } else { 0 };
    m.eq_active0[e] = spec.active;
    m.eq_solref[e] = spec.solref;
    m.eq_solimp[e] = spec.solimp;
    m.eq_data[e] = spec.data;

    // a weld without a relative pose keeps that of qpos0
    if spec.type_ == EqType::Weld && object == ObjType::Body && spec.data[6..10] == [0.0; 4] {
        m.eq_data[e][11] = 1.0;
    }
    m.nemax += match spec.type_ {
        EqType::Connect => 3,
        EqType::Weld => 7,
        _ => 1,
    };
    Ok(())
}

/// What a constraint is between.
fn object_type(cx: Context<'_>, spec: &spec::Equality) -> Result<ObjType, Error> {
    match spec.type_ {
        EqType::Connect | EqType::Weld => match spec.objtype {
            ObjType::Body | ObjType::Site => Ok(spec.objtype),
            _ => Err(cx.invalid(spec, "connect and weld constraints are between two bodies or two sites")),
        },
        EqType::Joint => Ok(ObjType::Joint),
        EqType::Tendon => Ok(ObjType::Tendon),
        EqType::Distance => Ok(ObjType::Geom),
        EqType::Flex | EqType::Flexvert | EqType::Flexstrain => {
            Err(cx.unsupported(spec, "constraints on flexes are not supported yet"))
        }
    }
}
