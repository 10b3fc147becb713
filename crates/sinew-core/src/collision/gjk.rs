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
use super::simplex::{Foot, on_segment, on_tetrahedron, on_triangle};
use crate::math::simd::kernel;
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
}

/// What GJK found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nearest {
    /// distance; zero if the origin is inside the simplex, `f64::MAX` if far
    pub dist: f64,
    /// nearest point on the first body
    pub one: Vec3,
    /// nearest point on the second body
    pub two: Vec3,
    /// the last direction that was tried, from the first body to the second
    pub axis: Vec3,
    /// true if the bodies are known to be apart
    pub separated: bool,
    /// the last simplex
    pub simplex: [Vertex; 4],
    /// number of its vertices
    pub len: usize,
}

impl Nearest {
    fn set_far(&mut self) {
        self.separated = true;
        self.dist = f64::MAX;
        self.len = 0;
    }
}

/// The support of the Minkowski difference along a unit direction.
#[inline]
pub(super) fn support(out: &mut Vertex, a: &mut Convex, b: &mut Convex, direction: Vec3) {
    let [x, y, z] = direction.0;
    support_along(out, a, b, x, y, z);
}

kernel! {
    /// [`support`] along a direction that comes in registers: through memory it would be read as it was not written, in
    /// other pairs of components, for which processors wait.
    fn support_along<V>(out: &mut Vertex, a: &mut Convex, b: &mut Convex, x: f64, y: f64, z: f64) {
        let direction = Vec3::new(x, y, z);
        let (one, two) = (a.support_in::<V>(direction), b.support_in::<V>(-direction));
        *out = Vertex { point: one - two, one, two, index1: a.vertex, index2: b.vertex };
    }
}

kernel! {
    /// Runs GJK from the centres of the two bodies.
    ///
    /// With a cutoff the distance is found up to it; without one the search ends as soon as the bodies are known to be apart.
    pub fn gjk(out: &mut Nearest, a: &mut Convex, b: &mut Convex, limits: Limits) {
        (out.one, out.two) = (a.centre(), b.centre());
        (out.separated, out.len) = (false, 0);
        let discrete = a.is_discrete() && b.is_discrete();
        let want_distance = limits.cutoff > 0.0;
        // polytopes converge after finitely many steps
        let gap = if discrete { 0.0 } else { 0.5 * limits.tolerance * limits.tolerance };
        let touching = if discrete || want_distance { MINVAL } else { limits.tolerance };

        let mut weights = [0.0; 4];
        let mut nearest = out.one - out.two;
        let mut norm = nearest.norm();
        if norm < MINVAL {
            // coincident centres start in any direction
            (nearest, norm) = (Vec3::X, 1.0);
        }
        for iteration in 0..limits.iterations {
            let vertex = &mut out.simplex[out.len];
            out.axis = nearest * (-1.0 / norm);
            support(vertex, a, b, out.axis);
            let point = vertex.point;

            // the support plane bounds the distance from below
            let lower = nearest.dot(point);
            if lower > 0.0 {
                out.separated = true;
                if !want_distance || limits.cutoff < f64::MAX && lower >= limits.cutoff * norm {
                    out.set_far();
                    return;
                }
            }
            // duality gap of the Frank-Wolfe step bounds the squared error
            if iteration > 0 && nearest.dot(nearest - point) < gap {
                break;
            }

            // keep the vertices that carry the nearest point
            let mut foot = Foot::corner(&point);
            match &out.simplex[..=out.len] {
                [p, q] => foot = on_segment(&p.point, &q.point),
                [p, q, r] => on_triangle(&mut foot, &p.point, &q.point, &r.point),
                [p, q, r, s] => on_tetrahedron(&mut foot, &p.point, &q.point, &r.point, &s.point),
                _ => (),
            }
            out.len = 0;
            for i in 0..4 {
                if foot.weights[i] != 0.0 {
                    if i > out.len {
                        out.simplex[out.len] = out.simplex[i];
                    }
                    weights[out.len] = foot.weights[i];
                    out.len += 1;
                }
            }
            if out.len == 0 {
                out.set_far();
                return;
            }
            if out.len == 4 {
                // the origin is inside, unless a separating plane was seen before
                norm = if out.separated { norm } else { 0.0 };
                break;
            }
            nearest = foot.point;
            let previous = norm;
            norm = nearest.norm();
            // touching, or no longer moving
            let near = if out.len == 1 { MINVAL } else { touching };
            if norm < near || iteration > 0 && (norm - previous).abs() < MINVAL {
                break;
            }
        }

        if out.len > 0 {
            out.one = combine(&out.simplex[..out.len], &weights, |v| v.one);
            out.two = combine(&out.simplex[..out.len], &weights, |v| v.two);
        }
        // an early end may still show a separating plane
        if out.len < 4 && !out.separated && norm >= MINVAL {
            let mut vertex = Vertex::default();
            out.axis = nearest * (-1.0 / norm);
            support(&mut vertex, a, b, out.axis);
            out.separated = nearest.dot(vertex.point) > 0.0;
        }
        out.dist = norm;
    }
}

/// Weighted sum over a simplex.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn combine(simplex: &[Vertex], weights: &[f64; 4], of: impl Fn(&Vertex) -> Vec3) -> Vec3 {
    let mut sum = of(&simplex[0]) * weights[0];
    for i in 1..simplex.len() {
        sum = sum.add_scaled(of(&simplex[i]), weights[i]);
    }
    sum
}
