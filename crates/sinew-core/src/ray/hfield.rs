//! Rays against height fields.

use std::ops::Range;

use super::mesh::{Basis, triangle};
use super::primitive::{cuboid, cuboid_faces};
use super::{Hit, Ray};
use crate::collision::hfield::Field;
use crate::collision::shape::Shape;
use crate::math::Vec3;

/// How far a ray may be above a cell, of the full height, and still be tried against it: far more than rounding.
const SLACK: f64 = 1e-6;

/// A ray along one axis of the grid, in cells.
struct Track {
    start: f64,
    speed: f64,
    /// cells along the axis
    count: f64,
}

impl Track {
    fn new(ray: &Ray, axis: usize, half: f64, lines: usize) -> Self {
        let count = (lines - 1) as f64;
        let per_length = count / (2.0 * half);
        Self { start: (ray.point[axis] + half) * per_length, speed: ray.direction[axis] * per_length, count }
    }

    /// Cells over which the ray passes between two distances, with one to spare at either end.
    fn cells(&self, near: f64, far: f64) -> Range<usize> {
        let at = |dist: f64| self.start + dist * self.speed;
        let (a, b) = (at(near), at(far));
        let low = (a.min(b).floor() - 1.0).max(0.0) as usize;
        let high = (a.max(b).ceil() + 1.0).max(0.0).min(self.count) as usize;
        low..high
    }

    /// The part of the distances from `near` to `far` in which the ray is over a cell or its two neighbours.
    fn over(&self, cell: usize, near: f64, far: f64) -> (f64, f64) {
        let distance = |line: f64| (line - self.start) / self.speed;
        let (a, b) = (distance(cell as f64 - 1.0), distance(cell as f64 + 2.0));
        if !a.is_finite() || !b.is_finite() {
            return (near, far);
        }
        (a.min(b).max(near).min(far), a.max(b).min(far).max(near))
    }
}

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

    // cells under the segment inside the box, with one to spare, that reach as high as the ray does over their row
    let (along_x, along_y) = (Track::new(&local, 0, sx, field.ncol), Track::new(&local, 1, sy, field.nrow));
    let basis = Basis::new(local.direction);
    for row in along_y.cells(start, last) {
        let (near, far) = along_y.over(row, start, last);
        let height = |dist: f64| local.point[2] + dist * local.direction[2];
        let floor = height(near).min(height(far)) - SLACK * sz;
        for column in along_x.cells(near, far) {
            let corner = |r: usize, c: usize| field.point(row + r, column + c);
            let [origin, right, across, up] = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
            if origin[2].max(across[2]) < floor && right[2].max(up[2]) < floor {
                continue;
            }
            keep(triangle([origin, right, across], &local, &basis));
            keep(triangle([origin, across, up], &local, &basis));
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
