//! What can be wrong with a model, where, and what was expected instead.

use std::fmt;

use crate::spec::{Place, Spec};

/// Why a model could not be read, compiled or written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not well-formed XML.
    #[error("{0}")]
    Syntax(Fault),
    /// An element, an attribute or a value which the format does not allow there.
    #[error("{0}")]
    Invalid(Fault),
    /// A name that is given twice, or that stands for nothing.
    #[error("{0}")]
    Reference(Fault),
    /// Part of the format, but not of Sinew yet.
    #[error("{0}")]
    Unsupported(Fault),
    /// Larger, deeper or longer than [`Limits`](crate::Limits) allow.
    #[error("{0}")]
    Limit(Fault),
    /// A file that cannot be opened or decoded.
    #[error("{0}")]
    File(Fault),
    /// Well-formed, but no model: masses, sizes, frames that cannot be.
    #[error("{0}")]
    Physics(Fault),
}

impl Error {
    /// Where and what.
    pub fn fault(&self) -> &Fault {
        match self {
            Self::Syntax(fault)
            | Self::Invalid(fault)
            | Self::Reference(fault)
            | Self::Unsupported(fault)
            | Self::Limit(fault)
            | Self::File(fault)
            | Self::Physics(fault) => fault,
        }
    }
}

/// A place in a file and what is wrong there; small, so that results stay small.
///
/// Displayed as `arm.xml:41:9: <geom name="tip">: size needs 3 numbers for a box, got 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault(Box<Details>);

/// What a [`Fault`] knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// file, as it was named when opened; empty for text without a name
    pub file: String,
    /// line, from 1; 0 if not from a text
    pub line: u32,
    /// column, from 1
    pub column: u32,
    /// elements from the root down to the one at fault, `mujoco/worldbody/body/geom`; empty if not known
    pub path: String,
    /// the element as a reader would look for it, `<geom name="tip">`; empty if not known
    pub element: String,
    /// the offending text; empty if the fault is not in a text
    pub text: String,
    /// what is wrong, and what was expected
    pub message: String,
}

impl Fault {
    /// What is wrong with the element `kind` that was read at `at` under the name `name`.
    pub fn of(spec: &Spec, at: Place, kind: &str, name: &str, message: impl Into<String>) -> Self {
        Self::from(Details {
            file: spec.files.get(at.file as usize).cloned().unwrap_or_default(),
            line: at.line,
            column: at.column,
            element: tag(kind, name),
            message: message.into(),
            ..Details::default()
        })
    }

    /// What is wrong, in no particular place.
    pub fn anywhere(message: impl Into<String>) -> Self {
        Self::from(Details { message: message.into(), ..Details::default() })
    }
}

impl From<Details> for Fault {
    fn from(details: Details) -> Self {
        Self(Box::new(details))
    }
}

impl std::ops::Deref for Fault {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

impl std::ops::DerefMut for Fault {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

/// An element as one would search for it in the file.
pub(crate) fn tag(kind: &str, name: &str) -> String {
    if name.is_empty() { format!("<{kind}>") } else { format!("<{kind} name=\"{}\">", excerpt(name)) }
}

/// At most the first 60 characters of a text, for messages.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if self.line > 0 {
            if self.file.is_empty() {
                write!(f, "line ")?;
            }
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        if !self.file.is_empty() || self.line > 0 {
            write!(f, " ")?;
        }
        if !self.element.is_empty() {
            write!(f, "{}: ", self.element)?;
        }
        write!(f, "{}", self.message)
    }
}

/// What is odd about a model, yet did not stop it from being read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    list: Vec<Fault>,
}

impl Warnings {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more; a message that is already there in the same place is not repeated.
    pub fn push(&mut self, fault: Fault) {
        if self.list.last() != Some(&fault) {
            self.list.push(fault);
        }
    }

    /// All, in the order in which they came up.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.list.iter()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a> IntoIterator for &'a Warnings {
    type Item = &'a Fault;
    type IntoIter = std::slice::Iter<'a, Fault>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The name among `known` that is closest to `wrong`, if it is close enough to have been meant.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // long texts are not typing errors
    if wrong.len() > 64 {
        return None;
    }
    let allowed = (wrong.chars().count() / 3).max(1);
    known
        .into_iter()
        .filter(|name| name.len() <= 64)
        .map(|name| (distance(wrong, name), name))
        .filter(|&(d, _)| d <= allowed)
        .min_by_key(|&(d, _)| d)
        .map(|(_, name)| name)
}

/// Damerau's edit distance, restricted to swaps of neighbours, letters compared without case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut rows: [Vec<usize>; 3] = [vec![0; b.len() + 1], vec![0; b.len() + 1], (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        rows[2][0] = i;
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[1][j] + 1).min(rows[2][j - 1] + 1).min(rows[1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
    }
    rows[2][b.len()]
}

/// `"; did you mean 'geom'?"`, or nothing.
pub(crate) fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(wrong, known).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_read_like_a_compilers() {
        let fault = Details {
            file: "arm.xml".into(),
            line: 41,
            column: 9,
            element: tag("geom", "tip"),
            message: "size needs 3 numbers for a box, got 2".into(),
            ..Details::default()
        };
        assert_eq!(
            Error::Invalid(fault.into()).to_string(),
            "arm.xml:41:9: <geom name=\"tip\">: size needs 3 numbers for a box, got 2"
        );
    }

    #[test]
    fn nearest_forgives_a_slip_but_not_another_word() {
        let known = ["geom", "joint", "site", "camera", "conaffinity"];
        assert_eq!(nearest("gerom", known), Some("geom"));
        assert_eq!(nearest("jiont", known), Some("joint"));
        assert_eq!(nearest("Geom", known), Some("geom"));
        assert_eq!(nearest("conafinity", known), Some("conaffinity"));
        assert_eq!(nearest("motor", known), None);
        assert_eq!(nearest("", known), None);
    }
}
