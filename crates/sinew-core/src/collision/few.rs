//! Broad and mid phase in one where few geoms touch anything: world boxes around them are tested all against all.
//!
//! Many geoms are only there to be seen, or for tendons to go round. What is left on a robot is less than sweeps and trees
//! of boxes cost to walk.

use bytemuck::{Pod, Zeroable};

use super::filter::{Ground, pair_key, spheres_near};
use super::mid::pack_by_type;
use super::pairs::capsule_capsule::clearly_apart;
use super::param::reach_of;
use super::partners::{MOST, Partners};
use super::reach::close_box;
use super::shape::Shape;
use crate::math::simd::{Lane, kernel};
use crate::model::GeomType;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Numbers in a vector.
const LANES: usize = size_of::<Lane>() / size_of::<f64>();

/// Two geoms that are near.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// key of their bodies
    pub(super) bodies: u64,
    /// the geoms, that of lower type in the upper half
    pub(super) geoms: u64,
    /// distance within which they touch
    pub(super) reach: f64,
}

impl Near {
    /// Contacts come in this order.
    #[inline]
    fn place(&self) -> [u64; 2] {
        [self.bodies, self.geoms]
    }
}

/// Corners of boxes, in columns.
#[repr(C)]
#[derive(Clone, Copy, Zeroable, Pod)]
struct Boxes {
    low: [[f64; MOST]; 3],
    high: [[f64; MOST]; 3],
}

/// Scratch of [`few_pairs`].
pub(super) fn few_need() -> Need {
    Need::rows::<Boxes>(1).and(Need::rows::<u64>(MOST))
}

/// Gathers every pair of geoms that may touch and are near, in the order of contacts. All bodies are taken to be awake.
pub(super) fn few_pairs(m: &Model, d: &Data, partners: &Partners, pairs: &mut Vec<Near>, mut s: Frame<'_>) {
    pairs.clear();
    let geoms = &partners.geoms[..];

    // partners by boxes, which planes have not
    let near = s.used_rows::<u64>(geoms.len());
    near.copy_from_slice(&partners.later);
    if partners.boxed != 0 {
        let [boxes] = s.used_rows::<Boxes>(1) else { return };
        place(m, d, partners, boxes);
        part(boxes, partners.boxed, near);
    }

    // and by spheres, or capsules
    let is_capsule = |g: usize| m.geom_type[g] == GeomType::Capsule as i32;
    let (mut first, mut of_body, mut sorted) = (0, 0, true);
    for (&g1, &near) in geoms.iter().zip(&*near).filter(|(_, near)| **near != 0) {
        let g1 = g1.ix();
        let b1 = m.geom_bodyid[g1].ix();
        if b1 != of_body {
            sort(&mut pairs[first..], sorted);
            (first, of_body, sorted) = (pairs.len(), b1, true);
        }
        let ground = (m.geom_type[g1] == GeomType::Plane as i32).then(|| Ground::of(d, g1));
        for g2 in bits(near).map(|i| geoms[i].ix()) {
            let reach = reach_of(m, g1, g2, None);
            let apart = match &ground {
                Some(ground) => ground.is_below(m, d, g2, reach),
                None => {
                    !spheres_near(m, d, g1, g2, reach)
                        || (is_capsule(g1) && is_capsule(g2) && capsules_apart(m, d, [g1, g2], reach))
                }
            };
            if apart {
                continue;
            }
            let pair = Near { bodies: pair_key(b1, m.geom_bodyid[g2].ix()), geoms: pack_by_type(m, g1, g2), reach };
            sorted &= pairs.len() == first || pairs.last().is_some_and(|last| last.place() < pair.place());
            pairs.push(pair);
        }
    }
    sort(&mut pairs[first..], sorted);
}

/// Sorts the pairs of one body, which mostly are in order.
#[inline]
fn sort(pairs: &mut [Near], sorted: bool) {
    if !sorted {
        pairs.sort_unstable_by_key(Near::place);
    }
}

/// True if two capsules are clearly apart.
#[inline(never)]
fn capsules_apart(m: &Model, d: &Data, [g1, g2]: [usize; 2], reach: f64) -> bool {
    let shape = |g: usize| Shape { pos: d.geom_xpos[g], mat: &d.geom_xmat[g], size: m.geom_size[g] };
    clearly_apart(&shape(g1), &shape(g2), reach)
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
    /// Makes the boxes of geoms that need them.
    fn place(m: &Model, d: &Data, partners: &Partners, boxes: &mut Boxes) {
        for i in bits(partners.boxed) {
            let (centre, half) = close_box(m, d, partners.geoms[i].ix());
            for axis in 0..3 {
                boxes.low[axis][i] = centre[axis] - half[axis];
                boxes.high[axis][i] = centre[axis] + half[axis];
            }
        }
    }
}

kernel! {
    /// Leaves out partners whose box neither overlaps nor touches a geom's own, where both have boxes.
    fn part<V>(boxes: &Boxes, boxed: u64, near: &mut [u64]) {
        for (i, near) in near.iter_mut().enumerate().filter(|(i, near)| boxed >> i & 1 != 0 && **near != 0) {
            let own = |column: &[f64; MOST]| V::splat(column[i]);
            let (low, high) = (boxes.low.each_ref().map(own), boxes.high.each_ref().map(own));
            let (first, last) = (near.trailing_zeros() as usize, MOST - 1 - near.leading_zeros() as usize);
            for group in first / LANES..=last / LANES {
                let of = |column: &[f64; MOST]| V::load(&column.as_chunks().0[group]);
                let parted = |k: usize| V::one(high[k].below(of(&boxes.low[k])), of(&boxes.high[k]).below(low[k]));
                let apart = V::bits(V::one(parted(0), V::one(parted(1), parted(2))));
                *near &= !(apart << (group * LANES));
            }
        }
    }
}
