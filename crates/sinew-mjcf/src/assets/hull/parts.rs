//! Pieces of a hull that grows: vertices, facets, and the ridges between them.

use super::chain::NONE;
use super::list::{List, Pile};
use super::plane::Plane;

/// The hull could not be built this way; another has to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trouble;

pub(super) type Attempt<T = ()> = Result<T, Trouble>;

/// A vertex. Its slot is also its age: lists of vertices are kept from the youngest to the oldest.
#[derive(Debug, Default)]
pub(super) struct Vertex {
    pub point: u32,
    /// facets at it; kept only after the first merge
    pub facets: List,
    pub visit: u32,
    pub seen: bool,
    /// part of a facet made or changed for the current point
    pub fresh: bool,
    pub deleted: bool,
    /// a deleted one whose point has found its facet
    pub placed: bool,
    /// a ridge at it was removed, so that it may have become superfluous
    pub lost_ridge: bool,
}

/// Edge between two facets of which at least one has been merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ridge {
    /// ends, the younger first
    pub ends: [u32; 2],
    pub top: u32,
    pub bottom: u32,
    pub tested: bool,
    pub nonconvex: bool,
}

impl Ridge {
    /// The facet across the ridge.
    pub fn across(&self, facet: u32) -> u32 {
        if self.top == facet { self.bottom } else { self.top }
    }

    /// Lets `new` take the place of `old`.
    pub fn hand_over(&mut self, old: u32, new: u32) {
        if self.top == old {
            self.top = new;
        } else {
            self.bottom = new;
        }
    }
}

/// A face of the hull: a triangle, or a convex polygon after merges.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks of one facet")]
pub(super) struct Facet {
    pub plane: Plane,
    /// the plane is known; a facet that will join its horizon has none of its own
    pub has_plane: bool,
    /// youngest first; of a triangle, the i-th is opposite to the i-th neighbour
    pub vertices: List,
    pub neighbors: List,
    /// ridges to neighbours; for a triangle only those to merged neighbours
    pub ridges: List,
    /// has had ridges since it was made
    pub ridged: bool,
    /// points above it, the furthest last
    pub outside: Pile,
    /// points about in its plane, the furthest last
    pub coplanar: Pile,
    /// how far the last point of `outside` is
    pub furthest: f64,
    pub centrum: Option<[f64; 3]>,
    pub keep_centrum: bool,
    /// what takes its place; or the next in its cycle; or, of a horizon facet, the newest of its cycle
    pub link: u32,
    pub visit: u32,
    pub seen: bool,
    /// orientation: the normal looks to the side from which the vertices run clockwise
    pub top: bool,
    pub simplicial: bool,
    pub fresh: bool,
    pub doomed: bool,
    pub flipped: bool,
    pub tested: bool,
    pub merged: bool,
    pub coplanar_horizon: bool,
    /// lies in the plane of its horizon facet and will join it
    pub joins_horizon: bool,
    pub cycle_done: bool,
    pub degenerate: bool,
    pub redundant: bool,
}

impl Facet {
    /// A triangle about to be made.
    pub fn new() -> Self {
        Self { link: NONE, simplicial: true, fresh: true, ..Self::default() }
    }
}

/// Puts `new` in the place of `old`.
pub(super) fn replace(set: &mut [u32], old: u32, new: u32) -> Attempt {
    let slot = set.iter_mut().find(|e| **e == old).ok_or(Trouble)?;
    *slot = new;
    Ok(())
}
