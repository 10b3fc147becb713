//! Collision detection: which geoms touch, where, and with which solver parameters.
//!
//! ```text
//! broad      bodies that are near, and boxes that must overlap as well
//! filter     masks, welds, parents, excludes, sleep
//! mid        geoms of two bodies, by their trees of boxes
//! dispatch   the collider of a pair of geom types: pairs/* in closed form, or gjk + epa, hfield, sdf
//! param      margin, friction and solver parameters of the contacts
//! ```
//!
//! Contacts come out in MuJoCo's order: by pair of bodies, then by pair of geoms, explicit pairs merged in where the
//! bodies of their geoms are.

mod axes;
mod box_test;
mod boxes;
mod broad;
pub mod ccd;
mod clip;
pub mod convex;
#[cfg(test)]
mod convex_tests;
mod dispatch;
pub mod epa;
mod feature;
mod filter;
pub mod gjk;
mod grow;
pub mod hfield;
pub mod mesh;
pub mod mesh_sdf;
mod mid;
pub mod multicontact;
pub mod pairs;
mod param;
mod polygon;
pub mod polytope;
mod reach;
pub mod sdf;
pub mod shape;
mod simplex;
pub mod surface;
mod sweep;

pub(crate) use axes::KeptAxes;
use boxes::{Boxes, surely_overlap};
use broad::{broadphase, broadphase_need, sweep_need};
use dispatch::{Narrow, may_search};
use filter::{geoms_match, pair_key, pair_of, spheres_near};
use mid::{box_rounding, collide_tree, pack, pairs_geoms};
pub(crate) use param::make_frame;
use param::{gap_of, margin_of};

use crate::math::Vec3;
use crate::model::{Disable, Enable, GeomType, SleepState};
use crate::{Data, Id, Model, callbacks};

/// Finds all contacts.
///
/// Reads `geom_xpos`, `geom_xmat`, `xipos`, `ximat`, `body_awake`. Writes `contact`, `ncon`. Bodies near each other are
/// found by a sweep, then their geoms by trees of boxes, then points by the colliders. Cost is near-linear in bodies plus
/// the work on pairs that are near; contacts grow in kept memory.
///
/// Manual, chapter "Computation", section "Collision detection".
#[doc(alias = "mj_collision")]
pub fn collision(m: &Model, d: &mut Data) {
    d.contact.clear();
    d.ncon = 0;
    if m.opt.disabled(Disable::Constraint) || m.opt.disabled(Disable::Contact) || m.nbody + m.nflex < 2 {
        return;
    }

    let mut scratch = std::mem::take(&mut d.scratch);
    let mut contact = std::mem::take(&mut d.contact);
    let [mut bodies, mut geoms, mut stack] = std::mem::take(&mut d.kept.lists);
    let mut axes = std::mem::take(&mut d.kept.axes);
    let search = may_search(m);
    if search {
        axes.prepare();
    }
    let mut frame = scratch.frame(broadphase_need(m).and(sweep_need(m).or(Narrow::need(m, search))));

    // pairs of bodies
    bodies.clear();
    let mut boxes = broadphase(m, d, &mut bodies, &mut frame);

    // pairs of geoms, explicit ones first among those of the same bodies
    let mut narrow = Narrow::new(m, d, &mut contact, search, frame);
    narrow.axes = search.then_some(&mut axes);
    let mut next = 0;
    let mut excludes = m.exclude_signature.iter().map(|&s| exclude_key(s)).peekable();
    for &key in &bodies {
        let first = next;
        while next < m.npair && explicit_key(m, next) <= key {
            collide_explicit(&mut narrow, next);
            next += 1;
        }
        while excludes.next_if(|&e| e < key).is_some() {}
        if excludes.peek() == Some(&key) {
            continue;
        }
        let (b1, b2) = pair_of(key);
        let explicit = (first..next).find(|&k| explicit_key(m, k) == key).unwrap_or(next)..next;
        let boxes = if b1 == 0 { None } else { boxes.as_mut() };
        collide_bodies(&mut narrow, b1, b2, boxes, explicit, &mut geoms, &mut stack);
    }
    for pair in next..m.npair {
        collide_explicit(&mut narrow, pair);
    }

    d.ncon = contact.len();
    d.contact = contact;
    d.kept.lists = [bodies, geoms, stack];
    d.kept.axes = axes;
    d.scratch = scratch;
}

/// Smallest signed distance of two geoms, at most `distmax`, and the points that have it, one on each geom.
///
/// The points are missing if the geoms are further apart, or have no collider. Reads `geom_xpos`, `geom_xmat`.
///
/// Manual, chapter "Computation", section "Geom distance".
#[doc(alias = "mj_geomDistance")]
pub fn geom_distance(m: &Model, d: &mut Data, geom1: usize, geom2: usize, distmax: f64) -> (f64, Option<[Vec3; 2]>) {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut contact = Vec::new();
    let frame = scratch.frame(Narrow::need(m, true));
    let found = Narrow::new(m, d, &mut contact, true, frame).distance(geom1, geom2, distmax);
    d.scratch = scratch;
    found
}

