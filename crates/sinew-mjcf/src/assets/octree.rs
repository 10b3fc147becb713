//! Signed distance of a mesh, sampled on an octree.
//!
//! Cells that the surface passes through are halved until a depth is reached, then coarse cells next to fine ones, until
//! neighbours differ by one level at most. Distances are taken at the corners of the cells; a corner that hangs in the
//! middle of an edge or face of a coarser neighbour has the mean of that edge or face, so that the field is continuous.

use std::collections::{HashMap, VecDeque};

use sinew_core::math::Vec3;

use super::nearest::{Triangles, meets_box};
use super::{Bvh, Problem};

/// Cells, parents before children, as in `oct_*`. Children are counted from the root.
#[doc(alias = "mjCOctree")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// depth of each cell
    pub depth: Vec<i32>,
    /// children of each cell; -1: none
    pub child: Vec<[i32; 8]>,
    /// centre and half sizes of each cell
    pub aabb: Vec<[f64; 6]>,
    /// signed distance at the corners of each cell
    pub coeff: Vec<[f64; 8]>,
}

/// How much larger than the mesh the octree is.
const ROOM: f64 = 1.1;
/// Width of a cell of the greatest depth, in the units of the grid; centres and points beside them are whole numbers too.
const FINEST: i64 = 4;
/// Greatest depth whose grid fits.
const DEEPEST: i32 = 32;

impl Octree {
    /// Samples the signed distance of a closed mesh on cells down to `maxdepth`; `aamm` are least and greatest
    /// coordinates, `bvh` the hierarchy of its faces. A tree of more than `most` cells is refused rather than built until
    /// memory ends.
    #[doc(alias = "ComputeSdfCoeffs")]
    pub fn new(
        vert: &[Vec3],
        face: &[[i32; 3]],
        aamm: [f64; 6],
        bvh: &Bvh,
        maxdepth: i32,
        most: usize,
    ) -> Result<Self, Problem> {
        if !(0..=DEEPEST).contains(&maxdepth) {
            return Err(Problem::new(format!("octree_maxdepth must be 0 to {DEEPEST}, got {maxdepth}")));
        }
        let surface = Triangles { vert, face, bvh };
        let mut grid = Grid::new(aamm, maxdepth, most);
        grid.refine(&surface, maxdepth)?;
        grid.balance()?;
        let values = grid.sample(&surface);
        Ok(Self {
            depth: grid.cells.iter().map(|cell| cell.depth).collect(),
            child: grid.cells.iter().map(|cell| cell.child.map(|c| c.map_or(-1, |c| c as i32))).collect(),
            aabb: grid.cells.iter().map(Cell::aabb).collect(),
            coeff: grid.cells.iter().map(|cell| cell.corner.map(|corner| values[corner])).collect(),
        })
    }
}

/// A cell: where it is in the tree, on the grid and in space.
#[derive(Clone, Debug)]
struct Cell {
    depth: i32,
    child: [Option<usize>; 8],
    corner: [usize; 8],
    /// least corner and width on the grid
    at: [i64; 3],
    width: i64,
    /// least and greatest coordinates
    low: Vec3,
    high: Vec3,
}

impl Cell {
    fn is_leaf(&self) -> bool {
        self.child[0].is_none()
    }

    fn aabb(&self) -> [f64; 6] {
        let half = |k: usize| (self.high[k] - self.low[k]) / 2.0;
        let mid = |k: usize| f64::midpoint(self.low[k], self.high[k]);
        [mid(0), mid(1), mid(2), half(0), half(1), half(2)]
    }

    /// Corner of the grid that is also one of the cell.
    fn corner_at(&self, slot: usize) -> [i64; 3] {
        std::array::from_fn(|k| self.at[k] + self.width * (slot >> k & 1) as i64)
    }
}

/// The cells under construction.
struct Grid {
    cells: Vec<Cell>,
    /// corners of all cells: place, and the corners whose mean a hanging one has
    place: Vec<Vec3>,
    hangs_on: Vec<Vec<usize>>,
    known: HashMap<[i64; 3], usize>,
    /// most cells that it may have
    most: usize,
}

impl Grid {
    fn new(aamm: [f64; 6], maxdepth: i32, most: usize) -> Self {
        let bound =
            |k: usize, side: f64| f64::midpoint(aamm[k], aamm[k + 3]) + side * ROOM * (aamm[k + 3] - aamm[k]) / 2.0;
        let mut grid = Self { cells: Vec::new(), place: Vec::new(), hangs_on: Vec::new(), known: HashMap::new(), most };
        let (low, high) = (Vec3(std::array::from_fn(|k| bound(k, -1.0))), Vec3(std::array::from_fn(|k| bound(k, 1.0))));
        grid.add(0, [0; 3], FINEST << maxdepth, low, high);
        grid
    }

