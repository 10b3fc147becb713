//! World boxes around bodies and geoms, outside of which they touch nothing.

use crate::math::{EMPTY_BOX, Mat3, Vec3};
use crate::model::{Disable, Enable, GeomType};
use crate::{Data, Id, Model};

/// Relative error of the bounds of a body, of which single precision makes a part.
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;
/// Room that colliders get around local boxes for their errors, relative to the size of these.
pub(super) const ROOM: f64 = 1e-3;

/// A box in the world, low corner then high.
pub(super) type Bounds = [f32; 6];

/// True if two boxes do not touch.
#[inline]
pub(super) fn apart(one: &Bounds, two: &Bounds) -> bool {
    (0..3).any(|i| one[i] > two[i + 3] || two[i] > one[i + 3])
}

/// True if the balls in two cubes may touch.
#[inline]
pub(super) fn balls_near(one: &Bounds, two: &Bounds) -> bool {
    // twice the distance of the centres and twice the sum of the radii
    let between = |i: usize| (one[i] + one[i + 3]) - (two[i] + two[i + 3]);
    let (x, y, z) = (between(0), between(1), between(2));
    let sum = (one[3] - one[0]) + (two[3] - two[0]);
    let far = x * x + y * y + z * z > sum * sum;
    !far
}

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
    Some(box_bounds(d.xipos[b], &d.ximat[b], &m.bvh_aabb[root], margin + m.body_margin[b]))
}

/// World box around the geoms of a body, outside of which no collider is called: around the root of their tree, or around
/// spheres grown by margin and gap, a cube for each.
pub(super) fn reach(m: &Model, d: &Data, b: usize) -> Bounds {
    if let Some(bounds) = root_bounds(m, d, b) {
        return bounds;
    }
    let geoms = m.body_geoms(b);
    let mut out = EMPTY_BOX;
    for g in geoms {
        let (pos, radius) = (d.geom_xpos[g], m.geom_rbound[g]);
        let ball = (radius + own_margin(m, g)).abs();
        let ball = if radius > 0.0 { ball + ROUNDING * (ball + taxicab(pos)) } else { f64::INFINITY };
        for i in 0..3 {
            let (low, high) = (pos[i] - ball, pos[i] + ball);
            out[i] = if low < out[i] { low } else { out[i] };
            out[i + 3] = if high > out[i + 3] { high } else { out[i + 3] };
        }
    }
    out.map(|x| x as f32)
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
pub(super) fn close_reach(m: &Model, d: &Data, g: usize) -> Bounds {
    // fields have no box that their colliders keep to
    if matches!(GeomType::of(m.geom_type[g]), GeomType::Hfield | GeomType::Sdf) {
        return [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY, f32::INFINITY];
    }
    box_bounds(d.geom_xpos[g], &d.geom_xmat[g], &m.geom_aabb[g], own_margin(m, g))
}

/// World box around a local one, centre and half sizes, with ample room for the errors of colliders.
fn box_bounds(pos: Vec3, mat: &Mat3, local: &[f64; 6], margin: f64) -> Bounds {
    let [x, y, z, a, b, c] = *local;
    let centre = mat.mul_vec(Vec3::new(x, y, z)) + pos;
    let room = 2.0 * margin.abs() + ROOM * (a + b + c) + ROUNDING * (taxicab(pos) + taxicab(centre));
    let half: [f64; 3] = std::array::from_fn(|i| {
        (a * mat[3 * i]).abs() + (b * mat[3 * i + 1]).abs() + (c * mat[3 * i + 2]).abs() + room
    });
    let (low, high) = (|i: usize| (centre[i] - half[i]) as f32, |i: usize| (centre[i] + half[i]) as f32);
    [low(0), low(1), low(2), high(0), high(1), high(2)]
}
