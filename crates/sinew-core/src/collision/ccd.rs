//! Distance and contact points of any two convex bodies: GJK, then EPA, then several points where faces meet.

use super::convex::{Convex, Kind};
use super::epa::{self, epa};
use super::gjk::{Limits, Nearest, Vertex, gjk};
use super::multicontact::{self, Witness, multicontact};
use crate::math::Vec3;
use crate::scratch::{Frame, Need};

/// Memory of a query.
#[derive(Debug)]
pub struct Buffers<'a> {
    polytope: epa::Buffers<'a>,
    faces: multicontact::Buffers<'a>,
}

impl<'a> Buffers<'a> {
    /// Memory for this many iterations, faces with this many corners and vertices with this many faces.
    pub fn need(iterations: usize, corners: usize, degree: usize) -> Need {
        epa::Buffers::need(iterations).and(multicontact::Buffers::need(corners, degree))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, iterations: usize, corners: usize, degree: usize) -> Self {
        Self {
            polytope: epa::Buffers::new(frame, iterations),
            faces: multicontact::Buffers::new(frame, corners, degree),
        }
    }
}

/// How many contact points a query should look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// none: only the distance
    None,
    /// the deepest
    One,
    /// as many as faces and edges make
    Several,
}

/// What a query found: up to four witnesses.
#[derive(Clone, Copy, Debug)]
pub struct Contacts {
    witness: [Witness; 4],
    len: usize,
    /// smallest distance; negative when the bodies overlap, `f64::MAX` when they are far
    pub dist: f64,
    /// unit direction from the first body to the second at the nearest or deepest points
    pub normal: Vec3,
}

impl Contacts {
    fn one(witness: Witness, normal: Vec3) -> Self {
        Self { witness: [witness; 4], len: 1, dist: witness.dist, normal }
    }

    fn none(dist: f64) -> Self {
        Self { witness: [Witness::default(); 4], len: 0, dist, normal: Vec3::ZERO }
    }

    /// Replaces a single witness by several if faces or edges lie along each other.
    fn several(mut self, a: &Convex, b: &Convex, simplex: &[Vertex], reach: f64, m: &mut Buffers) -> Self {
        let mut found = [Witness::default(); 4];
        let (len, normal) = multicontact(a, b, simplex, self.normal, reach, &mut m.faces, &mut found);
        if len > 0 {
            (self.witness, self.len, self.normal) = (found, len, normal);
            self.dist = self.witnesses().iter().fold(f64::MAX, |least, w| least.min(w.dist));
        }
        self
    }

    /// The witnesses.
    pub fn witnesses(&self) -> &[Witness] {
        &self.witness[..self.len]
    }
}

/// The radius of a body that is a blown-up point or segment, and its core.
fn core<'a>(body: &Convex<'a>) -> Option<(Convex<'a>, f64)> {
    let kind = match body.kind {
        Kind::Sphere => Kind::Point,
        Kind::Capsule => Kind::Segment,
        _ => return None,
    };
    Some((Convex::new(kind, body.pos, body.mat, body.size), body.size[0]))
}

/// Distance of two convex bodies and the points where they touch or are closer than the cutoff.
///
/// As long as the bodies are apart GJK gives the nearest points; EPA takes over when they overlap. Spheres and capsules
/// are points and segments with a radius, so they overlap deeply only when these cores do.
#[doc(alias = "mjc_ccd")]
pub fn ccd<'b>(a: &mut Convex<'b>, b: &mut Convex<'b>, limits: Limits, points: Points, m: &mut Buffers) -> Contacts {
    let (core1, core2) = (core(a), core(b));
    if core1.is_some() || core2.is_some() {
        let (mut core1, radius1) = core1.unwrap_or((*a, 0.0));
        let (mut core2, radius2) = core2.unwrap_or((*b, 0.0));
        let wider = Limits { cutoff: limits.cutoff + radius1 + radius2, ..limits };
        let nearest = gjk(&mut core1, &mut core2, wider);
        if nearest.dist > limits.tolerance {
            return apart(a, b, &nearest, radius1, radius2, limits, points, m);
        }
        if points == Points::None {
            return Contacts::none(0.0);
        }
    }

    let nearest = gjk(a, b, limits);
    if nearest.dist > limits.tolerance || nearest.separated || nearest.len < 2 {
        return apart(a, b, &nearest, 0.0, 0.0, limits, points, m);
    }
    if points == Points::None {
        return Contacts::none(0.0);
    }
    let several = points == Points::Several;
    let faceted = several && a.is_discrete() && b.is_discrete();
    let margin = if limits.smooth && !faceted { limits.cutoff } else { 0.0 };
    let limits = Limits { smooth: limits.smooth && !faceted, ..limits };

    // overlap, or contact within the tolerance; with a margin the bodies are blown up to meet half way
    let half = 0.5 * margin;
    let found = if margin > 0.0 {
        (a.inflation, b.inflation) = (half, half);
        let nearest = gjk(a, b, Limits { cutoff: 0.0, ..limits });
        let found = if nearest.len < 2 { None } else { epa(a, b, &nearest, limits, &mut m.polytope) };
        (a.inflation, b.inflation) = (0.0, 0.0);
        found
    } else {
        epa(a, b, &nearest, limits, &mut m.polytope)
    };
    let Some(deepest) = found else {
        return Contacts::none(0.0);
    };
    let normal = (deepest.one - deepest.two).normalized().0;
    let witness = Witness {
        dist: deepest.dist + margin,
        one: deepest.one.add_scaled(normal, -half),
        two: deepest.two.add_scaled(normal, half),
    };
    let single = Contacts::one(witness, normal);
    if points == Points::Several {
        return single.several(a, b, &deepest.face, limits.cutoff, m);
    }
    single
}

/// The answer of GJK for bodies, or cores of these radii, that do not overlap.
fn apart(
    a: &Convex,
    b: &Convex,
    nearest: &Nearest,
    radius1: f64,
    radius2: f64,
    limits: Limits,
    points: Points,
    m: &mut Buffers,
) -> Contacts {
    let dist = nearest.dist - (radius1 + radius2);
    if nearest.dist == f64::MAX || dist > limits.cutoff {
        return Contacts::none(f64::MAX);
    }
    let normal = (nearest.two - nearest.one).normalized().0;
    let witness =
        Witness { dist, one: nearest.one.add_scaled(normal, radius1), two: nearest.two.add_scaled(normal, -radius2) };
    let single = Contacts::one(witness, normal);
    if points == Points::Several {
        return single.several(a, b, &nearest.simplex[..nearest.len], limits.cutoff, m);
    }
    single
}
