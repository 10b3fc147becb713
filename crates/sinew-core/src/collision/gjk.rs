//! Distance and intersection of convex bodies by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! The bodies overlap where their Minkowski difference holds the origin. A simplex in the difference walks towards the
//! origin: each step adds the support against the nearest point so far and keeps the face that is nearest. The gap
//! between the nearest point and the support bounds the error.
//!
//! Gilbert, Johnson and Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space* (1988); Montanari and others (2017).

use bytemuck::{Pod, Zeroable};

use super::convex::Convex;
use super::simplex::nearest_weights;
use crate::math::{MINVAL, Vec3};

/// A point of the Minkowski difference and the points of the bodies that made it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Vertex {
    /// `one - two`
    pub point: Vec3,
    /// on the first body
    pub one: Vec3,
    /// on the second body
    pub two: Vec3,
    /// vertex of the first body, if it is a polytope
    pub index1: i32,
    /// vertex of the second body, if it is a polytope
    pub index2: i32,
}

/// Limits of a query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// distance up to which answers may be off
    pub tolerance: f64,
    /// most iterations
    pub iterations: usize,
    /// distance beyond which bodies are far; zero if only overlap matters
    pub cutoff: f64,
    /// true if polytopes are taken for smooth bodies, which end their searches within the tolerance
    pub smooth: bool,
}

/// What GJK found.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// distance; zero if the origin is inside the simplex, `f64::MAX` if far
    pub dist: f64,
    /// nearest point on the first body
    pub one: Vec3,
    /// nearest point on the second body
    pub two: Vec3,
    /// true if the bodies are known to be apart
    pub separated: bool,
    /// the last simplex
    pub simplex: [Vertex; 4],
    /// number of its vertices
    pub len: usize,
}

impl Nearest {
    fn far(mut self) -> Self {
        self.separated = true;
        self.dist = f64::MAX;
        self.len = 0;
        self
    }
}

/// The support of the Minkowski difference along a unit direction.
#[inline]
pub(super) fn support(a: &mut Convex, b: &mut Convex, direction: Vec3) -> Vertex {
    let (one, two) = (a.support(direction), b.support(-direction));
    Vertex { point: one - two, one, two, index1: a.vertex, index2: b.vertex }
}

/// Runs GJK from the given points of the two bodies.
pub fn gjk(a: &mut Convex, b: &mut Convex, limits: Limits) -> Nearest {
    let discrete = !limits.smooth && a.is_discrete() && b.is_discrete();
    // polytopes converge after finitely many steps
    let (gap, touching) =
        if discrete { (0.0, MINVAL) } else { (0.5 * limits.tolerance * limits.tolerance, limits.tolerance) };
    let want_distance = limits.cutoff > 0.0;

    let mut out = Nearest {
        dist: f64::MAX,
        one: a.centre(),
        two: b.centre(),
        separated: false,
        simplex: [Vertex::default(); 4],
        len: 0,
    };
    let mut weights = [0.0; 4];
    let mut nearest = out.one - out.two;
    let mut norm = nearest.norm();
    let mut previous = 0.0;
    for _ in 0..limits.iterations {
        // touching, or no longer moving
        if out.len > 0 && (norm < touching || f64::abs(previous - norm) < MINVAL) {
            break;
        }
        // coincident centres start in any direction
        let direction = if norm < MINVAL { Vec3::X } else { nearest * (-1.0 / norm) };
        let vertex = support(a, b, direction);
        out.simplex[out.len] = vertex;

        // duality gap of the Frank-Wolfe step bounds the squared error
        if norm >= MINVAL && nearest.dot(nearest - vertex.point) < gap {
            break;
        }

        // the support plane bounds the distance from below
        let lower = nearest.dot(vertex.point);
        if lower > 0.0 && (!want_distance || limits.cutoff < f64::MAX && lower >= limits.cutoff * norm) {
            return out.far();
        }

        // keep the vertices that carry the nearest point
        let mut points = [Vec3::ZERO; 4];
        for (point, vertex) in points.iter_mut().zip(&out.simplex) {
            *point = vertex.point;
        }
        let all = nearest_weights(&points[..=out.len]);
        out.len = 0;
        for i in 0..4 {
            if all[i] != 0.0 {
                out.simplex[out.len] = out.simplex[i];
                weights[out.len] = all[i];
                out.len += 1;
            }
        }
        if out.len == 0 {
            return out.far();
        }
        nearest = combine(&out.simplex[..out.len], &weights, |v| v.point);
        previous = norm;
        norm = nearest.norm();
        if out.len == 4 {
            break;
        }
    }

    if out.len > 0 {
        out.one = combine(&out.simplex[..out.len], &weights, |v| v.one);
        out.two = combine(&out.simplex[..out.len], &weights, |v| v.two);
    }
    // an early end may still show a separating plane
    if norm > 0.0 && nearest.dot(support(a, b, nearest * (-1.0 / norm)).point) > 0.0 {
        out.separated = true;
    }
    out.dist = if out.len == 4 && !out.separated { 0.0 } else { norm };
    out
}

/// Weighted sum over a simplex.
#[inline]
fn combine(simplex: &[Vertex], weights: &[f64; 4], of: impl Fn(&Vertex) -> Vec3) -> Vec3 {
    let mut sum = of(&simplex[0]) * weights[0];
    for (vertex, &weight) in simplex.iter().zip(weights).skip(1) {
        sum = sum.add_scaled(of(vertex), weight);
    }
    sum
}
