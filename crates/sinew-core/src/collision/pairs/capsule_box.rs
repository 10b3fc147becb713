//! Capsule and box.
//!
//! The nearest point of the capsule's segment to the box is found among face and edge candidates. A second point follows
//! when the segment lies along the box: it is as far along the segment as it stays over the same face or edge. Both are
//! then spheres against the box.

use super::super::shape::{Manifold, Shape};
use super::sphere_box::ball_box;
use crate::math::{MINVAL, Vec3};

/// Where on the box the segment comes nearest.
#[derive(Clone, Copy)]
enum Feature {
    /// an end of the segment over a face normal to this axis, or inside the box
    Face { normal: Option<usize> },
    /// a corner, as a bit per axis
    Corner { corner: usize },
    /// inside an edge along `axis`, at `at` in -1 … 1, with its lower corner
    Edge { axis: usize, at: f64, corner: usize },
}

/// The segment of the capsule in the frame of the box.
struct Segment {
    /// centre
    centre: Vec3,
    /// unit direction
    axis: Vec3,
    /// half the segment
    half: Vec3,
    /// squared half length
    square: f64,
    /// bit per axis along which the direction is positive
    direction: usize,
}

/// Up to two points.
#[doc(alias = "mjc_CapsuleBox")]
pub fn capsule_box(out: &mut Manifold, capsule: &Shape, cuboid: &Shape, margin: f64) {
    let axis = cuboid.mat.mul_t_vec(capsule.axis());
    let half = axis * capsule.size[1];
    let direction = (0..3).filter(|&i| half[i] > 0.0).map(|i| 1 << i).sum();
    let square = capsule.size[1] * capsule.size[1];
    let segment = Segment { centre: cuboid.local(capsule.pos), axis, half, square, direction };

    let far = margin + 2.0 * (capsule.size[0] + capsule.size[1] + cuboid.size[0] + cuboid.size[1] + cuboid.size[2]);
    let Some((feature, at)) = nearest_feature(&segment, cuboid.size, far) else {
        return;
    };
    let second = match feature {
        Feature::Face { normal } => over_face(&segment, cuboid.size, at, normal),
        Feature::Corner { corner } => from_corner(&segment, cuboid.size, at, corner),
        Feature::Edge { axis, at: on_edge, corner } => from_edge(&segment, cuboid.size, at, axis, on_edge, corner),
    };
    for along in std::iter::once(at).chain(second.map(|step| step + at)) {
        let centre = cuboid.world(segment.centre.add_scaled(segment.half, along));
        ball_box(out, centre, capsule.size[0], cuboid, margin);
    }
}

/// The nearest feature of the box and the position on the segment, in -1 … 1.
fn nearest_feature(segment: &Segment, size: Vec3, far: f64) -> Option<(Feature, f64)> {
    let mut best = far;
    let mut found = None;

    // ends of the segment that are over a face or inside
    for end in [-1.0, 1.0] {
        let point = segment.centre.add_scaled(segment.half, end);
        let mut clamped = point;
        let mut outside = 0;
        let mut normal = None;
        for i in 0..3 {
            if point[i].abs() > size[i] {
                clamped[i] = if point[i] < 0.0 { -size[i] } else { size[i] };
                outside += 1;
                normal = Some(i);
            }
        }
        let gap = clamped - point;
        let square = gap.dot(gap);
        if outside <= 1 && square < best {
            best = square;
            found = Some((Feature::Face { normal }, end));
        }
    }

    // the twelve edges
    for axis in 0..3 {
        for low in (0..8usize).filter(|corner| corner >> axis & 1 == 0) {
            let Some((on_edge, corner, on_segment, square)) = edge_distance(segment, size, axis, low) else {
                continue;
            };
            // the slack keeps a parallel segment from changing edges by rounding
            if square < best - MINVAL {
                best = square;
                let feature = match corner {
                    Some(End::High) => Feature::Corner { corner: low | 1 << axis },
                    Some(End::Low) => Feature::Corner { corner: low },
                    None => Feature::Edge { axis, at: on_edge, corner: low },
                };
                found = Some((feature, on_segment));
            }
        }
    }
    found
}

/// The end of an edge at which a solution was clamped.
#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

/// Brings a position on an edge into -1 … 1 and notes the end that did it.
fn clamp_to_edge(x: f64, corner: &mut Option<End>) -> f64 {
    if x.abs() > 1.0 {
        *corner = Some(if x > 0.0 { End::High } else { End::Low });
        return x.signum();
    }
    x
}

