//! Where a model comes from, and noticing that it changed.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use sinew::{Files, Model, Warnings, files};

/// A model that can be loaded, and loaded again.
#[derive(Clone, Debug)]
pub enum Source {
    /// a file, with what it includes and its assets beside it
    File(PathBuf),
    /// a text that needs no files
    Text {
        /// what to call it
        name: String,
        /// MJCF or URDF
        xml: String,
    },
}

/// What is wrong with a model, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// the whole message
    pub message: String,
    /// file, if the place is known
    pub file: String,
    /// line, from 1; 0 if not known
    pub line: u32,
    /// that line of the file
    pub excerpt: String,
}

/// A model with what its loading had to say.
pub struct Loaded {
    /// the model, or why there is none
    pub model: Result<Model, Problem>,
    /// what looked wrong
    pub warnings: Vec<String>,
    /// files that were read, whether or not the model came out
    pub files: Vec<PathBuf>,
}

impl Source {
    /// What to call the model.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().map_or_else(|| "model".into(), |n| n.to_string_lossy().into_owned()),
            Self::Text { name, .. } => name.clone(),
        }
    }

    /// Loads the model.
    pub fn load(&self) -> Loaded {
        match self {
            Self::File(path) if path.extension().is_some_and(|ext| ext == "sinew") => load_binary(path),
            Self::File(path) => load_file(path),
            Self::Text { name, xml } => {
                let result = sinew::load_str(xml, &format!("{name}.xml"));
                let (model, warnings) = split(result);
                Loaded { model, warnings, files: Vec::new() }
            }
        }
    }
}

fn split(result: Result<(Model, Warnings), sinew::Error>) -> (Result<Model, Problem>, Vec<String>) {
    match result {
        Ok((model, warnings)) => (Ok(model), warnings.iter().map(ToString::to_string).collect()),
        Err(error) => (Err(problem(&error)), Vec::new()),
    }
}

fn load_binary(path: &Path) -> Loaded {
    let model = std::fs::read(path)
        .map_err(|error| error.to_string())
        .and_then(|bytes| Model::from_bytes(&bytes).map_err(|error| error.to_string()))
        .map_err(|error| Problem {
            message: format!("cannot load {}: {error}", path.display()),
            file: path.display().to_string(),
            ..Problem::default()
        });
    Loaded { model, warnings: Vec::new(), files: vec![path.into()] }
}

fn load_file(path: &Path) -> Loaded {
    let disk = Noted { disk: files::Disk::default(), paths: Mutex::default() };
    let mut warnings = Warnings::new();
    let model =
        sinew::read_path(path, &disk, &mut warnings).and_then(|spec| sinew::compile(&spec, &disk, &mut warnings));
    let mut files = disk.paths.into_inner().unwrap_or_default();
    files.push(path.into());
    files.sort();
    files.dedup();
    let (model, warnings) = split(model.map(|model| (model, warnings)));
    Loaded { model, warnings, files }
}

fn problem(error: &sinew::Error) -> Problem {
    let fault = error.fault();
    let line = fault.line as usize;
    let excerpt = std::fs::read_to_string(&fault.file)
        .ok()
        .filter(|_| line > 0)
        .and_then(|text| text.lines().nth(line - 1).map(|text| text.trim().chars().take(200).collect()));
    Problem {
        message: error.to_string(),
        file: fault.file.clone(),
        line: fault.line,
        excerpt: excerpt.unwrap_or_default(),
    }
}

/// The file system, noting what was asked for.
struct Noted {
    disk: files::Disk,
    paths: Mutex<Vec<PathBuf>>,
}

impl Files for Noted {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        if let Ok(mut paths) = self.paths.lock() {
            paths.push(path.into());
        }
        self.disk.read(path)
    }
}

/// Files as they were when last looked at.
#[derive(Default)]
pub struct Watch {
    stamps: Vec<(PathBuf, Stamp)>,
}

/// Time of the last change and size; `None` if there is no such file.
type Stamp = Option<(Option<SystemTime>, u64)>;

fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok(), meta.len()))
}

impl Watch {
    /// Looks at other files from now on.
    pub fn set(&mut self, files: &[PathBuf]) {
        self.stamps = files.iter().map(|path| (path.clone(), stamp(path))).collect();
    }

    /// Whether some file changed since the last look.
    pub fn changed(&mut self) -> bool {
        let mut changed = false;
        for (path, last) in &mut self.stamps {
            let now = stamp(path);
            if now != *last {
                *last = now;
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_file_and_line_and_shows_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("arm.xml");
        std::fs::write(&path, "<mujoco>\n  <worldbody>\n    <geom size='x'/>\n  </worldbody>\n</mujoco>")
            .expect("a file");
        let loaded = Source::File(path.clone()).load();
        let problem = loaded.model.expect_err("no size");
        assert_eq!((problem.line, problem.excerpt.as_str()), (3, "<geom size='x'/>"));
        assert!(problem.file.ends_with("arm.xml") && problem.message.contains(":3:"), "{problem:?}");
        assert_eq!(loaded.files, [path], "it is watched although it is broken");
    }

    #[test]
    fn a_change_is_seen_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.xml");
        let mut watch = Watch::default();
        watch.set(std::slice::from_ref(&path));
        assert!(!watch.changed());
        std::fs::write(&path, "a").expect("a file");
        assert!(watch.changed() && !watch.changed());
    }
}