    fn add(&mut self, depth: i32, at: [i64; 3], width: i64, low: Vec3, high: Vec3) {
        let mut cell = Cell { depth, child: [None; 8], corner: [0; 8], at, width, low, high };
        for slot in 0..8 {
            let next = self.place.len();
            let corner = *self.known.entry(cell.corner_at(slot)).or_insert(next);
            if corner == next {
                self.place.push(Vec3(std::array::from_fn(|k| if slot >> k & 1 == 1 { high[k] } else { low[k] })));
                self.hangs_on.push(Vec::new());
            }
            cell.corner[slot] = corner;
        }
        self.cells.push(cell);
    }

    /// Cuts a cell into eight.
    fn split(&mut self, index: usize) -> Result<(), Problem> {
        if self.cells.len() + 8 > self.most {
            let message = format!("the octree needs more than {} cells; lower octree_maxdepth", self.most);
            return Err(Problem::new(message));
        }
        let Cell { depth, at, width, low, high, .. } = self.cells[index].clone();
        let half = width / 2;
        for slot in 0..8 {
            let upper = |k: usize| slot >> k & 1 == 1;
            let mid = |k: usize| f64::midpoint(high[k], low[k]);
            self.cells[index].child[slot] = Some(self.cells.len());
            self.add(
                depth + 1,
                std::array::from_fn(|k| if upper(k) { at[k] + half } else { at[k] }),
                half,
                Vec3(std::array::from_fn(|k| if upper(k) { mid(k) } else { low[k] })),
                Vec3(std::array::from_fn(|k| if upper(k) { high[k] } else { mid(k) })),
            );
        }
        Ok(())
    }

    /// Cuts every cell that a triangle meets, level by level.
    fn refine(&mut self, surface: &Triangles, maxdepth: i32) -> Result<(), Problem> {
        let all: Vec<usize> = (0..surface.face.len()).collect();
        let mut queue = VecDeque::from([(0, std::rc::Rc::new(all))]);
        while let Some((index, candidates)) = queue.pop_front() {
            let cell = &self.cells[index];
            if cell.depth >= maxdepth {
                continue;
            }
            let (low, high) = (cell.low, cell.high);
            let meet: Vec<usize> =
                candidates.iter().copied().filter(|&f| meets_box(surface.triangle(f), low, high)).collect();
            if meet.is_empty() {
                continue;
            }
            let meet = std::rc::Rc::new(meet);
            let first = self.cells.len();
            self.split(index)?;
            queue.extend((first..first + 8).map(|child| (child, meet.clone())));
        }
        Ok(())
    }

    /// The leaf beyond a face of a cell, at the middle of the face; ties go to the lower side.
    fn neighbour(&self, index: usize, axis: usize, upper: bool) -> Option<usize> {
        let cell = &self.cells[index];
        let mut probe: [i64; 3] = std::array::from_fn(|k| cell.at[k] + cell.width / 2 - 1);
        probe[axis] = if upper { cell.at[axis] + cell.width + 1 } else { cell.at[axis] - 1 };
        if !(0..self.cells[0].width).contains(&probe[axis]) {
            return None;
        }
        let mut found = 0;
        loop {
            let Cell { at, width, child, .. } = &self.cells[found];
            let slot = (0..3).fold(0, |bits, k| bits | usize::from(probe[k] > at[k] + width / 2) << k);
            match child[slot] {
                Some(next) => found = next,
                None => return Some(found),
            }
        }
    }

    fn leaves(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&i| self.cells[i].is_leaf()).collect()
    }

    /// Cuts leaves until those on either side of a face differ by one level at most.
    fn balance(&mut self) -> Result<(), Problem> {
        loop {
            let mut coarse = Vec::new();
            for leaf in self.leaves() {
                for (axis, upper) in SIDES {
                    let Some(other) = self.neighbour(leaf, axis, upper) else { continue };
                    let (mine, its) = (self.cells[leaf].depth, self.cells[other].depth);
                    if its > mine + 1 {
                        coarse.push(leaf);
                    }
                    if mine > its + 1 {
                        coarse.push(other);
                    }
                }
            }
            if coarse.is_empty() {
                return Ok(());
            }
            for index in coarse {
                if self.cells[index].is_leaf() {
                    self.split(index)?;
                }
            }
        }
    }

    /// Finds the corners of fine cells that lie within an edge or face of a coarser neighbour.
    fn find_hanging(&mut self) {
        for leaf in self.leaves() {
            for (axis, upper) in SIDES {
                let Some(other) = self.neighbour(leaf, axis, upper) else { continue };
                if self.cells[other].depth >= self.cells[leaf].depth {
                    continue;
                }
                for i in 0..4 {
                    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
                    let slot = usize::from(upper) << axis | (i & 1) << second | (i >> 1) << third;
                    let corner = self.cells[leaf].corner[slot];
                    if self.hangs_on[corner].is_empty() {
                        self.hangs_on[corner] = self.cells[other].span(self.cells[leaf].corner_at(slot));
                    }
                }
            }
        }
    }

    /// Signed distance at every corner, from the root down, so that hanging corners come after those they hang on.
    fn sample(&mut self, surface: &Triangles) -> Vec<f64> {
        self.find_hanging();
        let mut values = vec![None; self.place.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let cell = &self.cells[index];
            for corner in cell.corner {
                if values[corner].is_none() {
                    let parents = &self.hangs_on[corner];
                    values[corner] = Some(if parents.is_empty() {
                        surface.signed_distance(self.place[corner])
                    } else {
                        parents.iter().fold(0.0, |sum, &p| sum + values[p].unwrap_or(0.0)) / parents.len() as f64
                    });
                }
            }
            queue.extend(cell.child.iter().flatten());
        }
        values.into_iter().map(|value| value.unwrap_or(0.0)).collect()
    }
}

