//! A polytope inside the Minkowski difference of two bodies, made of triangles that know their neighbours.

use bytemuck::{Pod, Zeroable};

use super::convex::Convex;
use super::gjk::{Vertex, support};
use super::simplex::{areas, height_over_plane, shares};
use crate::Id;
use crate::math::{MINVAL, Vec3};
use crate::scratch::{Frame, Need};

/// Most iterations, whatever the option says.
pub const MAX_ITERATIONS: usize = 1000;
/// The edge or corner of a triangle that follows each.
const NEXT: [usize; 3] = [1, 2, 0];
/// Mark of a face that is not in the list of candidates.
const UNLISTED: i32 = -1;
/// Mark of a face that is no longer part of the polytope.
const DELETED: i32 = -2;

/// A triangle of the polytope.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct Face {
    /// foot of the origin, pointing out of the polytope
    pub(super) foot: Vec3,
    /// its squared length
    pub(super) square: f64,
    verts: [i32; 3],
    /// faces across the edges 01, 12, 20
    adjacent: [i32; 3],
    /// place in the list of candidates, or a mark
    listed: i32,
    _pad: i32,
}

impl Face {
    /// A face that is not a candidate yet; its foot is zero if it is degenerate.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would pass everything through memory")]
    fn new([v0, v1, v2]: [Vec3; 3], centre: Vec3, verts: [i32; 3], adjacent: [i32; 3]) -> Self {
        let (normal, share) = height_over_plane(v2, v1, v0).unwrap_or((Vec3::ZERO, 0.0));
        // outwards, as the corners are seen from the centre
        let foot = normal * share.copysign(normal.dot(v0 - centre));
        Self { foot, square: foot.dot(foot), verts, adjacent, listed: UNLISTED, _pad: 0 }
    }
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
        Need::rows::<Vertex>(6 + n).and(Need::rows::<Face>(6 * n + 6)).and(Need::ints(6 * n + 6 + 2 * edges(n)))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, iterations: usize) -> Self {
        let n = iterations.min(MAX_ITERATIONS);
        Self {
            verts: frame.used_rows(6 + n),
            faces: frame.used_rows(6 * n + 6),
            listed: frame.used_ints(6 * n + 6),
            horizon: frame.used_ints(2 * edges(n)),
        }
    }
}

