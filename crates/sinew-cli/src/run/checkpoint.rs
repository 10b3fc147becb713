//! A run that can be taken up again: its data, its random stream and how far it came, in one file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use sinew::archive::{Reader, Writer};
use sinew::table::{Column, ColumnMut};
use sinew::{Data, Model};

use super::control::Control;

/// Version of what is in the file.
const VERSION: i64 = 1;

/// Writes the state of a run: a whole new file, or on failure the one that was there.
pub fn save(path: &Path, m: &Model, d: &Data, control: &Control, step: usize) -> Result<()> {
    let mut out = Writer::default();
    out.put("run.version", Column::I64(&[VERSION]));
    out.put("run.model", Column::I64(&[m.fingerprint() as i64]));
    out.put("run.step", Column::I64(&[step as i64]));
    out.put("run.random", Column::I64(&[control.stream().unwrap_or(0) as i64]));
    out.put("run.data", Column::U8(&d.to_bytes()));
    sinew::write_whole(path, &out.finish()).with_context(|| format!("cannot save {}", path.display()))
}

/// Reads the state of a run of this model: the data, with the controls set to where they were, and the step.
pub fn load(path: &Path, m: &Model, control: &mut Control) -> Result<(Data, usize)> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let archive = Reader::new(&bytes).with_context(|| format!("cannot resume from {name}"))?;
    let number = |entry: &str| {
        let mut value = [0];
        archive.read(entry, ColumnMut::I64(&mut value)).map(|()| value[0])
    };
    let version = number("run.version").with_context(|| format!("{name} does not hold a run"))?;
    if version != VERSION {
        bail!("{name} is of version {version}, this release reads {VERSION}");
    }
    if number("run.model")? != m.fingerprint() as i64 {
        bail!("{name} belongs to another model, or the model was changed since");
    }
    let mut data = vec![0; archive.len_of("run.data").unwrap_or(0)];
    archive.read("run.data", ColumnMut::U8(&mut data))?;
    let data = Data::from_bytes(m, &data).with_context(|| format!("cannot resume from {name}"))?;
    control.resume(number("run.random")? as u64);
    let step = usize::try_from(number("run.step")?).with_context(|| format!("{name} is damaged"))?;
    Ok((data, step))
}
