//! Several points from one penetration: where faces or edges of the two bodies lie along each other.
//!
//! EPA ends with the vertices of both bodies that span the deepest penetration. The faces around them are known from the
//! shape itself. If two of them oppose each other, one is clipped to the sides of the other, and its remaining corners
//! are the points; if an edge of one body lies in a face of the other, the edge is clipped instead.

use bytemuck::{Pod, Zeroable};

use super::convex::Convex;
use super::feature::{
    CAP, Corners, EDGE_IN_FACE, FACES_ALIGNED, Feature, edge_directions, face, face_normals, has_edges, is_capsule,
    is_cylinder, shifted, wall_line,
};
use super::gjk::Vertex;
use super::polygon::large_quadrilateral;
use crate::math::{MINVAL, Vec3};
use crate::scratch::{Frame, Need};

/// Cosine to the normal from which the cap of a cylinder counts for edges of polytopes and other cylinders.
const CAP_FACING: f64 = 0.9;

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

/// A plane through an edge, across the face that the edge belongs to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Side {
    /// inward normal
    normal: Vec3,
    /// offset along the normal
    offset: f64,
}

/// Memory for faces and their features.
#[derive(Debug)]
pub struct Buffers<'a> {
    features1: &'a mut [Feature],
    features2: &'a mut [Feature],
    edges: &'a mut [Feature],
    face1: &'a mut [Vec3],
    face2: &'a mut [Vec3],
    polygon: &'a mut [Vec3],
    clipped: &'a mut [Vec3],
    sides: &'a mut [Side],
}

impl<'a> Buffers<'a> {
    /// Memory for faces of up to `corners` corners and vertices with up to `degree` faces.
    pub fn need(corners: usize, degree: usize) -> Need {
        let (n, k) = (corners.max(CAP), degree.max(3));
        Need::rows::<Feature>(3 * k).and(Need::rows::<Vec3>(8 * n + 8)).and(Need::rows::<Side>(n))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, corners: usize, degree: usize) -> Self {
        let (n, k) = (corners.max(CAP), degree.max(3));
        Self {
            features1: frame.used_rows(k),
            features2: frame.used_rows(k),
            edges: frame.used_rows(k),
            face1: frame.used_rows(n),
            face2: frame.used_rows(n),
            polygon: frame.used_rows(3 * n + 4),
            clipped: frame.used_rows(3 * n + 4),
            sides: frame.used_rows(n),
        }
    }
}

/// What of the two bodies lies along each other.
enum Match {
    Faces(usize, usize),
    /// feature of the edge, feature of the face of the other body
    Edge1(usize, usize),
    Edge2(usize, usize),
}

/// Replaces the single contact that the simplex spans by up to four where faces or edges lie along each other within
/// reach; returns their number, zero if the single one stays, and their normal. `outward` points from the first body to
/// the second.
pub fn multicontact(
    a: &Convex,
    b: &Convex,
    simplex: &[Vertex],
    outward: Vec3,
    reach: f64,
    m: &mut Buffers,
    out: &mut [Witness; 4],
) -> (usize, Vec3) {
    let corners1 = Corners::new(a, simplex.iter().map(|v| v.index1), outward);
    let corners2 = Corners::new(b, simplex.iter().map(|v| v.index2), -outward);
    let n1 = face_normals(a, &corners1, m.features1);
    let n2 = face_normals(b, &corners2, m.features2);
    let Some(matched) = find_match(a, b, &corners1, &corners2, n1, n2, reach, m) else {
        return (0, outward);
    };
    match matched {
        Match::Faces(i, j) => {
            let (normal1, normal2) = (m.features1[i].direction, m.features2[j].direction);
            let len1 = face(a, m.features1[i].face as usize, m.face1);
            let len2 = face(b, m.features2[j].face as usize, m.face2);
            let Some(len) = clip(m, len1, len2, normal1) else { return (0, outward) };
            (witnesses(m, len, normal1, normal2, reach, out), -normal2)
        }
        Match::Edge1(edge, i) => {
            // the edge is clipped to the face of the second body
            let normal = m.features2[i].direction;
            if is_cylinder(a) {
                m.edges[edge] = wall_line(a, -normal, 0.0);
            }
            let len = face(b, m.features2[i].face as usize, m.face1);
            if is_capsule(a) {
                m.edges[edge] = shifted(m.edges[edge], normal * (0.5 * reach));
            }
            let count = clip_edge(m, len, normal, edge, reach, out);
            for w in &mut out[..count] {
                (w.one, w.two) = (w.two, w.one);
            }
            (count, -normal)
        }
        Match::Edge2(edge, i) => {
            let normal = m.features1[i].direction;
            if is_cylinder(b) {
                m.edges[edge] = wall_line(b, -normal, 0.0);
            }
            if is_capsule(b) {
                m.edges[edge] = shifted(m.edges[edge], normal * (0.5 * reach));
            }
            let len = face(a, m.features1[i].face as usize, m.face1);
            (clip_edge(m, len, normal, edge, reach, out), normal)
        }
    }
}

