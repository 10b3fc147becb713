//! Checks of data from outside: every count, address and id, so that no stage can be led out of bounds.

use crate::model::validate::{Check, fail, ids, spans};
use crate::table::{Stage, Value, Width};
use crate::{Data, Id, Model};

impl Data {
    /// Checks every count, address and id against the model, whose columns have their lengths already.
    ///
    /// For data that comes from bytes. Cost: one pass over all integer columns.
    pub(crate) fn validate(&self, m: &Model) -> Check {
        self.check_growing(m)?;
        self.check_counts(m)?;
        self.check_sleep(m)?;
        self.check_paths(m)?;
        self.check_rows(m)?;
        self.check_islands(m)?;
        self.check_contacts(m)
    }

    /// Size of this name: of the model, or counted in a step.
    fn size_of(&self, m: &Model, name: &str) -> Option<usize> {
        m.size(name).or_else(|| match self.scalar(name) {
            Some(Value::Int(n)) => usize::try_from(n).ok(),
            _ => None,
        })
    }

    /// Columns that are filled in a step have the rows that were counted, or none if their stage did not run. They may
    /// have more: a step without islands leaves those of the step before. Later stages may be a step behind.
    fn check_growing(&self, m: &Model) -> Check {
        for (i, field) in Self::GROWING.iter().enumerate() {
            let width = match field.width {
                Width::Fixed(n) => n,
                Width::Sized(size, n) => m.size(size).unwrap_or(0) * n,
            };
            let have = self.growing_at(i).len();
            let rows = self.size_of(m, field.rows).and_then(|rows| rows.checked_mul(width));
            let current = match field.stage {
                Stage::Constraint => true,
                Stage::Island => self.nisland > 0,
                _ => false,
            };
            if current && have != 0 && rows.is_none_or(|rows| rows > have) {
                return fail(field.name, 0, format!("starts {have} numbers, fewer than {} says", field.rows));
            }
        }
        Ok(())
    }

    fn check_counts(&self, m: &Model) -> Check {
        for (name, count, most) in [
            ("ncon", self.ncon, self.contact.len()),
            ("nefc", self.nefc, self.efc_type.len()),
            ("nJ", self.nJ, self.efc_J.len()),
            ("nisland", self.nisland, self.island_nv.len()),
            ("nidof", self.nidof, m.nv),
            ("ntree_awake", self.ntree_awake, m.ntree),
            ("nbody_awake", self.nbody_awake, m.nbody),
            ("nparent_awake", self.nparent_awake, m.nbody),
            ("nv_awake", self.nv_awake, m.nv),
        ] {
            if count > most {
                return fail(name, 0, format!("is {count}, more than {most}"));
            }
        }
        let rows = self.ne.checked_add(self.nf).and_then(|rows| rows.checked_add(self.nl));
        if rows.is_none_or(|rows| rows > self.nefc) {
            return fail("nefc", 0, format!("is {}, less than its parts", self.nefc));
        }
        Ok(())
    }

    /// Sleeping trees form cycles; what is awake exists.
    fn check_sleep(&self, m: &Model) -> Check {
        let mut pointed = vec![false; m.ntree];
        for (tree, &next) in self.tree_asleep.iter().enumerate() {
            if next < 0 {
                continue;
            }
            let asleep = next.ix() < m.ntree && self.tree_asleep[next.ix()] >= 0;
            if !asleep || std::mem::replace(&mut pointed[next.ix()], true) {
                return fail("tree_asleep", tree, format!("is {next}, which is no other sleeping tree"));
            }
        }
        ids("body_awake_ind", &self.body_awake_ind[..self.nbody_awake], m.nbody, false)?;
        ids("parent_awake_ind", &self.parent_awake_ind[..self.nparent_awake], m.nbody, false)?;
        ids("dof_awake_ind", &self.dof_awake_ind[..self.nv_awake], m.nv, false)
    }