/// Nearest points of an edge and the segment: position on the edge, its corner if clamped there, position on the segment,
/// squared distance; none if they are parallel.
///
/// A clamp that solving again undoes still counts as a corner: MuJoCo decides on the second point that way.
fn edge_distance(segment: &Segment, size: Vec3, axis: usize, low: usize) -> Option<(f64, Option<End>, f64, f64)> {
    let mut middle = Vec3::ZERO;
    for i in (0..3).filter(|&i| i != axis) {
        middle[i] = if low >> i & 1 == 1 { size[i] } else { -size[i] };
    }
    let between = middle - segment.centre;
    let (ma, mb, mc) = (size[axis] * size[axis], -size[axis] * segment.half[axis], segment.square);
    let (u, v) = (-size[axis] * between[axis], segment.half.dot(between));
    let det = ma * mc - mb * mb;
    if det.abs() < MINVAL {
        return None;
    }
    let inverse = 1.0 / det;
    let mut corner = None;
    let mut on_edge = clamp_to_edge((mc * u - mb * v) * inverse, &mut corner);
    let mut on_segment = match corner {
        None => (ma * v - mb * u) * inverse,
        Some(_) => (v - mb * on_edge) * (1.0 / mc),
    };
    if on_segment.abs() > 1.0 {
        on_segment = on_segment.signum();
        on_edge = clamp_to_edge((u - mb * on_segment) * (1.0 / ma), &mut corner);
    }
    let mut gap = between.add_scaled(segment.half, -on_segment);
    gap[axis] += size[axis] * on_edge;
    Some((on_edge, corner, on_segment, gap.dot(gap)))
}

/// Smaller of two steps; a step that is not a number is passed over.
fn shorten(step: &mut f64, limit: f64) {
    if limit < *step {
        *step = limit;
    }
}

/// Step along the segment from the end over a face to where it leaves that face.
fn over_face(segment: &Segment, size: Vec3, end: f64, normal: Option<usize>) -> Option<f64> {
    let normal = normal?;
    let inward = -end;
    let start = segment.centre.add_scaled(segment.half, end);
    let mut step = 2.0;
    for i in (0..3).filter(|&i| i != normal) {
        for wall in [size[i], -size[i]] {
            let limit = (wall - start[i]) / segment.half[i] * inward;
            if limit > 0.0 {
                shorten(&mut step, limit);
            }
        }
    }
    Some(step * inward)
}

/// Step from a corner along the edge or face that the segment follows; none if it points at the corner or away from it.
fn from_corner(segment: &Segment, size: Vec3, at: f64, corner: usize) -> Option<f64> {
    let differ = segment.direction ^ corner;
    let (single, sign) = match differ.count_ones() {
        1 => (differ, 1.0),
        2 => (7 - differ, -1.0),
        _ => return None,
    };
    let axis = single.trailing_zeros() as usize;
    if segment.axis[axis] * segment.axis[axis] > 0.5 {
        let mut step = 1.0 - sign * at;
        shorten(&mut step, 2.0 * size[axis] / segment.half[axis].abs());
        Some(step * sign)
    } else {
        let mut step = 1.0 + sign * at;
        for i in (0..3).filter(|&i| i != axis) {
            shorten(&mut step, 2.0 * size[i] / segment.half[i].abs());
        }
        Some(-step * sign)
    }
}

/// Step from inside an edge over the face to which the segment is least inclined; none if it crosses the edge outright.
fn from_edge(segment: &Segment, size: Vec3, at: f64, edge: usize, on_edge: f64, corner: usize) -> Option<f64> {
    let differ = (segment.direction ^ corner) & !(1 << edge);
    if differ.count_ones() != 1 {
        return None;
    }
    // of the two directions across the edge, the one along which the segment runs
    let (first, second) = ((edge + 1) % 3, (edge + 2) % 3);
    let across = if segment.axis[first].abs() > segment.axis[second].abs() { first } else { second };
    let forward = differ >> across & 1 == 1;
    let sign = if forward { 1.0 } else { -1.0 };
    let mut step = 1.0 - sign * at;
    shorten(&mut step, 2.0 * size[across] / segment.half[across].abs());

    // do not run past the end of the edge
    let rising = segment.direction >> edge & 1 == 1;
    let room = if rising == forward { 1.0 - on_edge } else { 1.0 + on_edge };
    shorten(&mut step, size[edge] * room / segment.half[edge].abs());
    Some(step * sign)
}
