//! Collision detection: which geoms touch, where, and with which solver parameters.
//!
//! ```text
//! broad      bodies that are near, and boxes that must overlap as well
//! filter     masks, welds, parents, excludes, sleep
//! mid        geoms of two bodies, by their trees of boxes
//! partners   which geoms may touch which, once for all steps, where few touch anything
//! few        broad and mid phase at once for these
//! pairing    the order of pairs, explicit ones among them
//! dispatch   the collider of a pair of geom types: pairs/* in closed form, or gjk + epa, hfield, sdf
//! param      margin, friction and solver parameters of the contacts
//! ```

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
mod few;
mod filter;
pub mod gjk;
mod grow;
pub mod hfield;
pub mod mesh;
pub mod mesh_sdf;
mod mid;
pub mod multicontact;
mod pairing;
pub mod pairs;
mod param;
mod partners;
mod polygon;
pub mod polytope;
mod reach;
pub mod sdf;
pub mod shape;
mod simplex;
pub mod surface;
mod sweep;

pub(crate) use axes::KeptAxes;
use boxes::Boxes;
use broad::{broadphase, broadphase_need, sweep_need};
use dispatch::{Narrow, may_search};
pub(crate) use few::Near;
use few::{few_need, few_pairs};
use pairing::Pairing;
pub(crate) use param::make_frame;
use param::reach_of;
pub(crate) use partners::Partners;

use crate::math::Vec3;
use crate::model::Disable;
use crate::sleep::Awake;
use crate::{Data, Model};

/// Finds all contacts.
///
/// Reads `geom_xpos`, `geom_xmat`, `xipos`, `ximat`, `body_awake`. Writes `contact`, `ncon`. Few geoms are tested
/// all against all; of many, bodies near each other are found by a sweep, then their geoms by trees of boxes. Points come from
/// the colliders. Cost is near-linear in bodies plus the work on pairs that are near; contacts grow in kept memory.
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
    let mut pairs = std::mem::take(&mut d.kept.pairs);
    let mut partners = std::mem::take(&mut d.kept.partners);
    let mut axes = std::mem::take(&mut d.kept.axes);
    let search = may_search(m);
    if search {
        axes.prepare();
    }
    let need = broadphase_need(m).and(sweep_need(m).or(few_need()).or(Narrow::need(m, search)));
    let mut frame = scratch.frame(need);

    // pairs of geoms at once, or pairs of bodies
    let few = !Awake::of(m, d).is_partial() && partners.update(m, d);
    let boxes = if few {
        few_pairs(m, d, &partners, &mut pairs, frame.sub());
        Some(Boxes::new(m, &[], false, &mut frame))
    } else {
        bodies.clear();
        broadphase(m, d, &mut bodies, &mut frame)
    };

    // contacts of their geoms, and of explicit pairs
    let mut narrow = Narrow::new(m, d, &mut contact, search, frame);
    narrow.axes = search.then_some(&mut axes);
    let mut pairing = Pairing::new(narrow, boxes, [&mut geoms, &mut stack]);
    if few {
        for pairs in pairs.chunk_by(|one, two| one.bodies == two.bodies) {
            pairing.collide_geoms(pairs);
        }
    } else {
        for &key in &bodies {
            pairing.collide_bodies(key);
        }
    }
    pairing.end();

    d.ncon = contact.len();
    d.contact = contact;
    d.kept.lists = [bodies, geoms, stack];
    (d.kept.pairs, d.kept.partners, d.kept.axes, d.scratch) = (pairs, partners, axes, scratch);
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
    let reach = contact.includemargin.max(reach_of(m, g1, g2, None));
    let found = Narrow::new(m, d, &mut contacts, true, frame).nearest_point(geoms, reach, contact.pos);
    d.scratch = scratch;
    found
}