/// Faces of a cell, in the order in which they are looked at.
const SIDES: [(usize, bool); 6] = [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)];

impl Cell {
    /// The corners of the edge or face that a point of the grid is strictly within; none if it is a corner itself.
    fn span(&self, point: [i64; 3]) -> Vec<usize> {
        let inside = |k: usize| point[k] != self.at[k] && point[k] != self.at[k] + self.width;
        let fixed = (0..3).fold(0, |bits, k| bits | usize::from(point[k] == self.at[k] + self.width) << k);
        let free: Vec<usize> = (0..3).filter(|&k| inside(k)).collect();
        match free[..] {
            [k] => vec![self.corner[fixed], self.corner[fixed | 1 << k]],
            [_, _] => {
                // the axes that follow the one across the face
                let across = (0..3).find(|&k| !inside(k)).unwrap_or(0);
                let (second, third) = ((across + 1) % 3, (across + 2) % 3);
                (0..4).map(|j| self.corner[fixed | (j & 1) << second | (j >> 1) << third]).collect()
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::mesh::{CompiledMesh, MeshJob, compile};
    use crate::spec;

    /// A cube of half size one, with an octree.
    fn cube() -> CompiledMesh {
        let corners = (0..8).flat_map(|i| [i & 1, i >> 1 & 1, i >> 2]).map(|b| 2.0 * b as f32);
        let spec =
            spec::Mesh { uservert: corners.collect(), needsdf: true, octree_maxdepth: 4, ..spec::Mesh::default() };
        compile(&MeshJob::new(&spec, None, true, &crate::Limits::default())).unwrap()
    }

    #[test]
    fn corners_hold_the_signed_distance_to_the_cube() {
        let octree = cube().octree;
        let mut exact = 0;
        for (aabb, coeff) in octree.aabb.iter().zip(&octree.coeff) {
            for (slot, value) in coeff.iter().enumerate() {
                let p = Vec3(std::array::from_fn(|k| {
                    aabb[k] + if slot >> k & 1 == 1 { aabb[k + 3] } else { -aabb[k + 3] }
                }));
                let beyond = Vec3(std::array::from_fn(|k| p[k].abs() - 1.0));
                let outside = Vec3(beyond.0.map(|x| x.max(0.0))).norm();
                let want = outside + beyond[0].max(beyond[1]).max(beyond[2]).min(0.0);
                // hanging corners are means of corners a cell away
                assert!((value - want).abs() < 2.0 * aabb[3], "{p:?}: {value}, not {want}");
                exact += usize::from((value - want).abs() < 1e-6);
            }
        }
        assert!(exact > 6 * octree.coeff.len(), "{exact} corners of {} cells are exact", octree.coeff.len());
    }

    #[test]
    fn neighbours_differ_by_one_level_and_parents_hold_their_children() {
        let octree = cube().octree;
        for (cell, children) in octree.child.iter().enumerate() {
            for (slot, &child) in children.iter().enumerate().filter(|(_, c)| **c >= 0) {
                let (parent, child, deeper) =
                    (octree.aabb[cell], octree.aabb[child as usize], octree.depth[child as usize]);
                assert_eq!(deeper, octree.depth[cell] + 1);
                for k in 0..3 {
                    let side = if slot >> k & 1 == 1 { 0.5 } else { -0.5 };
                    assert!((child[k] - parent[k] - side * parent[k + 3]).abs() < 1e-12);
                }
            }
        }
        assert_eq!(octree.depth.iter().max(), Some(&4));
    }

    #[test]
    fn a_depth_that_no_memory_holds_is_refused() {
        let mesh = cube();
        let vert: Vec<Vec3> = mesh.vert.iter().map(|v| Vec3(v.map(f64::from))).collect();
        let built = |depth| Octree::new(&vert, &mesh.face, mesh.aamm, &mesh.bvh, depth, 1 << 19);
        assert!(built(-1).is_err() && built(33).is_err());
        assert_eq!(built(0).map(|octree| octree.depth.len()).ok(), Some(1));
    }
}
