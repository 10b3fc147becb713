//! Plugins: which the model uses, their instances, and the elements that refer to them.

use super::{Id, Reader};
use crate::error::{Error, did_you_mean, excerpt};
use crate::spec::{Plugin, PluginRef};

impl Reader<'_> {
    /// Plugins that the model declares, with the instances that have names.
    pub(super) fn extension(&mut self, id: Id) -> Result<(), Error> {
        for declared in self.document.children(id).collect::<Vec<_>>() {
            let plugin_name = self.text(declared, "plugin");
            for instance in self.document.children(declared).collect::<Vec<_>>() {
                let name = self.text(instance, "name");
                if name.is_empty() {
                    return Err(self.invalid(instance, "an instance of a plugin needs a name"));
                }
                let config = self.config(instance)?;
                let (at, plugin_name) = (self.place(instance), plugin_name.clone());
                self.spec.plugins.push(Plugin { name, at, plugin_name, config });
            }
            if !self.spec.activeplugins.contains(&plugin_name) {
                self.spec.activeplugins.push(plugin_name);
            }
        }
        Ok(())
    }

    /// Keys and values inside an element.
    fn config(&self, id: Id) -> Result<Vec<(String, String)>, Error> {
        let mut config: Vec<(String, String)> = Vec::new();
        for child in self.document.children(id) {
            let (key, value) = (self.text(child, "key"), self.text(child, "value"));
            if config.iter().any(|(known, _)| *known == key) {
                return Err(self.invalid(child, format!("key '{}' is given twice", excerpt(&key))));
            }
            config.push((key, value));
        }
        Ok(config)
    }

    /// The instance that an element refers to in its first `plugin`, or brings along there.
    pub(super) fn plugin(&mut self, id: Id) -> Result<Option<PluginRef>, Error> {
        let Some(child) = self.document.children(id).find(|&child| self.document.name(child) == "plugin") else {
            return Ok(None);
        };
        let (plugin_name, instance) = (self.text(child, "plugin"), self.text(child, "instance"));
        if !instance.is_empty() {
            return Ok(Some(PluginRef::Named(instance)));
        }
        if plugin_name.is_empty() {
            return Err(self.invalid(child, "needs 'instance', or 'plugin' for an instance of its own"));
        }
        let active = &self.spec.activeplugins;
        if !active.contains(&plugin_name) {
            let hint = did_you_mean(&plugin_name, active.iter().map(String::as_str));
            let message = format!("plugin '{}' is not declared in <extension>{hint}", excerpt(&plugin_name));
            return Err(Error::Reference(self.document.attribute_fault(child, "plugin", message)));
        }
        let (at, config) = (self.place(child), self.config(child)?);
        self.spec.plugins.push(Plugin { name: String::new(), at, plugin_name, config });
        Ok(Some(PluginRef::Own(self.spec.plugins.len() - 1)))
    }
}
