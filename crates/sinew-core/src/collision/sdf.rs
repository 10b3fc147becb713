//! Signed distance fields: points of contact by gradient descent from many starts.
//!
//! Descents end on edges of the fields, where the last digit of a number decides about the way. So that they come to the
//! same points as MuJoCo's, sums and products are taken in the same order, and frames from `geom_xquat`.

use super::dispatch::MAXCONPAIR;
use super::shape::{Manifold, Point};
use crate::Model;
use crate::math::{MAXVAL, MINVAL, Mat3, Quat, Vec3};
use crate::sdf::{GeomField, SdfShape};

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// points to start from
    pub starts: u32,
    /// steps from each
    pub steps: u32,
}

impl Effort {
    /// The model's options `sdf_initpoints` and `sdf_iterations`.
    pub fn new(m: &Model) -> Self {
        let count = |n: i32| u32::try_from(n).unwrap_or(0);
        Self { starts: count(m.opt.sdf_initpoints), steps: count(m.opt.sdf_iterations) }
    }
}

/// A frame in the world.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// origin
    pub pos: Vec3,
    /// orientation
    pub quat: Quat,
}

/// A field at its place in the world.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// distances, in its own frame
    pub field: GeomField<'a>,
    /// place
    pub pose: Pose,
    /// box around it in its own frame: centre, half sizes
    pub aabb: &'a [f64; 6],
}

/// A map between frames.
pub(super) struct Map {
    mat: Mat3,
    pos: Vec3,
}

impl Map {
    /// From one frame to another.
    pub(super) fn between(from: Pose, to: Pose) -> Self {
        let inverse = to.quat.conjugate();
        let mat = (inverse * from.quat).normalized().0.to_mat();
        Self { mat, pos: inverse.rotate(from.pos) - inverse.rotate(to.pos) }
    }

    pub(super) fn apply(&self, point: Vec3) -> Vec3 {
        self.mat.mul_vec(point) + self.pos
    }
}

/// What is sought of two fields.
#[derive(Clone, Copy)]
enum Goal {
    /// least where both overlap most: `A + B + |max(A, B)|`
    Overlap,
    /// both at once: `max(A, B)`
    Both,
    /// between them: `A - B`
    Between,
}

/// A function of two fields, in the frame of the first.
struct Pair<'a> {
    one: &'a GeomField<'a>,
    two: &'a GeomField<'a>,
    two_from_one: &'a Map,
    goal: Goal,
}

impl Pair<'_> {
    fn distances(&self, point: Vec3) -> (f64, f64) {
        (self.one.distance(point), self.two.distance(self.two_from_one.apply(point)))
    }

    /// Gradient of the second field in the frame of the first.
    fn second(&self, point: Vec3) -> Vec3 {
        self.two_from_one.mat.mul_t_vec(self.two.gradient(self.two_from_one.apply(point)))
    }
}

impl SdfShape for Pair<'_> {
    fn distance(&self, point: Vec3) -> f64 {
        let (a, b) = self.distances(point);
        match self.goal {
            Goal::Overlap => a + b + a.max(b).abs(),
            Goal::Both => a.max(b),
            Goal::Between => a - b,
        }
    }

    fn gradient(&self, point: Vec3) -> Vec3 {
        match self.goal {
            Goal::Overlap => {
                let (a, b) = self.distances(point);
                let (first, second) = (self.one.gradient(point), self.second(point));
                let sign = if a.max(b) > 0.0 { 1.0 } else { -1.0 };
                (first + second).add_scaled(if a > b { first } else { second }, sign)
            }
            Goal::Both => {
                let (a, b) = self.distances(point);
                if a > b { self.one.gradient(point) } else { self.second(point) }
            }
            Goal::Between => {
                let (first, second) = (self.one.gradient(point).normalized().0, self.second(point).normalized().0);
                (first - second).normalized().0
            }
        }
    }
}

/// Points found so far, so that none is found twice.
pub(super) struct Found {
    points: [Vec3; MAXCONPAIR],
    len: usize,
}

impl Found {
    pub(super) fn new() -> Self {
        Self { points: [Vec3::ZERO; MAXCONPAIR], len: 0 }
    }

    /// Adds the contact at a point of the frame of a field, if it is inside, new and has a normal. The normal goes into
    /// the field; the contact is half the depth back along it.
    pub(super) fn add(&mut self, out: &mut Manifold, point: Vec3, dist: f64, shape: &impl SdfShape, pose: Pose) {
        let known = self.points[..self.len].iter().any(|p| p.distance(point) < MINVAL);
        // a distance that is not a number is no contact
        if dist.is_nan() || dist > 0.0 || known || out.is_full() || self.len == MAXCONPAIR {
            return;
        }
        let (outward, norm) = shape.gradient(point).normalized();
        if norm < MINVAL {
            return;
        }
        self.points[self.len] = point;
        self.len += 1;
        let normal = pose.quat.rotate(-outward);
        let pos = (pose.quat.rotate(point) + pose.pos).add_scaled(normal, 0.5 * dist);
        out.push(Point { dist, pos, normal, tangent: Vec3::ZERO });
    }
}

/// Terms of the Halton sequence: the digits of an index behind the point, in reverse.
#[doc(alias = "mju_Halton")]
pub(super) fn halton(index: u32, base: u32) -> f64 {
    let step = f64::from(base);
    let (mut left, mut share, mut sum) = (index, 1.0 / step, 0.0);
    while left > 0 {
        sum += share * f64::from(left % base);
        share /= step;
        left /= base;
    }
    sum
}