/// The first pair of opposed faces, else of an edge in a face.
fn find_match(
    a: &Convex,
    b: &Convex,
    corners1: &Corners,
    corners2: &Corners,
    n1: usize,
    n2: usize,
    reach: f64,
    m: &mut Buffers,
) -> Option<Match> {
    let mut aligned = None;
    let mut least = -FACES_ALIGNED;
    for i in 0..n1 {
        for j in 0..n2 {
            let cosine = m.features1[i].direction.dot(m.features2[j].direction);
            if cosine < least {
                (least, aligned) = (cosine, Some(Match::Faces(i, j)));
            }
        }
    }
    if aligned.is_some() {
        return aligned;
    }
    if has_edges(a, corners1) {
        let edges = edge_directions(a, corners1, reach, m.edges);
        let strict = is_cylinder(b) && !is_capsule(a);
        if let Some((edge, face)) = edge_in_face(&m.edges[..edges], &m.features2[..n2], strict, corners2.outward) {
            return Some(Match::Edge1(edge, face));
        }
    }
    if has_edges(b, corners2) {
        let edges = edge_directions(b, corners2, reach, m.edges);
        let strict = is_cylinder(a) && !is_capsule(b);
        if let Some((edge, face)) = edge_in_face(&m.edges[..edges], &m.features1[..n1], strict, corners1.outward) {
            return Some(Match::Edge2(edge, face));
        }
    }
    None
}

/// The first edge that lies in a face; if `strict`, only of faces that look where the other body is.
fn edge_in_face(edges: &[Feature], faces: &[Feature], strict: bool, outward: Vec3) -> Option<(usize, usize)> {
    for (i, face) in faces.iter().enumerate() {
        if strict && face.direction.dot(outward) < CAP_FACING {
            continue;
        }
        for (j, edge) in edges.iter().enumerate() {
            if edge.direction.dot(face.direction).abs() < EDGE_IN_FACE {
                return Some((j, i));
            }
        }
    }
    None
}

/// Planes across a face through its edges, facing inward.
fn make_sides(face: &[Vec3], normal: Vec3, sides: &mut [Side]) {
    for (i, side) in sides[..face.len()].iter_mut().enumerate() {
        let (from, to) = (face[i], face[if i + 1 == face.len() { 0 } else { i + 1 }]);
        let across = (to - from).cross(normal).normalized().0;
        *side = Side { normal: across, offset: across.dot(from) };
    }
}

