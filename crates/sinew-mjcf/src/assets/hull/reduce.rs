//! Facets and vertices that merges have made superfluous.

use super::Builder;
use super::chain::{NONE, real};
use super::merge::Kind;
use super::parts::{Attempt, Trouble};

impl Builder<'_> {
    /// Marks the vertices of a facet; the mark.
    fn mark_vertices(&mut self, f: u32) -> u32 {
        self.vertex_visit += 1;
        for &v in &self.facets[f as usize].vertices {
            self.vertices[v as usize].visit = self.vertex_visit;
        }
        self.vertex_visit
    }

    fn all_marked(&self, f: u32, mark: u32) -> bool {
        self.facets[f as usize].vertices.iter().all(|&v| self.vertices[v as usize].visit == mark)
    }

    /// Notes neighbours that have no vertices of their own beside those of a facet.
    pub(super) fn test_redundant_neighbors(&mut self, f: u32) -> Attempt {
        if self.facets[f as usize].neighbors.len() < 3 {
            return self.note(Kind::Degenerate, f, f, 0.0);
        }
        let mark = self.mark_vertices(f);
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            let neighbor = &self.facets[n as usize];
            if neighbor.doomed {
                return Err(Trouble);
            }
            if neighbor.degenerate || neighbor.redundant {
                continue;
            }
            if self.facets[f as usize].flipped && !neighbor.flipped {
                continue;
            }
            if self.all_marked(n, mark) {
                self.note(Kind::Redundant, n, f, 0.0)?;
            }
        }
        Ok(())
    }

    /// Notes neighbours that have too few neighbours.
    pub(super) fn test_degenerate_neighbors(&mut self, f: u32) -> Attempt {
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            let neighbor = &self.facets[n as usize];
            if neighbor.doomed {
                return Err(Trouble);
            }
            if !neighbor.degenerate && !neighbor.redundant && neighbor.neighbors.len() < 3 {
                self.note(Kind::Degenerate, n, n, 0.0)?;
            }
        }
        Ok(())
    }

    /// Notes a facet that is covered by a neighbour, or has too few neighbours.
    pub(super) fn test_defects(&mut self, f: u32) -> Attempt {
        if self.facets[f as usize].flipped {
            return Ok(());
        }
        for i in 0..self.facets[f as usize].neighbors.len() {
            let n = self.facets[f as usize].neighbors[i];
            if self.facets[n as usize].flipped {
                continue;
            }
            if self.facets[n as usize].doomed {
                return Err(Trouble);
            }
            let mark = self.mark_vertices(n);
            if self.all_marked(f, mark) {
                return self.note(Kind::Redundant, f, n, 0.0);
            }
        }
        if self.facets[f as usize].neighbors.len() < 3 {
            self.note(Kind::Degenerate, f, f, 0.0)?;
        }
        Ok(())
    }

    /// Merges all facets noted as redundant or degenerate; whether there was one.
    pub(super) fn merge_defects(&mut self) -> Attempt<bool> {
        let mut any = false;
        while let Some(m) = self.defects.pop() {
            self.burn()?;
            let f = m.facet;
            if self.facets[f as usize].doomed {
                continue;
            }
            self.facets[f as usize].degenerate = false;
            self.facets[f as usize].redundant = false;
            if m.kind == Kind::Redundant {
                let by = self.replacement(m.other)?;
                if by == NONE {
                    return Err(Trouble);
                }
                if by != f {
                    self.merge(f, by, m.kind, None, false)?;
                    any = true;
                }
            } else if self.facets[f as usize].neighbors.is_empty() {
                self.doom(f, NONE);
                for i in 0..self.facets[f as usize].vertices.len() {
                    let v = self.facets[f as usize].vertices[i];
                    let vertex = &mut self.vertices[v as usize];
                    vertex.facets.drop_swap(f);
                    if vertex.facets.is_empty() {
                        vertex.deleted = true;
                        self.deleted.push(v);
                    }
                }
                any = true;
            } else if self.facets[f as usize].neighbors.len() < 3 {
                let best = self.best_neighbor(f)?;
                self.merge(f, best.facet, m.kind, Some(best.bounds), false)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Removes vertices that no ridge of their facet ends at, and joins those that only two facets share; whether facets
    /// were merged on the way.
    pub(super) fn reduce_vertices(&mut self) -> Attempt<bool> {
        let mut any = self.merge_defects()?;
        'restart: loop {
            self.burn()?;
            let mut f = self.order.fresh;
            while real(f) {
                if self.facets[f as usize].merged && self.drop_loose_vertices(f) {
                    self.test_defects(f)?;
                    if self.merge_defects()? {
                        any = true;
                        continue 'restart;
                    }
                }
                f = self.order.next(f);
            }
            let mut f = self.order.fresh;
            while real(f) {
                if std::mem::take(&mut self.facets[f as usize].merged) {
                    let mut i = 0;
                    while let Some(&v) = self.facets[f as usize].vertices.get(i) {
                        if self.vertices[v as usize].lost_ridge && self.join_shared(v, f)? {
                            if self.merge_defects()? {
                                any = true;
                                continue 'restart;
                            }
                        } else {
                            i += 1;
                        }
                    }
                }
                f = self.order.next(f);
            }
            let mut v = self.vertex_order.fresh;
            while real(v) {
                let vertex = &mut self.vertices[v as usize];
                vertex.lost_ridge &= vertex.deleted;
                v = self.vertex_order.next(v);
            }
            return Ok(any);
        }
    }

    fn drop_loose_vertices(&mut self, f: u32) -> bool {
        if self.facets[f as usize].simplicial {
            return false;
        }
        for &v in &self.facets[f as usize].vertices {
            self.vertices[v as usize].seen = false;
        }
        for &r in &self.facets[f as usize].ridges {
            for v in self.ridges[r as usize].ends {
                self.vertices[v as usize].seen = true;
            }
        }
        let mut found = false;
        let mut i = 0;
        while let Some(&v) = self.facets[f as usize].vertices.get(i) {
            let vertex = &mut self.vertices[v as usize];
            if vertex.seen {
                i += 1;
                continue;
            }
            found = true;
            self.facets[f as usize].vertices.remove(i);
            vertex.facets.drop_swap(f);
            if vertex.facets.is_empty() {
                vertex.deleted = true;
                self.deleted.push(v);
            }
        }
        found
    }

    /// A vertex of two facets only is in the middle of their common border: its ridges go over to another vertex of both.
    fn join_shared(&mut self, v: u32, f: u32) -> Attempt<bool> {
        let [a, b] = *self.vertices[v as usize].facets else { return Ok(false) };
        let n = if a == f { b } else { a };
        let between = |r: &u32| {
            let ridge = &self.ridges[*r as usize];
            ridge.across(f) == n && ridge.ends.contains(&v)
        };
        let ridges: Vec<u32> = self.facets[f as usize].ridges.iter().copied().filter(between).collect();
        let theirs = &self.facets[n as usize].vertices;
        let mut shared: Vec<u32> =
            self.facets[f as usize].vertices.iter().copied().filter(|w| theirs.contains(w)).collect();
        if let Some(at) = shared.iter().position(|&w| w == v) {
            shared.swap_remove(at);
        }
        let Some(new) = self.best_vertex(v, shared, &ridges) else { return Ok(false) };
        self.rename(v, new, &ridges, f)?;
        Ok(true)
    }

    /// The vertex that may stand for an old one: ends of its ridges, and without doubling a ridge.
    fn best_vertex(&self, old: u32, mut vertices: Vec<u32>, ridges: &[u32]) -> Option<u32> {
        let count = |v: &u32| ridges.iter().filter(|&&r| self.ridges[r as usize].ends.contains(v)).count();
        // `drop_swap` order, as each vertex that is at none of the ridges leaves
        let mut i = 0;
        while i < vertices.len() {
            if count(&vertices[i]) == 0 {
                vertices.swap_remove(i);
            } else {
                i += 1;
            }
        }
        vertices.sort_by_key(count);
        let far = |r: u32, v: u32| {
            let [a, b] = self.ridges[r as usize].ends;
            if a == v { b } else { a }
        };
        vertices.into_iter().find(|&v| {
            let doubled = |r: u32| ridges.iter().any(|&s| s != r && far(s, old) == far(r, v));
            !self.ridges_at(v).into_iter().any(doubled)
        })
    }

    /// Ridges that end at a vertex, between facets at it.
    fn ridges_at(&self, v: u32) -> Vec<u32> {
        let facets = &self.vertices[v as usize].facets;
        let mut out = Vec::new();
        for (k, &f) in facets.iter().enumerate() {
            for &r in &self.facets[f as usize].ridges {
                let ridge = &self.ridges[r as usize];
                let n = ridge.across(f);
                if ridge.ends.contains(&v) && facets.contains(&n) && !facets[..k].contains(&n) {
                    out.push(r);
                }
            }
        }
        out
    }

    /// Lets a vertex stand for one that two facets share.
    fn rename(&mut self, old: u32, new: u32, ridges: &[u32], f: u32) -> Attempt {
        for &r in ridges {
            let ridge = &mut self.ridges[r as usize];
            let [a, b] = ridge.ends;
            let (at, kept) = if a == old { (0, b) } else { (1, a) };
            if kept == new {
                // both ends are the same now
                self.delete_ridge_ends(r, kept);
                continue;
            }
            let to = usize::from(kept > new);
            ridge.ends = if to == 0 { [new, kept] } else { [kept, new] };
            if at != to {
                std::mem::swap(&mut ridge.top, &mut ridge.bottom);
            }
            let ridge = *ridge;
            let collapses = |g: u32| {
                let facet = &self.facets[g as usize];
                let size = facet.vertices.len();
                size < 3 || (size == 3 && !facet.simplicial && facet.vertices.contains(&new))
            };
            if collapses(ridge.top) || collapses(ridge.bottom) {
                continue;
            }
            for g in [ridge.top, ridge.bottom] {
                let facet = &self.facets[g as usize];
                let double = |&s: &u32| s != r && self.ridges[s as usize].ends == ridge.ends;
                if !facet.simplicial && facet.ridges.iter().any(double) {
                    return Err(Trouble);
                }
            }
        }
        for i in 0..self.vertices[old as usize].facets.len() {
            let n = self.vertices[old as usize].facets[i];
            self.facets[n as usize].vertices.drop_ordered(old);
            self.test_defects(n)?;
        }
        self.vertices[old as usize].deleted = true;
        self.deleted.push(old);
        self.test_defects(f)
    }

    /// Removes a ridge of which one end was taken away already.
    fn delete_ridge_ends(&mut self, r: u32, kept: u32) {
        let old = self.ridges[r as usize].ends;
        let gone = if old[0] == kept { old[1] } else { old[0] };
        let before = self.vertices[gone as usize].lost_ridge;
        self.delete_ridge(r);
        self.vertices[gone as usize].lost_ridge = before;
    }
}
