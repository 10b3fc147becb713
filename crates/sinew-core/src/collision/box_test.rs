//! Whether boxes in two frames are near each other.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use crate::math::simd::{Vector, kernel};
use crate::math::{Mat3, Vec3};

/// A place and axes.
pub(super) type Placed<'a> = (Vec3, &'a Mat3);

/// Boxes in two frames, seen from the first. The fourth lane stands for no axis.
pub(super) struct BoxTest<V> {
    /// axes of the second frame, as rows and as columns of a matrix
    rows: [V; 3],
    columns: [V; 3],
    /// the same without their signs
    row_sizes: [V; 3],
    column_sizes: [V; 3],
    /// place of the second frame
    shift: V,
    /// endless in the lane of no axis
    margin: V,
}

impl<V: Vector> BoxTest<V> {
    /// A test of boxes in two frames within a margin.
    #[inline(always)]
    pub(super) fn new(one: Placed<'_>, two: Placed<'_>, margin: f64) -> Self {
        let (a, b) = (rows_of::<V>(one.1), rows_of::<V>(two.1));
        let row = |i: usize| product(&b, [one.1[i], one.1[3 + i], one.1[6 + i]]);
        let rows = [row(0), row(1), row(2)];
        let [x, y, z, _] = V::transposed([rows[0], rows[1], rows[2], V::splat(0.0)]);
        Self {
            rows,
            columns: [x, y, z],
            row_sizes: [size(rows[0]), size(rows[1]), size(rows[2])],
            column_sizes: [size(x), size(y), size(z)],
            shift: product(&a, (two.0 - one.0).0),
            margin: V::load(&[margin, margin, margin, f64::INFINITY]),
        }
    }

    /// True if two boxes, each centre and half sizes in its own frame, may be near; only their face normals are tried as
    /// separating axes.
    #[inline(always)]
    pub(super) fn near(&self, box1: &[f64; 6], box2: &[f64; 6]) -> bool {
        let ([x1, y1, z1, a1, b1, c1], [x2, y2, z2, a2, b2, c2]) = (*box1, *box2);
        let (half1, half2) = (V::load(&[a1, b1, c1, 0.0]), V::load(&[a2, b2, c2, 0.0]));
        let between = product(&self.columns, [x2, y2, z2]).plus(self.shift).minus(V::load(&[x1, y1, z1, a1]));
        let radius = half1.plus(product(&self.column_sizes, [a2, b2, c2]));
        if self.parts(radius, between) {
            return false;
        }
        let [x, y, z, _] = between.lanes();
        let radius = half2.plus(product(&self.row_sizes, [a1, b1, c1]));
        !self.parts(radius, product(&self.rows, [x, y, z]))
    }

    /// True if along some axis the centres are further apart than the boxes reach.
    #[inline(always)]
    fn parts(&self, radius: V, between: V) -> bool {
        V::any(radius.plus(self.margin).below(size(between)))
    }
}

/// Rows of a matrix; what is in the fourth lanes does not matter.
#[inline(always)]
fn rows_of<V: Vector>(m: &Mat3) -> [V; 3] {
    let m = m.0;
    [V::load(&[m[0], m[1], m[2], m[3]]), V::load(&[m[3], m[4], m[5], m[6]]), V::load(&[m[6], m[7], m[8], m[8]])]
}

/// Sum of vectors times numbers.
#[inline(always)]
fn product<V: Vector>(v: &[V; 3], x: [f64; 3]) -> V {
    v[0].times(V::splat(x[0])).plus_product(v[1], V::splat(x[1])).plus_product(v[2], V::splat(x[2]))
}

/// Numbers without their signs, but for that of zero.
#[inline(always)]
fn size<V: Vector>(x: V) -> V {
    V::pick(x.below(V::splat(0.0)), x.negated(), x)
}

kernel! {
    /// `out` becomes true if two boxes, each in a frame of its own, may be nearer than a margin.
    pub(super) fn boxes_near<V>(
        out: &mut bool,
        one: Placed<'_>,
        two: Placed<'_>,
        margin: f64,
        box1: &[f64; 6],
        box2: &[f64; 6],
    ) {
        *out = BoxTest::<V>::new(one, two, margin).near(box1, box2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    fn near(turn: Quat, shift: Vec3, margin: f64) -> bool {
        let (mut out, turn) = (false, turn.to_mat());
        // two boxes, each off the origin of its frame by its half sizes
        let (box1, box2) = ([1.0, 2.0, 3.0, 1.0, 2.0, 3.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
        boxes_near(&mut out, (Vec3::ZERO, &Mat3::IDENTITY), (shift, &turn), margin, &box1, &box2);
        out
    }

    #[test]
    fn boxes_are_near_up_to_the_margin_along_each_axis() {
        for axis in 0..3 {
            for (gap, margin, want) in [(0.1, 0.0, false), (0.1, 0.2, true), (-0.1, 0.0, true), (-0.1, -0.2, false)] {
                let (mut above, mut below) = (Vec3::new(0.5, 0.5, 0.5), Vec3::new(0.5, 0.5, 0.5));
                above[axis] = 2.0 * (axis + 1) as f64 + gap;
                below[axis] = -1.0 - gap;
                for shift in [above, below] {
                    assert_eq!(near(Quat::IDENTITY, shift, margin), want, "axis {axis}, gap {gap}, margin {margin}");
                }
            }
        }
    }

    #[test]
    fn faces_of_the_second_box_part_as_well() {
        // an edge of the first looks at a face of the second
        let turn = Quat::from_axis_angle(Vec3::Z, std::f64::consts::FRAC_PI_4);
        assert!(!near(turn, Vec3::new(2.4, 4.0, 0.5), 0.0));
        assert!(near(turn, Vec3::new(2.4, 4.0, 0.5), 0.5));
        assert!(near(turn, Vec3::new(1.9, 3.0, 0.5), 0.0));
    }
}
