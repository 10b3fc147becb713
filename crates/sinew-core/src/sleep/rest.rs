//! Where sleeping trees lie, so that a step need not look at their bodies.

use crate::math::EMPTY_BOX;
use crate::model::SleepState;
use crate::{Data, Id, Model};

/// Configuration and bounding box of every sleeping tree, as they were when it fell asleep.
///
/// Trees that have none yet, such as those of loaded data, hold numbers that equal nothing.
#[derive(Clone, Debug, Default)]
pub struct Resting {
    qpos: Vec<f64>,
    /// low and high corner, without margins
    boxes: Vec<[f64; 6]>,
}

impl Resting {
    /// Makes room for all trees.
    pub(super) fn fit(&mut self, m: &Model) {
        if self.qpos.len() != m.nq || self.boxes.len() != m.ntree {
            self.qpos.clear();
            self.qpos.resize(m.nq, f64::NAN);
            self.boxes.clear();
            self.boxes.resize(m.ntree, [f64::NAN; 6]);
        }
    }

    /// Box around a sleeping tree, if it is known.
    pub(crate) fn bounds(&self, tree: usize) -> Option<&[f64; 6]> {
        self.boxes.get(tree).filter(|bounds| !bounds[0].is_nan())
    }
}

/// Notes where a tree lies; its frames are current.
pub(crate) fn remember(m: &Model, d: &mut Data, tree: usize) {
    d.resting.fit(m);
    let range = m.tree_qpos(tree);
    d.resting.qpos[range.clone()].copy_from_slice(&d.qpos[range]);

    let bounds = sphere_bounds(m, d, m.tree_bodies(tree).flat_map(|b| m.body_geoms(b)));
    d.resting.boxes[tree] = bounds;
}

/// World box, low corner then high, around the bounding spheres of geoms. A plane has none and reaches everywhere.
pub(crate) fn sphere_bounds(m: &Model, d: &Data, geoms: impl Iterator<Item = usize>) -> [f64; 6] {
    let mut bounds = EMPTY_BOX;
    for g in geoms {
        let radius = if m.geom_rbound[g] > 0.0 { m.geom_rbound[g] } else { f64::INFINITY };
        for i in 0..3 {
            bounds[i] = bounds[i].min(d.geom_xpos[g][i] - radius);
            bounds[i + 3] = bounds[i + 3].max(d.geom_xpos[g][i] + radius);
        }
    }
    bounds
}

/// True if a sleeping tree is known to lie where it fell asleep: nobody wrote to its `qpos`, and nothing carries it.
pub(crate) fn undisturbed(m: &Model, d: &Data, tree: usize) -> bool {
    let range = m.tree_qpos(tree);
    let root = m.tree_bodyadr[tree].ix();
    d.body_awake[m.body_parentid[root].ix()] != SleepState::Awake as i32
        && d.resting.qpos.len() == m.nq
        && same_bits(&d.resting.qpos[range.clone()], &d.qpos[range])
}

/// True if two slices hold the same bits.
fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | (a.to_bits() ^ b.to_bits())) == 0
}

/// True if nobody wrote to these numbers, which were zero; even minus zero is a sign of somebody.
pub(super) fn untouched(numbers: &[f64]) -> bool {
    numbers.iter().fold(0, |all, x| all | x.to_bits()) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        assert!(untouched(&[0.0; 5]));
        assert!(!untouched(&[0.0, -0.0]));
        assert!(same_bits(&[1.0, f64::INFINITY], &[1.0, f64::INFINITY]));
        assert!(!same_bits(&[0.0], &[-0.0]));
    }
}
