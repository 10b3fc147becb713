//! Writes the seeds of every fuzz target into a folder, one below it for each.

use std::path::Path;

use sinew_conformance::hostile::{Door, seeds};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "fuzz/corpus".into());
    for door in Door::ALL {
        let folder = Path::new(&folder).join(format!("{door:?}").to_lowercase());
        std::fs::create_dir_all(&folder)?;
        for (i, seed) in seeds(door).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{i}")), seed)?;
        }
    }
    Ok(())
}
