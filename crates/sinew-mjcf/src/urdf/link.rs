//! Links: inertia, visual and collision geometry.

use sinew_core::math::Vec3;
use sinew_core::model::GeomType;

use super::Reader;
use crate::error::Error;
use crate::files::base_name;
use crate::read::Id;
use crate::spec::{Body, Geom, Mesh};

impl Reader<'_> {
    /// Reads what is inside a link into its body.
    pub(super) fn link(&mut self, id: Id, body: &mut Body) -> Result<(), Error> {
        if let Some(inertial) = self.child(id, "inertial") {
            self.inertial(inertial, body)?;
        }

        // collision geoms take the colour of the visual one before them
        let document = self.document;
        let mut color = None;
        for element in document.children(id) {
            match document.name(element) {
                "visual" => {
                    if let Some(material) = self.child(element, "material") {
                        color = self.color(material)?.or(color);
                    }
                    if !self.spec.compilers[0].discardvisual {
                        self.geom(element, body, color, false)?;
                    }
                }
                "collision" => self.geom(element, body, color, true)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn inertial(&self, id: Id, body: &mut Body) -> Result<(), Error> {
        body.explicitinertial = true;
        (body.ipos, body.iquat) = self.origin(id)?;
        body.mass = self.required_real(self.required_child(id, "mass")?, "value")?;
        let inertia = self.required_child(id, "inertia")?;
        for (entry, name) in body.fullinertia.iter_mut().zip(["ixx", "iyy", "izz", "ixy", "ixz", "iyz"]) {
            *entry = self.required_real(inertia, name)?;
        }
        // all zeros mean that it is not known
        if body.fullinertia == [0.0; 6] {
            body.fullinertia[0] = f64::NAN;
        }
        Ok(())
    }

    /// Colour of a material: its own, or that of the material of its name.
    fn color(&self, material: Id) -> Result<Option<[f32; 4]>, Error> {
        match self.child(material, "color") {
            Some(color) => self.rgba(color).map(Some),
            None => Ok(self.colors.get(self.required_text(material, "name")?).copied()),
        }
    }

    fn geom(&mut self, id: Id, body: &mut Body, color: Option<[f32; 4]>, collides: bool) -> Result<(), Error> {
        let mut geom = Geom { at: self.document.place(id), ..Geom::default() };
        (geom.contype, geom.conaffinity) = (collides.into(), collides.into());
        if !collides {
            geom.group = 1;
            geom.density = 0.0;
        }
        self.shape(self.required_child(id, "geometry")?, &mut geom)?;
        (geom.pos, geom.quat) = self.origin(id)?;
        if let Some(rgba) = color {
            geom.rgba = rgba;
        }
        let name = self.document.attribute(id, "name").unwrap_or_default();
        if !name.is_empty() {
            if self.geom_names.insert(name.to_owned()) {
                name.clone_into(&mut geom.name);
            } else {
                self.warnings
                    .push(self.document.fault(id, format!("a geom '{name}' exists already; this one has no name")));
            }
        }
        body.geoms.push(geom);
        Ok(())
    }

    /// Type and size; URDF gives full lengths, MuJoCo half lengths.
    fn shape(&mut self, id: Id, geom: &mut Geom) -> Result<(), Error> {
        let shapes = ["box", "cylinder", "sphere", "capsule", "mesh"];
        let found = shapes.into_iter().find_map(|name| Some((name, self.child(id, name)?)));
        let Some((name, shape)) = found else {
            return Err(self.invalid(id, "expected a box, cylinder, sphere, capsule or mesh"));
        };
        match name {
            "box" => {
                geom.type_ = GeomType::Box;
                geom.size = self.required_reals::<3>(shape, "size")?.map(|x| x / 2.0);
            }
            "sphere" => {
                geom.type_ = GeomType::Sphere;
                geom.size[0] = self.required_real(shape, "radius")?;
            }
            "mesh" => {
                geom.type_ = GeomType::Mesh;
                let written = self.required_text(shape, "filename")?;
                let written = if self.spec.strippath { base_name(written) } else { written }.to_owned();
                let scale = Vec3(self.reals(shape, "scale")?.unwrap_or([1.0; 3]));
                let file = self.resolve(&written);
                let at = self.document.place(shape);
                let mesh = self.mesh(Mesh { at, file, scale, ..Mesh::default() }, &written);
                geom.meshname.clone_from(&self.spec.meshes[mesh].name);
            }
            _ => {
                geom.type_ = if name == "cylinder" { GeomType::Cylinder } else { GeomType::Capsule };
                geom.size[0] = self.required_real(shape, "radius")?;
                geom.size[1] = self.required_real(shape, "length")? / 2.0;
            }
        }
        Ok(())
    }
}
