//! The text of a model and of all files that it includes, as one tree of elements with places.

use roxmltree::StringStorage;

use crate::error::{Details, Error, Fault, excerpt, tag};
use crate::files::{Files, folder, join};
use crate::{Limits, spec::Place};

/// Index of an element in a [`Document`].
pub(crate) type Id = u32;

const NONE: Id = Id::MAX;

/// A text and where its lines begin.
struct Source {
    name: String,
    text: String,
    lines: Vec<u32>,
    /// attribute values that had entities in them, one after another
    unescaped: String,
}

/// Part of a source: of its text, or of its unescaped values.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
    unescaped: bool,
}

struct Attribute {
    name: Span,
    value: Span,
}

struct Element {
    source: u32,
    start: u32,
    name: Span,
    attributes: std::ops::Range<u32>,
    /// text inside, if it has any
    text: Option<Span>,
    parent: Id,
    first: Id,
    next: Id,
}

/// Elements of a model file, those of included files in the place of `include`.
pub(crate) struct Document {
    sources: Vec<Source>,
    elements: Vec<Element>,
    attributes: Vec<Attribute>,
    comment: String,
}

impl Document {
    /// Reads a text and everything that it includes.
    pub fn open(xml: &str, name: &str, folder: &str, files: &dyn Files, limits: &Limits) -> Result<Self, Error> {
        let mut document =
            Self { sources: Vec::new(), elements: Vec::new(), attributes: Vec::new(), comment: String::new() };
        // some editors end a file with a zero byte
        document.parse(xml.trim_end_matches('\0').to_owned(), name.to_owned(), NONE, limits)?;
        let mut loader = Loader { document, files, limits, folder, included: vec![join("", name)] };
        loader.include(0, folder, 0)?;
        Ok(loader.document)
    }

    /// The root element.
    pub const ROOT: Id = 0;

    /// Names of all files, the model first.
    pub fn files(&self) -> Vec<String> {
        self.sources.iter().map(|source| source.name.clone()).collect()
    }

