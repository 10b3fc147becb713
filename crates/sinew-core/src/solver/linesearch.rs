//! Exact line search along a direction.
//!
//! The cost along a line is convex and piecewise smooth with cheap derivatives, so Newton steps in one variable find the
//! minimum: first from the start in one direction until the slope changes sign, then between brackets.

use std::ops::Range;

use super::bounded;
use super::one_sided::{self, Block};
use super::problem::Problem;
use crate::model::Options;

/// Cost and its two derivatives at a point of the line; the cost is relative to that at zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    alpha: f64,
    cost: f64,
    slope: f64,
    curvature: f64,
}

impl Point {
    /// Adds the parabola with these coefficients, after which the cost is whole.
    #[inline]
    pub fn with_parabola(mut self, [q0, q1, q2]: [f64; 3]) -> Self {
        let alpha = self.alpha;
        self.cost += alpha * alpha * q2 + alpha * q1 + q0;
        self.slope += 2.0 * alpha * q2 + q1;
        self.curvature += 2.0 * q2;
        self.curvature = self.curvature.max(crate::math::MINVAL);
        self
    }

    /// A point of the line where nothing costs yet.
    #[inline]
    pub fn bare(alpha: f64) -> Self {
        Self { alpha, ..Self::default() }
    }

    /// Where Newton's method goes from here.
    #[inline]
    pub fn newton_step(&self) -> f64 {
        self.alpha - self.slope / self.curvature
    }
}

/// A cost along a line.
pub(super) trait Curve {
    /// The cost at a point.
    fn at(&mut self, alpha: f64) -> Point;
}

/// When a search may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// slope that counts as none
    slope: f64,
    /// most evaluations
    evaluations: usize,
    /// scale of the slope that is reported
    scale: f64,
}

impl Goal {
    /// What the options ask of a direction of length `norm`, with costs scaled by `scale`; none if there is no direction.
    #[inline]
    pub fn new(opt: &Options, norm: f64, scale: f64) -> Option<Self> {
        let slope = opt.tolerance * opt.ls_tolerance * norm / scale;
        let goal = Self { slope, evaluations: opt.ls_iterations.max(0) as usize, scale: scale / norm };
        (norm >= crate::math::MINVAL || norm.is_nan()).then_some(goal)
    }
}

/// Result of a line search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineSearch {
    /// step along the direction; zero if there is no improvement
    pub alpha: f64,
    /// reduction of the cost
    pub improvement: f64,
    /// slope that was left, scaled
    pub slope: f64,
    /// evaluations of the cost
    pub evaluations: usize,
}

/// The cost along a line, prepared so that one evaluation is cheap.
pub(super) struct Line<'a> {
    pub problem: &'a Problem<'a>,
    /// `J x − a_ref` at the start
    pub jar: &'a [f64],
    /// `J v`
    pub jv: &'a [f64],
    /// linear and quadratic coefficient of the inertial part, and once prepared of the equalities as well
    pub gauss: [f64; 2],
    /// rows that act one way only, before the first elliptic contact
    pub simple: Range<usize>,
    /// what they cost
    pub blocks: &'a mut [Block],
    /// what rows of friction loss cost
    pub friction: &'a mut [Block],
    /// coefficients of each other row, with room for one more; an elliptic contact uses all of its first three
    pub quad: &'a mut [[f64; 4]],
}

