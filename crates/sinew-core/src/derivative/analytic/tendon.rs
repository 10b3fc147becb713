//! How the gradients of tendon lengths bend: `∂J_i/∂q_k`.
//!
//! A straight segment in direction `u` of length `s` between two points has `J_i = u · (j₂ - j₁)`, with `j` the velocity of
//! an end with dof `i`. When dof `k` moves, the direction turns by `(1 - u uᵀ)(∂p₂ - ∂p₁) / s`, the axis of `i` is carried
//! along, and the ends shift on it. On an obstacle the ends also slide; how they do is taken from the path itself by
//! differences of the two end points, six numbers, seen from the obstacle.

use crate::math::{Mat3, Vec3};
use crate::model::TendonType;
use crate::position::tendon::spatial::{Obstacle, Piece, pieces};
use crate::position::tendon::wrap::wrap;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

use super::flow::{carries, chain};

/// Step of the differences of a path, relative to the size of its obstacle.
const STEP: f64 = 1e-5;

/// `∂J_i/∂q_k` of every spatial tendon, over the dofs of its row.
pub(super) struct Curvature<'a> {
    values: &'a [f64],
    starts: &'a [i32],
}

impl Curvature<'_> {
    /// Of a tendon; none if its gradient is constant.
    pub fn of(&self, m: &Model, tendon: usize) -> Option<&[f64]> {
        let start = self.starts[tendon].opt()?;
        let n = m.ten_J_rownnz[tendon].ix();
        Some(&self.values[start..start + n * n])
    }
}

pub(super) fn need(m: &Model) -> Need {
    let entries: usize = m.ten_J_rownnz.iter().map(|&n| n.ix() * n.ix()).sum();
    Need::reals(entries).and(Need::ints(m.ntendon + m.nv))
}

/// Computes them all.
pub(super) fn curvatures<'a>(m: &Model, d: &Data, s: &mut Frame<'a>) -> Curvature<'a> {
    let entries: usize = m.ten_J_rownnz.iter().map(|&n| n.ix() * n.ix()).sum();
    let (values, starts) = (s.reals(entries), s.ints(m.ntendon));
    let place = s.ints(m.nv);
    let mut at = 0;
    for t in 0..m.ntendon {
        starts[t] = -1;
        if TendonType::of(m.tendon_type[t]) != TendonType::Spatial {
            continue;
        }
        starts[t] = at as i32;
        let (adr, n) = (m.ten_J_rowadr[t].ix(), m.ten_J_rownnz[t].ix());
        place.fill(-1);
        for k in 0..n {
            place[m.ten_J_colind[adr + k].ix()] = k as i32;
        }
        bend(m, d, t, place, n, &mut values[at..at + n * n]);
        at += n * n;
    }
    Curvature { values, starts }
}

/// An end of a segment: its body, where it is, and how it slides on an obstacle as the ends of the leg move past it.
#[derive(Clone, Copy)]
struct End<'a> {
    body: usize,
    point: Vec3,
    slide: Option<&'a Slide>,
}

/// How the two points of a path on an obstacle move with the two ends of the leg, seen from the obstacle.
struct Slide {
    ends: [(usize, Vec3); 2],
    obstacle: usize,
    /// point by end
    by_end: [[Mat3; 2]; 2],
}

fn bend(m: &Model, d: &Data, tendon: usize, place: &[i32], n: usize, out: &mut [f64]) {
    for piece in pieces(m, tendon) {
        let Piece::Leg { sites, obstacle, divisor, .. } = piece else { continue };
        let ends = sites.map(|s| (m.site_bodyid[s].ix(), d.site_xpos[s]));
        let [from, to] = ends.map(|(body, point)| End { body, point, slide: None });
        let touched = obstacle.and_then(|o| path(m, d, o, ends.map(|e| e.1)).map(|points| (o, points)));
        if let Some((o, points)) = touched {
            let slide = slide(m, d, o, ends, points);
            let body = m.geom_bodyid[o.geom].ix();
            let [on, off] = points.map(|point| End { body, point, slide: Some(&slide) });
            segment(m, d, [from, on], [None, Some(0)], divisor, place, n, out);
            segment(m, d, [off, to], [Some(1), None], divisor, place, n, out);
        } else {
            segment(m, d, [from, to], [None, None], divisor, place, n, out);
        }
    }
}

