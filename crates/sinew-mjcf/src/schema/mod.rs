//! The format as one table: elements, what may stand inside them, and their attributes with type and field.
//!
//! A line such as `"size" reals(1, 3) => size;` in [`attributes`] is all that reading, checking, writing and renaming
//! know about an attribute. [`elements`] says which elements hold which, and how often.

pub(crate) mod attributes;
pub(crate) mod elements;
mod keywords;

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::ObjType;

pub(crate) use keywords::*;

/// Words and the numbers that they stand for.
pub(crate) type Keys = &'static [(&'static str, i32)];

/// What the text of an attribute means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// name of the element among those of its kind
    Name(ObjType),
    /// name of a default class
    Class,
    /// name of an element of the kind
    Ref(ObjType),
    /// any text
    Text,
    /// path of a file
    File,
    /// letters, between `min` and `max` of them
    Letters,
    /// real numbers, between `min` and `max` of them
    Reals,
    /// whole numbers, between `min` and `max` of them
    Ints,
    /// one of the words
    Key(Keys),
    /// some of the words, their numbers combined as bits
    Flags(Keys),
    /// `enable` or `disable`: a bit that is set by `disable`
    Disable(i32),
    /// `enable` or `disable`: a bit that is set by `enable`
    Enable(i32),
}

/// An attribute: its name, what its text means, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attr {
    pub name: &'static str,
    pub form: Form,
    /// fewest values
    pub min: usize,
    /// most values
    pub max: usize,
    /// has to be given
    pub required: bool,
    /// belongs to one element: not in default classes
    pub own: bool,
    /// infinity is a value
    pub open: bool,
    /// smallest value
    pub least: f64,
    /// memory is set aside for that many things
    pub counts: bool,
}

const fn attr(form: Form, min: usize, max: usize) -> Attr {
    Attr { name: "", form, min, max, required: false, own: false, open: false, least: f64::NEG_INFINITY, counts: false }
}

impl Attr {
    const fn own(mut self) -> Self {
        self.own = true;
        self
    }
    const fn required(mut self) -> Self {
        self.required = true;
        self
    }
    const fn open(mut self) -> Self {
        self.open = true;
        self
    }
    const fn least(mut self, least: f64) -> Self {
        self.least = least;
        self
    }
}

/// a number of things that memory is set aside for, or -1
const fn count() -> Attr {
    let mut attr = int().least(-1.0);
    attr.counts = true;
    attr
}
const fn name(kind: ObjType) -> Attr {
    attr(Form::Name(kind), 1, 1).own()
}
const fn class() -> Attr {
    attr(Form::Class, 1, 1).own()
}
const fn reference(kind: ObjType) -> Attr {
    attr(Form::Ref(kind), 1, 1)
}
const fn text() -> Attr {
    attr(Form::Text, 1, 1)
}
const fn file() -> Attr {
    attr(Form::File, 1, 1)
}
const fn letters(min: usize, max: usize) -> Attr {
    attr(Form::Letters, min, max)
}
const fn real() -> Attr {
    attr(Form::Reals, 1, 1)
}
const fn reals(min: usize, max: usize) -> Attr {
    attr(Form::Reals, min, max)
}
/// lower and upper end, which may be infinite
const fn range() -> Attr {
    attr(Form::Reals, 2, 2).open()
}
const fn list() -> Attr {
    attr(Form::Reals, 0, usize::MAX)
}
const fn int() -> Attr {
    attr(Form::Ints, 1, 1)
}
const fn ints(min: usize, max: usize) -> Attr {
    attr(Form::Ints, min, max)
}
const fn int_list() -> Attr {
    attr(Form::Ints, 0, usize::MAX)
}
const fn key(keys: Keys) -> Attr {
    attr(Form::Key(keys), 1, 1)
}
const fn flags(keys: Keys) -> Attr {
    attr(Form::Flags(keys), 1, usize::MAX)
}
const fn boolean() -> Attr {
    key(BOOL)
}
const fn disable(bit: i32) -> Attr {
    attr(Form::Disable(bit), 1, 1)
}
const fn enable(bit: i32) -> Attr {
    attr(Form::Enable(bit), 1, 1)
}

/// The field of an attribute, whatever its type.
pub(crate) enum Slot<'a> {
    Reals(&'a mut [f64]),
    Floats(&'a mut [f32]),
    Ints(&'a mut [i32]),
    RealList(&'a mut Vec<f64>),
    FloatList(&'a mut Vec<f32>),
    IntList(&'a mut Vec<i32>),
    Letters(&'a mut [u8]),
    Text(&'a mut String),
    Code(&'a mut dyn Code),
}

/// A type that stands for a few whole numbers: an enumeration or a boolean.
pub(crate) trait Code {
    fn code(&self) -> i32;
    fn set_code(&mut self, code: i32);
}

/// A type that an attribute can be read into.
pub(crate) trait Field {
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! fields {
    ($($ty:ty: $slot:ident $(. $inner:tt)?;)*) => {
        $(impl Field for $ty {
            fn slot(&mut self) -> Slot<'_> { Slot::$slot(&mut self $(. $inner)?) }
        })*
    };
}

impl Field for f64 {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Reals(std::slice::from_mut(self))
    }
}
impl Field for f32 {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Floats(std::slice::from_mut(self))
    }
}
impl Field for i32 {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Ints(std::slice::from_mut(self))
    }
}
impl<const N: usize> Field for [f64; N] {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Reals(self)
    }
}
impl<const N: usize> Field for [f32; N] {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Floats(self)
    }
}
impl<const N: usize> Field for [i32; N] {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Ints(self)
    }
}
impl<const N: usize> Field for [u8; N] {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Letters(self)
    }
}
fields! {
    Vec3: Reals.0;
    Quat: Reals.0;
}
impl Field for Vec<f64> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::RealList(self)
    }
}
impl Field for Vec<f32> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::FloatList(self)
    }
}
impl Field for Vec<i32> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::IntList(self)
    }
}
impl Field for String {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Text(self)
    }
}

