//! Sites, cameras and lights.

use std::f64::consts::PI;

use sinew_core::model::{GeomType, ObjType};

use super::context::Context;
use super::geom::{check_size, from_to};
use super::names::Names;
use super::pose::{Pose, resolve};
use super::tree::{CameraNode, LightNode, SiteNode};
use crate::error::Error;
use crate::rotation::{EPS, normalize, unit};

/// Compiles a site inside the frames of its body.
pub(super) fn site(cx: Context<'_>, site: &mut SiteNode<'_>, frames: &[Pose], names: &Names<'_>) -> Result<(), Error> {
    let spec = site.spec;
    if spec.type_ as i32 > GeomType::Sdf as i32 {
        return Err(cx.invalid(spec, "type is for drawing only, not for sites of a model"));
    }
    if matches!(spec.type_, GeomType::Hfield | GeomType::Plane) {
        return Err(cx.invalid(spec, "height fields and planes cannot be sites"));
    }
    if spec.fromto[0].is_nan() {
        let settings = cx.compiler(spec.at);
        site.pose.quat = resolve(spec.quat, &spec.alt, settings).map_err(|why| cx.invalid(spec, why))?;
    } else {
        (site.pose, site.size) = from_to(cx, spec, spec.type_, spec.pos, spec.fromto, spec.size)?;
    }
    if let Some(frame) = spec.frame.and_then(|f| frames.get(f)) {
        site.pose = frame.then(site.pose);
    }
    site.pose.quat = unit(site.pose.quat);
    site.material = names.find_opt(cx, spec, "material", ObjType::Material, &spec.material)?;
    site.mesh = names.find_opt(cx, spec, "mesh", ObjType::Mesh, &spec.meshname)?;
    check_size(cx, spec, spec.type_, site.size)
}

/// Compiles a camera inside the frames of its body.
pub(super) fn camera(
    cx: Context<'_>,
    camera: &mut CameraNode<'_>,
    frames: &[Pose],
    names: &Names<'_>,
) -> Result<(), Error> {
    let spec = camera.spec;
    camera.pose.quat = resolve(spec.quat, &spec.alt, cx.compiler(spec.at)).map_err(|why| cx.invalid(spec, why))?;
    if let Some(frame) = spec.frame.and_then(|f| frames.get(f)) {
        camera.pose = frame.then(camera.pose);
    }
    camera.pose.quat = unit(camera.pose.quat);
    camera.target = names.find_opt(cx, spec, "target", ObjType::Body, &spec.targetbody)?;
    if spec.fovy >= 180.0 {
        return Err(cx.invalid(spec, format!("fovy must be below 180 degrees, got {}", spec.fovy)));
    }

    // intrinsics: pixels override lengths
    let given = [spec.focal_length, spec.focal_pixel, spec.principal_length, spec.principal_pixel];
    let sensor = spec.sensor_size[0] > 0.0 && spec.sensor_size[1] > 0.0;
    if given.iter().flatten().any(|&x| x != 0.0) && !sensor {
        return Err(cx.invalid(spec, "focal and principal need sensorsize"));
    }
    if sensor {
        if spec.resolution.iter().any(|&n| n <= 0) {
            return Err(cx.invalid(spec, "sensorsize needs a positive resolution"));
        }
        let density: [f32; 2] = std::array::from_fn(|k| spec.resolution[k] as f32 / spec.sensor_size[k]);
        let pick = |pixel: f32, length: f32, k: usize| if pixel == 0.0 { length } else { pixel / density[k] };
        camera.intrinsic = [
            pick(spec.focal_pixel[0], spec.focal_length[0], 0),
            pick(spec.focal_pixel[1], spec.focal_length[1], 1),
            pick(spec.principal_pixel[0], spec.principal_length[0], 0),
            pick(spec.principal_pixel[1], spec.principal_length[1], 1),
        ];
        let angle = libm::atan2f(spec.sensor_size[1] / 2.0, camera.intrinsic[1]);
        camera.fovy = f64::from(angle) * 360.0 / PI;
    } else {
        let near = cx.spec.visual.map.znear;
        camera.intrinsic[..2].copy_from_slice(&[near; 2]);
    }
    Ok(())
}

/// Compiles a light inside the frames of its body.
pub(super) fn light(
    cx: Context<'_>,
    light: &mut LightNode<'_>,
    frames: &[Pose],
    names: &Names<'_>,
) -> Result<(), Error> {
    let spec = light.spec;
    if let Some(frame) = spec.frame.and_then(|f| frames.get(f)) {
        (light.pos, light.dir) = (frame.point(light.pos), frame.quat.rotate(light.dir));
    }
    if normalize(&mut light.dir.0) < EPS {
        return Err(cx.invalid(spec, "dir is too short to have a direction"));
    }
    if !(0.0..=1.0).contains(&spec.softness) {
        return Err(cx.invalid(spec, format!("softness must be between 0 and 1, got {}", spec.softness)));
    }
    light.target = names.find_opt(cx, spec, "target", ObjType::Body, &spec.targetbody)?;
    light.texture = names.find_opt(cx, spec, "texture", ObjType::Texture, &spec.texture)?;
    Ok(())
}
