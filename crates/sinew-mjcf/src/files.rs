//! Where the bytes of models and assets come from.
//!
//! Reading and compiling never touch the disk themselves: they ask a [`Files`]. [`Memory`] is a dictionary,
//! [`Disk`] the file system, [`Folder`] one folder of it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Limits;

/// A source of files by path.
pub trait Files {
    /// The bytes of a file, or why they cannot be had (`no such file`), without the path.
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String>;

    /// Whether there is such a file.
    fn exists(&self, path: &str) -> bool {
        self.read(path).is_ok()
    }
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> Result<Cow<'_, [u8]>, String> {
        Err("no such file".into())
    }
}

/// Files in memory, as the dictionary of assets in Python.
///
/// A path is looked up as it is, then without its folders, as MuJoCo's virtual file system does.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(normalize(path), bytes.into());
    }
}

impl<P: AsRef<str>, B: Into<Vec<u8>>> FromIterator<(P, B)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        Self { files: files.into_iter().map(|(path, bytes)| (normalize(path.as_ref()), bytes.into())).collect() }
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        let path = normalize(path);
        self.files
            .get(&path)
            .or_else(|| self.files.get(base_name(&path)))
            .map(|bytes| Cow::Borrowed(bytes.as_slice()))
            .ok_or_else(|| "no such file".to_owned())
    }
}

/// First one source, then another.
#[derive(Clone, Copy, Debug)]
pub struct Layered<A, B>(pub A, pub B);

impl<A: Files, B: Files> Files for Layered<A, B> {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        self.0.read(path).or_else(|_| self.1.read(path))
    }

    fn exists(&self, path: &str) -> bool {
        self.0.exists(path) || self.1.exists(path)
    }
}

impl<T: Files + ?Sized> Files for &T {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        (**self).read(path)
    }

    fn exists(&self, path: &str) -> bool {
        (**self).exists(path)
    }
}

/// The file system: regular files up to a size.
#[derive(Clone, Copy, Debug)]
pub struct Disk {
    /// largest file that is read, in bytes
    pub limit: u64,
}

impl Default for Disk {
    fn default() -> Self {
        Self { limit: Limits::default().file }
    }
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        use std::io::Read;

        // the kind is checked before opening: opening a pipe waits for a writer
        let kind = std::fs::metadata(path).map_err(|error| reason(&error))?;
        if kind.is_dir() {
            return Err("is a folder".into());
        }
        if !kind.is_file() {
            return Err("is not a regular file".into());
        }
        let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
        let mut bytes = Vec::new();
        file.take(self.limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
        if bytes.len() as u64 > self.limit {
            return Err(format!("is larger than {} bytes", self.limit));
        }
        Ok(Cow::Owned(bytes))
    }

    fn exists(&self, path: &str) -> bool {
        std::fs::metadata(path).is_ok_and(|kind| kind.is_file())
    }
}

/// One folder of the file system and what is below it: for models that are not to read anything else.
///
/// The place of a file counts, not its spelling: `..`, absolute paths and links that lead out are refused.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    disk: Disk,
}

impl Folder {
    /// The folder, and how large files in it may be.
    pub fn new(folder: impl AsRef<Path>, disk: Disk) -> std::io::Result<Self> {
        let folder = folder.as_ref();
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Ok(Self { root: here.canonicalize()?, disk })
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, String> {
        let found = Path::new(path).canonicalize().map_err(|error| reason(&error))?;
        if !found.starts_with(&self.root) {
            return Err("is outside the folder of the model".into());
        }
        self.disk.read(found.to_str().ok_or("has a name that is not text")?)
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// True for `/a`, `C:\a`, `\\server` and `scheme:…`.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || scheme(path).is_some()
}

/// The part before the colon of `package://robot/a.stl` or `C:\a`.
fn scheme(path: &str) -> Option<&str> {
    let (scheme, _) = path.split_once(':')?;
    let mut letters = scheme.bytes();
    let named = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c));
    named.then_some(scheme)
}

/// `folder/path`, or `path` alone if it is absolute or there is no folder.
pub fn join(folder: &str, path: &str) -> String {
    if folder.is_empty() || is_absolute(path) {
        return normalize(path);
    }
    normalize(&format!("{}/{path}", folder.trim_end_matches(['/', '\\'])))
}

/// Slashes instead of backslashes, no `.`, no `a/..`.
pub fn normalize(path: &str) -> String {
    let path = path.replace('\\', "/");
    let (root, rest) = match path.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None if path.starts_with('/') => ("/".to_owned(), &path[1..]),
        None => (String::new(), path.as_str()),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            ".." if root == "/" => {}
            part => parts.push(part),
        }
    }
    root + &parts.join("/")
}

