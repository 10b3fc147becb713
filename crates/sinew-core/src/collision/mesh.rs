//! A mesh as the colliders see it: vertices, hull graph, hull polygons.

use crate::math::Vec3;
use crate::math::simd::Vector;
use crate::model::{Corner, Neighbours};
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
    corners: &'a [Corner],
    neighbours: &'a [Neighbours],
    /// corners that are extreme in the 27 directions of a 3 × 3 × 3 grid
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
        let (corners, neighbours) = m.hulls.of(id);
        let hull = (!corners.is_empty()).then_some(Hull { corners, neighbours, extrema: &m.mesh_extrema[id] });
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

impl Hull<'_> {
    /// The mesh vertex of a corner.
    #[inline]
    pub fn global(&self, corner: usize) -> usize {
        self.corners[corner].vertex as usize
    }

    /// Corner furthest along a direction, climbing from the better of `guess` and the extreme of the grid. A guess that
    /// is no corner of this hull, as one kept from before the geom was given another mesh, counts for nothing.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(crate) fn climb<V: Vector>(&self, direction: Vec3, guess: usize) -> usize {
        let cell = |x: f64| usize::from(x >= -0.4) + usize::from(x > 0.4);
        let seed = self.extrema[cell(direction[0]) * 9 + cell(direction[1]) * 3 + cell(direction[2])].ix();
        let mut best = if seed < self.corners.len() { seed } else { 0 };
        let mut most = height(self.corners[best].place, direction);
        if let Some(corner) = self.corners.get(guess) {
            let along = height(corner.place, direction);
            if along >= most {
                (best, most) = (guess, along);
            }
        }
        let (dx, dy, dz) = (V::splat(direction[0]), V::splat(direction[1]), V::splat(direction[2]));
        loop {
            let from = best;
            let [first, end] = self.corners[from].groups;
            for group in &self.neighbours[first as usize..end as usize] {
                let [x, y, z] = &group.place;
                let along = V::widen(x).times(dx).plus_product(V::widen(y), dy).plus_product(V::widen(z), dz);
                if V::any(V::splat(most).below(along)) {
                    let along = along.lanes();
                    for k in 0..4 {
                        if along[k] > most {
                            (most, best) = (along[k], group.corner[k] as usize);
                        }
                    }
                }
            }
            if best == from {
                return best;
            }
        }
    }
}

/// How far a place is along a direction.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn height(place: [f32; 3], direction: Vec3) -> f64 {
    let [x, y, z] = place;
    Vec3::new(f64::from(x), f64::from(y), f64::from(z)).dot(direction)
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
