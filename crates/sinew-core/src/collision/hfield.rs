//! Height field and convex geom: the field is a row of vertical prisms under each of its triangles.

use super::ccd::{Buffers, Points, ccd};
use super::convex::{Convex, Kind};
use super::gjk::Limits;
use super::reach::ROOM;
use super::shape::{Manifold, Point, Shape};
use crate::math::{Mat3, Vec3};
use crate::{Id, Model};

/// Grid of heights.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// rows, along y
    pub nrow: usize,
    /// columns, along x
    pub ncol: usize,
    /// half width along x, along y, height of a value of one, depth below zero
    pub size: [f64; 4],
    /// heights in 0 … 1, row by row
    pub data: &'a [f32],
}

impl<'a> Field<'a> {
    /// The height field with this id.
    pub fn new(m: &'a Model, id: usize) -> Self {
        let (nrow, ncol) = (m.hfield_nrow[id].ix(), m.hfield_ncol[id].ix());
        let adr = m.hfield_adr[id].ix();
        Self { nrow, ncol, size: m.hfield_size[id], data: &m.hfield_data[adr..adr + nrow * ncol] }
    }

    /// Point of the surface at a grid point.
    #[inline]
    pub fn point(&self, row: usize, column: usize) -> Vec3 {
        let [sx, sy, sz, _] = self.size;
        Vec3::new(
            2.0 * sx / (self.ncol - 1) as f64 * column as f64 - sx,
            2.0 * sy / (self.nrow - 1) as f64 * row as f64 - sy,
            f64::from(self.data[row * self.ncol + column]) * sz,
        )
    }

    /// True if every point of the surface in these columns of a row is lower than this.
    fn is_below(&self, height: f64, row: usize, (first, last): (usize, usize)) -> bool {
        let heights = self.data[row * self.ncol..][..self.ncol].get(first..=last).unwrap_or_default();
        heights.iter().all(|&h| f64::from(h) * self.size[2] < height)
    }

    /// Cells along an axis that may be under the interval, as first and last grid line.
    fn lines(low: f64, high: f64, half: f64, count: usize) -> (usize, usize) {
        let last = (count - 1) as f64;
        let at = |x: f64| ((x + half) / (2.0 * half) * last).max(0.0);
        // rounded down and up without a call, as they are not negative
        let (from, to) = (at(low) as usize, at(high).min(last));
        (from, to as usize + usize::from(to as usize as f64 != to))
    }
}

/// One point per prism that the body touches, `most` at the most.
///
/// The search runs in the frame of the field over the cells under the box around the body.
#[doc(alias = "mjc_ConvexHField")]
pub fn hfield_convex(
    out: &mut Manifold,
    field: &Field,
    pose: &Shape,
    body: &Convex,
    rbound: f64,
    margin: f64,
    limits: Limits,
    buffers: &mut Buffers,
    most: usize,
) {
    let [sx, sy, sz, depth] = field.size;
    if field.nrow < 2 || field.ncol < 2 {
        return;
    }
    let pos = pose.local(body.pos);

    // sphere, then box around the body against the box around the field
    let outside = |i: usize, low: f64, high: f64, reach: f64| pos[i] - reach > high || pos[i] + reach < low;
    let reach = rbound + margin;
    if outside(0, -sx, sx, reach) || outside(1, -sy, sy, reach) || outside(2, -depth, sz, reach) {
        return;
    }
    // nothing under the sphere is as high as it
    let around = reach + ROOM * rbound;
    let under = |i: usize, half: f64, count: usize| Field::lines(pos[i] - around, pos[i] + around, half, count);
    let (columns, (bottom, top)) = (under(0, sx, field.ncol), under(1, sy, field.nrow));
    if (bottom..=top).all(|row| field.is_below(pos[2] - around, row, columns)) {
        return;
    }
    let mat: Mat3 = pose.mat.transpose() * *body.mat;
    let mut body = Convex::new(body.kind, pos, &mat, body.size);
    let mut low = Vec3::ZERO;
    let mut high = Vec3::ZERO;
    for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        high[i] = body.support(axis)[i];
        low[i] = body.support(-axis)[i];
    }
    let apart = |i: usize, bottom: f64, top: f64| low[i] - margin > top || high[i] + margin < bottom;
    if apart(0, -sx, sx) || apart(1, -sy, sy) || apart(2, -depth, sz) {
        return;
    }

    // strips of triangles, row by row
    let (first, last) = Field::lines(low[0] - margin, high[0] + margin, sx, field.ncol);
    let (bottom, top) = Field::lines(low[1] - margin, high[1] + margin, sy, field.nrow);
    let is_below = |row: usize| field.is_below(low[2] - margin, row, (first, last));
    let mut next_is_below = is_below(bottom);
    for row in bottom..top {
        // no prism between two rows that are lower than the body touches it
        let row_is_below = next_is_below;
        next_is_below = is_below(row + 1);
        if row_is_below && next_is_below {
            continue;
        }
        let mut corners = [Vec3::ZERO; 6];
        for column in first..=last {
            for side in [1, 0] {
                corners.copy_within(1..3, 0);
                corners.copy_within(4..6, 3);
                let tip = field.point(row + side, column);
                corners[5] = tip;
                corners[2] = Vec3::new(tip[0], tip[1], -depth);
                // three corners make a prism
                if column == first || corners[3..].iter().all(|c| c[2] < low[2] - margin) {
                    continue;
                }
                let mut prism = Convex::new(Kind::Prism(&corners), Vec3::ZERO, &Mat3::IDENTITY, Vec3::ZERO);
                let found = ccd(&mut prism, &mut body, limits, margin, Points::One, buffers);
                if found.dist >= 0.0 {
                    continue;
                }
                for w in found.witnesses() {
                    let Point { dist, pos, normal, tangent } = w.point(margin);
                    out.push(Point { dist, pos: pose.world(pos), normal: pose.mat.mul_vec(normal), tangent });
                }
                if out.len() >= most {
                    return;
                }
            }
        }
    }
}
