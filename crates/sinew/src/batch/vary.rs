//! Models that differ between simulations: fields with a value each, or models of the caller's.

use std::sync::Arc;

use sinew_core::jacobian::subtree;
use sinew_core::math::MINVAL;
use sinew_core::model::set_const;
use sinew_core::table::Column;
use sinew_core::{Data, Model};

use super::store::{Store, copy};
use super::{Batch, BatchError, Flags, ModelField, Varied};

/// Fields that follow from others, with their values in one simulation, and the flags that do.
type Constants = (Vec<(ModelField, Store)>, Flags);

fn flags(m: &Model) -> Flags {
    [m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion]
}

/// The model of a simulation, written into `scratch` where it differs from the batch's.
pub fn model_of<'a>(
    base: &'a Model,
    varied: &[Varied],
    flags: &[Flags],
    sim: usize,
    scratch: &'a mut Option<Model>,
) -> Result<&'a Model, String> {
    if varied.is_empty() && flags.is_empty() {
        return Ok(base);
    }
    let model = scratch.get_or_insert_with(|| base.clone());
    for Varied { field, width, store } in varied {
        field.write(model, store.row(sim, *width));
    }
    if let Some(&[gravcomp, surfacevel, adhesion]) = flags.get(sim) {
        (model.flg_gravcomp, model.flg_surfacevel, model.flg_adhesion) = (gravcomp, surfacevel, adhesion);
    }
    if varied.iter().any(|varied| varied.field.is_structural()) {
        model.validate().map_err(|error| error.to_string())?;
    }
    Ok(model)
}

impl Batch {
    /// Gives every simulation a value of its own of a field of the model, at first the model's; write them by
    /// [`Self::varied_mut`]. Constants that follow from it change at [`Self::set_const`].
    #[doc(alias = "mjb_expand")]
    pub fn expand(&mut self, field: ModelField) -> Result<Column<'_>, BatchError> {
        if !self.callers.is_empty() {
            return Err(BatchError::CallerModels("set the caller's models anew after editing them"));
        }
        let at = self.vary(field);
        Ok(self.varied[at].store.column())
    }

    fn vary(&mut self, field: ModelField) -> usize {
        self.varied.iter().position(|varied| varied.field == field).unwrap_or_else(|| {
            let row = field.of(&self.model);
            let (width, store) = (row.len(), Store::repeated(row, self.nsim));
            self.varied.push(Varied { field, width, store });
            self.varied.len() - 1
        })
    }

    /// Values of a field in all simulations, if they may differ.
    #[doc(alias = "mjb_expanded")]
    pub fn varied(&self, field: ModelField) -> Option<Column<'_>> {
        self.varied.iter().find(|varied| varied.field == field).map(|varied| varied.store.column())
    }

    /// Values of a field in all simulations, to write, if they may differ.
    pub fn varied_mut(&mut self, field: ModelField) -> Option<sinew_core::table::ColumnMut<'_>> {
        self.varied.iter_mut().find(|varied| varied.field == field).map(|varied| varied.store.column_mut())
    }

    /// Recomputes in each simulation the constants that follow from other fields; those that change differ between
    /// simulations from then on. Returns how many simulations failed.
    #[doc(alias = "mjb_setConst")]
    pub fn set_const(&mut self, ids: Option<&[usize]>) -> Result<usize, BatchError> {
        if !self.callers.is_empty() {
            return Err(BatchError::CallerModels("compute the constants of the caller's models instead"));
        }
        let count = ids.map_or(self.nsim, <[usize]>::len);
        let mut found: Vec<Option<Constants>> = (0..count).map(|_| None).collect();
        let failed = self.query(ids, &mut found, |m, d, slot| {
            *slot = Some(constants(m, d)?);
            Ok(())
        });
        if self.flags.is_empty() {
            self.flags = vec![flags(&self.model); self.nsim];
        }
        for (k, constants) in found.into_iter().enumerate() {
            let Some((fields, flags)) = constants else { continue };
            let sim = ids.map_or(k, |ids| ids[k]);
            self.flags[sim] = flags;
            for (field, values) in fields {
                let at = self.vary(field);
                let Varied { width, store, .. } = &mut self.varied[at];
                if let Some(row) = super::rows_mut(store.column_mut(), self.nsim).into_iter().nth(sim) {
                    debug_assert_eq!(values.column().len(), *width);
                    copy(row, values.column());
                }
            }
        }
        Ok(failed)
    }

    /// Writes the model of a simulation into one of the same sizes.
    #[doc(alias = "mjb_getModel")]
    pub fn get_model(&self, sim: usize, m: &mut Model) -> Result<(), BatchError> {
        self.check_sim(sim)?;
        m.copy_from(self.base_of(sim));
        for Varied { field, width, store } in &self.varied {
            field.write(m, store.row(sim, *width));
        }
        if let Some(&[gravcomp, surfacevel, adhesion]) = self.flags.get(sim) {
            (m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion) = (gravcomp, surfacevel, adhesion);
        }
        Ok(())
    }

    /// The model of a simulation, but for the fields that differ.
    pub(super) fn base_of(&self, sim: usize) -> &Model {
        match &self.callers[..] {
            [] => &self.model,
            [one] => one,
            each => &each[sim],
        }
    }

    /// Runs the simulations on models of the caller's: one for all, one for each, or none for the batch's own again.
    #[doc(alias = "mjb_setModels")]
    pub fn set_models(&mut self, models: Vec<Arc<Model>>) -> Result<(), BatchError> {
        if !models.is_empty() && !self.varied.is_empty() {
            return Err(BatchError::Expanded);
        }
        if models.len() > 1 && models.len() != self.nsim {
            return Err(BatchError::ModelCount { nsim: self.nsim, got: models.len() });
        }
        for (index, model) in models.iter().enumerate() {
            for field in Data::FIELDS {
                let size = |m: &Model| m.size(field.rows).unwrap_or(0);
                let (want, got) = (size(&self.model), size(model));
                if want != got {
                    return Err(BatchError::OtherLayout { index, name: field.rows, want, got });
                }
            }
        }
        self.callers = models;
        Ok(())
    }
}

/// What `set_const` changes in a model.
fn constants(m: &Model, d: &mut Data) -> Result<Constants, String> {
    let moves = |body: usize| m.body_dofnum[body] > 0 && m.body_weldid[body] == body as i32;
    if let Some(body) = (1..m.nbody).find(|&body| moves(body) && subtree_mass(m, body) < MINVAL) {
        return Err(format!("body {body} moves and has no mass"));
    }
    let mut changed = m.clone();
    set_const(&mut changed, d).map_err(|error| error.to_string())?;
    let different = ModelField::columns().filter(|field| field.of(m) != field.of(&changed));
    let fields = different.map(|field| (field, Store::repeated(field.of(&changed), 1))).collect();
    Ok((fields, flags(&changed)))
}

/// Mass of a body and of all below it.
fn subtree_mass(m: &Model, body: usize) -> f64 {
    subtree(m, body).map(|b| m.body_mass[b]).sum()
}
