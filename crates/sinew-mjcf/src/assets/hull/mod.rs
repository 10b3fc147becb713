//! Convex hull of points in space by quickhull, with facets and vertices in the order in which Qhull leaves them.
//!
//! Barber, Dobkin, Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, ACM Trans. Math. Softw. 22(4), 1996. From a first
//! tetrahedron on, the furthest point above a facet is added: the facets it sees are replaced by a cone from their border,
//! the horizon, to the point. Facets that rounding leaves coplanar or concave are merged, so that faces in the end are
//! polygons within known bounds; these are cut into triangles from their youngest vertex.
//!
//! Collisions break ties by the order of vertices and faces, so the order is a part of the result: in which order points are
//! taken, facets appended, neighbours listed and merges done all follow the paper's program, to the last bit of a distance.
//! Where rounding makes the topology itself doubtful (more than two facets at a ridge), there is no hull, as for flat sets.

mod chain;
mod cone;
mod cycle;
mod flat;
mod list;
mod merge;
mod nonconvex;
mod outside;
mod parts;
mod plane;
mod read_off;
mod reduce;
mod simplex;
mod triangulate;

use chain::{Chain, END, NONE, real};
use list::List;
use parts::{Attempt, Facet, Ridge, Trouble, Vertex};
use plane::Tolerance;

use super::Problem;

/// A convex hull: triangles that look outward when seen counter-clockwise, by indices of the points given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// vertices
    pub vert: Vec<u32>,
    /// for each vertex, places in `vert` of those that it shares an edge with, then -1
    pub edge: Vec<i32>,
    /// triangles
    pub face: Vec<[u32; 3]>,
}

/// Hull of points; with `most` vertices at most, if given.
pub fn convex_hull(points: &[[f64; 3]], most: Option<usize>) -> Result<Hull, Problem> {
    if points.len() < 4 || !points.iter().flatten().all(|x| x.is_finite()) {
        return Err(flat::reason(points, None));
    }
    let (extremes, tol) = simplex::extremes(points);
    build(points, most, &extremes, tol).map_err(|Trouble| flat::reason(points, Some(&tol)))
}

fn build(points: &[[f64; 3]], most: Option<usize>, extremes: &[u32; 6], tol: Tolerance) -> Attempt<Hull> {
    let simplex = simplex::first_simplex(points, extremes, &tol)?;
    let mut hull = Builder::new(points, tol);
    hull.begin(simplex)?;
    hull.place_all(simplex)?;
    hull.grow(most)?;
    hull.triangulate()?;
    hull.finish()
}

/// The hull of the points taken so far.
struct Builder<'a> {
    points: &'a [[f64; 3]],
    tol: Tolerance,
    /// slot 0 of facets and of vertices stands for the end of their order
    facets: Vec<Facet>,
    /// the point that comes after each in the pile of its facet
    behind: Vec<u32>,
    free_facets: Vec<u32>,
    order: Chain,
    vertices: Vec<Vertex>,
    vertex_order: Chain,
    ridges: Vec<Ridge>,
    free_ridges: Vec<u32>,
    /// a point inside the first tetrahedron
    inside: [f64; 3],
    visit: u32,
    vertex_visit: u32,
    /// merges so far
    merges: usize,
    /// vertices know their facets
    linked: bool,
    /// the first tetrahedron was flat
    narrow: bool,
    /// largest height of a point above the facet it belongs to
    max_outside: f64,
    /// height from which on a point that was coplanar is placed anew
    max_coplanar: f64,
    /// look for the facet of a point among all new ones
    search_fresh: bool,
    /// the new facets were found not to be sharp
    not_sharp: bool,
    /// a point is being placed again after it was above the facet it had been coplanar with
    replacing: bool,
    /// facets to be removed
    doomed: usize,
    /// vertices to be removed
    deleted: Vec<u32>,
    /// merges of facets that are not convex to each other
    pending: Vec<merge::Merge>,
    /// merges of facets that are not proper polygons
    defects: Vec<merge::Merge>,
    /// facet whose edge to the point waits for its neighbour, by the other end
    open: Vec<(u32, u32)>,
    stack: Vec<u32>,
    /// steps left before merging is given up
    fuel: usize,
}

impl<'a> Builder<'a> {
    fn new(points: &'a [[f64; 3]], tol: Tolerance) -> Self {
        let end = Facet { fresh: true, ..Facet::default() };
        Self {
            points,
            tol,
            facets: vec![end],
            behind: vec![0; points.len()],
            free_facets: Vec::new(),
            order: Chain::new(),
            vertices: vec![Vertex::default()],
            vertex_order: Chain::new(),
            ridges: Vec::new(),
            free_ridges: Vec::new(),
            inside: [0.0; 3],
            visit: 0,
            vertex_visit: 0,
            merges: 0,
            linked: false,
            narrow: false,
            max_outside: 0.0,
            max_coplanar: 0.0,
            search_fresh: false,
            not_sharp: false,
            replacing: false,
            doomed: 0,
            deleted: Vec::new(),
            pending: Vec::new(),
            defects: Vec::new(),
            open: Vec::new(),
            stack: Vec::new(),
            fuel: 1000 + 200 * points.len(),
        }
    }

    fn new_vertex(&mut self, point: u32) -> u32 {
        let slot = self.vertices.len() as u32;
        self.vertices.push(Vertex { point, ..Vertex::default() });
        self.vertex_order.reserve(slot);
        slot
    }

