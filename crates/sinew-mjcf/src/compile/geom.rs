//! Geoms: sizes, frames, references to assets, mass and inertia.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{GeomType, geom_sizes};

use super::assets::Assets;
use super::context::{Context, Element};
use super::pose::{Pose, resolve, z_to};
use super::shape;
use super::tree::GeomNode;
use crate::error::Error;
use crate::rotation::{EPS, normalize, unit};

/// Compiles a geom inside the frames of its body. `inferinertia` asks for its mass, `fixed` says that its body cannot move.
pub(super) fn compile(
    cx: Context<'_>,
    geom: &mut GeomNode<'_>,
    frames: &[Pose],
    assets: &Assets,
    inferinertia: bool,
    fixed: bool,
) -> Result<(), Error> {
    let spec = geom.spec;
    let kind = spec.type_;
    check(cx, geom, fixed)?;

    // pose and size as written, or from two end points
    geom.pose.quat = unit(geom.pose.quat);
    if spec.fromto[0].is_nan() {
        let settings = cx.compiler(spec.at);
        geom.pose.quat = resolve(geom.pose.quat, &spec.alt, settings).map_err(|why| cx.invalid(spec, why))?;
    } else {
        (geom.pose, geom.size) = from_to(cx, spec, kind, spec.pos, spec.fromto, geom.size)?;
    }
    if let Some(mesh) = geom.mesh {
        place_mesh(cx, geom, mesh, assets)?;
    }
    check_size(cx, spec, kind, geom.size)?;
    if let (GeomType::Hfield, Some(hfield)) = (kind, geom.hfield) {
        let [x, y, top, bottom] = assets.hfields[hfield].size;
        geom.size = [x, y, 0.25 * top + 0.5 * bottom];
    }
    if geom.size.iter().any(|s| s.is_nan()) {
        return Err(cx.invalid(spec, "size is not a number"));
    }

    if inferinertia {
        set_mass(cx, geom, assets)?;
    }
    if let Some(frame) = spec.frame.and_then(|f| frames.get(f)) {
        geom.pose = frame.then(geom.pose);
    }
    Ok(())
}

/// What can be refused before anything is computed.
fn check(cx: Context<'_>, geom: &GeomNode<'_>, fixed: bool) -> Result<(), Error> {
    let (spec, kind) = (geom.spec, geom.spec.type_);
    if kind as i32 > GeomType::Sdf as i32 {
        return Err(cx.invalid(spec, "type is for drawing only, not for geoms of a model"));
    }
    if ![1, 3, 4, 6].contains(&spec.condim) {
        return Err(cx.invalid(spec, format!("condim must be 1, 3, 4 or 6, got {}", spec.condim)));
    }
    if matches!(kind, GeomType::Mesh | GeomType::Sdf) && geom.mesh.is_none() {
        return Err(cx.reference(spec, "mesh is missing: a geom of this type needs one"));
    }
    if (kind == GeomType::Hfield) != geom.hfield.is_some() {
        return Err(cx.reference(spec, "hfield goes with type=\"hfield\", and each needs the other"));
    }
    if kind == GeomType::Plane && !fixed {
        return Err(cx.invalid(spec, "planes can only be in bodies that do not move"));
    }
    Ok(())
}

/// Pose and size of a shape that reaches from one point to another.
pub(super) fn from_to(
    cx: Context<'_>,
    element: &dyn Element,
    kind: GeomType,
    pos: Vec3,
    fromto: [f64; 6],
    mut size: [f64; 3],
) -> Result<(Pose, [f64; 3]), Error> {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid};
    if !matches!(kind, Capsule | Cylinder | Ellipsoid | Box) {
        return Err(cx.invalid(element, "fromto is only for capsules, cylinders, ellipsoids and boxes"));
    }
    if !pos.is_zero() {
        return Err(cx.invalid(element, "pos and fromto cannot both be given"));
    }
    let (from, to) = (Vec3::from_slice(&fromto[..3]), Vec3::from_slice(&fromto[3..]));
    let mut axis = from - to;
    let half = normalize(&mut axis.0) / 2.0;
    if half < EPS {
        return Err(cx.invalid(element, "the two points of fromto are too close"));
    }
    size[1] = half;
    if matches!(kind, Ellipsoid | Box) {
        size = [size[0], size[0], half];
    }
    Ok((Pose { pos: Vec3((from + to).0.map(|x| x / 2.0)), quat: z_to(axis) }, size))
}