/// Walks down a function from a point and returns its value at the end; a bad gradient ends far away.
///
/// Each step is halved until it lowers the function by a tenth of what the gradient promises (Armijo's rule).
fn descend(point: &mut Vec3, shape: &impl SdfShape, steps: u32) -> f64 {
    const PROMISE: f64 = 0.1;
    const FIRST: f64 = 2.0;
    const LEAST: f64 = 1e-4;
    let mut dist = MAXVAL;
    for _ in 0..steps {
        let gradient = shape.gradient(*point);
        if !gradient.0.iter().all(|g| g.abs() <= MAXVAL) {
            return MAXVAL;
        }
        let start = *point;
        let before = shape.distance(start);
        let (mut step, mut wanted) = (FIRST, -PROMISE * FIRST * gradient.dot(gradient));
        loop {
            step *= 0.5;
            wanted *= 0.5;
            *point = start.add_scaled(gradient, -step);
            dist = shape.distance(*point);
            if !(step > LEAST && dist - before > wanted) {
                break;
            }
        }
        // no better: back to where it was
        if before < dist {
            *point = start;
            return before;
        }
        if *point == start {
            break;
        }
    }
    dist
}

/// A geom and a signed distance field: descents from points spread over the overlap of their boxes.
///
/// Each descent seeks the deepest overlap, then takes one step into both shapes, which drops what distances that are not
/// exact found in error. The normal is that of the surface between the two.
///
/// Macklin and others, *Local Optimization for Robust Signed Distance Field Collision* (2020).
#[doc(alias = "mjc_SDF")]
pub fn sdf_pair(out: &mut Manifold, one: &Placed, two: &Placed, effort: Effort) {
    let (one_from_two, two_from_one) = (Map::between(two.pose, one.pose), Map::between(one.pose, two.pose));
    // not quite the identity: descents are sensitive to the last digit of where they start
    let one_from_one = Map::between(one.pose, one.pose);

    // where the boxes overlap, in the frame of the first geom
    let (mut low, mut high) = (Vec3([MAXVAL; 3]), Vec3([-MAXVAL; 3]));
    for corner in 0..8 {
        let side = |k: usize| if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
        let at = one_from_two.apply(Vec3(std::array::from_fn(|k| two.aabb[k] + side(k) * two.aabb[k + 3])));
        for k in 0..3 {
            low[k] = low[k].min(at[k]);
            high[k] = high[k].max(at[k]);
        }
    }
    for k in 0..3 {
        low[k] = low[k].max(one.aabb[k] - one.aabb[k + 3]);
        high[k] = high[k].min(one.aabb[k] + one.aabb[k + 3]);
        if low[k].is_nan() || high[k].is_nan() || low[k] > high[k] {
            return;
        }
    }

    let pair = |goal: Goal| Pair { one: &two.field, two: &one.field, two_from_one: &one_from_two, goal };
    let mut found = Found::new();
    for start in 0..effort.starts {
        let at = |k: usize, base: u32| low[k] + (high[k] - low[k]) * halton(start, base);
        let mut point = two_from_one.apply(one_from_one.apply(Vec3::new(at(0, 2), at(1, 3), at(2, 5))));
        descend(&mut point, &pair(Goal::Overlap), effort.steps);
        let dist = descend(&mut point, &pair(Goal::Both), 1);
        found.add(out, point, dist, &pair(Goal::Between), two.pose);
        if out.is_full() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GeomType;
    use crate::sdf::Primitive;

    fn sphere(radius: f64) -> GeomField<'static> {
        GeomField::Primitive(Primitive::new(GeomType::Sphere, Vec3::new(radius, 0.0, 0.0)).unwrap())
    }

    fn contacts(distance: f64) -> Vec<Point> {
        let aabb = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let mut room = [Point::default(); MAXCONPAIR];
        let mut out = Manifold::new(&mut room);
        let placed = |x: f64| {
            let pose = Pose { pos: Vec3::X * x, quat: Quat::IDENTITY };
            Placed { field: sphere(1.0), pose, aabb: &aabb }
        };
        sdf_pair(&mut out, &placed(0.0), &placed(distance), Effort { starts: 40, steps: 10 });
        out.points().to_vec()
    }

    #[test]
    fn overlapping_balls_touch_between_their_centres() {
        let found = contacts(1.8);
        assert!(!found.is_empty());
        let deepest = found.iter().min_by(|p, q| p.dist.total_cmp(&q.dist)).unwrap();
        // descents stop short of the deepest point, never beyond it
        assert!(deepest.dist > -0.1 - 1e-9 && deepest.dist < -0.05, "{deepest:?}");
        assert!(deepest.normal.distance(Vec3::X) < 0.05, "{deepest:?}");
    }

    #[test]
    fn balls_apart_do_not_touch_though_their_boxes_do() {
        assert!(contacts(2.5).is_empty());
        assert!(contacts(1e300).is_empty() && contacts(f64::NAN).is_empty());
    }

    #[test]
    fn halton_points_fill_the_unit_interval_evenly() {
        assert_eq!([1, 2, 3, 4].map(|i| halton(i, 2)), [0.5, 0.25, 0.75, 0.125]);
        for quarter in 0..4 {
            let inside = (0..64).filter(|&i| (halton(i, 2) * 4.0) as u32 == quarter).count();
            assert_eq!(inside, 16);
        }
    }
}
