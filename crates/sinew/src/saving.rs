//! Files that are there whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

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
///
/// A link is followed, and what is no plain file (a device, a pipe) is written to as it stands.
pub fn write_whole(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = std::fs::canonicalize(&path).unwrap_or_else(|_| path.as_ref().to_owned());
    let old = std::fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(&path)?.write_all(bytes);
    }
    let beside = beside(&path)?;
    let written =
        write_to_disk(&beside, bytes, old.map(|old| old.permissions())).and_then(|()| std::fs::rename(&beside, &path));
    if written.is_err() {
        // the error that matters is the first one
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// A name in the same folder that no other thread or process uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    static SAVED: AtomicUsize = AtomicUsize::new(0);
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.{}.part", std::process::id(), SAVED.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(beside))
}

fn write_to_disk(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
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

    #[test]
    fn threads_that_save_to_one_file_never_mix_what_they_write() -> io::Result<()> {
        let path = std::env::temp_dir().join(format!("sinew-threads-{}", std::process::id()));
        write_whole(&path, b"start")?;
        std::thread::scope(|scope| {
            for letter in [b'a', b'b', b'c'] {
                let path = &path;
                scope.spawn(move || {
                    for length in 1..40 {
                        write_whole(path, &vec![letter; 1000 * length]).expect("it can be written");
                        let found = std::fs::read(path).expect("a file is always there");
                        assert!(found.len().is_multiple_of(1000) && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        std::fs::remove_file(path)
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_to() -> io::Result<()> {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = std::env::temp_dir().join(format!("sinew-links-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (file, link) = (folder.join("file"), folder.join("link"));
        std::fs::write(&file, b"old")?;
        std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
        symlink(&file, &link)?;
        write_whole(&link, b"new")?;
        assert_eq!(std::fs::read(&file)?, b"new");
        assert!(std::fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(std::fs::metadata(&file)?.permissions().mode() & 0o777, 0o600);
        write_whole("/dev/null", b"nothing")?;
        assert!(!std::fs::metadata("/dev/null")?.is_file());
        std::fs::remove_dir_all(&folder)
    }
}
