//! Two boxes.
//!
//! The separating axis test over fifteen directions picks the axis of least overlap. A face axis clips the face of the
//! other box that opposes it against the sides of the reference face, and every remaining vertex near the face is a
//! point; an edge axis gives the midpoint of the nearest points of the two supporting edges.
//!
//! Ericson, *Real-Time Collision Detection* (2004), sections 4.4.1 and 8.3.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::{MAXVAL, MINVAL, Mat3, Vec3};

/// Rounding slack of the separation tests, times the summed half sizes.
const SEPARATION_SLACK: f64 = 1e-13;
/// Squared sine below which the cross product of two edges is noise.
const PARALLEL: f64 = 1e-16;
/// Component of an edge axis below which the supporting corner is undecided.
const UNDECIDED: f64 = 1e-9;
/// Squared distance, relative to the face, below which two clipped vertices are one.
const DUPLICATE: f64 = 1e-14;
/// Relative amount by which an edge axis must beat the faces.
const EDGE_BIAS: f64 = 1e-6;
/// Cosine above which an edge axis says the same as a face axis.
const SAME_AXIS: f64 = 0.99;
/// Share of the face depth by which such an edge axis must be better to be kept.
const SAME_AXIS_GAIN: f64 = 0.05;
/// A quadrilateral clipped by four half planes has at most eight corners.
const MAX_VERTICES: usize = 12;

/// The axis of least overlap.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Face1(usize),
    Face2(usize),
    Edges(usize, usize),
}

/// The second box in the frame of the first, and the other way round.
struct Relative {
    /// axes of the second box as columns
    rot: Mat3,
    /// centre of the second box in the frame of the first
    pos21: Vec3,
    /// centre of the first box in the frame of the second
    pos12: Vec3,
    size1: Vec3,
    size2: Vec3,
}

/// Up to eight points.
#[doc(alias = "mjc_BoxBox")]
pub fn box_box(out: &mut Manifold, a: &Shape, b: &Shape, margin: f64) {
    let pair = Relative {
        rot: a.mat.transpose() * *b.mat,
        pos21: a.local(b.pos),
        pos12: b.local(a.pos),
        size1: a.size,
        size2: b.size,
    };
    let scale: f64 = a.size.0.iter().sum::<f64>() + b.size.0.iter().sum::<f64>();
    let limit = margin + SEPARATION_SLACK * scale;
    match pair.least_overlap(limit) {
        None => (),
        Some(Axis::Edges(i, j)) => pair.edge_contact(out, a, i, j, limit),
        Some(Axis::Face1(i)) => face_contact(out, a, a.size, b.size, pair.pos21, &pair.rot, i, 1.0, margin),
        Some(Axis::Face2(i)) => {
            face_contact(out, b, b.size, a.size, pair.pos12, &pair.rot.transpose(), i, -1.0, margin);
        }
    }
}

