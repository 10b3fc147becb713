//! Columns that a stage takes out of `Data`, to write them while it reads the rest.

use std::mem::ManuallyDrop;

/// A column out of its place. [`back`] makes it one that can be put there again.
///
/// If the stage panics before that, the column is missing from `Data`, but its memory is not freed: who looks into it from
/// outside, as Python's arrays do, looks at numbers that no longer change, and not at memory of others.
pub type Taken<T> = ManuallyDrop<Box<[T]>>;

/// Takes a column out of its place.
pub fn take<T>(column: &mut Box<[T]>) -> Taken<T> {
    ManuallyDrop::new(std::mem::take(column))
}

/// What goes back into the place.
pub fn back<T>(column: Taken<T>) -> Box<[T]> {
    ManuallyDrop::into_inner(column)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::Data;

    /// Sources below a folder.
    fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.push((path.display().to_string(), text));
            }
        }
    }

    #[test]
    fn no_stage_takes_a_column_in_a_way_that_frees_it_in_a_panic() {
        let mut found = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.len() > 100, "{} sources", found.len());
        for (path, text) in found {
            for taking in ["mem::take(&mut d.", "mem::replace(&mut d."] {
                for rest in text.split(taking).skip(1) {
                    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                    let column = Data::FIELDS.iter().any(|field| field.name == name);
                    assert!(!column, "{path}: {name} is a column, for which there is taken::take");
                }
            }
        }
    }
}
