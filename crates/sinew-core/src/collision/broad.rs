//! Broad phase: pairs of bodies that are near.

use super::boxes::{Boxes, box_margin};
use super::filter::{BodyFilter, Ground, Traits, bodies_match, pair_key, some_match};
use super::reach::{Bounds, close_bounds};
use super::sweep::{overlaps, overlaps_need};
use crate::math::EMPTY_BOX;
use crate::model::{GeomType, SleepState};
use crate::scratch::{Frame, Need};
use crate::sleep::{Awake, sphere_bounds};
use crate::{Data, Id, Model};

/// Scratch of [`broadphase`] that lives as long as its result.
pub(super) fn broadphase_need(m: &Model) -> Need {
    Need::ints(m.nbody).and(Boxes::need(m))
}

/// Scratch of [`broadphase`] while it works.
pub(super) fn sweep_need(m: &Model) -> Need {
    Need::ints(m.nbody)
        .and(Need::rows::<Bounds>(m.nbody))
        .and(Need::rows::<Traits>(m.nbody))
        .and(overlaps_need(m.nbody))
}

/// Appends the keys of all body pairs that may touch to `keys`, sorted and each once.
///
/// The world, and bodies without dofs that carry a plane, are paired with everything. The others are paired if boxes
/// around their geoms overlap, and touch only if also the boxes that are returned do; none are returned if
/// that has been found out. Near-linear in the number of bodies; of what sleeps only what lies near something awake takes
/// part.
#[doc(alias = "mj_broadphase")]
pub(super) fn broadphase<'a>(m: &Model, d: &Data, keys: &mut Vec<u64>, s: &mut Frame<'a>) -> Option<Boxes<'a>> {
    let filter = BodyFilter::new(m, d);
    let awake = Awake::of(m, d);
    let can_collide = |b: usize| m.body_contype[b] != 0 || m.body_conaffinity[b] != 0;

    // the world meets everything but what sleeps, and what is above it if it is a plane
    if m.body_geomnum[0] > 0 && can_collide(0) {
        let ground = Ground::of_world(m, d).filter(|_| m.callbacks.contactfilter.is_none());
        for b in awake.bodies(&d.body_awake_ind).filter(|&b| filter.may_touch_world(b) && bodies_match(m, 0, b)) {
            if !ground.as_ref().is_some_and(|ground| ground.is_far(m, d, b)) {
                keys.push(pair_key(0, b));
            }
        }
    }

    // so do bodies without dofs that carry a plane
    let of_world = keys.len();
    let mut planes = false;
    for b1 in awake.bodies(&d.body_awake_ind).filter(|&b| b > 0 && m.body_dofnum[m.body_weldid[b].ix()] == 0) {
        if !can_collide(b1) || !m.body_geoms(b1).any(|g| m.geom_type[g] == GeomType::Plane as i32) {
            continue;
        }
        planes = true;
        let traits = filter.traits(b1);
        let meet = |b2: usize| {
            if traits.may_touch(&filter.traits(b2)) {
                keys.push(pair_key(b1, b2));
            }
        };
        if m.body_weldid[b1] == 0 {
            awake.bodies(&d.body_awake_ind).for_each(meet);
        } else {
            (0..m.nbody).for_each(meet);
        }
    }

    // the others
    let bodies = s.used_ints(m.nbody);
    let count = gather(m, d, awake, |b| b > 0 && can_collide(b) && m.body_geomnum[b] > 0, bodies);
    let bodies = &bodies[..count];
    let mut boxes = Boxes::new(m, bodies, awake.is_partial(), s);
    near_pairs(m, d, &filter, bodies, s.sub(), |b1, b2| {
        if !planes || boxes.overlap(m, d, b1, b2) {
            keys.push(pair_key(b1, b2));
        }
    });
    if planes {
        keys.sort_unstable();
        keys.dedup();
        return None;
    }
    keys[of_world..].sort_unstable();
    Some(boxes)
}

/// Calls `found` with every pair of bodies that may touch and are near.
fn near_pairs(
    m: &Model,
    d: &Data,
    filter: &BodyFilter,
    bodies: &[i32],
    mut s: Frame<'_>,
    mut found: impl FnMut(usize, usize),
) {
    // often they only touch the world
    if !some_match(m, bodies) {
        return;
    }
    let count = bodies.len();
    let bounds = s.used_rows::<Bounds>(count);
    let traits = s.used_rows::<Traits>(count);
    for (i, b) in bodies.iter().map(|b| b.ix()).enumerate() {
        (bounds[i], traits[i]) = (close_bounds(m, d, b), filter.traits(b));
    }
    overlaps(bounds, s, |i, j| {
        if traits[i].may_touch(&traits[j]) {
            found(bodies[i].ix(), bodies[j].ix());
        }
    });
}

/// Bodies to sweep; returns how many. Of what sleeps only trees that lie near something awake.
fn gather(m: &Model, d: &Data, awake: Awake, wanted: impl Fn(usize) -> bool, bodies: &mut [i32]) -> usize {
    let mut count = 0;
    let mut push = |b: usize| {
        if wanted(b) {
            bodies[count] = b as i32;
            count += 1;
        }
    };
    awake.bodies(&d.body_awake_ind).for_each(&mut push);
    if !awake.is_partial() {
        return count;
    }

    // a box around all that moves
    let mut around = EMPTY_BOX;
    for b in awake.bodies(&d.body_awake_ind).filter(|&b| d.body_awake[b] == SleepState::Awake as i32 && wanted(b)) {
        let bounds = sphere_bounds(m, d, m.body_geoms(b));
        for i in 0..3 {
            around[i] = around[i].min(bounds[i]);
            around[i + 3] = around[i + 3].max(bounds[i + 3]);
        }
    }
    if around[0] > around[3] {
        return 0;
    }

    // sleeping trees near it
    let largest = |bounds: &[f64; 6]| bounds.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let margin = (0..m.ngeom).fold(0.0_f64, |most, g| most.max(box_margin(m, g)));
    let apart = |bounds: &[f64; 6]| {
        let reach = 2.0 * margin + 1e-6 * (largest(bounds) + largest(&around));
        (0..3).any(|i| bounds[i] - reach > around[i + 3] || around[i] > bounds[i + 3] + reach)
    };
    for tree in (0..m.ntree).filter(|&tree| d.tree_awake[tree] == 0) {
        if !d.resting.bounds(tree).is_some_and(apart) {
            m.tree_bodies(tree).for_each(&mut push);
        }
    }
    count
}
