//! What pair kernels take and give: posed shapes in, touching points out.

use bytemuck::{Pod, Zeroable};

use crate::math::{Mat3, Vec3};

/// A primitive at its place in the world. What `size` means depends on the kind: radius and half length, half axes, ….
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// centre
    pub pos: Vec3,
    /// orientation; the columns are its axes
    pub mat: &'a Mat3,
    /// dimensions
    pub size: Vec3,
}

impl Shape<'_> {
    /// The z axis: normal of a plane, axis of a capsule or cylinder.
    #[inline]
    pub fn axis(&self) -> Vec3 {
        self.mat.column(2)
    }

    /// A world point in the frame of the shape.
    #[inline]
    pub fn local(&self, point: Vec3) -> Vec3 {
        self.mat.mul_t_vec(point - self.pos)
    }

    /// A point of the shape's frame in the world.
    #[inline]
    pub fn world(&self, point: Vec3) -> Vec3 {
        self.mat.mul_vec(point) + self.pos
    }
}

/// One touching point, before it gets its solver parameters.
#[doc(alias = "mjPreContact")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Point {
    /// distance between the surfaces; negative when they overlap
    pub dist: f64,
    /// midpoint between the surfaces
    pub pos: Vec3,
    /// unit normal, from the first shape to the second
    pub normal: Vec3,
    /// wished first tangent; zero for none
    pub tangent: Vec3,
}

impl Point {
    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.dist.is_finite() && self.pos.is_finite() && self.normal.is_finite()
    }

    /// True if normal and wished tangent have the same bits.
    #[inline]
    pub fn is_along(&self, other: &Self) -> bool {
        let same = |a: Vec3, b: Vec3| a.0.iter().zip(&b.0).all(|(a, b)| a.to_bits() == b.to_bits());
        same(self.normal, other.normal) && same(self.tangent, other.tangent)
    }

    /// The same contact seen from the other shape.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

/// The points that one pair of shapes makes, in memory lent by the caller.
#[derive(Debug)]
pub struct Manifold<'a> {
    points: &'a mut [Point],
    len: usize,
}

impl<'a> Manifold<'a> {
    /// An empty manifold with room for as many points as the slice is long.
    pub fn new(points: &'a mut [Point]) -> Self {
        Self { points, len: 0 }
    }

    /// Forgets all points.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a point; one too many is left out.
    #[inline]
    pub fn push(&mut self, point: Point) {
        if let Some(slot) = self.points.get_mut(self.len) {
            *slot = point;
            self.len += 1;
        }
    }

    /// The points so far.
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }

    /// The points so far, to be changed.
    #[inline]
    pub fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.len]
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if nothing touches.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if no further point has room.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == self.points.len()
    }
}
