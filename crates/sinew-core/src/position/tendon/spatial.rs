//! Spatial tendons: paths over sites and obstacles, in branches that pulleys start.

use super::wrap::{Shape, Wrap, wrap};
use crate::dof_chain::{project_pair, wrench_at};
use crate::math::Vec3;
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
    objects: &'a mut [i32],
    points: &'a mut [[f64; 3]],
    len: usize,
}

impl<'a> Path<'a> {
    /// No points yet, and where they go.
    pub(super) fn new(objects: &'a mut [i32], points: &'a mut [[f64; 3]]) -> Self {
        Self { objects, points, len: 0 }
    }

    /// Number of points.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn push(&mut self, object: i32, point: Vec3) {
        self.objects[self.len] = object;
        self.points[self.len] = point.0;
        self.len += 1;
    }
}

/// Length of a spatial tendon. Adds its Jacobian to the dense row, and its points to the path.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn measure(m: &Model, d: &Data, tendon: usize, row: &mut [f64], path: &mut Path<'_>) -> f64 {
    let mut length = 0.0;
    for piece in pieces(m, tendon) {
        let Piece::Leg { sites, obstacle, divisor, last } = piece else {
            path.push(-2, Vec3::ZERO);
            continue;
        };
        let (from, to) = (d.site_xpos[sites[0]], d.site_xpos[sites[1]]);
        let (from_body, to_body) = (m.site_bodyid[sites[0]].ix(), m.site_bodyid[sites[1]].ix());
        let curve = obstacle.and_then(|o| Some((o.geom, curve(m, d, o, [from, to])?)));
        path.push(-1, from);
        let leg = if let Some((geom, Wrap { length: arc, points: [on, off] })) = curve {
            let body = m.geom_bodyid[geom].ix();
            let first = segment(m, d, [from_body, body], [from, on], divisor, row);
            let last = segment(m, d, [body, to_body], [off, to], divisor, row);
            path.push(geom as i32, on);
            path.push(geom as i32, off);
            first + arc + last
        } else {
            segment(m, d, [from_body, to_body], [from, to], divisor, row)
        };
        // most branches pull with their full force
        length += if divisor == 1.0 { leg } else { leg / divisor };
        if last {
            path.push(-1, to);
        }
    }
    length
}

/// The curved part of a leg, if the obstacle is in its way.
fn curve(m: &Model, d: &Data, obstacle: Obstacle, ends: [Vec3; 2]) -> Option<Wrap> {
    let g = obstacle.geom;
    let side = obstacle.side.map(|s| d.site_xpos[s]);
    wrap(ends, d.geom_xpos[g], &d.geom_xmat[g], m.geom_size[g][0], obstacle.shape, side)
}

/// Distance of two points that move with two bodies; its gradient, divided, is added to the row.
///
/// The two ends pull with the same force along one line, so about one origin their wrenches are opposite, and a dof
/// that moves both ends feels neither.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn segment(m: &Model, d: &Data, bodies: [usize; 2], points: [Vec3; 2], divisor: f64, row: &mut [f64]) -> f64 {
    let gap = points[1] - points[0];
    if bodies[0] == bodies[1] {
        return gap.norm();
    }
    let (direction, length) = gap.normalized();
    let pull = if divisor == 1.0 { direction } else { direction * (1.0 / divisor) };
    let last = wrench_at(m, d, bodies[1], points[1], pull, Vec3::ZERO);
    let first = if m.body_rootid[bodies[0]] == m.body_rootid[bodies[1]] {
        -last
    } else {
        wrench_at(m, d, bodies[0], points[0], -pull, Vec3::ZERO)
    };
    project_pair(m, &d.cdof, bodies, [first, last], row);
    length
}
