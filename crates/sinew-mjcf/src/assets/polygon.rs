//! What collisions need of a convex hull: its graph, and its faces after nearly coplanar triangles were merged.

use sinew_core::math::{MINVAL, Vec3};

use super::hull::Hull;
use super::table::Table;

/// Layout of `mesh_graph`: counts of vertices and faces, where the edges of each vertex start, the vertices, the edges
/// (vertices of the hull, -1 after the last of each vertex) and the faces.
pub(crate) fn graph(hull: &Hull) -> Vec<i32> {
    let (nvert, nface) = (hull.vert.len(), hull.face.len());
    let mut out = Vec::with_capacity(2 + 3 * nvert + 6 * nface);
    out.extend([nvert as i32, nface as i32]);
    let mut adr = 0;
    for group in hull.edge.split_inclusive(|&e| e < 0) {
        out.push(adr);
        adr += group.len() as i32;
    }
    out.extend(hull.vert.iter().map(|&v| v as i32));
    out.extend(&hull.edge);
    out.extend(hull.face.iter().flatten().map(|&v| v as i32));
    out
}

/// Vertex of the hull that is furthest in each of the 27 directions with components -1, 0 or 1, x slowest.
///
/// In single precision, as the vertices are: ties go to the first.
pub(crate) fn extrema(hull: &Hull, vert: &[[f32; 3]]) -> [i32; 27] {
    std::array::from_fn(|d| {
        let direction = [d / 9, d / 3 % 3, d % 3].map(|k| k as f32 - 1.0);
        let mut best = (0, f32::MIN);
        for (i, &v) in hull.vert.iter().enumerate() {
            let [x, y, z] = vert[v as usize];
            let along = x * direction[0] + y * direction[1] + z * direction[2];
            if along > best.1 {
                best = (i as i32, along);
            }
        }
        best.0
    })
}

/// Merged faces of a hull, each as a cycle of vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polygons(pub Vec<Vec<u32>>);

/// step of the angles by which triangles count as parallel
const STEP: f64 = 0.01;

/// Azimuth and polar angle of the normal of a triangle, in steps; `None` for one too small to have a normal.
fn heading(vert: &[Vec3], [a, b, c]: [u32; 3]) -> Option<(i32, i32)> {
    let [a, b, c] = [a, b, c].map(|i| vert[i as usize]);
    let n = (b - a).cross(c - a);
    let length = n.norm();
    if length < MINVAL {
        return None;
    }
    // adding zero turns -0 into +0, on which the angle depends
    let n = n.0.map(|x| x / length + 0.0);
    if n[2].abs() > 1.0 - 1e-7 {
        let polar = if n[2] < 0.0 { std::f64::consts::PI / STEP } else { 0.0 };
        return Some((0, polar.round() as i32));
    }
    Some(((libm::atan2(n[1], n[0]) / STEP).round() as i32, (libm::acos(n[2]) / STEP).round() as i32))
}

/// The outline of all triangles with one heading: edges that only one of them has, in the order in which they came.
#[derive(Default)]
struct Outline {
    /// start, end, and the island it belongs to: triangles that hang together
    edges: Vec<(u32, u32, usize)>,
    islands: usize,
}

impl Outline {
    fn insert(&mut self, [a, b, c]: [u32; 3]) {
        let mut island = None;
        let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| {
            // an edge that another triangle has in the other direction is inside
            let Some(i) = self.edges.iter().position(|e| (e.1, e.0) == (from, to)) else { return Some((from, to)) };
            let other = self.edges.remove(i).2;
            island = Some(match island {
                Some(mine) if mine != other => self.join(mine, other),
                _ => other,
            });
            None
        });
        let island = island.unwrap_or_else(|| {
            self.islands += 1;
            self.islands - 1
        });
        self.edges.extend(sides.into_iter().flatten().map(|(from, to)| (from, to, island)));
    }

    /// Makes two islands one, with the smaller number.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (keep, gone) = (a.min(b), a.max(b));
        for (_, _, island) in &mut self.edges {
            if *island == gone {
                *island = keep;
            } else if *island > gone {
                *island -= 1;
            }
        }
        self.islands -= 1;
        keep
    }

    /// Walks around each island from its first edge on.
    fn cycles(&self) -> Vec<Vec<u32>> {
        (0..self.islands).filter_map(|island| self.cycle(island)).collect()
    }

    fn cycle(&self, island: usize) -> Option<Vec<u32>> {
        let edges = || self.edges.iter().filter(|e| e.2 == island);
        let first = edges().next()?;
        let mut cycle = vec![first.0];
        let mut at = first.1;
        while at != first.0 {
            cycle.push(at);
            // a vertex passed twice would never end
            at = if cycle.len() > self.edges.len() { None } else { edges().find(|e| e.0 == at) }?.1;
        }
        Some(cycle).filter(|cycle| cycle.len() > 2)
    }
}

