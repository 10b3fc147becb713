//! Data as bytes: the table of `Data` walked into an archive and back.

use super::{Contact, SolverStat};
use crate::archive::{ArchiveError, Reader, Writer};
use crate::error::{OnBadNumbers, Policy};
use crate::table::{Column, ColumnMut, Row, Scalar, Value, view, view_mut};
use crate::{Data, Model};

/// Version of the table that the bytes were written with.
const VERSION: i64 = 2;

/// Calls a macro with every list of records that a data holds beside its columns, and their fields.
macro_rules! each_list {
    ($each:ident) => {
        $each!(contact: dist pos frame includemargin friction solref solreffriction solimp adhesion surfacevel mu dim geom
            flex elem vert exclude efc_address);
        $each!(solver: improvement gradient lineslope nactive nchange neval nupdate);
        $each!(warning: lastinfo number);
        $each!(timer: duration number);
    };
}

impl Data {
    /// State, inputs, settings and every result as a self-describing archive. [`Self::from_bytes`] undoes it.
    ///
    /// All that the next step depends on is in it: the warm start, histories with their random streams, who sleeps. What
    /// is not, scratch memory and where sleepers lie, is made anew. So the data that comes back goes on with the same bits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.put("version", Column::I64(&[VERSION]));
        out.put("signature", Column::I64(&[self.signature as i64]));
        for &(name, _) in Self::SCALARS {
            match self.scalar(name) {
                Some(Value::Int(v)) => out.put(name, Column::I64(&[v])),
                Some(Value::Real(v)) => out.put(name, Column::F64(&[v])),
                Some(Value::Bool(v)) => out.put(name, Column::Bool(&[v])),
                None => {}
            }
        }
        let Policy { on_bad_numbers, refuse_input, strict } = self.policy;
        out.put("policy", Column::Bool(&[on_bad_numbers == OnBadNumbers::Reset, refuse_input, strict, self.left_bad]));
        out.put("energy", Column::F64(&self.energy));
        out.put("solver_fwdinv", Column::F64(&self.solver_fwdinv));
        out.put("solver_niter", Column::I32(&self.solver_niter));
        out.put("solver_nnz", Column::I32(&self.solver_nnz));
        macro_rules! put {
            ($list:ident: $($field:ident)*) => {
                $(put_field(&mut out, concat!(stringify!($list), ".", stringify!($field)), &self.$list, |row| row.$field);)*
            };
        }
        each_list!(put);
        for (i, field) in Self::FIELDS.iter().enumerate() {
            out.put(field.name, self.column_at(i));
        }
        for (i, field) in Self::GROWING.iter().enumerate() {
            out.put(field.name, self.growing_at(i));
        }
        out.finish()
    }

    /// The data of a model from the bytes that [`Self::to_bytes`] wrote; every length, address and id is checked.
    pub fn from_bytes(m: &Model, bytes: &[u8]) -> Result<Self, ArchiveError> {
        let archive = Reader::new(bytes)?;
        let number = |name: &str| one::<i64>(&archive, name);
        let problem = |name: &str, problem: String| ArchiveError::Entry { name: name.into(), problem };
        match number("version")? {
            VERSION => {}
            other => return Err(problem("version", format!("is {other}, this release reads {VERSION}"))),
        }
        let mut d = Self::new(m);
        if number("signature")? as u64 != m.signature {
            return Err(problem("signature", "is that of another model".into()));
        }
        for &(name, _) in Self::SCALARS {
            let value = match d.scalar(name) {
                Some(Value::Int(_)) => Value::Int(number(name)?),
                Some(Value::Real(_)) => Value::Real(one(&archive, name)?),
                Some(Value::Bool(_)) => Value::Bool(one(&archive, name)?),
                None => continue,
            };
            if !d.set_scalar(name, value) {
                return Err(problem(name, "is out of range".into()));
            }
        }
        let mut policy = [false; 4];
        archive.read("policy", ColumnMut::Bool(&mut policy))?;
        let [reset, refuse_input, strict, left_bad] = policy;
        let on_bad_numbers = if reset { OnBadNumbers::Reset } else { OnBadNumbers::Error };
        (d.policy, d.left_bad) = (Policy { on_bad_numbers, refuse_input, strict }, left_bad);
        archive.read("energy", ColumnMut::F64(&mut d.energy))?;
        archive.read("solver_fwdinv", ColumnMut::F64(&mut d.solver_fwdinv))?;
        d.solver_niter.resize(archive.len_of("solver_niter").unwrap_or(0), 0);
        archive.read("solver_niter", ColumnMut::I32(&mut d.solver_niter))?;
        d.solver_nnz.resize(archive.len_of("solver_nnz").unwrap_or(0), 0);
        archive.read("solver_nnz", ColumnMut::I32(&mut d.solver_nnz))?;
        d.contact.resize(archive.len_of("contact.dist").unwrap_or(0), Contact::default());
        d.solver.resize(archive.len_of("solver.gradient").unwrap_or(0), SolverStat::default());
        macro_rules! read {
            ($list:ident: $($field:ident)*) => {
                $(read_field(&archive, concat!(stringify!($list), ".", stringify!($field)), &mut d.$list, |row| &mut row.$field)?;)*
            };
        }
        each_list!(read);
        for (i, field) in Self::FIELDS.iter().enumerate() {
            archive.read(field.name, d.column_at_mut(i))?;
        }
        for (i, field) in Self::GROWING.iter().enumerate() {
            let scalars = archive.len_of(field.name).unwrap_or(0);
            archive.read(field.name, d.growing_at_mut(i, scalars))?;
        }
        d.validate(m).map_err(|e| problem(e.column, format!("entry {} {}", e.row, e.problem)))?;
        Ok(d)
    }
}

