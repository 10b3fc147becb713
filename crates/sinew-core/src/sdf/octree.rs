//! Distance field of a mesh, sampled on an octree.

use super::SdfShape;
use crate::math::Vec3;
use crate::{Id, Model};

/// How far a point outside the octree is moved into it.
const INTO: f64 = 1e-6;
/// Step of differences outside the octree.
const STEP: f64 = 1e-8;
/// Most levels of a tree; deeper cells are smaller than rounding.
const LEVELS: usize = 64;

/// The octree of a mesh.
#[derive(Clone, Copy, Debug)]
pub struct Octree<'a> {
    child: &'a [[i32; 8]],
    aabb: &'a [[f64; 6]],
    coeff: &'a [[f64; 8]],
}

/// A leaf, its sides, and where in it a point is, from zero to one along each side.
struct Place {
    leaf: usize,
    side: [f64; 3],
    at: [f64; 3],
}

impl<'a> Octree<'a> {
    /// The octree of a mesh, none if it was compiled without.
    pub fn new(m: &'a Model, mesh: usize) -> Option<Self> {
        let adr = m.mesh_octadr[mesh].opt()?;
        let cells = adr..adr + m.mesh_octnum[mesh].ix();
        let found = Self {
            child: m.oct_child.get(cells.clone())?,
            aabb: m.oct_aabb.get(cells.clone())?,
            coeff: m.oct_coeff.get(cells)?,
        };
        (!found.aabb.is_empty()).then_some(found)
    }

    /// The point itself if it is within the octree, else the nearest one within and the distance to it.
    fn inside(&self, point: Vec3) -> (Vec3, f64) {
        let [cx, cy, cz, hx, hy, hz] = self.aabb[0];
        let (centre, half) = (Vec3::new(cx, cy, cz), Vec3::new(hx, hy, hz));
        let beyond = Vec3(std::array::from_fn(|i| (point[i] - centre[i]).abs() - half[i]));
        let (mut inside, mut square) = (point, 0.0);
        if beyond.0.iter().any(|&x| x > 0.0) {
            for i in 0..3 {
                if beyond[i] >= 0.0 {
                    square += beyond[i] * beyond[i];
                    inside[i] -= (beyond[i] + INTO) * if point[i] > centre[i] { 1.0 } else { -1.0 };
                }
            }
        }
        (inside, square.sqrt())
    }

    /// The leaf that holds a point.
    fn find(&self, point: Vec3) -> Place {
        let mut cell = 0;
        let mut side = [1.0; 3];
        for _ in 0..LEVELS {
            let [cx, cy, cz, hx, hy, hz] = self.aabb[cell];
            let (low, high) = ([cx - hx, cy - hy, cz - hz], [cx + hx, cy + hy, cz + hz]);
            side = std::array::from_fn(|i| high[i] - low[i]);
            let at: [f64; 3] = std::array::from_fn(|i| (point[i] - low[i]) / side[i]);
            let slot = (0..3).fold(0, |bits, i| bits | usize::from(at[i] >= 0.5) << i);
            match self.child[cell][slot].opt().filter(|&next| next < self.child.len()) {
                Some(next) => cell = next,
                None => return Place { leaf: cell, side, at },
            }
        }
        Place { leaf: cell, side, at: [0.5; 3] }
    }

    /// Sum of the corners of a leaf, each weighted by a product of three factors and a scale.
    fn blend(&self, leaf: usize, scale: f64, factor: impl Fn(usize, bool) -> f64) -> f64 {
        (0..8).fold(0.0, |sum, j| {
            let of = |i: usize| factor(i, j >> i & 1 == 1);
            sum + of(0) * of(1) * of(2) * scale * self.coeff[leaf][j]
        })
    }
}

impl SdfShape for Octree<'_> {
    /// Trilinear within the leaf; beyond the octree the distance to it is added.
    fn distance(&self, point: Vec3) -> f64 {
        let (inside, away) = self.inside(point);
        let Place { leaf, at, .. } = self.find(inside);
        self.blend(leaf, 1.0, |i, upper| if upper { at[i] } else { 1.0 - at[i] }) + away
    }

    /// That of the trilinear distance; beyond the octree differences of the distance.
    fn gradient(&self, point: Vec3) -> Vec3 {
        let (inside, away) = self.inside(point);
        if away > 0.0 {
            let here = self.distance(point);
            return Vec3(std::array::from_fn(|k| {
                let mut moved = point;
                moved[k] += STEP;
                (self.distance(moved) - here) / STEP
            }));
        }
        let Place { leaf, side, at } = self.find(inside);
        Vec3(std::array::from_fn(|k| {
            self.blend(leaf, 1.0 / side[k], |i, upper| match (i == k, upper) {
                (true, true) => 1.0,
                (true, false) => -1.0,
                (false, true) => at[i],
                (false, false) => 1.0 - at[i],
            })
        }))
    }
}
