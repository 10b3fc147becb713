//! Shortest paths around and through circles, spheres and cylinders.
//!
//! MuJoCo manual, XML reference, `spatial/geom`: the path goes round the circle the way that the polyline through the
//! side site does, which is to say with the same winding angle about the centre.

use std::f64::consts::FRAC_PI_2;

use super::winding::{Point, Winding, angle, both, cross, dot, norm, unit};
use crate::math::{MINVAL, Mat3, Vec3};

/// The obstacle's shape; a cylinder has no ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// about its position
    Sphere,
    /// about the z axis of its frame
    Cylinder,
}

/// The curved part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrap {
    /// length on the surface; zero when the path passes through the inside and only touches
    pub length: f64,
    /// where it comes on and goes off
    pub points: [Vec3; 2],
}

/// Path from `ends[0]` to `ends[1]` past an obstacle; `None` if the straight line is the path.
///
/// A side point chooses the way round. Inside the obstacle it asks for a path through the inside instead: the shortest
/// one that touches the surface from within.
#[doc(alias = "mju_wrap")]
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub fn wrap(ends: [Vec3; 2], xpos: Vec3, xmat: &Mat3, radius: f64, shape: Shape, side: Option<Vec3>) -> Option<Wrap> {
    // everything in the frame of the obstacle
    let local = |x: Vec3| xmat.mul_t_vec(x - xpos);
    let p = both(ends, local);
    if p[0].norm() < MINVAL || p[1].norm() < MINVAL {
        return None;
    }
    let round = shape == Shape::Sphere;
    let axes = if round { plane_through(p) } else { [Vec3::X, Vec3::Y] };
    // a sum with zero, as an inner product with the axes of the frame is, has no negative zero
    let flat = |x: Vec3| if round { [x.dot(axes[0]), x.dot(axes[1])] } else { [x[0] + 0.0, x[1] + 0.0] };
    let side = side.map(local);

    // solve in the plane
    let end = both(p, flat);
    let inside = side.is_some_and(|s| s.norm() < radius);
    let (mut length, points) =
        if inside { wrap_inside(end, radius)? } else { wrap_outside(end, side.map(flat), radius)? };

    // back to space
    let space = |q: Point| if round { axes[0] * q[0] + axes[1] * q[1] } else { Vec3([q[0] + 0.0, q[1] + 0.0, 0.0]) };
    let mut points = both(points, space);
    if !round {
        // a cylinder unrolls: height grows evenly along the path
        let leg = |i: usize| norm([p[i][0] - points[i][0], p[i][1] - points[i][1]]);
        let (first, last) = (leg(0), leg(1));
        let slope = (p[1][2] - p[0][2]) / (first + length + last);
        points[0][2] = p[0][2] + slope * first;
        points[1][2] = p[0][2] + slope * (first + length);
        length = norm([length, points[1][2] - points[0][2]]);
    }
    Some(Wrap { length, points: both(points, |q| xmat.mul_vec(q) + xpos) })
}

/// Orthonormal axes of the plane through the origin and two points, the first along the first point.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn plane_through(p: [Vec3; 2]) -> [Vec3; 2] {
    let x = p[0].normalized().0;
    let (mut normal, area) = p[0].cross(p[1]).normalized();
    if area < MINVAL {
        // points in line with the centre: any plane will do, away from the largest component
        let largest = (0..3).fold(0, |i, j| if x[j].abs() > x[i].abs() { j } else { i });
        let mut other = Vec3([1.0; 3]);
        other[largest] = 0.0;
        normal = x.cross(other).normalized().0;
    }
    [x, normal.cross(x).normalized().0]
}

