//! Distance and contact points of any two convex bodies: GJK, then EPA, then several points where faces meet.

use super::convex::{Convex, Kind};
use super::epa::{Miss, epa};
use super::gjk::{Limits, Nearest, Vertex, gjk};
use super::multicontact::{self, Witness, multicontact};
use super::polytope;
use crate::math::Vec3;
use crate::scratch::{Frame, Need};

/// Memory of a query.
#[derive(Debug)]
pub struct Buffers<'a> {
    nearest: Nearest,
    polytope: polytope::Buffers<'a>,
    faces: multicontact::Buffers<'a>,
}

impl Buffers<'_> {
    /// The direction that the last query tried last, from the first body to the second.
    pub(super) fn axis(&self) -> Vec3 {
        self.nearest.axis
    }
}

impl<'a> Buffers<'a> {
    /// Memory for this many iterations, faces with this many corners and vertices with this many faces.
    pub fn need(iterations: usize, corners: usize, degree: usize) -> Need {
        polytope::Buffers::need(iterations).and(multicontact::Buffers::need(corners, degree))
    }

    /// Carves the memory from a frame.
    pub fn new(frame: &mut Frame<'a>, iterations: usize, corners: usize, degree: usize) -> Self {
        Self {
            nearest: Nearest::default(),
            polytope: polytope::Buffers::new(frame, iterations),
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
    /// smallest distance; negative when the bodies, blown up by the margin, overlap; `f64::MAX` when they are far
    pub dist: f64,
}

impl Contacts {
    fn one(dist: f64, one: Vec3, two: Vec3) -> Self {
        Self { witness: [Witness { dist, one, two }; 4], len: 1, dist }
    }

    fn none(dist: f64) -> Self {
        Self { witness: [Witness::default(); 4], len: 0, dist }
    }

    /// Replaces a single witness by several if faces or edges lie along each other.
    fn several(
        mut self,
        a: &Convex,
        b: &Convex,
        simplex: &[Vertex],
        margin: f64,
        m: &mut multicontact::Buffers,
    ) -> Self {
        let Witness { one, two, .. } = self.witness[0];
        let mut found = [Witness::default(); 4];
        let len = multicontact(a, b, simplex, one, two, margin, m, &mut found);
        if len > 0 {
            (self.witness, self.len) = (found, len);
            self.dist = self.witnesses().iter().fold(f64::MAX, |least, w| least.min(w.dist));
        }
        self
    }

    /// The witnesses.
    pub fn witnesses(&self) -> &[Witness] {
        &self.witness[..self.len]
    }
}

/// Radius of a body that is a blown-up point or segment, else zero.
fn radius(body: &Convex) -> f64 {
    if matches!(body.kind, Kind::Sphere | Kind::Capsule) { body.size[0] } else { 0.0 }
}

/// The point or segment inside of a body with a radius, else the body itself.
fn core<'a>(body: &Convex<'a>) -> Kind<'a> {
    match body.kind {
        Kind::Sphere => Kind::Point,
        Kind::Capsule => Kind::Segment,
        kind => kind,
    }
}

/// Distance of two convex bodies, each blown up by half the margin, and the points where they touch or are closer than
/// the cutoff.
///
/// Spheres and capsules are points and segments with a radius, and a margin is a radius too: as long as the cores are
/// apart GJK gives the nearest points, which the radii then move. EPA takes over when the cores overlap.
#[doc(alias = "mjc_ccd")]
pub fn ccd(a: &mut Convex, b: &mut Convex, limits: Limits, margin: f64, points: Points, m: &mut Buffers) -> Contacts {
    let half = 0.5 * margin;
    let (radius1, radius2) = (radius(a), radius(b));
    if radius1 > 0.0 || radius2 > 0.0 || margin > 0.0 {
        let (full1, full2) = (half + radius1, half + radius2);
        let kinds = (a.kind, b.kind);
        (a.kind, b.kind) = (core(a), core(b));
        gjk(&mut m.nearest, a, b, Limits { cutoff: limits.cutoff + (full1 + full2), ..limits });
        (a.kind, b.kind) = kinds;
        let nearest = &m.nearest;
        if nearest.dist > limits.tolerance {
            let dist = nearest.dist - (full1 + full2);
            if nearest.dist == f64::MAX || dist > limits.cutoff {
                return Contacts::none(f64::MAX);
            }
            let normal = (nearest.two - nearest.one).normalized().0;
            let (one, two) = (nearest.one.add_scaled(normal, full1), nearest.two.add_scaled(normal, -full2));
            let single = Contacts::one(dist, one, two);
            if dist < 0.0 && points == Points::Several {
                return single.several(a, b, &nearest.simplex[..nearest.len], margin, &mut m.faces);
            }
            return single;
        }
        if points == Points::None {
            return Contacts::none(0.0);
        }
    }
    (a.inflation, b.inflation) = (half, half);
    let found = overlap(a, b, limits, margin, points, m);
    (a.inflation, b.inflation) = (0.0, 0.0);
    found
}

/// The answer for bodies whose cores are not apart.
fn overlap(a: &mut Convex, b: &mut Convex, limits: Limits, margin: f64, points: Points, m: &mut Buffers) -> Contacts {
    gjk(&mut m.nearest, a, b, limits);
    let nearest = &m.nearest;
    if points == Points::None || nearest.dist == f64::MAX {
        return Contacts::none(nearest.dist);
    }
    if nearest.dist > limits.tolerance || nearest.len < 2 || nearest.separated {
        return Contacts::one(nearest.dist, nearest.one, nearest.two);
    }
    match epa(a, b, nearest, limits, &mut m.polytope) {
        Ok(deepest) => {
            let single = Contacts::one(deepest.dist, deepest.one, deepest.two);
            if points == Points::Several { single.several(a, b, &deepest.face, margin, &mut m.faces) } else { single }
        }
        Err(Miss::Touch) if limits.cutoff > 0.0 => Contacts::one(nearest.dist, nearest.one, nearest.two),
        Err(Miss::Outside) => Contacts::one(0.0, nearest.one, nearest.two),
        Err(Miss::Touch | Miss::Spoilt) => Contacts::none(0.0),
    }
}