impl Relative {
    /// The axis along which the boxes overlap least, or none if some axis separates them by more than the limit.
    fn least_overlap(&self, limit: f64) -> Option<Axis> {
        let rot = &self.rot;
        let (size1, size2) = (self.size1, self.size2);
        let mut best = -MAXVAL;
        let mut axis = Axis::Face1(0);

        // faces of either box
        for i in 0..3 {
            let row = rot.row(i);
            let radius = row[0].abs() * size2[0] + row[1].abs() * size2[1] + row[2].abs() * size2[2];
            let gap = self.pos21[i].abs() - size1[i] - radius;
            if gap > limit {
                return None;
            }
            if gap > best {
                (best, axis) = (gap, Axis::Face1(i));
            }
        }
        for j in 0..3 {
            let column = rot.column(j);
            let radius = column[0].abs() * size1[0] + column[1].abs() * size1[1] + column[2].abs() * size1[2];
            let gap = self.pos12[j].abs() - size2[j] - radius;
            if gap > limit {
                return None;
            }
            if gap > best {
                (best, axis) = (gap, Axis::Face2(j));
            }
        }
        let (face, face_gap) = (axis, best);

        // products of edges; the component of the product along its own edge is zero in either frame
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (mut x1, mut x2) = (-rot[3 * i2 + j], rot[3 * i1 + j]);
                let square = x1 * x1 + x2 * x2;
                if square < PARALLEL {
                    continue;
                }
                let inverse = 1.0 / square.sqrt();
                x1 *= inverse;
                x2 *= inverse;
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let y1 = x1 * rot[3 * i1 + j1] + x2 * rot[3 * i2 + j1];
                let y2 = x1 * rot[3 * i1 + j2] + x2 * rot[3 * i2 + j2];
                let radius1 = size1[i1] * x1.abs() + size1[i2] * x2.abs();
                let radius2 = size2[j1] * y1.abs() + size2[j2] * y2.abs();
                let gap = (x1 * self.pos21[i1] + x2 * self.pos21[i2]).abs() - radius1 - radius2;
                if gap > limit {
                    return None;
                }
                // on ties a face with its several points is the better answer
                if gap - EDGE_BIAS * gap.abs() > best && gap > face_gap {
                    (best, axis) = (gap, Axis::Edges(i, j));
                }
            }
        }

        // an edge axis that nearly repeats the face axis gives way to it unless clearly better
        if let Axis::Edges(i, j) = axis {
            let direction = self.edge_axis(i, j);
            let aligned = match face {
                Axis::Face1(f) => direction[f].abs(),
                Axis::Face2(f) => direction.dot(rot.column(f)).abs(),
                Axis::Edges(..) => 0.0,
            };
            if aligned > SAME_AXIS && best < face_gap + SAME_AXIS_GAIN * face_gap.abs() + MINVAL {
                return Some(face);
            }
        }
        Some(axis)
    }

    /// Unit product of edge `i` of the first box and edge `j` of the second, in the frame of the first.
    fn edge_axis(&self, i: usize, j: usize) -> Vec3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let mut axis = Vec3::ZERO;
        axis[i1] = -self.rot[3 * i2 + j];
        axis[i2] = self.rot[3 * i1 + j];
        axis.normalized().0
    }

    /// One point between edge directions `i` and `j`.
    ///
    /// The signs of the axis choose the supporting edges. A component near zero leaves the choice open on that box, so
    /// both signs are tried and the closest pair of points is kept.
    fn edge_contact(&self, out: &mut Manifold, a: &Shape, i: usize, j: usize, limit: f64) {
        let mut axis = self.edge_axis(i, j);
        if axis.dot(self.pos21) < 0.0 {
            axis = -axis;
        }
        let axis2 = self.rot.mul_t_vec(axis);
        let undecided = |v: Vec3, own: usize| {
            let (k1, k2) = ((own + 1) % 3, (own + 2) % 3);
            [k1, k2].into_iter().find(|&k| v[k].abs() < UNDECIDED)
        };
        let (open1, open2) = (undecided(axis, i), undecided(axis2, j));

        let along2 = self.rot.column(j);
        let cosine = along2[i];
        let sine2 = 1.0 - cosine * cosine;
        let mut best = MAXVAL;
        let mut witness = (Vec3::ZERO, Vec3::ZERO);
        for flip1 in 0..=usize::from(open1.is_some()) {
            let mut corner1 = support_corner(axis, self.size1, i);
            if let (Some(k), 1) = (open1, flip1) {
                corner1[k] = -corner1[k];
            }
            for flip2 in 0..=usize::from(open2.is_some()) {
                let mut corner2 = -support_corner(axis2, self.size2, j);
                if let (Some(k), 1) = (open2, flip2) {
                    corner2[k] = -corner2[k];
                }
                let corner2 = self.rot.mul_vec(corner2) + self.pos21;

                // nearest points of the two edges, each clamp solving for the other again
                let between = corner2 - corner1;
                let (e1, e2) = (between[i], along2.dot(between));
                let s = if sine2 < MINVAL { 0.0 } else { (e1 - cosine * e2) / sine2 };
                let s = clip(s, self.size1[i]);
                let t = clip(cosine * s - e2, self.size2[j]);
                let s = clip(e1 + cosine * t, self.size1[i]);
                let mut one = corner1;
                one[i] += s;
                let two = corner2.add_scaled(along2, t);
                let gap = two - one;
                let square = gap.dot(gap);
                if square < best {
                    best = square;
                    witness = (one, two);
                }
            }
        }

        let dist = (witness.1 - witness.0).dot(axis);
        if dist <= limit {
            let middle = (witness.0 + witness.1) * 0.5;
            out.push(Point { dist, pos: a.world(middle), normal: a.mat.mul_vec(axis), tangent: Vec3::ZERO });
        }
    }
}

