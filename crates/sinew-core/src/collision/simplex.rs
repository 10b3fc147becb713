//! The point of a simplex nearest to the origin, in barycentric coordinates.
//!
//! Montanari, Petrinic and Barbieri, *Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects*, ACM Transactions on Graphics 36 (2017): signed volumes tell on which side of each face the origin is,
//! and only faces that it is outside of are looked at again.

use crate::math::simd::kernel;
use crate::math::{MINVAL, Vec3};

/// Determinant with these columns.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn det(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

/// True if both are positive or both negative.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
#[allow(clippy::needless_bitwise_bool, reason = "branches on signs are guessed wrong")]
fn same_sign(a: f64, b: f64) -> bool {
    ((a > 0.0) & (b > 0.0)) | ((a < 0.0) & (b < 0.0))
}

/// The point of a simplex nearest to the origin.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    /// of the corners; a weight of zero drops its corner
    pub(super) weights: [f64; 4],
    /// the foot of the origin on the corners that are kept: more exact than the weighted sum
    pub(super) point: Vec3,
}

impl Foot {
    /// The only corner.
    pub(super) fn corner(&point: &Vec3) -> Self {
        Self { weights: [1.0, 0.0, 0.0, 0.0], point }
    }
}

/// The nearest of several feet.
struct Best {
    foot: Foot,
    square: f64,
}

impl Best {
    const NONE: Self = Self { foot: Foot { weights: [0.0; 4], point: Vec3::ZERO }, square: f64::MAX };

    /// Takes a foot on a part of the simplex, by the places of its corners, if it is nearer.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "places are known where it is called")]
    fn offer<const N: usize>(&mut self, corners: &[Vec3], places: [usize; N], Foot { weights, point }: Foot) {
        let mut nearest = corners[places[0]] * weights[0];
        for k in 1..N {
            nearest += corners[places[k]] * weights[k];
        }
        let square = nearest.dot(nearest);
        if square < self.square {
            *self = Self { foot: Foot { weights: [0.0; 4], point }, square };
            for k in 0..N {
                self.foot.weights[places[k]] = weights[k];
            }
        }
    }
}

kernel! {
    /// The point of a tetrahedron nearest to the origin.
    pub(super) fn on_tetrahedron(out: &mut Foot, a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) {
        let (a, b, c, d) = (*a, *b, *c, *d);
        // volumes of the tetrahedra that the origin makes with each face
        let volumes = [-det(b, c, d), det(a, c, d), -det(a, b, d), det(a, b, c)];
        let whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
        let inside = volumes.map(|v| same_sign(whole, v));
        if inside == [true; 4] {
            *out = Foot { weights: volumes.map(|v| v / whole), point: Vec3::ZERO };
            return;
        }

        // the nearest of the faces that the origin is outside of
        let (corners, mut best) = ([a, b, c, d], Best::NONE);
        for (outside, face) in inside.map(|inside| !inside).into_iter().zip([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]) {
            if outside {
                let [i, j, k] = face;
                let mut foot = Best::NONE.foot;
                on_triangle(&mut foot, &corners[i], &corners[j], &corners[k]);
                best.offer(&corners, face, foot);
            }
        }
        *out = best.foot;
    }
}

kernel! {
    /// The point of a triangle nearest to the origin.
    pub(super) fn on_triangle(out: &mut Foot, a: &Vec3, b: &Vec3, c: &Vec3) {
        let (a, b, c) = (*a, *b, *c);
        // a triangle without area is its three edges
        let mut inside = [false; 3];
        if let Some(point) = project_on_plane(a, b, c) {
            let (areas, whole) = areas(a, b, c, point);
            inside = areas.map(|area| same_sign(whole, area));
            if inside == [true; 3] {
                let [x, y, z] = shares(areas);
                *out = Foot { weights: [x, y, z, 0.0], point };
                return;
            }
        }

        // the nearest of the edges that the origin is outside of
        let (corners, mut best) = ([a, b, c], Best::NONE);
        if !inside[0] {
            best.offer(&corners, [1, 2], on_segment(&b, &c));
        }
        if !inside[1] {
            best.offer(&corners, [0, 2], on_segment(&a, &c));
        }
        if !inside[2] {
            best.offer(&corners, [0, 1], on_segment(&a, &b));
        }
        *out = best.foot;
    }
}

