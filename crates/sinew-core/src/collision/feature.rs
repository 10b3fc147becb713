//! Faces and edges of convex bodies near given vertices.

use bytemuck::{Pod, Zeroable};

use super::convex::{Convex, Kind};
use crate::Id;
use crate::math::{MINVAL, Vec3};

/// Cosine above which two normals are opposed, about five degrees.
pub(super) const FACES_ALIGNED: f64 = 0.996;
/// Sine below which an edge lies in a face, about five degrees.
pub(super) const EDGE_IN_FACE: f64 = 0.0888;

/// Corners of the polygon that stands for the cap of a cylinder.
pub(super) const CAP: usize = 16;
/// Sine and cosine of the first quarter of its corners.
const CIRCLE: [(f64, f64); CAP / 4] = [
    (0.0, 1.0),
    (0.382_683_432_365_089_8, 0.923_879_532_511_286_7),
    (std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2),
    (0.923_879_532_511_286_7, 0.382_683_432_365_089_8),
];

/// A direction of a feature: the normal of a face, or the direction of an edge with its ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct Feature {
    pub(super) direction: Vec3,
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// number of the face
    pub(super) face: i64,
}

/// The vertices of one body in a simplex, without repetitions.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    index: [i32; 3],
    len: usize,
    /// the point of the body that touches
    point: Vec3,
    /// from the point of the other body to that of this one, as they overlap: where the other body is
    pub(super) outward: Vec3,
}

impl Corners {
    pub(super) fn new(indices: impl Iterator<Item = i32>, point: Vec3, outward: Vec3) -> Self {
        let mut out = Self { index: [-1; 3], len: 0, point, outward };
        for index in indices.take(3) {
            if !out.index[..out.len].contains(&index) {
                out.index[out.len] = index;
                out.len += 1;
            }
        }
        out
    }

    /// How many vertices there are: of a corner, an edge or a face.
    pub(super) fn len(&self) -> usize {
        self.len
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

pub(super) fn is_cylinder(body: &Convex) -> bool {
    matches!(body.kind, Kind::Cylinder)
}

pub(super) fn is_capsule(body: &Convex) -> bool {
    matches!(body.kind, Kind::Capsule)
}

/// Normals of the faces that meet in all of the corners; returns their number.
pub(super) fn face_normals(body: &Convex, corners: &Corners, out: &mut [Feature]) -> usize {
    match body.kind {
        Kind::Box => box_normals(body, corners, out),
        Kind::Mesh(mesh) => {
            let [v0, v1, v2] = corners.index;
            let faces = mesh.faces();
            let holds = |face: i32, v: i32| faces.around(v.ix()).contains(&face);
            let mut count = 0;
            for &face in faces.around(v0.ix()) {
                if (corners.len > 1 && !holds(face, v1)) || (corners.len > 2 && !holds(face, v2)) {
                    continue;
                }
                let normal = Vec3(faces.normal[face.ix()]);
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
        Kind::Cylinder if corners.len == 1 => {
            // the cap that all of the simplex is on
            let axis = body.mat.column(2);
            let direction = if corners.index[0] == 0 { axis } else { -axis };
            out[0] = Feature { direction, face: i64::from(corners.index[0]), ..Feature::default() };
            1
        }
        _ => 0,
    }
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
    let local = local * (1.0 / local.norm());
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

/// The edges at the corners: the one edge of two corners, or all that leave a single one. A capsule has the line of its
/// wall through the point that touches, a cylinder a direction only.
pub(super) fn edges(body: &Convex, corners: &Corners, out: &mut [Feature]) -> usize {
    if corners.len > 2 {
        return 0;
    }
    let axis = body.mat.column(2);
    match body.kind {
        Kind::Capsule => {
            let height = axis.dot(corners.point - body.pos);
            let at = |z: f64| corners.point.add_scaled(axis, z - height);
            out[0] = Feature { direction: axis, from: at(-body.size[1]), to: at(body.size[1]), face: 0 };
            return 1;
        }
        Kind::Cylinder => {
            out[0] = Feature { direction: axis, ..Feature::default() };
            return 1;
        }
        _ => (),
    }
    let from = corner(body, corners.index[0]);
    let edge = |to: Vec3| Feature { direction: (to - from).normalized().0, from, to, face: 0 };
    if corners.len == 2 {
        out[0] = edge(corner(body, corners.index[1]));
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
            let (v, faces) = (corners.index[0], mesh.faces());
            let around = faces.around(v.ix());
            for (slot, &face) in out.iter_mut().zip(around) {
                let vertices = faces.vertices(face.ix());
                let at = vertices.iter().position(|&w| w == v).unwrap_or(0);
                let before = vertices[(at + vertices.len() - 1) % vertices.len()];
                *slot = edge(body.world(mesh.vertex(before.ix())));
            }
            around.len()
        }
        _ => 0,
    }
}

/// The line along the wall of a cylinder that is deepest below a face; none if the face is across it.
pub(super) fn wall_line(body: &Convex, normal: Vec3) -> Option<Feature> {
    let axis = body.mat.column(2);
    let away = normal - axis * normal.dot(axis);
    let norm = away.norm();
    if norm < MINVAL {
        return None;
    }
    let middle = body.pos.add_scaled(away, -body.size[0] / norm);
    let half = axis * body.size[1];
    Some(Feature { direction: axis, from: middle - half, to: middle + half, face: 0 })
}

/// Corners of a face in the world, clockwise seen from outside; returns their number.
pub(super) fn face(body: &Convex, face: usize, out: &mut [Vec3]) -> usize {
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
            let vertices = mesh.faces().vertices(face);
            for (slot, v) in out.iter_mut().zip(vertices.iter().rev()) {
                *slot = body.world(mesh.vertex(v.ix()));
            }
            vertices.len()
        }
        Kind::Cylinder => {
            let (radius, half) = (body.size[0], if face == 0 { body.size[1] } else { -body.size[1] });
            for (i, slot) in out[..CAP].iter_mut().enumerate() {
                let k = if face == 0 { CAP - i } else { i } % CAP;
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
