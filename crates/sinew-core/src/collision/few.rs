//! Broad and mid phase in one where few geoms touch anything: world boxes around them are tested all against all.
//!
//! Many geoms are only there to be seen, or for tendons to go round. What is left on a robot is less than sweeps and trees
//! of boxes cost to walk.

use super::filter::{Ground, pair_key, spheres_near};
use super::mid::pack_by_type;
use super::param::{gap_of, margin_of};
use super::partners::{MOST, Partners};
use super::reach::close_box;
use crate::math::simd::{Lane, kernel};
use crate::model::GeomType;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Numbers in a vector.
const LANES: usize = size_of::<Lane>() / size_of::<f64>();

/// Boxes by bound: the low corner's coordinates of all, then those of the high one.
type Boxes = [[f64; MOST]; 6];

/// Scratch of [`few_pairs`].
pub(super) fn few_need() -> Need {
    Need::rows::<Boxes>(1).and(Need::rows::<u64>(MOST))
}

/// Gathers every pair of geoms that may touch and are near, in the order of contacts: the key of their bodies, and the geoms
/// packed in a word. All bodies are taken to be awake.
pub(super) fn few_pairs(m: &Model, d: &Data, partners: &Partners, pairs: &mut Vec<[u64; 2]>, mut s: Frame<'_>) {
    pairs.clear();
    let geoms = &partners.geoms[..];

    // partners by boxes; planes have none
    let [boxes] = s.used_rows::<Boxes>(1) else { return };
    let near = s.used_rows::<u64>(geoms.len());
    near.copy_from_slice(&partners.later);
    if partners.boxed != 0 {
        for i in bits(partners.boxed) {
            let (centre, half) = close_box(m, d, geoms[i].ix());
            for axis in 0..3 {
                boxes[axis][i] = centre[axis] - half[axis];
                boxes[axis + 3][i] = centre[axis] + half[axis];
            }
        }
        overlapping(boxes, partners.boxed, near);
    }

    // and by spheres
    let (mut first, mut of_body) = (0, 0);
    for (&g1, &near) in geoms.iter().zip(&*near).filter(|(_, near)| **near != 0) {
        let g1 = g1.ix();
        let b1 = m.geom_bodyid[g1].ix();
        if b1 != of_body {
            sort(&mut pairs[first..]);
            (first, of_body) = (pairs.len(), b1);
        }
        let ground = (m.geom_type[g1] == GeomType::Plane as i32).then(|| Ground::of(d, g1));
        for g2 in bits(near).map(|i| geoms[i].ix()) {
            let reach = margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None);
            let apart = match &ground {
                Some(ground) => ground.is_below(m, d, g2, reach),
                None => !spheres_near(m, d, g1, g2, reach),
            };
            if !apart {
                pairs.push([pair_key(b1, m.geom_bodyid[g2].ix()), pack_by_type(m, g1, g2)]);
            }
        }
    }
    sort(&mut pairs[first..]);
}

/// Sorts the pairs of one body, which mostly are in order.
#[inline]
fn sort(pairs: &mut [[u64; 2]]) {
    if pairs.len() > 1 && !pairs.is_sorted() {
        pairs.sort_unstable();
    }
}

/// Places of the bits that are set.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < MOST).then_some(place)
    })
}

kernel! {
    /// Leaves out partners whose box neither overlaps nor touches a geom's own, where both have boxes.
    fn overlapping<V>(boxes: &Boxes, boxed: u64, near: &mut [u64]) {
        for (i, near) in near.iter_mut().enumerate().filter(|(i, near)| boxed >> i & 1 != 0 && **near != 0) {
            let bound = |k: usize| V::splat(boxes[k][i]);
            let (low, high) = ([bound(0), bound(1), bound(2)], [bound(3), bound(4), bound(5)]);
            let (first, last) = (near.trailing_zeros() as usize, MOST - 1 - near.leading_zeros() as usize);
            for group in first / LANES..=last / LANES {
                let bound = |k: usize| V::load(&boxes[k].as_chunks().0[group]);
                let parted = |axis: usize| V::one(high[axis].below(bound(axis)), bound(axis + 3).below(low[axis]));
                let apart = V::bits(V::one(parted(0), V::one(parted(1), parted(2))));
                *near &= !(apart << (group * LANES));
            }
        }
    }
}