macro_rules! codes {
    ($($ty:ident)*) => {
        $(impl Code for sinew_core::model::$ty {
            fn code(&self) -> i32 { *self as i32 }
            fn set_code(&mut self, code: i32) { *self = Self::of(code); }
        }
        impl Field for sinew_core::model::$ty {
            fn slot(&mut self) -> Slot<'_> { Slot::Code(self) }
        })*
    };
}

codes! {
    JointType GeomType Projection CamLightMode LightType TextureType ColorSpace DynType GainType BiasType EqType
    ObjType SensorType SensorStage DataType SleepPolicy LengthRangeMode GeomInertia MeshInertia MeshBuiltin
    TextureBuiltin TextureMark Limited AlignFree Passthrough Embed InertiaFromGeom Conflict Scaling
}

impl Code for bool {
    fn code(&self) -> i32 {
        i32::from(*self)
    }
    fn set_code(&mut self, code: i32) {
        *self = code != 0;
    }
}
impl Code for u8 {
    fn code(&self) -> i32 {
        i32::from(*self)
    }
    fn set_code(&mut self, code: i32) {
        *self = code as u8;
    }
}
impl Field for bool {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Code(self)
    }
}
impl Field for u8 {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Code(self)
    }
}

/// From an element of the specification to the field of an attribute.
pub(crate) type Bind<T> = fn(&mut T) -> Slot<'_>;

/// The attributes of an element and their fields; attributes without a field are read by hand.
pub(crate) struct Table<T: 'static> {
    pub attrs: &'static [Attr],
    pub binds: &'static [Option<Bind<T>>],
}

impl<T> Table<T> {
    /// Attributes that have a field, with it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Attr, Bind<T>)> {
        self.attrs.iter().zip(self.binds).filter_map(|(attr, bind)| bind.map(|bind| (attr, bind)))
    }
}

/// How often an element may stand inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    /// at most once
    Once,
    /// any number of times
    Any,
}

/// A rule about which attributes go together.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// attributes of at most one of the groups
    Exclusive(&'static [&'static [&'static str]]),
    /// all attributes of at least one of the groups
    OneOf(&'static [&'static [&'static str]]),
    /// all or none
    Together(&'static [&'static str]),
}

/// An element of the format.
pub(crate) struct Element {
    pub name: &'static str,
    /// attributes, in groups that several elements share
    pub attrs: &'static [&'static [Attr]],
    pub children: &'static [(&'static Element, Many)],
    pub rules: &'static [Rule],
    /// part of the format, but not of Sinew yet
    pub unsupported: bool,
    /// its children are those of default classes
    pub defaults: bool,
}

impl Element {
    /// All attributes, in order.
    pub fn attributes(&self) -> impl Iterator<Item = &'static Attr> {
        self.attrs.iter().flat_map(|group| group.iter())
    }
}

/// The attributes of all elements as text: one line each, for the manual.
pub fn describe() -> String {
    use std::fmt::Write;

    let mut out = String::new();
    let mut stack: Vec<(&Element, usize, bool)> = vec![(&elements::MUJOCO, 0, false)];
    while let Some((element, depth, in_default)) = stack.pop() {
        let indent = "  ".repeat(depth);
        let _ = writeln!(out, "{indent}{}", element.name);
        for attr in element.attributes().filter(|attr| !(in_default && attr.own)) {
            let _ = writeln!(out, "{indent}  @{}: {}", attr.name, attr.describe());
        }
        // an element inside one of its own kind is not repeated
        let inner = element.children.iter().rev().filter(|(child, _)| child.name != element.name && depth < 4);
        let body = ["body", "frame", "replicate"];
        let inner = inner.filter(|(child, _)| !(body.contains(&element.name) && body.contains(&child.name)));
        stack.extend(inner.map(|(child, _)| (*child, depth + 1, element.defaults)));
    }
    out
}

impl Attr {
    /// What the attribute takes, in words.
    pub fn describe(&self) -> String {
        let count = match (self.min, self.max) {
            (1, 1) => String::new(),
            (0, usize::MAX) => " list".into(),
            (min, max) if min == max => format!("({min})"),
            (min, max) => format!("({min} to {max})"),
        };
        let words = |keys: Keys| keys.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        match self.form {
            Form::Name(kind) => format!("name of the {kind:?}").to_lowercase(),
            Form::Class => "default class".into(),
            Form::Ref(kind) => format!("name of a {kind:?}").to_lowercase(),
            Form::Text => "text".into(),
            Form::File => "file".into(),
            Form::Letters => format!("letters{count}"),
            Form::Reals => format!("real{count}"),
            Form::Ints => format!("int{count}"),
            Form::Key(keys) => words(keys).join(" | "),
            Form::Flags(keys) => format!("some of {}", words(keys).join(" ")),
            Form::Disable(_) | Form::Enable(_) => "enable | disable".into(),
        }
    }
}