    /// Comment at the top of the model.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    pub fn len(&self) -> usize {
        self.elements.len()
    }

    fn slice(&self, source: u32, span: Span) -> &str {
        let source = &self.sources[source as usize];
        let text = if span.unescaped { &source.unescaped } else { &source.text };
        &text[span.start as usize..span.end as usize]
    }

    /// Name of the element.
    pub fn name(&self, id: Id) -> &str {
        let element = &self.elements[id as usize];
        self.slice(element.source, element.name)
    }

    /// Names and values of the attributes, in order.
    pub fn attributes(&self, id: Id) -> impl Iterator<Item = (&str, &str)> {
        let element = &self.elements[id as usize];
        let range = element.attributes.start as usize..element.attributes.end as usize;
        self.attributes[range].iter().map(|a| (self.slice(element.source, a.name), self.slice(element.source, a.value)))
    }

    /// Value of an attribute.
    pub fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        self.attributes(id).find(|&(n, _)| n == name).map(|(_, value)| value)
    }

    /// Text inside the element.
    pub fn text(&self, id: Id) -> Option<&str> {
        let element = &self.elements[id as usize];
        element.text.map(|span| self.slice(element.source, span))
    }

    /// Elements inside, with those of included files in place.
    pub fn children(&self, id: Id) -> Children<'_> {
        Children { document: self, stack: Vec::new(), next: self.elements[id as usize].first }
    }

    /// File, line and column of the element.
    pub fn place(&self, id: Id) -> Place {
        let element = &self.elements[id as usize];
        self.place_at(element.source, element.start)
    }

    fn place_at(&self, source: u32, offset: u32) -> Place {
        let lines = &self.sources[source as usize].lines;
        let line = lines.partition_point(|&start| start <= offset);
        let start = lines[line - 1] as usize;
        // letters are counted on lines that a person may have written, bytes on others
        let before = &self.sources[source as usize].text.as_bytes()[start..offset as usize];
        let inner = |&&byte: &&u8| byte & 0xc0 == 0x80;
        let column = before.len() - if before.len() < 1000 { before.iter().filter(inner).count() } else { 0 };
        Place { file: source, line: line as u32, column: column as u32 + 1, compiler: 0 }
    }

    /// What is wrong with an element; the place is that of the element.
    pub fn fault(&self, id: Id, message: impl Into<String>) -> Fault {
        let place = self.place(id);
        let mut path = Vec::new();
        let mut at = id;
        while at != NONE && path.len() < 64 {
            if self.name(at) != "include" {
                path.push(excerpt(self.name(at)));
            }
            at = self.elements[at as usize].parent;
        }
        path.reverse();
        Fault::from(Details {
            file: self.sources[place.file as usize].name.clone(),
            line: place.line,
            column: place.column,
            path: path.join("/"),
            element: tag(&excerpt(self.name(id)), self.attribute(id, "name").unwrap_or("")),
            text: String::new(),
            message: message.into(),
        })
    }

    /// What is wrong with an attribute; the place is that of the attribute.
    pub fn attribute_fault(&self, id: Id, attribute: &str, message: impl Into<String>) -> Fault {
        let mut fault = self.fault(id, message);
        let element = &self.elements[id as usize];
        let range = element.attributes.start as usize..element.attributes.end as usize;
        let found = self.attributes[range].iter().find(|a| self.slice(element.source, a.name) == attribute);
        if let Some(found) = found {
            let place = self.place_at(element.source, found.name.start);
            (fault.line, fault.column) = (place.line, place.column);
            fault.text = excerpt(self.slice(element.source, found.value));
        }
        fault
    }

    /// Appends the elements of a text; those of an included one go below `parent`.
    fn parse(&mut self, text: String, name: String, parent: Id, limits: &Limits) -> Result<(), Error> {
        let at = |line: u32, column: u32, message: String| {
            Fault::from(Details { file: name.clone(), line, column, message, ..Details::default() })
        };
        if text.len() > limits.text.min(u32::MAX as usize / 2) {
            let message = format!("{} bytes of text, of which at most {} are read", text.len(), limits.text);
            return Err(Error::Limit(at(0, 0, message)));
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(Error::Syntax(at(0, 0, "empty file: no root element".into())));
        }
        if let Some((line, column, name)) = too_many_attributes(&text, limits.attributes) {
            let message = format!("<{}> has more than {} attributes", excerpt(name), limits.attributes);
            return Err(Error::Limit(at(line, column, message)));
        }
        let room = limits.elements.saturating_sub(self.elements.len()).saturating_mul(3).saturating_add(1000);
        let options = roxmltree::ParsingOptions {
            allow_dtd: false,
            nodes_limit: u32::try_from(room).unwrap_or(u32::MAX),
            ..roxmltree::ParsingOptions::default()
        };
        let xml = match roxmltree::Document::parse_with_options(&text, options) {
            Ok(xml) => xml,
            Err(roxmltree::Error::NodesLimitReached) => {
                return Err(Error::Limit(at(0, 0, format!("more than {} elements", limits.elements))));
            }
            Err(error) => {
                let pos = error.pos();
                return Err(Error::Syntax(at(pos.row, pos.col, syntax_message(&error))));
            }
        };

        let source = self.sources.len() as u32;
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, c)| c == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        let mut unescaped = String::new();
        if source == 0 {
            self.comment = top_comment(&xml);
        }

        // depth first, without recursion: every element is appended after its parent
        let top = xml.root_element();
        let mut stack: Vec<(roxmltree::Node, Id, usize)> = Vec::new();
        let base = self.depth(parent);
        if parent == NONE {
            stack.push((top, NONE, 0));
        } else {
            stack.extend(top.children().filter(roxmltree::Node::is_element).map(|n| (n, parent, base + 1)));
            stack.reverse();
        }
        let mut last_child: Vec<Id> = vec![NONE; self.elements.len()];
        while let Some((node, parent, depth)) = stack.pop() {
            let id = self.elements.len() as Id;
            let element = span_element(&node, source, parent, &text, &mut unescaped, &mut self.attributes);
            let start = element.start;
            self.elements.push(element);
            last_child.push(NONE);
            if parent != NONE {
                match std::mem::replace(&mut last_child[parent as usize], id) {
                    NONE => self.elements[parent as usize].first = id,
                    before => self.elements[before as usize].next = id,
                }
            }
            if depth >= limits.depth || self.elements.len() > limits.elements {
                let pos = xml.text_pos_at(start as usize);
                let message = if depth >= limits.depth {
                    let name = excerpt(node.tag_name().name());
                    format!("<{name}>: nesting is deeper than {} elements", limits.depth)
                } else {
                    format!("more than {} elements", limits.elements)
                };
                return Err(Error::Limit(at(pos.row, pos.col, message)));
            }
            let mark = stack.len();
            stack.extend(node.children().filter(roxmltree::Node::is_element).map(|n| (n, id, depth + 1)));
            stack[mark..].reverse();
        }
        drop(xml);
        self.sources.push(Source { name, text, lines, unescaped });
        Ok(())
    }

    /// How many elements the element is inside of, itself counted.
    pub fn depth_of(&self, id: Id) -> usize {
        self.depth(id)
    }

    fn depth(&self, mut id: Id) -> usize {
        let mut depth = 0;
        while id != NONE {
            depth += 1;
            id = self.elements[id as usize].parent;
        }
        depth
    }
}

