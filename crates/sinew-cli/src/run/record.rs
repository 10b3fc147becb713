//! Trajectories to files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use npyz::WriterBuilder;
use sinew::{Data, Model, ObjType};

/// Columns that are saved, and how many numbers each has in a row.
type Column = (&'static str, usize, fn(&Data) -> &[f64]);

/// Collects a trajectory and writes it as CSV or NPZ.
pub struct Recorder {
    path: PathBuf,
    npz: bool,
    columns: Vec<Column>,
    heading: Vec<String>,
    rows: Vec<f64>,
}

impl Recorder {
    /// A recorder for a file, whose ending says which format.
    pub fn new(m: &Model, path: &Path) -> Result<Self> {
        let npz = match path.extension().and_then(|ext| ext.to_str()) {
            Some("csv") => false,
            Some("npz") => true,
            _ => bail!("{}: a trajectory is saved as .csv or .npz", path.display()),
        };
        // fail before the run rather than after it
        File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let columns: Vec<Column> = vec![
            ("qpos", m.nq, |d| &d.qpos),
            ("qvel", m.nv, |d| &d.qvel),
            ("act", m.na, |d| &d.act),
            ("ctrl", m.nu, |d| &d.ctrl),
            ("sensordata", m.nsensordata, |d| &d.sensordata),
        ];
        let mut heading = vec!["time".to_string()];
        for (name, width, _) in &columns {
            heading.extend((0..*width).map(|i| format!("{name}[{i}]")));
        }
        name_joints(m, &mut heading);
        Ok(Self { path: path.into(), npz, columns, heading, rows: Vec::new() })
    }

    /// Adds the current state as a row.
    pub fn record(&mut self, d: &Data) {
        self.rows.push(d.time);
        for (_, _, get) in &self.columns {
            self.rows.extend_from_slice(get(d));
        }
    }

    /// Writes the file.
    pub fn save(&self) -> Result<()> {
        let file = File::create(&self.path).with_context(|| format!("cannot write {}", self.path.display()))?;
        if self.npz { self.save_npz(file) } else { self.save_csv(file) }
    }

    fn save_csv(&self, file: File) -> Result<()> {
        let mut out = BufWriter::new(file);
        writeln!(out, "{}", self.heading.join(","))?;
        for row in self.rows.chunks_exact(self.heading.len()) {
            let row: Vec<String> = row.iter().map(f64::to_string).collect();
            writeln!(out, "{}", row.join(","))?;
        }
        Ok(out.flush()?)
    }

    fn save_npz(&self, file: File) -> Result<()> {
        let mut npz = npyz::npz::NpzWriter::new(BufWriter::new(file));
        let width = self.heading.len();
        let n = (self.rows.len() / width) as u64;
        let mut first = 0;
        for (name, columns) in std::iter::once(("time", 1)).chain(self.columns.iter().map(|c| (c.0, c.1))) {
            let shape = if name == "time" { vec![n] } else { vec![n, columns as u64] };
            let mut array =
                npz.array(name, npyz::zip::write::FileOptions::default())?.default_dtype().shape(&shape).begin_nd()?;
            for row in self.rows.chunks_exact(width) {
                array.extend(&row[first..first + columns])?;
            }
            array.finish()?;
            first += columns;
        }
        Ok(())
    }
}

/// Names the positions of hinges and slides after their joints.
fn name_joints(m: &Model, heading: &mut [String]) {
    for joint in 0..m.njnt {
        if let (Some(name), true) = (m.name(ObjType::Joint, joint), m.jnt_type[joint] >= 2) {
            let (qpos, dof) = (m.jnt_qposadr[joint] as usize, m.jnt_dofadr[joint] as usize);
            heading[1 + qpos] = format!("qpos[{name}]").replace(',', "_");
            heading[1 + m.nq + dof] = format!("qvel[{name}]").replace(',', "_");
        }
    }
}