/// Most edges of a horizon.
fn edges(iterations: usize) -> usize {
    iterations.max(35) - 11
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

/// The polytope, and the bodies whose difference it is in.
pub(super) struct Polytope<'p, 'm, 'a, 'b> {
    m: &'p mut Buffers<'m>,
    a: &'p mut Convex<'a>,
    b: &'p mut Convex<'b>,
    nverts: usize,
    nfaces: usize,
    nlisted: usize,
    nhorizon: usize,
    centre: Vec3,
}

impl<'p, 'm, 'a, 'b> Polytope<'p, 'm, 'a, 'b> {
    pub(super) fn new(a: &'p mut Convex<'a>, b: &'p mut Convex<'b>, m: &'p mut Buffers<'m>) -> Self {
        Self { m, a, b, nverts: 0, nfaces: 0, nlisted: 0, nhorizon: 0, centre: Vec3::ZERO }
    }

    /// True if both bodies are polytopes.
    pub(super) fn is_discrete(&self) -> bool {
        self.a.is_discrete() && self.b.is_discrete()
    }

    /// Starts over.
    pub(super) fn clear(&mut self) {
        (self.nverts, self.nfaces, self.nlisted) = (0, 0, 0);
    }

    pub(super) fn point(&self, v: usize) -> Vec3 {
        self.m.verts[v].point
    }

    pub(super) fn vertex(&self, v: usize) -> Vertex {
        self.m.verts[v]
    }

    pub(super) fn face(&self, f: usize) -> &Face {
        &self.m.faces[f]
    }

    pub(super) fn insert(&mut self, vertex: Vertex) -> usize {
        let v = self.nverts;
        self.m.verts[v] = vertex;
        self.nverts += 1;
        v
    }

    /// Puts another vertex in the place of one that no face uses yet.
    pub(super) fn replace(&mut self, v: usize, vertex: Vertex) {
        self.m.verts[v] = vertex;
    }

    /// The support along a direction of the given length.
    pub(super) fn support(&mut self, direction: Vec3, norm: f64) -> Vertex {
        let mut vertex = Vertex::default();
        support(&mut vertex, self.a, self.b, unit(direction, norm));
        vertex
    }

    /// Adds the support along a direction of the given length.
    #[inline]
    pub(super) fn insert_support(&mut self, direction: Vec3, norm: f64) -> usize {
        let v = self.nverts;
        support(&mut self.m.verts[v], self.a, self.b, unit(direction, norm));
        self.nverts += 1;
        v
    }

    /// Makes the middle of some vertices the point that faces look away from.
    pub(super) fn set_centre<const N: usize>(&mut self, verts: [usize; N]) {
        let sum = verts[1..].iter().fold(self.point(verts[0]), |sum, &v| sum + self.point(v));
        self.centre = sum * (1.0 / N as f64);
    }

    /// Adds a face and returns its squared distance from the origin, zero if it is degenerate.
    pub(super) fn attach(&mut self, verts: [usize; 3], adjacent: [usize; 3]) -> f64 {
        let corners = verts.map(|v| self.point(v));
        let face = Face::new(corners, self.centre, verts.map(|v| v as i32), adjacent.map(|f| f as i32));
        self.m.faces[self.nfaces] = face;
        self.nfaces += 1;
        face.square
    }

    /// Makes every face a candidate for the nearest.
    pub(super) fn list_all(&mut self) {
        self.nlisted = 0;
        for face in 0..self.nfaces {
            self.list(face);
        }
    }

    fn list(&mut self, face: usize) {
        self.m.faces[face].listed = self.nlisted as i32;
        self.m.listed[self.nlisted] = face as i32;
        self.nlisted += 1;
    }

    #[inline]
    fn delete(&mut self, face: usize) {
        if let Some(at) = self.m.faces[face].listed.opt() {
            self.nlisted -= 1;
            let last = self.m.listed[self.nlisted];
            self.m.listed[at] = last;
            self.m.faces[last.ix()].listed = at as i32;
        }
        self.m.faces[face].listed = DELETED;
    }

    /// The candidate nearest to the origin.
    pub(super) fn nearest(&self) -> Option<usize> {
        // squares order like their bits, which are compared sooner
        let mut least = f64::MAX.to_bits();
        let mut nearest = UNLISTED;
        for &candidate in &self.m.listed[..self.nlisted] {
            let square = self.m.faces[candidate.ix()].square.to_bits();
            if square < least {
                (least, nearest) = (square, candidate);
            }
        }
        nearest.opt()
    }

    /// True if a polytope gave this pair of vertices before.
    pub(super) fn is_repeated(&self, w: usize) -> bool {
        let new = &self.m.verts[w];
        self.m.verts[..w].iter().any(|v| v.index1 == new.index1 && v.index2 == new.index2)
    }

    /// Replaces the faces that vertex `w` sees, one of which is given, by a cone. Faces between the bounds, which are
    /// squares, become candidates. Says how it went.
    #[inline(never)]
    pub(super) fn expand(&mut self, seen: usize, w: usize, lower: f64, upper: f64) -> Growth {
        let apex = self.point(w);
        if !self.find_horizon(seen, apex) || self.nhorizon < 3 {
            return Growth::Broken;
        }
        if self.nfaces + self.nhorizon > self.m.faces.len() {
            return Growth::Ended;
        }
        let (first, count) = (self.nfaces as i32, self.nhorizon);
        let (old, new) = self.m.faces.split_at_mut(self.nfaces);
        let horizon = self.m.horizon.as_chunks::<2>().0;
        for (i, (new, &[outer, edge])) in new.iter_mut().zip(&horizon[..count]).enumerate() {
            let current = first + i as i32;
            let before = if i == 0 { first + count as i32 - 1 } else { current - 1 };
            let after = if i + 1 == count { first } else { current + 1 };
            let beyond = &mut old[outer.ix()];
            let (v1, v2) = (beyond.verts[edge.ix()], beyond.verts[NEXT[edge.ix()]]);
            beyond.adjacent[edge.ix()] = current;
            let corners = [apex, self.m.verts[v2.ix()].point, self.m.verts[v1.ix()].point];
            *new = Face::new(corners, self.centre, [w as i32, v2, v1], [before, outer, after]);
            if new.square == 0.0 {
                return Growth::Ended;
            }
            if new.square >= lower && new.square <= upper {
                new.listed = self.nlisted as i32;
                self.m.listed[self.nlisted] = current;
                self.nlisted += 1;
            }
        }
        self.nfaces += count;
        if self.nlisted == 0 { Growth::Ended } else { Growth::Grown }
    }

    /// Deletes the faces that a point sees, starting from one that it does, and gathers the edges around them in order;
    /// false if there are too many.
    fn find_horizon(&mut self, face: usize, point: Vec3) -> bool {
        self.nhorizon = 0;
        self.delete(face);
        let Face { verts, adjacent, .. } = self.m.faces[face];
        (0..3).all(|edge| self.cross_edge(adjacent[edge].ix(), verts[NEXT[edge]], &point))
    }

    /// Follows visible faces from the edge of `face` that begins at `vertex`; an edge to an invisible face is horizon.
    fn cross_edge(&mut self, face: usize, vertex: i32, point: &Vec3) -> bool {
        let Face { foot, square, verts, adjacent, listed, .. } = &self.m.faces[face];
        if *listed == DELETED {
            return true;
        }
        let edge = if verts[0] == vertex { 0 } else { 1 + usize::from(verts[1] != vertex) };
        let rounding = if *square > 1.0 { MINVAL * square.sqrt() } else { MINVAL };
        if foot.dot(*point) - square > rounding {
            let (second, third) = (NEXT[edge], NEXT[NEXT[edge]]);
            let (adjacent, verts) = (*adjacent, *verts);
            self.delete(face);
            self.cross_edge(adjacent[second].ix(), verts[third], point)
                && self.cross_edge(adjacent[third].ix(), verts[edge], point)
        } else if let Some(slot) = self.m.horizon.get_mut(2 * self.nhorizon..2 * self.nhorizon + 2) {
            slot.copy_from_slice(&[face as i32, edge as i32]);
            self.nhorizon += 1;
            true
        } else {
            false
        }
    }

    /// The points of both bodies that a face spans over the foot of the origin.
    pub(super) fn witness(&self, face: usize) -> Penetration {
        let Face { foot, square, verts, .. } = self.m.faces[face];
        let face = verts.map(|v| self.m.verts[v.ix()]);
        let [x, y, z] = shares(areas(face[0].point, face[1].point, face[2].point, foot).0);
        let on = |of: fn(&Vertex) -> Vec3| of(&face[0]) * x + of(&face[1]) * y + of(&face[2]) * z;
        Penetration { dist: -square.sqrt(), one: on(|v| v.one), two: on(|v| v.two), face }
    }
}

/// A vector of the given length as a unit vector.
#[inline]
fn unit(direction: Vec3, norm: f64) -> Vec3 {
    if norm > MINVAL { Vec3(direction.0.map(|x| x / norm)) } else { Vec3::X }
}

/// How an expansion went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// there are candidates
    Grown,
    /// nothing better can be found
    Ended,
    /// rounding spoilt the polytope
    Broken,
}
