//! Two capsules.

use super::super::shape::{Manifold, Shape};
use super::sphere_sphere::ball_ball;
use crate::math::{MINVAL, Vec3};

/// Squared sine of the angle up to which two segments count as parallel.
const PARALLEL: f64 = 1e-8;

/// Part of the square of a distance that its rounding takes at most.
const ROUNDING: f64 = 1e-12;

/// One point between the nearest points of the two segments, or two at the ends of their overlap when they are parallel.
///
/// With half axes `p`, `q`, their normal `n = p × q` and `r = c - d` between the centres, the lines come nearest at
/// `c + x p` and `d + y q` with `x = n·(q × r) / n·n` and `y = n·(p × r) / n·n`; written with cross products these lose no
/// digits to cancellation as the angle closes. Outside `[-1, 1]²` one variable is clamped and the other solved again.
#[doc(alias = "mjc_CapsuleCapsule")]
pub fn capsule_capsule(out: &mut Manifold, a: &Shape, b: &Shape, margin: f64) {
    let (p, q) = (a.axis() * a.size[1], b.axis() * b.size[1]);
    let between = a.pos - b.pos;
    let (pp, qq) = (p.dot(p), q.dot(q));
    let n = p.cross(q);
    let det = n.dot(n);

    // parameter of the nearest point on one segment to a given one on the other
    let x_of = |y: f64| project(p, pp, q * y - between);
    let y_of = |x: f64| project(q, qq, p * x + between);
    let mut touch = |x: f64, y: f64| {
        let (one, two) = (p * x + a.pos, q * y + b.pos);
        ball_ball(out, a, one, a.size[0], b, two, b.size[0], margin);
    };

    if det > PARALLEL * pp * qq {
        let (mut x, mut y) = (n.dot(q.cross(between)) / det, n.dot(p.cross(between)) / det);
        if x.abs() > 1.0 {
            x = x.signum();
            y = y_of(x);
        }
        if y.abs() > 1.0 {
            y = y.signum();
            x = clamp(x_of(y));
        }
        touch(x, y);
    } else {
        // the overlap, low end first: it is bounded by an end of the second segment or else of the first
        let low = if p.dot(q) < 0.0 { 1.0 } else { -1.0 };
        let x = x_of(low);
        if x > -1.0 {
            touch(clamp(x), low);
        } else {
            touch(-1.0, clamp(y_of(-1.0)));
        }
        let x = x_of(-low);
        if x < 1.0 { touch(clamp(x), -low) } else { touch(1.0, clamp(y_of(1.0))) }
    }
}

/// True if two capsules are further apart than the margin along the line between their centres, which most are that are
/// not far apart.
#[inline]
pub(crate) fn clearly_apart(a: &Shape, b: &Shape, margin: f64) -> bool {
    let (p, q) = (a.axis() * a.size[1], b.axis() * b.size[1]);
    let (between, reach) = (a.pos - b.pos, margin + a.size[0] + b.size[0]);
    let square = between.dot(between);
    let gap = square * (1.0 - ROUNDING) - p.dot(between).abs() - q.dot(between).abs();
    gap > 0.0 && gap * gap > reach * reach * square
}

/// Coefficient of the projection of `v` on an axis of the given squared length; zero on an axis without length.
#[inline]
fn project(axis: Vec3, square: f64, v: Vec3) -> f64 {
    if square < MINVAL * MINVAL { 0.0 } else { axis.dot(v) / square }
}

#[inline]
fn clamp(x: f64) -> f64 {
    x.clamp(-1.0, 1.0)
}
