//! Which pairs may touch at all.

use crate::math::{Mat3, Vec3};
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

impl<'a> BodyFilter<'a> {
    pub(super) fn new(m: &'a Model, d: &'a Data) -> Self {
        let sleeping = m.opt.enabled(Enable::Sleep) && d.nbody_awake < m.nbody;
        Self { m, awake: sleeping.then_some(&d.body_awake), filter_parent: !m.opt.disabled(Disable::FilterParent) }
    }

    #[inline]
    fn asleep(&self, body: usize) -> bool {
        self.awake.is_some_and(|awake| awake[body] == SleepState::Asleep as i32)
    }

    /// True if geoms of the two bodies may touch.
    ///
    /// Bodies welded together, both without dofs, both asleep, or asleep and static never do; nor do a body and its
    /// parent, counting welded bodies as one and leaving out the world.
    #[inline]
    pub(super) fn may_touch(&self, b1: usize, b2: usize) -> bool {
        let m = self.m;
        let (weld1, weld2) = (m.body_weldid[b1].ix(), m.body_weldid[b2].ix());
        if weld1 == weld2 || (m.body_dofnum[weld1] == 0 && m.body_dofnum[weld2] == 0) {
            return false;
        }
        if self.awake.is_some() {
            let (asleep1, asleep2) = (self.asleep(b1), self.asleep(b2));
            if (asleep1 && (asleep2 || weld2 == 0)) || (asleep2 && weld1 == 0) {
                return false;
            }
        }
        if self.filter_parent && weld1 != 0 && weld2 != 0 {
            let parent = |weld: usize| m.body_weldid[m.body_parentid[weld].ix()].ix();
            return weld1 != parent(weld2) && weld2 != parent(weld1);
        }
        true
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
    let above = |plane: usize, other: usize| {
        m.geom_type[plane] == GeomType::Plane as i32
            && m.geom_rbound[other] > 0.0
            && (d.geom_xpos[other] - d.geom_xpos[plane]).dot(d.geom_xmat[plane].column(2))
                > margin + m.geom_rbound[other]
    };
    !above(g1, g2) && !above(g2, g1)
}

/// True if two boxes, each centre and half sizes in its own frame, may be within the margin; only their face normals are
/// tried as separating axes.
pub(super) fn boxes_near(
    box1: &[f64; 6],
    pos1: Vec3,
    mat1: &Mat3,
    box2: &[f64; 6],
    pos2: Vec3,
    mat2: &Mat3,
    margin: f64,
) -> bool {
    let centre1 = mat1.mul_vec(Vec3::from_slice(box1)) + pos1;
    let centre2 = mat2.mul_vec(Vec3::from_slice(box2)) + pos2;
    let between = centre2 - centre1;
    let (half1, half2) = (Vec3::from_slice(&box1[3..]), Vec3::from_slice(&box2[3..]));

    // axes of the second box seen from the first
    let rot = mat1.transpose() * *mat2;
    let (along1, along2) = (mat1.mul_t_vec(between), mat2.mul_t_vec(between));
    for i in 0..3 {
        let row = rot.row(i);
        let radius = half1[i] + row[0].abs() * half2[0] + row[1].abs() * half2[1] + row[2].abs() * half2[2];
        if radius + margin < along1[i].abs() {
            return false;
        }
        let column = rot.column(i);
        let radius = half2[i] + column[0].abs() * half1[0] + column[1].abs() * half1[1] + column[2].abs() * half1[2];
        if radius + margin < along2[i].abs() {
            return false;
        }
    }
    true
}