/// Children of an element, looking through `include`.
pub(crate) struct Children<'a> {
    document: &'a Document,
    stack: Vec<Id>,
    next: Id,
}

impl Iterator for Children<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        loop {
            while self.next == NONE {
                self.next = self.stack.pop()?;
            }
            let id = self.next;
            let element = &self.document.elements[id as usize];
            self.next = element.next;
            if self.document.name(id) != "include" {
                return Some(id);
            }
            self.stack.push(self.next);
            self.next = element.first;
        }
    }
}

/// Follows the includes of a document.
struct Loader<'a> {
    document: Document,
    files: &'a dyn Files,
    limits: &'a Limits,
    folder: &'a str,
    included: Vec<String>,
}

impl Loader<'_> {
    /// Loads what the elements from `from` on include; `folder` is that of their file.
    fn include(&mut self, from: Id, folder_of_file: &str, depth: usize) -> Result<(), Error> {
        let end = self.document.len() as Id;
        for id in from..end {
            if self.document.name(id) != "include" {
                continue;
            }
            if depth >= self.limits.files {
                let message = format!("files are included more than {} deep", self.limits.files);
                return Err(Error::Limit(self.document.fault(id, message)));
            }
            if self.document.elements[id as usize].first != NONE {
                return Err(Error::Invalid(self.document.fault(id, "include cannot have elements inside")));
            }
            if let Some((name, _)) = self.document.attributes(id).find(|&(name, _)| name != "file") {
                let message = format!("include has no attribute '{}', only 'file'", excerpt(name));
                return Err(Error::Invalid(self.document.fault(id, message)));
            }
            let Some(file) = self.document.attribute(id, "file").map(str::to_owned) else {
                return Err(Error::Invalid(self.document.fault(id, "include needs the attribute 'file'")));
            };
            let (path, text) = self.fetch(id, &file, folder_of_file)?;
            self.included.push(path.clone());
            let first = self.document.len() as Id;
            self.document.parse(text, path.clone(), id, self.limits).map_err(|error| self.named(id, error))?;
            if self.document.len() as Id == first {
                let message = format!("included file '{}' has no elements", excerpt(&path));
                return Err(Error::Invalid(self.document.fault(id, message)));
            }
            self.include(first, folder(&path), depth + 1)?;
        }
        Ok(())
    }

    /// Says which include led to a text that is not XML, and keeps the text itself out of the message.
    fn named(&self, id: Id, error: Error) -> Error {
        if let Error::Syntax(mut fault) = error {
            let place = self.document.place(id);
            let from = &self.document.sources[place.file as usize].name;
            fault.message = format!("{} (included from {from}:{})", fault.message, place.line);
            return Error::Syntax(fault);
        }
        error
    }

    /// Path and text of an included file: below the folder of the model, or else of the file that includes it.
    fn fetch(&self, id: Id, file: &str, folder_of_file: &str) -> Result<(String, String), Error> {
        let mut paths = vec![join(self.folder, file)];
        let beside = join(folder_of_file, file);
        if beside != paths[0] {
            paths.push(beside);
        }
        let mut problem = String::new();
        for path in paths {
            match self.files.read(&path) {
                Ok(bytes) => {
                    if self.included.contains(&path) {
                        let message = format!("file '{}' is already included", excerpt(&path));
                        return Err(Error::Invalid(self.document.attribute_fault(id, "file", message)));
                    }
                    if bytes.len() > self.limits.text {
                        let message = format!("file '{}' is larger than {} bytes", excerpt(&path), self.limits.text);
                        return Err(Error::Limit(self.document.attribute_fault(id, "file", message)));
                    }
                    let text = super::decode(&bytes).map_err(|why| {
                        let message = format!("file '{}' {why}", excerpt(&path));
                        Error::Syntax(self.document.attribute_fault(id, "file", message))
                    })?;
                    return Ok((path, text.to_owned()));
                }
                Err(why) if problem.is_empty() => {
                    problem = format!("cannot open included file '{}': {why}", excerpt(&path));
                }
                Err(_) => {}
            }
        }
        Err(Error::File(self.document.attribute_fault(id, "file", problem)))
    }
}

