//! Broad phase: pairs of bodies whose bounding boxes overlap.

use super::filter::{BodyFilter, bodies_match, pair_key};
use super::sweep::{overlaps, overlaps_need};
use crate::math::{Mat3, Vec3, eig3};
use crate::model::{Enable, GeomType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Relative error of the bounds of a box, so that bodies that touch exactly are not parted by the frame's rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Scratch of [`broadphase`].
pub(super) fn broadphase_need(m: &Model) -> Need {
    Need::rows::<[f64; 6]>(m.nbody).and(Need::ints(m.nbody)).and(overlaps_need(m.nbody))
}

/// Appends the keys of all body pairs that may touch to `keys`, sorted and each once.
///
/// The world, and bodies without dofs that carry a plane, are paired with everything. The others are swept, by boxes that
/// hold every geom of the body within its margin and gap, in a frame that the covariance of all geoms gives. Bounds along
/// its first axis are of single precision, so that bodies at rest against each other are paired as in MuJoCo.
/// Near-linear in the number of bodies.
#[doc(alias = "mj_broadphase")]
pub(super) fn broadphase(m: &Model, d: &Data, keys: &mut Vec<u64>, mut s: Frame<'_>) {
    let filter = BodyFilter::new(m, d);
    let can_collide = |b: usize| m.body_contype[b] != 0 || m.body_conaffinity[b] != 0;
    let geoms = |b: usize| {
        let adr = m.body_geomadr[b].opt().unwrap_or(0);
        adr..adr + m.body_geomnum[b].ix()
    };

    // bodies that meet everything
    for b1 in (0..m.nbody).filter(|&b| can_collide(b)) {
        let dofless = m.body_dofnum[m.body_weldid[b1].ix()] == 0;
        let has_plane = || geoms(b1).any(|g| m.geom_type[g] == GeomType::Plane as i32);
        if !(b1 == 0 && m.body_geomnum[0] > 0 || dofless && has_plane()) {
            continue;
        }
        for b2 in 0..m.nbody {
            if can_collide(b2) && filter.may_touch(b1, b2) && bodies_match(m, b1, b2) {
                keys.push(pair_key(b1, b2));
            }
        }
    }

    // boxes of the others
    let bodies = s.used_ints(m.nbody);
    let mut count = 0;
    for b in (1..m.nbody).filter(|&b| can_collide(b) && m.body_geomnum[b] > 0) {
        bodies[count] = b as i32;
        count += 1;
    }
    let bodies = &bodies[..count];
    if count < 2 {
        keys.sort_unstable();
        return;
    }
    let boxes = s.used_rows::<[f64; 6]>(count);
    let frame = spread(m, d);
    for (bounds, &b) in boxes.iter_mut().zip(bodies) {
        *bounds = body_bounds(m, d, geoms(b.ix()), &frame);
        for bound in [0, 3] {
            bounds[bound] = f64::from(bounds[bound] as f32);
        }
    }
    overlaps(boxes, s, |i, j| {
        let (b1, b2) = (bodies[i].ix(), bodies[j].ix());
        if filter.may_touch(b1, b2) && bodies_match(m, b1, b2) {
            keys.push(pair_key(b1, b2));
        }
    });
    keys.sort_unstable();
    keys.dedup();
}

/// Axes along which the geoms of moving bodies are spread: eigenvectors of their covariance, as columns.
fn spread(m: &Model, d: &Data) -> Mat3 {
    let moving = || (0..m.ngeom).filter(|&g| m.geom_bodyid[g] != 0).map(|g| d.geom_xpos[g]);
    let count = moving().count().max(1) as f64;
    let centre = moving().fold(Vec3::ZERO, |sum, pos| sum + pos) * (1.0 / count);
    let mut covariance = Mat3::default();
    for pos in moving() {
        let from = pos - centre;
        for i in 0..3 {
            for j in 0..3 {
                covariance[3 * i + j] += from[i] * from[j];
            }
        }
    }
    eig3(&Mat3(covariance.0.map(|x| x * (1.0 / count)))).1.to_mat()
}

/// Box in the frame, low corner then high, around the geoms of a body: each geom lies in both its local box and its
/// sphere. Like MuJoCo's, the axes are the rows of the frame.
fn body_bounds(m: &Model, d: &Data, geoms: std::ops::Range<usize>, frame: &Mat3) -> [f64; 6] {
    let overridden = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    let mut out =
        [f64::INFINITY, f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for g in geoms {
        let (bounds, mat, pos, radius) = (&m.geom_aabb[g], &d.geom_xmat[g], d.geom_xpos[g], m.geom_rbound[g]);
        let margin = if overridden == 0.0 { m.geom_margin[g] + m.geom_gap[g] } else { overridden };
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
