//! How a contact moves with the geoms that touch.
//!
//! Balls against planes and balls have it in closed form; spheres and the ends of capsules are balls. Ellipsoids have it from
//! the curvature of both surfaces, whatever the tolerance of the search that found them. For any other pair of shapes the
//! collider itself is differenced, with one geom moved at a time: seven numbers by the twelve motions of two rigid bodies.
//! Searched pairs among these (meshes, cylinders) are as smooth as the tolerance of the search lets them be.

use crate::collision::{make_frame, pair_point, shape::Point};
use crate::math::{Mat3, Quat, Spatial, Vec3};
use crate::model::GeomType;
use crate::{Contact, Data, Id, Model};

use super::curved::Surfaces;

/// Change of a contact: of its point, of its frame as a small rotation, and of its distance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    pub pos: Vec3,
    pub turn: Vec3,
    pub dist: f64,
}

impl Change {
    fn add_scaled(&mut self, other: &Self, scale: f64) {
        self.pos = self.pos.add_scaled(other.pos, scale);
        self.turn = self.turn.add_scaled(other.turn, scale);
        self.dist += other.dist * scale;
    }
}

/// Changes of a contact with unit motions of each geom about the contact point: three rotations, three translations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Geometry {
    by_geom: [[Change; 6]; 2],
}

impl Geometry {
    /// Of a contact between two geoms, of which only those that can move matter.
    pub fn of(m: &Model, d: &mut Data, contact: &Contact) -> Self {
        let geoms = contact.geom.map(Id::ix);
        let movable = geoms.map(|g| m.last_dof(m.geom_bodyid[g].ix()) >= 0);
        let mut out = Self::default();
        let curved = Surfaces::of(m, d, contact, geoms);
        for side in (0..2).filter(|&side| movable[side]) {
            for c in 0..6 {
                let mut motion = Spatial::ZERO;
                motion[c] = 1.0;
                let slid = curved.and_then(|surfaces| surfaces.slide(side, motion)).map(|slid| {
                    let raw = Raw { pos: slid.pos, normal: slid.normal, wish: Vec3::ZERO, dist: slid.dist };
                    in_frame(&contact.frame, Vec3::ZERO, &raw)
                });
                out.by_geom[side][c] = slid
                    .or_else(|| closed_form(m, d, contact, geoms, side, motion))
                    .unwrap_or_else(|| difference(m, d, contact, geoms, side, c));
            }
        }
        out
    }

    /// Change with a motion of one geom about the contact point.
    pub fn change(&self, side: usize, motion: Spatial) -> Change {
        let mut out = Change::default();
        for c in 0..6 {
            out.add_scaled(&self.by_geom[side][c], motion[c]);
        }
        out
    }
}

/// Changes of the point, the normal and the wished tangent, and of the distance.
struct Raw {
    pos: Vec3,
    normal: Vec3,
    wish: Vec3,
    dist: f64,
}

/// Pairs of balls and planes; none for other pairs.
fn closed_form(
    m: &Model,
    d: &Data,
    contact: &Contact,
    geoms: [usize; 2],
    side: usize,
    motion: Spatial,
) -> Option<Change> {
    let kinds = geoms.map(|g| GeomType::of(m.geom_type[g]));
    let (point, normal, dist) = (contact.pos, contact.frame.row(0), contact.dist);
    let rate = |x: Vec3| motion.linear() + motion.rotational().cross(x - point);
    let turned = |x: Vec3| motion.rotational().cross(x);
    match kinds {
        [GeomType::Plane, GeomType::Sphere | GeomType::Capsule] => {
            let radius = m.geom_size[geoms[1]][0];
            let arm = radius + 0.5 * dist;
            let centre = point + normal * arm;
            let axis = d.geom_xmat[geoms[1]].column(2);
            let capsule = kinds[1] == GeomType::Capsule;
            let raw = if side == 1 {
                let moved = rate(centre);
                let dist = normal.dot(moved);
                let wish = if capsule { turned(axis) } else { Vec3::ZERO };
                Raw { pos: moved - normal * (0.5 * dist), normal: Vec3::ZERO, wish, dist }
            } else {
                let tilt = turned(normal);
                // the plane passes below the ball's centre
                let dist = -normal.dot(rate(centre));
                Raw { pos: tilt * -arm - normal * (0.5 * dist), normal: tilt, wish: Vec3::ZERO, dist }
            };
            Some(in_frame(&contact.frame, if capsule { axis } else { Vec3::ZERO }, &raw))
        }
        [GeomType::Sphere, GeomType::Sphere] => {
            let radius = m.geom_size[geoms[0]][0];
            let centres = geoms.map(|g| d.geom_xpos[g]);
            let length = centres[0].distance(centres[1]);
            if length < crate::math::MINVAL {
                return None;
            }
            let moved = rate(centres[side]);
            let apart = if side == 1 { moved } else { -moved };
            let dist_change = normal.dot(apart);
            let tilt = (apart - normal * dist_change) * (1.0 / length);
            let base = if side == 0 { moved } else { Vec3::ZERO };
            let pos = base + tilt * (radius + 0.5 * dist) + normal * (0.5 * dist_change);
            let raw = Raw { pos, normal: tilt, wish: Vec3::ZERO, dist: dist_change };
            Some(in_frame(&contact.frame, Vec3::ZERO, &raw))
        }
        _ => None,
    }
}