    fn new_facet(&mut self) -> u32 {
        let slot = self.free_facets.pop().unwrap_or(self.facets.len() as u32);
        if let Some(old) = self.facets.get_mut(slot as usize) {
            *old = Facet::new();
        } else {
            self.facets.push(Facet::new());
            self.order.reserve(slot);
        }
        slot
    }

    fn new_ridge(&mut self, ridge: Ridge) -> u32 {
        if let Some(slot) = self.free_ridges.pop() {
            self.ridges[slot as usize] = ridge;
            return slot;
        }
        self.ridges.push(ridge);
        self.ridges.len() as u32 - 1
    }

    fn burn(&mut self) -> Attempt {
        self.fuel = self.fuel.checked_sub(1).ok_or(Trouble)?;
        Ok(())
    }

    /// Height of a point above a facet.
    fn height(&self, point: u32, facet: u32) -> f64 {
        self.facets[facet as usize].plane.height(&self.points[point as usize])
    }

    fn vertex_height(&self, vertex: u32, facet: u32) -> f64 {
        self.height(self.vertices[vertex as usize].point, facet)
    }

    /// Average of vertices.
    fn center(&self, vertices: &[u32]) -> [f64; 3] {
        let count = vertices.len() as f64;
        std::array::from_fn(|k| {
            let mut sum = 0.0;
            for &v in vertices {
                sum += self.points[self.vertices[v as usize].point as usize][k];
            }
            sum / count
        })
    }

    /// Computes the plane of a triangle, and whether it looks the wrong way.
    fn set_plane(&mut self, f: u32) -> Attempt {
        let facet = &mut self.facets[f as usize];
        let corners = facet.vertices.as_three().ok_or(Trouble)?;
        let rows = corners.map(|v| &self.points[self.vertices[v as usize].point as usize]);
        facet.plane = if let Some(plane) = self.tol.through(rows, facet.top) {
            plane
        } else {
            let (plane, doubt) = self.tol.eliminate(rows, facet.top);
            if doubt && plane.height(&self.inside) > 0.0 { plane.reversed() } else { plane }
        };
        facet.has_plane = true;
        facet.flipped |= facet.plane.height(&self.inside) >= -self.tol.round;
        Ok(())
    }

    /// Moves the facet with the furthest of all points to the front of those still to do.
    fn take_furthest(&mut self) {
        let mut best = (NONE, f64::MIN);
        let mut f = self.order.first;
        while f != END {
            let facet = &self.facets[f as usize];
            if !facet.outside.is_empty() && facet.furthest > best.1 {
                best = (f, facet.furthest);
            }
            f = self.order.next(f);
        }
        if best.0 != NONE {
            self.order.remove(best.0);
            self.order.advance(best.0);
        }
    }

    /// Adds points until none is outside, or until there are `most` vertices; with a limit, the furthest of all first.
    fn grow(&mut self, most: Option<usize>) -> Attempt {
        self.order.upcoming = self.order.first;
        self.take_furthest();
        while self.order.upcoming != END {
            let facet = &self.facets[self.order.upcoming as usize];
            if facet.outside.is_empty() || (self.narrow && facet.furthest < self.tol.outside) {
                self.order.upcoming = self.order.next(self.order.upcoming);
                continue;
            }
            if most.is_some() {
                self.take_furthest();
            }
            if most.is_some_and(|most| self.vertex_order.len >= most) {
                break;
            }
            let f = self.order.upcoming;
            let point = self.facets[f as usize].outside.pop(&mut self.behind).ok_or(Trouble)?;
            self.add(point, f)?;
        }
        Ok(())
    }

    /// Adds a point that is above a facet.
    fn add(&mut self, point: u32, facet: u32) -> Attempt {
        self.burn()?;
        self.limit_coplanar();
        self.find_horizon(point, facet)?;
        self.make_cone(point)?;
        self.merge_fresh()?;
        self.search_fresh = self.merges > 50 || self.any_fresh(|f| !f.simplicial);
        self.place_orphans()?;
        self.search_fresh = false;
        self.not_sharp = false;
        self.delete_doomed();
        self.settle();
        Ok(())
    }

    fn any_fresh(&self, test: impl Fn(&Facet) -> bool) -> bool {
        let mut f = self.order.fresh;
        while real(f) {
            if test(&self.facets[f as usize]) {
                return true;
            }
            f = self.order.next(f);
        }
        false
    }

    /// Removes the facets that were seen or merged away, and vertices inside.
    fn delete_doomed(&mut self) {
        let mut f = self.order.doomed;
        while real(f) && self.facets[f as usize].doomed {
            let next = self.order.next(f);
            self.order.remove(f);
            self.free_facets.push(f);
            f = next;
        }
        self.doomed = 0;
        for v in self.deleted.drain(..) {
            self.vertex_order.remove(v);
            self.vertices[v as usize].facets = List::default();
        }
    }

    /// What was new is new no longer.
    fn settle(&mut self) {
        let mut v = self.vertex_order.fresh;
        while real(v) {
            self.vertices[v as usize].fresh = false;
            v = self.vertex_order.next(v);
        }
        let mut f = self.order.fresh;
        while real(f) {
            self.facets[f as usize].fresh = false;
            f = self.order.next(f);
        }
        self.vertex_order.fresh = NONE;
        self.order.fresh = NONE;
        self.order.doomed = NONE;
    }
}

#[cfg(test)]
mod tests;
