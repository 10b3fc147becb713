//! Convex hulls of meshes, laid out for climbing.
//!
//! `mesh_graph` names the neighbours of a corner by number, so that to see where they are takes three reads each, all over
//! memory. Here they stand beside each other, four to a line of the cache.

use std::sync::Arc;

use super::Model;
use crate::Id;

/// Corners of the hulls of all meshes, and where their neighbours are.
///
/// A copy of what `mesh_graph` and `mesh_vert` say, made with the model and anew by [`set_const`](super::set_const).
#[derive(Clone, Debug, Default)]
pub struct Hulls {
    /// first corner of each mesh and the one behind its last
    spans: Vec<[u32; 2]>,
    corners: Vec<Corner>,
    neighbours: Vec<Neighbours>,
}

/// A corner of a hull.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// its place
    pub place: [f32; 3],
    /// its number among the vertices of the mesh
    pub vertex: u32,
    /// first group of neighbours and the one behind the last
    pub groups: [u32; 2],
}

/// Four neighbours of a corner; a place that is left over holds the last one again.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbours {
    /// coordinates x, y, z of the four
    pub place: [[f32; 4]; 3],
    /// their numbers among the corners of the hull
    pub corner: [u32; 4],
}

/// The graph of one hull.
struct Graph<'a> {
    /// where the neighbours of each corner begin in `edge`
    edgeadr: &'a [i32],
    /// mesh vertex of each corner
    vertex: &'a [i32],
    /// neighbours as corners; -1 ends a list
    edge: &'a [i32],
}

impl<'a> Graph<'a> {
    fn new(graph: &'a [i32]) -> Option<Self> {
        let (&[corners, faces], rest) = graph.split_first_chunk()?;
        let (corners, faces) = (corners.opt()?, faces.opt()?);
        let (edgeadr, rest) = rest.split_at_checked(corners)?;
        let (vertex, rest) = rest.split_at_checked(corners)?;
        let edge = rest.get(..corners.checked_add(faces.checked_mul(3)?)?)?;
        Some(Self { edgeadr, vertex, edge })
    }

    /// Neighbours of a corner.
    fn around(&self, corner: usize) -> Option<impl Iterator<Item = usize>> {
        let edges = self.edge.get(self.edgeadr[corner].opt()?..)?;
        Some(edges.iter().map_while(|next| next.opt()).take_while(|&next| next < self.vertex.len()))
    }
}

impl Hulls {
    /// Corners of the hull of a mesh, none if it has no hull, and groups of neighbours of all hulls.
    #[inline]
    pub(crate) fn of(&self, mesh: usize) -> (&[Corner], &[Neighbours]) {
        let [start, end] = self.spans.get(mesh).map_or([0; 2], |span| span.map(|i| i as usize));
        (&self.corners[start..end], &self.neighbours)
    }

    /// Adds the next mesh, whose vertices these are; one without a sound graph gets no hull.
    fn push(&mut self, graph: Option<&[i32]>, vert: &[[f32; 3]]) {
        let (corners, groups) = (self.corners.len(), self.neighbours.len());
        if graph.and_then(Graph::new).and_then(|graph| self.push_corners(&graph, vert)).is_none() {
            self.corners.truncate(corners);
            self.neighbours.truncate(groups);
        }
        self.spans.push([corners as u32, self.corners.len() as u32]);
    }

    fn push_corners(&mut self, graph: &Graph, vert: &[[f32; 3]]) -> Option<()> {
        let place = |corner: usize| vert.get(graph.vertex[corner].opt()?).copied();
        for corner in 0..graph.vertex.len() {
            let first = self.neighbours.len();
            for (i, next) in graph.around(corner)?.enumerate() {
                let at = place(next)?;
                if i % 4 == 0 {
                    self.neighbours.push(Neighbours { place: at.map(|x| [x; 4]), corner: [next as u32; 4] });
                }
                let group = self.neighbours.last_mut()?;
                for lane in i % 4..4 {
                    for k in 0..3 {
                        group.place[k][lane] = at[k];
                    }
                    group.corner[lane] = next as u32;
                }
            }
            let groups = [first as u32, self.neighbours.len() as u32];
            self.corners.push(Corner { place: place(corner)?, vertex: graph.vertex[corner] as u32, groups });
        }
        Some(())
    }
}

impl Model {
    /// Lays out the hulls of the meshes as they are now.
    pub(super) fn set_hulls(&mut self) {
        let mut hulls = Hulls::default();
        for i in 0..self.nmesh {
            let graph = self.mesh_graphadr[i].opt().and_then(|adr| self.mesh_graph.get(adr..));
            let vert = self.mesh_vertadr[i].opt().and_then(|adr| self.mesh_vert.get(adr..));
            let vert = vert.and_then(|vert| vert.get(..self.mesh_vertnum[i].opt()?));
            hulls.push(graph, vert.unwrap_or_default());
        }
        self.hulls = Arc::new(hulls);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two corners that know each other and a third that knows both.
    const GRAPH: [i32; 17] = [3, 1, 0, 2, 4, 7, 5, 6, 1, -1, 0, -1, 0, 1, -1, 0, 0];

    fn hulls(graph: &[i32], vertices: usize) -> Hulls {
        let vert: Vec<[f32; 3]> = (0..vertices).map(|i| [i as f32, 0.5, -1.0]).collect();
        let mut out = Hulls::default();
        out.push(Some(graph), &vert);
        out
    }

    #[test]
    fn neighbours_stand_in_their_order_and_the_last_fills_up() {
        let hulls = hulls(&GRAPH, 8);
        let (corners, groups) = hulls.of(0);
        assert_eq!(corners.iter().map(|c| c.vertex).collect::<Vec<_>>(), [7, 5, 6]);
        assert_eq!(corners[2].groups, [2, 3]);
        assert_eq!(groups[2].corner, [0, 1, 1, 1]);
        assert_eq!(groups[2].place, [[7.0, 5.0, 5.0, 5.0], [0.5; 4], [-1.0; 4]]);
    }

    #[test]
    fn a_graph_that_leads_out_of_the_mesh_is_no_hull() {
        for graph in [&[][..], &[3], &[-1, 0], &[i32::MAX, i32::MAX], &GRAPH[..13]] {
            assert!(hulls(graph, 8).of(0).0.is_empty(), "{graph:?}");
        }
        let lost = hulls(&GRAPH, 7);
        assert!(lost.of(0).0.is_empty() && lost.of(0).1.is_empty() && lost.of(1).0.is_empty());
    }
}
