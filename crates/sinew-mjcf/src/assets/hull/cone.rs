//! A point is added: the facets it sees, their horizon, and the cone of new facets between the horizon and the point.

use super::Builder;
use super::chain::{END, NONE, real};
use super::list::List;
use super::parts::{Attempt, Trouble, replace};

impl Builder<'_> {
    /// Moves all facets that a point sees to the end of the order as doomed, starting from one of them.
    pub(super) fn find_horizon(&mut self, point: u32, facet: u32) -> Attempt {
        self.order.move_to_end(facet);
        self.order.doomed = facet;
        self.doom_seen(facet);
        self.visit += 1;
        let visit = self.visit;
        let mut horizon = 0;
        let mut f = facet;
        while real(f) {
            self.facets[f as usize].visit = visit;
            for i in 0..self.facets[f as usize].neighbors.len() {
                let n = self.facets[f as usize].neighbors[i];
                if self.facets[n as usize].visit == visit {
                    continue;
                }
                self.facets[n as usize].visit = visit;
                let height = self.height(point, n);
                if height > self.tol.visible {
                    self.order.move_to_end(n);
                    self.doom_seen(n);
                } else {
                    horizon += 1;
                    let coplanar = height >= -self.tol.visible;
                    self.facets[n as usize].coplanar_horizon = coplanar;
                    if coplanar && height > self.max_outside {
                        self.max_outside = height;
                    }
                }
            }
            f = self.order.next(f);
        }
        if horizon == 0 { Err(Trouble) } else { Ok(()) }
    }

    fn doom_seen(&mut self, f: u32) {
        let facet = &mut self.facets[f as usize];
        facet.doomed = true;
        facet.link = NONE;
        self.doomed += 1;
    }

    /// Connects the horizon to a point by new triangles.
    pub(super) fn make_cone(&mut self, point: u32) -> Attempt {
        self.order.fresh = END;
        self.vertex_order.fresh = END;
        let apex = self.new_vertex(point);
        self.append_vertex(apex);
        self.visit += 1;

        let (mut last, mut last_ridge) = (NONE, NONE);
        let mut f = self.order.doomed;
        while real(f) && self.facets[f as usize].doomed {
            for i in 0..self.facets[f as usize].neighbors.len() {
                let n = self.facets[f as usize].neighbors[i];
                self.facets[n as usize].seen = false;
            }
            if self.facets[f as usize].ridged {
                self.facets[f as usize].visit = self.visit;
                last_ridge = self.cone_from_ridges(f, apex)?;
            }
            if self.facets[f as usize].simplicial {
                last = self.cone_from_triangle(f, apex)?;
            }
            if last_ridge != NONE {
                last = last_ridge;
            }
            let facet = &mut self.facets[f as usize];
            if last != NONE {
                facet.link = last;
            }
            facet.ridges.clear();
            facet.neighbors.clear();
            f = self.order.next(f);
        }
        self.match_fresh()?;
        let mut f = self.order.fresh;
        while real(f) {
            if !self.facets[f as usize].joins_horizon {
                self.set_plane(f)?;
            }
            f = self.order.next(f);
        }
        self.update_vertices();
        Ok(())
    }

    pub(super) fn append_vertex(&mut self, v: u32) {
        self.vertex_order.append(v);
        self.vertices[v as usize].fresh = true;
    }

    /// Moves vertices to the end of their order, once for each point added.
    pub(super) fn refresh(&mut self, v: u32) {
        if !self.vertices[v as usize].fresh {
            self.vertex_order.remove(v);
            self.append_vertex(v);
        }
    }

    fn cone_facet(&mut self, vertices: [u32; 3], top: bool, horizon: u32) -> u32 {
        for v in vertices {
            self.refresh(v);
        }
        let f = self.new_facet();
        let facet = &mut self.facets[f as usize];
        facet.vertices = List::three(vertices);
        facet.neighbors.push(horizon);
        facet.top = top;
        self.order.append(f);
        f
    }

    /// New facets on the ridges of a facet to neighbours that stay; the last one made.
    ///
    /// Those that lie in the plane of one horizon facet are linked to a cycle, to be merged into it together.
    pub(super) fn cone_from_ridges(&mut self, f: u32, apex: u32) -> Attempt<u32> {
        let mut last = NONE;
        for i in 0..self.facets[f as usize].ridges.len() {
            let r = self.facets[f as usize].ridges[i];
            let ridge = self.ridges[r as usize];
            let n = ridge.across(f);
            if self.facets[n as usize].doomed {
                if self.facets[n as usize].visit == self.visit {
                    self.free_ridges.push(r);
                }
                self.facets[n as usize].seen = true;
                continue;
            }
            let top = ridge.top == f;
            let new = self.cone_facet([apex, ridge.ends[0], ridge.ends[1]], top, n);
            last = new;
            let seen = self.facets[n as usize].seen;
            if self.facets[n as usize].coplanar_horizon {
                let newest = self.facets[n as usize].link;
                self.facets[new as usize].joins_horizon = true;
                if seen {
                    let first = self.facets.get(newest as usize).ok_or(Trouble)?.link;
                    self.facets[new as usize].link = first;
                    self.facets[newest as usize].link = new;
                } else {
                    self.facets[new as usize].link = new;
                    self.facets[n as usize].link = new;
                }
            }
            let neighbor = &mut self.facets[n as usize];
            if seen {
                if neighbor.simplicial {
                    return Err(Trouble);
                }
                neighbor.neighbors.push(new);
            } else {
                replace(&mut neighbor.neighbors, f, new)?;
            }
            if neighbor.simplicial {
                neighbor.ridges.drop_swap(r);
                self.free_ridges.push(r);
            } else {
                let facet = &mut self.facets[new as usize];
                facet.ridges.push(r);
                facet.ridged = true;
                self.ridges[r as usize].hand_over(f, new);
            }
            self.facets[n as usize].seen = true;
        }
        Ok(last)
    }

    /// New facets on the edges of a triangle to neighbours that stay and were not done by their ridges.
    fn cone_from_triangle(&mut self, f: u32, apex: u32) -> Attempt<u32> {
        let mut last = NONE;
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            let neighbor = &self.facets[n as usize];
            if neighbor.seen || neighbor.doomed {
                continue;
            }
            let skip = neighbor.neighbors.iter().take(3).position(|&m| m == f).ok_or(Trouble)?;
            let [a, b, c]: [u32; 3] = neighbor.vertices.as_three().ok_or(Trouble)?;
            let (v, w) = [(b, c), (a, c), (a, b)][skip];
            let odd = skip == 1;
            let (top, joins) = (neighbor.top == odd, neighbor.coplanar_horizon);
            let new = self.cone_facet([apex, v, w], top, n);
            last = new;
            if joins {
                let facet = &mut self.facets[new as usize];
                facet.link = new;
                facet.joins_horizon = true;
            }
            self.facets[n as usize].neighbors[skip] = new;
        }
        Ok(last)
    }

    /// Finds the neighbours of new facets across their edges to the apex; each such edge must be in just two of them.
    pub(super) fn match_fresh(&mut self) -> Attempt {
        self.open.resize(self.vertices.len(), (NONE, 0));
        let mut f = self.order.fresh;
        while real(f) {
            let facet = &mut self.facets[f as usize];
            facet.neighbors = List::three([*facet.neighbors.first().ok_or(Trouble)?, NONE, NONE]);
            for skip in 1..3 {
                let end = self.facets[f as usize].vertices[3 - skip] as usize;
                let (other, other_skip) = self.open[end];
                if other == NONE {
                    self.open[end] = (f, skip as u32);
                    continue;
                }
                // neighbours run along their edge in opposite directions
                let same = skip as u32 == other_skip;
                if other == END || same != (self.facets[f as usize].top != self.facets[other as usize].top) {
                    return Err(Trouble);
                }
                self.facets[other as usize].neighbors[other_skip as usize] = f;
                self.facets[f as usize].neighbors[skip] = other;
                self.open[end].0 = END;
            }
            f = self.order.next(f);
        }
        let mut f = self.order.fresh;
        while real(f) {
            for i in 1..3 {
                let end = self.facets[f as usize].vertices[i] as usize;
                self.open[end].0 = NONE;
                if self.facets[f as usize].neighbors[i] == NONE {
                    return Err(Trouble);
                }
            }
            f = self.order.next(f);
        }
        Ok(())
    }

    /// Brings the facets of vertices up to date; vertices that only seen facets had are deleted.
    fn update_vertices(&mut self) {
        if self.linked {
            let mut v = self.vertex_order.fresh;
            while real(v) {
                let list = &mut self.vertices[v as usize].facets;
                let mut i = 0;
                while i < list.len() {
                    if self.facets[list[i] as usize].doomed {
                        list.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                v = self.vertex_order.next(v);
            }
            let mut f = self.order.fresh;
            while real(f) {
                for &v in &self.facets[f as usize].vertices {
                    self.vertices[v as usize].facets.push(f);
                }
                f = self.order.next(f);
            }
        }
        let mut f = self.order.doomed;
        while real(f) && self.facets[f as usize].doomed {
            for &v in &self.facets[f as usize].vertices {
                let vertex = &mut self.vertices[v as usize];
                if vertex.fresh || vertex.deleted {
                    continue;
                }
                if self.linked && vertex.facets.iter().any(|&n| !self.facets[n as usize].doomed) {
                    vertex.facets.drop_swap(f);
                } else {
                    vertex.deleted = true;
                    self.deleted.push(v);
                }
            }
            f = self.order.next(f);
        }
    }

    /// Lets every vertex know its facets, from the first merge on.
    pub(super) fn link_vertices(&mut self) {
        if self.linked {
            return;
        }
        self.linked = true;
        let mut f = self.order.first;
        while f != END {
            if !self.facets[f as usize].doomed {
                for &v in &self.facets[f as usize].vertices {
                    self.vertices[v as usize].facets.push(f);
                }
            }
            f = self.order.next(f);
        }
    }
}
