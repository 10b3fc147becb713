//! Models by name or file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use sinew::{Model, Warnings};

/// Models that need no file.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("arm", include_str!("../../../models/arm.xml")),
    ("cartpole", include_str!("../../../models/cartpole.xml")),
    ("elbow", include_str!("../../../models/elbow.xml")),
    ("humanoid", include_str!("../../../models/humanoid.xml")),
    ("pile", include_str!("../../../models/pile.xml")),
    ("quadruped", include_str!("../../../models/quadruped.xml")),
];

/// Loads a file, or a built-in model if there is no such file.
pub fn load(name: &str) -> Result<(Model, Warnings)> {
    let path = Path::new(name);
    if !path.exists() {
        if let Some((_, xml)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Ok(sinew::load_str(xml, &format!("{name}.xml"))?);
        }
        if path.extension().is_none() {
            let names: Vec<_> = BUILT_IN.iter().map(|(name, _)| *name).collect();
            bail!("there is no file '{name}' and no built-in model of that name (built in: {})", names.join(", "));
        }
    }
    if path.extension().is_some_and(|ext| ext == "sinew") {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let model = Model::from_bytes(&bytes).with_context(|| format!("cannot load {name}"))?;
        return Ok((model, Warnings::default()));
    }
    Ok(sinew::load_path(path)?)
}

/// Loads a model and shows its warnings.
pub fn load_and_warn(name: &str) -> Result<Model> {
    let (model, warnings) = load(name)?;
    for warning in &warnings {
        eprintln!("warning: {warning}");
    }
    Ok(model)
}