/// An element of the parser as one of ours.
fn span_element(
    node: &roxmltree::Node,
    source: u32,
    parent: Id,
    text: &str,
    unescaped: &mut String,
    attributes: &mut Vec<Attribute>,
) -> Element {
    let range = node.range();
    let mut keep = |value: &str, owned: bool, at: usize| {
        if owned {
            let start = unescaped.len() as u32;
            unescaped.push_str(value);
            Span { start, end: unescaped.len() as u32, unescaped: true }
        } else {
            Span { start: at as u32, end: (at + value.len()) as u32, unescaped: false }
        }
    };

    // the name ends at the first blank, slash or bracket
    let begin = range.start + 1;
    let length = text[begin..].find(|c: char| c.is_whitespace() || c == '/' || c == '>').unwrap_or(0);
    let name = Span { start: begin as u32, end: (begin + length) as u32, unescaped: false };

    let first = attributes.len() as u32;
    for attribute in node.attributes() {
        let owned = matches!(attribute.value_storage(), StringStorage::Owned(_));
        let name = attribute.range_qname();
        attributes.push(Attribute {
            name: Span { start: name.start as u32, end: name.end as u32, unescaped: false },
            value: keep(
                attribute.value(),
                owned,
                (attribute.value().as_ptr() as usize).wrapping_sub(text.as_ptr() as usize),
            ),
        });
    }
    let inside = node.first_child().filter(|child| child.is_text() && !node.children().any(|c| c.is_element()));
    let inside = inside.and_then(|child| child.text()).filter(|inside| !inside.trim().is_empty());
    Element {
        source,
        start: range.start as u32,
        name,
        attributes: first..attributes.len() as u32,
        text: inside.map(|inside| keep(inside, true, 0)),
        parent,
        first: NONE,
        next: NONE,
    }
}

/// The comment that a model begins with: the first thing inside the root.
fn top_comment(xml: &roxmltree::Document) -> String {
    let inside = xml
        .root_element()
        .children()
        .find(|node| !(node.is_text() && node.text().is_some_and(|t| t.trim().is_empty())));
    inside.filter(roxmltree::Node::is_comment).and_then(|node| node.text()).unwrap_or("").to_owned()
}

/// Line, column and name of an element that has too many attributes.
fn too_many_attributes(text: &str, most: usize) -> Option<(u32, u32, &str)> {
    let (mut line, mut start, mut open, mut count) = (1, 0, None, 0);
    for (at, c) in text.bytes().enumerate() {
        match c {
            b'\n' => (line, start) = (line + 1, at + 1),
            b'<' => (open, count) = (Some((line, (at - start + 1) as u32, at + 1)), 0),
            b'>' => open = None,
            b'=' => count += 1,
            _ => {}
        }
        if let (Some((line, column, name)), true) = (open, count > most) {
            return Some((line, column, text[name..].split_ascii_whitespace().next().unwrap_or("")));
        }
    }
    None
}

