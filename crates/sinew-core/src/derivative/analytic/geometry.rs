//! How a contact moves with the geoms that touch.
//!
//! Balls against planes and balls have it in closed form; spheres and the ends of capsules are balls. Ellipsoids have it from
//! the curvature of both surfaces, whatever the tolerance of the search that found them. For any other pair of shapes the
//! collider itself is differenced, with the second geom moved in at most six directions. Searched pairs with round shapes
//! among these (cylinders) are as smooth as the tolerance of the search lets them be.

use crate::collision::{make_frame, pair_point};
use crate::math::{Mat3, Quat, Spatial, Vec3};
use crate::model::GeomType;
use crate::{Contact, Data, Id, Model};

use super::curved::Surfaces;

/// Normals that turn faster than this with the motion of a geom, in radians per metre or radian, have jumped.
const FASTEST: f64 = 1e4;

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

/// Changes of a contact with motions of the second geom about the contact point, while the first is at rest.
///
/// A motion of both geoms carries the contact along, so that motions of the second against the first are all that
/// matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Geometry {
    frame: Mat3,
    tangent: bool,
    /// motions at right angles to each other, and what each of them changes
    motion: [Spatial; 6],
    change: [Change; 6],
}

impl Geometry {
    /// Of a contact between geoms that move against each other as `possible` says.
    pub fn of(m: &Model, d: &mut Data, contact: &Contact, possible: impl Iterator<Item = Spatial>) -> Self {
        let geoms = contact.geom.map(Id::ix);
        let kinds = geoms.map(|g| GeomType::of(m.geom_type[g]));
        let tangent = kinds == [GeomType::Plane, GeomType::Capsule];
        let mut out = Self { frame: contact.frame, tangent, ..Self::default() };
        let curved = Surfaces::of(m, d, contact, geoms);
        let exact = |d: &Data, motion: Spatial| {
            let slid = curved.and_then(|surfaces| surfaces.slide(motion));
            slid.map(|slid| Raw { pos: slid.pos, normal: slid.normal, wish: Vec3::ZERO, dist: slid.dist })
                .or_else(|| closed_form(m, d, contact, geoms, motion))
        };
        let units: [Spatial; 6] = std::array::from_fn(|c| {
            let mut unit = Spatial::ZERO;
            unit[c] = 1.0;
            unit
        });
        let axis = if tangent { d.geom_xmat[geoms[1]].column(2) } else { Vec3::ZERO };
        if exact(d, units[0]).is_some() {
            out.motion = units;
            out.change = units
                .map(|motion| exact(d, motion).map_or(Change::default(), |raw| in_frame(&contact.frame, axis, &raw)));
            return out;
        }
        // no other motions than possible ones: beyond these, faces that stay parallel may cease to be
        let rank = span(possible, &mut out.motion);
        if rank == 6 {
            out.motion = units;
        }
        for c in 0..rank {
            out.change[c] = difference(m, d, contact, geoms, out.motion[c]);
        }
        out
    }

    /// Change when a motion about the contact point moves the first geom, the second, or both, by the bits of `moves`.
    pub fn change(&self, moves: i32, motion: Spatial) -> Change {
        let mut out = if moves & 1 != 0 { self.carried(motion) } else { Change::default() };
        let against = [0.0, -1.0, 1.0, 0.0][moves.ix()];
        for (direction, change) in self.motion.iter().zip(&self.change) {
            out.add_scaled(change, against * direction.dot(motion));
        }
        out
    }

    /// Change with a motion of both geoms.
    fn carried(&self, motion: Spatial) -> Change {
        let (turn, pos) = (motion.rotational(), motion.linear());
        if self.tangent {
            return Change { pos, turn, dist: 0.0 };
        }
        let raw = Raw { pos, normal: turn.cross(self.frame.row(0)), wish: Vec3::ZERO, dist: 0.0 };
        in_frame(&self.frame, Vec3::ZERO, &raw)
    }
}

/// Directions at right angles that span motions, as many as returned.
fn span(motions: impl Iterator<Item = Spatial>, out: &mut [Spatial; 6]) -> usize {
    let norm = |x: Spatial| x.dot(x).sqrt();
    let mut rank = 0;
    for motion in motions {
        let mut rest = motion;
        // twice, for what rounding left behind
        for direction in out[..rank].iter().chain(&out[..rank]) {
            rest -= *direction * direction.dot(rest);
        }
        if rank < 6 && norm(rest) > 1e-6 * norm(motion) {
            out[rank] = rest * (1.0 / norm(rest));
            rank += 1;
        }
    }
    rank
}