/// Length on the circle and the two tangent points of the path round a circle about the origin.
///
/// A straight line clear of the circle is the path if it winds as it should, by less than half a turn. Else, with `θ`
/// the winding angle and `βᵢ = acos(r/lᵢ)` what the tangent from an end at distance `lᵢ` takes up, the path follows the
/// circle over the angle `|θ| - β₀ - β₁`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn wrap_outside(end: [Point; 2], side: Option<Point>, radius: f64) -> Option<(f64, [Point; 2])> {
    let square = both(end, |e| dot(e, e));
    if square[0] < radius * radius || square[1] < radius * radius || radius < MINVAL {
        return None;
    }
    let nearest = nearest_to_origin(end)?;
    let clear = dot(nearest, nearest) > radius * radius;

    // how far round, and in which direction; without a side the way with the shorter chord
    let side = side.map(unit);
    if clear && surely_below_half_a_turn(end, side) {
        return None;
    }
    let reach = both(square, |s| (s - radius * radius).sqrt());
    let (winding, turn) = if let Some(side) = side {
        Winding::past(end, side)
    } else {
        let chord = |turn: f64| {
            let [p, q] = tangents(end, square, reach, radius, turn);
            dot([p[0] - q[0], p[1] - q[1]], [p[0] - q[0], p[1] - q[1]])
        };
        (Winding::between(end), if chord(-1.0) < chord(1.0) { -1.0 } else { 1.0 })
    };
    if clear && !winding.half_a_turn {
        return None;
    }

    // what the tangents leave over; nothing, up to rounding, if the straight line just touches; the two take up the
    // angle of a product, as βᵢ, below a right angle, is that of `r + i reachᵢ`
    let taken = [radius * radius - reach[0] * reach[1], radius * (reach[0] + reach[1])];
    let arc = winding.less(taken);
    (arc > -1e-10).then(|| (radius * arc.max(0.0), tangents(end, square, reach, radius, turn)))
}

/// True if the winding angle is clearly below half a turn, which needs no arctangents: each of its parts is below a right
/// angle, or without a side the only one is below two.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn surely_below_half_a_turn(end: [Point; 2], side: Option<Point>) -> bool {
    const CLEARLY: f64 = 1e-6;
    match side {
        Some(side) => {
            let acute = |e: Point| dot(e, side) > CLEARLY * cross(e, side).abs();
            acute(end[0]) && acute(end[1])
        }
        None => cross(end[0], end[1]).abs() > -CLEARLY * dot(end[0], end[1]),
    }
}

/// Point of a segment nearest to the origin; `None` if the ends coincide.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn nearest_to_origin(end: [Point; 2]) -> Option<Point> {
    let gap = [end[1][0] - end[0][0], end[1][1] - end[0][1]];
    let square = dot(gap, gap);
    let a = (-dot(gap, end[0]) / square).clamp(0.0, 1.0);
    (square >= MINVAL).then(|| [end[0][0] + a * gap[0], end[0][1] + a * gap[1]])
}

/// Points where the tangents from two ends touch a circle, going round counter-clockwise if `turn` is 1.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn tangents(end: [Point; 2], square: [f64; 2], reach: [f64; 2], radius: f64, turn: f64) -> [Point; 2] {
    let touch = |i: usize, turn: f64| {
        let (e, r2) = (end[i], radius * radius);
        [
            (e[0] * r2 - turn * radius * e[1] * reach[i]) / square[i],
            (e[1] * r2 + turn * radius * e[0] * reach[i]) / square[i],
        ]
    };
    [touch(0, turn), touch(1, -turn)]
}

/// The one point, twice, where the shortest path through the inside of a circle touches it; its length is zero.
///
/// The path is reflected there: with ends at distances `l₀`, `l₁` and angle `G` between them, the angle `φ` between
/// path and normal solves `asin((r/l₀) sin φ) + asin((r/l₁) sin φ) - 2φ + G = 0`.
fn wrap_inside(end: [Point; 2], radius: f64) -> Option<(f64, [Point; 2])> {
    let length = both(end, norm);
    if length[0] <= radius || length[1] <= radius || radius < MINVAL {
        return None;
    }

    // the straight line already passes inside
    if nearest_to_origin(end).is_some_and(|p| norm(p) <= radius) {
        return None;
    }

    // ends in one direction: straight to the circle and back
    let touch = |direction: Point| Some((0.0, [[radius * direction[0], radius * direction[1]]; 2]));
    if dot(end[0], end[1]) > (1.0 - MINVAL) * length[0] * length[1] {
        return touch(unit([end[0][0] + end[1][0], end[0][1] + end[1][1]]));
    }

    // turn from the end that comes first, counter-clockwise
    let ratio = both(length, |l| radius / l);
    let between = angle(end[0], end[1]);
    let first = usize::from(between < 0.0);
    let (phi, taken) = reflection_angle(ratio, between.abs());
    let turn = phi - taken[first];
    let ((s, c), v) = (libm::sincos(turn), unit(end[first]));
    touch([c * v[0] - s * v[1], s * v[0] + c * v[1]])
}

