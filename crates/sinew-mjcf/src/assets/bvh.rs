//! Bounding volume hierarchies over boxes.

use sinew_core::math::{Quat, Vec3};

use super::sort::{key, number, sort};

/// A box to put into a hierarchy, in the frame of the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// what the box holds
    pub id: i32,
    /// point by which boxes are sorted
    pub center: Vec3,
    /// least corner
    pub min: Vec3,
    /// greatest corner
    pub max: Vec3,
}

impl Leaf {
    /// A box with a frame of its own (`pos`, `quat`; `aabb` is centre and half sizes in it), seen from the frame `ipos`, `iquat`.
    pub fn oriented(id: i32, pos: Vec3, quat: Quat, aabb: [f64; 6], ipos: Vec3, iquat: Quat) -> Self {
        let inverse = iquat.conjugate();
        let (mut min, mut max) = (Vec3([f64::MAX; 3]), Vec3([f64::MIN; 3]));
        for corner in 0..8 {
            let local = Vec3(std::array::from_fn(|k| {
                if corner >> k & 1 == 1 { aabb[k] + aabb[k + 3] } else { aabb[k] - aabb[k + 3] }
            }));
            let p = inverse.rotate(quat.rotate(local) + pos - ipos);
            for k in 0..3 {
                min[k] = min[k].min(p[k]);
                max[k] = max[k].max(p[k]);
            }
        }
        Self { id, center: inverse.rotate(pos - ipos), min, max }
    }
}

/// A hierarchy, parents before children, as in `bvh_*`. Children are counted from its own root.
#[doc(alias = "mjCBoundingVolumeHierarchy")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// depth of each node
    pub depth: Vec<i32>,
    /// children of each node; -1: none
    pub child: Vec<[i32; 2]>,
    /// what a leaf holds; -1: not a leaf
    pub nodeid: Vec<i32>,
    /// centre and half sizes of each node
    pub aabb: Vec<[f64; 6]>,
}

/// Boxes flatter than this are made this thick.
const EPS: f64 = 1e-14;

impl Bvh {
    /// Builds a hierarchy by halving the leaves at the median along the longest side. O(n log n).
    pub fn new(leaves: &[Leaf]) -> Self {
        let mut bvh = Self::default();
        let nodes = (2 * leaves.len()).saturating_sub(1);
        bvh.depth.reserve(nodes);
        bvh.child.reserve(nodes);
        bvh.nodeid.reserve(nodes);
        bvh.aabb.reserve(nodes);
        let mut order: Vec<u32> = (0..leaves.len() as u32).collect();
        if !order.is_empty() {
            let ranks = [0, 1, 2].map(|axis| ranks(leaves, axis));
            bvh.split(leaves, &ranks, &mut order, 0);
        }
        bvh
    }

    fn split(&mut self, leaves: &[Leaf], ranks: &[Vec<u32>; 3], order: &mut [u32], depth: i32) -> i32 {
        // box around all leaves below this node, never flat
        let (mut min, mut max) = (Vec3([f64::MAX; 3]), Vec3([f64::MIN; 3]));
        for &i in order.iter() {
            let leaf = &leaves[i as usize];
            for k in 0..3 {
                min[k] = min[k].min(leaf.min[k]);
                max[k] = max[k].max(leaf.max[k]);
            }
        }
        for k in 0..3 {
            if (max[k] - min[k]).abs() < EPS {
                min[k] -= EPS;
                max[k] += EPS;
            }
        }

        // the node itself
        let index = self.nodeid.len();
        self.depth.push(depth);
        self.child.push([-1, -1]);
        self.nodeid.push(-1);
        self.aabb.push([
            f64::midpoint(max[0], min[0]),
            f64::midpoint(max[1], min[1]),
            f64::midpoint(max[2], min[2]),
            (max[0] - min[0]) / 2.0,
            (max[1] - min[1]) / 2.0,
            (max[2] - min[2]) / 2.0,
        ]);
        if let [only] = *order {
            self.nodeid[index] = leaves[only as usize].id;
            return index as i32;
        }

        // halve along the longest side; ties keep the order of the leaves
        let side = max - min;
        let mut axis = usize::from(side[1] >= side[0] + EPS);
        if side[2] >= side[axis] + EPS {
            axis = 2;
        }
        let half = order.len() / 2;
        order.select_nth_unstable_by_key(half, |&i| (ranks[axis][i as usize], i));
        let (low, high) = order.split_at_mut(half);
        let low = self.split(leaves, ranks, low, depth + 1);
        let high = self.split(leaves, ranks, high, depth + 1);
        self.child[index] = [low, high];
        index as i32
    }
}