/// The point of a segment nearest to the origin.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn on_segment(&a: &Vec3, &b: &Vec3) -> Foot {
    let Some(point) = project_on_line(a, b) else { return Foot { weights: [0.0, 1.0, 0.0, 0.0], point: b } };
    // the foot is compared with the ends along the widest axis
    let sizes = (a - b).0.map(f64::abs);
    let along = |axis: usize| (a[axis] - b[axis], point[axis] - b[axis], a[axis] - point[axis]);
    let (width, x, y) = if sizes[2] >= sizes[0].max(sizes[1]) {
        along(2)
    } else if sizes[1] >= sizes[0] {
        along(1)
    } else {
        along(0)
    };
    match (same_sign(width, x), same_sign(width, y)) {
        (true, true) => Foot { weights: [x / width, y / width, 0.0, 0.0], point },
        (true, false) => Foot { weights: [1.0, 0.0, 0.0, 0.0], point: a },
        _ => Foot { weights: [0.0, 1.0, 0.0, 0.0], point: b },
    }
}

/// Signed areas of the triangles that a point of the plane makes with each edge, and of the whole, in the coordinate
/// plane where the triangle is largest. Taken from the point, they lose no digits far from the origin.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn areas(a: Vec3, b: Vec3, c: Vec3, point: Vec3) -> ([f64; 3], f64) {
    let (u, v) = (b - a, c - a);
    let shadow = |i: usize, j: usize| u[i] * v[j] - u[j] * v[i];
    let (x, y, z) = (shadow(1, 2), shadow(0, 2), shadow(0, 1));
    let (whole, i, j) = if x.abs() >= y.abs() && x.abs() >= z.abs() {
        (x, 1, 2)
    } else if y.abs() >= z.abs() {
        (y, 0, 2)
    } else {
        (z, 0, 1)
    };
    let (p, q, r) = (a - point, b - point, c - point);
    ([q[i] * r[j] - r[i] * q[j], r[i] * p[j] - p[i] * r[j], p[i] * q[j] - q[i] * p[j]], whole)
}

/// Affine coordinates of a point, from the areas that it makes.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn shares(areas: [f64; 3]) -> [f64; 3] {
    let whole = areas[0] + areas[1] + areas[2];
    areas.map(|area| area / whole)
}

/// The foot of the origin on the line through two points; none if they are the same.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn project_on_line(a: Vec3, b: Vec3) -> Option<Vec3> {
    let along = b - a;
    let square = along.dot(along);
    (square >= MINVAL * MINVAL).then(|| b.add_scaled(along, -b.dot(along) / square))
}

/// The foot of the origin on the plane of three points; none if they are on a line.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would pass the points through memory")]
pub(super) fn project_on_plane(a: Vec3, b: Vec3, c: Vec3) -> Option<Vec3> {
    height_over_plane(a, b, c).map(|(normal, share)| normal * share)
}

/// A normal of the plane of three points, and the share of it that leads from the origin to the plane; none if they are
/// on a line.
///
/// Each corner in turn is tried as the base point, because rounding may lose the height over one of them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would pass the points through memory")]
pub(super) fn height_over_plane(a: Vec3, b: Vec3, c: Vec3) -> Option<(Vec3, f64)> {
    let normal = (c - b).cross(b - a);
    let (height, square) = (normal.dot(b), normal.dot(normal));
    if height != 0.0 && square > MINVAL {
        return Some((normal, height / square));
    }
    if square == 0.0 { None } else { height_from_others(&a, &b, &c) }
}

/// [`height_over_plane`] with the first corner as the base point, or else the last.
#[cold]
fn height_from_others(&a: &Vec3, &b: &Vec3, &c: &Vec3) -> Option<(Vec3, f64)> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(ac);
    let (height, square) = (normal.dot(a), normal.dot(normal));
    if square == 0.0 {
        return None;
    }
    if height != 0.0 && square > MINVAL {
        return Some((normal, height / square));
    }
    let normal = ac.cross(bc);
    let (height, square) = (normal.dot(c), normal.dot(normal));
    (square != 0.0).then(|| (normal, height / square))
}