/// Corner of a box furthest along a direction, with zero along the edge `own`.
fn support_corner(direction: Vec3, size: Vec3, own: usize) -> Vec3 {
    let mut corner = Vec3::ZERO;
    for k in (0..3).filter(|&k| k != own) {
        corner[k] = if direction[k] >= 0.0 { size[k] } else { -size[k] };
    }
    corner
}

#[inline]
fn clip(x: f64, limit: f64) -> f64 {
    x.max(-limit).min(limit)
}

/// Points of the incident box's face that lie over the reference box's face `axis` and near it.
///
/// `centre` and `rot` are the incident box in the reference frame; `order` is 1 if the reference box is the first of the
/// pair, -1 if the second. Clipped vertices carry their height over the face as third coordinate.
fn face_contact(
    out: &mut Manifold,
    reference: &Shape,
    size: Vec3,
    incident: Vec3,
    centre: Vec3,
    rot: &Mat3,
    axis: usize,
    order: f64,
    margin: f64,
) {
    let side = if centre[axis] >= 0.0 { 1.0 } else { -1.0 };
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);

    // the incident face opposes the reference normal most
    let row = rot.row(axis);
    let mut facing = 0;
    for k in 1..3 {
        if row[k].abs() > row[facing].abs() {
            facing = k;
        }
    }
    let sign = if side * row[facing] > 0.0 { -1.0 } else { 1.0 };
    let (bu, bv) = ((facing + 1) % 3, (facing + 2) % 3);

    // its corners in turn, as two coordinates in the face and the height above it
    let to_face = |v: Vec3| Vec3::new(v[x], v[y], side * v[axis]);
    let mut middle = to_face(centre + rot.column(facing) * (sign * incident[facing]));
    middle[2] -= size[axis];
    let du = to_face(rot.column(bu) * incident[bu]);
    let dv = to_face(rot.column(bv) * incident[bv]);
    let mut polygon = Polygon { vertices: [Vec3::ZERO; MAX_VERTICES], len: 4 };
    for (vertex, (su, sv)) in polygon.vertices.iter_mut().zip([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]) {
        *vertex = middle + du * su + dv * sv;
    }
    for (coordinate, limit) in [(0, size[x]), (1, size[y])] {
        polygon.clip(coordinate, 1.0, limit);
        polygon.clip(coordinate, -1.0, limit);
    }

    let normal = reference.mat.column(axis) * (side * order);
    let same = DUPLICATE * (size[x] * size[x] + size[y] * size[y]);
    let mut accepted = [Vec3::ZERO; MAX_VERTICES];
    let mut count = 0;
    for &v in &polygon.vertices[..polygon.len] {
        let twin = |w: &Vec3| {
            let (dx, dy) = (w[0] - v[0], w[1] - v[1]);
            dx * dx + dy * dy < same
        };
        if v[2] > margin || accepted[..count].iter().any(twin) {
            continue;
        }
        accepted[count] = v;
        count += 1;

        // half way between the face and the vertex
        let mut pos = Vec3::ZERO;
        pos[x] = v[0];
        pos[y] = v[1];
        pos[axis] = side * (size[axis] + 0.5 * v[2]);
        out.push(Point { dist: v[2], pos: reference.world(pos), normal, tangent: Vec3::ZERO });
    }
}

/// A convex polygon while it is clipped.
struct Polygon {
    vertices: [Vec3; MAX_VERTICES],
    len: usize,
}

impl Polygon {
    /// Keeps the part with `sign * v[coordinate] <= limit` (Sutherland and Hodgman).
    fn clip(&mut self, coordinate: usize, sign: f64, limit: f64) {
        let excess = |v: &Vec3| sign * v[coordinate] - limit;
        let old = self.vertices;
        let old = &old[..self.len];
        if old.iter().all(|v| excess(v) <= 0.0) {
            return;
        }
        self.len = 0;
        for (k, p) in old.iter().enumerate() {
            let q = &old[if k + 1 == old.len() { 0 } else { k + 1 }];
            let (dp, dq) = (excess(p), excess(q));
            if dp <= 0.0 {
                self.push(*p);
            }
            if (dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0) {
                self.push(p.add_scaled(*q - *p, dp / (dp - dq)));
            }
        }
    }

    fn push(&mut self, v: Vec3) {
        if self.len < MAX_VERTICES {
            self.vertices[self.len] = v;
            self.len += 1;
        }
    }
}
