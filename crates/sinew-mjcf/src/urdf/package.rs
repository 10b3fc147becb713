//! Where the mesh files of a URDF are.

use super::Reader;
use crate::files::{folder, is_absolute, join};

impl Reader<'_> {
    /// The file as it was written if it can be had; otherwise `package://name/path` is looked for around the model.
    ///
    /// MuJoCo leaves packages to the user. Here the folders above the model are tried, from the inside out: a package is a
    /// folder of its name, and the model is usually inside it. What is not found stays as it was, to be reported by name.
    pub(super) fn resolve(&self, written: &str) -> String {
        let plain = written.strip_prefix("file://").filter(|path| is_absolute(path)).unwrap_or(written);
        let meshdir = &self.spec.compilers[0].meshdir;
        let here = &self.spec.modelfiledir;
        let exists = |path: &str| self.files.read(path).is_ok();
        let Some(inside) = plain.strip_prefix("package://").or_else(|| plain.strip_prefix("model://")) else {
            return plain.to_owned();
        };
        if exists(&join(here, &join(meshdir, plain))) {
            return plain.to_owned();
        }
        let below = inside.split_once('/').map_or(inside, |(_, rest)| rest);
        let mut up = String::new();
        let mut above = here.as_str();
        loop {
            for path in [inside, below] {
                let candidate = format!("{up}{path}");
                if exists(&join(here, &join(meshdir, &candidate))) {
                    return candidate;
                }
            }
            // as far up as the path of the model goes
            if above.is_empty() || above == "/" || up.len() > 3 * 32 {
                return plain.to_owned();
            }
            above = folder(above.trim_end_matches('/'));
            up.push_str("../");
        }
    }
}
