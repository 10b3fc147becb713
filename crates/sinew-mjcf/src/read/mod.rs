//! From text to [`Spec`].
//!
//! A model and the files it includes become one tree of elements ([`document`]), which is checked against the format
//! ([`check`]) and then read section by section: settings, default classes, assets, and last the bodies, because
//! replicas and attached models bring copies of everything that refers to them.

mod actuators;
mod assets;
mod attach;
mod bodies;
mod check;
mod conflict;
mod copies;
mod dcmotor;
mod defaults;
mod document;
mod keys;
mod naming;
mod part;
mod plugins;
mod relations;
mod sections;
mod sensors;
mod values;

use crate::error::{Details, Error, Fault, Warnings, did_you_mean, excerpt};
use crate::files::{Files, folder};
use crate::limits::{Deadline, Limits};
use crate::schema::{Attr, Field, Form, Table};
use crate::spec::{Compiler, Place, Spec};
use check::Checked;
pub(crate) use document::{Document, Id};
pub(crate) use sensors::{ATTACHED, FIRST, FRAMES, PROXIMITY, SECOND};

/// Reads a model from a text. `file_name` is where the text came from: paths in it are relative to its folder.
///
/// ```
/// use sinew_mjcf::{Warnings, files::NoFiles, read};
///
/// let xml = r#"<mujoco><worldbody><geom size="1"/></worldbody></mujoco>"#;
/// let spec = read(xml, "ball.xml", &NoFiles, &mut Warnings::new())?;
/// assert_eq!(spec.worldbody.geoms.len(), 1);
/// # Ok::<(), sinew_mjcf::Error>(())
/// ```
#[doc(alias = "mj_parseXML")]
pub fn read(xml: &str, file_name: &str, files: &dyn Files, warnings: &mut Warnings) -> Result<Spec, Error> {
    read_with(xml, file_name, files, warnings, &Limits::default())
}

/// Reads a model from a file.
pub fn read_file(path: &str, files: &dyn Files, warnings: &mut Warnings) -> Result<Spec, Error> {
    read_file_with(path, files, warnings, &Limits::default())
}

/// As [`read_file`], with limits of one's own.
pub fn read_file_with(path: &str, files: &dyn Files, warnings: &mut Warnings, limits: &Limits) -> Result<Spec, Error> {
    let fault = |message: String| Error::File(Details { file: path.into(), message, ..Details::default() }.into());
    let bytes = files.read(path).map_err(fault)?;
    let text = decode(&bytes).map_err(fault)?;
    read_with(text, path, files, warnings, limits)
}

/// As [`read`], with limits of one's own.
pub fn read_with(
    xml: &str,
    file_name: &str,
    files: &dyn Files,
    warnings: &mut Warnings,
    limits: &Limits,
) -> Result<Spec, Error> {
    Reader::open(xml, file_name, files, warnings, limits, limits.deadline(), &[])
}

/// Bytes as text, or why they are none (`is not UTF-8 at byte 7`).
pub fn decode(bytes: &[u8]) -> Result<&str, String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err("is in UTF-16; save it as UTF-8".into());
    }
    let text = std::str::from_utf8(bytes).map_err(|error| format!("is not UTF-8 at byte {}", error.valid_up_to()))?;
    let text = text.trim_end_matches('\0');
    match text.find('\0') {
        Some(at) => Err(format!("has a zero byte on line {}", 1 + text[..at].matches('\n').count())),
        None => Ok(text),
    }
}

