//! Mid phase: pairs of geoms of two bodies, by their trees of bounding boxes.

use super::box_test::BoxTest;
use super::filter::{geoms_match, pair_of, spheres_near};
use super::param::{gap_of, margin_of};
use crate::math::MAXVAL;
use crate::math::simd::kernel;
use crate::model::Enable;
use crate::{Data, Id, Model};

kernel! {
    /// Gathers in `found` every pair of geoms of two bodies whose bounding volumes are near, packed in a word, a geom of the
    /// first body in its upper half; `masked` leaves out pairs whose masks keep them apart. `stack` is working memory.
    ///
    /// Both trees are descended together, the larger box first. Boxes of inner nodes live in the inertial frame of the body.
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
        let margin = if m.opt.enabled(Enable::Override) { m.opt.o_margin } else { m.body_margin[b1] + m.body_margin[b2] };
        let (adr1, adr2) = (m.body_bvhadr[b1].ix(), m.body_bvhadr[b2].ix());
        // a plane makes every box around it endless
        let endless = |b: &[f64; 6]| b[3] >= MAXVAL || b[4] >= MAXVAL || b[5] >= MAXVAL;
        let with_plane = endless(&m.bvh_aabb[adr1]) || endless(&m.bvh_aabb[adr2]);
        let mut test = None;
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
                    let reach = margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None);
                    if spheres_near(m, d, g1, g2, reach) {
                        found.push(pack(g1, g2));
                    }
                }
            } else {
                let (box1, box2) = (&m.bvh_aabb[node1], &m.bvh_aabb[node2]);
                let sure = with_plane && (endless(box1) || endless(box2));
                let new = || BoxTest::<V>::new((d.xipos[b1], &d.ximat[b1]), (d.xipos[b2], &d.ximat[b2]), margin);
                if sure || test.get_or_insert_with(new).near(box1, box2) {
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
}

/// Two numbers, in order, in one word.
#[inline]
pub(super) fn pack(one: usize, two: usize) -> u64 {
    (one as u64) << 32 | two as u64
}
