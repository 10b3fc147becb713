//! One table per struct: the macros behind `Model` and `Data`.
//!
//! A column is a flat array with a name, a row type and a number of rows. `Model` and `Data` declare their columns
//! once, in `model/columns.rs` and `data/columns.rs`; whatever lists fields (copying, saving, comparing, the Python
//! attributes, the documentation) walks the resulting [`Field`] list instead of naming columns again.

use crate::math::{Inertia, Mat3, Quat, Spatial, Vec3};

/// Scalar type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `f64`
    F64,
    /// `f32`
    F32,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `bool`
    Bool,
}

/// Number of scalars in one row of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// the same in every model
    Fixed(usize),
    /// a size of the model times a fixed number
    Sized(&'static str, usize),
}

/// Stage of the pipeline that computes a column of `Data`, in running order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// part of the model, or set by the user
    State,
    /// body, joint, geom and site frames
    Kinematics,
    /// subtree centres of mass, motion axes, spatial inertias
    ComPos,
    /// camera and light frames
    CamLight,
    /// deformable vertices and edges
    Flex,
    /// tendon lengths, Jacobians and paths
    Tendon,
    /// actuator lengths and moments
    Transmission,
    /// joint-space inertia
    Inertia,
    /// factor of the inertia
    Factor,
    /// which trees, bodies and dofs are awake
    Sleep,
    /// contacts
    Collision,
    /// constraint rows
    Constraint,
    /// constraint islands
    Island,
    /// constraint-space inertia
    Project,
    /// tendon and actuator velocities
    Velocity,
    /// body velocities
    ComVel,
    /// spring, damper and fluid forces
    Passive,
    /// reference accelerations of the constraints
    Reference,
    /// Coriolis, centrifugal and gravity forces
    Bias,
    /// velocities of subtrees
    SubtreeVel,
    /// actuator forces
    Actuation,
    /// acceleration without constraints
    Acceleration,
    /// implicit metric of the discrete integrator
    Metric,
    /// constraint forces and acceleration
    Solve,
    /// sensor readings
    Sensor,
    /// body accelerations and interaction forces
    RnePost,
    /// factors used by the integrators
    Integrate,
    /// inverse dynamics
    Inverse,
}

/// Description of one column.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// name, the same as MuJoCo's
    pub name: &'static str,
    /// what it holds
    pub doc: &'static str,
    /// name of the size that counts its rows
    pub rows: &'static str,
    /// scalars per row
    pub width: Width,
    /// scalar type
    pub kind: Kind,
    /// stage that computes it
    pub stage: Stage,
}

