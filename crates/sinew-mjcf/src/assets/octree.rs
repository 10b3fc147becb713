//! Signed distance of a mesh, sampled on an octree.
//!
//! Cells that the surface passes through are halved until a depth is reached, then coarse cells next to fine ones, until
//! neighbours differ by one level at most. Distances are taken at the corners of the cells; a corner that hangs in the
//! middle of an edge or face of a coarser neighbour has the mean of that edge or face, so that the field is continuous.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use sinew_core::math::Vec3;

use super::nearest::{Search, Triangles, meets_box};
use super::{Bvh, Problem, parallel};

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
    /// memory ends. The corners are dealt to several threads if asked for.
    #[doc(alias = "ComputeSdfCoeffs")]
    pub fn new(
        vert: &[Vec3],
        face: &[[i32; 3]],
        aamm: [f64; 6],
        bvh: &Bvh,
        (maxdepth, most): (i32, usize),
        usethread: bool,
    ) -> Result<Self, Problem> {
        if !(0..=DEEPEST).contains(&maxdepth) {
            return Err(Problem::new(format!("octree_maxdepth must be 0 to {DEEPEST}, got {maxdepth}")));
        }
        let surface = Triangles::new(vert, face, bvh);
        let mut grid = Grid::new(aamm, maxdepth, most);
        grid.refine(&surface, maxdepth)?;
        grid.balance()?;
        let values = grid.sample(&surface, usethread);
        Ok(Self {
            depth: grid.cells.iter().map(|cell| cell.depth).collect(),
            child: grid.cells.iter().map(Cell::children).collect(),
            aabb: grid.cells.iter().map(Cell::aabb).collect(),
            coeff: grid.cells.iter().map(|cell| cell.corner.map(|corner| values[corner as usize])).collect(),
        })
    }
}

/// A cell: where it is in the tree, on the grid and in space.
#[derive(Clone, Debug)]
struct Cell {
    depth: i32,
    /// first of its eight children, which follow one another; 0: none
    first: u32,
    corner: [u32; 8],
    /// least corner and width on the grid
    at: [i64; 3],
    width: i64,
    /// least and greatest coordinates
    low: Vec3,
    high: Vec3,
}

impl Cell {
    fn is_leaf(&self) -> bool {
        self.first == 0
    }

    fn children(&self) -> [i32; 8] {
        std::array::from_fn(|slot| if self.is_leaf() { -1 } else { self.first as i32 + slot as i32 })
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
#[derive(Default)]
struct Grid {
    cells: Vec<Cell>,
    /// parents of the cells after the root, eight at a time
    parent: Vec<u32>,
    /// corners of all cells: place, and the corners whose mean a hanging one has
    place: Vec<Vec3>,
    hangs_on: Vec<Vec<u32>>,
    known: HashMap<Point, u32, BuildHasherDefault<GridHasher>>,
    /// most cells that it may have
    most: usize,
}

/// A point of the grid, as a key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Point([i64; 3]);

impl Hash for Point {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&x| state.write_u64(x as u64));
    }
}

/// Hash of a point of the grid: three multiplications, for keys that no user picks one by one.
#[derive(Clone, Copy, Debug, Default)]
struct GridHasher(u64);

