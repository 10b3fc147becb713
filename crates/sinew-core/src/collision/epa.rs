//! Penetration of overlapping convex bodies by the expanding polytope algorithm.
//!
//! A polytope inside the Minkowski difference grows around the origin: the face nearest to the origin is replaced by a
//! cone to the support along its normal, until that support is no further than the face. The face then spans the points
//! of deepest penetration.
//!
//! van den Bergen, *Proximity Queries and Penetration Depth Computation on 3D Game Objects* (2001).

use super::convex::Convex;
use super::gjk::{Limits, Nearest};
use super::polytope::{Buffers, Growth, MAX_ITERATIONS, Penetration, Polytope};
use crate::math::MINVAL;

/// Why there is no penetration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// the bodies only touch, so the points that GJK found are theirs
    Touch,
    /// no first polytope holds the origin
    Outside,
    /// rounding spoilt the polytope
    Spoilt,
}

/// Grows the simplex that GJK left into the penetration.
pub fn epa(
    a: &mut Convex,
    b: &mut Convex,
    start: &Nearest,
    limits: Limits,
    buffers: &mut Buffers,
) -> Result<Penetration, Miss> {
    let mut polytope = Polytope::new(a, b, buffers);
    let [p, q, r, _] = start.simplex;
    let grown = match start.len {
        2 => polytope.grow_segment([p, q], limits.tolerance),
        3 => polytope.grow_triangle([p, q, r], true, limits.tolerance),
        4 => polytope.grow_tetrahedron(&start.simplex, limits.tolerance),
        _ => None,
    };
    grown.ok_or(Miss::Outside)?;
    search(&mut polytope, limits)
}

/// Expands until the nearest face is on the boundary.
fn search(polytope: &mut Polytope, limits: Limits) -> Result<Penetration, Miss> {
    let discrete = polytope.is_discrete();
    let tolerance = if discrete { MINVAL } else { limits.tolerance };
    let mut upper = f64::MAX;
    let mut best = None;
    for iteration in 0..limits.iterations.min(MAX_ITERATIONS) {
        // the face nearest to the origin bounds the depth from below
        let bound = if upper == f64::MAX { f64::MAX } else { upper * upper };
        let Some(face) = polytope.nearest().filter(|&f| polytope.face(f).square <= bound) else { break };
        best = Some(face);
        let (foot, square) = (polytope.face(face).foot, polytope.face(face).square);
        if square <= 0.0 {
            break;
        }

        // the support along its normal bounds it from above
        let lower = square.sqrt();
        let w = polytope.insert_support(foot, lower);
        let reach = foot.dot(polytope.point(w)) / lower;
        upper = upper.min(reach);
        if reach - lower < tolerance {
            if iteration == 0 && lower - tolerance > upper {
                return Err(Miss::Touch);
            }
            break;
        }
        // a polytope never gives the same vertex twice unless done
        if discrete && polytope.is_repeated(w) {
            break;
        }
        match polytope.expand(face, w, square, upper * upper) {
            Growth::Grown => (),
            Growth::Ended => break,
            Growth::Broken => return Err(Miss::Spoilt),
        }
    }
    best.map(|face| polytope.witness(face)).ok_or(Miss::Spoilt)
}