/// The point that two geoms make nearest to that of a contact between them, at their present places; none if they no longer
/// touch. Reads `geom_xpos`, `geom_xmat`.
pub(crate) fn pair_point(m: &Model, d: &mut Data, geoms: [usize; 2], contact: &crate::Contact) -> Option<shape::Point> {
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut contacts = Vec::new();
    let frame = scratch.frame(Narrow::need(m, true));
    // the margin of the collision itself: searched pairs are inflated by it
    let [g1, g2] = geoms;
    let reach = contact.includemargin.max(margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None));
    let found = Narrow::new(m, d, &mut contacts, true, frame).nearest_point(geoms, reach, contact.pos);
    d.scratch = scratch;
    found
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

/// Collides the geoms of an explicit pair; masks and body filters do not apply to it.
fn collide_explicit(narrow: &mut Narrow, pair: usize) {
    let (m, d) = (narrow.m, narrow.d);
    let (g1, g2) = (m.pair_geom1[pair].ix(), m.pair_geom2[pair].ix());
    if m.opt.enabled(Enable::Sleep) {
        let awake = |g: usize| d.body_awake[m.geom_bodyid[g].ix()] == SleepState::Awake as i32;
        if !awake(g1) && !awake(g2) {
            return;
        }
    }
    let reach = margin_of(m, g1, g2, Some(pair)) + gap_of(m, g1, g2, Some(pair));
    if spheres_near(m, d, g1, g2, reach) {
        narrow.collide(g1, g2, reach, Some(pair));
    }
}

/// Collides the geoms of two bodies, except those named by the explicit pairs in `explicit`. What is found only counts if
/// their `boxes` overlap.
fn collide_bodies(
    narrow: &mut Narrow,
    b1: usize,
    b2: usize,
    boxes: Option<&mut Boxes>,
    explicit: std::ops::Range<usize>,
    geoms: &mut Vec<u64>,
    stack: &mut Vec<u64>,
) {
    let (m, d) = (narrow.m, narrow.d);
    let named = |g1: usize, g2: usize| {
        explicit.clone().any(|k| {
            let pair = (m.pair_geom1[k].ix(), m.pair_geom2[k].ix());
            pair == (g1, g2) || pair == (g2, g1)
        })
    };
    let user = m.callbacks.contactfilter.is_some();
    let wanted = |g1: usize, g2: usize| {
        if !user {
            // many geoms are only there to be seen
            return geoms_match(m, g1, g2) && !named(g1, g2);
        }
        let by_user = || callbacks::contactfilter(m, d, g1, g2);
        !named(g1, g2) && by_user().map_or_else(|| geoms_match(m, g1, g2), |left_out| !left_out)
    };
    let first = narrow.contacts().len();
    let (geoms1, geoms2) = (m.body_geoms(b1), m.body_geoms(b2));
    let trees = m.body_bvhadr[b1] >= 0 && m.body_bvhadr[b2] >= 0 && !m.opt.disabled(Disable::Midphase);
    // a tree tells nothing about a single plane, which is near or not by height
    let plane = geoms1.len() == 1 && m.geom_type[geoms1.start] == GeomType::Plane as i32;
    if geoms1.len() * geoms2.len() == 1 || plane || !trees {
        for g1 in geoms1 {
            for g2 in geoms2.clone() {
                if !wanted(g1, g2) {
                    continue;
                }
                let reach = margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None);
                if spheres_near(m, d, g1, g2, reach) {
                    narrow.collide(g1, g2, reach, None);
                }
            }
        }
    } else {
        // the trees give pairs in any order: sort them by geom, the one of lower type first
        geoms.clear();
        collide_tree(m, d, [b1, b2], !user, stack, geoms);
        let all = !user && explicit.is_empty();
        geoms.retain_mut(|key| {
            let (g1, g2) = pair_of(*key);
            *key = if m.geom_type[g1] > m.geom_type[g2] { pack(g2, g1) } else { *key };
            all || wanted(g1, g2)
        });
        geoms.sort_unstable();
        for &key in geoms.iter() {
            let (g1, g2) = pair_of(key);
            let reach = margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None);
            let before = narrow.contacts().len();
            narrow.collide(g1, g2, reach, None);

            // boxes decide about contacts at the very edge of the margin
            let contacts = narrow.contacts();
            let nearest = contacts[before..].iter().map(|c| c.dist).reduce(f64::min);
            let at_edge = nearest.is_some_and(|dist| dist >= reach - box_rounding(m, d, [b1, b2]));
            if at_edge && !pairs_geoms(m, d, [b1, b2], [g1, g2], reach, stack) {
                contacts.truncate(before);
            }
        }
    }

    // boxes decide about contacts at the edge of the margin
    let found = narrow.contacts();
    if found.len() > first
        && let Some(boxes) = boxes
        && !found[first..].iter().any(|c| surely_overlap(m, d, c))
        && !boxes.overlap(m, d, b1, b2)
    {
        found.truncate(first);
    }
}
