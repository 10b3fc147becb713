//! Convex polygons in space: reduction to four corners.

use crate::math::Vec3;

/// Positions of four corners of a convex polygon that span a large area, in order; the polygon has at least four.
///
/// The corners `a b c d` advance around the polygon in turn, each as long as the area grows: `d` first, then `c` and `b`
/// after every gain. The area is `|(c - a) × (d - b)| / 2`. Linear in the number of corners. With
/// `keep_first` the first corner stays, else it is left when that gains area.
pub(crate) fn large_quadrilateral(len: usize, keep_first: bool, vertex: impl Fn(usize) -> Vec3) -> [usize; 4] {
    let next = |i: usize| if i + 1 == len { 0 } else { i + 1 };
    let area = |[a, b, c, d]: [usize; 4]| (vertex(c) - vertex(a)).cross(vertex(d) - vertex(b)).norm();
    let [mut b, mut c, mut d] = [1, 2, 3];
    let mut best = [0, b, c, d];
    let mut most = area(best);
    let mut gains = |quad: [usize; 4]| {
        let size = area(quad);
        if size > most {
            most = size;
            best = quad;
            return true;
        }
        false
    };
    for a in 0..if keep_first { 1 } else { len } {
        while gains([a, b, c, next(d)]) {
            d = next(d);
            while gains([a, b, next(c), d]) {
                c = next(c);
            }
            while gains([a, next(b), c, d]) {
                b = next(b);
            }
        }
        // keep the corners apart
        if b == a {
            b = next(b);
            if c == b {
                c = next(c);
                if d == c {
                    d = next(d);
                }
            }
        }
    }
    best
}
