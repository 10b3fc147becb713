//! Why points have no hull.

use super::super::Problem;
use super::plane::{Tolerance, minus};

/// Says what is wrong with points that no hull could be found for.
pub(super) fn reason(points: &[[f64; 3]], tol: Option<&Tolerance>) -> Problem {
    let Some(tol) = tol else {
        return Problem::new("a convex hull needs at least four vertices with finite coordinates");
    };
    match extent(points, tol) {
        0 => Problem::new("all vertices are at one place, they have no convex hull; consider a small sphere"),
        1 => Problem::new("all vertices are on a line, they have no convex hull; consider a thin capsule"),
        2 => Problem::new("all vertices are in a plane, they have no convex hull; consider a plane or a thin box"),
        _ => Problem::new("the convex hull could not be computed: the vertices are too nearly in a plane"),
    }
}

/// Dimension of the space that points fill, up to rounding.
fn extent(points: &[[f64; 3]], tol: &Tolerance) -> usize {
    let doubt = 10.0 * tol.round;
    let far = |score: &dyn Fn(&[f64; 3]) -> f64| {
        points.iter().map(|p| (score(p), *p)).reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap_or_default()
    };
    let origin = points[0];
    let length = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    let (size, end) = far(&|p| length(minus(p, &origin)));
    if size <= doubt {
        return 0;
    }
    let axis = minus(&end, &origin).map(|x| x / size);
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let (width, side) = far(&|p| length(cross(axis, minus(p, &origin))));
    if width <= doubt {
        return 1;
    }
    let normal = cross(axis, minus(&side, &origin)).map(|x| x / width);
    let height = |p: &[f64; 3]| {
        let d = minus(p, &origin);
        (normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2]).abs()
    };
    if far(&height).0 <= doubt { 2 } else { 3 }
}
