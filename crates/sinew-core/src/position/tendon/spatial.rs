//! Spatial tendons: paths over sites and obstacles, in branches that pulleys start.

use std::iter::Zip;
use std::slice::IterMut;

use super::wrap::{Shape, Wrap, wrap};
use crate::dof_chain::Chains;
use crate::math::simd::kernel;
use crate::math::{Spatial, Vec3};
use crate::model::WrapType;
use crate::{Data, Id, Model};

/// An obstacle between two sites.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// the geom
    pub geom: usize,
    /// its shape
    pub shape: Shape,
    /// site that says which side to pass, if any
    pub side: Option<usize>,
}

/// One piece of a tendon's path.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// a pulley starts a new branch
    Pulley,
    /// the path from one site to the next
    Leg {
        /// first and last site
        sites: [usize; 2],
        /// what lies between them
        obstacle: Option<Obstacle>,
        /// divides the length of this branch
        divisor: f64,
        /// last leg of its branch
        last: bool,
    },
}

/// The pieces of a spatial tendon, in order.
#[inline]
pub fn pieces(m: &Model, tendon: usize) -> Pieces<'_> {
    let start = m.tendon_adr[tendon].ix();
    let all = start..start + m.tendon_num[tendon].ix();
    Pieces {
        kinds: &m.wrap_type[all.clone()],
        objects: &m.wrap_objid[all.clone()],
        parameters: &m.wrap_prm[all],
        at: 0,
        divisor: 1.0,
    }
}

/// Walks along the path that the model lists.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    kinds: &'a [i32],
    objects: &'a [i32],
    parameters: &'a [f64],
    at: usize,
    divisor: f64,
}

const PULLEY: i32 = WrapType::Pulley as i32;
const SPHERE: i32 = WrapType::Sphere as i32;
const CYLINDER: i32 = WrapType::Cylinder as i32;

impl Iterator for Pieces<'_> {
    type Item = Piece;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs as much as a straight leg")]
    fn next(&mut self) -> Option<Piece> {
        while self.at + 1 < self.kinds.len() {
            let here = self.at;
            self.at += 1;
            if self.kinds[here] == PULLEY {
                self.divisor = self.parameters[here];
                return Some(Piece::Pulley);
            }
            let shape = match self.kinds[here + 1] {
                PULLEY => continue,
                SPHERE => Some(Shape::Sphere),
                CYLINDER => Some(Shape::Cylinder),
                _ => None,
            };
            let obstacle = shape.map(|shape| Obstacle {
                geom: self.objects[here + 1].ix(),
                shape,
                side: (self.parameters[here + 1] as i32).opt(),
            });
            self.at += usize::from(obstacle.is_some());
            return Some(Piece::Leg {
                sites: [self.objects[here].ix(), self.objects[self.at].ix()],
                obstacle,
                divisor: self.divisor,
                last: self.kinds.get(self.at + 1).is_none_or(|&next| next == PULLEY),
            });
        }
        None
    }
}

/// Points of the paths of tendons, one after the other: a geom id, -1 for a site, -2 for a pulley, and where it is.
pub(super) struct Path<'a> {
    places: Zip<IterMut<'a, i32>, IterMut<'a, [f64; 3]>>,
    room: usize,
}

impl<'a> Path<'a> {
    /// No points yet, and where they go.
    pub(super) fn new(objects: &'a mut [i32], points: &'a mut [[f64; 3]]) -> Self {
        let places = objects.iter_mut().zip(points);
        Self { room: places.len(), places }
    }

    /// Number of points.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.room - self.places.len()
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn push(&mut self, object: i32, point: Vec3) {
        if let Some((to, at)) = self.places.next() {
            (*to, *at) = (object, point.0);
        }
    }
}

/// A point of a path and the body that carries it.
#[derive(Clone, Copy)]
struct End {
    body: usize,
    point: Vec3,
}

/// What paths run through: sites, and the dofs that move them.
pub(super) struct Space<'a> {
    site_bodyid: &'a [i32],
    site_xpos: &'a [Vec3],
    body_rootid: &'a [i32],
    subtree_com: &'a [Vec3],
    cdof: &'a [Spatial],
    chains: Chains<'a>,
}

