//! A small tree of elements and its text.

use std::fmt::Write;

use crate::schema::{Attr, ENABLE, Form, Slot, Table, word_of};

/// An element to be written.
#[derive(Debug, Default)]
pub(super) struct Node {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Node>,
}

impl Node {
    pub fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    pub fn push(&mut self, child: Node) {
        self.children.push(child);
    }

    /// Adds an element unless there is nothing in it.
    pub fn push_unless_empty(&mut self, child: Node) {
        if !child.is_empty() {
            self.children.push(child);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.children.is_empty()
    }

    pub fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.attributes.push((name, value.into()));
    }

    /// Adds a text unless it is empty.
    pub fn set_text(&mut self, name: &'static str, value: &str) {
        if !value.is_empty() {
            self.set(name, value);
        }
    }

    pub fn set_reals(&mut self, name: &'static str, values: &[f64]) {
        self.set(name, reals(values));
    }

    /// Adds every attribute of the table in which an element differs from the one that it starts from.
    pub fn fill<T: Clone>(&mut self, table: &Table<T>, element: &T, base: &T, defaults: bool) {
        let (mut element, mut base) = (element.clone(), base.clone());
        for (attr, bind) in table.iter() {
            // classes depend on where the element stands
            if matches!(attr.form, Form::Class) || (defaults && attr.own) {
                continue;
            }
            if let Some(text) = difference(attr, bind(&mut element), bind(&mut base)) {
                self.set(attr.name, text);
            }
        }
    }

    /// The text of the tree, two blanks for each level.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        // elements still to be written; `None` closes one
        let mut open: Vec<(Option<&Node>, &'static str, usize)> = vec![(Some(self), self.name, 0)];
        while let Some((node, name, depth)) = open.pop() {
            let indent = "  ".repeat(depth);
            let Some(node) = node else {
                let _ = writeln!(out, "{indent}</{name}>");
                continue;
            };
            let _ = write!(out, "{indent}<{name}");
            for (attribute, value) in &node.attributes {
                let _ = write!(out, " {attribute}=\"{}\"", escape(value));
            }
            if node.children.is_empty() {
                out.push_str("/>\n");
                continue;
            }
            out.push_str(">\n");
            open.push((None, name, depth));
            open.extend(node.children.iter().rev().map(|child| (Some(child), child.name, depth + 1)));
        }
        out
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c => out.push(c),
        }
    }
    out
}

/// The shortest text that reads back as the same number.
pub(super) fn real(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

pub(super) fn reals(values: &[f64]) -> String {
    values.iter().map(|&value| real(value)).collect::<Vec<_>>().join(" ")
}

pub(super) fn floats(values: &[f32]) -> String {
    let text = |value: &f32| {
        let text = format!("{value:?}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    };
    values.iter().map(text).collect::<Vec<_>>().join(" ")
}

pub(super) fn ints(values: &[i32]) -> String {
    values.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// The text of a field, unless it is that of the base or nothing is in it.
fn difference(attr: &Attr, value: Slot, base: Slot) -> Option<String> {
    match (value, base) {
        (Slot::Reals(value), Slot::Reals(base)) if !matches!(attr.form, Form::Key(_)) => {
            let differs = value.iter().zip(base.iter()).any(|(a, b)| a.to_bits() != b.to_bits());
            (differs && !value.iter().any(|v| v.is_nan())).then(|| reals(value))
        }
        (Slot::Floats(value), Slot::Floats(base)) => {
            let differs = value.iter().zip(base.iter()).any(|(a, b)| a.to_bits() != b.to_bits());
            differs.then(|| floats(value))
        }
        (Slot::RealList(value), Slot::RealList(base)) => (value != base).then(|| reals(value)),
        (Slot::FloatList(value), Slot::FloatList(base)) => (value != base).then(|| floats(value)),
        (Slot::IntList(value), Slot::IntList(base)) => (value != base).then(|| ints(value)),
        (Slot::Letters(value), Slot::Letters(base)) => {
            (value != base).then(|| String::from_utf8_lossy(value).into_owned())
        }
        (Slot::Text(value), Slot::Text(base)) => (value != base).then(|| value.clone()),
        (Slot::Ints(value), Slot::Ints(base)) => match attr.form {
            Form::Ints => (value != base).then(|| ints(value)),
            _ => coded(attr, value[0], base[0]),
        },
        (Slot::Reals(value), Slot::Reals(base)) => coded(attr, value[0] as i32, base[0] as i32),
        (Slot::Code(value), Slot::Code(base)) => coded(attr, value.code(), base.code()),
        _ => None,
    }
}

/// The words of a number.
fn coded(attr: &Attr, value: i32, base: i32) -> Option<String> {
    let (set, unset) = (ENABLE[1].0, ENABLE[0].0);
    match attr.form {
        Form::Disable(bit) if (value ^ base) & bit != 0 => Some(if value & bit == 0 { set } else { unset }.into()),
        Form::Enable(bit) if (value ^ base) & bit != 0 => Some(if value & bit == 0 { unset } else { set }.into()),
        Form::Key(keys) if value != base => word_of(keys, value).map(str::to_owned),
        Form::Flags(keys) if value != base => {
            let words = keys.iter().filter(|(_, bit)| value & bit != 0).map(|(word, _)| *word);
            Some(words.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}