/// Clips `face2` to the sides of `face1`; leaves the result in `polygon` and returns its length.
fn clip(m: &mut Buffers, len1: usize, len2: usize, normal: Vec3) -> Option<usize> {
    if len1 < 3 {
        return None;
    }
    let face1 = &m.face1[..len1];
    make_sides(face1, normal, m.sides);
    let (mut polygon, mut clipped) = (&mut *m.polygon, &mut *m.clipped);
    let mut len = len2;
    polygon[..len2].copy_from_slice(&m.face2[..len2]);
    for (side, &corner) in m.sides.iter().zip(face1) {
        let inside = |p: Vec3| (p - corner).dot(side.normal) > -MINVAL;
        let mut count = 0;
        for i in 0..len {
            let (p, q) = (polygon[i], polygon[if i + 1 == len { 0 } else { i + 1 }]);
            let (p_in, q_in) = (inside(p), inside(q));
            if !p_in && !q_in {
                continue;
            }
            if p_in != q_in {
                // where the edge crosses the side
                let along = side.normal.dot(q - p);
                let t = (side.offset - side.normal.dot(p)) / along;
                if along != 0.0 && (0.0..=1.0).contains(&t) && count < clipped.len() {
                    clipped[count] = p.add_scaled(q - p, t);
                    count += 1;
                }
            }
            if q_in && count < clipped.len() {
                clipped[count] = q;
                count += 1;
            }
        }
        (polygon, clipped) = (clipped, polygon);
        len = count;
    }
    if len1 % 2 == 1 {
        clipped[..len].copy_from_slice(&polygon[..len]);
    }
    (len > 0).then_some(len)
}

/// Points of the first face below the clipped polygon and their images on the second face, four at most.
fn witnesses(m: &mut Buffers, len: usize, normal1: Vec3, normal2: Vec3, reach: f64, out: &mut [Witness; 4]) -> usize {
    let (face1, face2) = (m.face1[0], m.face2[0]);
    let witness = |one: Vec3| {
        let dist = (one - face2).dot(normal2);
        Witness { dist, one, two: one.add_scaled(normal2, -dist) }
    };

    // onto the first face, keeping what is within reach of the second
    let polygon = &mut m.polygon[..len];
    let mut kept = 0;
    for i in 0..len {
        let v = polygon[i];
        let one = v.add_scaled(normal1, -(v - face1).dot(normal1));
        if witness(one).dist <= reach {
            polygon[kept] = one;
            kept += 1;
        }
    }
    if kept > 4 {
        for (slot, i) in out.iter_mut().zip(large_quadrilateral(kept, false, |i| polygon[i])) {
            *slot = witness(polygon[i]);
        }
        return 4;
    }
    for (slot, &v) in out.iter_mut().zip(&polygon[..kept]) {
        *slot = witness(v);
    }
    kept
}

/// Clips an edge to the sides of the face in `face1`; returns the number of witnesses, the first of each on the face.
fn clip_edge(m: &mut Buffers, len: usize, normal: Vec3, edge: usize, reach: f64, out: &mut [Witness; 4]) -> usize {
    (m.face2[0], m.face2[1]) = (m.edges[edge].from, m.edges[edge].to);
    let Some(len) = clip(m, len, 2, normal) else { return 0 };
    let polygon = &mut m.polygon[..len];
    let mut kept = 0;
    for i in 0..len {
        let v = polygon[i];
        if (v - m.face1[0]).dot(normal) <= reach {
            polygon[kept] = v;
            kept += 1;
        }
    }
    // there and back the edge is a polygon: its ends are the two points furthest apart
    let (mut best, mut most) = ((0, 1), 0.0);
    for i in 0..kept {
        for j in i + 1..kept {
            let apart = polygon[j] - polygon[i];
            let square = apart.dot(apart);
            if square > most {
                (best, most) = ((i, j), square);
            }
        }
    }
    let count = kept.min(2);
    for (slot, i) in out.iter_mut().zip([best.0, best.1]).take(count) {
        let v = polygon[i];
        let dist = (v - m.face1[0]).dot(normal);
        *slot = Witness { dist, one: v.add_scaled(normal, -dist), two: v };
    }
    count
}
