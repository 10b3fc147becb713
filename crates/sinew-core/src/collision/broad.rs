//! Broad phase: pairs of bodies whose bounding boxes overlap.

use super::filter::{BodyFilter, bodies_match, pair_key};
use super::sweep::{overlaps, overlaps_need};
use crate::math::Vec3;
use crate::model::{Enable, GeomType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Share of a geom's radius by which its vertices, kept in single precision, may stick out of its box.
const ROUNDING: f64 = 1e-7;

/// Scratch of [`broadphase`].
pub(super) fn broadphase_need(m: &Model) -> Need {
    Need::rows::<[f64; 6]>(m.nbody).and(Need::ints(m.nbody)).and(overlaps_need(m.nbody))
}

/// Appends the keys of all body pairs that may touch to `keys`, sorted and each once.
///
/// The world, and bodies without dofs that carry a plane, are paired with everything. The others are swept, by their boxes
/// in the world, which hold every geom of the body within its margin and gap. Near-linear in the number of bodies.
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
    for (bounds, &b) in boxes.iter_mut().zip(bodies) {
        *bounds = body_bounds(m, d, geoms(b.ix()));
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

/// World box, low corner then high, around the geoms of a body: each geom lies in both its local box and its sphere.
fn body_bounds(m: &Model, d: &Data, geoms: std::ops::Range<usize>) -> [f64; 6] {
    let overridden = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    let mut out =
        [f64::INFINITY, f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for g in geoms {
        let (bounds, mat, pos, radius) = (&m.geom_aabb[g], &d.geom_xmat[g], d.geom_xpos[g], m.geom_rbound[g]);
        let margin = if overridden == 0.0 { m.geom_margin[g] + m.geom_gap[g] } else { overridden };
        let margin = margin + ROUNDING * radius;
        let centre = mat.mul_vec(Vec3::from_slice(bounds)) + pos;
        for i in 0..3 {
            let row = mat.row(i);
            let half = row[0].abs() * bounds[3] + row[1].abs() * bounds[4] + row[2].abs() * bounds[5];
            let low = (pos[i] - radius).max(centre[i] - half) - margin;
            let high = (pos[i] + radius).min(centre[i] + half) + margin;
            out[i] = out[i].min(low);
            out[i + 3] = out[i + 3].max(high);
        }
    }
    out
}
