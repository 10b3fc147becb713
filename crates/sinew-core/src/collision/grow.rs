//! First polytopes around the origin, from the simplex in which GJK found it.
//!
//! A segment or triangle has no inside: supports around it or on either side of it make two tetrahedra glued together.
//! Where the origin is found on a face, the polytope starts over from that face.

use super::gjk::Vertex;
use super::polytope::Polytope;
use super::simplex::{Foot, areas, on_triangle, project_on_line, shares};
use crate::math::{MINVAL, Mat3, Vec3};

/// Squared distance below which the origin is on a face or edge.
const ON_FACE: f64 = MINVAL * MINVAL;
/// How far a support that is to replace another leans along the segment.
const LEAN: f64 = 1e-3;

impl Polytope<'_, '_, '_, '_> {
    /// Three supports at 120 degrees around a segment; none if they do not enclose it.
    pub(super) fn grow_segment(&mut self, segment: [Vertex; 2], tolerance: f64) -> Option<()> {
        let [v1, v2] = segment.map(|v| self.insert(v));
        let along = self.point(v2) - self.point(v1);
        let d1 = least_axis(along).cross(along);
        let turn = third_of_a_turn(along);
        let d2 = turn.mul_vec(d1);
        let d3 = turn.mul_vec(d2);
        let around = [d1, d2, d3].map(|d| self.insert_support(d, d.norm()));
        self.mend_ring(v1, along, around);

        let [v3, v4, v5] = around;
        self.set_centre([v1, v2, v3, v4, v5]);
        for ([end, p, q], adjacent) in [
            ([v1, v3, v4], [1, 3, 2]),
            ([v1, v5, v3], [2, 4, 0]),
            ([v1, v4, v5], [0, 5, 1]),
            ([v2, v4, v3], [5, 0, 4]),
            ([v2, v3, v5], [3, 1, 5]),
            ([v2, v5, v4], [4, 2, 3]),
        ] {
            if self.attach([end, p, q], adjacent) < ON_FACE {
                let face = self.nearer_face(v1, v2, if end == v1 { [p, q] } else { [q, p] });
                self.clear();
                return self.grow_triangle(face, false, tolerance);
            }
        }
        let sides = volumes(self.point(v1), along, around.map(|v| self.point(v)));
        one_sided(sides, 0.0).then(|| self.list_all())
    }

    /// Replaces one of the supports around a segment by another if they do not go all the way round.
    fn mend_ring(&mut self, v1: usize, along: Vec3, around: [usize; 3]) {
        let base = self.point(v1);
        let square = along.dot(along);
        let least = MINVAL * square * square.sqrt();
        let ring = around.map(|v| self.point(v));
        let sides = volumes(base, along, ring);
        if one_sided(sides, least) {
            return;
        }
        // the gap is widest between p and q, opposite to o
        let [s34, s45, s53] = sides;
        let [p, q, o] = if s45 >= s34 && s53 >= s34 {
            [0, 1, 2]
        } else if s45 > s34 || s45 > s53 {
            [2, 0, 1]
        } else {
            [1, 2, 0]
        };
        let chord = ring[q] - ring[p];
        let lean = if along.dot(ring[o] - base) >= 0.5 * square { LEAN } else { -LEAN };
        let direction = chord.cross(along).add_scaled(along, chord.norm() * lean);
        let new = self.support(direction, direction.norm());
        let (at, [p_at, q_at, o_at]) = (new.point, [p, q, o].map(|i| ring[i]));
        for (slot, ring) in [(p, [at, q_at, o_at]), (q, [p_at, at, o_at]), (o, [p_at, q_at, at])] {
            if one_sided(volumes(base, along, ring), least) {
                self.replace(around[slot], new);
                return;
            }
        }
    }

