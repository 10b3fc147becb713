//! Facets that are not clearly convex to their neighbours are found by their centrums and merged.

use super::Builder;
use super::chain::{NONE, real};
use super::merge::{Kind, Merge};
use super::parts::{Attempt, Trouble};

/// vertices from which on a neighbour is chosen by the centrum instead of all vertices
const BY_CENTRUM: usize = 26;
/// vertices from which on only neighbours across nonconvex ridges are looked at
const BY_RIDGE: usize = 18;

impl Builder<'_> {
    /// Merges new facets until all are convex.
    pub(super) fn merge_fresh(&mut self) -> Attempt {
        if self.clearly_convex() {
            return Ok(());
        }
        let mut merged = self.merge_cycles()?;
        merged |= self.merge_flipped()?;
        self.test_fresh(true)?;
        self.merge_all(merged)
    }

    /// Whether all new facets are triangles between triangles and convex by a margin: the usual case, and quick.
    fn clearly_convex(&mut self) -> bool {
        let ok = |f: u32| {
            let facet = &self.facets[f as usize];
            let horizon = facet.neighbors.first().is_some_and(|&h| self.facets[h as usize].simplicial);
            horizon && !facet.flipped && facet.has_plane
        };
        let mut f = self.order.fresh;
        while real(f) {
            if !ok(f) {
                return false;
            }
            f = self.order.next(f);
        }
        let margin = -2.0 * self.tol.round;
        let mut f = self.order.fresh;
        while real(f) {
            let facet = &self.facets[f as usize];
            for i in 1..3 {
                if self.vertex_height(facet.vertices[i], facet.neighbors[i]) >= margin {
                    return false;
                }
            }
            let horizon = &self.facets[facet.neighbors[0] as usize];
            let base = &facet.vertices[1..];
            let opposite = horizon.vertices.iter().find(|v| !base.contains(v));
            if opposite.is_some_and(|&v| self.vertex_height(v, f) >= margin) {
                return false;
            }
            f = self.order.next(f);
        }
        true
    }

    /// Merges facets that look inward; whether there was one.
    fn merge_flipped(&mut self) -> Attempt<bool> {
        let mut flipped = Vec::new();
        let mut f = self.order.fresh;
        while real(f) {
            if self.facets[f as usize].flipped && !self.facets[f as usize].doomed {
                flipped.push(f);
            }
            f = self.order.next(f);
        }
        let any = !flipped.is_empty();
        for f in flipped {
            if !self.facets[f as usize].doomed {
                let best = self.best_neighbor(f)?;
                self.merge(f, best.facet, Kind::Flipped, Some(best.bounds), false)?;
            }
        }
        self.merge_defects()?;
        Ok(any)
    }

    /// Tests new facets against their neighbours; the first time all of them, then those that changed.
    fn test_fresh(&mut self, first: bool) -> Attempt {
        self.visit += 1;
        let visit = self.visit;
        let mut f = self.order.fresh;
        while real(f) {
            let i = f as usize;
            if first {
                self.facets[i].visit = visit;
                for k in 0..self.facets[i].neighbors.len() {
                    let n = self.facets[i].neighbors[k];
                    if self.facets[n as usize].visit != visit && self.test_pair(f, n)? {
                        let across = |&&r: &&u32| self.ridges[r as usize].across(n) == f;
                        if let Some(&r) = self.facets[n as usize].ridges.iter().find(across) {
                            self.ridges[r as usize].nonconvex = true;
                        }
                    }
                }
                for &r in &self.facets[i].ridges {
                    self.ridges[r as usize].tested = true;
                }
            } else if !self.facets[i].tested {
                self.test_ridges(f, visit)?;
            }
            self.facets[i].tested = true;
            f = self.order.next(f);
        }
        // the nearest to convex of the mildest kind comes last, and is done first
        self.pending.sort_by(|a, b| b.kind.cmp(&a.kind).then(b.distance.total_cmp(&a.distance)));
        Ok(())
    }

    fn test_ridges(&mut self, f: u32, visit: u32) -> Attempt {
        let i = f as usize;
        self.facets[i].visit = visit;
        for k in 0..self.facets[i].neighbors.len() {
            let n = self.facets[i].neighbors[k];
            self.facets[n as usize].seen = false;
        }
        for k in 0..self.facets[i].ridges.len() {
            let r = self.facets[i].ridges[k] as usize;
            if self.ridges[r].tested && !self.ridges[r].nonconvex {
                continue;
            }
            let n = self.ridges[r].across(f);
            if self.facets[n as usize].seen {
                self.ridges[r].tested = true;
                self.ridges[r].nonconvex = false;
            } else if self.facets[n as usize].visit != visit {
                self.facets[n as usize].seen = true;
                self.ridges[r].nonconvex = self.test_pair(f, n)?;
                self.ridges[r].tested = true;
            }
        }
        Ok(())
    }

    /// Average of the vertices, moved into the plane.
    fn centrum(&mut self, f: u32) -> [f64; 3] {
        let facet = &self.facets[f as usize];
        if let Some(c) = facet.centrum {
            return c;
        }
        let center = self.center(&facet.vertices);
        let height = facet.plane.height(&center);
        let c = std::array::from_fn(|k| center[k] - height * facet.plane.normal[k]);
        self.facets[f as usize].centrum = Some(c);
        c
    }

    /// Two facets are convex if the centrum of each is clearly below the other; else a merge is noted.
    fn test_pair(&mut self, f: u32, n: u32) -> Attempt<bool> {
        let radius = self.tol.visible;
        let a = self.centrum(f);
        let a = self.facets[n as usize].plane.height(&a);
        let b = self.centrum(n);
        let b = self.facets[f as usize].plane.height(&b);
        let concave = a > radius || b > radius;
        let coplanar = a.abs() <= radius || (-radius..=radius).contains(&b);
        if !concave && !coplanar {
            return Ok(false);
        }
        if concave && coplanar {
            if a > b {
                self.note(Kind::ConcaveCoplanar, f, n, a)?;
            } else {
                self.note(Kind::ConcaveCoplanar, n, f, b)?;
            }
        } else if concave {
            self.note(Kind::Concave, f, n, if a < b { b } else { a })?;
        } else {
            self.note(Kind::Coplanar, f, n, a.abs().min(b.abs()))?;
        }
        Ok(true)
    }

    /// Does the merges that are noted, and those that follow from them.
    fn merge_all(&mut self, mut merged: bool) -> Attempt {
        loop {
            while !self.pending.is_empty() || !self.defects.is_empty() {
                self.burn()?;
                if !self.defects.is_empty() {
                    self.merge_defects()?;
                    merged = true;
                }
                while let Some(m) = self.pending.pop() {
                    let (a, b) = (&self.facets[m.facet as usize], &self.facets[m.other as usize]);
                    if a.doomed || b.doomed {
                        continue;
                    }
                    // coplanar facets wait until both were tested again
                    let changed = (!a.tested && a.fresh) || (!b.tested && b.fresh);
                    if m.kind == Kind::Coplanar && changed {
                        continue;
                    }
                    self.merge_nonconvex(m)?;
                    self.merge_defects()?;
                    merged = true;
                }
                self.test_fresh(false)?;
            }
            if !(self.linked && std::mem::take(&mut merged) && self.reduce_vertices()?) {
                return Ok(());
            }
            self.burn()?;
            self.test_fresh(false)?;
        }
    }

    /// Merges one of two facets into its best neighbour, whichever moves vertices less.
    fn merge_nonconvex(&mut self, m: Merge) -> Attempt {
        let (mut a, mut b) = (m.facet, m.other);
        if !self.facets[a as usize].fresh {
            std::mem::swap(&mut a, &mut b);
        }
        let near_a = self.best_neighbor(a)?;
        let near_b = self.best_neighbor(b)?;
        let (merging, best) = if near_a.distance < near_b.distance { (a, near_a) } else { (b, near_b) };
        self.merge(merging, best.facet, m.kind, Some(best.bounds), false)
    }

    /// The neighbour whose plane the vertices of a facet are nearest to.
    pub(super) fn best_neighbor(&mut self, f: u32) -> Attempt<Neighbor> {
        let size = self.facets[f as usize].vertices.len();
        let by_centrum = size > BY_CENTRUM;
        if by_centrum {
            self.centrum(f);
        }
        let mut best = Neighbor { facet: NONE, distance: f64::MAX, bounds: (0.0, 0.0) };
        if size > BY_RIDGE {
            for k in 0..self.facets[f as usize].ridges.len() {
                let ridge = self.ridges[self.facets[f as usize].ridges[k] as usize];
                if ridge.nonconvex {
                    self.try_neighbor(f, ridge.across(f), by_centrum, &mut best);
                }
            }
        }
        if best.facet == NONE {
            for k in 0..self.facets[f as usize].neighbors.len() {
                self.try_neighbor(f, self.facets[f as usize].neighbors[k], by_centrum, &mut best);
            }
        }
        if best.facet == NONE {
            return Err(Trouble);
        }
        if by_centrum {
            best.bounds = self.heights(f, best.facet);
        }
        Ok(best)
    }

    fn try_neighbor(&mut self, f: u32, n: u32, by_centrum: bool, best: &mut Neighbor) {
        let flipped = |f: u32| self.facets[f as usize].flipped;
        if flipped(f) && flipped(n) && best.facet != NONE && !flipped(best.facet) {
            return;
        }
        let bounds = if by_centrum {
            let c = self.centrum(f);
            let height = 3.0 * self.facets[n as usize].plane.height(&c);
            if height < 0.0 { (height, 0.0) } else { (0.0, height) }
        } else {
            self.heights(f, n)
        };
        let distance = if bounds.1 > -bounds.0 { bounds.1 } else { -bounds.0 };
        if distance < best.distance {
            *best = Neighbor { facet: n, distance, bounds };
        }
    }

    /// Least and greatest height of vertices of one facet above another, shared ones being at zero.
    fn heights(&mut self, f: u32, n: u32) -> (f64, f64) {
        for &v in &self.facets[f as usize].vertices {
            self.vertices[v as usize].seen = false;
        }
        for &v in &self.facets[n as usize].vertices {
            self.vertices[v as usize].seen = true;
        }
        let (mut least, mut most) = (0.0, 0.0);
        for &v in &self.facets[f as usize].vertices {
            if !self.vertices[v as usize].seen {
                let height = self.vertex_height(v, n);
                if height < least {
                    least = height;
                } else if height > most {
                    most = height;
                }
            }
        }
        (least, most)
    }
}

/// A neighbour to merge into: by how much vertices would move, and the bounds of their heights.
#[derive(Clone, Copy)]
pub(super) struct Neighbor {
    pub facet: u32,
    pub distance: f64,
    pub bounds: (f64, f64),
}
