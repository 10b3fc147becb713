//! Which geoms may touch which, as far as the model decides: masks, welds and parents, worked out once and for all steps.

use super::filter::{BodyFilter, bodies_match, geoms_match};
use crate::model::{Disable, GeomType};
use crate::{Data, Id, Model};

/// Most geoms that are listed: a word has a bit for each.
pub(super) const MOST: usize = u64::BITS as usize;

/// Geoms that touch something, body by body, and for each of them those after it that it may touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partners {
    /// what the model said when they were worked out
    key: Vec<i32>,
    /// true if they could be
    known: bool,
    /// the geoms
    pub(super) geoms: Vec<i32>,
    /// by geom, places of its partners in the list, as bits
    pub(super) later: Vec<u64>,
    /// places of geoms with partners that are no planes, as bits
    pub(super) boxed: u64,
}

impl Partners {
    /// Works the partners out anew if the model is not that of the last call, or was changed since. Returns false if they
    /// are not known: geoms are many, or their bodies must be paired in another way.
    pub(super) fn update(&mut self, m: &Model, d: &Data) -> bool {
        let user = i32::from(m.callbacks.contactfilter.is_some());
        let shape = [m.nbody as i32, m.ngeom as i32, m.opt.disableflags, user];
        let columns: [&[i32]; 11] = [
            &shape,
            &m.geom_type,
            &m.geom_contype,
            &m.geom_conaffinity,
            &m.geom_bodyid,
            &m.body_contype,
            &m.body_conaffinity,
            &m.body_weldid,
            &m.body_parentid,
            &m.body_dofnum,
            &m.body_bvhadr,
        ];
        let mut rest = &self.key[..];
        let same = columns.iter().all(|column| match rest.split_at_checked(column.len()) {
            Some((head, tail)) => {
                rest = tail;
                head == *column
            }
            None => false,
        });
        if !same || !rest.is_empty() {
            self.key.clear();
            self.key.extend(columns.iter().flat_map(|column| column.iter()));
            self.known = self.learn(m, d);
        }
        self.known
    }

    #[cold]
    fn learn(&mut self, m: &Model, d: &Data) -> bool {
        if !self.list(m) {
            return false;
        }
        let count = self.geoms.len();
        self.later.clear();
        self.later.resize(count, 0);
        self.boxed = 0;
        let filter = BodyFilter::new(m, d);
        for i in 0..count {
            for j in i + 1..count {
                let [g1, g2] = [i, j].map(|k| self.geoms[k].ix());
                let [b1, b2] = [g1, g2].map(|g| m.geom_bodyid[g].ix());
                let bodies_may_touch = match b1 {
                    0 => filter.may_touch_world(b2) && bodies_match(m, b1, b2),
                    _ => filter.traits(b1).may_touch(&filter.traits(b2)),
                };
                if b1 != b2 && bodies_may_touch && geoms_match(m, g1, g2) {
                    self.later[i] |= 1 << j;
                    if m.geom_type[g1] != GeomType::Plane as i32 {
                        self.boxed |= 1 << i | 1 << j;
                    }
                }
            }
        }
        true
    }

    /// Lists the geoms that some mask lets touch; returns false if they are too many, if a user decides about pairs, or if
    /// their bodies have no trees, or planes though they are not the world.
    fn list(&mut self, m: &Model) -> bool {
        self.geoms.clear();
        if m.callbacks.contactfilter.is_some() || m.opt.disabled(Disable::Midphase) {
            return false;
        }
        for b in (0..m.nbody).filter(|&b| m.body_contype[b] | m.body_conaffinity[b] != 0) {
            if m.body_geomnum[b] > 1 && m.body_bvhadr[b] < 0 {
                return false;
            }
            for g in m.body_geoms(b).filter(|&g| m.geom_contype[g] | m.geom_conaffinity[g] != 0) {
                if self.geoms.len() == MOST || b != 0 && m.geom_type[g] == GeomType::Plane as i32 {
                    return false;
                }
                self.geoms.push(g as i32);
            }
        }
        true
    }
}
