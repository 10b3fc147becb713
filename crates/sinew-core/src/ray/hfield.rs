//! Rays against height fields.

use super::mesh::{Basis, triangle};
use super::primitive::{cuboid, cuboid_faces};
use super::{Hit, Ray};
use crate::collision::hfield::Field;
use crate::collision::shape::Shape;
use crate::math::Vec3;

/// The nearest of the base box, the triangles of the surface under the ray, and the sides below the surface.
pub fn hfield(field: &Field, shape: &Shape, ray: &Ray) -> Option<Hit> {
    let [sx, sy, sz, depth] = field.size;
    if field.nrow < 2 || field.ncol < 2 {
        return None;
    }
    let axis = shape.axis();
    let base = Shape { pos: shape.pos - axis * (0.5 * depth), mat: shape.mat, size: Vec3::new(sx, sy, 0.5 * depth) };
    let mut best = cuboid(&base, ray);

    // the box between zero and full height
    let local = ray.local(shape);
    let raised = Ray { point: local.point - Vec3::Z * (0.5 * sz), ..local };
    let faces = cuboid_faces(Vec3::new(sx, sy, 0.5 * sz), &raised);
    let Some(first) = faces.into_iter().flatten().reduce(f64::min) else {
        return best;
    };
    let last = faces.into_iter().flatten().fold(first, f64::max);
    let start = if last > first { first } else { 0.0 };

    let mut keep = |hit: Option<Hit>| {
        if let Some(hit) = hit
            && best.is_none_or(|old| hit.dist < old.dist)
        {
            best = Some(Hit { normal: shape.mat.mul_vec(hit.normal), ..hit });
        }
    };

    // cells under the segment inside the box, with one to spare
    let lines = |i: usize, half: f64, count: usize| {
        let step = 2.0 * half / (count - 1) as f64;
        let at = |dist: f64| (local.point[i] + dist * local.direction[i] + half) / step;
        let (a, b) = (at(start), at(last));
        let low = (a.min(b).floor() - 1.0).max(0.0) as usize;
        let high = (a.max(b).ceil() + 1.0).max(0.0).min((count - 1) as f64) as usize;
        low..high
    };
    let basis = Basis::new(local.direction);
    for row in lines(1, sy, field.nrow) {
        for column in lines(0, sx, field.ncol) {
            let corner = |r: usize, c: usize| field.point(row + r, column + c);
            let (origin, across) = (corner(0, 0), corner(1, 1));
            keep(triangle([origin, corner(0, 1), across], &local, &basis));
            keep(triangle([origin, across, corner(1, 0)], &local, &basis));
        }
    }

    // sides, below the line between the two nearest heights
    for (face, dist) in faces.into_iter().enumerate().take(4) {
        let Some(dist) = dist else { continue };
        let at = local.at(dist);
        let (along, half, count) = if face < 2 { (1, sy, field.nrow) } else { (0, sx, field.ncol) };
        let end = face % 2 == 1;
        let step = 2.0 * half / (count - 1) as f64;
        let position = (at[along] + half) / step;
        let cell = position.floor().max(0.0).min((count - 2) as f64);
        let height = |i: usize| {
            let (row, column) = if face < 2 {
                (i, if end { field.ncol - 1 } else { 0 })
            } else {
                (if end { field.nrow - 1 } else { 0 }, i)
            };
            f64::from(field.data[row * field.ncol + column])
        };
        let (z0, z1) = (height(cell as usize), height(cell as usize + 1));
        if at[2] / sz < z0 * (cell + 1.0 - position) + z1 * (position - cell) {
            let mut normal = Vec3::ZERO;
            normal[face / 2] = if end { 1.0 } else { -1.0 };
            keep(Some(Hit { dist, normal }));
        }
    }
    best
}
