//! Solver parameters of a contact.

use super::shape::Point;
use crate::data::Contact;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::Enable;
use crate::{Data, Model};

/// Smallest friction coefficient.
#[doc(alias = "mjMINMU")]
const MINMU: f64 = 1e-5;

/// What all contacts of one pair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    dim: i32,
    margin: f64,
    friction: [f64; 5],
    solref: [f64; 2],
    solreffriction: [f64; 2],
    solimp: [f64; 5],
    adhesion: f64,
}

/// The geometric margin of a pair of geoms, or of an explicit pair; the override replaces both.
#[doc(alias = "mj_assignMargin")]
#[inline]
fn margin_of(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> f64 {
    if m.opt.enabled(Enable::Override) {
        return m.opt.o_margin;
    }
    pair.map_or_else(|| m.geom_margin[g1] + m.geom_margin[g2], |k| m.pair_margin[k])
}

/// The gap of a pair of geoms, or of an explicit pair: contacts between margin and margin + gap are found but push not.
#[inline]
fn gap_of(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> f64 {
    pair.map_or_else(|| m.geom_gap[g1] + m.geom_gap[g2], |k| m.pair_gap[k])
}

/// Distance within which two geoms, or those of an explicit pair, make contacts.
#[inline]
pub(super) fn reach_of(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> f64 {
    margin_of(m, g1, g2, pair) + gap_of(m, g1, g2, pair)
}

impl Parameters {
    /// The parameters of two geoms, or of the explicit pair that names them, with the override on top.
    pub(super) fn new(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> Self {
        let mut out = match pair {
            Some(k) => Self {
                dim: m.pair_dim[k],
                margin: m.pair_margin[k],
                friction: m.pair_friction[k],
                solref: m.pair_solref[k],
                solreffriction: m.pair_solreffriction[k],
                solimp: m.pair_solimp[k],
                adhesion: m.pair_adhesion[k],
            },
            None => Self::mixed(m, g1, g2),
        };
        if m.opt.enabled(Enable::Override) {
            out.margin = m.opt.o_margin;
            out.friction = m.opt.o_friction;
            out.solref = m.opt.o_solref;
            out.solreffriction = m.opt.o_solref;
            out.solimp = m.opt.o_solimp;
        }
        out.friction = out.friction.map(|mu| mu.max(MINMU));
        out
    }

    /// The higher priority decides; at equal priority `solmix` weighs the solver parameters, friction and dimension are
    /// the larger ones and adhesion adds up. Negative references, which are stiffness and damping, are not averaged but
    /// taken at their minimum.
    ///
    /// Manual, chapter "Modeling", section "Contact parameters".
    #[doc(alias = "mj_contactParam")]
    fn mixed(m: &Model, g1: usize, g2: usize) -> Self {
        let margin = m.geom_margin[g1] + m.geom_margin[g2];
        let deciding = match m.geom_priority[g1].cmp(&m.geom_priority[g2]) {
            std::cmp::Ordering::Greater => Some(g1),
            std::cmp::Ordering::Less => Some(g2),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(g) = deciding {
            return Self {
                dim: m.geom_condim[g],
                margin,
                friction: five(m.geom_friction[g]),
                solref: m.geom_solref[g],
                solreffriction: [0.0; 2],
                solimp: m.geom_solimp[g],
                adhesion: m.geom_adhesion[g],
            };
        }

        let (mix1, mix2) = (m.geom_solmix[g1], m.geom_solmix[g2]);
        let mix = match (mix1 >= MINVAL, mix2 >= MINVAL) {
            (true, true) => mix1 / (mix1 + mix2),
            (false, false) => 0.5,
            (false, true) => 0.0,
            (true, false) => 1.0,
        };
        let mixed = |x: f64, y: f64| mix * x + (1.0 - mix) * y;
        let (friction1, friction2) = (&m.geom_friction[g1], &m.geom_friction[g2]);
        let (solref1, solref2) = (&m.geom_solref[g1], &m.geom_solref[g2]);
        let (solimp1, solimp2) = (&m.geom_solimp[g1], &m.geom_solimp[g2]);
        let standard = solref1[0] > 0.0 && solref2[0] > 0.0;
        let reference = |x: f64, y: f64| if standard { mixed(x, y) } else { x.min(y) };
        Self {
            dim: m.geom_condim[g1].max(m.geom_condim[g2]),
            margin,
            friction: five(std::array::from_fn(|i| friction1[i].max(friction2[i]))),
            solref: std::array::from_fn(|i| reference(solref1[i], solref2[i])),
            solreffriction: [0.0; 2],
            solimp: std::array::from_fn(|i| mixed(solimp1[i], solimp2[i])),
            adhesion: m.geom_adhesion[g1] + m.geom_adhesion[g2],
        }
    }

    /// Makes an empty contact one between two geoms that lacks only its frame and point.
    #[inline]
    pub(super) fn give(&self, contact: &mut Contact, geoms: [usize; 2]) {
        contact.includemargin = self.margin;
        contact.friction = self.friction;
        contact.solref = self.solref;
        contact.solreffriction = self.solreffriction;
        contact.solimp = self.solimp;
        contact.adhesion = self.adhesion;
        contact.dim = self.dim;
        contact.geom = geoms.map(|g| g as i32);
        (contact.flex, contact.elem, contact.vert) = ([-1; 2], [-1; 2], [-1; 2]);
        contact.efc_address = -1;
    }
}

/// Friction of each direction: sliding, spinning and rolling, the first and last in two.
#[inline]
fn five([slide, spin, roll]: [f64; 3]) -> [f64; 5] {
    [slide, slide, spin, roll, roll]
}

/// Puts a contact, whose frame is there, at a point.
///
/// Beyond the margin a contact is kept but excluded, unless it is adhesive: then it pulls along its normal alone.
#[doc(alias = "mj_setContact")]
#[inline]
pub(super) fn set_contact(contact: &mut Contact, point: &Point) {
    contact.dist = point.dist;
    contact.pos = point.pos;
    contact.exclude = 0;
    if point.dist >= contact.includemargin {
        let adhesive = contact.adhesion != 0.0;
        contact.exclude = i32::from(!adhesive);
        if adhesive {
            contact.dim = 1;
        }
    }
}

/// Right-handed frame whose rows are a normal, a tangent near the wished one, and the tangent across both.
///
/// Without a wish the first tangent is near world y, or world z if the normal is itself near y.
#[doc(alias = "mju_makeFrame")]
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would pass vectors and frame through memory")]
pub(crate) fn make_frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    let x = normal.normalized().0;
    let wish = if tangent.dot(tangent) >= 0.25 {
        tangent
    } else if x[1].abs() < 0.5 {
        Vec3::Y
    } else {
        Vec3::Z
    };
    let y = (wish - x * x.dot(wish)).normalized().0;
    Mat3::from_rows(x, y, x.cross(y))
}

/// Velocity of the surface of the second geom past that of the first, in the frame of the contact: both tangents, and spin
/// about the normal.
pub(super) fn surface_velocity(m: &Model, d: &Data, contact: &Contact) -> [f64; 3] {
    let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
    for (&geom, sign) in contact.geom.iter().zip([-1.0, 1.0]) {
        let g = geom as usize;
        let own = m.geom_surfacevel[g];
        if own == [0.0; 6] {
            continue;
        }
        let spin = d.geom_xmat[g].mul_vec(Vec3::from_slice(&own[3..]));
        let slide = d.geom_xmat[g].mul_vec(Vec3::from_slice(&own)) + spin.cross(contact.pos - d.geom_xpos[g]);
        linear = linear.add_scaled(slide, sign);
        angular = angular.add_scaled(spin, sign);
    }
    let frame = &contact.frame;
    [frame.row(1).dot(linear), frame.row(2).dot(linear), frame.row(0).dot(angular)]
}