    /// The better of the faces that an edge makes with either end of a segment.
    fn nearer_face(&self, v1: usize, v2: usize, [p, q]: [usize; 2]) -> [Vertex; 3] {
        let (one, two) = ([v1, p, q], [v2, q, p]);
        let area = |end: usize| {
            let across = (self.point(p) - self.point(end)).cross(self.point(q) - self.point(end));
            across.dot(across)
        };
        let square = |[a, b, c]: [usize; 3]| {
            let points = [a, b, c].map(|v| self.point(v));
            let mut foot = Foot::corner(&points[0]);
            on_triangle(&mut foot, &points[0], &points[1], &points[2]);
            let Foot { weights, .. } = foot;
            let nearest = points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2];
            nearest.dot(nearest)
        };
        let second = match (area(v1) < MINVAL, area(v2) < MINVAL) {
            (true, false) => true,
            (false, true) => false,
            _ => square(one) > square(two),
        };
        if second { two } else { one }.map(|v| self.vertex(v))
    }

    /// The supports on either side of a triangle. If the origin is on an edge, and `edges` says so, it starts over there.
    pub(super) fn grow_triangle(&mut self, triangle: [Vertex; 3], edges: bool, tolerance: f64) -> Option<()> {
        let [i1, i2, i3] = triangle.map(|v| self.insert(v));
        let [p, q, r] = triangle.map(|v| v.point);
        let normal = (q - p).cross(r - p);
        let norm = normal.norm();
        if norm < MINVAL {
            return None;
        }
        let below = self.insert_support(-normal, norm);
        let above = self.insert_support(normal, norm);
        let (top, bottom) = (self.point(above), self.point(below));
        if in_triangle(p, q, r, top) || in_triangle(p, q, r, bottom) {
            return None;
        }
        if normal.dot(top - p) < norm * MINVAL || (-normal).dot(bottom - p) < norm * MINVAL {
            return None;
        }

        // where the line between the supports misses the triangle, other vertices share it better
        let sides = volumes(top, bottom - top, [p, q, r]);
        let hull = if one_sided(sides, 0.0) {
            Hull::Two([i1, i2, i3, above, below])
        } else {
            Hull::mended([i1, i2, i3, above, below], sides)
        };
        let squares = self.attach_hull(&hull);
        if squares.iter().any(|&square| square < ON_FACE) {
            let at = [(i1, i2), (i2, i3), (i3, i1)]
                .into_iter()
                .find(|&(u, v)| edges && on_edge(self.point(u), self.point(v)))?;
            let segment = [self.vertex(at.0), self.vertex(at.1)];
            self.clear();
            return self.grow_segment(segment, tolerance);
        }
        self.holds_origin(&hull, &squares, tolerance).then(|| self.list_all())
    }

    /// Attaches the faces of a hull and returns their squared distances.
    fn attach_hull(&mut self, hull: &Hull) -> [f64; 6] {
        let mut squares = [f64::MAX; 6];
        match *hull {
            Hull::Two([v1, v2, v3, v4, v5]) => {
                self.set_centre([v1, v2, v3, v4, v5]);
                let faces = [
                    ([v4, v1, v2], [1, 3, 2]),
                    ([v4, v3, v1], [2, 4, 0]),
                    ([v4, v2, v3], [0, 5, 1]),
                    ([v5, v2, v1], [5, 0, 4]),
                    ([v5, v1, v3], [3, 1, 5]),
                    ([v5, v3, v2], [4, 2, 3]),
                ];
                for (square, (verts, adjacent)) in squares.iter_mut().zip(faces) {
                    *square = self.attach(verts, adjacent);
                }
            }
            Hull::One([v1, v2, v3, v4]) => {
                self.set_centre([v1, v2, v3, v4]);
                for (square, (verts, adjacent)) in squares.iter_mut().zip(tetrahedron([v1, v2, v3, v4])) {
                    *square = self.attach(verts, adjacent);
                }
            }
        }
        squares
    }

    /// True if the origin is on the inner side of every face, or as near to it as the tolerance.
    fn holds_origin(&self, hull: &Hull, squares: &[f64; 6], tolerance: f64) -> bool {
        let near = tolerance * tolerance;
        let inside = |[a, b, c, inner]: [usize; 4], square: f64| {
            square < near || same_side(self.point(a), self.point(b), self.point(c), self.point(inner))
        };
        match *hull {
            Hull::Two([v1, v2, v3, v4, v5]) => {
                let faces = [
                    [v4, v1, v2, v3],
                    [v4, v3, v1, v2],
                    [v4, v2, v3, v1],
                    [v5, v2, v1, v3],
                    [v5, v1, v3, v2],
                    [v5, v3, v2, v1],
                ];
                faces.into_iter().zip(squares).all(|(face, &square)| inside(face, square))
            }
            Hull::One([v1, v2, v3, v4]) => {
                let faces = [[v1, v2, v3, v4], [v1, v4, v2, v3], [v1, v3, v4, v2], [v4, v3, v2, v1]];
                faces.into_iter().zip(squares).all(|(face, &square)| inside(face, square))
            }
        }
    }

    /// The tetrahedron itself, if the origin is in it.
    pub(super) fn grow_tetrahedron(&mut self, simplex: &[Vertex; 4], tolerance: f64) -> Option<()> {
        let verts = simplex.map(|v| self.insert(v));
        self.set_centre(verts);
        for (face, adjacent) in tetrahedron(verts) {
            if self.attach(face, adjacent) < ON_FACE {
                let triangle = face.map(|v| self.vertex(v));
                self.clear();
                return self.grow_triangle(triangle, true, tolerance);
            }
        }
        let [a, b, c, d] = simplex.map(|v| v.point);
        let inside = same_side(a, b, c, d) && same_side(b, c, d, a) && same_side(c, d, a, b) && same_side(d, a, b, c);
        inside.then(|| self.list_all())
    }
}

