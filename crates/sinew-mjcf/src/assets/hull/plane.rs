//! Oriented planes through three points, and what rounding does to them.

/// Points `x` with `normal·x + offset = 0`; those with a positive sum are above.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plane {
    pub normal: [f64; 3],
    pub offset: f64,
}

impl Plane {
    /// Signed distance of a point.
    #[inline]
    pub fn height(&self, p: &[f64; 3]) -> f64 {
        self.offset + p[0] * self.normal[0] + p[1] * self.normal[1] + p[2] * self.normal[2]
    }

    pub fn reversed(&self) -> Self {
        Self { normal: self.normal.map(|x| -x), offset: -self.offset }
    }
}

/// Lengths below which differences are due to rounding, all from the size of the point set.
///
/// A computed distance is in doubt by `round`. A point is seen by a facet, or two facets are convex to each other, if the
/// margin is above twice that; a point counts as outside if it is above twice this again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// largest error of a distance
    pub round: f64,
    /// least height from which a facet is seen, and radius of a centrum
    pub visible: f64,
    /// least height of a point outside
    pub outside: f64,
    /// depth down to which points below a facet are remembered
    pub near_inside: f64,
    /// largest error of one merge
    pub one_merge: f64,
    /// error of a merge from which on a centrum is no longer moved
    pub wide: f64,
    /// sizes of pivots that count as zero
    pub near_zero: [f64; 3],
    /// largest coordinate
    pub size: f64,
    /// largest extent along an axis
    pub width: f64,
}

impl Tolerance {
    /// From the largest coordinates and extents along the axes.
    pub fn new(largest: [f64; 3], extent: [f64; 3]) -> Self {
        let size = largest.iter().fold(0.0f64, |m, &x| m.max(x));
        let width = extent.iter().fold(f64::MIN, |m, &x| m.max(x));
        let mut sum = 0.0;
        let near_zero = largest.map(|x| {
            sum += x;
            80.0 * sum * f64::EPSILON
        });
        let reach = (3.0f64.sqrt() * size).min(sum);
        let round = f64::EPSILON * (3.0 * reach * 1.01 + size);
        let visible = 2.0 * round;
        let one_merge = 3.0 * visible + round;
        Self {
            round,
            visible,
            outside: 2.0 * visible,
            near_inside: 5.0 * one_merge,
            one_merge,
            wide: 6.0 * visible,
            near_zero,
            size,
            width,
        }
    }

    /// Plane through three points; `None` if the points do not lie in what was computed, see [`Self::eliminate`].
    pub fn through(&self, [a, b, c]: [&[f64; 3]; 3], top: bool) -> Option<Plane> {
        let (e, f) = (minus(b, a), minus(c, a));
        let normal = self.unit([f[1] * e[2] - f[2] * e[1], e[0] * f[2] - e[2] * f[0], f[0] * e[1] - f[1] * e[0]], top);
        let along = |p: &[f64; 3]| p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2];
        let offset = -along(a);
        let off = |p| (offset + along(p)).abs() > self.round;
        if off(c) || off(b) { None } else { Some(Plane { normal, offset }) }
    }

    /// Plane through three points by elimination with pivots, for thin triangles; whether it is still in doubt.
    pub fn eliminate(&self, [a, b, c]: [&[f64; 3]; 3], top: bool) -> (Plane, bool) {
        let mut rows = [minus(b, a), minus(c, a)];
        let (mut sign, mut doubt) = (top, false);
        if rows[1][0].abs() > rows[0][0].abs() {
            rows.swap(0, 1);
            sign = !sign;
        }
        doubt |= rows[0][0].abs() <= self.near_zero[0];
        if rows[0][0] != 0.0 {
            let n = rows[1][0] / rows[0][0];
            rows[1][1] -= n * rows[0][1];
            rows[1][2] -= n * rows[0][2];
        }
        doubt |= rows[1][1].abs() <= self.near_zero[1];
        sign ^= (rows[0][0] < 0.0) != (rows[1][1] < 0.0);

        // back substitution; a zero pivot leaves one component free
        let unit = if sign { -1.0 } else { 1.0 };
        let mut normal = [0.0, 0.0, unit];
        let least = (3.0 * f64::MIN_POSITIVE).sqrt();
        for i in [1, 0] {
            let mut x = 0.0;
            for j in i + 1..3 {
                x -= rows[i][j] * normal[j];
            }
            let pivot = rows[i][i];
            let small = if x.abs() < least { x.abs() >= pivot.abs() } else { (pivot / x).abs() <= least };
            if pivot.abs() > least * self.size || !small {
                normal[i] = x / pivot;
            } else {
                normal[i] = unit;
                normal[i + 1..].fill(0.0);
                doubt = true;
            }
        }
        let normal = self.unit(normal, true);
        (Plane { normal, offset: -(a[0] * normal[0]) - a[1] * normal[1] - a[2] * normal[2] }, doubt)
    }

    fn unit(&self, v: [f64; 3], top: bool) -> [f64; 3] {
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        if length > f64::MIN_POSITIVE * self.size {
            let length = if top { length } else { -length };
            v.map(|x| x / length)
        } else {
            [(1.0f64 / 3.0).sqrt(); 3]
        }
    }
}

pub(super) fn minus(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