/// Places of the leaves along an axis; those whose centres differ by rounding alone share one.
fn ranks(leaves: &[Leaf], axis: usize) -> Vec<u32> {
    let mut sorted: Vec<(u64, u32)> = leaves.iter().zip(0..).map(|(leaf, i)| (key(leaf.center[axis]), i)).collect();
    sort(&mut sorted);
    let mut ranks = vec![0; leaves.len()];
    let mut rank = 0;
    for pair in sorted.windows(2) {
        rank += u32::from(number(pair[1].0) - number(pair[0].0) > EPS);
        ranks[pair[1].1 as usize] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(n: i32) -> Vec<Leaf> {
        let at = |i: i32| Vec3([f64::from(i % 7), f64::from(i / 7 % 5), f64::from(i / 35)]);
        let half = Vec3([0.4; 3]);
        (0..n).map(|i| Leaf { id: i, center: at(i), min: at(i) - half, max: at(i) + half }).collect()
    }

    #[test]
    fn rounding_does_not_change_how_leaves_are_split() {
        let leaves = grid(100);
        let mut shaken = leaves.clone();
        for (i, leaf) in shaken.iter_mut().enumerate() {
            leaf.center[i % 3] += 1e-15 * (i % 5) as f64;
        }
        assert_eq!(Bvh::new(&leaves), Bvh::new(&shaken));
    }

    #[test]
    fn every_leaf_appears_once_and_lies_in_all_its_ancestors() {
        let leaves = grid(100);
        let bvh = Bvh::new(&leaves);
        assert_eq!(bvh.nodeid.len(), 199);
        let mut seen = vec![0; leaves.len()];
        let mut stack = vec![(0usize, Vec::new())];
        while let Some((node, above)) = stack.pop() {
            let above: Vec<usize> = above.into_iter().chain([node]).collect();
            assert_eq!(bvh.depth[node] as usize + 1, above.len());
            if bvh.nodeid[node] >= 0 {
                let leaf = &leaves[bvh.nodeid[node] as usize];
                seen[leaf.id as usize] += 1;
                for &n in &above {
                    for k in 0..3 {
                        assert!(bvh.aabb[n][k] - bvh.aabb[n][k + 3] <= leaf.min[k] + 1e-12);
                        assert!(bvh.aabb[n][k] + bvh.aabb[n][k + 3] >= leaf.max[k] - 1e-12);
                    }
                }
            } else {
                for child in bvh.child[node] {
                    stack.push((child as usize, above.clone()));
                }
            }
        }
        assert!(seen.iter().all(|&n| n == 1));
    }

    #[test]
    fn halving_keeps_the_tree_as_shallow_as_it_can_be() {
        assert_eq!(Bvh::new(&grid(64)).depth.into_iter().max(), Some(6));
        assert!(Bvh::new(&[]).nodeid.is_empty());
    }

    #[test]
    fn a_turned_box_is_bounded_by_its_corners() {
        let quarter = Quat::from_axis_angle(Vec3::Z, std::f64::consts::FRAC_PI_4);
        let leaf = Leaf::oriented(0, Vec3::X, quarter, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], Vec3::ZERO, Quat::IDENTITY);
        assert!((leaf.max[0] - 1.0 - 2f64.sqrt()).abs() < 1e-12);
        assert!((leaf.min[2] + 1.0).abs() < 1e-12);
    }
}