/// The rotation of a contact's frame that changes of its normal and of the wished tangent make; see `make_frame`.
fn in_frame(frame: &Mat3, wish: Vec3, raw: &Raw) -> Change {
    let (x, y, z) = (frame.row(0), frame.row(1), frame.row(2));
    let free = wish.dot(wish) < 0.25;
    let wish = match free {
        false => wish,
        true if x[1].abs() < 0.5 => Vec3::Y,
        true => Vec3::Z,
    };
    let wish_change = if free { Vec3::ZERO } else { raw.wish };
    let across = wish - x * x.dot(wish);
    let moved = wish_change - raw.normal * x.dot(wish) - x * (raw.normal.dot(wish) + x.dot(wish_change));
    // components of the small rotation: the normal tilts in y and z, the tangent turns about the normal
    let spin = z.dot(moved) / across.norm().max(crate::math::MINVAL);
    let turn = x * spin + y * -z.dot(raw.normal) + z * y.dot(raw.normal);
    Change { pos: raw.pos, turn, dist: raw.dist }
}

/// True if the collider of a pair searches for its point.
fn is_searched(m: &Model, geoms: [usize; 2]) -> bool {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh, Plane, Sphere};
    let [first, second] = geoms.map(|g| GeomType::of(m.geom_type[g]));
    match (first, second) {
        (Plane, Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh) | (Sphere, Cylinder) => false,
        _ => ![first, second].iter().all(|kind| matches!(kind, Sphere | Capsule | Box)),
    }
}

/// The collider's change with a unit motion of one geom, by centred differences.
fn difference(m: &Model, d: &mut Data, contact: &Contact, geoms: [usize; 2], side: usize, component: usize) -> Change {
    // formulas are smooth to rounding, also where a point moves fast, as under a cylinder that stands almost upright
    let step = if is_searched(m, geoms) { 1e-5 } else { 1e-7 };
    let g = geoms[side];
    let (xpos, xmat) = (d.geom_xpos[g], d.geom_xmat[g]);
    let mut axis = Vec3::ZERO;
    axis[component % 3] = 1.0;
    let mut moved = |sign: f64| {
        if component < 3 {
            let turn = Quat::from_axis_angle(axis, sign * step).to_mat();
            d.geom_xpos[g] = contact.pos + turn.mul_vec(xpos - contact.pos);
            d.geom_xmat[g] = turn * xmat;
        } else {
            d.geom_xpos[g] = xpos + axis * (sign * step);
        }
        let found = pair_point(m, d, geoms, contact);
        (d.geom_xpos[g], d.geom_xmat[g]) = (xpos, xmat);
        found
    };
    let (Some(plus), Some(minus)) = (moved(1.0), moved(-1.0)) else { return Change::default() };
    let frames = [plus, minus].map(|p: Point| make_frame(p.normal, p.tangent));
    let scale = 0.5 / step;
    let mut turn = Vec3::ZERO;
    for a in 0..3 {
        let change = (frames[0].row(a) - frames[1].row(a)) * scale;
        turn += contact.frame.row(a).cross(change) * 0.5;
    }
    Change { pos: (plus.pos - minus.pos) * scale, turn, dist: (plus.dist - minus.dist) * scale }
}
