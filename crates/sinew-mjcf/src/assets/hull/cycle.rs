//! New facets in the plane of a horizon facet join it, all of one horizon facet together.

use super::Builder;
use super::chain::{NONE, real};
use super::merge::{Kind, MANY};
use super::parts::{Attempt, Trouble, replace};

impl Builder<'_> {
    /// Merges every new facet without a plane of its own into its horizon; whether there was one.
    pub(super) fn merge_cycles(&mut self) -> Attempt<bool> {
        let mut any = false;
        let mut f = self.order.fresh;
        while real(f) {
            let mut next = self.order.next(f);
            if self.facets[f as usize].has_plane {
                f = next;
                continue;
            }
            any = true;
            let horizon = *self.facets[f as usize].neighbors.first().ok_or(Trouble)?;
            if self.facets[f as usize].link == f {
                for i in 1..3 {
                    let v = *self.facets[f as usize].vertices.get(i).ok_or(Trouble)?;
                    self.vertices[v as usize].lost_ridge = true;
                }
                self.facets[horizon as usize].link = NONE;
                self.merge(f, horizon, Kind::Horizon, None, true)?;
            } else {
                let cycle = self.cycle(f)?;
                for &same in &cycle {
                    let facet = &mut self.facets[same as usize];
                    if facet.cycle_done || facet.doomed || facet.has_plane {
                        return Err(Trouble);
                    }
                    facet.cycle_done = true;
                }
                while real(next) && self.facets[next as usize].cycle_done {
                    next = self.order.next(next);
                }
                self.facets[horizon as usize].link = NONE;
                self.merge_cycle(&cycle, horizon)?;
            }
            f = next;
        }
        if any {
            let mut f = self.order.fresh;
            while real(f) {
                if self.facets[f as usize].coplanar_horizon {
                    self.test_redundant_neighbors(f)?;
                    self.facets[f as usize].coplanar_horizon = false;
                }
                f = self.order.next(f);
            }
            self.merge_defects()?;
        }
        Ok(any)
    }

    /// The facets linked in a cycle, ending with the one given.
    fn cycle(&self, last: u32) -> Attempt<Vec<u32>> {
        let mut cycle = Vec::new();
        let mut f = last;
        loop {
            f = self.facets.get(f as usize).ok_or(Trouble)?.link;
            if f == NONE || cycle.len() > self.facets.len() {
                return Err(Trouble);
            }
            cycle.push(f);
            if f == last {
                return Ok(cycle);
            }
        }
    }

    fn merge_cycle(&mut self, cycle: &[u32], horizon: u32) -> Attempt {
        self.merges += 1;
        self.burn()?;
        self.link_vertices();
        let first = *cycle.last().ok_or(Trouble)?;
        let apex = *self.facets[first as usize].vertices.first().ok_or(Trouble)?;
        self.make_ridges(horizon)?;
        let mark = self.join_neighbors(cycle, horizon)?;
        self.join_ridges(cycle, horizon, mark)?;
        self.join_vertices(cycle, horizon, mark, apex);
        let h = horizon as usize;
        if self.facets[h].vertices.first() != Some(&apex) {
            self.facets[h].vertices.insert(0, apex);
        }
        if !self.facets[h].fresh {
            self.refresh_all(horizon);
        }
        self.order.move_to_end(horizon);
        let facet = &mut self.facets[h];
        facet.fresh = true;
        facet.simplicial = false;
        facet.merged = true;
        if facet.vertices.len() <= 3 + MANY {
            facet.centrum = None;
        }
        for &same in cycle {
            self.doom(same, horizon);
        }
        Ok(())
    }

    /// Neighbours of the cycle become those of the horizon facet; the visit that marks the cycle.
    fn join_neighbors(&mut self, cycle: &[u32], horizon: u32) -> Attempt<u32> {
        self.visit += 1;
        let mark = self.visit;
        for &same in cycle {
            self.facets[same as usize].visit = mark;
        }
        self.visit += 1;
        let done = self.visit;
        self.facets[horizon as usize].visit = done;
        let mut list = std::mem::take(&mut self.facets[horizon as usize].neighbors);
        list.retain(|n| {
            let neighbor = &mut self.facets[n as usize];
            let keep = neighbor.visit != mark;
            if keep {
                neighbor.visit = done;
            }
            keep
        });
        self.facets[horizon as usize].neighbors = list;
        for &same in cycle {
            for i in 0..self.facets[same as usize].neighbors.len() {
                let n = self.facets[same as usize].neighbors[i];
                let neighbor = &mut self.facets[n as usize];
                if neighbor.visit == mark {
                    continue;
                }
                let new = neighbor.visit != done;
                if neighbor.simplicial && !new {
                    self.make_ridges(n)?;
                    self.facets[n as usize].neighbors.drop_swap(same);
                    continue;
                }
                if neighbor.simplicial {
                    replace(&mut neighbor.neighbors, same, horizon)?;
                    for &r in &neighbor.ridges {
                        let ridge = &mut self.ridges[r as usize];
                        if ridge.top == same || ridge.bottom == same {
                            ridge.hand_over(same, horizon);
                            break;
                        }
                    }
                } else {
                    neighbor.neighbors.drop_swap(same);
                    if new {
                        neighbor.neighbors.push(horizon);
                    }
                }
                if new {
                    neighbor.visit = done;
                    self.facets[horizon as usize].neighbors.push(n);
                }
            }
        }
        Ok(mark)
    }

    /// Ridges of the cycle go over to the horizon facet; those inside vanish.
    fn join_ridges(&mut self, cycle: &[u32], horizon: u32, mark: u32) -> Attempt {
        let h = horizon as usize;
        let mut list = std::mem::take(&mut self.facets[h].ridges);
        list.retain(|r| self.facets[self.ridges[r as usize].across(horizon) as usize].visit != mark);
        self.facets[h].ridges = list;
        for &same in cycle {
            let s = same as usize;
            let mut i = 0;
            while i < self.facets[s].ridges.len() {
                let r = self.facets[s].ridges[i];
                i += 1;
                let ridge = &mut self.ridges[r as usize];
                if ridge.top != same && ridge.bottom != same {
                    if ridge.top != horizon && ridge.bottom != horizon {
                        return Err(Trouble);
                    }
                    self.facets[h].ridges.push(r);
                    continue;
                }
                ridge.hand_over(same, horizon);
                let n = ridge.across(horizon);
                if n == horizon {
                    self.free_ridges.push(r);
                } else if self.facets[n as usize].visit == mark {
                    self.facets[n as usize].ridges.drop_swap(r);
                    self.free_ridges.push(r);
                } else {
                    self.facets[h].ridges.push(r);
                }
            }
            self.facets[s].ridges.clear();
            if !self.facets[s].simplicial {
                continue;
            }
            for i in 0..self.facets[s].neighbors.len() {
                let neighbor = &self.facets[self.facets[s].neighbors[i] as usize];
                if neighbor.visit != mark && neighbor.simplicial {
                    self.edge_to_ridge(same, i, horizon, false)?;
                }
            }
        }
        Ok(())
    }

    /// Vertices of the cycle are at the horizon facet now; those at nothing else are deleted.
    fn join_vertices(&mut self, cycle: &[u32], horizon: u32, mark: u32, apex: u32) {
        self.facets[horizon as usize].visit = mark;
        self.vertex_visit += 1;
        self.vertices[apex as usize].visit = self.vertex_visit;
        let mut base = Vec::new();
        for &same in cycle {
            for &v in &self.facets[same as usize].vertices {
                let vertex = &mut self.vertices[v as usize];
                if vertex.visit != self.vertex_visit {
                    vertex.visit = self.vertex_visit;
                    base.push(v);
                }
            }
        }
        base.push(apex);
        for v in base {
            let vertex = &mut self.vertices[v as usize];
            vertex.lost_ridge = true;
            vertex.facets.retain(|f| self.facets[f as usize].visit != mark);
            vertex.facets.push(horizon);
            if vertex.facets.len() < 2 {
                vertex.deleted = true;
                self.facets[horizon as usize].vertices.drop_ordered(v);
                self.deleted.push(v);
            }
        }
    }
}