impl Hasher for GridHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            self.write_u64(word.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Grid {
    fn new(aamm: [f64; 6], maxdepth: i32, most: usize) -> Self {
        let bound =
            |k: usize, side: f64| f64::midpoint(aamm[k], aamm[k + 3]) + side * ROOM * (aamm[k + 3] - aamm[k]) / 2.0;
        let mut grid = Self { most, ..Self::default() };
        let (low, high) = (Vec3(std::array::from_fn(|k| bound(k, -1.0))), Vec3(std::array::from_fn(|k| bound(k, 1.0))));
        grid.add(0, [0; 3], FINEST << maxdepth, low, high);
        grid
    }

    fn add(&mut self, depth: i32, at: [i64; 3], width: i64, low: Vec3, high: Vec3) {
        let mut cell = Cell { depth, first: 0, corner: [0; 8], at, width, low, high };
        for slot in 0..8 {
            let next = self.place.len() as u32;
            let corner = *self.known.entry(Point(cell.corner_at(slot))).or_insert(next);
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
        self.cells[index].first = self.cells.len() as u32;
        self.parent.push(index as u32);
        for slot in 0..8 {
            let upper = |k: usize| slot >> k & 1 == 1;
            let mid = |k: usize| f64::midpoint(high[k], low[k]);
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
        let all: Vec<usize> = (0..surface.corners.len()).collect();
        let mut queue = VecDeque::from([(0, std::rc::Rc::new(all))]);
        while let Some((index, candidates)) = queue.pop_front() {
            let cell = &self.cells[index];
            if cell.depth >= maxdepth {
                continue;
            }
            let (low, high) = (cell.low, cell.high);
            let meet: Vec<usize> =
                candidates.iter().copied().filter(|&f| meets_box(surface.corners[f], low, high)).collect();
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
    ///
    /// Up to the first ancestor whose sibling lies beyond the face, then down again, mirrored in the face.
    fn neighbour(&self, index: usize, axis: usize, upper: bool) -> Option<usize> {
        let across = 1 << axis;
        let mut slots = [0u8; DEEPEST as usize + 1];
        let (mut found, mut above) = (index, 0);
        loop {
            let below = found.checked_sub(1)?;
            slots[above] = (below & 7) as u8;
            found = self.parent[below / 8] as usize;
            above += 1;
            if (below & across != 0) != upper {
                break;
            }
        }
        for &slot in slots[..above].iter().rev() {
            if self.cells[found].is_leaf() {
                return Some(found);
            }
            found = self.cells[found].first as usize + (usize::from(slot) ^ across);
        }
        // smaller ones: below the middle of the face, then always next to it
        let near = if upper { 0 } else { across };
        let mut beside = 0;
        while !self.cells[found].is_leaf() {
            found = self.cells[found].first as usize + (near | beside);
            beside = 7 & !across;
        }
        Some(found)
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
                    if self.hangs_on[corner as usize].is_empty() {
                        self.hangs_on[corner as usize] = self.cells[other].span(self.cells[leaf].corner_at(slot));
                    }
                }
            }
        }
    }

    /// Signed distance at every corner: first the free ones, then, from the root down so that they come after those
    /// they hang on, the others.
    fn sample(&mut self, surface: &Triangles, usethread: bool) -> Vec<f64> {
        self.find_hanging();
        let free: Vec<usize> = (0..self.place.len()).filter(|&corner| self.hangs_on[corner].is_empty()).collect();
        let shares: Vec<&[usize]> = free.chunks(SHARE).collect();
        let sampled = parallel::map(
            shares,
            usethread,
            |share| 1000 * share.len(),
            |share| {
                let mut search = Search::default();
                Ok(share.iter().map(|&c| surface.signed_distance(self.place[c], &mut search)).collect::<Vec<f64>>())
            },
        );
        let mut values = vec![f64::NAN; self.place.len()];
        for (&corner, value) in free.iter().zip(sampled.into_iter().flatten().flatten()) {
            values[corner] = value;
        }

        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let cell = &self.cells[index];
            for corner in cell.corner.map(|corner| corner as usize) {
                let parents = &self.hangs_on[corner];
                if !parents.is_empty() && values[corner].is_nan() {
                    values[corner] =
                        parents.iter().fold(0.0, |sum, &p| sum + values[p as usize]) / parents.len() as f64;
                }
            }
            queue.extend((0..8).filter(|_| !cell.is_leaf()).map(|slot| cell.first as usize + slot));
        }
        values
    }
}

/// Corners that a thread samples in one go.
const SHARE: usize = 2048;

/// Faces of a cell, in the order in which they are looked at.
const SIDES: [(usize, bool); 6] = [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)];

impl Cell {
    /// The corners of the edge or face that a point of the grid is strictly within; none if it is a corner itself.
    fn span(&self, point: [i64; 3]) -> Vec<u32> {
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
        let built = |depth| Octree::new(&vert, &mesh.face, mesh.aamm, &mesh.bvh, (depth, 1 << 19), true);
        assert!(built(-1).is_err() && built(33).is_err());
        assert_eq!(built(0).map(|octree| octree.depth.len()).ok(), Some(1));
    }
}