impl<'a> Space<'a> {
    /// The columns that measuring reads.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn new(m: &'a Model, d: &'a Data, chains: Chains<'a>) -> Self {
        let (site_bodyid, site_xpos) = (&m.site_bodyid[..m.nsite], &d.site_xpos[..m.nsite]);
        let (body_rootid, subtree_com) = (&m.body_rootid[..m.nbody], &d.subtree_com[..m.nbody]);
        Self { site_bodyid, site_xpos, body_rootid, subtree_com, cdof: &d.cdof[..m.nv], chains }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn site(&self, site: i32) -> End {
        let site = site.ix();
        End { body: self.site_bodyid[site].ix(), point: self.site_xpos[site] }
    }
}

/// Length of a spatial tendon. Adds its Jacobian to the dense row, and its points to the path.
///
/// Walks as [`pieces`] does; the end of a leg is the start of the next.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn measure(
    m: &Model,
    d: &Data,
    space: &Space<'_>,
    tendon: usize,
    row: &mut [f64],
    path: &mut Path<'_>,
) -> f64 {
    let Pieces { kinds, objects, parameters, mut divisor, .. } = pieces(m, tendon);
    let mut length = 0.0;
    // the last site of this branch, if it has one, and the obstacle behind it; true if a leg ends there
    let (mut from, mut obstacle, mut walked) = (None, None, false);
    for ((&kind, &object), &parameter) in kinds.iter().zip(objects).zip(parameters) {
        if kind == PULLEY {
            if let (Some(End { point, .. }), true) = (from, walked) {
                path.push(-1, point);
            }
            path.push(-2, Vec3::ZERO);
            (divisor, from, obstacle, walked) = (parameter, None, None, false);
            continue;
        }
        if kind == SPHERE || kind == CYLINDER {
            let shape = if kind == SPHERE { Shape::Sphere } else { Shape::Cylinder };
            obstacle = Some(Obstacle { geom: object.ix(), shape, side: (parameter as i32).opt() });
            continue;
        }
        let to = space.site(object);
        if let Some(mut from) = from {
            path.push(-1, from.point);
            let mut leg = 0.0;
            if let Some(obstacle) = obstacle.take() {
                let mut part = None;
                around(&mut part, m, d, space, obstacle, &[from, to], divisor, row, path);
                (leg, from) = part.unwrap_or((leg, from));
            }
            leg += segment(space, [from, to], divisor, row);
            length += leg / divisor;
            walked = true;
        }
        from = Some(to);
    }
    if let (Some(End { point, .. }), true) = (from, walked) {
        path.push(-1, point);
    }
    length
}

kernel! {
    /// The first part of a leg that touches an obstacle: its length and where it goes off. None if nothing is in the way.
    fn around(
        out: &mut Option<(f64, End)>,
        m: &Model,
        d: &Data,
        space: &Space<'_>,
        obstacle: Obstacle,
        legs: &[End; 2],
        divisor: f64,
        row: &mut [f64],
        path: &mut Path<'_>,
    ) {
        let [from, to] = *legs;
        let (g, side) = (obstacle.geom, obstacle.side.and_then(|s| d.site_xpos.get(s)).copied());
        let (ends, body) = ([from.point, to.point], m.geom_bodyid[g].ix());
        let found = wrap(ends, d.geom_xpos[g], &d.geom_xmat[g], m.geom_size[g][0], obstacle.shape, side);
        let Some(Wrap { length: arc, points: [on, off] }) = found else { return };
        let first = segment(space, [from, End { body, point: on }], divisor, row);
        path.push(g as i32, on);
        path.push(g as i32, off);
        *out = Some((first + arc, End { body, point: off }));
    }
}

/// Distance of two points that move with two bodies; its gradient, divided, is added to the row.
///
/// The two ends pull with the same force along one line, so about one origin their wrenches are opposite, and a dof
/// that moves both ends feels neither.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn segment(space: &Space<'_>, [from, to]: [End; 2], divisor: f64, row: &mut [f64]) -> f64 {
    let gap = to.point - from.point;
    if from.body == to.body {
        return gap.norm();
    }
    let (direction, length) = gap.normalized();
    let pull = direction * (1.0 / divisor);
    let wrench = |end: End, pull: Vec3| {
        let origin = space.subtree_com[space.body_rootid[end.body].ix()];
        Spatial::new((end.point - origin).cross(pull), pull)
    };
    let last = wrench(to, pull);
    let same_tree = space.body_rootid[from.body] == space.body_rootid[to.body];
    let first = if same_tree { -last } else { wrench(from, -pull) };
    space.chains.project_pair(space.cdof, [from.body, to.body], &[first, last], row);
    length
}