    /// Paths of tendons and moment arms of actuators.
    fn check_paths(&self, m: &Model) -> Check {
        spans("ten_wrapadr", &self.ten_wrapadr, &self.ten_wrapnum, 2 * m.nwrap)?;
        spans("moment_rowadr", &self.moment_rowadr, &self.moment_rownnz, m.nJmom)?;
        if m.nJmom > 0 {
            ids("moment_colind", &self.moment_colind, m.nv.max(1), false)?;
        }
        match self.wrap_obj.as_flattened().iter().position(|&geom| geom < -2 || geom >= m.ngeom as i32) {
            Some(i) => fail("wrap_obj", i, format!("is not one of {} geoms", m.ngeom)),
            None => Ok(()),
        }
    }

    /// Rows of the constraints.
    fn check_rows(&self, m: &Model) -> Check {
        let nefc = self.nefc;
        if nefc == 0 {
            return Ok(());
        }
        spans("efc_J_rowadr", &self.efc_J_rowadr, &self.efc_J_rownnz, self.efc_J.len())?;
        ids("efc_J_colind", &self.efc_J_colind, m.nv, false)?;
        spans("efc_Y_rowadr", &self.efc_Y_rowadr, &self.efc_Y_rownnz, self.efc_Y.len())?;
        ids("efc_Y_colind", &self.efc_Y_colind, m.nv, false)?;
        spans("efc_AR_rowadr", &self.efc_AR_rowadr, &self.efc_AR_rownnz, self.efc_AR.len())?;
        if self.efc_AR_rownnz.len() == nefc {
            ids("efc_AR_colind", &self.efc_AR_colind, nefc, false)?;
        }
        ids("tendon_efcadr", &self.tendon_efcadr, nefc, true)?;
        for (row, &more) in self.efc_J_rowsuper.iter().enumerate() {
            if more < 0 || row + more.ix() >= nefc {
                return fail("efc_J_rowsuper", row, format!("is {more}, past the last of {nefc} rows"));
            }
        }
        let objects = m.neq.max(m.nv).max(m.njnt).max(m.ntendon).max(self.contact.len());
        ids("efc_id", &self.efc_id, objects, true)
    }

    /// Islands and the maps between their numbering and that of the model.
    fn check_islands(&self, m: &Model) -> Check {
        let nisland = self.nisland;
        if nisland == 0 {
            return Ok(());
        }
        ids("tree_island", &self.tree_island, nisland, true)?;
        ids("dof_island", &self.dof_island, nisland, true)?;
        ids("efc_island", &self.efc_island, nisland, true)?;
        ids("map_itree2tree", &self.map_itree2tree, m.ntree, false)?;
        ids("map_dof2idof", &self.map_dof2idof, m.nv, true)?;
        ids("map_idof2dof", &self.map_idof2dof, m.nv, true)?;
        ids("map_efc2iefc", &self.map_efc2iefc, self.nefc, false)?;
        ids("map_iefc2efc", &self.map_iefc2efc, self.nefc, false)?;
        ids("island_dofadr", &self.island_dofadr, m.nv.max(1), true)?;
        spans("island_itreeadr", &self.island_itreeadr, &self.island_ntree, self.map_itree2tree.len())?;
        spans("island_idofadr", &self.island_idofadr, &self.island_nv, m.nv)?;
        spans("island_iefcadr", &self.island_iefcadr, &self.island_nefc, self.nefc)
    }

    fn check_contacts(&self, m: &Model) -> Check {
        for (i, contact) in self.contact.iter().enumerate() {
            let geoms = contact.geom.iter().all(|&geom| geom >= -1 && geom < m.ngeom as i32);
            let flexes = contact.flex.iter().all(|&flex| flex >= -1 && flex < m.nflex as i32);
            if !geoms || !flexes {
                return fail("contact.geom", i, format!("is not among {} geoms", m.ngeom));
            }
            if !(1..=6).contains(&contact.dim) || contact.efc_address < -1 || contact.efc_address >= self.nefc as i32 {
                return fail("contact.efc_address", i, format!("or its dimension does not fit {} rows", self.nefc));
            }
        }
        Ok(())
    }
}
