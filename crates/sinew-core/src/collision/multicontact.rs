//! Several points from one contact: where faces or edges of the two bodies lie along each other.
//!
//! A search ends with the vertices of both bodies that span the nearest or deepest points. The faces around them are
//! known from the shape itself. If two of them oppose each other, one is clipped to the sides of the other, and its
//! remaining corners are the points; if an edge of one body lies in a face of the other, the edge is clipped instead.

use super::clip::{self, clip_to_face};
use super::convex::Convex;
use super::feature::{
    CAP, Corners, EDGE_IN_FACE, FACES_ALIGNED, Feature, edges, face, face_normals, is_capsule, is_cylinder, wall_line,
};
use super::gjk::Vertex;
use super::shape::Point;
use crate::math::{MINVAL, Vec3};
use crate::scratch::{Frame, Need};

/// A point where the bodies touch: distance, and the points on either body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Witness {
    /// negative depth
    pub dist: f64,
    /// on the first body
    pub one: Vec3,
    /// on the second body
    pub two: Vec3,
}

impl Witness {
    /// The contact of bodies that were blown up by half the margin each.
    pub(super) fn point(&self, margin: f64) -> Point {
        Point {
            dist: margin + self.dist,
            pos: (self.one + self.two) * 0.5,
            normal: (self.one - self.two).normalized().0,
            tangent: Vec3::ZERO,
        }
    }
}

/// Memory for faces and their features.
#[derive(Debug)]
pub struct Buffers<'a> {
    features1: &'a mut [Feature],
    features2: &'a mut [Feature],
    edges: &'a mut [Feature],
    clip: clip::Buffers<'a>,
}

impl<'a> Buffers<'a> {
    /// Memory for faces of up to `corners` corners and vertices with up to `degree` faces.
    pub fn need(corners: usize, degree: usize) -> Need {
        Need::rows::<Feature>(3 * degree.max(3)).and(clip::Buffers::need(corners.max(CAP)))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, corners: usize, degree: usize) -> Self {
        let k = degree.max(3);
        Self {
            features1: frame.used_rows(k),
            features2: frame.used_rows(k),
            edges: frame.used_rows(k),
            clip: clip::Buffers::new(frame, corners.max(CAP)),
        }
    }
}

/// What of the two bodies lies along each other.
#[derive(Clone, Copy)]
enum Match {
    /// a face of each
    Faces(Feature, Feature),
    /// an edge of the first body, a face of the second
    Edge1(Feature, Feature),
    /// an edge of the second body, a face of the first
    Edge2(Feature, Feature),
}

/// Replaces the contact of the points `one` and `two`, which the simplex spans, by up to four where faces or edges lie
/// along each other; returns their number, zero if the single one stays. The margin blows the bodies up, half of it each.
#[doc(alias = "mjc_multicontact")]
pub fn multicontact(
    a: &Convex,
    b: &Convex,
    simplex: &[Vertex],
    one: Vec3,
    two: Vec3,
    margin: f64,
    m: &mut Buffers,
    out: &mut [Witness; 4],
) -> usize {
    let corners1 = Corners::new(simplex.iter().map(|v| v.index1), one, one - two);
    let corners2 = Corners::new(simplex.iter().map(|v| v.index2), two, two - one);
    let Some(matched) = find_match(a, b, &corners1, &corners2, m) else { return 0 };

    // the line of a capsule is on its surface already
    let half = |body: &Convex| if is_capsule(body) { 0.0 } else { 0.5 * margin };
    let (half1, half2) = (half(a), half(b));
    let (count, normal) = match matched {
        Match::Faces(face1, face2) => {
            let len1 = face(a, face1.face as usize, m.clip.face1);
            let len2 = face(b, face2.face as usize, m.clip.face2);
            let toward = face2.direction;
            (clip_to_face(&mut m.clip, len1, len2, face1.direction, toward, half1 + half2, out), -toward)
        }
        Match::Edge1(edge, flat) => {
            // the edge is clipped to the face of the second body
            let Some(edge) = placed(a, edge, flat.direction) else { return 0 };
            let len = face(b, flat.face as usize, m.clip.face1);
            let count = m.clip.edge(len, edge, flat.direction, half1 + half2, out);
            for w in &mut out[..count] {
                (w.one, w.two) = (w.two, w.one);
            }
            (count, -flat.direction)
        }
        Match::Edge2(edge, flat) => {
            let Some(edge) = placed(b, edge, flat.direction) else { return 0 };
            let len = face(a, flat.face as usize, m.clip.face1);
            (m.clip.edge(len, edge, flat.direction, half1 + half2, out), flat.direction)
        }
    };
    if margin > 0.0 {
        for w in &mut out[..count] {
            w.one = w.one.add_scaled(normal, half1);
            w.two = w.two.add_scaled(normal, -half2);
            w.dist -= half1 + half2;
        }
    }
    count
}

