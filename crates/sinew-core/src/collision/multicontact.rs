//! Several points from one penetration: where faces or edges of the two bodies lie along each other.
//!
//! EPA ends with the vertices of both bodies that span the deepest penetration. The faces around them are known from the
//! shape itself. If two of them oppose each other, one is clipped to the sides of the other, and its remaining corners
//! are the points; if an edge of one body lies in a face of the other, the edge is clipped instead.

use bytemuck::{Pod, Zeroable};

use super::convex::{Convex, Kind};
use super::gjk::Vertex;
use super::polygon::large_quadrilateral;
use crate::Id;
use crate::math::{MINVAL, Vec3};
use crate::scratch::{Frame, Need};

/// Cosine above which two normals are opposed, about five degrees.
const FACES_ALIGNED: f64 = 0.996;
/// Sine below which an edge lies in a face, about five degrees.
const EDGE_IN_FACE: f64 = 0.0888;

/// Corners of the polygon that stands for the cap of a cylinder.
pub(super) const CAP: usize = 16;
/// Sine and cosine of the first quarter of its corners.
const CIRCLE: [(f64, f64); CAP / 4] = [
    (0.0, 1.0),
    (0.382_683_432_365_089_8, 0.923_879_532_511_286_7),
    (std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2),
    (0.923_879_532_511_286_7, 0.382_683_432_365_089_8),
];

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

/// A direction of a feature: the normal of a face, or the direction of an edge with its ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Feature {
    direction: Vec3,
    from: Vec3,
    to: Vec3,
    /// number of the face
    face: i64,
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

/// The vertices of one body in a simplex, without repetitions.
#[derive(Clone, Copy)]
struct Corners {
    index: [i32; 3],
    at: [Vec3; 3],
    len: usize,
    /// unit direction in which the other body is
    outward: Vec3,
}

impl Corners {
    fn new(body: &Convex, indices: impl Iterator<Item = i32>, outward: Vec3) -> Self {
        let mut out = Self { index: [-1; 3], at: [Vec3::ZERO; 3], len: 0, outward };
        for index in indices.take(3) {
            if !out.index[..out.len].contains(&index) {
                out.index[out.len] = index;
                out.at[out.len] = corner(body, index);
                out.len += 1;
            }
        }
        out
    }
}

