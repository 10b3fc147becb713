//! Clipping of a polygon or edge to the sides of a face, and the contact points that remain.

use bytemuck::{Pod, Zeroable};

use super::feature::Feature;
use super::multicontact::Witness;
use super::polygon::large_quadrilateral;
use crate::math::{MINVAL, Vec3};
use crate::scratch::{Frame, Need};

/// A plane through an edge, across the face that the edge belongs to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Side {
    corner: Vec3,
    /// inward normal
    normal: Vec3,
}

/// Memory for two faces and the polygon between them.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    /// the face that clips
    pub(super) face1: &'a mut [Vec3],
    /// the face or edge that is clipped
    pub(super) face2: &'a mut [Vec3],
    polygon: &'a mut [Vec3],
    clipped: &'a mut [Vec3],
    sides: &'a mut [Side],
}

impl<'a> Buffers<'a> {
    /// Memory for faces of up to so many corners.
    pub(super) fn need(corners: usize) -> Need {
        Need::rows::<Vec3>(8 * corners + 8).and(Need::rows::<Side>(corners))
    }

    /// Carves the memory from a frame.
    pub(super) fn new(frame: &mut Frame<'a>, corners: usize) -> Self {
        Self {
            face1: frame.used_rows(corners),
            face2: frame.used_rows(corners),
            polygon: frame.used_rows(3 * corners + 4),
            clipped: frame.used_rows(3 * corners + 4),
            sides: frame.used_rows(corners),
        }
    }

    /// Clips an edge to the sides of the face in `face1`; the first point of each witness is on the face.
    pub(super) fn edge(
        &mut self,
        len: usize,
        edge: Feature,
        normal: Vec3,
        reach: f64,
        out: &mut [Witness; 4],
    ) -> usize {
        (self.face2[0], self.face2[1]) = (edge.from, edge.to);
        clip_to_face(self, len, 2, normal, -normal, reach, out)
    }

    /// Clips `face2` to the sides of `face1`; leaves the result in `polygon` and returns its length.
    fn clip(&mut self, len1: usize, len2: usize, normal: Vec3) -> usize {
        let face1 = &self.face1[..len1];
        for (i, side) in self.sides[..len1].iter_mut().enumerate() {
            let (from, to) = (face1[i], face1[if i + 1 == len1 { 0 } else { i + 1 }]);
            *side = Side { corner: from, normal: (to - from).cross(from + normal - from).normalized().0 };
        }
        let (mut polygon, mut clipped) = (&mut *self.polygon, &mut *self.clipped);
        let mut len = len2;
        polygon[..len2].copy_from_slice(&self.face2[..len2]);
        for side in &self.sides[..len1] {
            let mut count = 0;
            let mut push = |point: Vec3| {
                if let Some(slot) = clipped.get_mut(count) {
                    *slot = point;
                    count += 1;
                }
            };
            for i in 0..len {
                let (p, q) = (polygon[i], polygon[if i + 1 == len { 0 } else { i + 1 }]);
                let (of_p, of_q) = ((p - side.corner).dot(side.normal), (q - side.corner).dot(side.normal));
                let (p_in, q_in) = (of_p > -MINVAL, of_q > -MINVAL);
                if p_in != q_in {
                    // where the edge crosses the side
                    let t = of_p / (of_p - of_q);
                    if (0.0..=1.0).contains(&t) {
                        push(p.add_scaled(q - p, t));
                    }
                }
                if q_in {
                    push(q);
                }
            }
            (polygon, clipped) = (clipped, polygon);
            len = count;
        }
        if len1 % 2 == 1 {
            clipped[..len].copy_from_slice(&polygon[..len]);
        }
        len
    }
}

/// Clips the polygon in `face2` to the sides of that in `face1` and keeps what is no further than `reach` above it, four
/// points at most: feet on the first face, and their images on the second along `toward`, out of the second face.
pub(super) fn clip_to_face(
    m: &mut Buffers,
    len1: usize,
    len2: usize,
    normal: Vec3,
    toward: Vec3,
    reach: f64,
    out: &mut [Witness; 4],
) -> usize {
    if len1 < 3 {
        return 0;
    }
    let len = m.clip(len1, len2, normal);
    let origin = m.face1[0];
    let polygon = &mut m.polygon[..len];
    let mut kept = 0;
    for i in 0..len {
        let v = polygon[i];
        if (v - origin).dot(normal) <= reach {
            polygon[kept] = v;
            kept += 1;
        }
    }
    let witness = |v: Vec3| {
        let one = v.add_scaled(normal, -(v - origin).dot(normal));
        let dist = (one - v).dot(toward);
        Witness { dist, one, two: one.add_scaled(toward, -dist) }
    };
    let mut put = |picked: &[usize]| {
        for (slot, &i) in out.iter_mut().zip(picked) {
            *slot = witness(polygon[i]);
        }
        picked.len()
    };
    if kept > 4 {
        return put(&large_quadrilateral(kept, false, |i| polygon[i]));
    }
    if len2 == 2 && kept > 2 {
        return put(&furthest_apart(&polygon[..kept]));
    }
    put(&[0, 1, 2, 3][..kept])
}

/// The two points furthest apart: there and back a clipped edge is a polygon, and these are its ends.
fn furthest_apart(points: &[Vec3]) -> [usize; 2] {
    let (mut best, mut most) = ([0, 1], 0.0);
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let apart = points[j] - points[i];
            let square = apart.dot(apart);
            if square > most {
                (best, most) = ([i, j], square);
            }
        }
    }
    best
}
