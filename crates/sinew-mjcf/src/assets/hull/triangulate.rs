//! Polygons are cut into triangles that share their youngest vertex.

use super::Builder;
use super::chain::{END, NONE, real};
use super::merge::Kind;
use super::parts::{Attempt, Trouble, replace};

impl Builder<'_> {
    /// Cuts every polygon into a fan; the triangles come after all others, in the order of the polygons.
    pub(super) fn triangulate(&mut self) -> Attempt {
        self.visit += 1;
        self.vertex_order.fresh = END;
        let mut first = NONE;
        let mut moved = NONE;
        let mut f = self.order.first;
        while real(f) {
            let next = self.order.next(f);
            let facet = &self.facets[f as usize];
            if !facet.doomed && !facet.simplicial {
                self.fan(f)?;
                if first == NONE {
                    first = f;
                    moved = self.vertex_order.fresh;
                }
                self.vertex_order.fresh = NONE;
            }
            f = next;
        }
        if first == NONE {
            return Ok(());
        }

        // edges of a polygon at its youngest vertex have become triangles of two corners
        let mut f = first;
        while real(f) {
            let next = self.order.next(f);
            let facet = &self.facets[f as usize];
            if !facet.doomed && facet.vertices[0] == facet.vertices[1] {
                let [a, b] = [facet.neighbors[0], facet.neighbors[1]];
                self.connect(f, a, f, b)?;
                self.doom(f, NONE);
            }
            f = next;
        }
        self.order.doomed = END;
        while let Some(m) = self.defects.pop() {
            if m.kind == Kind::Mirror {
                self.remove_mirror(m.facet, m.other)?;
            }
        }

        // forget the polygons
        let mut v = moved;
        while real(v) {
            self.vertices[v as usize].facets.retain(|f| !self.facets[f as usize].doomed);
            v = self.vertex_order.next(v);
        }
        let mut f = first;
        while real(f) {
            let next = self.order.next(f);
            if self.facets[f as usize].doomed {
                self.order.remove(f);
            }
            f = next;
        }
        Ok(())
    }

    fn fan(&mut self, f: u32) -> Attempt {
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            let neighbor = &mut self.facets[n as usize];
            neighbor.seen = false;
            neighbor.coplanar_horizon = false;
        }
        self.order.doomed = END;
        self.order.fresh = END;
        self.facets[f as usize].visit = self.visit;
        let apex = *self.facets[f as usize].vertices.first().ok_or(Trouble)?;
        self.cone_from_ridges(f, apex)?;
        self.doom(f, NONE);
        self.match_fresh()?;
        let mut g = self.order.fresh;
        while real(g) {
            for &v in &self.facets[g as usize].vertices {
                self.vertices[v as usize].facets.push(g);
            }
            g = self.order.next(g);
        }
        self.order.fresh = NONE;
        self.order.doomed = NONE;
        Ok(())
    }

    /// Makes two facets neighbours in place of those that were between them; a pair that already is has the same corners.
    fn connect(&mut self, old_a: u32, a: u32, old_b: u32, b: u32) -> Attempt {
        let has = |f: u32, g: u32| self.facets[f as usize].neighbors.contains(&g);
        match (has(a, b), has(b, a)) {
            (true, true) => {
                let both = self.facets[a as usize].redundant && self.facets[b as usize].redundant;
                if !both || !self.noted_mirror(a, b) {
                    self.note(Kind::Mirror, a, b, 0.0)?;
                }
            }
            (false, false) => {}
            _ => return Err(Trouble),
        }
        replace(&mut self.facets[b as usize].neighbors, old_b, a)?;
        replace(&mut self.facets[a as usize].neighbors, old_a, b)
    }

    fn noted_mirror(&self, a: u32, b: u32) -> bool {
        self.defects
            .iter()
            .any(|m| m.kind == Kind::Mirror && ([m.facet, m.other] == [a, b] || [m.facet, m.other] == [b, a]))
    }

    fn remove_mirror(&mut self, a: u32, b: u32) -> Attempt {
        for i in 0..3 {
            let n = *self.facets[a as usize].neighbors.get(i).ok_or(Trouble)?;
            let m = *self.facets[b as usize].neighbors.get(i).ok_or(Trouble)?;
            if n == b && m == a {
                continue;
            }
            let (fn_, fm) = (&self.facets[n as usize], &self.facets[m as usize]);
            if (fn_.redundant && fm.redundant && self.noted_mirror(n, m)) || (fn_.doomed && fm.doomed) {
                continue;
            }
            self.connect(a, n, b, m)?;
        }
        self.doom(a, NONE);
        self.doom(b, NONE);
        Ok(())
    }
}
