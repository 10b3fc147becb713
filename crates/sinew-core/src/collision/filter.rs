//! Which pairs may touch at all.

use bytemuck::{Pod, Zeroable};

use super::param::reach_of;
use crate::math::Vec3;
use crate::model::{Disable, Enable, GeomType, SleepState};
use crate::{Data, Id, Model};

/// Body numbers in one key, the smaller first, so that keys sort like pairs.
#[inline]
pub(super) fn pair_key(a: usize, b: usize) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (low as u64) << 32 | high as u64
}

/// The two numbers of a key.
#[inline]
pub(super) fn pair_of(key: u64) -> (usize, usize) {
    ((key >> 32) as usize, (key & u64::from(u32::MAX)) as usize)
}

/// The filter on pairs of bodies.
pub(super) struct BodyFilter<'a> {
    m: &'a Model,
    /// sleep states, when some body sleeps
    awake: Option<&'a [i32]>,
    filter_parent: bool,
}

/// What decides whether a body may touch others.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Traits {
    contype: i32,
    conaffinity: i32,
    /// the body that it is welded to
    weld: i32,
    /// what the parent of that is welded to; -1 if it is not left out
    parent: i32,
    /// kinds that the body is of
    kinds: i32,
    /// kinds of bodies that it never touches
    refuses: i32,
}

/// Without dofs.
const STILL: i32 = 1;
/// Asleep.
const ASLEEP: i32 = 2;
/// Welded to the world.
const FIXED: i32 = 4;

impl Traits {
    /// True if geoms of the two bodies may touch.
    ///
    /// Bodies welded together, both without dofs, both asleep, or asleep and static never do; nor do a body and its
    /// parent, counting welded bodies as one and leaving out the world; nor do bodies whose masks, each the union over
    /// its geoms, do not match.
    #[inline]
    pub(super) fn may_touch(&self, other: &Self) -> bool {
        self.weld != other.weld
            && self.kinds & other.refuses == 0
            && self.weld != other.parent
            && self.parent != other.weld
            && masks_match(self.contype, self.conaffinity, other.contype, other.conaffinity)
    }
}

impl<'a> BodyFilter<'a> {
    pub(super) fn new(m: &'a Model, d: &'a Data) -> Self {
        let sleeping = m.opt.enabled(Enable::Sleep) && d.nbody_awake < m.nbody;
        Self { m, awake: sleeping.then_some(&d.body_awake), filter_parent: !m.opt.disabled(Disable::FilterParent) }
    }

    #[inline]
    fn asleep(&self, body: usize) -> bool {
        self.awake.is_some_and(|awake| awake[body] == SleepState::Asleep as i32)
    }

    /// What decides about a body.
    #[inline]
    pub(super) fn traits(&self, body: usize) -> Traits {
        let m = self.m;
        let (contype, conaffinity, weld) = (m.body_contype[body], m.body_conaffinity[body], m.body_weldid[body]);
        let parent = m.body_weldid[m.body_parentid[weld.ix()].ix()];
        let parent = if self.filter_parent && parent != 0 { parent } else { -1 };
        let (mut kinds, mut refuses) = (0, 0);
        if m.body_dofnum[weld.ix()] == 0 {
            (kinds, refuses) = (STILL, STILL);
        }
        if weld == 0 {
            (kinds, refuses) = (kinds | FIXED, refuses | ASLEEP);
        }
        if self.asleep(body) {
            (kinds, refuses) = (kinds | ASLEEP, refuses | ASLEEP | FIXED);
        }
        Traits { contype, conaffinity, weld, parent, kinds, refuses }
    }

    /// True if a body may touch the world: it is not part of it, has dofs and is awake.
    #[inline]
    pub(super) fn may_touch_world(&self, body: usize) -> bool {
        let weld = self.m.body_weldid[body].ix();
        weld != 0 && self.m.body_dofnum[weld] != 0 && !self.asleep(body)
    }
}

/// True if the contact masks let the two touch.
#[inline]
pub(super) fn masks_match(contype1: i32, conaffinity1: i32, contype2: i32, conaffinity2: i32) -> bool {
    contype1 & conaffinity2 != 0 || contype2 & conaffinity1 != 0
}

/// True if the masks of two bodies, each the union over its geoms, let them touch.
#[inline]
pub(super) fn bodies_match(m: &Model, b1: usize, b2: usize) -> bool {
    masks_match(m.body_contype[b1], m.body_conaffinity[b1], m.body_contype[b2], m.body_conaffinity[b2])
}

/// True if the masks of two geoms let them touch.
#[inline]
pub(super) fn geoms_match(m: &Model, g1: usize, g2: usize) -> bool {
    masks_match(m.geom_contype[g1], m.geom_conaffinity[g1], m.geom_contype[g2], m.geom_conaffinity[g2])
}

/// True if the bounding spheres of two geoms, or sphere and plane, are within the margin.
#[inline]
pub(super) fn spheres_near(m: &Model, d: &Data, g1: usize, g2: usize, margin: f64) -> bool {
    let (r1, r2) = (m.geom_rbound[g1], m.geom_rbound[g2]);
    if r1 > 0.0 && r2 > 0.0 {
        let between = d.geom_xpos[g1] - d.geom_xpos[g2];
        let reach = r1 + r2 + margin;
        return between.dot(between) <= reach * reach;
    }
    // planes have no radius
    let is_plane = |g: usize| m.geom_type[g] == GeomType::Plane as i32;
    if is_plane(g1) {
        !Ground::of(d, g1).is_below(m, d, g2, margin)
    } else if is_plane(g2) {
        !Ground::of(d, g2).is_below(m, d, g1, margin)
    } else {
        true
    }
}

/// A plane that things may lie on.
pub(super) struct Ground {
    pos: Vec3,
    normal: Vec3,
    geom: usize,
}

impl Ground {
    #[inline]
    pub(super) fn of(d: &Data, geom: usize) -> Self {
        Self { geom, pos: d.geom_xpos[geom], normal: d.geom_xmat[geom].column(2) }
    }

    /// The plane that is all there is of the world, if it is one.
    pub(super) fn of_world(m: &Model, d: &Data) -> Option<Self> {
        let geoms = m.body_geoms(0);
        let plane = geoms.len() == 1 && m.geom_type[geoms.start] == GeomType::Plane as i32;
        plane.then(|| Self::of(d, geoms.start))
    }

    /// True if the bounding sphere of a geom lies above the plane by more than the margin.
    #[inline]
    pub(super) fn is_below(&self, m: &Model, d: &Data, g: usize, margin: f64) -> bool {
        let radius = m.geom_rbound[g];
        let height = (d.geom_xpos[g] - self.pos).dot(self.normal);
        radius > 0.0 && height > margin + radius
    }

    /// True if no geom of a body is near the plane.
    #[inline]
    pub(super) fn is_far(&self, m: &Model, d: &Data, b: usize) -> bool {
        let reach = |g: usize| reach_of(m, self.geom, g, None);
        m.body_geoms(b).all(|g| self.is_below(m, d, g, reach(g)))
    }
}

/// True if the masks of all these bodies, each the union over its geoms, let some pair of them touch.
pub(super) fn some_match(m: &Model, bodies: &[i32]) -> bool {
    let (mut contype, mut conaffinity) = (0, 0);
    for b in bodies.iter().map(|b| b.ix()) {
        contype |= m.body_contype[b];
        conaffinity |= m.body_conaffinity[b];
    }
    contype & conaffinity != 0
}