/// Changes of the point, the normal and the wished tangent, and of the distance.
struct Raw {
    pos: Vec3,
    normal: Vec3,
    wish: Vec3,
    dist: f64,
}

/// A ball or capsule against a plane, or two balls, of which the second moves; none for other pairs.
fn closed_form(m: &Model, d: &Data, contact: &Contact, geoms: [usize; 2], motion: Spatial) -> Option<Raw> {
    let kinds = geoms.map(|g| GeomType::of(m.geom_type[g]));
    let (point, normal, dist) = (contact.pos, contact.frame.row(0), contact.dist);
    let rate = |x: Vec3| motion.linear() + motion.rotational().cross(x - point);
    match kinds {
        [GeomType::Plane, GeomType::Sphere | GeomType::Capsule] => {
            let moved = rate(point + normal * (m.geom_size[geoms[1]][0] + 0.5 * dist));
            let dist = normal.dot(moved);
            let wish = match kinds[1] {
                GeomType::Capsule => motion.rotational().cross(d.geom_xmat[geoms[1]].column(2)),
                _ => Vec3::ZERO,
            };
            Some(Raw { pos: moved - normal * (0.5 * dist), normal: Vec3::ZERO, wish, dist })
        }
        [GeomType::Sphere, GeomType::Sphere] => {
            let [first, second] = geoms.map(|g| d.geom_xpos[g]);
            let length = first.distance(second);
            if length < crate::math::MINVAL {
                return None;
            }
            let moved = rate(second);
            let change = normal.dot(moved);
            let tilt = (moved - normal * change) * (1.0 / length);
            let pos = tilt * (m.geom_size[geoms[0]][0] + 0.5 * dist) + normal * (0.5 * change);
            Some(Raw { pos, normal: tilt, wish: Vec3::ZERO, dist: change })
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

/// True if the collider of a pair ends within a tolerance, not at rounding: a search on a surface that is round.
fn is_rough(m: &Model, geoms: [usize; 2]) -> bool {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh, Plane, Sphere};
    let [first, second] = geoms.map(|g| GeomType::of(m.geom_type[g]));
    match (first, second) {
        (Plane, Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh) | (Sphere, Cylinder) | (Box | Mesh, Mesh) => {
            false
        }
        _ => ![first, second].iter().all(|kind| matches!(kind, Sphere | Capsule | Box)),
    }
}

/// The collider's change with a motion of the second geom, by centred differences.
fn difference(m: &Model, d: &mut Data, contact: &Contact, geoms: [usize; 2], motion: Spatial) -> Change {
    // what is smooth to rounding is so also where a point moves fast, as under a cylinder that stands almost upright
    let step = if is_rough(m, geoms) { 1e-5 } else { 1e-7 };
    let g = geoms[1];
    let (xpos, xmat) = (d.geom_xpos[g], d.geom_xmat[g]);
    let (axis, angle) = motion.rotational().normalized();
    let mut moved = |step: f64| {
        let turn = Quat::from_axis_angle(axis, angle * step).to_mat();
        d.geom_xpos[g] = contact.pos + turn.mul_vec(xpos - contact.pos) + motion.linear() * step;
        d.geom_xmat[g] = turn * xmat;
        let found = pair_point(m, d, geoms, contact);
        (d.geom_xpos[g], d.geom_xmat[g]) = (xpos, xmat);
        found
    };
    let (Some(plus), Some(minus)) = (moved(step), moved(-step)) else { return Change::default() };
    let [mut to, mut from] = [plus, minus].map(|p| (p.pos, p.dist, make_frame(p.normal, p.tangent)));
    let mut scale = 0.5 / step;
    // on one side another face or edge may take over: the other side tells the slope alone
    let here = (contact.pos, contact.dist, contact.frame);
    let jumps = |frame: &Mat3| frame.row(0).distance(contact.frame.row(0)) > FASTEST * step;
    match [jumps(&to.2), jumps(&from.2)] {
        [true, false] => (to, scale) = (here, 1.0 / step),
        [false, true] => (from, scale) = (here, 1.0 / step),
        _ => {}
    }
    let mut turn = Vec3::ZERO;
    for a in 0..3 {
        let change = (to.2.row(a) - from.2.row(a)) * scale;
        turn += contact.frame.row(a).cross(change) * 0.5;
    }
    Change { pos: (to.0 - from.0) * scale, turn, dist: (to.1 - from.1) * scale }
}
