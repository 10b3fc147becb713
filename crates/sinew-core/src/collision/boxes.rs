//! Boxes of bodies in the frame along which all geoms are spread, which are MuJoCo's test of whether two bodies may touch.
//!
//! They are dear and rarely decide anything: what their rounding could part are contacts at the very edge of the margin.
//! So they are only made for those.

use crate::data::Contact;
use crate::math::{EMPTY_BOX, Mat3, Vec3, eig3};
use crate::model::{Enable, GeomType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Relative error of the bounds of a box, so that bodies that touch exactly are not parted by the frame's rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Depth inside a geom's bounds, relative to their place and size, that no rounding to single precision can take away.
const INSIDE: f64 = 2.0 * f32::EPSILON as f64;

/// The boxes, each made when it is first asked for.
pub(super) struct Boxes<'a> {
    /// bodies that take part
    members: &'a [i32],
    /// true if these are not all
    partial: bool,
    frame: Option<Mat3>,
    /// by body, whether its box is made
    known: &'a mut [i32],
    bounds: &'a mut [[f64; 6]],
}

impl<'a> Boxes<'a> {
    /// Scratch of [`Boxes::new`].
    pub(super) fn need(m: &Model) -> Need {
        Need::ints(m.nbody).and(Need::rows::<[f64; 6]>(m.nbody))
    }

    /// Boxes of some bodies; `partial` if others sleep.
    pub(super) fn new(m: &Model, members: &'a [i32], partial: bool, s: &mut Frame<'a>) -> Self {
        Self { members, partial, frame: None, known: s.ints(m.nbody), bounds: s.used_rows(m.nbody) }
    }

    /// True if the boxes of two bodies overlap.
    pub(super) fn overlap(&mut self, m: &Model, d: &Data, b1: usize, b2: usize) -> bool {
        let (one, two) = (self.of(m, d, b1), self.of(m, d, b2));
        !(0..3).any(|i| one[i] > two[i + 3] || two[i] > one[i + 3])
    }

    /// The box of a body, low corner then high. Bounds along the first axis are of single precision, so that bodies at
    /// rest against each other are paired as in MuJoCo.
    fn of(&mut self, m: &Model, d: &Data, b: usize) -> [f64; 6] {
        if self.known[b] == 0 {
            let frame = *self.frame.get_or_insert_with(|| {
                if self.partial {
                    spread(d, &self.members.iter().flat_map(|b| m.body_geoms(b.ix())))
                } else {
                    spread(d, &(0..m.ngeom).filter(|&g| m.geom_bodyid[g] != 0))
                }
            });
            let mut bounds = body_bounds(m, d, m.body_geoms(b), &frame);
            for bound in [0, 3] {
                bounds[bound] = f64::from(bounds[bound] as f32);
            }
            self.bounds[b] = bounds;
            self.known[b] = 1;
        }
        self.bounds[b]
    }
}

/// True if the point of a contact lies in the bounds of both geoms, deep enough that the boxes of their bodies overlap in
/// any frame.
pub(super) fn surely_overlap(m: &Model, d: &Data, contact: &Contact) -> bool {
    contact.geom.iter().all(|g| lies_inside(m, d, contact.pos, g.ix(), box_margin(m, g.ix())))
}

/// True if the point of a contact lies in the bounds of both geoms, deep enough that the trees of their bodies pair them. A
/// plane is near everything to its tree.
pub(super) fn surely_paired(m: &Model, d: &Data, contact: &Contact) -> bool {
    let overridden = m.opt.enabled(Enable::Override);
    let margin = |g: usize| if overridden { 0.5 * m.opt.o_margin } else { m.geom_margin[g] + m.geom_gap[g] };
    let is_plane = |g: usize| m.geom_type[g] == GeomType::Plane as i32;
    contact.geom.iter().map(|g| g.ix()).all(|g| is_plane(g) || lies_inside(m, d, contact.pos, g, margin(g)))
}

/// True if a point lies in the sphere and in the local box of a geom, both grown by no more than a margin, by more than
/// rounding.
fn lies_inside(m: &Model, d: &Data, point: Vec3, g: usize, margin: f64) -> bool {
    let (bounds, pos, radius) = (&m.geom_aabb[g], d.geom_xpos[g], m.geom_rbound[g]);
    let inside = INSIDE * (pos[0].abs() + pos[1].abs() + pos[2].abs() + radius + margin);
    let from = point - pos;
    let reach = radius + margin - inside;
    // a cube in the ball of the margin is what the local box grows by
    let grown = 0.5 * margin - inside;
    let local = d.geom_xmat[g].mul_t_vec(from) - Vec3::from_slice(bounds);
    margin >= 0.0
        && reach > 0.0
        && from.dot(from) <= reach * reach
        && (0..3).all(|k| local[k].abs() <= bounds[3 + k] + grown)
}

/// By how much MuJoCo's box of a geom is grown: its margin and gap, or half the override unless that is zero.
pub(super) fn box_margin(m: &Model, g: usize) -> f64 {
    let overridden = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    if overridden == 0.0 { m.geom_margin[g] + m.geom_gap[g] } else { overridden }
}

/// Axes along which geoms are spread: eigenvectors of their covariance, as columns.
fn spread(d: &Data, geoms: &(impl Iterator<Item = usize> + Clone)) -> Mat3 {
    let places = || geoms.clone().map(|g| d.geom_xpos[g]);
    let (mut count, mut sum) = (0_u32, Vec3::ZERO);
    for pos in places() {
        count += 1;
        sum += pos;
    }
    let share = 1.0 / f64::from(count.max(1));
    let centre = sum * share;
    let [mut xx, mut xy, mut xz, mut yy, mut yz, mut zz] = [0.0; 6];
    for pos in places() {
        let [x, y, z] = (pos - centre).0;
        xx += x * x;
        xy += x * y;
        xz += x * z;
        yy += y * y;
        yz += y * z;
        zz += z * z;
    }
    eig3(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz].map(|x| x * share))).1.to_mat()
}

/// Box in the frame, low corner then high, around the geoms of a body: each geom lies in both its local box and its
/// sphere. Like MuJoCo's, the axes are the rows of the frame.
fn body_bounds(m: &Model, d: &Data, geoms: std::ops::Range<usize>, frame: &Mat3) -> [f64; 6] {
    let mut out = EMPTY_BOX;
    for g in geoms {
        let (bounds, mat, pos, radius) = (&m.geom_aabb[g], &d.geom_xmat[g], d.geom_xpos[g], m.geom_rbound[g]);
        let margin = box_margin(m, g);
        let centre = mat.mul_vec(Vec3::from_slice(bounds)) + pos;
        for i in 0..3 {
            let axis = frame.row(i);
            let size = |k: usize| (bounds[3 + k] * mat.column(k).dot(axis)).abs();
            let half = size(0) + size(1) + size(2);
            let (middle, of_sphere) = (centre.dot(axis), pos.dot(axis));
            let margin = margin + ROUNDING * (middle.abs() + half);
            let low = (of_sphere - radius).max(middle - half) - margin;
            let high = (of_sphere + radius).min(middle + half) + margin;
            out[i] = out[i].min(low);
            out[i + 3] = out[i + 3].max(high);
        }
    }
    out
}
