//! Which facet a point belongs to: the outside sets, and the coplanar points that are kept because facets may move.

use super::Builder;
use super::chain::{NONE, real};
use super::parts::{Attempt, Trouble};
use super::simplex::cosine;

/// A facet and the height of a point above it; `outside` if that is enough to be added later.
#[derive(Clone, Copy)]
pub(super) struct Best {
    facet: u32,
    height: f64,
    outside: bool,
}

/// lowest height that a search starts from
const BELOW_ALL: f64 = f64::MIN / 2.0;

impl Builder<'_> {
    /// Factor for tolerances: after many merges the neighbourhood of a facet is less regular.
    fn caution(&self) -> f64 {
        if self.merges > 50 { 2.0 } else { 1.0 }
    }

    /// Height from which on the first facet found will do.
    pub(super) fn clearly_outside(&self) -> f64 {
        self.caution() * (2.0 * self.tol.outside).max(self.max_outside)
    }

    /// Height from which on a coplanar point is looked at again, for the point that is added next.
    pub(super) fn limit_coplanar(&mut self) {
        let most = self.max_outside.max(self.tol.one_merge + self.tol.round).max(self.tol.outside);
        self.max_coplanar = 30.0 * most;
    }

    /// Puts a point above the best facet, or among the coplanar points, or forgets it as inside.
    pub(super) fn place(&mut self, point: u32, start: u32) -> Attempt {
        let best = if self.search_fresh {
            self.best_fresh(point, start, false)?
        } else {
            self.best_near(point, start, false, true)?
        };
        if self.facets[best.facet as usize].doomed {
            return Err(Trouble);
        }
        let Best { facet: f, height, mut outside } = best;
        outside |= self.narrow && height >= -self.tol.near_inside;
        if !outside {
            return if height >= -self.tol.near_inside { self.place_coplanar(point, f, Some(height)) } else { Ok(()) };
        }

        let facet = &mut self.facets[f as usize];
        let newly;
        if facet.outside.is_empty() {
            newly = !self.narrow || height > self.tol.outside;
            facet.outside.push(point, &mut self.behind);
            facet.furthest = height;
        } else if facet.furthest < height {
            newly = self.narrow && facet.furthest < self.tol.outside && height >= self.tol.outside;
            facet.outside.push(point, &mut self.behind);
            facet.furthest = height;
        } else {
            newly = false;
            facet.outside.push_second_last(point, &mut self.behind);
        }

        // a facet that was done is to do again
        if newly && self.order.upcoming != f {
            if facet.fresh {
                let upcoming = self.order.upcoming;
                if upcoming != NONE && self.facets[upcoming as usize].fresh {
                    self.order.upcoming = self.order.fresh;
                }
            } else {
                self.order.move_to_end(f);
                facet.fresh = self.order.fresh != NONE;
            }
        }
        Ok(())
    }

    /// Keeps a point with a facet it is about in the plane of; with no height, finds that facet first.
    pub(super) fn place_coplanar(&mut self, point: u32, start: u32, height: Option<f64>) -> Attempt {
        self.place_coplanar_from(point, start, height, self.search_fresh)
    }

    fn place_coplanar_from(&mut self, point: u32, start: u32, height: Option<f64>, fresh: bool) -> Attempt {
        let (best, bestheight) = if let Some(height) = height {
            (start, height)
        } else {
            let found =
                if fresh { self.best_fresh(point, start, true)? } else { self.best_near(point, start, true, false)? };
            if found.height < -self.tol.near_inside {
                return Ok(());
            }
            (found.facet, found.height)
        };
        if self.facets[best as usize].doomed {
            return Err(Trouble);
        }
        if bestheight > self.max_outside {
            let normal = |f: u32| self.facets[f as usize].plane.normal;
            let corner = height.is_none() && start != best && cosine(normal(start), normal(best)) < 0.0;
            if corner || bestheight > self.max_coplanar {
                // once is enough: more would go on for ever
                if self.replacing {
                    return Err(Trouble);
                }
                self.replacing = true;
                let before = std::mem::replace(&mut self.search_fresh, false);
                self.place(point, best)?;
                self.search_fresh = before;
                self.replacing = false;
                return Ok(());
            }
            self.max_outside = bestheight;
        }
        let facet = &mut self.facets[best as usize];
        let last = facet.coplanar.last;
        if last != NONE && facet.plane.height(&self.points[last as usize]) >= bestheight {
            facet.coplanar.push_second_last(point, &mut self.behind);
        } else {
            facet.coplanar.push(point, &mut self.behind);
        }
        Ok(())
    }

    /// Finds new facets for the points of all facets that go away, and for vertices that are inside now.
    pub(super) fn place_orphans(&mut self) -> Attempt {
        let mut f = self.order.doomed;
        while real(f) && self.facets[f as usize].doomed {
            let outside = std::mem::take(&mut self.facets[f as usize].outside);
            let coplanar = std::mem::take(&mut self.facets[f as usize].coplanar);
            if !outside.is_empty() || !coplanar.is_empty() {
                let mut start = self.replacement(f)?;
                if start == NONE {
                    start = self.order.fresh;
                }
                if !real(start) {
                    return Err(Trouble);
                }
                let mut p = outside.first;
                while p != NONE {
                    let next = self.behind[p as usize];
                    self.place(p, start)?;
                    p = next;
                }
                let mut p = coplanar.first;
                while p != NONE {
                    let next = self.behind[p as usize];
                    self.place_coplanar(p, start, None)?;
                    p = next;
                }
            }
            f = self.order.next(f);
        }
        for i in 0..self.deleted.len() {
            let v = self.deleted[i] as usize;
            if !self.vertices[v].placed {
                let fresh = self.order.fresh;
                if !real(fresh) {
                    return Err(Trouble);
                }
                self.place_coplanar_from(self.vertices[v].point, fresh, None, true)?;
                self.vertices[v].placed = true;
            }
        }
        Ok(())
    }

    /// The facet that stands where a doomed one was.
    pub(super) fn replacement(&self, f: u32) -> Attempt<u32> {
        let mut f = f;
        for _ in 0..=self.facets.len() {
            if f == NONE || !self.facets[f as usize].doomed {
                return Ok(f);
            }
            f = self.facets[f as usize].link;
        }
        Err(Trouble)
    }

    /// Walks uphill from a facet, then over facets in about the same plane. `fresh_only` stays among new facets.
    fn best_near(&mut self, point: u32, start: u32, strict: bool, fresh_only: bool) -> Attempt<Best> {
        self.visit += 1;
        let visit = self.visit;
        let mut best = Best { facet: NONE, height: BELOW_ALL, outside: true };
        self.facets[start as usize].visit = visit;
        if !self.facets[start as usize].flipped {
            best = Best { facet: start, height: self.height(point, start), outside: true };
            if !strict && best.height >= self.tol.outside {
                return Ok(best);
            }
        }
        let mut f = start;
        'climb: loop {
            for i in 0..self.facets[f as usize].neighbors.len() {
                let n = self.facets[f as usize].neighbors[i];
                let neighbor = &mut self.facets[n as usize];
                if (fresh_only && !neighbor.fresh) || neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                if neighbor.flipped {
                    continue;
                }
                let height = neighbor.plane.height(&self.points[point as usize]);
                if height > best.height {
                    best = Best { facet: n, height, outside: true };
                    if !strict && height >= self.tol.outside {
                        return Ok(best);
                    }
                    f = n;
                    continue 'climb;
                }
            }
            break;
        }

        if fresh_only {
            let mut all = None;
            if best.facet == NONE {
                all = Some(self.best_fresh(point, self.order.fresh, strict)?);
            } else if !self.not_sharp && best.height < -self.tol.round {
                if self.sharp() {
                    all = Some(self.best_fresh(point, best.facet, strict)?);
                    self.search_fresh = true;
                } else {
                    self.not_sharp = true;
                }
            }
            if let Some(mut all) = all {
                all.outside = all.height >= self.tol.outside;
                return Ok(all);
            }
        }
        if best.facet == NONE {
            return Err(Trouble);
        }
        Ok(self.best_around(point, best))
    }

    /// Searches all new facets, from one of them on.
    fn best_fresh(&mut self, point: u32, start: u32, strict: bool) -> Attempt<Best> {
        if !real(start) {
            return Err(Trouble);
        }
        self.visit += 1;
        let clear = if strict { f64::INFINITY } else { self.clearly_outside() };
        let mut best = Best { facet: NONE, height: BELOW_ALL, outside: true };
        let mut f = start;
        for round in 0..2 {
            while real(f) && !(round == 1 && f == start) {
                let facet = &mut self.facets[f as usize];
                facet.visit = self.visit;
                if !facet.flipped {
                    let height = facet.plane.height(&self.points[point as usize]);
                    if height > best.height {
                        best = Best { facet: f, height, outside: true };
                        if height >= clear {
                            return Ok(best);
                        }
                    }
                }
                f = self.order.next(f);
            }
            f = self.order.fresh;
        }
        if best.facet == NONE {
            best.facet = start;
        }
        Ok(self.best_around(point, best))
    }

    /// Improves on a best facet by a search through neighbours that the point is about as high above.
    fn best_around(&mut self, point: u32, mut best: Best) -> Best {
        let margin = self.caution() * (self.max_outside + 2.0 * self.tol.round + self.tol.visible);
        let mut least = best.height - margin;
        self.visit += 1;
        let visit = self.visit;
        self.stack.clear();
        self.facets[best.facet as usize].visit = visit;
        let mut f = best.facet;
        loop {
            let mut next = NONE;
            for i in 0..self.facets[f as usize].neighbors.len() {
                let n = self.facets[f as usize].neighbors[i];
                let neighbor = &mut self.facets[n as usize];
                if neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                if !neighbor.flipped {
                    let height = neighbor.plane.height(&self.points[point as usize]);
                    if height > best.height {
                        least = height - margin;
                        if height > best.height + margin {
                            self.stack.clear();
                        }
                        best = Best { facet: n, height, outside: true };
                    } else if height < least {
                        continue;
                    }
                }
                if next != NONE {
                    self.stack.push(next);
                }
                next = n;
            }
            if next == NONE {
                let Some(top) = self.stack.pop() else { break };
                next = top;
            }
            f = next;
        }
        best.outside = best.height >= self.tol.outside;
        best
    }

    /// Whether normals of new facets lie in different octants.
    fn sharp(&self) -> bool {
        let octant = |f: u32| self.facets[f as usize].plane.normal.map(|x| x > 0.0);
        let first = self.order.fresh;
        let mut f = first;
        while real(f) {
            if octant(f) != octant(first) {
                return true;
            }
            f = self.order.next(f);
        }
        false
    }
}
