//! What is near, collided in MuJoCo's order: by pair of bodies, then by pair of geoms, explicit pairs merged in where the
//! bodies of their geoms are. Boxes have the last word on contacts at the very edge of the margin.

use std::ops::Range;

use super::boxes::{Boxes, surely_overlap, surely_paired};
use super::dispatch::Narrow;
use super::few::Near;
use super::filter::{geoms_match, pair_key, pair_of, spheres_near};
use super::mid::{box_rounding, collide_tree, pairs_geoms};
use super::param::reach_of;
use crate::model::{Disable, Enable, GeomType, SleepState};
use crate::{Id, Model, callbacks};

/// Pairs of bodies, which come in ascending order of their keys.
pub(super) struct Pairing<'a, 'b> {
    narrow: Narrow<'a>,
    /// boxes of the bodies, if they were not asked before
    boxes: Option<Boxes<'a>>,
    /// explicit pairs and excludes that come next
    explicit: usize,
    exclude: usize,
    geoms: &'b mut Vec<u64>,
    stack: &'b mut Vec<u64>,
}

impl<'a, 'b> Pairing<'a, 'b> {
    /// No pairs yet; the lists are working memory.
    pub(super) fn new(narrow: Narrow<'a>, boxes: Option<Boxes<'a>>, lists: [&'b mut Vec<u64>; 2]) -> Self {
        let [geoms, stack] = lists;
        Self { narrow, boxes, explicit: 0, exclude: 0, geoms, stack }
    }

    /// Collides two bodies, any geoms of which may be near.
    pub(super) fn collide_bodies(&mut self, key: u64) {
        let Some(explicit) = self.come(key) else { return };
        let (m, d) = (self.narrow.m, self.narrow.d);
        let (b1, b2) = pair_of(key);
        let user = m.callbacks.contactfilter.is_some();
        let wanted = |g1: usize, g2: usize| {
            if !user {
                // many geoms are only there to be seen
                return geoms_match(m, g1, g2) && !named(m, &explicit, [g1, g2]);
            }
            let by_user = || callbacks::contactfilter(m, d, g1, g2);
            !named(m, &explicit, [g1, g2]) && by_user().map_or_else(|| geoms_match(m, g1, g2), |left_out| !left_out)
        };
        let first = self.narrow.contacts().len();
        let trees = m.body_bvhadr[b1] >= 0 && m.body_bvhadr[b2] >= 0 && !m.opt.disabled(Disable::Midphase);
        if trees && asks_trees(m, [b1, b2]) {
            // the trees give pairs in any order
            self.geoms.clear();
            collide_tree(m, d, [b1, b2], !user, self.stack, self.geoms);
            if user || !explicit.is_empty() {
                self.geoms.retain(|&pair| wanted(pair_of(pair).0, pair_of(pair).1));
            }
            self.geoms.sort_unstable();
            for k in 0..self.geoms.len() {
                let (g1, g2) = pair_of(self.geoms[k]);
                let reach = reach_of(m, g1, g2, None);
                let before = self.narrow.contacts().len();
                self.narrow.collide(g1, g2, reach, None);
                let nearest = self.narrow.contacts()[before..].iter().map(|c| c.dist).reduce(f64::min);
                let at_edge = nearest.is_some_and(|dist| dist >= reach - box_rounding(m, d, [b1, b2]));
                if at_edge && !pairs_geoms(m, d, [b1, b2], [g1, g2], reach, self.stack) {
                    self.narrow.contacts().truncate(before);
                }
            }
        } else {
            for g1 in m.body_geoms(b1) {
                for g2 in m.body_geoms(b2).filter(|&g2| wanted(g1, g2)) {
                    let reach = reach_of(m, g1, g2, None);
                    if spheres_near(m, d, g1, g2, reach) {
                        self.narrow.collide(g1, g2, reach, None);
                    }
                }
            }
        }
        self.check_boxes([b1, b2], first);
    }

    /// Collides pairs of geoms of the same two bodies, which are near by their own boxes.
    pub(super) fn collide_geoms(&mut self, pairs: &[Near]) {
        let Some(key) = pairs.first().map(|pair| pair.bodies) else { return };
        let Some(explicit) = self.come(key) else { return };
        let (m, d) = (self.narrow.m, self.narrow.d);
        let (b1, b2) = pair_of(key);
        let first = self.narrow.contacts().len();
        let mut sure = false;
        for &Near { geoms, reach, .. } in pairs {
            let (g1, g2) = pair_of(geoms);
            if !explicit.is_empty() && named(m, &explicit, [g1, g2]) {
                continue;
            }
            let before = self.narrow.contacts().len();
            self.narrow.collide(g1, g2, reach, None);
            let found = &self.narrow.contacts()[before..];
            if found.is_empty() {
                continue;
            }
            if found.iter().any(|c| surely_paired(m, d, c)) {
                sure = true;
            } else if asks_trees(m, [b1, b2]) && !pairs_geoms(m, d, [b1, b2], [g1, g2], reach, self.stack) {
                self.narrow.contacts().truncate(before);
            }
        }
        // boxes of bodies hold those of their geoms, unless a margin replaces theirs
        if !sure || m.opt.enabled(Enable::Override) {
            self.check_boxes([b1, b2], first);
        }
    }

    /// Collides the explicit pairs that are left.
    pub(super) fn end(&mut self) {
        for pair in self.explicit..self.narrow.m.npair {
            self.collide_explicit(pair);
        }
    }

    /// Comes to the pair of bodies with a key: the explicit pairs of their geoms, which are collided with all before
    /// them; none if the bodies are excluded.
    #[inline]
    fn come(&mut self, key: u64) -> Option<Range<usize>> {
        let m = self.narrow.m;
        let first = self.explicit;
        while self.explicit < m.npair && explicit_key(m, self.explicit) <= key {
            self.collide_explicit(self.explicit);
            self.explicit += 1;
        }
        while let Some(&signature) = m.exclude_signature.get(self.exclude) {
            let exclude = exclude_key(signature);
            if exclude == key {
                return None;
            } else if exclude > key {
                break;
            }
            self.exclude += 1;
        }
        if first == self.explicit {
            return Some(first..first);
        }
        let next = self.explicit;
        Some((first..next).find(|&k| explicit_key(m, k) == key).unwrap_or(next)..next)
    }

    /// Collides the geoms of an explicit pair; masks and body filters do not apply to it.
    fn collide_explicit(&mut self, pair: usize) {
        let (m, d) = (self.narrow.m, self.narrow.d);
        let (g1, g2) = (m.pair_geom1[pair].ix(), m.pair_geom2[pair].ix());
        if m.opt.enabled(Enable::Sleep) {
            let awake = |g: usize| d.body_awake[m.geom_bodyid[g].ix()] == SleepState::Awake as i32;
            if !awake(g1) && !awake(g2) {
                return;
            }
        }
        let reach = reach_of(m, g1, g2, Some(pair));
        if spheres_near(m, d, g1, g2, reach) {
            self.narrow.collide(g1, g2, reach, Some(pair));
        }
    }

    /// Takes back the contacts of two bodies from the first on if the boxes of the bodies do not overlap.
    fn check_boxes(&mut self, [b1, b2]: [usize; 2], first: usize) {
        let (m, d) = (self.narrow.m, self.narrow.d);
        let found = self.narrow.contacts();
        if found.len() > first
            && b1 != 0
            && let Some(boxes) = &mut self.boxes
            && !found[first..].iter().any(|c| surely_overlap(m, d, c))
            && !boxes.overlap(m, d, b1, b2)
        {
            found.truncate(first);
        }
    }
}

/// True if the trees of two bodies decide which of their geoms are near: there are several, and those of the first are
/// not a single plane, which is near or not by height.
fn asks_trees(m: &Model, [b1, b2]: [usize; 2]) -> bool {
    let (geoms1, geoms2) = (m.body_geoms(b1), m.body_geoms(b2));
    let plane = geoms1.len() == 1 && m.geom_type[geoms1.start] == GeomType::Plane as i32;
    geoms1.len() * geoms2.len() != 1 && !plane
}

/// True if one of some explicit pairs names two geoms.
fn named(m: &Model, explicit: &Range<usize>, [g1, g2]: [usize; 2]) -> bool {
    explicit.clone().any(|k| {
        let pair = (m.pair_geom1[k].ix(), m.pair_geom2[k].ix());
        pair == (g1, g2) || pair == (g2, g1)
    })
}

/// Key of the bodies of an explicit pair.
fn explicit_key(m: &Model, pair: usize) -> u64 {
    pair_key(m.geom_bodyid[m.pair_geom1[pair].ix()].ix(), m.geom_bodyid[m.pair_geom2[pair].ix()].ix())
}

/// Key of an exclude, from MuJoCo's packing in two halves of 16 bits.
fn exclude_key(signature: i32) -> u64 {
    let packed = signature as u32;
    pair_key((packed >> 16) as usize, (packed & 0xffff) as usize)
}
