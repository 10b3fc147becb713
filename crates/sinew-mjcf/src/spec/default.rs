//! Default classes.

use super::{Actuator, Camera, Equality, Geom, Joint, Light, Material, Mesh, Pair, Site, Tendon, Texture};

/// A default class: what each kind of element starts from.
#[doc(alias = "mjsDefault")]
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "one element of each kind")]
pub struct DefaultClass {
    /// name of the class
    pub name: String,
    /// index of the parent class; `None` for the global one
    pub parent: Option<usize>,
    pub joint: Joint,
    pub geom: Geom,
    pub site: Site,
    pub camera: Camera,
    pub light: Light,
    pub mesh: Mesh,
    pub texture: Texture,
    pub material: Material,
    pub pair: Pair,
    pub equality: Equality,
    pub tendon: Tendon,
    pub actuator: Actuator,
}