/// An edge where it is: that of a cylinder is the line of its wall deepest in a face.
fn placed(body: &Convex, edge: Feature, normal: Vec3) -> Option<Feature> {
    if is_cylinder(body) { wall_line(body, normal) } else { Some(edge) }
}

/// The most opposed faces, else the first edge in a face: first an edge of the body that touches with fewer vertices.
fn find_match(a: &Convex, b: &Convex, corners1: &Corners, corners2: &Corners, m: &mut Buffers) -> Option<Match> {
    let n1 = face_normals(a, corners1, m.features1);
    let n2 = face_normals(b, corners2, m.features2);
    let (faces1, faces2) = (&m.features1[..n1], &m.features2[..n2]);
    if let Some((i, j)) = opposed(faces1, faces2, corners1.outward) {
        return Some(Match::Faces(faces1[i], faces2[j]));
    }
    let edge1 = |edges_of: &mut [Feature]| {
        let count = if n2 > 0 { edges(a, corners1, edges_of) } else { 0 };
        edge_in_face(&edges_of[..count], faces2, corners2.outward).map(|(edge, face)| Match::Edge1(edge, face))
    };
    let edge2 = |edges_of: &mut [Feature]| {
        let count = if n1 > 0 { edges(b, corners2, edges_of) } else { 0 };
        edge_in_face(&edges_of[..count], faces1, corners1.outward).map(|(edge, face)| Match::Edge2(edge, face))
    };
    let second_first = (corners2.len() < corners1.len() || n2 == 0) && corners2.len() < 3 && n1 > 0;
    if second_first { edge2(m.edges).or_else(|| edge1(m.edges)) } else { edge1(m.edges).or_else(|| edge2(m.edges)) }
}

/// The two faces that oppose each other most, among those that look at the other body.
fn opposed(faces1: &[Feature], faces2: &[Feature], outward: Vec3) -> Option<(usize, usize)> {
    let least_facing = EDGE_IN_FACE * outward.norm();
    let mut best = None;
    let mut least = -FACES_ALIGNED;
    for (i, face1) in faces1.iter().enumerate() {
        if face1.direction.dot(outward) <= least_facing {
            continue;
        }
        for (j, face2) in faces2.iter().enumerate() {
            let cosine = face1.direction.dot(face2.direction);
            if -face2.direction.dot(outward) > least_facing && cosine < least {
                (least, best) = (cosine, Some((i, j)));
            }
        }
    }
    best
}

/// The first edge that lies in a face that looks at the other body.
fn edge_in_face(edges: &[Feature], faces: &[Feature], outward: Vec3) -> Option<(Feature, Feature)> {
    for face in faces.iter().filter(|face| face.direction.dot(outward) > MINVAL) {
        for edge in edges {
            if edge.direction.dot(face.direction).abs() < EDGE_IN_FACE {
                return Some((*edge, *face));
            }
        }
    }
    None
}
