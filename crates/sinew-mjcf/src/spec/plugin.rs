//! Plugins of a specification.

use super::Place;

/// Instance of a plugin.
#[doc(alias = "mjsPlugin")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plugin {
    /// name; empty if one element has it to itself
    pub name: String,
    /// where it was written
    pub at: Place,
    /// name of the plugin, as `mujoco.sdf.torus`
    pub plugin_name: String,
    /// keys and values, as they were written
    pub config: Vec<(String, String)>,
}

/// The instance that an element refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginRef {
    /// the one with this name
    Named(String),
    /// its own, by its number in [`Spec::plugins`](super::Spec::plugins)
    Own(usize),
}