impl Line<'_> {
    /// Computes the coefficients of every row.
    pub fn prepare(&mut self) {
        let rows = &self.problem.rows;
        let simple = self.simple.clone();
        if rows.nf > 0 {
            let friction = rows.ne..rows.ne + rows.nf;
            bounded::prepare(self.friction, &rows.bounded(), &self.jar[friction.clone()], &self.jv[friction]);
        }
        one_sided::prepare(self.blocks, &self.jar[simple.clone()], &self.jv[simple.clone()], &rows.mass[simple]);
        let quadratic = |i: usize| {
            let dj = rows.mass[i] * self.jar[i];
            [0.5 * self.jar[i] * dj, self.jv[i] * dj, 0.5 * self.jv[i] * rows.mass[i] * self.jv[i], 0.0]
        };
        // what equalities cost at the start cancels
        for i in 0..rows.ne {
            let [_, c1, c2, _] = quadratic(i);
            self.gauss[0] += c1;
            self.gauss[1] += c2;
        }
        let mut i = self.simple.end;
        while i < self.jar.len() {
            self.quad[i] = quadratic(i);
            if !self.problem.is_elliptic(i) {
                i += 1;
                continue;
            }
            let cone = self.problem.cone(rows.id[i] as usize);
            let [mut c0, mut c1, mut c2, _] = self.quad[i];
            let (mut uu, mut uv, mut vv) = (0.0, 0.0, 0.0);
            for j in 1..cone.dim {
                let (x, v, mass, mu) = (self.jar[i + j], self.jv[i + j], rows.mass[i + j], cone.friction[j - 1]);
                c0 += 0.5 * mass * x * x;
                c1 += mass * x * v;
                c2 += 0.5 * mass * v * v;
                uu += x * mu * x * mu;
                uv += x * mu * v * mu;
                vv += v * mu * v * mu;
            }
            let mass = rows.mass[i] / (cone.mu * cone.mu * (1.0 + cone.mu * cone.mu));
            let normal = self.jar[i] * cone.mu;
            let (tangent, zone) = tangent_and_zone(normal, uu, cone.mu);
            self.quad[i] = [c0, c1, c2, tangent];
            self.quad[i + 1] = [normal, self.jv[i] * cone.mu, uu, f64::from(zone)];
            self.quad[i + 2] = [uv, vv, mass, cone.mu];
            i += cone.dim;
        }
    }

    /// Minimum of the cost along the line.
    pub fn search(&mut self, goal: Goal) -> LineSearch {
        self.prepare();
        let start = self.at(0.0);
        let first = self.at(start.newton_step());
        minimum(self, [start, first], goal)
    }
}

impl Curve for Line<'_> {
    fn at(&mut self, alpha: f64) -> Point {
        let rows = &self.problem.rows;
        let mut p = Point::bare(alpha);
        // sum of the coefficients of all quadratic parts
        let [mut q0, mut q1, mut q2] = [0.0, self.gauss[0], self.gauss[1]];

        let mut sums = [0.0; 3];
        if !self.friction.is_empty() {
            bounded::sums(&mut sums, self.friction, alpha);
            [p.cost, p.slope, p.curvature] = sums;
        }
        one_sided::sums(&mut sums, self.blocks, alpha);
        q0 += sums[0];
        q1 += sums[1];
        q2 += sums[2];
        let mut i = self.simple.end;
        while i < self.jar.len() {
            if self.problem.is_elliptic(i) {
                elliptic(&mut p, &self.quad[i..i + 3]);
                i += self.problem.contact[rows.id[i] as usize].dim as usize;
                continue;
            }
            let start = self.jar[i];
            let before = if start < 0.0 { self.quad[i][0] } else { 0.0 };
            if start + alpha * self.jv[i] < 0.0 {
                q0 += self.quad[i][0] - before;
                q1 += self.quad[i][1];
                q2 += self.quad[i][2];
            } else {
                p.cost -= before;
            }
            i += 1;
        }
        p.with_parabola([q0, q1, q2])
    }
}

/// Minimum of the cost along a line, from its start and the first Newton step.
#[inline]
pub(super) fn minimum(curve: &mut impl Curve, [start, mut p1]: [Point; 2], goal: Goal) -> LineSearch {
    let mut search = Search { curve, goal, evaluations: 2 };
    if p1.slope.abs() < goal.slope && (p1.alpha == 0.0 || p1.cost < 0.0) {
        return search.done(p1);
    }

    // one-sided Newton steps until the slope changes sign
    let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
    let mut p2 = start;
    while p1.slope * direction <= -goal.slope && search.evaluations < goal.evaluations {
        p2 = p1;
        p1 = search.at(p1.newton_step());
        if p1.slope.abs() < goal.slope && p1.cost < 0.0 {
            return search.done(p1);
        }
    }
    if search.evaluations >= goal.evaluations {
        return search.done(p1);
    }
    search.bracketed(p1, p2)
}

/// A search under way.
struct Search<'a, C> {
    curve: &'a mut C,
    goal: Goal,
    evaluations: usize,
}

