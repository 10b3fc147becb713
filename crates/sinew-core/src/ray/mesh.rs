//! Rays against triangles and trees of them.

use super::{Hit, Ray};
use crate::Id;
use crate::collision::shape::Shape;
use crate::collision::surface::Surface;
use crate::math::{MINVAL, Vec3};

/// Deepest stack of tree nodes; trees are balanced, so this is never reached.
const STACK: usize = 128;

/// Where a ray meets a mesh; the normal is that of the triangle as it is wound.
pub fn mesh(surface: &Surface, shape: &Shape, ray: &Ray) -> Option<Hit> {
    let local = ray.local(shape);
    let inverse = Vec3(local.direction.0.map(|x| 1.0 / x));
    let basis = Basis::new(local.direction);
    let mut best: Option<Hit> = None;
    let try_face = |face: usize, best: &mut Option<Hit>| {
        if let Some(hit) = triangle(surface.triangle(face), &local, &basis)
            && best.is_none_or(|old| hit.dist < old.dist)
        {
            *best = Some(hit);
        }
    };

    if surface.aabb.is_empty() {
        (0..surface.face.len()).for_each(|face| try_face(face, &mut best));
    } else {
        let mut stack = [0usize; STACK];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = stack[len];
            let limit = best.map_or(f64::INFINITY, |hit| hit.dist);
            if !crosses(&surface.aabb[node], local.point, inverse, limit) {
                continue;
            }
            if let Some(face) = surface.nodeid[node].opt() {
                try_face(face, &mut best);
                continue;
            }
            for child in surface.child[node].iter().filter_map(|c| c.opt()) {
                if len < STACK {
                    stack[len] = child;
                    len += 1;
                }
            }
        }
    }
    best.map(|hit| Hit { normal: shape.mat.mul_vec(hit.normal), ..hit })
}

/// True if a ray enters a box, centre and half sizes, before the limit: slabs of each axis in turn.
///
/// Ericson, *Real-Time Collision Detection* (2004), section 5.3.3.
#[doc(alias = "mju_raySlab")]
fn crosses(aabb: &[f64; 6], point: Vec3, inverse: Vec3, limit: f64) -> bool {
    let (mut enter, mut leave) = (0.0f64, limit);
    for i in 0..3 {
        let t1 = (aabb[i] - aabb[i + 3] - point[i]) * inverse[i];
        let t2 = (aabb[i] + aabb[i + 3] - point[i]) * inverse[i];
        // a ray along the slab gives infinities, or nothing to compare on its very border
        enter = enter.max(t1.min(t2));
        leave = leave.min(t1.max(t2));
    }
    enter <= leave
}

/// Two unit vectors across a direction.
pub(super) struct Basis(Vec3, Vec3);

impl Basis {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn new(direction: Vec3) -> Self {
        let v = direction.0.map(f64::abs);
        let mut first = Vec3::new(1.0, 1.0, 1.0);
        let widest = if v[0] >= v[1] && v[0] >= v[2] { 0 } else { 1 + usize::from(v[1] < v[2]) };
        first[widest] = 0.0;
        let along = -direction.dot(first) / direction.dot(direction);
        let second = first.add_scaled(direction, along).normalized().0;
        Self(second.cross(direction).normalized().0, second)
    }
}

/// Where a ray meets a triangle, from either side: the origin inside its shadow across the ray, then its plane.
#[doc(alias = "mju_rayTriangle")]
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn triangle(v: [Vec3; 3], ray: &Ray, basis: &Basis) -> Option<Hit> {
    let shadow = v.map(|corner| {
        let to = corner - ray.point;
        (basis.0.dot(to), basis.1.dot(to))
    });
    let (a, b) = (shadow[0].0 - shadow[2].0, shadow[1].0 - shadow[2].0);
    let (c, d) = (shadow[0].1 - shadow[2].1, shadow[1].1 - shadow[2].1);
    let det = a * d - b * c;
    if det.abs() < MINVAL {
        return None;
    }
    let (x, y) = (-shadow[2].0, -shadow[2].1);
    let (t0, t1) = ((d * x - b * y) / det, (a * y - c * x) / det);
    if t0 < 0.0 || t1 < 0.0 || t0 + t1 > 1.0 {
        return None;
    }
    let normal = (v[0] - v[2]).cross(v[1] - v[2]);
    let denominator = ray.direction.dot(normal);
    if denominator.abs() < MINVAL {
        return None;
    }
    let dist = -(ray.point - v[2]).dot(normal) / denominator;
    (dist >= 0.0).then(|| Hit { dist, normal: normal.normalized().0 })
}
