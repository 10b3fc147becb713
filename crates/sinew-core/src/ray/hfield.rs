//! Rays against height fields.

#![allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]

use std::ops::Range;

use super::mesh::{Basis, triangle};
use super::primitive::{cuboid, cuboid_faces};
use super::{Hit, Ray};
use crate::collision::hfield::Field;
use crate::collision::shape::Shape;
use crate::math::Vec3;
use crate::math::simd::kernel;

/// How far a ray may be above a cell, of the full height, and still be tried against it: far more than rounding.
const SLACK: f64 = 1e-6;

/// How far beside a cell a ray may pass, in cells, and still be tried against it: far more than rounding.
const SPARE: f64 = 1e-6;

/// A ray along one axis of the grid, in cells.
struct Track {
    start: f64,
    speed: f64,
    /// distance from one line to the next
    pace: f64,
    /// cells along the axis
    count: usize,
}

impl Track {
    #[inline(always)]
    fn new(ray: &Ray, axis: usize, half: f64, lines: usize) -> Self {
        let per_length = (lines - 1) as f64 / (2.0 * half);
        let (start, speed) = ((ray.point[axis] + half) * per_length, ray.direction[axis] * per_length);
        Self { start, speed, pace: 1.0 / speed, count: lines - 1 }
    }

    /// Cells over which the ray passes between two distances, with some room at either end.
    #[inline(always)]
    fn cells(&self, near: f64, far: f64) -> Range<usize> {
        let (a, b) = (self.start + near * self.speed, self.start + far * self.speed);
        // conversions stop at zero
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        (low - SPARE) as usize..((high + (1.0 + SPARE)) as usize).min(self.count)
    }

    /// The part of the distances from `near` to `far` in which the ray is over a cell, with some room.
    #[inline(always)]
    fn over(&self, cell: usize, near: f64, far: f64) -> (f64, f64) {
        let a = (cell as f64 - SPARE - self.start) * self.pace;
        let b = a + (1.0 + 2.0 * SPARE) * self.pace;
        // along the lines it stays where it is
        if self.pace.abs() > FAR {
            return (near, far);
        }
        let clamp = |x: f64| lesser(if x > near { x } else { near }, far);
        (clamp(lesser(a, b)), clamp(if a > b { a } else { b }))
    }
}

/// Distance from one line to the next of a ray that never gets there.
const FAR: f64 = 1e100;

/// The smaller of two numbers.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Heights of a ray.
struct Heights {
    start: f64,
    speed: f64,
    /// just before the first column of cells, the rise from one line to the next, and how far it may fall over a column
    before: f64,
    rise: f64,
    fall: f64,
}

impl Heights {
    #[inline(always)]
    fn new(ray: &Ray, along_x: &Track) -> Self {
        let (start, speed) = (ray.point[2], ray.direction[2]);
        let rise = speed * along_x.pace;
        let before = start - (along_x.start + SPARE) * rise;
        Self { start, speed, before, rise, fall: ((1.0 + 2.0 * SPARE) * rise).min(0.0) }
    }

    /// At a distance.
    #[inline(always)]
    fn at(&self, dist: f64) -> f64 {
        self.start + dist * self.speed
    }

    /// No more than the least over a column of cells; no number for a ray that stays in its column.
    #[inline(always)]
    fn over(&self, column: usize) -> f64 {
        self.before + column as f64 * self.rise + self.fall
    }
}

/// Takes a hit in the frame of the field if it is nearer.
#[inline(always)]
fn keep(best: &mut Option<Hit>, shape: &Shape, hit: Option<Hit>) {
    if let Some(hit) = hit
        && best.is_none_or(|old| hit.dist < old.dist)
    {
        *best = Some(Hit { normal: shape.mat.mul_vec(hit.normal), ..hit });
    }
}

kernel! {
    /// Keeps the nearest of the triangles of the surface under the ray between two distances: of the cells there that
    /// reach as high as the ray does over their row and over their column.
    fn surface(field: &Field, shape: &Shape, ray: &Ray, start: f64, last: f64, best: &mut Option<Hit>) {
        let [sx, sy, sz, _] = field.size;
        let (along_x, along_y) = (Track::new(ray, 0, sx, field.ncol), Track::new(ray, 1, sy, field.nrow));
        let (basis, heights) = (Basis::new(ray.direction), Heights::new(ray, &along_x));
        for row in along_y.cells(start, last) {
            let (near, far) = along_y.over(row, start, last);
            // what was hit before the ray gets here is nearer
            if near > start && best.is_some_and(|hit| hit.dist < near) {
                continue;
            }
            let floor = lesser(heights.at(near), heights.at(far)) - SLACK * sz;
            let columns = along_x.cells(near, far);
            let line = |row: usize| field.data[row * field.ncol..][..field.ncol].get(columns.start..=columns.end);
            let (Some(lower), Some(upper)) = (line(row), line(row + 1)) else { continue };
            let highest = |(&a, &b): (&f32, &f32)| if a > b { a } else { b };
            let mut ends = lower.iter().zip(upper).map(highest);
            let mut left = ends.next().unwrap_or(0.0);
            for (column, right) in columns.zip(ends) {
                let top = f64::from(highest((&left, &right))) * sz;
                left = right;
                if top < floor || top < heights.over(column) - SLACK * sz {
                    continue;
                }
                let corner = |r: usize, c: usize| field.point(row + r, column + c);
                let [origin, right, across, up] = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
                keep(best, shape, triangle([origin, right, across], ray, &basis));
                keep(best, shape, triangle([origin, across, up], ray, &basis));
            }
        }
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

    surface(field, shape, &local, start, last, &mut best);

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
            keep(&mut best, shape, Some(Hit { dist, normal }));
        }
    }
    best
}
