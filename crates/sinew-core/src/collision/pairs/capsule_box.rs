//! Capsule and box.
//!
//! The nearest point of the capsule's segment to the box is found among face and edge candidates. A second point follows
//! when the segment lies along the box: it is as far along the segment as it stays over the same face or edge. Both are
//! then spheres against the box.

use super::super::reach::ROOM;
use super::super::shape::{Manifold, Shape};
use super::sphere_box::ball_box;
use crate::math::simd::kernel;
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

kernel! {
    /// Up to two points.
    #[doc(alias = "mjc_CapsuleBox")]
    pub fn capsule_box(out: &mut Manifold, capsule: &Shape, cuboid: &Shape, margin: f64) {
        let axis = cuboid.mat.mul_t_vec(capsule.axis());
        let ([radius, length, _], half) = (capsule.size.0, axis * capsule.size[1]);
        let (centre, sides) = (cuboid.local(capsule.pos), cuboid.size[0] + cuboid.size[1] + cuboid.size[2]);

        // a face of the box parts them
        let reach = margin + radius + ROOM * (radius + length + sides);
        let parts = |i: usize| cuboid.size[i] > 0.0 && centre[i].abs() - half[i].abs() > cuboid.size[i] + reach;
        if parts(0) || parts(1) || parts(2) {
            return;
        }

        let direction = usize::from(half[0] > 0.0) | usize::from(half[1] > 0.0) << 1 | usize::from(half[2] > 0.0) << 2;
        let segment = Segment { centre, axis, half, square: length * length, direction };
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
            ball_box(out, centre, radius, cuboid, margin);
        }
    }
}

/// The nearest feature of the box and the position on the segment, in -1 … 1.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
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
        let Some(edges) = Edges::new(segment, size, axis) else { continue };
        let (second, third) = (1 << [1, 0, 0][axis], 1 << [2, 2, 1][axis]);
        for low in [0, second, third, second | third] {
            let (on_edge, corner, on_segment, square) = edges.distance(segment, size, low);
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
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn clamp_to_edge(x: f64, corner: &mut Option<End>) -> f64 {
    if x.abs() > 1.0 {
        *corner = Some(if x > 0.0 { End::High } else { End::Low });
        return x.signum();
    }
    x
}

/// What the four edges along an axis share: the matrix of the equations that their nearest points solve.
struct Edges {
    axis: usize,
    ma: f64,
    mb: f64,
    mc: f64,
    /// one over its determinant, and over its diagonal
    inverse: f64,
    inverse_ma: f64,
    inverse_mc: f64,
}

impl Edges {
    /// The edges along an axis, none if they are parallel to the segment.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn new(segment: &Segment, size: Vec3, axis: usize) -> Option<Self> {
        let (ma, mb, mc) = (size[axis] * size[axis], -size[axis] * segment.half[axis], segment.square);
        let det = ma * mc - mb * mb;
        let (inverse, inverse_ma, inverse_mc) = (1.0 / det, 1.0 / ma, 1.0 / mc);
        // a determinant that is no number is not small
        if det.abs() < MINVAL { None } else { Some(Self { axis, ma, mb, mc, inverse, inverse_ma, inverse_mc }) }
    }

    /// Nearest points of the edge with this lower corner and the segment: position on the edge, its corner if clamped
    /// there, position on the segment, squared distance.
    ///
    /// A clamp that solving again undoes still counts as a corner: MuJoCo decides on the second point that way.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn distance(&self, segment: &Segment, size: Vec3, low: usize) -> (f64, Option<End>, f64, f64) {
        let &Self { axis, ma, mb, mc, inverse, inverse_ma, inverse_mc } = self;
        let place = |i: usize| if low >> i & 1 == 1 { size[i] } else { -size[i] };
        let mut middle = Vec3([place(0), place(1), place(2)]);
        middle[axis] = 0.0;
        let between = middle - segment.centre;
        let (u, v) = (-size[axis] * between[axis], segment.half.dot(between));
        let mut corner = None;
        let mut on_edge = clamp_to_edge((mc * u - mb * v) * inverse, &mut corner);
        let mut on_segment = match corner {
            None => (ma * v - mb * u) * inverse,
            Some(_) => (v - mb * on_edge) * inverse_mc,
        };
        if on_segment.abs() > 1.0 {
            on_segment = on_segment.signum();
            on_edge = clamp_to_edge((u - mb * on_segment) * inverse_ma, &mut corner);
        }
        let mut gap = between.add_scaled(segment.half, -on_segment);
        gap[axis] += size[axis] * on_edge;
        (on_edge, corner, on_segment, gap.dot(gap))
    }
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
