//! What collisions need of a convex hull: its graph, and its faces after nearly coplanar triangles were merged.

use std::collections::HashMap;

use sinew_core::math::{MINVAL, Vec3};

use super::hull::Hull;

/// Layout of `mesh_graph`: counts of vertices and faces, where the edges of each vertex start, the vertices, the edges
/// (vertices of the hull, -1 after the last of each vertex) and the faces.
pub(crate) fn graph(hull: &Hull) -> Vec<i32> {
    let (nvert, nface) = (hull.vert.len(), hull.face.len());
    let local: HashMap<u32, i32> = hull.vert.iter().zip(0..).map(|(&v, i)| (v, i)).collect();

    // neighbours of each vertex: on a closed surface each edge leaves its start once
    let mut edges: Vec<(i32, i32)> = hull
        .face
        .iter()
        .flat_map(|f| {
            let [a, b, c] = f.map(|v| local[&v]);
            [(a, b), (b, c), (c, a)]
        })
        .collect();
    edges.sort_unstable();

    let mut out = Vec::with_capacity(2 + 3 * nvert + 6 * nface);
    out.extend([nvert as i32, nface as i32]);
    let mut adr = 0;
    let mut lists = Vec::with_capacity(nvert + 3 * nface);
    for group in edges.chunk_by(|a, b| a.0 == b.0) {
        out.push(adr);
        lists.extend(group.iter().map(|e| e.1));
        lists.push(-1);
        adr += group.len() as i32 + 1;
    }
    out.extend(hull.vert.iter().map(|&v| v as i32));
    out.extend(lists);
    out.extend(hull.face.iter().flatten().map(|&v| v as i32));
    out
}

/// Vertex of the hull that is furthest in each of the 27 directions with components -1, 0 or 1, x slowest.
pub(crate) fn extrema(hull: &Hull, vert: &[Vec3]) -> [i32; 27] {
    std::array::from_fn(|d| {
        let direction = Vec3([d / 9, d / 3 % 3, d % 3].map(|k| k as f64 - 1.0));
        let mut best = (0, f64::NEG_INFINITY);
        for (i, &v) in hull.vert.iter().enumerate() {
            let along = direction.dot(vert[v as usize]);
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

impl Polygons {
    /// Joins triangles that share an edge and have the same heading, and walks around what results.
    pub fn merge(hull: &Hull, vert: &[Vec3]) -> Self {
        // edge -> triangle on its left
        let face = &hull.face;
        let heading: Vec<_> = face.iter().map(|&f| heading(vert, f)).collect();
        let mut left: Vec<((u32, u32), u32)> = Vec::with_capacity(3 * face.len());
        for (i, f) in face.iter().enumerate() {
            left.extend((0..3).map(|k| ((f[k], f[(k + 1) % 3]), i as u32)));
        }
        left.sort_unstable();
        let across = |a: u32, b: u32| left.binary_search_by_key(&(b, a), |e| e.0).ok().map(|i| left[i].1 as usize);

        let mut out = Vec::new();
        let mut taken = vec![false; face.len()];
        for first in 0..face.len() {
            if taken[first] || heading[first].is_none() {
                continue;
            }
            // all triangles reached without a change of heading, and the edges around them
            taken[first] = true;
            let mut region = vec![first];
            let mut border = Vec::new();
            let mut next = 0;
            while let Some(&f) = region.get(next) {
                next += 1;
                for k in 0..3 {
                    let (a, b) = (face[f][k], face[f][(k + 1) % 3]);
                    match across(a, b) {
                        Some(g) if heading[g] == heading[first] => {
                            if !taken[g] {
                                taken[g] = true;
                                region.push(g);
                            }
                        }
                        _ => border.push((a, b)),
                    }
                }
            }
            out.extend(cycles(border));
        }
        Self(out)
    }

    /// Turns all cycles around, as a mirror does.
    pub fn reverse(&mut self) {
        for cycle in &mut self.0 {
            cycle.reverse();
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

/// Cycles that directed edges form; a vertex passed twice closes a cycle of its own.
fn cycles(mut edges: Vec<(u32, u32)>) -> Vec<Vec<u32>> {
    edges.sort_unstable();
    let mut used = vec![false; edges.len()];
    let mut out = Vec::new();
    for first in 0..edges.len() {
        if used[first] {
            continue;
        }
        used[first] = true;
        let mut cycle = vec![edges[first].0];
        let mut at = edges[first].1;
        while at != cycle[0] {
            cycle.push(at);
            let from = edges.partition_point(|e| e.0 < at);
            let Some(k) = (from..edges.len()).take_while(|&k| edges[k].0 == at).find(|&k| !used[k]) else { break };
            used[k] = true;
            at = edges[k].1;
        }
        if at == cycle[0] && cycle.len() > 2 {
            out.push(cycle);
        }
    }
    out
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
        let e = extrema(&hull, &vert);
        assert_eq!((e[0], e[26], e[2], e[18]), (0, 7, 4, 1));
    }
}