/// The only scalar of an entry.
fn one<T: Scalar>(archive: &Reader<'_>, name: &str) -> Result<T, ArchiveError> {
    let mut value = [T::default()];
    archive.read(name, T::column_mut(&mut value)).map(|()| value[0])
}

fn put_field<S, T: Row>(out: &mut Writer, name: &str, rows: &[S], field: impl Fn(&S) -> T) {
    let column: Vec<T> = rows.iter().map(field).collect();
    out.put(name, view(&column));
}

fn read_field<S, T: Row>(
    archive: &Reader<'_>,
    name: &str,
    rows: &mut [S],
    field: impl Fn(&mut S) -> &mut T,
) -> Result<(), ArchiveError> {
    let mut column = vec![T::default(); rows.len()];
    archive.read(name, view_mut(&mut column))?;
    for (row, value) in rows.iter_mut().zip(column) {
        *field(row) = value;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_survives_the_trip_through_bytes() {
        let mut m = Model { nuserdata: 3, ..Model::default() };
        m.allocate();
        let mut d = Data::new(&m);
        (d.time, d.userdata[1], d.nefc, d.energy[1]) = (1.5, 0.25, 2, -3.0);
        let untied = Contact { geom: [-1; 2], flex: [-1; 2], dim: 3, efc_address: -1, ..Contact::default() };
        d.contact.push(Contact { dist: -0.1, ..untied });
        d.efc_type.extend([1, 2]);
        d.efc_KBIP.extend([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]);
        d.policy.strict = true;
        d.warning[2].raise(7);
        let back = Data::from_bytes(&m, &d.to_bytes()).expect("our own bytes");
        assert_eq!((back.time, back.userdata[1], back.nefc, back.energy[1]), (1.5, 0.25, 2, -3.0));
        assert_eq!((&back.contact, &back.efc_KBIP, back.warning), (&d.contact, &d.efc_KBIP, d.warning));
        assert_eq!(back.to_bytes(), d.to_bytes());
        assert_eq!(back.policy, d.policy);
    }

    #[test]
    fn counts_and_ids_that_lead_nowhere_are_refused() {
        let mut m = Model { ntree: 3, ..Model::default() };
        m.allocate();
        let refused = |change: &dyn Fn(&mut Data)| {
            let mut d = Data::new(&m);
            d.tree_asleep.copy_from_slice(&[1, 0, -5]);
            change(&mut d);
            Data::from_bytes(&m, &d.to_bytes()).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(refused(&|_| {}), "");
        for next in [2, 3, 1] {
            assert!(refused(&|d| d.tree_asleep[1] = next).contains("tree_asleep"), "{next}");
        }
        assert!(refused(&|d| d.nefc = 7).contains("nefc"));
        assert!(refused(&|d| d.ncon = 1).contains("ncon"));
        assert!(refused(&|d| d.nv_awake = 1).contains("nv_awake"));
        assert!(refused(&|d| d.contact.push(Contact { geom: [9, 0], ..Contact::default() })).contains("contact.geom"));
        assert!(refused(&|d| d.signature = 5).contains("another model"));
    }

    #[test]
    fn the_data_of_another_model_is_refused() {
        let mut m = Model { nq: 3, ..Model::default() };
        m.allocate();
        let bytes = Data::new(&m).to_bytes();
        m.nq = 4;
        m.allocate();
        assert!(Data::from_bytes(&m, &bytes).is_err());
    }
}
