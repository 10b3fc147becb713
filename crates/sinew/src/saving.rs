//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that whoever opens it finds the old content or all of the new, whenever the power fails.
///
/// The bytes go to a file beside it, reach the disk, and then take its name. For what must not be lost: saved models
/// (`Model::to_bytes`) and simulations (`Data::to_bytes`), which notice damage by their checksum.
///
/// ```
/// use sinew::prelude::*;
///
/// let model = Model::from_xml_str("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")?;
/// let mut data = model.make_data();
/// data.step(&model)?;
/// let path = std::env::temp_dir().join(format!("state-{}.sinew", std::process::id()));
/// sinew::write_whole(&path, &data.to_bytes())?;
/// let back = Data::from_bytes(&model, &std::fs::read(&path)?)?;
/// assert_eq!(back.to_bytes(), data.to_bytes());
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_whole(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = write_to_disk(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // the error that matters is the first one
        let _ = std::fs::remove_file(&beside);
    }
    written
}

fn write_to_disk(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("sinew-whole-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let path = folder.join("state");
        write_whole(&path, b"old")?;
        write_whole(&path, b"new")?;
        assert_eq!(std::fs::read(&path)?, b"new");
        assert!(write_whole(folder.join("none/state"), b"x").is_err());
        assert!(write_whole(&folder, b"x").is_err());
        assert_eq!(std::fs::read_dir(&folder)?.count(), 1);
        std::fs::remove_dir_all(&folder)
    }
}
