//! Two facets become one: vertices, neighbours and ridges of the first go over to the second.

use super::Builder;
use super::parts::{Attempt, Ridge, Trouble, replace};

/// Why facets are merged; those above in the list are done first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Coplanar,
    Concave,
    ConcaveCoplanar,
    Flipped,
    /// a facet with too few neighbours
    Degenerate,
    /// a facet with no vertices of its own
    Redundant,
    /// two facets with the same vertices
    Mirror,
    /// a new facet in the plane of its horizon
    Horizon,
}

/// A merge to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    pub kind: Kind,
    pub facet: u32,
    pub other: u32,
    pub distance: f64,
}

/// vertices beyond the first three from which on a centrum stays where it is
pub(super) const MANY: usize = 5;

/// error of a merge, in units of that of a regular one, from which on the hull is given up
const TOO_WIDE: f64 = 100.0;

impl Builder<'_> {
    /// Notes that two facets have to be merged, unless one of them will vanish anyway.
    pub(super) fn note(&mut self, kind: Kind, facet: u32, other: u32, distance: f64) -> Attempt {
        let (a, b) = (facet as usize, other as usize);
        if (self.facets[a].redundant && kind != Kind::Mirror) || self.facets[b].redundant {
            return Ok(());
        }
        if self.facets[a].degenerate && kind == Kind::Degenerate {
            return Ok(());
        }
        if self.facets[b].flipped && !self.facets[a].flipped {
            return Err(Trouble);
        }
        let merge = Merge { kind, facet, other, distance };
        match kind {
            Kind::Degenerate => {
                self.facets[a].degenerate = true;
                if self.defects.last().is_none_or(|last| last.kind == Kind::Degenerate) {
                    self.defects.push(merge);
                } else {
                    self.defects.insert(0, merge);
                }
            }
            Kind::Redundant => {
                self.facets[a].redundant = true;
                self.defects.push(merge);
            }
            Kind::Mirror => {
                self.facets[a].redundant = true;
                self.facets[b].redundant = true;
                self.defects.push(merge);
            }
            _ => self.pending.push(merge),
        }
        Ok(())
    }

    /// Gives a facet over to be removed, with what takes its place.
    pub(super) fn doom(&mut self, f: u32, by: u32) {
        self.order.remove(f);
        self.order.doom(f);
        self.doomed += 1;
        let facet = &mut self.facets[f as usize];
        facet.doomed = true;
        facet.link = by;
        facet.ridges.clear();
        facet.neighbors.clear();
    }

    /// Makes ridges for the edges of a triangle that have none, after which it may be merged.
    pub(super) fn make_ridges(&mut self, f: u32) -> Attempt {
        if !self.facets[f as usize].simplicial {
            return Ok(());
        }
        self.facets[f as usize].simplicial = false;
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            self.facets[n as usize].seen = false;
        }
        for i in 0..self.facets[f as usize].ridges.len() {
            let r = self.facets[f as usize].ridges[i];
            let n = self.ridges[r as usize].across(f);
            self.facets[n as usize].seen = true;
        }
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            if !self.facets[n as usize].seen {
                let tested = self.facets[f as usize].tested;
                self.edge_to_ridge(f, i, f, tested)?;
            }
        }
        Ok(())
    }

    /// A ridge for the edge of a triangle opposite to its i-th vertex, between `owner` and the i-th neighbour.
    pub(super) fn edge_to_ridge(&mut self, triangle: u32, i: usize, owner: u32, tested: bool) -> Attempt {
        let facet = &self.facets[triangle as usize];
        let [a, b, c]: [u32; 3] = facet.vertices.as_three().ok_or(Trouble)?;
        let ends = *[[b, c], [a, c], [a, b]].get(i).ok_or(Trouble)?;
        let n = *facet.neighbors.get(i).ok_or(Trouble)?;
        let (top, bottom) = if facet.top == i.is_multiple_of(2) { (owner, n) } else { (n, owner) };
        let r = self.new_ridge(Ridge { ends, top, bottom, tested, nonconvex: false });
        for f in [owner, n] {
            let facet = &mut self.facets[f as usize];
            facet.ridges.push(r);
            facet.ridged = true;
        }
        Ok(())
    }

    /// Merges facet `a` into `b`. `bounds` are the least and greatest height of vertices of `a` above `b`; with `apex`, the
    /// first vertex of the triangle `a` is the only new one of `b`.
    pub(super) fn merge(&mut self, a: u32, b: u32, kind: Kind, bounds: Option<(f64, f64)>, apex: bool) -> Attempt {
        self.merges += 1;
        self.burn()?;
        let (fa, fb) = (a as usize, b as usize);
        if a == b || self.facets[fa].doomed || self.facets[fb].doomed || self.order.len <= 4 + self.doomed {
            return Err(Trouble);
        }
        self.link_vertices();
        self.make_ridges(a)?;
        self.make_ridges(b)?;
        if let Some((least, most)) = bounds {
            if most > TOO_WIDE * self.tol.one_merge || -least > TOO_WIDE * self.tol.one_merge {
                return Err(Trouble);
            }
            self.max_outside = self.max_outside.max(most);
            if most > self.tol.wide || least < -self.tol.wide {
                self.facets[fb].keep_centrum = true;
            }
        }
        self.facets[fb].merged = true;
        self.forget_tests(a, b);
        if self.facets[fa].vertices.len() == 3 {
            self.merge_triangle(a, b, apex)?;
        } else {
            self.vertex_visit += 1;
            for i in 0..self.facets[fb].vertices.len() {
                let v = self.facets[fb].vertices[i];
                self.vertices[v as usize].visit = self.vertex_visit;
            }
            self.merge_neighbors(a, b)?;
            self.merge_vertices(a, b);
            self.merge_ridges(a, b);
            self.merge_vertex_facets(a, b)?;
            if !self.facets[fb].fresh {
                self.refresh_all(b);
            }
        }
        self.order.move_to_end(b);
        self.facets[fb].fresh = true;
        self.facets[fb].tested = false;
        if kind != Kind::Horizon {
            self.test_redundant_neighbors(b)?;
            self.test_degenerate_neighbors(a)?;
            self.test_defects(b)?;
        }
        self.doom(a, b);
        Ok(())
    }

    pub(super) fn refresh_all(&mut self, f: u32) {
        for i in 0..self.facets[f as usize].vertices.len() {
            self.refresh(self.facets[f as usize].vertices[i]);
        }
    }

    /// After a change of `b`, its convexity has to be tested again, unless its centrum stays.
    fn forget_tests(&mut self, a: u32, b: u32) {
        let (fa, fb) = (a as usize, b as usize);
        self.facets[fb].tested = false;
        for &r in &self.facets[fa].ridges {
            self.ridges[r as usize].tested = false;
        }
        let facet = &mut self.facets[fb];
        if facet.centrum.is_none() {
            return;
        }
        let size = facet.vertices.len();
        if size > 3 + MANY {
            facet.keep_centrum = true;
        } else if size == 3 {
            facet.keep_centrum = false;
        }
        if !facet.keep_centrum {
            facet.centrum = None;
            for &r in &facet.ridges {
                self.ridges[r as usize].tested = false;
            }
        }
    }

    /// Takes a vertex of `f` out of the hull.
    fn delete_vertex(&mut self, v: u32, f: u32) {
        self.facets[f as usize].vertices.drop_ordered(v);
        self.vertices[v as usize].deleted = true;
        self.deleted.push(v);
    }

    fn merge_triangle(&mut self, a: u32, b: u32, apex: bool) -> Attempt {
        let (fa, fb) = (a as usize, b as usize);
        let opposite;
        let mut new = false;
        if apex {
            opposite = self.facets[fa].vertices[0];
            if !self.facets[fb].fresh {
                self.refresh_all(b);
            }
            if self.facets[fb].vertices.first() != Some(&opposite) {
                self.facets[fb].vertices.insert(0, opposite);
                new = true;
            }
        } else {
            let shared = self.facets[fa].ridges.iter().find(|&&r| self.ridges[r as usize].across(a) == b);
            let ends = self.ridges[*shared.ok_or(Trouble)? as usize].ends;
            for v in ends {
                self.vertices[v as usize].lost_ridge = true;
            }
            opposite = *self.facets[fa].vertices.iter().find(|v| !ends.contains(v)).ok_or(Trouble)?;
            let list = &mut self.facets[fb].vertices;
            let at = list.partition_point(|&v| v > opposite);
            if list.get(at) != Some(&opposite) {
                list.insert(at, opposite);
                new = true;
            }
            if self.facets[fb].fresh {
                self.refresh(opposite);
            } else {
                self.refresh_all(b);
            }
        }
        for i in 0..3 {
            let v = self.facets[fa].vertices[i];
            let list = &mut self.vertices[v as usize].facets;
            if v == opposite && new {
                replace(list, a, b)?;
            } else {
                list.drop_swap(a);
                if list.len() < 2 {
                    self.delete_vertex(v, b);
                }
            }
        }

        self.visit += 1;
        for i in 0..self.facets[fb].neighbors.len() {
            let n = self.facets[fb].neighbors[i];
            self.facets[n as usize].visit = self.visit;
        }
        let mut i = 0;
        while i < self.facets[fa].ridges.len() {
            let r = self.facets[fa].ridges[i];
            let n = self.ridges[r as usize].across(a);
            if n == b {
                self.delete_ridge(r);
                self.facets[fb].neighbors.drop_swap(a);
                continue;
            }
            i += 1;
            self.facets[fb].ridges.push(r);
            if self.facets[n as usize].visit == self.visit {
                self.drop_double(n, a, b)?;
            } else {
                self.facets[fb].neighbors.push(n);
                let neighbor = &mut self.facets[n as usize];
                replace(&mut neighbor.neighbors, a, b)?;
                neighbor.visit = self.visit;
            }
            self.ridges[r as usize].hand_over(a, b);
        }
        Ok(())
    }

    /// A neighbour of both `a` and `b` keeps `b` only, in the first place if one of them was there.
    fn drop_double(&mut self, n: u32, a: u32, b: u32) -> Attempt {
        if self.facets[n as usize].simplicial {
            self.make_ridges(n)?;
        }
        let list = &mut self.facets[n as usize].neighbors;
        if list.first() == Some(&a) {
            list.drop_swap(b);
            replace(list, a, b)
        } else {
            list.drop_swap(a);
            Ok(())
        }
    }

    fn merge_neighbors(&mut self, a: u32, b: u32) -> Attempt {
        let (fa, fb) = (a as usize, b as usize);
        self.visit += 1;
        for i in 0..self.facets[fb].neighbors.len() {
            let n = self.facets[fb].neighbors[i];
            self.facets[n as usize].visit = self.visit;
        }
        for i in 0..self.facets[fa].neighbors.len() {
            let n = self.facets[fa].neighbors[i];
            if self.facets[n as usize].visit == self.visit {
                self.drop_double(n, a, b)?;
            } else if n != b {
                self.facets[fb].neighbors.push(n);
                replace(&mut self.facets[n as usize].neighbors, a, b)?;
            }
        }
        self.facets[fa].neighbors.drop_swap(b);
        self.facets[fb].neighbors.drop_swap(a);
        Ok(())
    }

    /// Vertices of both, youngest first.
    fn merge_vertices(&mut self, a: u32, b: u32) {
        let mut list = std::mem::take(&mut self.facets[b as usize].vertices);
        let both = list.many();
        both.extend_from_slice(&self.facets[a as usize].vertices);
        both.sort_unstable_by(|x, y| y.cmp(x));
        both.dedup();
        self.facets[b as usize].vertices = list;
    }

    fn merge_ridges(&mut self, a: u32, b: u32) {
        let (fa, fb) = (a as usize, b as usize);
        let mut i = 0;
        while i < self.facets[fb].ridges.len() {
            let r = self.facets[fb].ridges[i];
            let ridge = &self.ridges[r as usize];
            if ridge.top == a || ridge.bottom == a {
                self.delete_ridge(r);
            } else {
                i += 1;
            }
        }
        for i in 0..self.facets[fa].ridges.len() {
            let r = self.facets[fa].ridges[i];
            self.ridges[r as usize].hand_over(a, b);
            self.facets[fb].ridges.push(r);
        }
    }

    fn merge_vertex_facets(&mut self, a: u32, b: u32) -> Attempt {
        for i in 0..self.facets[a as usize].vertices.len() {
            let v = self.facets[a as usize].vertices[i];
            let vertex = &mut self.vertices[v as usize];
            if vertex.visit == self.vertex_visit {
                vertex.facets.drop_swap(a);
                if vertex.facets.len() < 2 {
                    self.delete_vertex(v, b);
                }
            } else {
                replace(&mut vertex.facets, a, b)?;
            }
        }
        Ok(())
    }

    /// Removes a ridge from both sides; that it was not convex is remembered by another between the same facets.
    pub(super) fn delete_ridge(&mut self, r: u32) {
        let ridge = self.ridges[r as usize];
        if ridge.nonconvex {
            let between = |&s: &u32| {
                let other = &self.ridges[s as usize];
                s != r && (other.top == ridge.bottom || other.bottom == ridge.bottom)
            };
            if let Some(s) = self.facets[ridge.top as usize].ridges.iter().copied().find(between) {
                self.ridges[s as usize].nonconvex = true;
            }
        }
        for v in ridge.ends {
            self.vertices[v as usize].lost_ridge = true;
        }
        for f in [ridge.top, ridge.bottom] {
            self.facets[f as usize].ridges.drop_swap(r);
        }
        self.free_ridges.push(r);
    }
}