/// Root of `asin(A sin φ) + asin(B sin φ) - 2φ + G` in `[0, π/2]`, with `A`, `B` below one, and both arcsines there. The
/// function falls and is concave, so Newton's method from the right end steps down to the root and never past it. The
/// tolerance is MuJoCo's: the length hardly feels it, its gradient does.
fn reflection_angle(ratio: [f64; 2], gap: f64) -> (f64, [f64; 2]) {
    const ITERATIONS: usize = 20;
    const TOLERANCE: f64 = 1e-6;
    let arcs = |s: f64| both(ratio, |a| libm::asin(a * s));
    // at the right end the sine is one and the slope -2
    let (mut phi, mut slope) = (FRAC_PI_2, -2.0);
    let mut taken = arcs(1.0);
    for _ in 0..ITERATIONS {
        let f = gap - 2.0 * phi + taken[0] + taken[1];
        if f.abs() <= TOLERANCE {
            break;
        }
        phi -= f / slope;
        let (s, c) = libm::sincos(phi);
        taken = arcs(s);
        let rise = both(ratio, |a| a * c / (1.0 - a * a * s * s).sqrt());
        slope = -2.0 + rise[0] + rise[1];
    }
    (phi, taken)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// Length of the whole path.
    fn path(ends: [Vec3; 2], shape: Shape, side: Option<Vec3>) -> f64 {
        match wrap(ends, Vec3::ZERO, &Mat3::IDENTITY, 0.3, shape, side) {
            None => ends[0].distance(ends[1]),
            Some(w) => ends[0].distance(w.points[0]) + w.length + w.points[1].distance(ends[1]),
        }
    }

    #[test]
    fn a_rope_over_a_cylinder_is_two_tangents_and_an_arc() {
        // both ends hang straight down at the radius: half a turn plus the two drops
        let ends = [Vec3::new(0.3, -1.0, 0.0), Vec3::new(-0.3, -2.0, 0.0)];
        let over = path(ends, Shape::Cylinder, Some(Vec3::Y));
        assert!((over - (3.0 + 0.3 * PI)).abs() < 1e-14, "{over}");
        // along the axis it climbs like a helix: the unrolled path is straight
        let climb = [ends[0], ends[1] + Vec3::Z * 4.0];
        let helix = path(climb, Shape::Cylinder, Some(Vec3::Y));
        assert!((helix - libm::hypot(over, 4.0)).abs() < 1e-14, "{helix}");
    }

    #[test]
    fn a_side_site_sends_the_path_the_long_way_round() {
        // ends nearly on the same side as each other, side site opposite: more than half a turn
        let ends = [Vec3::new(1.0, 0.2, 0.0), Vec3::new(1.0, -0.2, 0.0)];
        let beta = libm::acos(0.3 / libm::hypot(1.0, 0.2));
        let winding = 2.0 * PI - 2.0 * libm::atan2(0.2, 1.0);
        let want = 2.0 * 0.3 * libm::tan(beta) + 0.3 * (winding - 2.0 * beta);
        let got = path(ends, Shape::Sphere, Some(Vec3::new(-1.0, 0.0, 0.0)));
        assert!((got - want).abs() < 1e-14, "{got} {want}");
        assert_eq!(path(ends, Shape::Sphere, Some(Vec3::X)), 0.4, "on their own side the line is straight");
    }

    #[test]
    fn an_end_right_behind_the_obstacle_goes_the_way_that_mujoco_goes() {
        let start = Vec3::new(-0.5, 0.0, 0.0);
        for (end, want) in [([-1.0, -1.0], 2.7460630155459445), ([-1.0, 1.0], 1.118033988749895)] {
            let got = path([start, Vec3::new(end[0], end[1], 0.0)], Shape::Cylinder, Some(Vec3::X));
            assert!((got - want).abs() < 1e-14, "{got} {want}");
        }
    }

    #[test]
    fn length_is_continuous_when_the_path_lifts_off() {
        let at = |y: f64| path([Vec3::new(-1.0, y, 0.0), Vec3::new(1.0, y, 0.0)], Shape::Cylinder, Some(Vec3::Y));
        for step in -1000..1000 {
            let y = 0.3 + 1e-4 * f64::from(step);
            assert!((at(y + 1e-6) - at(y)).abs() < 2.1e-6, "at height {y}");
        }
    }

    /// Ends that circle the obstacle at changing distances and heights, never inside it, at one of many times.
    fn ends_at(time: f64) -> [Vec3; 2] {
        let end = |rate: f64, phase: f64| {
            let (turn, wave) = (rate * time + phase, libm::sin(1.7 * rate * time + 2.0 * phase));
            let reach = 0.31 + 0.4 * (1.0 + wave);
            Vec3::new(reach * libm::cos(turn), reach * libm::sin(turn), 0.5 * libm::sin(0.9 * rate * time))
        };
        [end(1.0, 0.4), end(-0.63, 2.0)]
    }

    /// Steps of the motion at which the length changes by more than its ends move.
    fn jumps(shape: Shape, side: Option<Vec3>) -> Vec<f64> {
        let times = (0..40_000).map(|k| 1e-3 * f64::from(k));
        let changes = |time: f64| {
            let (before, after) = (ends_at(time), ends_at(time + 1e-3));
            let moved = before[0].distance(after[0]) + before[1].distance(after[1]);
            (path(after, shape, side) - path(before, shape, side)).abs() > moved + 1e-9
        };
        times.filter(|&time| changes(time)).collect()
    }

    #[test]
    fn without_a_side_site_or_through_the_inside_length_never_jumps() {
        for shape in [Shape::Sphere, Shape::Cylinder] {
            assert_eq!(jumps(shape, None), [0.0; 0], "{shape:?}, shortest");
            assert_eq!(jumps(shape, Some(Vec3::new(0.1, 0.0, 0.0))), [0.0; 0], "{shape:?}, inside");
        }
    }

    #[test]
    fn with_a_side_site_length_jumps_only_where_an_end_passes_behind_the_obstacle() {
        let side = Vec3::Y;
        let jumps = jumps(Shape::Cylinder, Some(side));
        assert!(jumps.len() > 4, "an end passes behind now and then: {jumps:?}");
        for time in jumps {
            // the half line opposite the side site is where the way round changes
            let crossed = (0..2).any(|i| {
                let (before, after) = (ends_at(time)[i], ends_at(time + 1e-3)[i]);
                before[1] < 0.0 && before[0].signum() != after[0].signum()
            });
            assert!(crossed, "at {time}");
        }
    }

    #[test]
    fn a_path_through_the_inside_is_reflected() {
        let ends = [Vec3::new(1.0, 0.1, 0.2), Vec3::new(0.7, 0.9, 0.5)];
        for shape in [Shape::Sphere, Shape::Cylinder] {
            let w = wrap(ends, Vec3::ZERO, &Mat3::IDENTITY, 0.3, shape, Some(Vec3::ZERO)).expect("the line misses");
            assert_eq!(w.points[0], w.points[1]);
            assert_eq!(w.length, 0.0);
            // the angle to the surface normal is the same on both sides
            let p = w.points[0];
            let normal = if shape == Shape::Sphere { p } else { Vec3::new(p[0], p[1], 0.0) }.normalized().0;
            let cosine = ends.map(|e| (e - p).normalized().0.dot(normal));
            assert!((cosine[0] - cosine[1]).abs() < 1e-6, "{cosine:?}");
        }
    }
}