/// Place of a vertex of a box or mesh.
fn corner(body: &Convex, index: i32) -> Vec3 {
    match body.kind {
        Kind::Box => {
            let sign = |i: usize| if index >> i & 1 == 1 { body.size[i] } else { -body.size[i] };
            body.world(Vec3::new(sign(0), sign(1), sign(2)))
        }
        Kind::Mesh(mesh) => body.world(mesh.vertex(index.ix())),
        _ => body.pos,
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
        if strict && face.direction.dot(outward) < 0.9 {
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

fn is_cylinder(body: &Convex) -> bool {
    matches!(body.kind, Kind::Cylinder)
}

fn is_capsule(body: &Convex) -> bool {
    matches!(body.kind, Kind::Capsule)
}

/// Normals of the faces that meet in all of the corners; returns their number.
fn face_normals(body: &Convex, corners: &Corners, out: &mut [Feature]) -> usize {
    match body.kind {
        Kind::Box => box_normals(body, corners, out),
        Kind::Mesh(mesh) => {
            let [v0, v1, v2] = corners.index;
            let holds = |face: i32, v: i32| mesh.faces.around(v.ix()).contains(&face);
            let mut count = 0;
            for &face in mesh.faces.around(v0.ix()) {
                if (corners.len > 1 && !holds(face, v1)) || (corners.len > 2 && !holds(face, v2)) {
                    continue;
                }
                let normal = Vec3(mesh.faces.normal[face.ix()]);
                out[count] =
                    Feature { direction: body.mat.mul_vec(normal), face: i64::from(face), ..Feature::default() };
                count += 1;
                // an edge has two faces, a triangle is in one
                if (corners.len == 2 && count == 2) || corners.len == 3 {
                    break;
                }
            }
            count
        }
        Kind::Cylinder => {
            // the cap on the side of the other body
            let axis = body.mat.column(2);
            let along = axis.dot(corners.outward);
            if along.abs() < EDGE_IN_FACE {
                return 0;
            }
            let up = along >= 0.0;
            let direction = if up { axis } else { -axis };
            out[0] = Feature { direction, face: i64::from(up), ..Feature::default() };
            1
        }
        _ => 0,
    }
}

/// True if the body may touch with an edge.
fn has_edges(body: &Convex, corners: &Corners) -> bool {
    corners.len < 3 || matches!(body.kind, Kind::Capsule | Kind::Cylinder)
}

/// Faces of a box are numbered +x, -x, +y, -y, +z, -z.
fn box_normals(body: &Convex, corners: &Corners, out: &mut [Feature]) -> usize {
    let used = &corners.index[..corners.len];
    let mut count = 0;
    for axis in 0..3 {
        let sign = if used.iter().all(|v| v >> axis & 1 == 1) {
            1.0
        } else if used.iter().all(|v| v >> axis & 1 == 0) {
            -1.0
        } else {
            continue;
        };
        let face = 2 * axis as i64 + i64::from(sign < 0.0);
        out[count] = Feature { direction: body.mat.column(axis) * sign, face, ..Feature::default() };
        count += 1;
    }
    if count == 4 - corners.len {
        return count;
    }
    // a diagonal: take the face that the direction shows, if any
    let local = body.mat.mul_t_vec(corners.outward);
    for axis in 0..3 {
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            if local[axis] * sign > FACES_ALIGNED {
                let face = 2 * axis as i64 + side as i64;
                out[0] = Feature { direction: body.mat.column(axis) * sign, face, ..Feature::default() };
                return 1;
            }
        }
    }
    0
}

/// Directions of the edges at the corners: the one edge of two corners, or all that leave a single one.
fn edge_directions(body: &Convex, corners: &Corners, reach: f64, out: &mut [Feature]) -> usize {
    let from = corners.at[0];
    let edge = |to: Vec3| Feature { direction: (to - from).normalized().0, from, to, face: 0 };
    if let Kind::Capsule | Kind::Cylinder = body.kind {
        out[0] = wall_line(body, corners.outward, 0.5 * reach);
        return 1;
    }
    if corners.len == 2 {
        out[0] = edge(corners.at[1]);
        return 1;
    }
    match body.kind {
        Kind::Box => {
            for (axis, slot) in out[..3].iter_mut().enumerate() {
                *slot = edge(corner(body, corners.index[0] ^ (1 << axis)));
            }
            3
        }
        Kind::Mesh(mesh) => {
            // in each face the vertex before this one
            let v = corners.index[0];
            let around = mesh.faces.around(v.ix());
            for (slot, &face) in out.iter_mut().zip(around) {
                let vertices = mesh.faces.vertices(face.ix());
                let at = vertices.iter().position(|&w| w == v).unwrap_or(0);
                let before = vertices[(at + vertices.len() - 1) % vertices.len()];
                *slot = edge(body.world(mesh.vertex(before.ix())));
            }
            around.len()
        }
        _ => 0,
    }
}

/// The line along the wall of a capsule or cylinder, blown up by `extra`, that is furthest in a direction.
fn wall_line(body: &Convex, outward: Vec3, extra: f64) -> Feature {
    let axis = body.mat.column(2);
    let away = outward - axis * axis.dot(outward);
    let middle = body.pos + away.normalized().0 * (body.size[0] + extra);
    let half = axis * body.size[1];
    Feature { direction: axis, from: middle - half, to: middle + half, face: 0 }
}

/// An edge moved away.
fn shifted(edge: Feature, by: Vec3) -> Feature {
    Feature { from: edge.from + by, to: edge.to + by, ..edge }
}

/// Corners of a face in the world, clockwise seen from outside; returns their number.
fn face(body: &Convex, face: usize, out: &mut [Vec3]) -> usize {
    match body.kind {
        Kind::Box => {
            // signs of the corners of each face
            const FACES: [[[f64; 3]; 4]; 6] = [
                [[1., 1., 1.], [1., 1., -1.], [1., -1., -1.], [1., -1., 1.]],
                [[-1., 1., -1.], [-1., 1., 1.], [-1., -1., 1.], [-1., -1., -1.]],
                [[-1., 1., -1.], [1., 1., -1.], [1., 1., 1.], [-1., 1., 1.]],
                [[-1., -1., 1.], [1., -1., 1.], [1., -1., -1.], [-1., -1., -1.]],
                [[-1., 1., 1.], [1., 1., 1.], [1., -1., 1.], [-1., -1., 1.]],
                [[1., 1., -1.], [-1., 1., -1.], [-1., -1., -1.], [1., -1., -1.]],
            ];
            for (slot, sign) in out.iter_mut().zip(FACES[face % 6]) {
                *slot = body.world(body.size.scale_by(Vec3(sign)));
            }
            4
        }
        Kind::Mesh(mesh) => {
            let vertices = mesh.faces.vertices(face);
            for (slot, v) in out.iter_mut().zip(vertices.iter().rev()) {
                *slot = body.world(mesh.vertex(v.ix()));
            }
            vertices.len()
        }
        Kind::Cylinder => {
            let (radius, half) = (body.size[0], if face == 1 { body.size[1] } else { -body.size[1] });
            for (i, slot) in out[..CAP].iter_mut().enumerate() {
                let k = if face == 1 { CAP - i } else { i } % CAP;
                let (sin, cos) = CIRCLE[k % (CAP / 4)];
                let (x, y) = match k / (CAP / 4) {
                    0 => (cos, sin),
                    1 => (-sin, cos),
                    2 => (-cos, -sin),
                    _ => (sin, -cos),
                };
                *slot = body.world(Vec3::new(radius * x, radius * y, half));
            }
            CAP
        }
        _ => 0,
    }
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