impl<C: Curve> Search<'_, C> {
    fn at(&mut self, alpha: f64) -> Point {
        self.evaluations += 1;
        self.curve.at(alpha)
    }

    fn done(&self, p: Point) -> LineSearch {
        let slope = p.slope.abs() * self.goal.scale;
        LineSearch { alpha: p.alpha, improvement: -p.cost, slope, evaluations: self.evaluations }
    }

    /// Narrows a bracket by Newton steps from both ends and its midpoint.
    fn bracketed(&mut self, mut p1: Point, mut p2: Point) -> LineSearch {
        let mut next2 = p1;
        let mut next1 = self.at(p1.newton_step());
        while self.evaluations < self.goal.evaluations {
            let middle = self.at(0.5 * (p1.alpha + p2.alpha));
            let candidates = [next1, next2, middle];
            let flat = candidates.iter().filter(|p| p.slope.abs() < self.goal.slope);
            if let Some(best) = flat.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
                return self.done(*best);
            }
            let moved1 = self.tighten(&mut p1, &candidates, &mut next1);
            let moved2 = self.tighten(&mut p2, &candidates, &mut next2);
            if !moved1 && !moved2 {
                // numerical accuracy is reached
                return self.done(middle);
            }
        }
        let best = if p1.cost <= p2.cost { p1 } else { p2 };
        if best.cost < 0.0 {
            self.done(best)
        } else {
            LineSearch { evaluations: self.evaluations, ..LineSearch::default() }
        }
    }

    /// Moves an end of the bracket to the candidate with the flattest slope of the same sign.
    fn tighten(&mut self, end: &mut Point, candidates: &[Point; 3], next: &mut Point) -> bool {
        let mut moved = false;
        for c in candidates {
            if c.slope * end.slope > 0.0 && c.slope.abs() < end.slope.abs() {
                *end = *c;
                moved = true;
            }
        }
        if moved {
            *next = self.at(end.newton_step());
        }
        moved
    }
}

/// Tangential part of an elliptic contact, from its square, and the zone that it is in with its normal part: 0 satisfied,
/// 1 sticking, 2 sliding.
#[inline]
fn tangent_and_zone(n: f64, square: f64, mu: f64) -> (f64, i32) {
    if square <= 0.0 {
        return (0.0, i32::from(n < 0.0));
    }
    let t = square.sqrt();
    let zone = if n >= mu * t {
        0
    } else if mu * n + t <= 0.0 {
        1
    } else {
        2
    };
    (t, zone)
}

/// Adds an elliptic contact: cost relative to the start and derivatives at the point.
fn elliptic(p: &mut Point, quad: &[[f64; 4]]) {
    let [[c0, c1, c2, t0], [n0, v0, uu, from], [uv, vv, mass, mu]] = [quad[0], quad[1], quad[2]];
    let (alpha, from) = (p.alpha, from as i32);
    let n = n0 + alpha * v0;
    let (t, to) = tangent_and_zone(n, uu + alpha * (2.0 * uv + alpha * vv), mu);
    p.cost += match (from, to) {
        (0, 0) => 0.0,
        (1, 1) => alpha * (alpha * c2 + c1),
        (2, 2) => {
            // difference of squares, with the change of the tangential part computed without cancellation
            let dt = alpha * (2.0 * uv + alpha * vv) / (t + t0);
            let change = alpha * v0 - mu * dt;
            0.5 * mass * change * (n + n0 - mu * (t + t0))
        }
        _ => {
            let cost = |zone: i32, alpha: f64, n: f64, t: f64| match zone {
                0 => 0.0,
                1 => alpha * (alpha * c2 + c1) + c0,
                _ => 0.5 * mass * (n - mu * t) * (n - mu * t),
            };
            cost(to, alpha, n, t) - cost(from, 0.0, n0, t0)
        }
    };
    match to {
        1 => {
            p.slope += 2.0 * alpha * c2 + c1;
            p.curvature += 2.0 * c2;
        }
        2 => {
            let t1 = (uv + alpha * vv) / t;
            let t2 = vv / t - (uv + alpha * vv) * t1 / (t * t);
            let (gap, gap1) = (n - mu * t, v0 - mu * t1);
            p.slope += mass * gap * gap1;
            p.curvature += mass * (gap1 * gap1 - gap * mu * t2);
        }
        _ => {}
    }
}
