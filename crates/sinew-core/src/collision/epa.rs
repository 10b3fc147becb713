//! Penetration of overlapping convex bodies by the expanding polytope algorithm.
//!
//! A polytope inside the Minkowski difference grows around the origin: the face nearest to the origin is replaced by a
//! cone to the support along its normal, until that support is no further than the face. The face then spans the points
//! of deepest penetration.
//!
//! van den Bergen, *Proximity Queries and Penetration Depth Computation on 3D Game Objects* (2001).

use bytemuck::{Pod, Zeroable};

use super::convex::Convex;
use super::gjk::{Limits, Nearest, Vertex, support};
use super::simplex::{areas, project_on_plane};
use crate::Id;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::scratch::{Frame, Need};

/// Most iterations, whatever the option says.
pub const MAX_ITERATIONS: usize = 1000;
/// Squared distance below which the origin is on a face.
const ON_FACE: f64 = MINVAL * MINVAL;
/// Mark of a face that is not in the list of candidates.
const UNLISTED: i32 = -1;
/// Mark of a face that is no longer part of the polytope.
const DELETED: i32 = -2;

/// A triangle of the polytope.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Face {
    /// foot of the origin, pointing out of the polytope
    foot: Vec3,
    /// its squared length
    square: f64,
    verts: [i32; 3],
    /// faces across the edges 01, 12, 20
    adjacent: [i32; 3],
    /// place in the list of candidates, or a mark
    listed: i32,
    _pad: i32,
}

/// Memory of the polytope.
#[derive(Debug)]
pub struct Buffers<'a> {
    verts: &'a mut [Vertex],
    faces: &'a mut [Face],
    listed: &'a mut [i32],
    horizon: &'a mut [i32],
}

impl<'a> Buffers<'a> {
    /// Memory for this many iterations.
    pub fn need(iterations: usize) -> Need {
        let n = iterations.min(MAX_ITERATIONS);
        Need::rows::<Vertex>(5 + n).and(Need::rows::<Face>(6 * n + 6)).and(Need::ints(3 * (6 * n + 6)))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, iterations: usize) -> Self {
        let n = iterations.min(MAX_ITERATIONS);
        Self {
            verts: frame.used_rows(5 + n),
            faces: frame.used_rows(6 * n + 6),
            listed: frame.used_ints(6 * n + 6),
            horizon: frame.used_ints(2 * (6 * n + 6)),
        }
    }
}

/// Deepest penetration.
#[derive(Clone, Copy, Debug)]
pub struct Penetration {
    /// negative depth
    pub dist: f64,
    /// point of the first body furthest inside the second
    pub one: Vec3,
    /// point of the second body furthest inside the first
    pub two: Vec3,
    /// vertices of the face that spans them
    pub face: [Vertex; 3],
}

/// Grows the simplex that GJK left into the penetration; none if the bodies only touch or rounding spoils the polytope.
pub fn epa<'b>(
    a: &mut Convex<'b>,
    b: &mut Convex<'b>,
    start: &Nearest,
    limits: Limits,
    buffers: &mut Buffers,
) -> Option<Penetration> {
    let mut polytope = Polytope { m: buffers, a, b, nverts: 0, nfaces: 0, nlisted: 0, nhorizon: 0, centre: Vec3::ZERO };
    match start.len {
        2 => polytope.grow_segment(&start.simplex)?,
        3 => polytope.grow_triangle([start.simplex[0], start.simplex[1], start.simplex[2]])?,
        4 => polytope.grow_tetrahedron(&start.simplex)?,
        _ => return None,
    }
    let face = polytope.expand(limits)?;
    Some(polytope.witness(face))
}

struct Polytope<'p, 'a, 'b> {
    m: &'p mut Buffers<'a>,
    a: &'p mut Convex<'b>,
    b: &'p mut Convex<'b>,
    nverts: usize,
    nfaces: usize,
    nlisted: usize,
    nhorizon: usize,
    centre: Vec3,
}