/// Vertices of a first polytope.
enum Hull {
    /// two tetrahedra: the triangle between them, and their tips
    Two([usize; 5]),
    /// a tetrahedron
    One([usize; 4]),
}

impl Hull {
    /// The hull of a triangle and two supports whose line misses it, from the volumes that tell past which edges.
    ///
    /// Past one corner the line and the two far edges enclose two tetrahedra again; past one edge only the tetrahedron
    /// of that edge and the supports is sure.
    fn mended([v1, v2, v3, above, below]: [usize; 5], [s0, s1, s2]: [f64; 3]) -> Self {
        let out = |s: f64| s < -MINVAL;
        if s0 > 0.0 && out(s1) && out(s2) {
            Self::Two([v3, below, above, v1, v2])
        } else if s1 > 0.0 && out(s0) && out(s2) {
            Self::Two([v1, below, above, v2, v3])
        } else if s2 > 0.0 && out(s0) && out(s1) {
            Self::Two([v2, below, above, v3, v1])
        } else if s0 <= s1 && s0 <= s2 {
            Self::One([v1, v2, above, below])
        } else if s1 <= s0 && s1 <= s2 {
            Self::One([v2, v3, above, below])
        } else {
            Self::One([v3, v1, above, below])
        }
    }
}

/// Faces of a tetrahedron with their neighbours.
fn tetrahedron([v1, v2, v3, v4]: [usize; 4]) -> [([usize; 3], [usize; 3]); 4] {
    [([v1, v2, v3], [1, 3, 2]), ([v1, v4, v2], [2, 3, 0]), ([v1, v3, v4], [0, 3, 1]), ([v4, v3, v2], [2, 0, 1])]
}

/// The coordinate axis that is most across a vector.
fn least_axis(v: Vec3) -> Vec3 {
    let mut axis = 0;
    for i in 1..3 {
        if v[i].abs() < v[axis].abs() {
            axis = i;
        }
    }
    let mut out = Vec3::ZERO;
    out[axis] = 1.0;
    out
}

/// Rotation by 120 degrees about an axis.
fn third_of_a_turn(axis: Vec3) -> Mat3 {
    let u = Vec3(axis.0.map(|x| x / axis.norm()));
    // as many digits as MuJoCo has
    let (sin, cos) = (0.866_025_403_78, -0.5);
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

/// Volumes that the sides of a triangle make with a line: all of one sign if the line goes through.
fn volumes(base: Vec3, along: Vec3, [a, b, c]: [Vec3; 3]) -> [f64; 3] {
    let (a, b, c) = (a - base, b - base, c - base);
    [a.dot(b.cross(along)), b.dot(c.cross(along)), c.dot(a.cross(along))]
}

/// True if all are at least `least`, or all at most its negative.
fn one_sided(volumes: [f64; 3], least: f64) -> bool {
    volumes.iter().all(|&v| v >= least) || volumes.iter().all(|&v| v <= -least)
}

/// True if a point is in a triangle, within rounding.
fn in_triangle(a: Vec3, b: Vec3, c: Vec3, point: Vec3) -> bool {
    let [x, y, z] = shares(areas(a, b, c, point).0);
    !(x < 0.0 || y < 0.0 || z < 0.0) && (a * x + b * y + c * z).distance(point) < MINVAL
}

/// True if the origin is between two points, within rounding.
fn on_edge(a: Vec3, b: Vec3) -> bool {
    a.dot(b) < 0.0 && project_on_line(a, b).is_some_and(|foot| foot.dot(foot) < ON_FACE)
}

/// True if the origin and `inner` are strictly on the same side of a plane through three points.
fn same_side(p: Vec3, q: Vec3, r: Vec3, inner: Vec3) -> bool {
    let normal = (q - p).cross(r - p);
    let (of_inner, of_origin) = (normal.dot(inner - p), normal.dot(-p));
    (of_inner > 0.0 && of_origin > 0.0) || (of_inner < 0.0 && of_origin < 0.0)
}
