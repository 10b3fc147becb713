//! Mid phase: pairs of geoms of two bodies, by their trees of bounding boxes.

use super::box_test::{BoxTest, Placed};
use super::filter::{geoms_match, pair_of, spheres_near};
use super::param::reach_of;
use crate::math::MAXVAL;
use crate::math::simd::kernel;
use crate::model::Enable;
use crate::{Data, Id, Model};

kernel! {
    /// Gathers in `found` every pair of geoms of two bodies whose bounding volumes are near, packed in a word, the geom of
    /// lower type in its upper half; `masked` leaves out pairs whose masks keep them apart. `stack` is working memory.
    ///
    /// Gottschalk, Lin and Manocha, *OBBTree* (1996).
    #[doc(alias = "mj_collideTree")]
    pub(super) fn collide_tree<V>(
        m: &Model,
        d: &Data,
        bodies: [usize; 2],
        masked: bool,
        stack: &mut Vec<u64>,
        found: &mut Vec<u64>,
    ) {
        let [b1, b2] = bodies;
        let margin = || tree_margin(m, bodies) + box_rounding(m, d, bodies);
        let new = || BoxTest::<V>::new((d.xipos[b1], &d.ximat[b1]), (d.xipos[b2], &d.ximat[b2]), margin());
        let mut test = None;
        let near = |box1: &[f64; 6], box2: &[f64; 6]| test.get_or_insert_with(new).near(box1, box2);
        descend(m, d, bodies, masked, near, stack, |g1, g2| found.push(pack_by_type(m, g1, g2)));
    }
}

/// True if the trees of two bodies pair two geoms by MuJoCo's own projections of their boxes, which tell whether geoms that
/// touch exactly are paired.
pub(super) fn pairs_geoms(
    m: &Model,
    d: &Data,
    bodies: [usize; 2],
    [g1, g2]: [usize; 2],
    reach: f64,
    stack: &mut Vec<u64>,
) -> bool {
    let places = bodies.map(|b| (d.xipos[b], &d.ximat[b]));
    let (margin, mut paired) = (tree_margin(m, bodies), false);
    let near = |box1: &[f64; 6], box2: &[f64; 6]| !boxes_part(places, [box1, box2], margin);
    descend(m, d, bodies, false, near, stack, |a, b| paired |= [a, b] == [g1, g2] || [a, b] == [g2, g1]);
    let places = [g1, g2].map(|g| (d.geom_xpos[g], &d.geom_xmat[g]));
    paired && !boxes_part(places, [&m.geom_aabb[g1], &m.geom_aabb[g2]], reach)
}

/// True if two boxes, each centre and half sizes in a frame of its own, are further apart than a margin along a face normal of
/// either. Projections are sums over the axes of the box, the place of the frame last.
fn boxes_part(places: [Placed<'_>; 2], boxes: [&[f64; 6]; 2], margin: f64) -> bool {
    places.iter().flat_map(|(_, mat)| (0..3).map(|k| mat.column(k))).any(|normal| {
        let [one, two] = [0, 1].map(|i| {
            let ((pos, mat), sides) = (places[i], boxes[i]);
            let along = [0, 1, 2].map(|k| mat.column(k).dot(normal));
            let centre = sides[0] * along[0] + sides[1] * along[1] + sides[2] * along[2] + pos.dot(normal);
            let half = (sides[3] * along[0]).abs() + (sides[4] * along[1]).abs() + (sides[5] * along[2]).abs();
            (centre, half)
        });
        one.1 + two.1 + margin < (two.0 - one.0).abs()
    })
}

/// More than the tests of boxes can be off by, so that boxes that touch are near.
pub(super) fn box_rounding(m: &Model, d: &Data, bodies: [usize; 2]) -> f64 {
    let size = |x: &[f64]| x.iter().map(|x| x.abs()).sum::<f64>();
    let reach = |b: usize| size(&d.xipos[b].0) + size(&m.bvh_aabb[m.body_bvhadr[b].ix()]);
    16.0 * f64::EPSILON * (reach(bodies[0]) + reach(bodies[1]))
}

fn tree_margin(m: &Model, [b1, b2]: [usize; 2]) -> f64 {
    if m.opt.enabled(Enable::Override) { m.opt.o_margin } else { m.body_margin[b1] + m.body_margin[b2] }
}

/// Descends two trees together, the larger box first. Boxes of inner nodes live in the inertial frame of the body.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn descend(
    m: &Model,
    d: &Data,
    [b1, b2]: [usize; 2],
    masked: bool,
    mut near: impl FnMut(&[f64; 6], &[f64; 6]) -> bool,
    stack: &mut Vec<u64>,
    mut pair: impl FnMut(usize, usize),
) {
    let (adr1, adr2) = (m.body_bvhadr[b1].ix(), m.body_bvhadr[b2].ix());
    // a plane makes every box around it endless
    let endless = |b: &[f64; 6]| b[3] >= MAXVAL || b[4] >= MAXVAL || b[5] >= MAXVAL;
    let with_plane = endless(&m.bvh_aabb[adr1]) || endless(&m.bvh_aabb[adr2]);
    stack.clear();
    let mut next = Some((adr1, adr2));
    while let Some((node1, node2)) = next {
        let ([left1, right1], [left2, right2]) = (m.bvh_child[node1], m.bvh_child[node2]);
        let (leaf1, leaf2) = (left1 & right1 == -1, left2 & right2 == -1);
        next = None;
        if leaf1 && leaf2 {
            let (g1, g2) = (m.bvh_nodeid[node1].ix(), m.bvh_nodeid[node2].ix());
            // many geoms are only there to be seen
            if !masked || geoms_match(m, g1, g2) {
                let reach = reach_of(m, g1, g2, None);
                if spheres_near(m, d, g1, g2, reach) {
                    pair(g1, g2);
                }
            }
        } else {
            let (box1, box2) = (&m.bvh_aabb[node1], &m.bvh_aabb[node2]);
            let sure = with_plane && (endless(box1) || endless(box2));
            if sure || near(box1, box2) {
                // the second child at once, the first one later
                let area = |b: &[f64; 6]| b[3] * b[4] + b[4] * b[5] + b[5] * b[3];
                let (later, now) = if leaf2 || !leaf1 && area(box1) > area(box2) {
                    let to = |child: i32| child.opt().map(|child| (adr1 + child, node2));
                    (to(left1), to(right1))
                } else {
                    let to = |child: i32| child.opt().map(|child| (node1, adr2 + child));
                    (to(left2), to(right2))
                };
                if let Some((one, two)) = later {
                    stack.push(pack(one, two));
                }
                next = now;
            }
        }
        next = next.or_else(|| stack.pop().map(pair_of));
    }
}

/// Two geoms in one word, that of lower type first.
#[inline]
pub(super) fn pack_by_type(m: &Model, g1: usize, g2: usize) -> u64 {
    if m.geom_type[g1] > m.geom_type[g2] { pack(g2, g1) } else { pack(g1, g2) }
}

/// Two numbers, in order, in one word.
#[inline]
fn pack(one: usize, two: usize) -> u64 {
    (one as u64) << 32 | two as u64
}
