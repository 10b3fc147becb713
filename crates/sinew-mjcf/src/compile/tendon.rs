//! Tendons and the objects on their paths.

use sinew_core::model::{GeomType, JointType, Model, ObjType, TendonType, WrapType};

use super::context::Context;
use super::limits::is_limited;
use super::names::Names;
use super::tree::Tree;
use crate::error::Error;
use crate::spec;

/// An object on a path.
struct WrapNode {
    type_: WrapType,
    object: i32,
    prm: f64,
}

/// A tendon while it is compiled.
pub(super) struct TendonNode<'s> {
    pub spec: &'s spec::Tendon,
    type_: TendonType,
    path: Vec<WrapNode>,
    limited: bool,
    actfrclimited: bool,
    material: Option<usize>,
}

/// Compiles every tendon.
pub(super) fn compile_all<'s>(
    cx: Context<'s>,
    tree: &Tree<'_>,
    names: &Names<'_>,
) -> Result<Vec<TendonNode<'s>>, Error> {
    cx.spec.tendons.iter().map(|spec| compile(cx, tree, names, spec)).collect()
}

/// Number of objects on all paths.
pub(super) fn count_wraps(tendons: &[TendonNode<'_>]) -> usize {
    tendons.iter().map(|t| t.path.len()).sum()
}

fn compile<'s>(
    cx: Context<'_>,
    tree: &Tree<'_>,
    names: &Names<'_>,
    spec: &'s spec::Tendon,
) -> Result<TendonNode<'s>, Error> {
    let Some(first) = spec.path.first() else {
        return Err(cx.invalid(spec, "the path is empty"));
    };
    let path: Vec<WrapNode> = spec.path.iter().map(|w| resolve(cx, tree, names, spec, w)).collect::<Result<_, _>>()?;
    let type_ = if first.type_ == WrapType::Joint { TendonType::Fixed } else { TendonType::Spatial };
    match type_ {
        TendonType::Fixed => check_fixed(cx, tree, spec, &path)?,
        TendonType::Spatial => check_spatial(cx, spec, &path)?,
    }
    if spec.armature < 0.0 {
        return Err(cx.invalid(spec, "armature cannot be negative"));
    }

    let limited = is_limited(cx, spec, "", spec.limited, spec.range)?;
    if limited && spec.range[0] >= spec.range[1] {
        return Err(cx.invalid(spec, "range must have its lower end first"));
    }
    let actfrclimited = is_limited(cx, spec, "actuatorfrc", spec.actfrclimited, spec.actfrcrange)?;
    let [low, high] = spec.actfrcrange;
    if actfrclimited && (low >= high || low > 0.0 || high < 0.0) {
        return Err(cx.invalid(spec, "actuatorfrcrange must have its lower end first and contain 0"));
    }
    if spec.springlength[0] > spec.springlength[1] {
        return Err(cx.invalid(spec, "springlength must have its lower end first"));
    }
    if spec.springyield < 0.0 {
        return Err(cx.invalid(spec, "springyield cannot be negative"));
    }
    let material = names.find_opt(cx, spec, "material", ObjType::Material, &spec.material)?;
    Ok(TendonNode { spec, type_, path, limited, actfrclimited, material })
}

/// Finds an object on a path.
fn resolve(
    cx: Context<'_>,
    tree: &Tree<'_>,
    names: &Names<'_>,
    spec: &spec::Tendon,
    wrap: &spec::Wrap,
) -> Result<WrapNode, Error> {
    let node = |type_, object: usize, prm| WrapNode { type_, object: object as i32, prm };
    match wrap.type_ {
        WrapType::Joint => {
            Ok(node(WrapType::Joint, names.find(cx, spec, "joint", ObjType::Joint, &wrap.target)?, wrap.prm))
        }
        WrapType::Site => {
            Ok(node(WrapType::Site, names.find(cx, spec, "site", ObjType::Site, &wrap.target)?, wrap.prm))
        }
        WrapType::Pulley if wrap.prm <= 0.0 => {
            Err(cx.invalid(spec, format!("the divisor of a pulley must be positive, got {}", wrap.prm)))
        }
        WrapType::Pulley => Ok(WrapNode { type_: WrapType::Pulley, object: -1, prm: wrap.prm }),
        WrapType::Sphere | WrapType::Cylinder => {
            let geom = names.find(cx, spec, "geom", ObjType::Geom, &wrap.target)?;
            let type_ = match tree.geoms[geom].spec.type_ {
                GeomType::Sphere => WrapType::Sphere,
                GeomType::Cylinder => WrapType::Cylinder,
                _ => {
                    let name = &wrap.target;
                    return Err(
                        cx.invalid(spec, format!("geom '{name}' on the path is neither a sphere nor a cylinder"))
                    );
                }
            };
            let side = names.find_opt(cx, spec, "sidesite", ObjType::Site, &wrap.sidesite)?;
            Ok(node(type_, geom, side.map_or(-1.0, |s| s as f64)))
        }
        WrapType::None => Err(cx.invalid(spec, "an object on the path has no type")),
    }
}

