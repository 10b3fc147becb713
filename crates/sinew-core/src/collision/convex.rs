//! Convex bodies as GJK and EPA see them: a support function and a centre.

use super::mesh::{Hull, Mesh};
use crate::math::simd::{Usual, Vector};
use crate::math::{MINVAL, Mat3, Vec3};

/// Squared length below which a direction is none.
const TINY: f64 = MINVAL * MINVAL;

/// In place of a hull vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Kind of a convex body.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// the centre alone
    Point,
    /// the segment of a capsule
    Segment,
    /// a ball
    Sphere,
    /// a ball swept along z
    Capsule,
    /// half axes along x, y, z
    Ellipsoid,
    /// radius, half length along z
    Cylinder,
    /// half sizes
    Box,
    /// the hull of the vertices of a mesh
    Mesh(&'a Mesh<'a>),
    /// a vertical prism of a height field: lower triangle, then upper, in the frame of the field
    Prism(&'a [Vec3; 6]),
}

/// A posed convex body.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// what it is
    pub kind: Kind<'a>,
    /// place
    pub pos: Vec3,
    /// orientation
    pub mat: &'a Mat3,
    /// dimensions
    pub size: Vec3,
    /// distance by which the body is blown up
    pub inflation: f64,
    /// vertex that the last support was found at: corner bits of a box, vertex of a mesh, cap of a cylinder (0 above)
    pub vertex: i32,
    /// hull vertex to climb from; [`NONE`] or beyond the last for none
    climbed: u32,
}

impl<'a> Convex<'a> {
    /// A body.
    #[inline]
    pub fn new(kind: Kind<'a>, pos: Vec3, mat: &'a Mat3, size: Vec3) -> Self {
        Self { kind, pos, mat, size, inflation: 0.0, vertex: -1, climbed: NONE }
    }

    /// Where the search starts.
    pub fn centre(&self) -> Vec3 {
        match &self.kind {
            Kind::Prism(corners) => corners.iter().fold(Vec3::ZERO, |sum, &c| sum + c) * (1.0 / 6.0),
            _ => self.pos,
        }
    }

    /// True if the body is a polytope, so that searches end after finitely many steps.
    pub fn is_discrete(&self) -> bool {
        let flat = matches!(self.kind, Kind::Point | Kind::Segment | Kind::Mesh(_) | Kind::Box | Kind::Prism(_));
        flat && self.inflation == 0.0
    }

    /// Furthest point along a unit direction.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would pass direction and point through memory")]
    pub fn support(&mut self, direction: Vec3) -> Vec3 {
        self.support_in::<Usual>(direction)
    }

    /// [`Self::support`] in the vectors of a kernel.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn support_in<V: Vector>(&mut self, direction: Vec3) -> Vec3 {
        let bare = self.bare_support::<V>(direction);
        if self.inflation > 0.0 { bare.add_scaled(direction, self.inflation) } else { bare }
    }

    /// Furthest point along a unit direction of the body as it is.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would pass direction and point through memory")]
    fn bare_support<V: Vector>(&mut self, direction: Vec3) -> Vec3 {
        let size = self.size;
        let signed = |x: f64, half: f64| if x >= 0.0 { half } else { -half };
        match self.kind {
            Kind::Point => self.pos,
            Kind::Segment => {
                let axis = self.mat.column(2);
                axis * signed(axis.dot(direction), size[1]) + self.pos
            }
            Kind::Sphere => direction * size[0] + self.pos,
            Kind::Capsule => {
                let local = self.mat.mul_t_vec(direction);
                let mut at = local * size[0];
                at[2] += signed(local[2], size[1]);
                self.world(at)
            }
            Kind::Ellipsoid => {
                // the support of the unit sphere, stretched twice
                let local = self.mat.mul_t_vec(direction).scale_by(size);
                let square = local.dot(local);
                if square < TINY {
                    return self.mat.column(0) * size[0] + self.pos;
                }
                let inverse = 1.0 / square.sqrt();
                self.world(local.scale_by(size * inverse))
            }
            Kind::Cylinder => {
                let local = self.mat.mul_t_vec(direction);
                let square = local[0] * local[0] + local[1] * local[1];
                let scale = if square >= TINY { size[0] / square.sqrt() } else { 0.0 };
                self.vertex = i32::from(local[2] < 0.0);
                self.world(Vec3::new(scale * local[0], scale * local[1], signed(local[2], size[1])))
            }
            Kind::Box => {
                let local = self.mat.mul_t_vec(direction);
                let corner = Vec3::new(signed(local[0], size[0]), signed(local[1], size[1]), signed(local[2], size[2]));
                self.vertex =
                    i32::from(corner[0] > 0.0) | i32::from(corner[1] > 0.0) << 1 | i32::from(corner[2] > 0.0) << 2;
                self.world(corner)
            }
            Kind::Mesh(mesh) => {
                let local = self.mat.mul_t_vec(direction);
                let vertex = self.mesh_support::<V>(mesh, mesh.climbable(), local);
                self.vertex = vertex as i32;
                self.world(mesh.vertex(vertex))
            }
            Kind::Prism(corners) => {
                // its vertices are not told apart, so EPA stops once the other polytope repeats one, as MuJoCo's does
                let first = if direction[2] < 0.0 { 0 } else { 3 };
                let mut best = first;
                let mut most = corners[first].dot(direction);
                for i in first + 1..first + 3 {
                    let along = corners[i].dot(direction);
                    if along > most {
                        (most, best) = (along, i);
                    }
                }
                corners[best]
            }
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn mesh_support<V: Vector>(&mut self, mesh: &Mesh, hull: Option<Hull>, direction: Vec3) -> usize {
        match hull {
            Some(hull) => {
                let local = hull.climb::<V>(direction, self.climbed as usize);
                self.climbed = local as u32;
                hull.global(local)
            }
            None => mesh.furthest(direction, usize::try_from(self.vertex).ok()),
        }
    }

    /// Forgets the last support; that of a mesh is then sought from a hull vertex.
    #[inline]
    pub(super) fn begin_at(&mut self, climbed: u32) {
        self.vertex = -1;
        self.climbed = climbed;
    }

    /// The hull vertex that the last support was found at, or [`NONE`].
    #[inline]
    pub(super) fn climbed(&self) -> u32 {
        self.climbed
    }

    /// A point of the body's frame in the world.
    #[inline]
    pub fn world(&self, point: Vec3) -> Vec3 {
        self.mat.mul_vec(point) + self.pos
    }
}
