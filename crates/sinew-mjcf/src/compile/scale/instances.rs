//! Meshes and height fields at the scales that they are used at.
//!
//! The first scale that an asset is met at is its own; every further one makes a copy, `name@1`, `name@2` and so on.

use sinew_core::math::{Mat3, Vec3};
use sinew_core::model::GeomType;

use super::map::Scale;
use crate::spec::{Geom, HField, Mesh, Spec};

/// The assets of a model while geoms are dealt their scales.
pub(super) struct Instances {
    meshes: Vec<Uses<Mesh>>,
    hfields: Vec<Uses<HField>>,
}

/// An asset and the ways in which it is stretched.
struct Uses<A> {
    asset: A,
    stretches: Vec<Mat3>,
}

impl<A> Uses<A> {
    fn new(asset: A) -> Self {
        Self { asset, stretches: Vec::new() }
    }

    /// Which copy is stretched like this: 0 is the asset itself.
    fn find(&mut self, stretch: Mat3) -> usize {
        self.stretches.iter().position(|s| *s == stretch).unwrap_or_else(|| {
            self.stretches.push(stretch);
            self.stretches.len() - 1
        })
    }
}

/// Name of a copy.
fn copy_name(name: &str, copy: usize) -> String {
    if copy == 0 { name.to_owned() } else { format!("{name}@{copy}") }
}

impl Instances {
    pub fn new(spec: &mut Spec) -> Self {
        Self {
            meshes: std::mem::take(&mut spec.meshes).into_iter().map(Uses::new).collect(),
            hfields: std::mem::take(&mut spec.hfields).into_iter().map(Uses::new).collect(),
        }
    }

    /// Gives a geom the asset at its scale, which is seen in the axes of the geom.
    pub fn assign(&mut self, geom: &mut Geom, local: &Scale) {
        if geom.type_ == GeomType::Hfield
            && let Some(uses) = self.hfields.iter_mut().find(|uses| uses.asset.name == geom.hfieldname)
        {
            let [x, y, z] = local.sides();
            let copy = uses.find(Mat3([x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z]));
            geom.hfieldname = copy_name(&geom.hfieldname, copy);
        }
        if let Some(uses) = self.meshes.iter_mut().find(|uses| uses.asset.name == geom.meshname) {
            let copy = uses.find(local.stretch);
            geom.meshname = copy_name(&geom.meshname, copy);
        }
    }

    /// Puts the assets back, copies after all others.
    pub fn finish(self, spec: &mut Spec) {
        let (mut copies, mut further) = (Vec::new(), Vec::new());
        for uses in self.meshes {
            for (copy, stretch) in uses.stretches.iter().enumerate() {
                let mut mesh = uses.asset.clone();
                mesh.name = copy_name(&mesh.name, copy);
                match diagonal(stretch) {
                    Some(factors) => mesh.scale = mesh.scale.scale_by(factors),
                    None => mesh.stretch = Some(*stretch),
                }
                if copy == 0 { spec.meshes.push(mesh) } else { copies.push(mesh) }
            }
            if uses.stretches.is_empty() {
                spec.meshes.push(uses.asset);
            }
        }
        for uses in self.hfields {
            for (copy, stretch) in uses.stretches.iter().enumerate() {
                let mut field = uses.asset.clone();
                field.name = copy_name(&field.name, copy);
                for (size, k) in field.size.iter_mut().zip([0, 4, 8, 8]) {
                    *size *= stretch[k];
                }
                if copy == 0 { spec.hfields.push(field) } else { further.push(field) }
            }
            if uses.stretches.is_empty() {
                spec.hfields.push(uses.asset);
            }
        }
        spec.meshes.append(&mut copies);
        spec.hfields.append(&mut further);
    }
}

/// Factors along the axes, if it is nothing but these.
fn diagonal(m: &Mat3) -> Option<Vec3> {
    let (x, y, z) = (m[0], m[4], m[8]);
    (*m == Mat3([x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z])).then_some(Vec3([x, y, z]))
}
