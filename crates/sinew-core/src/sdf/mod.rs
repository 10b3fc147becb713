//! Signed distance fields of shapes, negative inside, each point given in the frame of its shape.

mod octree;
mod plugin;
mod primitive;

pub use octree::Octree;
pub use plugin::{MAX_ATTRIBUTES, Plugin, PluginField};
pub use primitive::Primitive;

use crate::math::Vec3;
use crate::model::GeomType;
use crate::{Id, Model};

/// A shape given by the distance to its surface.
pub trait SdfShape {
    /// Signed distance of a point, negative inside.
    fn distance(&self, point: Vec3) -> f64;

    /// Direction in which the distance grows; its length is one only for exact fields.
    fn gradient(&self, point: Vec3) -> Vec3;
}

/// The field of a geom.
#[derive(Clone, Copy, Debug)]
pub enum GeomField<'a> {
    /// closed form
    Primitive(Primitive),
    /// samples of a mesh
    Octree(Octree<'a>),
    /// formula of a plugin
    Plugin(PluginField),
}

impl<'a> GeomField<'a> {
    /// The field of a geom; none for kinds that have none, such as height fields and meshes without an octree.
    pub fn new(m: &'a Model, geom: usize) -> Option<Self> {
        match GeomType::of(m.geom_type[geom]) {
            GeomType::Sdf if m.geom_plugin[geom] >= 0 => {
                PluginField::new(m, m.geom_plugin[geom].ix()).map(Self::Plugin)
            }
            GeomType::Mesh | GeomType::Sdf => Octree::new(m, m.geom_dataid[geom].opt()?).map(Self::Octree),
            kind => Primitive::new(kind, m.geom_size[geom]).map(Self::Primitive),
        }
    }
}

impl SdfShape for GeomField<'_> {
    fn distance(&self, point: Vec3) -> f64 {
        match self {
            Self::Primitive(shape) => shape.distance(point),
            Self::Octree(shape) => shape.distance(point),
            Self::Plugin(shape) => shape.distance(point),
        }
    }

    fn gradient(&self, point: Vec3) -> Vec3 {
        match self {
            Self::Primitive(shape) => shape.gradient(point),
            Self::Octree(shape) => shape.gradient(point),
            Self::Plugin(shape) => shape.gradient(point),
        }
    }
}

/// Signed distance of a point to a geom; none for kinds that have no distance field, such as meshes without an octree.
#[doc(alias = "mjc_distance")]
pub fn geom(m: &Model, id: usize, point: Vec3) -> Option<f64> {
    Some(GeomField::new(m, id)?.distance(point))
}