/// `path` as seen from `base`.
pub fn relative(base: &str, path: &str) -> String {
    let mut rest = path;
    let mut up = 0;
    let mut at = base;
    loop {
        if at.is_empty() {
            // nothing in common: only relative paths can climb
            return if base.starts_with('/') || path.starts_with('/') {
                path.to_owned()
            } else {
                "../".repeat(up) + rest
            };
        }
        if let Some(inside) = path.strip_prefix(at).and_then(|inside| inside.strip_prefix('/')) {
            rest = inside;
            return "../".repeat(up) + rest;
        }
        at = folder(at);
        if at == "/" {
            return path.to_owned();
        }
        up += 1;
    }
}

/// The folder of a path; empty if it has none.
pub fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |end| if end == 0 { &path[..1] } else { &path[..end] })
}

/// The path without its folders.
pub fn base_name(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or(path, |end| &path[end + 1..])
}

/// The path without folders and without its last extension: what an asset is called that has no name.
pub fn stem(path: &str) -> &str {
    let name = base_name(path);
    name.rfind('.').map_or(name, |end| &name[..end])
}

/// The last extension in lower case, without the dot; empty if there is none.
pub fn extension(path: &str) -> String {
    base_name(path).rfind('.').map(|end| base_name(path)[end + 1..].to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_a_folder() {
        assert_eq!(relative("a/b", "a/b/c.stl"), "c.stl");
        assert_eq!(relative("a/b", "a/d/c.stl"), "../d/c.stl");
        assert_eq!(relative("a", "d/c.stl"), "../d/c.stl");
        assert_eq!(relative("", "d/c.stl"), "d/c.stl");
        assert_eq!(relative("/a/b", "/a/c.stl"), "../c.stl");
        assert_eq!(relative("/a/b", "/x/c.stl"), "/x/c.stl");
    }

    #[test]
    fn joined_paths_are_plain() {
        assert_eq!(join("robots/arm", "meshes/../a.stl"), "robots/arm/a.stl");
        assert_eq!(join("robots/arm/", "./a.stl"), "robots/arm/a.stl");
        assert_eq!(join("robots/arm", "../a.stl"), "robots/a.stl");
        assert_eq!(join("", "../a.stl"), "../a.stl");
        assert_eq!(join("robots", "/a.stl"), "/a.stl");
        assert_eq!(join("robots", "package://x/a.stl"), "package://x/a.stl");
        assert_eq!(join("C:\\robots", "a.stl"), "C:/robots/a.stl");
        assert_eq!(normalize("/../../etc"), "/etc");
    }

    #[test]
    fn parts_of_a_path() {
        assert_eq!((folder("a/b.c.stl"), base_name("a/b.c.stl"), stem("a/b.c.stl")), ("a", "b.c.stl", "b.c"));
        assert_eq!((folder("b.STL"), extension("b.STL").as_str(), extension("a.b/c").as_str()), ("", "stl", ""));
        assert_eq!(folder("/b"), "/");
    }

    #[test]
    fn memory_falls_back_to_the_base_name() {
        let files: Memory = [("a.stl", "A"), ("sub/b.stl", "B")].into_iter().collect();
        assert_eq!(&*files.read("meshes/a.stl").expect("by base name"), b"A");
        assert_eq!(&*files.read("sub/./b.stl").expect("by path"), b"B");
        assert_eq!(files.read("other/b.stl"), Err("no such file".into()));
    }

    #[test]
    fn disk_reads_regular_files_only() {
        let disk = Disk::default();
        assert_eq!(disk.read("no/such/file"), Err("no such file".into()));
        assert_eq!(disk.read("."), Err("is a folder".into()));
        if std::path::Path::new("/dev/zero").exists() {
            assert_eq!(disk.read("/dev/zero"), Err("is not a regular file".into()));
        }
        assert_eq!(Disk { limit: 3 }.read("Cargo.toml"), Err("is larger than 3 bytes".into()));
    }

    #[test]
    fn a_folder_gives_nothing_from_outside() {
        let source = Folder::new("src", Disk::default()).expect("the folder of this crate");
        assert!(source.read("src/files.rs").is_ok());
        assert!(source.read("src/read/../files.rs").is_ok());
        let outside = Err("is outside the folder of the model".into());
        assert_eq!(source.read("src/../Cargo.toml"), outside);
        assert_eq!(source.read(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")), outside);
        assert_eq!(source.read("src/none.rs"), Err("no such file".into()));
    }
}