/// Name of a section, and what reads it.
type Section<'a> = (&'static str, fn(&mut Reader<'a>, Id) -> Result<(), Error>);

/// Reads `compiler`, `option` and `size` inside the `mujoco` element of a URDF, on top of other defaults.
pub(crate) fn settings<'a>(
    document: Document,
    extension: Option<Id>,
    folder: &str,
    files: &'a dyn Files,
    warnings: &'a mut Warnings,
    limits: &'a Limits,
    defaults: impl FnOnce(&mut Compiler),
) -> Result<(Document, Spec), Error> {
    let mut spec = Spec { files: document.files(), modelfiledir: folder.to_owned(), ..Spec::default() };
    folder.clone_into(&mut spec.compilers[0].modelfiledir);
    defaults(&mut spec.compilers[0]);
    let Some(extension) = extension else { return Ok((document, spec)) };

    let sections: Vec<Id> = document.children(extension).collect();
    let known = |name: &str| ["compiler", "option", "size"].contains(&name);
    let checked = check::check_below(&document, extension, known, warnings)?;
    let mut reader = Reader {
        document,
        checked,
        spec,
        files,
        warnings,
        limits,
        deadline: limits.deadline(),
        opened: Vec::new(),
        models: Vec::new(),
        tree: Vec::new(),
        copies: 0,
        keys: Vec::new(),
    };
    for id in sections {
        match reader.document.name(id) {
            "compiler" => reader.compiler(id)?,
            "option" => reader.option(id)?,
            "size" => reader.size(id)?,
            _ => {}
        }
    }
    Ok((reader.document, reader.spec))
}

/// A model while it is being read.
struct Reader<'a> {
    document: Document,
    checked: Checked,
    spec: Spec,
    files: &'a dyn Files,
    warnings: &'a mut Warnings,
    limits: &'a Limits,
    /// when to give up
    deadline: Deadline,
    /// files of the models around this one, this one last
    opened: Vec<String>,
    /// models that can be attached, by name
    models: Vec<attach::Asset>,
    /// bodies so far, the world first, each after its parent
    tree: Vec<bodies::Node>,
    /// copies of elements so far
    copies: usize,
    /// keyframes of attached models
    keys: Vec<keys::Pending>,
}

impl<'a> Reader<'a> {
    fn open(
        xml: &str,
        file_name: &str,
        files: &'a dyn Files,
        warnings: &'a mut Warnings,
        limits: &'a Limits,
        deadline: Deadline,
        around: &[String],
    ) -> Result<Spec, Error> {
        let directory = folder(file_name).to_owned();
        let document = Document::open(xml, file_name, &directory, files, limits)?;
        match document.name(Document::ROOT) {
            "mujoco" => {}
            "robot" => return crate::urdf::read_document(document, &directory, files, warnings, limits),
            other => {
                let message =
                    format!("the root element is '{}'; a model starts with 'mujoco' or 'robot'", excerpt(other));
                return Err(Error::Invalid(document.fault(Document::ROOT, message)));
            }
        }
        let checked = check::check(&document, warnings)?;
        let mut spec = Spec {
            files: document.files(),
            comment: document.comment().to_owned(),
            modelfiledir: directory,
            ..Spec::default()
        };
        spec.modelfiledir.clone_into(&mut spec.compilers[0].modelfiledir);
        let opened = around.iter().cloned().chain([file_name.to_owned()]).collect();
        let world = bodies::Node { body: spec.worldbody.clone(), parent: bodies::NOWHERE, source: 0 };
        let mut reader = Reader {
            document,
            checked,
            spec,
            files,
            warnings,
            limits,
            deadline,
            opened,
            models: Vec::new(),
            tree: vec![world],
            copies: 0,
            keys: Vec::new(),
        };
        reader.model()?;
        Ok(reader.spec)
    }

    /// All sections, in the order in which they depend on one another.
    fn model(&mut self) -> Result<(), Error> {
        if let Some(name) = self.document.attribute(Document::ROOT, "model") {
            self.spec.modelname = name.to_owned();
        }
        let sections: [Section<'a>; 16] = [
            ("compiler", Self::compiler),
            ("option", Self::option),
            ("size", Self::size),
            ("visual", Self::visual),
            ("statistic", Self::statistic),
            ("default", Self::defaults),
            ("extension", Self::extension),
            ("custom", Self::custom),
            ("asset", Self::assets),
            ("deformable", Self::deformable),
            ("contact", Self::contact),
            ("equality", Self::equalities),
            ("tendon", Self::tendons),
            ("actuator", Self::actuators),
            ("sensor", Self::sensors),
            ("keyframe", Self::keyframe),
        ];
        let all: Vec<Id> = self.document.children(Document::ROOT).collect();
        for (name, read) in sections {
            for &id in all.iter().filter(|&&id| self.document.name(id) == name).collect::<Vec<_>>() {
                read(self, id)?;
            }
        }
        for &id in all.iter().filter(|&&id| self.document.name(id) == "worldbody").collect::<Vec<_>>() {
            self.world(id)?;
        }
        self.finish_keys();
        self.assemble();
        Ok(())
    }

