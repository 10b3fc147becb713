//! Checks of a model from outside: every length, address and id, so that no stage can be led out of bounds.

mod assets;
mod objects;
mod sensors;
mod tree;

pub(crate) use assets::is_condim;

use super::Model;
use crate::Data;
use crate::table::{Row, Width};

/// Numbers that the data of a model from outside may hold: two gibibytes.
const MOST_NUMBERS: usize = 1 << 28;

/// What is wrong with a model, and in which column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column}[{row}] {problem}")]
pub struct ModelError {
    /// name of the column
    pub column: &'static str,
    /// row, or the entry of a flat column
    pub row: usize,
    /// what is wrong there
    pub problem: String,
}

pub(crate) type Check = Result<(), ModelError>;

pub(crate) fn fail(column: &'static str, row: usize, problem: impl Into<String>) -> Check {
    Err(ModelError { column, row, problem: problem.into() })
}

/// Every id is below `bound`; -1, for none, only if `optional`.
pub(crate) fn ids<T: Row<Scalar = i32>>(column: &'static str, rows: &[T], bound: usize, optional: bool) -> Check {
    let least = if optional { -1 } else { 0 };
    for (row, &id) in T::flat(rows).iter().enumerate() {
        if id < least || id >= bound as i32 {
            return fail(column, row, format!("is {id}, which is not one of {bound}"));
        }
    }
    Ok(())
}

/// Every run of rows, by address and number, lies inside `bound` rows; the address of an empty run does not matter.
pub(crate) fn spans(column: &'static str, adr: &[i32], num: &[i32], bound: usize) -> Check {
    for (row, (&adr, &num)) in adr.iter().zip(num).enumerate() {
        let inside = num == 0 || (adr >= 0 && num > 0 && adr as usize + num as usize <= bound);
        if !inside {
            return fail(column, row, format!("and its {num} entries from {adr} do not fit into {bound}"));
        }
    }
    Ok(())
}

/// Every address is inside `bound` rows or just behind them, even that of an empty run; -1 is none.
fn starts(column: &'static str, adr: &[i32], bound: usize) -> Check {
    match adr.iter().position(|&adr| adr < -1 || adr > bound as i32) {
        Some(row) => fail(column, row, format!("is {}, past the end of {bound}", adr[row])),
        None => Ok(()),
    }
}

/// Every number is one of an enumeration.
fn kinds<E>(column: &'static str, rows: &[i32], known: impl Fn(i32) -> Option<E>) -> Check {
    match rows.iter().position(|&value| known(value).is_none()) {
        Some(row) => fail(column, row, format!("is {}, which is no known type", rows[row])),
        None => Ok(()),
    }
}

impl Model {
    /// Checks every length, address and id.
    ///
    /// A model that passes can be simulated without reading out of bounds. The compiler writes only such models; this is
    /// for those that come from bytes or were changed from outside. Cost: one pass over all integer columns.
    #[doc(alias = "mj_validateReferences")]
    pub fn validate(&self) -> Result<(), ModelError> {
        self.check_lengths()?;
        self.check_data_size()?;
        tree::check(self)?;
        assets::check(self)?;
        objects::check(self)?;
        sensors::check(self)
    }

    /// Sizes that no column of the model vouches for, such as `nuserdata`, make data that can be had.
    fn check_data_size(&self) -> Check {
        let mut numbers = 0_usize;
        for field in Data::FIELDS {
            let width = match field.width {
                Width::Fixed(n) => n,
                Width::Sized(size, n) => self.size(size).unwrap_or(0).saturating_mul(n),
            };
            numbers = numbers.saturating_add(self.size(field.rows).unwrap_or(0).saturating_mul(width));
            if numbers > MOST_NUMBERS {
                let problem = format!("would start a column past the {MOST_NUMBERS} numbers of the largest data");
                return fail(field.name, 0, problem);
            }
        }
        Ok(())
    }

    fn check_lengths(&self) -> Check {
        for (i, field) in Self::FIELDS.iter().enumerate() {
            let rows = self.size(field.rows).unwrap_or(0);
            let width = match field.width {
                Width::Fixed(n) => Some(n),
                Width::Sized(size, n) => self.size(size).unwrap_or(0).checked_mul(n),
            };
            let (have, want) = (self.column_at(i).len(), width.and_then(|w| w.checked_mul(rows)));
            if want != Some(have) {
                return fail(
                    field.name,
                    0,
                    format!("starts a column of {have} numbers, which does not fit {rows} rows"),
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world and a body on a hinge.
    fn pendulum() -> Model {
        let mut m = Model { nbody: 2, njnt: 1, nq: 1, nv: 1, ntree: 1, nnames: 1, ..Model::default() };
        m.allocate();
        m.body_jntnum[1] = 1;
        m.body_dofnum[1] = 1;
        m.body_weldid[1] = 1;
        m.body_rootid[1] = 1;
        m.body_mocapid.fill(-1);
        m.body_treeid.copy_from_slice(&[-1, 0]);
        m.body_jntadr[0] = -1;
        m.body_dofadr[0] = -1;
        m.body_plugin.fill(-1);
        m.jnt_type[0] = 3;
        m.jnt_bodyid[0] = 1;
        m.jnt_actuatorid[0] = -1;
        m.jnt_plasticadr[0] = -1;
        m.dof_bodyid[0] = 1;
        m.dof_parentid[0] = -1;
        m.tree_bodyadr[0] = 1;
        m.tree_bodynum[0] = 1;
        m.tree_dofnum[0] = 1;
        m.make_inertia_sparse();
        m
    }

    #[test]
    fn a_sound_model_passes() {
        assert_eq!(pendulum().validate(), Ok(()));
    }

    #[test]
    fn ids_out_of_range_are_named() {
        let mut m = pendulum();
        m.jnt_bodyid[0] = 2;
        let error = m.validate().expect_err("there is no body 2");
        assert_eq!((error.column, error.row), ("jnt_bodyid", 0));
    }

    #[test]
    fn parents_come_before_their_children() {
        let mut m = pendulum();
        m.body_parentid[1] = 1;
        assert_eq!(m.validate().expect_err("its own parent").column, "body_parentid");
        let mut m = pendulum();
        m.dof_parentid[0] = 0;
        assert_eq!(m.validate().expect_err("its own parent").column, "dof_parentid");
    }
}
