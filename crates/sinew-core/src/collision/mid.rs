//! Mid phase: pairs of geoms of two bodies, by their trees of bounding boxes.

use super::filter::{BoxTest, spheres_near};
use super::param::{gap_of, margin_of};
use crate::math::MAXVAL;
use crate::model::Enable;
use crate::{Data, Id, Model};

/// Calls `found` with every pair of geoms of two bodies whose bounding volumes are near. `stack` is working memory.
///
/// Both trees are descended together, the larger box first. Boxes of inner nodes live in the inertial frame of the body.
///
/// Gottschalk, Lin and Manocha, *OBBTree* (1996).
#[doc(alias = "mj_collideTree")]
pub(super) fn collide_tree(
    m: &Model,
    d: &Data,
    b1: usize,
    b2: usize,
    stack: &mut Vec<u64>,
    mut found: impl FnMut(usize, usize),
) {
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
            let reach = margin_of(m, g1, g2, None) + gap_of(m, g1, g2, None);
            if spheres_near(m, d, g1, g2, reach) {
                found(g1, g2);
            }
        } else {
            let (box1, box2) = (&m.bvh_aabb[node1], &m.bvh_aabb[node2]);
            let new = || BoxTest::new((d.xipos[b1], &d.ximat[b1]), (d.xipos[b2], &d.ximat[b2]), margin);
            let sure = with_plane && (endless(box1) || endless(box2));
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
        next = next.or_else(|| stack.pop().map(unpack));
    }
}

/// Two node numbers, in order, in one word.
#[inline]
fn pack(node1: usize, node2: usize) -> u64 {
    (node1 as u64) << 32 | node2 as u64
}

#[inline]
fn unpack(nodes: u64) -> (usize, usize) {
    ((nodes >> 32) as usize, (nodes & u64::from(u32::MAX)) as usize)
}