/// Where the path touches the obstacle.
fn path(m: &Model, d: &Data, o: Obstacle, ends: [Vec3; 2]) -> Option<[Vec3; 2]> {
    let side = o.side.and_then(|s| d.site_xpos.get(s)).copied();
    wrap(ends, d.geom_xpos[o.geom], &d.geom_xmat[o.geom], m.geom_size[o.geom][0], o.shape, side).map(|w| w.points)
}

/// The slide of both points, by differences.
fn slide(m: &Model, d: &Data, o: Obstacle, ends: [(usize, Vec3); 2], points: [Vec3; 2]) -> Slide {
    let step = STEP * m.geom_size[o.geom][0];
    let mut by_end = [[Mat3([0.0; 9]); 2]; 2];
    for end in 0..2 {
        for axis in 0..3 {
            let moved = |sign: f64| {
                let mut ends = ends.map(|e| e.1);
                ends[end][axis] += sign * step;
                path(m, d, o, ends).unwrap_or(points)
            };
            let (plus, minus) = (moved(1.0), moved(-1.0));
            for point in 0..2 {
                for r in 0..3 {
                    by_end[point][end][3 * r + axis] = (plus[point][r] - minus[point][r]) / (2.0 * step);
                }
            }
        }
    }
    Slide { ends, obstacle: m.geom_bodyid[o.geom].ix(), by_end }
}

/// Velocity of a point of a body with a dof.
fn rate(m: &Model, d: &Data, body: usize, point: Vec3, dof: usize) -> Vec3 {
    if !moves(m, dof, body) {
        return Vec3::ZERO;
    }
    d.cdof[dof].motion_at(point, d.subtree_com[m.body_rootid[body].ix()]).linear()
}

/// True if a dof moves a body.
fn moves(m: &Model, dof: usize, body: usize) -> bool {
    chain(m, m.last_dof(body)).any(|k| k == dof)
}

impl End<'_> {
    /// How the end moves with a dof; `which` of the two points on an obstacle it is.
    fn shift(&self, m: &Model, d: &Data, which: Option<usize>, dof: usize) -> Vec3 {
        let mut out = rate(m, d, self.body, self.point, dof);
        if let (Some(slide), Some(which)) = (self.slide, which) {
            for (end, &(body, point)) in slide.ends.iter().enumerate() {
                let relative = rate(m, d, body, point, dof) - rate(m, d, slide.obstacle, point, dof);
                out += slide.by_end[which][end].mul_vec(relative);
            }
        }
        out
    }
}

/// Adds one straight segment.
fn segment(
    m: &Model,
    d: &Data,
    ends: [End<'_>; 2],
    which: [Option<usize>; 2],
    divisor: f64,
    place: &[i32],
    n: usize,
    out: &mut [f64],
) {
    let (direction, length) = (ends[1].point - ends[0].point).normalized();
    if ends[0].body == ends[1].body || length < crate::math::MINVAL {
        return;
    }
    for k in (0..m.nv).filter(|&k| place[k] >= 0) {
        let shifts: [Vec3; 2] = std::array::from_fn(|e| ends[e].shift(m, d, which[e], k));
        let apart = shifts[1] - shifts[0];
        let turned = (apart - direction * direction.dot(apart)) * (1.0 / length);
        for (e, sign) in [(0, -1.0), (1, 1.0)] {
            let (body, point) = (ends[e].body, ends[e].point);
            let origin = d.subtree_com[m.body_rootid[body].ix()];
            for i in chain(m, m.last_dof(body)) {
                if place[i] < 0 {
                    continue;
                }
                let at_point = d.cdof[i].motion_at(point, origin);
                let mut entry = turned.dot(at_point.linear());
                entry += direction.dot(at_point.rotational().cross(shifts[e]));
                if carries(m, k, i) {
                    entry += direction.dot(d.cdof[k].cross_motion(d.cdof[i]).motion_at(point, origin).linear());
                }
                out[place[i].ix() * n + place[k].ix()] += sign * entry / divisor;
            }
        }
    }
}
