//! Models by name or file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use sinew::files::{Disk, Folder};
use sinew::{Limits, Model, Warnings};
use sinew_view::Source;

/// Models that need no file.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("arm", include_str!("../../../models/arm.xml")),
    ("cartpole", include_str!("../../../models/cartpole.xml")),
    ("elbow", include_str!("../../../models/elbow.xml")),
    ("humanoid", include_str!("../../../models/humanoid.xml")),
    ("pile", include_str!("../../../models/pile.xml")),
    ("quadruped", include_str!("../../../models/quadruped.xml")),
];

/// How far a model is trusted.
#[derive(clap::Args, Clone, Copy, Default)]
pub struct Trust {
    /// The model is your own: lift the limits on its size and on the time it takes to load
    #[arg(long)]
    trusted: bool,
    /// The model may read files from its own folder only
    #[arg(long, conflicts_with = "trusted")]
    confined: bool,
}

/// A file, or a built-in model if there is no such file.
pub fn source(name: &str) -> Result<Source> {
    let path = Path::new(name);
    if !path.exists() {
        if let Some((_, xml)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Ok(Source::Text { name: name.into(), xml: (*xml).into() });
        }
        if path.extension().is_none() {
            let names: Vec<_> = BUILT_IN.iter().map(|(name, _)| *name).collect();
            bail!("there is no file '{name}' and no built-in model of that name (built in: {})", names.join(", "));
        }
    }
    Ok(Source::File(path.into()))
}

/// Loads a file, or a built-in model if there is no such file.
pub fn load(name: &str, trust: Trust) -> Result<(Model, Warnings)> {
    let path = match source(name)? {
        Source::Text { name, xml } => return Ok(sinew::load_str(&xml, &format!("{name}.xml"))?),
        Source::File(path) => path,
    };
    if path.extension().is_some_and(|ext| ext == "sinew") {
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {name}"))?;
        let model = Model::from_bytes(&bytes).with_context(|| format!("cannot load {name}"))?;
        return Ok((model, Warnings::default()));
    }
    let limits = if trust.trusted { Limits::trusted() } else { Limits::default() };
    let disk = Disk { limit: limits.file };
    if trust.confined {
        let folder = path.parent().unwrap_or(Path::new(""));
        let folder = Folder::new(folder, disk).with_context(|| format!("cannot read {name}"))?;
        return Ok(sinew::load_path_with(path, &folder, &limits)?);
    }
    Ok(sinew::load_path_with(path, &disk, &limits)?)
}

/// Loads a model and shows its warnings.
pub fn load_and_warn(name: &str, trust: Trust) -> Result<Model> {
    let (model, warnings) = load(name, trust)?;
    for warning in &warnings {
        eprintln!("warning: {warning}");
    }
    Ok(model)
}