/// A column seen as a flat slice of scalars.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant carries a slice of the scalar that it names")]
pub enum Column<'a> {
    F64(&'a [f64]),
    F32(&'a [f32]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    U8(&'a [u8]),
    Bool(&'a [bool]),
}

/// A column seen as a flat, writable slice of scalars.
#[derive(Debug)]
#[expect(missing_docs, reason = "each variant carries a slice of the scalar that it names")]
pub enum ColumnMut<'a> {
    F64(&'a mut [f64]),
    F32(&'a mut [f32]),
    I32(&'a mut [i32]),
    I64(&'a mut [i64]),
    U8(&'a mut [u8]),
    Bool(&'a mut [bool]),
}

impl Column<'_> {
    /// Number of scalars.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(s) => s.len(),
            Self::F32(s) => s.len(),
            Self::I32(s) => s.len(),
            Self::I64(s) => s.len(),
            Self::U8(s) => s.len(),
            Self::Bool(s) => s.len(),
        }
    }

    /// Where the scalars are in memory.
    pub fn address(&self) -> usize {
        match self {
            Self::F64(s) => s.as_ptr().addr(),
            Self::F32(s) => s.as_ptr().addr(),
            Self::I32(s) => s.as_ptr().addr(),
            Self::I64(s) => s.as_ptr().addr(),
            Self::U8(s) => s.as_ptr().addr(),
            Self::Bool(s) => s.as_ptr().addr(),
        }
    }

    /// True if there are no scalars.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Scalars that columns are made of.
pub trait Scalar: Copy + Default + PartialEq + 'static {
    /// tag of the type
    const KIND: Kind;
    /// the slice as a [`Column`]
    fn column(slice: &[Self]) -> Column<'_>;
    /// the slice as a [`ColumnMut`]
    fn column_mut(slice: &mut [Self]) -> ColumnMut<'_>;
}

macro_rules! scalar {
    ($($ty:ty => $variant:ident),*) => {$(
        impl Scalar for $ty {
            const KIND: Kind = Kind::$variant;
            fn column(slice: &[Self]) -> Column<'_> { Column::$variant(slice) }
            fn column_mut(slice: &mut [Self]) -> ColumnMut<'_> { ColumnMut::$variant(slice) }
        }
        impl Row for $ty {
            type Scalar = $ty;
            const WIDTH: usize = 1;
            fn flat(rows: &[Self]) -> &[$ty] { rows }
            fn flat_mut(rows: &mut [Self]) -> &mut [$ty] { rows }
        }
    )*};
}
scalar!(f64 => F64, f32 => F32, i32 => I32, i64 => I64, u8 => U8, bool => Bool);

/// One row of a column: a fixed number of scalars of one type.
pub trait Row: Copy + Default + PartialEq + 'static {
    /// scalar type
    type Scalar: Scalar;
    /// scalars in a row
    const WIDTH: usize;
    /// rows as one flat slice
    fn flat(rows: &[Self]) -> &[Self::Scalar];
    /// rows as one flat, writable slice
    fn flat_mut(rows: &mut [Self]) -> &mut [Self::Scalar];
}

macro_rules! packed_row {
    ($($row:ty, $scalar:ty, $width:literal;)*) => {$(
        impl Row for $row {
            type Scalar = $scalar;
            const WIDTH: usize = $width;
            fn flat(rows: &[Self]) -> &[$scalar] { bytemuck::cast_slice(rows) }
            fn flat_mut(rows: &mut [Self]) -> &mut [$scalar] { bytemuck::cast_slice_mut(rows) }
        }
    )*};
}
packed_row! {
    Vec3, f64, 3; Quat, f64, 4; Mat3, f64, 9; Spatial, f64, 6; Inertia, f64, 10;
    [f64; 2], f64, 2; [f64; 3], f64, 3; [f64; 4], f64, 4; [f64; 5], f64, 5; [f64; 6], f64, 6;
    [f64; 9], f64, 9; [f64; 10], f64, 10; [f64; 12], f64, 12; [f64; 21], f64, 21; [f64; 8], f64, 8;
    [f32; 2], f32, 2; [f32; 3], f32, 3; [f32; 4], f32, 4;
    [i32; 2], i32, 2; [i32; 3], i32, 3; [i32; 4], i32, 4; [i32; 6], i32, 6; [i32; 8], i32, 8; [i32; 27], i32, 27; [i32; 10], i32, 10;
}

/// Sets a column to `rows` zeroed rows.
pub(crate) fn allocate<T: Row>(slot: &mut Box<[T]>, rows: usize) {
    *slot = vec![T::default(); rows].into_boxed_slice();
}

/// Copies a column, reusing its memory when the sizes agree.
pub(crate) fn copy_column<T: Row>(to: &mut Box<[T]>, from: &[T]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    } else {
        *to = from.into();
    }
}

/// Copies a growing column, reusing its memory where it suffices.
pub(crate) fn copy_rows<T: Row>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}

/// The product of an optional size and the row width, as a [`Width`].
pub(crate) const fn width<T: Row>(size: &'static str) -> Width {
    if size.is_empty() { Width::Fixed(T::WIDTH) } else { Width::Sized(size, T::WIDTH) }
}

/// A plain number held beside the columns, seen without its type.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant carries the scalar that it names")]
pub enum Value {
    Int(i64),
    Real(f64),
    Bool(bool),
}

/// Types of plain numbers held beside the columns.
pub trait Plain: Copy {
    /// the number as a [`Value`]
    fn get(self) -> Value;
    /// replaces the number; false if the value does not fit
    fn set(&mut self, value: Value) -> bool;
}

