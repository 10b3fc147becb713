//! Bodies: frames, mass and inertia, and everything attached to them.

use sinew_core::math::Vec3;
use sinew_core::model::{AlignFree, InertiaFromGeom, JointType};

use super::assets::Assets;
use super::attached;
use super::context::Context;
use super::inertia::{Inertial, combine, from_full};
use super::names::Names;
use super::pose::{Pose, resolve};
use super::tree::{BodyNode, Tree};
use super::{geom, joint};
use crate::error::Error;
use crate::rotation::{EPS, product, unit};
use crate::spec;

/// Compiles every body with its joints, geoms, sites, cameras and lights.
pub(super) fn compile_all(
    cx: Context<'_>,
    tree: &mut Tree<'_>,
    names: &Names<'_>,
    assets: &Assets,
) -> Result<(), Error> {
    for id in 0..tree.bodies.len() {
        compile(cx, tree, id, names, assets)?;
    }
    for id in 1..tree.bodies.len() {
        if tree.bodies[id].dofnum > 0 && !has_mass(tree, id) {
            let spec = tree.bodies[id].spec;
            return Err(cx.physics(
                spec,
                "the body can move but has no mass or inertia: give it geoms, an <inertial>, or a body fixed to it that has",
            ));
        }
    }
    Ok(())
}

fn compile(cx: Context<'_>, tree: &mut Tree<'_>, id: usize, names: &Names<'_>, assets: &Assets) -> Result<(), Error> {
    let weld = &tree.bodies[tree.bodies[id].weld];
    let fixed = weld.spec.joints.is_empty();
    let mocap_parent = tree.bodies[id].parent;
    let body = &mut tree.bodies[id];
    let spec = body.spec;
    let settings = cx.compiler(spec.at);
    check(cx, spec, id, mocap_parent)?;
    resolve_frames(cx, body)?;

    // geoms, then the mass that they give
    let explicit = spec.explicitinertial && settings.inertiafromgeom != InertiaFromGeom::True;
    for g in body.geoms.clone() {
        let [low, high] = settings.inertiagrouprange;
        let geom = &mut tree.geoms[g];
        let infer = id > 0 && !explicit && (low..=high).contains(&geom.spec.group);
        geom::compile(cx, geom, &body.frames, assets, infer, fixed)?;
    }
    set_inertial(cx, body, id, &tree.geoms)?;
    if let Some(frame) = outer_frame(&tree.bodies, id) {
        let body = &mut tree.bodies[id];
        body.pose = frame.then(body.pose);
    }

    // joints, sites, cameras, lights
    let body = &mut tree.bodies[id];
    for j in body.joints.clone() {
        joint::compile(cx, &mut tree.joints[j], &body.frames)?;
    }
    for s in body.sites.clone() {
        attached::site(cx, &mut tree.sites[s], &body.frames, names)?;
    }
    for c in body.cameras.clone() {
        attached::camera(cx, &mut tree.cameras[c], &body.frames, names)?;
    }
    for l in body.lights.clone() {
        attached::light(cx, &mut tree.lights[l], &body.frames, names)?;
    }
    if is_aligned(spec, settings.alignfree) {
        align(tree, id);
    }
    Ok(())
}

