//! What a stage visits: everything, or only what is awake.

use std::ops::Range;

use super::filtering;
use crate::{Data, Id, Model};

/// Numbers of bodies and dofs that a stage visits, resolved once at its top.
///
/// While nothing sleeps these are all of them, in order, so that a stage does the same arithmetic as without sleeping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awake {
    filter: bool,
    /// bodies that are awake or static
    pub bodies: usize,
    /// bodies whose parent is awake or static; the world among them if nothing sleeps
    pub parents: usize,
    /// dofs that are awake
    pub dofs: usize,
}

impl Awake {
    /// Everything, as if nothing slept.
    #[inline]
    pub fn all(m: &Model) -> Self {
        Self { filter: false, bodies: m.nbody, parents: m.nbody, dofs: m.nv }
    }

    /// What is awake now.
    #[inline]
    pub fn of(m: &Model, d: &Data) -> Self {
        if filtering(m, d) {
            Self { filter: true, bodies: d.nbody_awake, parents: d.nparent_awake, dofs: d.nv_awake }
        } else {
            Self::all(m)
        }
    }

    /// True if something sleeps.
    #[inline]
    pub fn is_partial(self) -> bool {
        self.filter
    }

    /// Entry `k` of a list, or `k` itself if everything is visited.
    #[inline]
    pub fn pick(self, list: &[i32], k: usize) -> usize {
        if self.filter { list[k].ix() } else { k }
    }

    /// The bodies that are awake or static, ascending; `list` is `body_awake_ind`.
    #[inline]
    pub fn bodies(self, list: &[i32]) -> impl DoubleEndedIterator<Item = usize> + Clone + '_ {
        (0..self.bodies).map(move |k| self.pick(list, k))
    }

    /// The joints of these bodies, in runs that ascend; `list` is `body_awake_ind`.
    #[inline]
    pub fn joints<'a>(self, m: &'a Model, list: &'a [i32]) -> impl Iterator<Item = Range<usize>> + 'a {
        let runs = if self.filter { self.bodies } else { 1 };
        (0..runs).map(move |k| if self.filter { m.body_joints(list[k].ix()) } else { 0..m.njnt })
    }

    /// The dofs that are awake, ascending; `list` is `dof_awake_ind`.
    #[inline]
    pub fn dofs(self, list: &[i32]) -> impl DoubleEndedIterator<Item = usize> + Clone + '_ {
        (0..self.dofs).map(move |k| self.pick(list, k))
    }
}