macro_rules! plain_int {
    ($($ty:ty),*) => {$(
        impl Plain for $ty {
            #[allow(clippy::cast_lossless, reason = "one line for integers of every width")]
            fn get(self) -> Value { Value::Int(self as i64) }
            fn set(&mut self, value: Value) -> bool {
                let Value::Int(v) = value else { return false };
                <$ty>::try_from(v).map(|v| *self = v).is_ok()
            }
        }
    )*};
}
plain_int!(usize, i32, i64);

impl Plain for f64 {
    fn get(self) -> Value {
        Value::Real(self)
    }
    fn set(&mut self, value: Value) -> bool {
        match value {
            Value::Real(v) => *self = v,
            Value::Int(v) => *self = v as f64,
            Value::Bool(_) => return false,
        }
        true
    }
}

impl Plain for bool {
    fn get(self) -> Value {
        Value::Bool(self)
    }
    fn set(&mut self, value: Value) -> bool {
        match value {
            Value::Bool(v) => *self = v,
            Value::Int(v) => *self = v != 0,
            Value::Real(_) => return false,
        }
        true
    }
}

/// Declares `Model`: its sizes, plain fields and columns.
macro_rules! model_table {
    (
        $(#[$meta:meta])*
        pub struct $Owner:ident {
            sizes { $($(#[doc = $sdoc:literal])+ $size:ident,)* }
            plain { $($(#[$pmeta:meta])+ $plain:ident: $pty:ty,)* }
            columns { $($(#[doc = $doc:literal])+ $name:ident: [$row:ty; $rows:ident $(* $by:ident)?],)* }
        }
    ) => {
        $(#[$meta])*
        pub struct $Owner {
            $($(#[doc = $sdoc])+ pub $size: usize,)*
            $($(#[$pmeta])+ pub $plain: $pty,)*
            $($(#[doc = $doc])+ pub $name: Box<[$row]>,)*
        }

        impl $Owner {
            /// Name and meaning of every size, in order.
            pub const SIZES: &'static [(&'static str, &'static str)] =
                &[$((stringify!($size), concat!($($sdoc),+).trim_ascii())),*];

            /// Every column, in order.
            #[allow(clippy::large_stack_arrays, reason = "a constant in static memory")]
            pub const FIELDS: &'static [$crate::table::Field] = &[$($crate::table::Field {
                name: stringify!($name),
                doc: concat!($($doc),+).trim_ascii(),
                rows: stringify!($rows),
                width: $crate::table::width::<$row>(concat!($(stringify!($by))?)),
                kind: <<$row as $crate::table::Row>::Scalar as $crate::table::Scalar>::KIND,
                stage: $crate::table::Stage::State,
            }),*];

            /// Size by name.
            pub fn size(&self, name: &str) -> Option<usize> {
                match name { $(stringify!($size) => Some(self.$size),)* _ => None }
            }

            /// Sets a size by name; false if there is none. Call [`Self::allocate`] afterwards.
            pub fn set_size(&mut self, name: &str, value: usize) -> bool {
                match name { $(stringify!($size) => self.$size = value,)* _ => return false }
                true
            }

            /// Gives every column the length that the sizes ask for, filled with zeros.
            pub fn allocate(&mut self) {
                $($crate::table::allocate(&mut self.$name, self.$rows $(* self.$by)?);)*
            }

            /// Column by its index in [`Self::FIELDS`].
            ///
            /// # Panics
            /// If there is no such column.
            pub fn column_at(&self, index: usize) -> $crate::table::Column<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::view(&self.$name); })*
                panic!("{} has no column {index}", stringify!($Owner))
            }

            /// Writable column by its index in [`Self::FIELDS`].
            ///
            /// # Panics
            /// If there is no such column.
            pub fn column_at_mut(&mut self, index: usize) -> $crate::table::ColumnMut<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::view_mut(&mut self.$name); })*
                panic!("{} has no column {index}", stringify!($Owner))
            }

            /// Copies every size, plain field and column, keeping memory where it fits.
            pub fn copy_from(&mut self, other: &Self) {
                $(self.$size = other.$size;)*
                $(self.$plain.clone_from(&other.$plain);)*
                $($crate::table::copy_column(&mut self.$name, &other.$name);)*
            }
        }
    };
}
pub(crate) use model_table;

/// Declares `Data`: its plain fields, the columns sized by the model, and those that grow as a step needs.
macro_rules! data_table {
    (
        $(#[$meta:meta])*
        pub struct $Owner:ident {
            scalars { $($(#[doc = $cdoc:literal])+ $scalar:ident: $cty:ty,)* }
            plain { $($(#[$pmeta:meta])+ $plain:ident: $pty:ty,)* }
            columns { $($(#[doc = $doc:literal])+ $name:ident: [$row:ty; $rows:ident] @ $stage:ident,)* }
            growing { $($(#[doc = $gdoc:literal])+ $gname:ident: [$grow:ty; $grows:ident] @ $gstage:ident,)* }
        }
    ) => {
        $(#[$meta])*
        pub struct $Owner {
            $($(#[doc = $cdoc])+ pub $scalar: $cty,)*
            $($(#[$pmeta])+ pub $plain: $pty,)*
            $($(#[doc = $doc])+ pub $name: Box<[$row]>,)*
            $($(#[doc = $gdoc])+ pub $gname: Vec<$grow>,)*
        }

        impl $Owner {
            /// Name and meaning of every plain number, in order.
            pub const SCALARS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($scalar), concat!($($cdoc),+).trim_ascii())),*];

            /// Columns sized by the model, in order.
            pub const FIELDS: &'static [$crate::table::Field] = &[$($crate::table::Field {
                name: stringify!($name),
                doc: concat!($($doc),+).trim_ascii(),
                rows: stringify!($rows),
                width: $crate::table::width::<$row>(""),
                kind: <<$row as $crate::table::Row>::Scalar as $crate::table::Scalar>::KIND,
                stage: $crate::table::Stage::$stage,
            }),*];

            /// Columns that grow and shrink from step to step, in order.
            pub const GROWING: &'static [$crate::table::Field] = &[$($crate::table::Field {
                name: stringify!($gname),
                doc: concat!($($gdoc),+).trim_ascii(),
                rows: stringify!($grows),
                width: $crate::table::width::<$grow>(""),
                kind: <<$grow as $crate::table::Row>::Scalar as $crate::table::Scalar>::KIND,
                stage: $crate::table::Stage::$gstage,
            }),*];

            /// Gives every model-sized column its length, filled with zeros, and empties the growing ones.
            pub(crate) fn allocate(&mut self, m: &$crate::Model) {
                $($crate::table::allocate(&mut self.$name, m.$rows);)*
                self.clear_growing();
            }

            /// Empties the growing columns, keeping their memory.
            pub(crate) fn clear_growing(&mut self) {
                $(self.$gname.clear();)*
            }

            /// Plain number by name.
            pub fn scalar(&self, name: &str) -> Option<$crate::table::Value> {
                match name { $(stringify!($scalar) => Some($crate::table::Plain::get(self.$scalar)),)* _ => None }
            }

            /// Sets a plain number by name; false if there is none or the value does not fit.
            pub fn set_scalar(&mut self, name: &str, value: $crate::table::Value) -> bool {
                match name {
                    $(stringify!($scalar) => $crate::table::Plain::set(&mut self.$scalar, value),)*
                    _ => false,
                }
            }

            /// Column by its index in [`Self::FIELDS`].
            ///
            /// # Panics
            /// If there is no such column.
            pub fn column_at(&self, index: usize) -> $crate::table::Column<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::view(&self.$name); })*
                panic!("{} has no column {index}", stringify!($Owner))
            }

            /// Writable column by its index in [`Self::FIELDS`].
            ///
            /// # Panics
            /// If there is no such column.
            pub fn column_at_mut(&mut self, index: usize) -> $crate::table::ColumnMut<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::view_mut(&mut self.$name); })*
                panic!("{} has no column {index}", stringify!($Owner))
            }

            /// Growing column by its index in [`Self::GROWING`].
            ///
            /// # Panics
            /// If there is no such column.
            pub fn growing_at(&self, index: usize) -> $crate::table::Column<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::view(&self.$gname); })*
                panic!("{} has no growing column {index}", stringify!($Owner))
            }

            /// Growing column by its index in [`Self::GROWING`], made to hold this many scalars.
            ///
            /// # Panics
            /// If there is no such column.
            pub(crate) fn growing_at_mut(&mut self, index: usize, scalars: usize) -> $crate::table::ColumnMut<'_> {
                let mut at = 0..;
                $(if at.next() == Some(index) { return $crate::table::grown(&mut self.$gname, scalars); })*
                panic!("{} has no growing column {index}", stringify!($Owner))
            }

            /// Copies every number and column, keeping memory where it fits.
            pub fn copy_from(&mut self, other: &Self) {
                $(self.$scalar = other.$scalar;)*
                $(self.$plain.clone_from(&other.$plain);)*
                $($crate::table::copy_column(&mut self.$name, &other.$name);)*
                $($crate::table::copy_rows(&mut self.$gname, &other.$gname);)*
            }
        }
    };
}
pub(crate) use data_table;

/// Rows as a [`Column`].
pub(crate) fn view<T: Row>(rows: &[T]) -> Column<'_> {
    T::Scalar::column(T::flat(rows))
}

/// Rows as a [`ColumnMut`].
pub(crate) fn view_mut<T: Row>(rows: &mut [T]) -> ColumnMut<'_> {
    T::Scalar::column_mut(T::flat_mut(rows))
}

/// Rows made to hold this many scalars, as a [`ColumnMut`].
pub(crate) fn grown<T: Row>(rows: &mut Vec<T>, scalars: usize) -> ColumnMut<'_> {
    rows.clear();
    rows.resize(scalars / T::WIDTH, T::default());
    view_mut(rows)
}

/// Declares enums with MuJoCo's numbers and names.
macro_rules! int_enums {
    ($($(#[$meta:meta])+ $Enum:ident $mj:literal { $($Variant:ident = $value:literal => $name:literal,)* })*) => {
        $(
            $(#[$meta])+
            #[doc(alias = $mj)]
            #[repr(i32)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[expect(missing_docs, reason = "the variants carry MuJoCo's names")]
            pub enum $Enum { $(#[doc(alias = $name)] $Variant = $value,)* }

            impl $Enum {
                /// MuJoCo's name of the enumeration.
                pub const MUJOCO: &'static str = $mj;
                /// MuJoCo's names and numbers, in order.
                pub const NAMES: &'static [(&'static str, i32)] = &[$(($name, $value)),*];
                /// All variants, in order.
                pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

                /// The variant with this number.
                #[inline]
                pub const fn try_from_i32(value: i32) -> Option<Self> {
                    match value { $($value => Some(Self::$Variant),)* _ => None }
                }

                /// The variant with this number; the first one if there is none. Compiled models hold only
                /// known numbers, so the fallback is a bound on what a foreign write can do.
                #[inline]
                pub const fn of(value: i32) -> Self {
                    match Self::try_from_i32(value) { Some(v) => v, None => Self::ALL[0] }
                }
            }

            impl From<$Enum> for i32 {
                fn from(value: $Enum) -> i32 { value as i32 }
            }
        )*

        /// Every enumeration: MuJoCo's name, and MuJoCo's names and numbers of its values.
        pub const ENUMS: &[(&str, &[(&str, i32)])] = &[$(($mj, $Enum::NAMES)),*];
    };
}
pub(crate) use int_enums;

/// Reading ids, which are `i32` with -1 for none.
pub trait Id {
    /// The id as an index.
    fn ix(self) -> usize;
    /// The id as an index, `None` if negative.
    fn opt(self) -> Option<usize>;
}

impl Id for i32 {
    #[inline]
    fn ix(self) -> usize {
        self as usize
    }
    #[inline]
    fn opt(self) -> Option<usize> {
        usize::try_from(self).ok()
    }
}