impl Polytope<'_, '_, '_> {
    fn point(&self, v: usize) -> Vec3 {
        self.m.verts[v].point
    }

    fn insert(&mut self, vertex: Vertex) -> usize {
        let v = self.nverts;
        self.m.verts[v] = vertex;
        self.nverts += 1;
        v
    }

    /// Adds the support along a direction of the given length.
    fn insert_support(&mut self, direction: Vec3, norm: f64) -> usize {
        let unit = if norm > MINVAL { Vec3(direction.0.map(|x| x / norm)) } else { Vec3::X };
        let vertex = support(self.a, self.b, unit);
        self.insert(vertex)
    }

    /// Adds a face and returns its squared distance from the origin, zero if it is degenerate.
    fn attach(&mut self, verts: [usize; 3], adjacent: [usize; 3]) -> f64 {
        let [v0, v1, v2] = verts.map(|v| self.point(v));
        let mut face = Face {
            verts: verts.map(|v| v as i32),
            adjacent: adjacent.map(|f| f as i32),
            listed: UNLISTED,
            ..Face::default()
        };
        if let Some(foot) = project_on_plane(v2, v1, v0) {
            face.foot = if foot.dot(v0 - self.centre) < 0.0 { -foot } else { foot };
            face.square = foot.dot(foot);
        }
        self.m.faces[self.nfaces] = face;
        self.nfaces += 1;
        face.square
    }

    /// Makes the last face a candidate for the nearest.
    fn list(&mut self, face: usize) {
        self.m.faces[face].listed = self.nlisted as i32;
        self.m.listed[self.nlisted] = face as i32;
        self.nlisted += 1;
    }

    fn delete(&mut self, face: usize) {
        if let Some(at) = self.m.faces[face].listed.opt() {
            self.nlisted -= 1;
            let last = self.m.listed[self.nlisted];
            self.m.listed[at] = last;
            self.m.faces[last.ix()].listed = at as i32;
        }
        self.m.faces[face].listed = DELETED;
    }

    /// Attaches faces given by vertices and neighbours; the vertices of the first that holds the origin come back.
    fn build<const N: usize>(&mut self, faces: [([usize; 3], [usize; 3]); N]) -> Option<[Vertex; 3]> {
        for (verts, adjacent) in faces {
            if self.attach(verts, adjacent) < ON_FACE {
                return Some(verts.map(|v| self.m.verts[v]));
            }
        }
        for face in 0..N {
            self.list(face);
        }
        None
    }

    /// Starts over from one triangle that holds the origin.
    fn restart(&mut self, triangle: [Vertex; 3]) -> Option<()> {
        (self.nverts, self.nfaces, self.nlisted) = (0, 0, 0);
        self.grow_triangle(triangle)
    }

    /// Two tetrahedra glued together around a segment: three supports at 120 degrees around it.
    fn grow_segment(&mut self, simplex: &[Vertex; 4]) -> Option<()> {
        let (p, q) = (simplex[0].point, simplex[1].point);
        self.centre = (p + q) * 0.5;
        let along = q - p;
        let mut axis = 0;
        for i in 1..3 {
            if along[i].abs() < along[axis].abs() {
                axis = i;
            }
        }
        let mut across = Vec3::ZERO;
        across[axis] = 1.0;
        let d1 = across.cross(along);
        let turn = third_of_a_turn(along);
        let d2 = turn.mul_vec(d1);
        let d3 = turn.mul_vec(d2);

        let (v1, v2) = (self.insert(simplex[0]), self.insert(simplex[1]));
        let (v3, v4, v5) = (
            self.insert_support(d1, d1.norm()),
            self.insert_support(d2, d2.norm()),
            self.insert_support(d3, d3.norm()),
        );
        let built = self.build([
            ([v1, v3, v4], [1, 3, 2]),
            ([v1, v5, v3], [2, 4, 0]),
            ([v1, v4, v5], [0, 5, 1]),
            ([v2, v4, v3], [5, 0, 4]),
            ([v2, v3, v5], [3, 1, 5]),
            ([v2, v5, v4], [4, 2, 3]),
        ]);
        if let Some(triangle) = built {
            return self.restart(triangle);
        }
        line_crosses_triangle(p, q, self.point(v3), self.point(v4), self.point(v5)).then_some(())
    }

    /// Two tetrahedra glued together at a triangle: the supports on either side.
    fn grow_triangle(&mut self, triangle: [Vertex; 3]) -> Option<()> {
        let [p, q, r] = triangle.map(|v| v.point);
        self.centre = (p + q + r) * (1.0 / 3.0);
        let normal = (q - p).cross(r - p);
        let norm = normal.norm();
        if norm < MINVAL {
            return None;
        }
        let [v1, v2, v3] = triangle.map(|v| self.insert(v));
        let (v5, v4) = (self.insert_support(-normal, norm), self.insert_support(normal, norm));
        let (top, bottom) = (self.point(v4), self.point(v5));
        if in_triangle(p, q, r, top) || in_triangle(p, q, r, bottom) {
            return None;
        }
        let built = self.build([
            ([v4, v1, v2], [1, 3, 2]),
            ([v4, v3, v1], [2, 4, 0]),
            ([v4, v2, v3], [0, 5, 1]),
            ([v5, v2, v1], [5, 0, 4]),
            ([v5, v1, v3], [3, 1, 5]),
            ([v5, v3, v2], [4, 2, 3]),
        ]);
        built.is_none().then_some(())
    }

    fn grow_tetrahedron(&mut self, simplex: &[Vertex; 4]) -> Option<()> {
        let [v1, v2, v3, v4] = simplex.map(|v| self.insert(v));
        let [p, q, r, s] = simplex.map(|v| v.point);
        self.centre = (p + q + r + s) * 0.25;
        let built = self.build([
            ([v1, v2, v3], [1, 3, 2]),
            ([v1, v4, v2], [2, 3, 0]),
            ([v1, v3, v4], [0, 3, 1]),
            ([v4, v3, v2], [2, 0, 1]),
        ]);
        if let Some(triangle) = built {
            return self.restart(triangle);
        }
        in_tetrahedron(p, q, r, s).then_some(())
    }

    /// Expands until the nearest face is on the boundary, and returns it.
    fn expand(&mut self, limits: Limits) -> Option<usize> {
        let discrete = !limits.smooth && self.a.is_discrete() && self.b.is_discrete();
        let tolerance = if discrete { MINVAL } else { limits.tolerance };
        let mut upper = f64::MAX;
        let mut face = None;
        for iteration in 0..limits.iterations.min(MAX_ITERATIONS) {
            // the face nearest to the origin bounds the depth from below
            let previous = face;
            let mut lower2 = f64::MAX;
            for &candidate in &self.m.listed[..self.nlisted] {
                let square = self.m.faces[candidate.ix()].square;
                if square < lower2 {
                    lower2 = square;
                    face = Some(candidate.ix());
                }
            }
            let upper2 = if upper == f64::MAX { f64::MAX } else { upper * upper };
            let nearest = match face {
                Some(nearest) if lower2 <= upper2 => nearest,
                _ => return previous,
            };
            if lower2 <= 0.0 {
                return face;
            }

            // the support along its normal bounds it from above
            let lower = lower2.sqrt();
            let foot = self.m.faces[nearest].foot;
            let w = self.insert_support(foot, lower);
            let reach = foot.dot(self.point(w)) / lower;
            upper = upper.min(reach);
            let upper2 = upper * upper;
            if reach - lower < tolerance {
                return if iteration == 0 && reach < lower - 1e-10 { None } else { face };
            }
            // a polytope never gives the same vertex twice unless done
            if discrete && self.is_repeated(w) {
                return face;
            }

            // replace what the new vertex sees by a cone
            self.find_horizon(nearest, self.point(w));
            if self.nhorizon < 3 {
                return None;
            }
            if self.nfaces + self.nhorizon > self.m.faces.len() {
                return face;
            }
            self.attach_cone(w, lower2, upper2)?;
            if self.nlisted == 0 {
                return face;
            }
        }
        face
    }

    fn is_repeated(&self, w: usize) -> bool {
        let new = &self.m.verts[w];
        self.m.verts[..w].iter().any(|v| v.index1 == new.index1 && v.index2 == new.index2)
    }

    /// New faces from the horizon to vertex `w`; those that can still be nearest become candidates.
    fn attach_cone(&mut self, w: usize, lower2: f64, upper2: f64) -> Option<()> {
        let (first, count) = (self.nfaces, self.nhorizon);
        for i in 0..count {
            let (outer, edge) = (self.m.horizon[2 * i].ix(), self.m.horizon[2 * i + 1].ix());
            let verts = self.m.faces[outer].verts;
            let (v1, v2) = (verts[edge].ix(), verts[(edge + 1) % 3].ix());
            let current = first + i;
            self.m.faces[outer].adjacent[edge] = current as i32;
            let before = if i == 0 { first + count - 1 } else { current - 1 };
            let after = first + (i + 1) % count;
            let square = self.attach([w, v2, v1], [before, outer, after]);
            if square == 0.0 {
                return None;
            }
            if square >= lower2 && square <= upper2 {
                self.list(current);
            }
        }
        Some(())
    }

    /// Deletes the faces that a point sees, starting from one that it does, and gathers the edges around them in order.
    fn find_horizon(&mut self, face: usize, point: Vec3) {
        self.nhorizon = 0;
        self.delete(face);
        let Face { verts, adjacent, .. } = self.m.faces[face];
        for edge in 0..3 {
            self.cross_edge(adjacent[edge].ix(), verts[(edge + 1) % 3], point);
        }
    }

    /// Follows visible faces from the edge of `face` that begins at `vertex`; an edge to an invisible face is horizon.
    fn cross_edge(&mut self, face: usize, vertex: i32, point: Vec3) {
        let Face { foot, square, verts, adjacent, listed, .. } = self.m.faces[face];
        if listed == DELETED {
            return;
        }
        let edge = if verts[0] == vertex { 0 } else { 1 + usize::from(verts[1] != vertex) };
        if foot.dot(point) - square > MINVAL {
            self.delete(face);
            for step in 1..3 {
                let i = (edge + step) % 3;
                self.cross_edge(adjacent[i].ix(), verts[(i + 1) % 3], point);
            }
        } else if 2 * self.nhorizon + 1 < self.m.horizon.len() {
            self.m.horizon[2 * self.nhorizon] = face as i32;
            self.m.horizon[2 * self.nhorizon + 1] = edge as i32;
            self.nhorizon += 1;
        }
    }

    /// The points of both bodies that a face spans over the foot of the origin.
    fn witness(&self, face: usize) -> Penetration {
        let Face { foot, square, verts, .. } = self.m.faces[face];
        let face = verts.map(|v| self.m.verts[v.ix()]);
        let (parts, whole) = areas(face[0].point, face[1].point, face[2].point, foot);
        let [x, y, z] = parts.map(|part| part / whole);
        let on = |of: fn(&Vertex) -> Vec3| of(&face[0]) * x + of(&face[1]) * y + of(&face[2]) * z;
        Penetration { dist: -square.sqrt(), one: on(|v| v.one), two: on(|v| v.two), face }
    }
}

