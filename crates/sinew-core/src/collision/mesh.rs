//! A mesh as the colliders see it: vertices, hull graph, hull polygons.

use crate::math::Vec3;
use crate::{Id, Model};

/// Number of vertices from which climbing the hull graph beats looking at all of them.
#[doc(alias = "mjMESH_HILLCLIMB_MIN")]
const HILLCLIMB_MIN: usize = 10;

/// Geometry of one mesh, in the frame of its geom.
#[derive(Clone, Copy, Debug)]
pub struct Mesh<'a> {
    /// vertices
    pub vert: &'a [[f32; 3]],
    /// graph of the convex hull, if the mesh has one
    pub hull: Option<Hull<'a>>,
    /// where its other columns are, and its id
    model: &'a Model,
    id: usize,
}

/// Neighbours of each vertex on the convex hull.
#[derive(Clone, Copy, Debug)]
pub struct Hull<'a> {
    /// where the neighbours of a hull vertex begin in `edge`
    edgeadr: &'a [i32],
    /// mesh vertex of a hull vertex
    globalid: &'a [i32],
    /// neighbours, as hull vertices; -1 ends a list
    edge: &'a [i32],
    /// hull vertices that are extreme in the 27 directions of a 3 × 3 × 3 grid
    extrema: &'a [i32; 27],
}

/// Polygons of the convex hull.
#[derive(Clone, Copy, Debug)]
pub struct Faces<'a> {
    /// outward normals
    pub normal: &'a [[f64; 3]],
    vertadr: &'a [i32],
    vertnum: &'a [i32],
    vert: &'a [i32],
    mapadr: &'a [i32],
    mapnum: &'a [i32],
    map: &'a [i32],
}

impl<'a> Mesh<'a> {
    /// The mesh with this id.
    pub fn new(m: &'a Model, id: usize) -> Self {
        let (vertadr, vertnum) = (m.mesh_vertadr[id].ix(), m.mesh_vertnum[id].ix());
        let hull = m.mesh_graphadr[id].opt().map(|adr| Hull::new(&m.mesh_graph[adr..], &m.mesh_extrema[id]));
        Self { vert: &m.mesh_vert[vertadr..vertadr + vertnum], hull, model: m, id }
    }

    /// Faces of the convex hull.
    pub fn faces(&self) -> Faces<'a> {
        let (m, id) = (self.model, self.id);
        let (vertadr, vertnum) = (m.mesh_vertadr[id].ix(), m.mesh_vertnum[id].ix());
        let (polyadr, polynum) = (m.mesh_polyadr[id].ix(), m.mesh_polynum[id].ix());
        let (polygons, vertices) = (polyadr..polyadr + polynum, vertadr..vertadr + vertnum);
        Faces {
            normal: &m.mesh_polynormal[polygons.clone()],
            vertadr: &m.mesh_polyvertadr[polygons.clone()],
            vertnum: &m.mesh_polyvertnum[polygons],
            vert: &m.mesh_polyvert,
            mapadr: &m.mesh_polymapadr[vertices.clone()],
            mapnum: &m.mesh_polymapnum[vertices],
            map: &m.mesh_polymap,
        }
    }

    /// A vertex.
    #[inline]
    pub fn vertex(&self, i: usize) -> Vec3 {
        let v = self.vert[i];
        Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2]))
    }

    /// The hull, if the mesh is large enough for climbing it to pay.
    #[inline]
    pub fn climbable(&self) -> Option<Hull<'a>> {
        self.hull.filter(|_| self.vert.len() >= HILLCLIMB_MIN)
    }

    /// Vertex furthest along a direction, by looking at all of them; `guess` wins ties.
    #[inline]
    pub fn furthest(&self, direction: Vec3, guess: Option<usize>) -> usize {
        let mut best = guess.unwrap_or(0);
        let mut most = guess.map_or(f64::from(f32::MIN), |i| self.vertex(i).dot(direction));
        for i in 0..self.vert.len() {
            let along = self.vertex(i).dot(direction);
            if along > most {
                (most, best) = (along, i);
            }
        }
        best
    }
}

impl<'a> Hull<'a> {
    fn new(graph: &'a [i32], extrema: &'a [i32; 27]) -> Self {
        let (numvert, numface) = (graph[0].ix(), graph[1].ix());
        let (edgeadr, rest) = graph[2..].split_at(numvert);
        let (globalid, rest) = rest.split_at(numvert);
        Self { edgeadr, globalid, edge: &rest[..numvert + 3 * numface], extrema }
    }

    /// Number of vertices of the hull.
    #[inline]
    pub fn len(&self) -> usize {
        self.globalid.len()
    }

    /// True for a hull without vertices.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.globalid.is_empty()
    }

    /// The mesh vertex of a hull vertex.
    #[inline]
    pub fn global(&self, local: usize) -> usize {
        self.globalid[local].ix()
    }

    /// Hull vertex furthest along a direction, climbing from the better of `guess` and the extreme of the grid. A guess that
    /// is no vertex of this hull, as one kept from before the geom was given another mesh, counts for nothing.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub fn climb(&self, mesh: &Mesh, direction: Vec3, guess: usize) -> usize {
        let value = |local: usize| mesh.vertex(self.global(local)).dot(direction);
        let cell = |x: f64| usize::from(x >= -0.4) + usize::from(x > 0.4);
        let seed = self.extrema[cell(direction[0]) * 9 + cell(direction[1]) * 3 + cell(direction[2])].ix();
        let mut best = seed;
        let mut most = value(seed);
        if let Some(&global) = self.globalid.get(guess) {
            let along = mesh.vertex(global.ix()).dot(direction);
            if along >= most {
                (best, most) = (guess, along);
            }
        }
        loop {
            let from = best;
            // its neighbours; the mark behind the last is the number of no vertex
            for &next in &self.edge[self.edgeadr[from].ix()..] {
                let next = next as u32 as usize;
                let Some(&global) = self.globalid.get(next) else { break };
                let along = mesh.vertex(global.ix()).dot(direction);
                if along > most {
                    (most, best) = (along, next);
                }
            }
            if best == from {
                return best;
            }
        }
    }
}

impl<'a> Faces<'a> {
    /// Vertices of a face, in order.
    #[inline]
    pub fn vertices(&self, face: usize) -> &'a [i32] {
        let adr = self.vertadr[face].ix();
        &self.vert[adr..adr + self.vertnum[face].ix()]
    }

    /// Faces that meet at a mesh vertex.
    #[inline]
    pub fn around(&self, vertex: usize) -> &'a [i32] {
        let adr = self.mapadr[vertex].ix();
        &self.map[adr..adr + self.mapnum[vertex].ix()]
    }
}