    // ------------------------------------------------------------------ attributes

    /// Reads every attribute that the table binds to a field.
    fn fill<T>(&self, id: Id, table: &Table<T>, element: &mut T) -> Result<(), Error> {
        for (name, text) in self.document.attributes(id) {
            let Some(index) = table.attrs.iter().position(|attr| attr.name == name) else { continue };
            if let Some(bind) = table.binds[index] {
                let attr = &table.attrs[index];
                values::fill(&self.document, id, attr, text, bind(element), self.limits)?;
                self.known(id, attr, text)?;
            }
        }
        Ok(())
    }

    /// Reads an attribute into a variable; how many values were given, 0 if it is absent.
    fn get(&self, id: Id, name: &str, to: &mut impl Field) -> Result<usize, Error> {
        let Some(text) = self.document.attribute(id, name) else { return Ok(0) };
        match self.checked.attr(id, name) {
            Some(attr) => values::fill(&self.document, id, attr, text, to.slot(), self.limits),
            None => Ok(0),
        }
    }

    /// A number, if it is given.
    fn real(&self, id: Id, name: &str) -> Result<Option<f64>, Error> {
        let mut value = 0.0;
        Ok((self.get(id, name, &mut value)? > 0).then_some(value))
    }

    /// A text, if it is given; empty otherwise.
    fn text(&self, id: Id, name: &str) -> String {
        self.document.attribute(id, name).unwrap_or_default().to_owned()
    }

    /// A class has to be declared before it is used.
    fn known(&self, id: Id, attr: &Attr, text: &str) -> Result<(), Error> {
        match attr.form {
            Form::Class => self.class_index(id, attr.name, text).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn class_index(&self, id: Id, attribute: &str, name: &str) -> Result<usize, Error> {
        let classes = &self.spec.defaults;
        classes.iter().position(|class| class.name == name).ok_or_else(|| {
            let meant = did_you_mean(name, classes.iter().map(|class| class.name.as_str()));
            let message = format!("unknown default class '{}'{meant}", excerpt(name));
            Error::Reference(self.document.attribute_fault(id, attribute, message))
        })
    }

    /// The class that an element starts from: its own, or else the one given.
    fn class_of(&self, id: Id, otherwise: usize) -> Result<usize, Error> {
        match self.document.attribute(id, "class") {
            Some(name) => self.class_index(id, "class", name),
            None => Ok(otherwise),
        }
    }

    fn place(&self, id: Id) -> Place {
        self.document.place(id)
    }

    fn invalid(&self, id: Id, message: impl Into<String>) -> Error {
        Error::Invalid(self.document.fault(id, message))
    }

    fn warn(&mut self, fault: Fault) {
        self.warnings.push(fault);
    }

    /// Counts copies of elements, so that replicas of replicas end before memory does.
    fn count(&mut self, id: Id, more: usize) -> Result<(), Error> {
        self.copies = self.copies.saturating_add(more);
        if self.copies > self.limits.copies {
            let name = self.document.name(id).to_owned();
            let message = format!("copies of elements in this {name} pass the limit of {}", self.limits.copies);
            return Err(Error::Limit(self.document.fault(id, message)));
        }
        self.in_time(id)
    }

    /// An error about this element if the time is over.
    fn in_time(&self, id: Id) -> Result<(), Error> {
        self.deadline.passed().map_or(Ok(()), |message| Err(Error::Limit(self.document.fault(id, message))))
    }
}
