//! The finished hull, read off its facets.

use super::chain::END;
use super::parts::{Attempt, Trouble};
use super::{Builder, Hull};

impl Builder<'_> {
    /// Reads the hull off: all facets are triangles by now.
    pub(super) fn finish(self) -> Attempt<Hull> {
        let mut hull = Hull::default();
        let mut place = vec![-1; self.vertices.len()];
        let mut v = self.vertex_order.first;
        while v != END {
            place[v as usize] = hull.vert.len() as i32;
            hull.vert.push(self.vertices[v as usize].point);
            v = self.vertex_order.next(v);
        }

        // corners of each facet by their places
        let mut corners = vec![[-1; 3]; self.facets.len()];
        let mut f = self.order.first;
        while f != END {
            let facet = &self.facets[f as usize];
            let [a, b, c] = facet.vertices.as_three().ok_or(Trouble)?;
            corners[f as usize] = [a, b, c].map(|v| place[v as usize]);
            let outward = if facet.top { [b, a, c] } else { [a, b, c] };
            hull.face.push(outward.map(|v| self.vertices[v as usize].point));
            f = self.order.next(f);
        }
        if hull.face.len() + 4 != 2 * hull.vert.len() {
            return Err(Trouble);
        }

        // neighbours of each vertex in the order of its facets
        let (mut start, mut list) = (Vec::new(), Vec::new());
        if !self.linked {
            (start, list) = self.facets_of_vertices(&corners, hull.vert.len());
        }
        hull.edge.reserve(hull.vert.len() + 3 * hull.face.len());
        let mut v = self.vertex_order.first;
        for i in 0..hull.vert.len() {
            let vertex = &self.vertices[v as usize];
            let facets = if self.linked { &vertex.facets } else { &list[start[i] as usize..start[i + 1] as usize] };
            let first = hull.edge.len();
            for &f in facets {
                for to in corners[f as usize] {
                    if to != i as i32 && !hull.edge[first..].contains(&to) {
                        hull.edge.push(to);
                    }
                }
            }
            hull.edge.push(-1);
            v = self.vertex_order.next(v);
        }
        if hull.edge.len() != hull.vert.len() + 3 * hull.face.len() || hull.edge.iter().any(|&e| e < -1) {
            return Err(Trouble);
        }
        Ok(hull)
    }

    /// Facets at the vertices, in their order: where those of each start, and all of them.
    fn facets_of_vertices(&self, corners: &[[i32; 3]], count: usize) -> (Vec<u32>, Vec<u32>) {
        let mut start = vec![0; count + 2];
        for &v in corners.as_flattened().iter().filter(|&&v| v >= 0) {
            start[v as usize + 2] += 1;
        }
        for i in 2..start.len() {
            start[i] += start[i - 1];
        }
        let mut list = vec![0; start[count + 1] as usize];
        let mut f = self.order.first;
        while f != END {
            for v in corners[f as usize].into_iter().filter(|&v| v >= 0) {
                let next = &mut start[v as usize + 1];
                list[*next as usize] = f;
                *next += 1;
            }
            f = self.order.next(f);
        }
        (start, list)
    }
}