fn syntax_message(error: &roxmltree::Error) -> String {
    use roxmltree::Error as E;
    match error {
        E::DtdDetected => "document type definitions (dtd, entity declarations) are not read".into(),
        E::NoRootNode => "no root element".into(),
        E::UnclosedRootNode => "an element is not closed before the end of the text".into(),
        E::UnexpectedCloseTag(expected, actual, _) => {
            format!("</{}> closes <{}>", excerpt(actual), excerpt(expected))
        }
        E::UnexpectedEntityCloseTag(_) => "a closing tag without its element".into(),
        E::DuplicatedAttribute(name, _) => format!("attribute '{}' is given twice", excerpt(name)),
        E::UnknownEntityReference(name, _) => format!("unknown entity '&{};'", excerpt(name)),
        E::UnknownNamespace(name, _) => format!("unknown namespace '{}'", excerpt(name)),
        other => {
            // the parser repeats the position at the end of its message
            let text = other.to_string();
            let end = text.rfind(" at ").unwrap_or(text.len());
            format!("not well-formed XML: {}", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Memory, NoFiles};

    fn open(xml: &str) -> Result<Document, Error> {
        Document::open(xml, "m.xml", "", &NoFiles, &Limits::default())
    }

    fn message(xml: &str) -> String {
        open(xml).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn malformed_text_is_named_with_its_place() {
        assert_eq!(message(" \n"), "m.xml: empty file: no root element");
        assert_eq!(
            message("<mujoco>\n<worldbody>\n</worldbod>\n</mujoco>"),
            "m.xml:3:1: </worldbod> closes <worldbody>"
        );
        assert_eq!(
            message("<mujoco>\n  <geom size='.1' size='.2'/></mujoco>"),
            "m.xml:2:19: attribute 'size' is given twice"
        );
        assert_eq!(
            message("<!DOCTYPE a [<!ENTITY b 'c'>]><mujoco/>"),
            "m.xml:1:1: document type definitions (dtd, entity declarations) are not read"
        );
        assert_eq!(message("<mujoco><a b='&nosuch;'/></mujoco>"), "m.xml:1:15: unknown entity '&nosuch;'");
        assert_eq!(
            message("<mujoco>\n<worldbody>\n"),
            "m.xml:1:1: an element is not closed before the end of the text"
        );
    }

    #[test]
    fn deep_nesting_is_refused_without_recursion() {
        let deep = format!("<mujoco>{}{}</mujoco>", "<body>".repeat(100_000), "</body>".repeat(100_000));
        assert_eq!(message(&deep), "m.xml:1:3003: <body>: nesting is deeper than 500 elements");
    }

    #[test]
    fn values_keep_entities_and_their_places() {
        let document = open("<mujoco>\n  <a b='1' c='x &lt; y'/>\n</mujoco>").expect("well-formed");
        let a = document.children(Document::ROOT).next().expect("one child");
        assert_eq!(document.attribute(a, "c"), Some("x < y"));
        let fault = document.attribute_fault(a, "c", "wrong");
        assert_eq!((fault.line, fault.column, fault.path.as_str()), (2, 12, "mujoco/a"));
    }

    #[test]
    fn includes_are_looked_through_and_keep_their_places() {
        let files: Memory = [
            ("parts/a.xml", "<mujoco>\n <x/>\n <include file='b.xml'/>\n <y/></mujoco>"),
            ("parts/b.xml", "<mujoco><z/></mujoco>"),
        ]
        .into_iter()
        .collect();
        let xml = "<mujoco><w/><include file='parts/a.xml'/><v/></mujoco>";
        let document = Document::open(xml, "m.xml", "", &files, &Limits::default()).expect("opens");
        let names: Vec<_> = document.children(Document::ROOT).map(|id| document.name(id)).collect();
        assert_eq!(names, ["w", "x", "z", "y", "v"]);
        let y = document.children(Document::ROOT).nth(3).expect("y");
        assert_eq!(document.fault(y, "here").to_string(), "parts/a.xml:4:2: <y>: here");
    }

    #[test]
    fn repeated_and_circular_includes_are_refused() {
        let files: Memory =
            [("a.xml", "<mujoco><include file='m.xml'/></mujoco>"), ("m.xml", "<mujoco/>")].into_iter().collect();
        let open =
            |xml: &str| Document::open(xml, "m.xml", "", &files, &Limits::default()).err().map(|e| e.to_string());
        assert_eq!(
            open("<mujoco><include file='a.xml'/></mujoco>").as_deref(),
            Some("a.xml:1:18: <include>: file 'm.xml' is already included")
        );
        assert_eq!(
            open("<mujoco><include file='no.xml'/></mujoco>").as_deref(),
            Some("m.xml:1:18: <include>: cannot open included file 'no.xml': no such file")
        );
    }
}
