//! Sensors that look along rays: projections on cameras, rangefinders.

use std::f64::consts::PI;

use crate::math::{MINVAL, Vec3};
use crate::model::{ObjType, Projection, RayDataField};
use crate::ray::{Hit, Ray, Targets, ray};
use crate::{Data, Id, Model};

use super::Sensor;

/// Pixel at which a camera sees a site.
pub(super) fn projection(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let Some(cam) = s.reference else { return out.fill(0.0) };
    let [width, height] = m.cam_resolution[cam].map(f64::from);
    let ([fx, fy], _) = intrinsics(m, cam);
    let local = d.cam_xmat[cam].mul_t_vec(d.site_xpos[s.obj] - d.cam_xpos[cam]);
    // stay clear of the plane of the camera
    let depth = if local[2].abs() < MINVAL { MINVAL.copysign(local[2]) } else { local[2] };
    out[0] = -fx * (local[0] / depth) + 0.5 * width;
    out[1] = fy * (local[1] / depth) + 0.5 * height;
}

/// Focal lengths and principal point in pixels: from the size of the sensor if it is given, in single precision as the
/// model has it, from the field of view otherwise.
fn intrinsics(m: &Model, cam: usize) -> ([f64; 2], [f64; 2]) {
    let ([sx, sy], [fx, fy, cx, cy]) = (m.cam_sensorsize[cam], m.cam_intrinsic[cam]);
    let [width, height] = m.cam_resolution[cam];
    if sx != 0.0 && sy != 0.0 {
        let (across, down) = (|x: f32| f64::from(x / sx * width as f32), |y: f32| f64::from(y / sy * height as f32));
        ([across(fx), down(fy)], [across(cx), down(cy)])
    } else {
        let f = 0.5 / libm::tan(m.cam_fovy[cam] * PI / 360.0) * f64::from(height);
        ([f; 2], [0.5 * f64::from(width), 0.5 * f64::from(height)])
    }
}

/// First geom along a ray, other than those of a body.
fn cast(m: &Model, d: &Data, point: Vec3, direction: Vec3, body: i32) -> Option<Hit> {
    let targets = Targets { bodyexclude: body.opt(), ..Targets::default() };
    ray(m, d, &Ray { point, direction }, &targets).map(|(_, hit)| hit)
}

/// Distance, and other things that are asked for, along the z axis of a site, or along the ray of every pixel of a
/// camera, row by row from the top.
pub(super) fn rangefinder(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let fields = m.sensor_intprm[s.id][0];
    // room for what is asked for may have been changed from outside
    if field_size(fields) > out.len() {
        out.fill(0.0);
        return;
    }
    if s.objtype != ObjType::Camera {
        let (origin, direction) = (d.site_xpos[s.obj], d.site_xmat[s.obj].column(2));
        let hit = cast(m, d, origin, direction, m.site_bodyid[s.obj]);
        write(fields, origin, direction, hit, None, out);
        return;
    }
    let (cam, pos, axes) = (s.obj, d.cam_xpos[s.obj], &d.cam_xmat[s.obj]);
    let [width, height] = m.cam_resolution[cam];
    let mut pixels = out.chunks_exact_mut(field_size(fields).max(1));
    for row in 0..height {
        for column in 0..width {
            let (origin, direction) = pixel_ray(m, d, cam, f64::from(column) + 0.5, f64::from(row) + 0.5);
            let hit = cast(m, d, origin, direction, m.cam_bodyid[cam]);
            let Some(out) = pixels.next() else { return };
            write(fields, origin, direction, hit, Some((pos, axes.column(2))), out);
        }
    }
}

/// Numbers that a ray reports.
fn field_size(fields: i32) -> usize {
    let size = |&field: &RayDataField| match field {
        RayDataField::Dist | RayDataField::Depth => 1,
        RayDataField::Dir | RayDataField::Origin | RayDataField::Point | RayDataField::Normal => 3,
    };
    RayDataField::ALL.iter().filter(|&&field| fields & (1 << field as i32) != 0).map(size).sum()
}

/// Ray through a point of the image of a camera, in pixels from its upper left corner.
#[doc(alias = "mju_camPixelRay")]
fn pixel_ray(m: &Model, d: &Data, cam: usize, column: f64, row: f64) -> (Vec3, Vec3) {
    let [width, height] = m.cam_resolution[cam].map(f64::from);
    let (pos, axes) = (d.cam_xpos[cam], &d.cam_xmat[cam]);
    if Projection::of(m.cam_projection[cam]) == Projection::Orthographic {
        // parallel rays; the extent is the height of the image
        let half = 0.5 * m.cam_fovy[cam];
        let (x, y) = ((column - 0.5 * width) / (0.5 * width), (row - 0.5 * height) / (0.5 * height));
        return (pos + axes.mul_vec(Vec3::new(x * half, -y * half, 0.0)), -axes.column(2));
    }
    let ([fx, fy], [cx, cy]) = intrinsics(m, cam);
    let local = Vec3::new((column - cx) / fx, -(row - cy) / fy, -1.0);
    (pos, axes.mul_vec(local).normalized().0)
}

/// Writes what is asked for of one ray, in order; `camera` is the position and z axis that depth is measured along.
fn write(fields: i32, origin: Vec3, direction: Vec3, hit: Option<Hit>, camera: Option<(Vec3, Vec3)>, out: &mut [f64]) {
    let point = hit.map_or(Vec3::ZERO, |hit| origin.add_scaled(direction, hit.dist));
    let mut rest = out;
    let mut put = |values: &[f64]| {
        let (head, tail) = std::mem::take(&mut rest).split_at_mut(values.len());
        head.copy_from_slice(values);
        rest = tail;
    };
    for &field in RayDataField::ALL.iter().filter(|&&field| fields & (1 << field as i32) != 0) {
        match field {
            RayDataField::Dist => put(&[hit.map_or(-1.0, |hit| hit.dist)]),
            RayDataField::Dir => put(&hit.map_or(Vec3::ZERO, |_| direction).0),
            RayDataField::Origin => put(&origin.0),
            RayDataField::Point => put(&point.0),
            RayDataField::Normal => put(&hit.map_or(Vec3::ZERO, |hit| hit.normal).0),
            RayDataField::Depth => put(&[hit.map_or(-1.0, |hit| match camera {
                Some((pos, z)) => -(point - pos).dot(z),
                None => hit.dist,
            })]),
        }
    }
}
