//! Golden data on disk.

use std::path::{Path, PathBuf};

use sinew_core::archive::Reader;
use sinew_core::table::ColumnMut;
use sinew_core::{Data, Model};

/// MuJoCo's compiled model, and what it computes at several states.
#[derive(Debug)]
pub struct Golden {
    /// name of the model file, without its ending
    pub name: String,
    /// MuJoCo's compiled model
    pub model: Model,
    bytes: Vec<u8>,
}

/// One state of a golden model.
#[derive(Debug)]
pub struct Case<'a> {
    /// number of the case
    pub index: usize,
    archive: &'a Reader<'a>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/data")
}

/// Every golden model, by name.
///
/// # Panics
/// If the files are not there or damaged: they belong to the repository.
pub fn golden() -> Vec<Golden> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("golden/data is part of the repository")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".model").map(String::from))
        .collect();
    names.sort();
    assert!(names.len() > 10, "golden data is missing");
    names.into_iter().map(Golden::load).collect()
}

impl Golden {
    fn load(name: String) -> Self {
        let read = |ending: &str| {
            std::fs::read(folder().join(format!("{name}.{ending}"))).unwrap_or_else(|e| panic!("{name}.{ending}: {e}"))
        };
        let model = Model::from_bytes(&read("model")).unwrap_or_else(|e| panic!("{name}.model: {e}"));
        let bytes = read("cases");
        Self { name, model, bytes }
    }

    /// Calls back with every case.
    ///
    /// # Panics
    /// If the archive is damaged.
    pub fn each_case(&self, mut body: impl FnMut(Case<'_>)) {
        let archive = Reader::new(&self.bytes).unwrap_or_else(|e| panic!("{}.cases: {e}", self.name));
        let count = archive.ints("cases").map_or(0, |n| n[0]);
        assert!(count > 0, "{}.cases holds no case", self.name);
        for index in 0..count as usize {
            body(Case { index, archive: &archive });
        }
    }

    /// Path of the model file.
    pub fn path(&self) -> PathBuf {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let tiny = models.join("tiny").join(format!("{}.xml", self.name));
        if tiny.exists() { tiny } else { models.join(format!("{}.xml", self.name)) }
    }
}

impl Case<'_> {
    /// MuJoCo's numbers in a column after `mj_forward`.
    pub fn reals(&self, column: &str) -> Option<Vec<f64>> {
        self.archive.reals(&format!("{}/{column}", self.index))
    }

    /// MuJoCo's integers in a column after `mj_forward`.
    pub fn ints(&self, column: &str) -> Option<Vec<i32>> {
        self.archive.ints(&format!("{}/{column}", self.index))
    }

    /// Data with the state and inputs of this case.
    pub fn data(&self, m: &Model) -> Data {
        let mut d = Data::new(m);
        self.fill(&mut d, &format!("{}/in/", self.index));
        d
    }

    /// Data with the state, the inputs, and everything that MuJoCo computed from them.
    pub fn data_filled(&self, m: &Model) -> Data {
        let mut d = self.data(m);
        self.fill(&mut d, &format!("{}/", self.index));
        if let Some(energy) = self.reals("energy") {
            d.energy.copy_from_slice(&energy);
        }
        d
    }

    fn fill(&self, d: &mut Data, prefix: &str) {
        for (i, field) in Data::FIELDS.iter().enumerate() {
            let name = format!("{prefix}{}", field.name);
            let column: ColumnMut<'_> = d.column_at_mut(i);
            if self.archive.len_of(&name).is_some() {
                self.archive.read(&name, column).unwrap_or_else(|e| panic!("{e}"));
            }
        }
    }
}