impl Polygons {
    /// Joins triangles that share an edge and have the same heading.
    pub fn merge(hull: &Hull, vert: &[Vec3]) -> Self {
        let mut table = Table::default();
        let mut outlines: Vec<Outline> = Vec::new();
        for &face in &hull.face {
            let Some(heading) = heading(vert, face) else { continue };
            let i = table.find_or_insert(heading);
            if i == outlines.len() {
                outlines.push(Outline::default());
            }
            outlines[i].insert(face);
        }
        Self(table.walk().flat_map(|i| outlines[i].cycles()).collect())
    }

    /// Turns all cycles around, as a mirror does; each still starts where it did.
    pub fn reverse(&mut self) {
        for cycle in &mut self.0 {
            cycle[1..].reverse();
        }
    }

    /// Unit normals by Newell's sum over the outline.
    pub fn normals(&self, vert: &[Vec3]) -> Vec<[f64; 3]> {
        let newell = |cycle: &Vec<u32>| {
            let origin = vert[cycle[0] as usize];
            let mut n = Vec3::ZERO;
            for k in 0..cycle.len() {
                let a = vert[cycle[k] as usize] - origin;
                let b = vert[cycle[(k + 1) % cycle.len()] as usize] - origin;
                n += a.cross(b);
            }
            let length = n.norm();
            if length > 0.0 { n.0.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
        };
        self.0.iter().map(newell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::hull::convex_hull;
    use super::*;

    fn cube() -> (Vec<Vec3>, Hull) {
        let points: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
        let hull = convex_hull(&points, None).unwrap();
        (points.into_iter().map(Vec3).collect(), hull)
    }

    #[test]
    fn a_cube_has_six_square_faces_that_look_outward() {
        let (vert, hull) = cube();
        let faces = Polygons::merge(&hull, &vert);
        assert_eq!(faces.0.len(), 6);
        for (cycle, n) in faces.0.iter().zip(faces.normals(&vert)) {
            assert_eq!(cycle.len(), 4);
            let out = vert[cycle[0] as usize] - Vec3([0.5; 3]);
            assert!((out.dot(Vec3(n)) - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn the_graph_lists_every_edge_from_both_ends() {
        let (_, hull) = cube();
        let g = graph(&hull);
        let (nvert, nface) = (g[0] as usize, g[1] as usize);
        assert_eq!((nvert, nface, g.len()), (8, 12, 2 + 3 * 8 + 6 * 12));
        let edges = &g[2 + 2 * nvert..2 + 3 * nvert + 3 * nface];
        let list = |v: usize| edges[g[2 + v] as usize..].iter().copied().take_while(|&e| e >= 0).collect::<Vec<_>>();
        assert_eq!((0..8).map(|v| list(v).len()).sum::<usize>(), 2 * 18);
        for v in 0..8 {
            assert!(list(v).iter().all(|&w| list(w as usize).contains(&(v as i32))));
        }
    }

    #[test]
    fn extrema_are_the_corners_of_a_cube() {
        let (vert, hull) = cube();
        let vert: Vec<_> = vert.iter().map(|v| v.0.map(|x| x as f32)).collect();
        let e = extrema(&hull, &vert);
        assert_eq!([0, 26, 2, 18].map(|d: usize| hull.vert[e[d] as usize]), [0, 7, 4, 1]);
    }
}
