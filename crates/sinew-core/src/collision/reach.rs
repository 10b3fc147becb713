//! World boxes around bodies and geoms, outside of which they touch nothing.

use crate::math::{Mat3, Vec3};
use crate::model::{Disable, Enable, GeomType};
use crate::{Data, Id, Model};

/// Relative error of the bounds of a body, of which single precision makes a part.
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;
/// Room that colliders get around local boxes for their errors, relative to the size of these.
pub(super) const ROOM: f64 = 1e-3;

/// A box in the world, low corner then high.
pub(super) type Bounds = [f32; 6];

/// A geom's own part of the margin and gap of a pair; never less than what counts in the end, unlike the growth of
/// MuJoCo's boxes.
#[inline]
fn own_margin(m: &Model, g: usize) -> f64 {
    let margin = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { m.geom_margin[g] };
    margin + m.geom_gap[g]
}

/// Sum of the components without their signs.
#[inline]
fn taxicab(v: Vec3) -> f64 {
    v[0].abs() + v[1].abs() + v[2].abs()
}

/// World box around the box at the root of a body's tree of geoms, if it has several in a tree.
#[inline]
fn root_bounds(m: &Model, d: &Data, b: usize) -> Option<Bounds> {
    let root = m.body_bvhadr[b].opt().filter(|_| m.body_geomnum[b] > 1 && !m.opt.disabled(Disable::Midphase))?;
    let margin = if m.opt.enabled(Enable::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    Some(corners(placed_box(d.xipos[b], &d.ximat[b], &m.bvh_aabb[root], margin + m.body_margin[b])))
}

/// World box around the geoms of a body, outside of which colliders find nothing.
pub(super) fn close_bounds(m: &Model, d: &Data, b: usize) -> Bounds {
    if let Some(bounds) = root_bounds(m, d, b) {
        return bounds;
    }
    let geoms = m.body_geoms(b);
    let mut out = close_reach(m, d, geoms.start);
    for g in geoms.skip(1) {
        let bounds = close_reach(m, d, g);
        for i in 0..3 {
            out[i] = if bounds[i] < out[i] { bounds[i] } else { out[i] };
            out[i + 3] = if bounds[i + 3] > out[i + 3] { bounds[i + 3] } else { out[i + 3] };
        }
    }
    out
}

/// World box around a geom, outside of which its colliders find nothing.
fn close_reach(m: &Model, d: &Data, g: usize) -> Bounds {
    corners(close_box(m, d, g))
}

/// Centre and half sizes of the world box around a geom, outside of which its colliders find nothing.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn close_box(m: &Model, d: &Data, g: usize) -> (Vec3, Vec3) {
    // fields have no box that their colliders keep to
    if matches!(GeomType::of(m.geom_type[g]), GeomType::Hfield | GeomType::Sdf) {
        return (Vec3::ZERO, Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY));
    }
    placed_box(d.geom_xpos[g], &d.geom_xmat[g], &m.geom_aabb[g], own_margin(m, g))
}

/// World box around a local one, both centre and half sizes, with ample room for the errors of colliders.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
fn placed_box(pos: Vec3, mat: &Mat3, local: &[f64; 6], margin: f64) -> (Vec3, Vec3) {
    let [x, y, z, a, b, c] = *local;
    let centre = mat.mul_vec(Vec3::new(x, y, z)) + pos;
    let room = 2.0 * margin.abs() + ROOM * (a + b + c) + ROUNDING * (taxicab(pos) + taxicab(centre));
    let half = |i: usize| (a * mat[3 * i]).abs() + (b * mat[3 * i + 1]).abs() + (c * mat[3 * i + 2]).abs() + room;
    (centre, Vec3::new(half(0), half(1), half(2)))
}

/// Low and high corner of a box.
fn corners((centre, half): (Vec3, Vec3)) -> Bounds {
    let (low, high) = ((centre - half).0, (centre + half).0);
    [low[0], low[1], low[2], high[0], high[1], high[2]].map(|x| x as f32)
}
