//! The point of a simplex nearest to the origin, in barycentric coordinates.
//!
//! Montanari, Petrinic and Barbieri, *Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects*, ACM Transactions on Graphics 36 (2017): signed volumes tell on which side of each face the origin is,
//! and only faces that it is outside of are looked at again.

use crate::math::{MINVAL, Vec3};

/// Weights of up to four points whose combination is nearest to the origin; a weight of zero drops its point.
pub(super) fn nearest_weights(points: &[Vec3]) -> [f64; 4] {
    match *points {
        [a, b] => {
            let [x, y] = on_segment(a, b);
            [x, y, 0.0, 0.0]
        }
        [a, b, c] => {
            let [x, y, z] = on_triangle(a, b, c);
            [x, y, z, 0.0]
        }
        [a, b, c, d] => on_tetrahedron(a, b, c, d),
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

/// Determinant with these columns.
#[inline]
fn det(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

/// True if both are positive or both negative.
#[inline]
fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

fn on_tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> [f64; 4] {
    // volumes of the tetrahedra that the origin makes with each face
    let volumes = [-det(b, c, d), det(a, c, d), -det(a, b, d), det(a, b, c)];
    let whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    let inside = volumes.map(|v| same_sign(whole, v));
    if inside == [true; 4] {
        return volumes.map(|v| v / whole);
    }

    // the nearest of the faces that the origin is outside of
    let points = [a, b, c, d];
    let mut best = [0.0; 4];
    let mut least = f64::MAX;
    for (face, [i, j, k]) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].into_iter().enumerate() {
        if inside[face] {
            continue;
        }
        let [x, y, z] = on_triangle(points[i], points[j], points[k]);
        let nearest = points[i] * x + points[j] * y + points[k] * z;
        let square = nearest.dot(nearest);
        if square < least {
            least = square;
            best = [0.0; 4];
            (best[i], best[j], best[k]) = (x, y, z);
        }
    }
    best
}

fn on_triangle(a: Vec3, b: Vec3, c: Vec3) -> [f64; 3] {
    let Some(origin) = project_on_plane(a, b, c) else {
        let [x, y] = on_segment(a, b);
        return [x, y, 0.0];
    };
    let (areas, whole) = areas(a, b, c, origin);
    let inside = areas.map(|area| same_sign(whole, area));
    if inside == [true; 3] {
        return areas.map(|area| area / whole);
    }

    // the nearest of the edges that the origin is outside of
    let points = [a, b, c];
    let mut best = [0.0; 3];
    let mut least = f64::MAX;
    for (edge, [i, j]) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
        if inside[edge] {
            continue;
        }
        let [x, y] = on_segment(points[i], points[j]);
        let nearest = points[i] * x + points[j] * y;
        let square = nearest.dot(nearest);
        if square < least {
            least = square;
            best = [0.0; 3];
            (best[i], best[j]) = (x, y);
        }
    }
    best
}

#[inline]
fn on_segment(a: Vec3, b: Vec3) -> [f64; 2] {
    // the foot of the origin on the line, compared along the widest axis
    let along = b - a;
    let foot = b.add_scaled(along, -(b.dot(along) / along.dot(along)));
    let mut axis = 0;
    for i in 1..3 {
        if (a[i] - b[i]).abs() >= (a[axis] - b[axis]).abs() {
            axis = i;
        }
    }
    let width = a[axis] - b[axis];
    let (x, y) = (foot[axis] - b[axis], a[axis] - foot[axis]);
    if same_sign(width, x) && same_sign(width, y) { [x / width, y / width] } else { [0.0, 1.0] }
}

/// Signed areas of the triangles that a point of the plane makes with each edge, and of the whole, in the coordinate
/// plane where the triangle is largest. Divided by the whole they are the affine coordinates of the point.
#[inline]
pub(super) fn areas(a: Vec3, b: Vec3, c: Vec3, point: Vec3) -> ([f64; 3], f64) {
    let area = |p: Vec3, q: Vec3, r: Vec3, i: usize, j: usize| {
        q[i] * r[j] - q[j] * r[i] - p[i] * r[j] + p[j] * r[i] + p[i] * q[j] - p[j] * q[i]
    };
    let (x, y, z) = (area(a, b, c, 1, 2), area(a, b, c, 0, 2), area(a, b, c, 0, 1));
    let (whole, i, j) = if x.abs() >= y.abs() && x.abs() >= z.abs() {
        (x, 1, 2)
    } else if y.abs() >= z.abs() {
        (y, 0, 2)
    } else {
        (z, 0, 1)
    };
    ([area(point, b, c, i, j), area(point, c, a, i, j), area(point, a, b, i, j)], whole)
}

/// The foot of the origin on the plane of three points; none if they are on a line.
///
/// Each corner in turn is tried as the base point, because rounding may lose the height over one of them.
#[inline]
pub(super) fn project_on_plane(a: Vec3, b: Vec3, c: Vec3) -> Option<Vec3> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let measure = |normal: Vec3, base: Vec3| {
        let (height, square) = (normal.dot(base), normal.dot(normal));
        (normal, height, square)
    };
    let (normal, height, square) = measure(bc.cross(ab), b);
    if square == 0.0 {
        return None;
    }
    if height != 0.0 && square > MINVAL {
        return Some(normal * (height / square));
    }
    let (normal, height, square) = measure(ab.cross(ac), a);
    if square == 0.0 {
        return None;
    }
    if height != 0.0 && square > MINVAL {
        return Some(normal * (height / square));
    }
    let (normal, height, square) = measure(ac.cross(bc), c);
    (square != 0.0).then(|| normal * (height / square))
}
