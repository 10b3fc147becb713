//! Spatial tendons: paths over sites and obstacles, in branches that pulleys start.

use super::wrap::{Shape, Wrap, wrap};
use crate::dof_chain::{project_pair, wrench_at};
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
pub fn pieces(m: &Model, tendon: usize) -> impl Iterator<Item = Piece> + '_ {
    let end = m.tendon_adr[tendon].ix() + m.tendon_num[tendon].ix();
    let mut at = m.tendon_adr[tendon].ix();
    let mut divisor = 1.0;
    let kind = |k: usize| WrapType::of(m.wrap_type[k]);
    std::iter::from_fn(move || {
        while at + 1 < end {
            let here = at;
            if kind(here) == WrapType::Pulley {
                divisor = m.wrap_prm[here];
                at += 1;
                return Some(Piece::Pulley);
            }
            if kind(here + 1) == WrapType::Pulley {
                at += 1;
                continue;
            }
            let shape = match kind(here + 1) {
                WrapType::Sphere => Some(Shape::Sphere),
                WrapType::Cylinder => Some(Shape::Cylinder),
                _ => None,
            };
            let obstacle = shape.map(|shape| Obstacle {
                geom: m.wrap_objid[here + 1].ix(),
                shape,
                side: (libm::round(m.wrap_prm[here + 1]) as i32).opt(),
            });
            at += if obstacle.is_some() { 2 } else { 1 };
            return Some(Piece::Leg {
                sites: [m.wrap_objid[here].ix(), m.wrap_objid[at].ix()],
                obstacle,
                divisor,
                last: at + 1 == end || kind(at + 1) == WrapType::Pulley,
            });
        }
        None
    })
}

/// Length of a spatial tendon. Adds its Jacobian to the dense row, and its path to the wrap columns at `path`, which
/// moves on.
pub(super) fn measure(m: &Model, d: &mut Data, tendon: usize, row: &mut [f64], path: &mut usize) -> f64 {
    let mut length = 0.0;
    for piece in pieces(m, tendon) {
        let Piece::Leg { sites, obstacle, divisor, last } = piece else {
            push(d, path, -2, Vec3::ZERO);
            continue;
        };
        let [from, to] = sites.map(|s| d.site_xpos[s]);
        let [from_body, to_body] = sites.map(|s| m.site_bodyid[s].ix());
        let curve = obstacle.and_then(|o| Some((o.geom, curve(m, d, o, [from, to])?)));
        push(d, path, -1, from);
        if let Some((geom, Wrap { length: arc, points: [on, off] })) = curve {
            let body = m.geom_bodyid[geom].ix();
            length += (from.distance(on) + arc + off.distance(to)) / divisor;
            add_segment(m, d, [from_body, body], [from, on], divisor, row);
            add_segment(m, d, [body, to_body], [off, to], divisor, row);
            push(d, path, geom as i32, on);
            push(d, path, geom as i32, off);
        } else {
            length += from.distance(to) / divisor;
            add_segment(m, d, [from_body, to_body], [from, to], divisor, row);
        }
        if last {
            push(d, path, -1, to);
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

/// Appends a point to the path: a geom id, -1 for a site, -2 for a pulley.
fn push(d: &mut Data, path: &mut usize, object: i32, point: Vec3) {
    d.wrap_obj.as_flattened_mut()[*path] = object;
    d.wrap_xpos.as_flattened_mut()[3 * *path..3 * *path + 3].copy_from_slice(&point.0);
    *path += 1;
}

/// Adds the gradient of the distance between two points that move with two bodies.
fn add_segment(m: &Model, d: &Data, bodies: [usize; 2], points: [Vec3; 2], divisor: f64, row: &mut [f64]) {
    if bodies[0] == bodies[1] {
        return;
    }
    let pull = (points[1] - points[0]).normalized().0 * (1.0 / divisor);
    let wrenches: [Spatial; 2] =
        [(0, -1.0), (1, 1.0)].map(|(i, sign)| wrench_at(m, d, bodies[i], points[i], pull * sign, Vec3::ZERO));
    project_pair(m, &d.cdof, bodies, wrenches, row);
}