/// Refuses sizes that are not positive; an endless plane has zeros.
pub(super) fn check_size(cx: Context<'_>, element: &dyn Element, kind: GeomType, size: [f64; 3]) -> Result<(), Error> {
    if kind == GeomType::Plane {
        if size[2] <= 0.0 {
            return Err(cx.invalid(element, "the third size of a plane, the spacing of its grid, must be positive"));
        }
        return Ok(());
    }
    let needed = geom_sizes(kind);
    if let Some(k) = size[..needed].iter().position(|&s| s <= 0.0) {
        let name = format!("{kind:?}").to_lowercase();
        return Err(cx.invalid(
            element,
            format!("size of a {name} needs {needed} positive number(s), got {} at position {}", size[k], k + 1),
        ));
    }
    Ok(())
}

/// Moves the frame of a geom to that of its mesh, or fits a primitive to the mesh.
fn place_mesh(cx: Context<'_>, geom: &mut GeomNode<'_>, mesh: usize, assets: &Assets) -> Result<(), Error> {
    let spec = geom.spec;
    if !spec.fromto[0].is_nan() {
        return Err(cx.invalid(spec, "fromto cannot be used with a mesh"));
    }
    let asset = assets.mesh(mesh);
    let mut center = Vec3::ZERO;
    if matches!(spec.type_, GeomType::Mesh | GeomType::Sdf) {
        if spec.typeinertia == sinew_core::model::GeomInertia::Shell {
            return Err(cx.invalid(spec, "shellinertia of a mesh is given in the mesh, as inertia=\"shell\""));
        }
        let a = &asset.aamm;
        let half = |k: usize| (a[k + 3] - a[k]) / 2.0;
        let middle = |k: usize| f64::midpoint(a[k + 3], a[k]);
        geom.aabb = [middle(0), middle(1), middle(2), half(0), half(1), half(2)];
        geom.size = std::array::from_fn(|k| a[k].abs().max(a[k + 3].abs()));
    } else {
        let fitaabb = cx.compiler(spec.at).fitaabb;
        let (size, at) = asset.fit(spec.type_, fitaabb, spec.fitscale).map_err(|why| cx.invalid(spec, why.0))?;
        (geom.size, center) = (size.0, at);
        geom.mesh = None;
    }
    let inner = Pose { pos: asset.quat.rotate(center) + asset.pos, quat: asset.quat };
    geom.pose = geom.pose.then(inner);

    // the surface keeps its velocity in the frame that was written
    if geom.surfacevel != [0.0; 6] {
        let (linear, angular) = (Vec3::from_slice(&geom.surfacevel[..3]), Vec3::from_slice(&geom.surfacevel[3..]));
        let back: Quat = asset.quat.conjugate();
        let linear = back.rotate(linear + angular.cross(inner.pos));
        geom.surfacevel[..3].copy_from_slice(&linear.0);
        geom.surfacevel[3..].copy_from_slice(&back.rotate(angular).0);
    }
    Ok(())
}

/// Mass from `mass` or `density`, and the inertia that goes with it.
fn set_mass(cx: Context<'_>, geom: &mut GeomNode<'_>, assets: &Assets) -> Result<(), Error> {
    let spec = geom.spec;
    let mesh = geom.mesh.map(|i| assets.mesh(i));
    let volume = match mesh {
        Some(mesh) => mesh.volume,
        None => shape::volume(spec.type_, geom.size, spec.typeinertia),
    };
    let mass = if spec.mass.is_nan() {
        spec.density * volume
    } else if volume > EPS {
        spec.mass
    } else {
        0.0
    };
    if mass < 0.0 || spec.density < 0.0 {
        return Err(cx.invalid(spec, "mass and density cannot be negative"));
    }
    if mass != 0.0 {
        geom.mass = mass;
        geom.inertia = match mesh {
            Some(mesh) => shape::box_inertia(mass, mesh.boxsz.0),
            None => shape::inertia(spec.type_, geom.size, spec.typeinertia, mass),
        };
    }
    if geom.inertia.0.iter().any(|&i| i < 0.0) {
        return Err(cx.physics(spec, "the inertia is negative; is the mesh closed, with faces turned outwards?"));
    }
    Ok(())
}