/// Fixed tendons are sums of different scalar joints.
fn check_fixed(cx: Context<'_>, tree: &Tree<'_>, spec: &spec::Tendon, path: &[WrapNode]) -> Result<(), Error> {
    for (i, wrap) in path.iter().enumerate() {
        let name = &spec.path[i].target;
        if wrap.type_ != WrapType::Joint {
            return Err(cx.invalid(spec, "a path that starts with a joint can hold only joints"));
        }
        if !matches!(tree.joints[wrap.object as usize].spec.type_, JointType::Hinge | JointType::Slide) {
            return Err(cx.invalid(spec, format!("joint '{name}' is neither a hinge nor a slide")));
        }
        if path[..i].iter().any(|other| other.object == wrap.object) {
            return Err(cx.invalid(spec, format!("joint '{name}' is on the path twice")));
        }
    }
    Ok(())
}

/// Spatial tendons run from site to site, over geoms and pulleys in between.
fn check_spatial(cx: Context<'_>, spec: &spec::Tendon, path: &[WrapNode]) -> Result<(), Error> {
    let bad = |message: String| Err(cx.invalid(spec, message));
    if path.len() < 2 {
        return bad("a spatial path needs at least two objects".into());
    }
    if spec.width <= 0.0 {
        return bad(format!("width must be positive, got {}", spec.width));
    }
    let kind = |i: usize| path.get(i).map(|w| w.type_);
    let before = |i: usize| i.checked_sub(1).and_then(kind);
    let open = |side: Option<WrapType>| side.is_none() || side == Some(WrapType::Pulley);
    for (i, wrap) in path.iter().enumerate() {
        let number = i + 1;
        match wrap.type_ {
            WrapType::Pulley if before(i) == Some(WrapType::Pulley) => {
                return bad(format!("object {number} of the path is a pulley after a pulley"));
            }
            WrapType::Pulley if kind(i + 1).is_none() => return bad("the path ends with a pulley".into()),
            WrapType::Site if open(before(i)) && open(kind(i + 1)) => {
                return bad(format!("object {number} of the path is a site without a neighbour to run to"));
            }
            WrapType::Site if kind(i + 1) == Some(WrapType::Site) && path[i + 1].object == wrap.object => {
                return bad(format!("site '{}' is on the path twice in a row", spec.path[i].target));
            }
            WrapType::Sphere | WrapType::Cylinder => {
                if before(i) != Some(WrapType::Site) || kind(i + 1) != Some(WrapType::Site) {
                    return bad(format!("geom '{}' on the path must lie between two sites", spec.path[i].target));
                }
                if spec.armature > 0.0 {
                    return bad("armature is not possible for tendons that wrap around geoms".into());
                }
            }
            WrapType::Joint => return bad(format!("object {number} of a spatial path is a joint")),
            _ => {}
        }
    }
    Ok(())
}

/// Fills the columns.
pub(super) fn write(cx: Context<'_>, tendons: &[TendonNode<'_>], m: &mut Model) -> Result<(), Error> {
    let mut adr = 0;
    let width = m.nuser_tendon;
    for (t, node) in tendons.iter().enumerate() {
        let spec = node.spec;
        m.tendon_type[t] = node.type_ as i32;
        m.tendon_adr[t] = adr as i32;
        m.tendon_num[t] = node.path.len() as i32;
        m.tendon_matid[t] = node.material.map_or(-1, |id| id as i32);
        m.tendon_group[t] = spec.group;
        m.tendon_limited[t] = node.limited;
        m.tendon_actfrclimited[t] = node.actfrclimited;
        m.tendon_width[t] = spec.width;
        m.tendon_solref_lim[t] = spec.solref_limit;
        m.tendon_solimp_lim[t] = spec.solimp_limit;
        m.tendon_solref_fri[t] = spec.solref_friction;
        m.tendon_solimp_fri[t] = spec.solimp_friction;
        m.tendon_range[t] = spec.range;
        m.tendon_actfrcrange[t] = spec.actfrcrange;
        m.tendon_margin[t] = spec.margin;
        m.tendon_stiffness[t] = spec.stiffness[0];
        m.tendon_stiffnesspoly[t] = [spec.stiffness[1], spec.stiffness[2]];
        m.tendon_damping[t] = spec.damping[0];
        m.tendon_dampingpoly[t] = [spec.damping[1], spec.damping[2]];
        m.tendon_armature[t] = spec.armature;
        m.tendon_frictionloss[t] = spec.frictionloss;
        m.tendon_lengthspring[t] = spec.springlength;
        m.tendon_springyield[t] = spec.springyield;
        m.tendon_rgba[t] = spec.rgba;
        m.tendon_plasticadr[t] = -1;
        if spec.springyield > 0.0 {
            m.tendon_plasticadr[t] = m.nplastic as i32;
            m.nplastic += 2;
        }
        cx.userdata(spec, &spec.userdata, &mut m.tendon_user[t * width..(t + 1) * width], "nuser_tendon")?;
        for wrap in &node.path {
            m.wrap_type[adr] = wrap.type_ as i32;
            m.wrap_objid[adr] = wrap.object;
            m.wrap_prm[adr] = wrap.prm;
            adr += 1;
        }
    }
    Ok(())
}