/// The frame of the parent that a body was written in.
fn outer_frame(bodies: &[BodyNode<'_>], id: usize) -> Option<Pose> {
    let body = &bodies[id];
    body.spec.frame.and_then(|f| bodies[body.parent].frames.get(f)).copied()
}

/// What can be refused before anything is computed.
fn check(cx: Context<'_>, spec: &spec::Body, id: usize, parent: usize) -> Result<(), Error> {
    let joints = &spec.joints;
    let free = joints.iter().find(|j| j.type_ == JointType::Free);
    if id == 0
        && let Some(joint) = joints.first()
    {
        return Err(cx.invalid(joint, "the world cannot have joints"));
    }
    if let Some(free) = free {
        if joints.len() > 1 {
            return Err(cx.invalid(free, "a free joint must be the only joint of its body"));
        }
        if parent != 0 {
            return Err(cx.invalid(free, "a free joint can only be in a child of the world"));
        }
    }
    if joints.len() > 6 || joints.iter().map(|j| sinew_core::model::joint_dofs(j.type_ as i32)).sum::<usize>() > 6 {
        return Err(cx.invalid(spec, "the joints of a body can have no more than 6 dofs together"));
    }
    let mut after_ball = joints.iter().skip_while(|j| j.type_ != JointType::Ball).skip(1);
    if let Some(joint) = after_ball.find(|j| matches!(j.type_, JointType::Ball | JointType::Hinge)) {
        return Err(cx.invalid(joint, "no rotation can follow a ball joint in the same body"));
    }
    if spec.mocap && (!joints.is_empty() || parent != 0) {
        return Err(cx.invalid(spec, "a mocap body must be a child of the world without joints"));
    }
    Ok(())
}

/// Quaternions of the body and of its inertia.
fn resolve_frames(cx: Context<'_>, body: &mut BodyNode<'_>) -> Result<(), Error> {
    let spec = body.spec;
    let settings = cx.compiler(spec.at);
    body.pose.quat = resolve(unit(spec.quat), &spec.alt, settings).map_err(|why| cx.invalid(spec, why))?;
    body.inertial.quat =
        resolve(unit(spec.iquat), &spec.ialt, settings).map_err(|why| cx.invalid(spec, format!("inertial: {why}")))?;
    if !spec.fullinertia[0].is_nan() {
        if spec.ialt != spec::Orientation::Quat {
            return Err(cx.invalid(spec, "inertial: fullinertia cannot be combined with an orientation"));
        }
        if spec.inertia != [0.0; 3] {
            return Err(cx.invalid(spec, "inertial: fullinertia and diaginertia cannot both be given"));
        }
        // a URDF gives the matrix in a frame of its own
        let (moments, axes) =
            from_full(spec.fullinertia, settings.boundinertia).map_err(|why| cx.physics(spec, why))?;
        (body.inertia, body.inertial.quat) = (moments, product(body.inertial.quat, axes));
    }
    Ok(())
}

/// Mass and inertial frame, from geoms where none are given, within the bounds that the settings ask for.
fn set_inertial(
    cx: Context<'_>,
    body: &mut BodyNode<'_>,
    id: usize,
    geoms: &[super::tree::GeomNode<'_>],
) -> Result<(), Error> {
    let spec = body.spec;
    let settings = cx.compiler(spec.at);
    let missing = spec.ipos[0].is_nan();
    let from_geoms = match settings.inertiafromgeom {
        InertiaFromGeom::True => true,
        InertiaFromGeom::Auto => missing,
        InertiaFromGeom::False => false,
    };
    if id > 0 && from_geoms {
        let [low, high] = settings.inertiagrouprange;
        let parts: Vec<Inertial> = geoms[body.geoms.clone()]
            .iter()
            .filter(|g| (low..=high).contains(&g.spec.group) && g.mass > EPS)
            .map(|g| Inertial { mass: g.mass, pose: g.pose, inertia: g.inertia })
            .collect();
        if !parts.is_empty()
            && let Some(sum) = combine(&parts, settings.boundinertia).map_err(|why| cx.physics(spec, why))?
        {
            (body.mass, body.inertial, body.inertia) = (sum.mass, sum.pose, sum.inertia);
        }
    }
    if body.inertial.pos[0].is_nan() {
        body.inertial = body.pose;
    }
    if id > 0 {
        bound_inertia(cx, body)?;
    }
    Ok(())
}

/// Applies the bounds, and refuses inertias that no mass distribution has.
fn bound_inertia(cx: Context<'_>, body: &mut BodyNode<'_>) -> Result<(), Error> {
    let spec = body.spec;
    let settings = cx.compiler(spec.at);
    body.mass = body.mass.max(settings.boundmass);
    body.inertia = Vec3(body.inertia.0.map(|i| i.max(settings.boundinertia)));
    let Vec3([a, b, c]) = body.inertia;
    if body.mass < 0.0 || a < 0.0 || b < 0.0 || c < 0.0 {
        return Err(cx.physics(spec, "mass and inertia cannot be negative"));
    }
    if a + b < c || a + c < b || b + c < a {
        if !settings.balanceinertia {
            return Err(cx.physics(
                spec,
                format!(
                    "the principal inertias {a}, {b}, {c} are impossible: none can exceed the sum of the others \
                     (balanceinertia in <compiler> would replace them by their mean)"
                ),
            ));
        }
        body.inertia = Vec3([(a + b + c) / 3.0; 3]);
    }
    Ok(())
}

/// True if the frame of a free body is moved to its centre of mass.
fn is_aligned(spec: &spec::Body, default: bool) -> bool {
    let [joint] = &spec.joints[..] else { return false };
    joint.type_ == JointType::Free
        && spec.bodies.is_empty()
        && (joint.align == AlignFree::True || (joint.align == AlignFree::Auto && default))
}

/// Moves the frame of a body to its inertial frame, and what is in the body the other way.
fn align(tree: &mut Tree<'_>, id: usize) {
    let body = &mut tree.bodies[id];
    let back = body.inertial.inverse();
    body.pose = body.pose.then(body.inertial);
    body.inertial = Pose::NULL;
    for g in body.geoms.clone() {
        tree.geoms[g].pose = back.then(tree.geoms[g].pose);
    }
    for s in body.sites.clone() {
        tree.sites[s].pose = back.then(tree.sites[s].pose);
    }
    for c in body.cameras.clone() {
        tree.cameras[c].pose = back.then(tree.cameras[c].pose);
    }
    for l in body.lights.clone() {
        let light = &mut tree.lights[l];
        (light.pos, light.dir) = (back.point(light.pos), back.quat.rotate(light.dir));
    }
}

/// True if a body, or one rigidly attached to it, has mass and inertia.
fn has_mass(tree: &Tree<'_>, id: usize) -> bool {
    use sinew_core::math::MINVAL;
    let heavy = |b: &BodyNode<'_>| b.mass >= MINVAL && b.inertia.0.iter().all(|&i| i >= MINVAL);
    // attached bodies follow in the list, until one that is not a descendant
    heavy(&tree.bodies[id]) || tree.bodies[id + 1..].iter().any(|b| b.weld == tree.bodies[id].weld && heavy(b))
}
