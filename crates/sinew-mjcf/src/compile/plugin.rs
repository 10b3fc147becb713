//! Plugins: their instances, and the fields that geoms and meshes have by them.

use sinew_core::Model;
use sinew_core::model::ObjType;
use sinew_core::sdf::{Plugin, PluginField};

use super::context::{Context, Element};
use super::names::Names;
use crate::error::{Error, did_you_mean, excerpt};
use crate::spec::{self, Place, PluginRef};

impl Element for spec::Plugin {
    fn kind(&self) -> &'static str {
        if self.name.is_empty() { "plugin" } else { "instance" }
    }

    fn at(&self) -> Place {
        self.at
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// Number of the instance that an element refers to.
pub(super) fn instance(
    cx: Context<'_>,
    names: &Names<'_>,
    from: &dyn Element,
    plugin: Option<&PluginRef>,
) -> Result<Option<usize>, Error> {
    match plugin {
        None => Ok(None),
        Some(PluginRef::Named(name)) => names.find(cx, from, "plugin", ObjType::Plugin, name).map(Some),
        Some(&PluginRef::Own(number)) if number < cx.spec.plugins.len() => Ok(Some(number)),
        Some(PluginRef::Own(number)) => Err(cx.reference(from, format!("plugin: there is no instance {number}"))),
    }
}

/// The field of an instance; keys that its plugin does not have and values that are not numbers are errors.
pub(super) fn field(cx: Context<'_>, spec: &spec::Plugin) -> Result<PluginField, Error> {
    let plugin = known(cx, spec)?;
    let keys = || plugin.attributes().iter().map(|&(key, _)| key);
    for (key, value) in &spec.config {
        if !keys().any(|known| known == key) {
            let (key, hint) = (excerpt(key), did_you_mean(key, keys()));
            return Err(cx.invalid(spec, format!("plugin '{}' has no key '{key}'{hint}", plugin.name())));
        }
        if PluginField::parse(plugin, keys().map(|known| if known == key { value } else { "" })).is_none() {
            return Err(cx.invalid(spec, format!("{key} has to be a number, got '{}'", excerpt(value))));
        }
    }
    PluginField::parse(plugin, values(plugin, spec)).ok_or_else(|| cx.invalid(spec, "a value is not a number"))
}

fn known(cx: Context<'_>, spec: &spec::Plugin) -> Result<Plugin, Error> {
    Plugin::named(&spec.plugin_name)
        .ok_or_else(|| cx.unsupported(spec, format!("'plugin' '{}' is not supported yet", excerpt(&spec.plugin_name))))
}

/// Values in the order of the plugin's attributes, empty where none is given.
fn values(plugin: Plugin, spec: &spec::Plugin) -> impl Iterator<Item = &str> {
    plugin.attributes().iter().map(|(key, _)| {
        let given = spec.config.iter().find(|(name, _)| name == key);
        given.map_or("", |(_, value)| value.as_str())
    })
}

/// Writes the instances into the model: a text with a zero behind it for each attribute.
pub(super) fn write(cx: Context<'_>, m: &mut Model) -> Result<(), Error> {
    let mut text = Vec::new();
    for (i, spec) in cx.spec.plugins.iter().enumerate() {
        let plugin = known(cx, spec)?;
        field(cx, spec)?;
        m.plugin[i] = plugin as i32;
        m.plugin_attradr[i] = text.len() as i32;
        for value in values(plugin, spec) {
            text.extend_from_slice(value.as_bytes());
            text.push(0);
        }
    }
    m.npluginattr = text.len();
    m.plugin_attr = text.into();
    Ok(())
}
