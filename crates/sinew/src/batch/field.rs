//! Which fields a batch can show, record and vary.

use sinew_core::table::{Column, ColumnMut, Kind, Value, Width};
use sinew_core::{Data, Model};

use super::store::copy;

/// A field of `Data` whose size does not change from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataField {
    /// a column, by its index
    Column(usize),
    /// a count, by its name
    Count(&'static str),
    /// the two energies
    Energy,
    /// the two differences of forward and inverse dynamics
    FwdInv,
    /// iterations of the solver in each island
    Iterations,
    /// non-zeros of the solver's matrix in each island
    NonZeros,
}

/// Counts that can be shown.
const COUNTS: [&str; 9] = ["ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof"];
/// Columns that belong to the constraint rows of a step, though the model gives their size.
const OF_STEP: [&str; 3] = ["tendon_efcadr", "dof_island", "tree_island"];
/// Islands that statistics are kept for.
#[doc(alias = "mjNISLAND")]
pub const NISLAND: usize = 20;

impl DataField {
    /// The field of that name.
    pub fn find(name: &str) -> Option<Self> {
        let field = match name {
            "energy" => Self::Energy,
            "solver_fwdinv" => Self::FwdInv,
            "solver_niter" => Self::Iterations,
            "solver_nnz" => Self::NonZeros,
            _ if OF_STEP.contains(&name) => return None,
            _ => {
                let column = Data::FIELDS.iter().position(|field| field.name == name).map(Self::Column);
                let count = || COUNTS.into_iter().find(|&count| count == name).map(Self::Count);
                return column.or_else(count);
            }
        };
        Some(field)
    }

    /// Scalar type.
    pub fn kind(self) -> Kind {
        match self {
            Self::Column(i) => Data::FIELDS[i].kind,
            Self::Count(_) | Self::Iterations | Self::NonZeros => Kind::I32,
            Self::Energy | Self::FwdInv => Kind::F64,
        }
    }

    /// Scalars that it holds.
    pub fn width(self, m: &Model) -> usize {
        match self {
            Self::Column(i) => {
                let field = &Data::FIELDS[i];
                let width = match field.width {
                    Width::Fixed(n) => n,
                    Width::Sized(size, n) => n * m.size(size).unwrap_or(0),
                };
                width * m.size(field.rows).unwrap_or(0)
            }
            Self::Count(_) => 1,
            Self::Iterations | Self::NonZeros => NISLAND,
            Self::Energy | Self::FwdInv => 2,
        }
    }

    /// Writes its scalars.
    pub fn read(self, d: &Data, mut out: ColumnMut<'_>) {
        match self {
            Self::Column(i) => copy(out, d.column_at(i)),
            Self::Energy => copy(out, Column::F64(&d.energy)),
            Self::FwdInv => copy(out, Column::F64(&d.solver_fwdinv)),
            Self::Count(name) => {
                if let (ColumnMut::I32([slot]), Some(Value::Int(count))) = (out, d.scalar(name)) {
                    *slot = count as i32;
                }
            }
            Self::Iterations | Self::NonZeros => {
                if let ColumnMut::I32(all) = &mut out {
                    all.fill(0);
                }
                copy(out, Column::I32(if self == Self::Iterations { &d.solver_niter } else { &d.solver_nnz }));
            }
        }
    }
}

/// A field of `Model` that simulations may have different values of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelField {
    /// a column, by its index
    Column(usize),
    /// an option, by its name
    Option(&'static str),
}

/// Columns of assets, which all simulations share.
fn is_asset(name: &str) -> bool {
    let asset = ["bvh_", "hfield_", "mesh_", "oct_", "skin_", "tex_"].iter().any(|start| name.starts_with(start));
    (asset && name != "bvh_aabb") || matches!(name, "names" | "names_map" | "paths" | "text_data")
}

impl ModelField {
    /// The field of that name; options are `opt.gravity` and so on.
    pub fn find(name: &str) -> Option<Self> {
        if let Some(option) = name.strip_prefix("opt.") {
            let mut options = sinew_core::model::Options::FIELDS.iter();
            return options.find(|field| field.0 == option).map(|field| Self::Option(field.0));
        }
        let column = Model::FIELDS.iter().position(|field| field.name == name);
        column.filter(|_| !is_asset(name)).map(Self::Column)
    }

    /// Every column that there may be different values of.
    pub fn columns() -> impl Iterator<Item = Self> {
        Model::FIELDS.iter().enumerate().filter(|(_, field)| !is_asset(field.name)).map(|(i, _)| Self::Column(i))
    }

    /// True if another value could lead the engine astray: ids, addresses, counts and types.
    pub fn is_structural(self) -> bool {
        match self {
            Self::Column(i) => matches!(Model::FIELDS[i].kind, Kind::I32 | Kind::I64 | Kind::U8),
            Self::Option(_) => false,
        }
    }

    /// Its scalars; of the bounding volumes only those of bodies, which come before those of meshes.
    pub fn of(self, m: &Model) -> Column<'_> {
        match self {
            Self::Column(i) => match m.column_at(i) {
                Column::F64(all) if Model::FIELDS[i].name == "bvh_aabb" => {
                    let rows: i32 = m.body_bvhnum.iter().sum();
                    Column::F64(&all[..(6 * rows.max(0) as usize).min(all.len())])
                }
                column => column,
            },
            Self::Option(name) => m.opt.get(name).unwrap_or(Column::F64(&[])),
        }
    }

    /// Writes its scalars into a model.
    pub fn write(self, m: &mut Model, row: Column<'_>) {
        match self {
            Self::Column(i) => copy(m.column_at_mut(i), row),
            Self::Option(name) => {
                if let Some(slot) = m.opt.get_mut(name) {
                    copy(slot, row);
                }
            }
        }
    }
}
