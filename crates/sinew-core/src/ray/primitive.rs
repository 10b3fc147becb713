//! Rays against primitives, in closed form.

use super::{Hit, Ray};
use crate::collision::shape::Shape;
use crate::math::{MINVAL, Vec3};

/// Both roots of `a x² + 2 b x + c`, the smaller first; none if they are not real or `a` vanishes.
#[inline]
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if a < MINVAL || det < 0.0 {
        return None;
    }
    let root = det.sqrt();
    Some([(-b - root) / a, (-b + root) / a])
}

/// The smallest root that is not negative.
#[inline]
fn first_root(a: f64, b: f64, c: f64) -> Option<f64> {
    roots(a, b, c)?.into_iter().find(|&x| x >= 0.0)
}

/// A hit with its normal given in the frame of the shape.
#[inline]
fn hit(shape: &Shape, dist: f64, normal: Vec3) -> Hit {
    Hit { dist, normal: shape.mat.mul_vec(normal.normalized().0) }
}

/// The front of a plane, within its drawn rectangle if it has one.
pub fn plane(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let local = ray.local(shape);
    if local.direction[2] > -MINVAL {
        return None;
    }
    let dist = -local.point[2] / local.direction[2];
    let at = local.at(dist);
    let inside = |i: usize| shape.size[i] <= 0.0 || at[i].abs() <= shape.size[i];
    (dist >= 0.0 && inside(0) && inside(1)).then(|| Hit { dist, normal: shape.axis() })
}

/// A sphere, from outside or inside.
pub fn sphere(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let from = ray.point - shape.pos;
    let v = ray.direction;
    let dist = first_root(v.dot(v), v.dot(from), from.dot(from) - shape.size[0] * shape.size[0])?;
    Some(Hit { dist, normal: (ray.at(dist) - shape.pos).normalized().0 })
}

/// An ellipsoid: the unit sphere after scaling each axis.
pub fn ellipsoid(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let Ray { point, direction } = ray.local(shape);
    let scale = Vec3(shape.size.0.map(|s| 1.0 / (s * s)));
    let (p, v) = (point.scale_by(scale), direction.scale_by(scale));
    let dist = first_root(v.dot(direction), v.dot(point), p.dot(point) - 1.0)?;
    Some(hit(shape, dist, point.add_scaled(direction, dist).scale_by(scale)))
}

/// The round wall between two ends.
fn wall(local: &Ray, radius: f64, half: f64) -> Option<f64> {
    let (p, v) = (local.point, local.direction);
    let a = v[0] * v[0] + v[1] * v[1];
    let b = v[0] * p[0] + v[1] * p[1];
    let c = p[0] * p[0] + p[1] * p[1] - radius * radius;
    first_root(a, b, c).filter(|x| (p[2] + x * v[2]).abs() <= half)
}

/// A capsule: its wall and the outer halves of two spheres.
pub fn capsule(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let local = ray.local(shape);
    let (radius, half) = (shape.size[0], shape.size[1]);
    let (p, v) = (local.point, local.direction);
    let mut best = wall(&local, radius, half).map(|dist| (dist, None));
    for end in [half, -half] {
        let from = p - Vec3::Z * end;
        let Some(both) = roots(v.dot(v), v.dot(from), from.dot(from) - radius * radius) else {
            continue;
        };
        for dist in both {
            let beyond = (p[2] + dist * v[2] - end) * end.signum() >= 0.0;
            if dist >= 0.0 && beyond && best.is_none_or(|(old, _)| dist < old) {
                best = Some((dist, Some(end)));
            }
        }
    }
    let (dist, end) = best?;
    let mut normal = local.at(dist);
    normal[2] = end.map_or(0.0, |end| normal[2] - end);
    Some(hit(shape, dist, normal))
}

/// A cylinder: two disks and a wall.
pub fn cylinder(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let local = ray.local(shape);
    let (radius, half) = (shape.size[0], shape.size[1]);
    let (p, v) = (local.point, local.direction);
    let mut best: Option<(f64, f64)> = None;
    if v[2].abs() > MINVAL {
        for side in [-1.0, 1.0] {
            let dist = (side * half - p[2]) / v[2];
            let (x, y) = (p[0] + dist * v[0], p[1] + dist * v[1]);
            if dist >= 0.0 && x * x + y * y <= radius * radius && best.is_none_or(|(old, _)| dist < old) {
                best = Some((dist, side));
            }
        }
    }
    if let Some(dist) = wall(&local, radius, half)
        && best.is_none_or(|(old, _)| dist < old)
    {
        best = Some((dist, 0.0));
    }
    let (dist, side) = best?;
    let at = local.at(dist);
    let normal = if side == 0.0 { Vec3::new(at[0], at[1], 0.0) } else { Vec3::Z * side };
    Some(hit(shape, dist, normal))
}

/// A box.
pub fn cuboid(shape: &Shape, ray: &Ray) -> Option<Hit> {
    let faces = cuboid_faces(shape.size, &ray.local(shape));
    let mut best: Option<Hit> = None;
    for (face, dist) in faces.into_iter().enumerate() {
        if let Some(dist) = dist
            && best.is_none_or(|old| dist < old.dist)
        {
            let sign = if face % 2 == 0 { -1.0 } else { 1.0 };
            best = Some(Hit { dist, normal: shape.mat.column(face / 2) * sign });
        }
    }
    best
}

/// Distances to the faces -x, +x, -y, +y, -z, +z of a box around the origin.
pub(super) fn cuboid_faces(size: Vec3, local: &Ray) -> [Option<f64>; 6] {
    let (p, v) = (local.point, local.direction);
    std::array::from_fn(|face| {
        let (i, side) = (face / 2, if face % 2 == 0 { -1.0 } else { 1.0 });
        if v[i].abs() <= MINVAL {
            return None;
        }
        let dist = (side * size[i] - p[i]) / v[i];
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let inside = |axis: usize| (p[axis] + dist * v[axis]).abs() <= size[axis];
        (dist >= 0.0 && inside(j) && inside(k)).then_some(dist)
    })
}
