//! Every element and attribute against the format, before anything is read.

use sinew_core::sdf::Plugin;

use super::document::{Document, Id};
use crate::error::{Error, Warnings, did_you_mean, excerpt};
use crate::schema::{Attr, Element, Many, Rule, elements};

/// The format's element of every element of the document.
pub(crate) struct Checked(Vec<Option<&'static Element>>);

impl Checked {
    /// The attribute of an element, if the format has it.
    pub fn attr(&self, id: Id, name: &str) -> Option<&'static Attr> {
        self.0[id as usize]?.attributes().find(|attr| attr.name == name)
    }
}

/// Checks names, attributes and how often elements occur; values are checked when they are read.
pub(crate) fn check(document: &Document, warnings: &mut Warnings) -> Result<Checked, Error> {
    check_from(document, vec![(Document::ROOT, &elements::MUJOCO, false)], warnings)
}

/// Checks those sections inside an element that pass for sections of a model and are `known`; others are left alone.
pub(crate) fn check_below(
    document: &Document,
    id: Id,
    known: impl Fn(&str) -> bool,
    warnings: &mut Warnings,
) -> Result<Checked, Error> {
    let section = |child: Id| {
        let name = document.name(child);
        let (element, _) = elements::MUJOCO.children.iter().find(|(e, _)| e.name == name && known(name))?;
        Some((child, *element, false))
    };
    check_from(document, document.children(id).filter_map(section).collect(), warnings)
}

fn check_from(
    document: &Document,
    mut stack: Vec<(Id, &'static Element, bool)>,
    warnings: &mut Warnings,
) -> Result<Checked, Error> {
    let mut checked = Checked(vec![None; document.len()]);
    while let Some((id, element, in_default)) = stack.pop() {
        checked.0[id as usize] = Some(element);
        let plugin = document.attribute(id, "plugin").filter(|_| element.name == "plugin");
        if element.unsupported || plugin.is_some_and(|name| !name.is_empty() && Plugin::named(name).is_none()) {
            let which = document.attribute(id, "plugin").map(|name| format!(" '{}'", excerpt(name)));
            let message = format!("'{}'{} is not supported yet", element.name, which.unwrap_or_default());
            return Err(Error::Unsupported(document.fault(id, message)));
        }
        attributes(document, id, element, in_default, warnings)?;
        for rule in element.rules {
            obey(document, id, *rule)?;
        }
        let mark = stack.len();
        let mut counts = vec![0_usize; element.children.len()];
        for child in document.children(id) {
            let name = document.name(child);
            let Some(index) = element.children.iter().position(|(e, _)| e.name == name) else {
                return Err(unknown_element(document, child, element));
            };
            let (inner, many) = element.children[index];
            if in_default && inner.name == "plugin" {
                return Err(Error::Invalid(document.fault(child, "'plugin' cannot be given in a default class")));
            }
            counts[index] += 1;
            if many == Many::Once && counts[index] > 1 && !element.defaults {
                let message = format!("more than one '{name}' in <{}>", element.name);
                return Err(Error::Invalid(document.fault(child, message)));
            }
            stack.push((child, inner, element.defaults && !inner.defaults));
        }
        stack[mark..].reverse();
    }
    Ok(checked)
}

fn attributes(
    document: &Document,
    id: Id,
    element: &'static Element,
    in_default: bool,
    warnings: &mut Warnings,
) -> Result<(), Error> {
    let known = || element.attributes().filter(move |attr| !(in_default && attr.own));
    for (name, _) in document.attributes(id) {
        if known().any(|attr| attr.name == name) || name.starts_with("xmlns") {
            continue;
        }
        let message = if element.attributes().any(|attr| attr.name == name) {
            format!("'{name}' cannot be given in a default class")
        } else if element.attributes().next().is_none() {
            format!("<{}> has no attributes, got '{}'", element.name, excerpt(name))
        } else {
            format!("unknown attribute '{}'{}", excerpt(name), did_you_mean(name, known().map(|attr| attr.name)))
        };
        let fault = document.attribute_fault(id, name, message);
        if !elements::FORGIVING.contains(&element.name) {
            return Err(Error::Invalid(fault));
        }
        warnings.push(fault);
    }
    match known().find(|attr| attr.required && !in_default && document.attribute(id, attr.name).is_none()) {
        Some(attr) => Err(Error::Invalid(document.fault(id, format!("attribute '{}' is missing", attr.name)))),
        None => Ok(()),
    }
}

fn unknown_element(document: &Document, id: Id, parent: &Element) -> Error {
    let name = document.name(id);
    if let Some((_, why)) = elements::REMOVED.iter().find(|(removed, _)| *removed == name) {
        return Error::Invalid(document.fault(id, format!("'{name}' {why}")));
    }
    let meant = did_you_mean(name, parent.children.iter().map(|(child, _)| child.name));
    let message = format!("unknown element '{}' in <{}>{meant}", excerpt(name), parent.name);
    Error::Invalid(document.fault(id, message))
}

fn obey(document: &Document, id: Id, rule: Rule) -> Result<(), Error> {
    let given = |name: &&&str| document.attribute(id, name).is_some();
    let groups = |groups: &[&[&str]]| groups.iter().map(|group| group.join(" and ")).collect::<Vec<_>>().join(", or ");
    let message = match rule {
        Rule::Exclusive(all) => {
            let first: Vec<&str> = all.iter().filter_map(|g| g.iter().find(given)).copied().collect();
            if first.len() < 2 {
                return Ok(());
            }
            format!("'{}' and '{}' cannot both be given", first[0], first[1])
        }
        Rule::OneOf(all) => {
            if all.iter().any(|group| group.iter().all(|name| given(&name))) {
                return Ok(());
            }
            format!("needs {}", groups(all))
        }
        Rule::Together(names) => {
            let count = names.iter().filter(given).count();
            if count == 0 || count == names.len() {
                return Ok(());
            }
            format!("'{}' are given together or not at all", names.join("' and '"))
        }
    };
    Err(Error::Invalid(document.fault(id, message)))
}
