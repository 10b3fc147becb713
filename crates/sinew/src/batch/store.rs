//! Columns of one field for every simulation.

use sinew_core::table::{Column, ColumnMut, Kind};

/// Calls an expression with the slice of a column, whatever its scalars are.
macro_rules! each_kind {
    ($Type:ident, $value:expr, $slice:ident => $body:expr) => {
        match $value {
            $Type::F64($slice) => $body,
            $Type::F32($slice) => $body,
            $Type::I32($slice) => $body,
            $Type::I64($slice) => $body,
            $Type::U8($slice) => $body,
            $Type::Bool($slice) => $body,
        }
    };
}

/// Same, wrapping the result in the variant of the same kind.
macro_rules! map_kind {
    ($From:ident => $To:ident, $value:expr, $slice:ident => $body:expr) => {
        match $value {
            $From::F64($slice) => $To::F64($body),
            $From::F32($slice) => $To::F32($body),
            $From::I32($slice) => $To::I32($body),
            $From::I64($slice) => $To::I64($body),
            $From::U8($slice) => $To::U8($body),
            $From::Bool($slice) => $To::Bool($body),
        }
    };
}

/// Scalars of a field: one row of `width` for each simulation. Its memory never moves.
#[derive(Debug)]
#[expect(missing_docs, reason = "each variant carries the scalars that it names")]
pub enum Store {
    F64(Box<[f64]>),
    F32(Box<[f32]>),
    I32(Box<[i32]>),
    I64(Box<[i64]>),
    U8(Box<[u8]>),
    Bool(Box<[bool]>),
}

impl Store {
    /// So many zeros.
    pub fn zeros(kind: Kind, count: usize) -> Self {
        match kind {
            Kind::F64 => Self::F64(vec![0.0; count].into()),
            Kind::F32 => Self::F32(vec![0.0; count].into()),
            Kind::I32 => Self::I32(vec![0; count].into()),
            Kind::I64 => Self::I64(vec![0; count].into()),
            Kind::U8 => Self::U8(vec![0; count].into()),
            Kind::Bool => Self::Bool(vec![false; count].into()),
        }
    }

    /// The row, so many times.
    pub fn repeated(row: Column<'_>, times: usize) -> Self {
        map_kind!(Column => Self, row, row => row.repeat(times).into())
    }

    /// All of it.
    pub fn column(&self) -> Column<'_> {
        map_kind!(Self => Column, self, all => all)
    }

    /// All of it, to write.
    pub fn column_mut(&mut self) -> ColumnMut<'_> {
        map_kind!(Self => ColumnMut, self, all => all)
    }

    /// Row of a simulation.
    pub fn row(&self, sim: usize, width: usize) -> Column<'_> {
        map_kind!(Self => Column, self, all => &all[sim * width..(sim + 1) * width])
    }
}

/// A column cut into this many rows of one width.
pub fn rows_mut(column: ColumnMut<'_>, count: usize) -> Vec<ColumnMut<'_>> {
    fn cut<T>(all: &mut [T], count: usize) -> impl Iterator<Item = &mut [T]> {
        let (width, mut rest) = (all.len().checked_div(count).unwrap_or(0), all);
        (0..count).map(move |_| {
            let (row, tail) = std::mem::take(&mut rest).split_at_mut(width);
            rest = tail;
            row
        })
    }
    match column {
        ColumnMut::F64(all) => cut(all, count).map(ColumnMut::F64).collect(),
        ColumnMut::F32(all) => cut(all, count).map(ColumnMut::F32).collect(),
        ColumnMut::I32(all) => cut(all, count).map(ColumnMut::I32).collect(),
        ColumnMut::I64(all) => cut(all, count).map(ColumnMut::I64).collect(),
        ColumnMut::U8(all) => cut(all, count).map(ColumnMut::U8).collect(),
        ColumnMut::Bool(all) => cut(all, count).map(ColumnMut::Bool).collect(),
    }
}

/// Scalars in a writable column.
pub fn len(column: &ColumnMut<'_>) -> usize {
    each_kind!(ColumnMut, column, all => all.len())
}

/// Scalar type of a writable column.
pub fn kind(column: &ColumnMut<'_>) -> Kind {
    match column {
        ColumnMut::F64(_) => Kind::F64,
        ColumnMut::F32(_) => Kind::F32,
        ColumnMut::I32(_) => Kind::I32,
        ColumnMut::I64(_) => Kind::I64,
        ColumnMut::U8(_) => Kind::U8,
        ColumnMut::Bool(_) => Kind::Bool,
    }
}

/// Copies as many scalars as both have; columns of different kinds are left alone.
pub fn copy(to: ColumnMut<'_>, from: Column<'_>) {
    fn part<T: Copy>(to: &mut [T], from: &[T]) {
        let n = to.len().min(from.len());
        to[..n].copy_from_slice(&from[..n]);
    }
    match (to, from) {
        (ColumnMut::F64(to), Column::F64(from)) => part(to, from),
        (ColumnMut::F32(to), Column::F32(from)) => part(to, from),
        (ColumnMut::I32(to), Column::I32(from)) => part(to, from),
        (ColumnMut::I64(to), Column::I64(from)) => part(to, from),
        (ColumnMut::U8(to), Column::U8(from)) => part(to, from),
        (ColumnMut::Bool(to), Column::Bool(from)) => part(to, from),
        _ => {}
    }
}

/// The same column for a shorter time, to write.
pub fn reborrow<'a>(column: &'a mut ColumnMut<'_>) -> ColumnMut<'a> {
    map_kind!(ColumnMut => ColumnMut, column, all => all)
}