/// Rotation by 120 degrees about an axis.
fn third_of_a_turn(axis: Vec3) -> Mat3 {
    let u = axis * (1.0 / axis.norm());
    let (sin, cos) = (0.866_025_403_784_438_6, -0.5);
    let one = 1.0 - cos;
    Mat3([
        cos + u[0] * u[0] * one,
        u[0] * u[1] * one - u[2] * sin,
        u[0] * u[2] * one + u[1] * sin,
        u[1] * u[0] * one + u[2] * sin,
        cos + u[1] * u[1] * one,
        u[1] * u[2] * one - u[0] * sin,
        u[2] * u[0] * one - u[1] * sin,
        u[2] * u[1] * one + u[0] * sin,
        cos + u[2] * u[2] * one,
    ])
}

/// True if the line through `p` and `q` meets the triangle.
fn line_crosses_triangle(p: Vec3, q: Vec3, a: Vec3, b: Vec3, c: Vec3) -> bool {
    let (line, a, b, c) = (q - p, a - p, b - p, c - p);
    let volumes = [line.dot(a.cross(b)), line.dot(b.cross(c)), line.dot(c.cross(a))];
    volumes.iter().all(|&v| v >= 0.0) || volumes.iter().all(|&v| v <= 0.0)
}

/// True if a point is in a triangle, within rounding.
fn in_triangle(a: Vec3, b: Vec3, c: Vec3, point: Vec3) -> bool {
    let (parts, whole) = areas(a, b, c, point);
    let [x, y, z] = parts.map(|part| part / whole);
    x >= 0.0 && y >= 0.0 && z >= 0.0 && (a * x + b * y + c * z).distance(point) < MINVAL
}

/// True if the origin is strictly inside a tetrahedron.
fn in_tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> bool {
    let same_side = |p: Vec3, q: Vec3, r: Vec3, s: Vec3| {
        let normal = (q - p).cross(r - p);
        let (of_s, of_origin) = (normal.dot(s - p), normal.dot(-p));
        (of_s > 0.0 && of_origin > 0.0) || (of_s < 0.0 && of_origin < 0.0)
    };
    same_side(a, b, c, d) && same_side(b, c, d, a) && same_side(c, d, a, b) && same_side(d, a, b, c)
}
