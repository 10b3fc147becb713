//! Broad phase: pairs of bodies whose bounding boxes overlap.

use super::filter::{BodyFilter, bodies_match, pair_key};
use super::sweep::{overlaps, overlaps_need};
use crate::math::{EMPTY_BOX, Mat3, Vec3, eig3};
use crate::model::{Enable, GeomType, SleepState};
use crate::scratch::{Frame, Need};
use crate::sleep::{Awake, sphere_bounds};
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
/// Near-linear in the number of bodies; of what sleeps only what lies near something awake takes part.
#[doc(alias = "mj_broadphase")]
pub(super) fn broadphase(m: &Model, d: &Data, keys: &mut Vec<u64>, mut s: Frame<'_>) {
    let filter = BodyFilter::new(m, d);
    let awake = Awake::of(m, d);
    let can_collide = |b: usize| m.body_contype[b] != 0 || m.body_conaffinity[b] != 0;

    // bodies that meet everything; the world does not meet what sleeps
    for b1 in awake.bodies(&d.body_awake_ind).filter(|&b| can_collide(b)) {
        let weld = m.body_weldid[b1].ix();
        let has_plane = || m.body_geoms(b1).any(|g| m.geom_type[g] == GeomType::Plane as i32);
        if !(b1 == 0 && m.body_geomnum[0] > 0 || m.body_dofnum[weld] == 0 && has_plane()) {
            continue;
        }
        let meet = |b2: usize| {
            if can_collide(b2) && filter.may_touch(b1, b2) && bodies_match(m, b1, b2) {
                keys.push(pair_key(b1, b2));
            }
        };
        if weld == 0 {
            awake.bodies(&d.body_awake_ind).for_each(meet);
        } else {
            (0..m.nbody).for_each(meet);
        }
    }

    // the others
    let bodies = s.used_ints(m.nbody);
    let count = gather(m, d, awake, |b| b > 0 && can_collide(b) && m.body_geomnum[b] > 0, bodies);
    let bodies = &bodies[..count];
    if count < 2 {
        keys.sort_unstable();
        return;
    }
    let boxes = s.used_rows::<[f64; 6]>(count);
    let frame = if awake.is_partial() {
        spread(d, &bodies.iter().flat_map(|b| m.body_geoms(b.ix())))
    } else {
        spread(d, &(0..m.ngeom).filter(|&g| m.geom_bodyid[g] != 0))
    };
    for (bounds, &b) in boxes.iter_mut().zip(bodies) {
        *bounds = body_bounds(m, d, m.body_geoms(b.ix()), &frame);
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

/// Bodies to sweep; returns how many. Of what sleeps only trees that lie near something awake.
fn gather(m: &Model, d: &Data, awake: Awake, wanted: impl Fn(usize) -> bool, bodies: &mut [i32]) -> usize {
    let mut count = 0;
    let mut push = |b: usize| {
        if wanted(b) {
            bodies[count] = b as i32;
            count += 1;
        }
    };
    awake.bodies(&d.body_awake_ind).for_each(&mut push);
    if !awake.is_partial() {
        return count;
    }

    // a box around all that moves
    let mut around = EMPTY_BOX;
    for b in awake.bodies(&d.body_awake_ind).filter(|&b| d.body_awake[b] == SleepState::Awake as i32 && wanted(b)) {
        let bounds = sphere_bounds(m, d, m.body_geoms(b));
        for i in 0..3 {
            around[i] = around[i].min(bounds[i]);
            around[i + 3] = around[i + 3].max(bounds[i + 3]);
        }
    }
    if around[0] > around[3] {
        return 0;
    }

    // sleeping trees near it
    let largest = |bounds: &[f64; 6]| bounds.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let margin = (0..m.ngeom).fold(0.0_f64, |most, g| most.max(margin_of_geom(m, g)));
    let apart = |bounds: &[f64; 6]| {
        let reach = 2.0 * margin + 1e-6 * (largest(bounds) + largest(&around));
        (0..3).any(|i| bounds[i] - reach > around[i + 3] || around[i] > bounds[i + 3] + reach)
    };
    for tree in (0..m.ntree).filter(|&tree| d.tree_awake[tree] == 0) {
        if !d.resting.bounds(tree).is_some_and(apart) {
            m.tree_bodies(tree).for_each(&mut push);
        }
    }
    count
}

/// How far from its surface a geom may touch another, as far as it is its own part.
fn margin_of_geom(m: &Model, g: usize) -> f64 {
    let overridden = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    if overridden == 0.0 { m.geom_margin[g] + m.geom_gap[g] } else { overridden }
}

/// Axes along which geoms are spread: eigenvectors of their covariance, as columns.
fn spread(d: &Data, geoms: &(impl Iterator<Item = usize> + Clone)) -> Mat3 {
    let places = || geoms.clone().map(|g| d.geom_xpos[g]);
    let count = places().count().max(1) as f64;
    let centre = places().fold(Vec3::ZERO, |sum, pos| sum + pos) * (1.0 / count);
    let mut covariance = Mat3::default();
    for pos in places() {
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
    let mut out = EMPTY_BOX;
    for g in geoms {
        let (bounds, mat, pos, radius) = (&m.geom_aabb[g], &d.geom_xmat[g], d.geom_xpos[g], m.geom_rbound[g]);
        let margin = margin_of_geom(m, g);
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
