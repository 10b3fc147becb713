//! Default classes.

use super::{Id, Reader};
use crate::error::{Error, excerpt};
use crate::schema::attributes as a;
use crate::spec::DefaultClass;

impl Reader<'_> {
    /// The default classes of a section, the outer one first: a class starts as a copy of the one around it.
    pub(super) fn defaults(&mut self, id: Id) -> Result<(), Error> {
        let name = self.text(id, "class");
        if !name.is_empty() && name != "main" {
            let message = format!("the outermost default class is 'main' and cannot be called '{}'", excerpt(&name));
            return Err(Error::Invalid(self.document.attribute_fault(id, "class", message)));
        }
        // classes and the one they start from, still to be read
        let mut open: Vec<(Id, Option<usize>)> = vec![(id, None)];
        while let Some((id, parent)) = open.pop() {
            let class = self.new_class(id, parent)?;
            let mut defaults = self.spec.defaults[class].clone();
            for child in self.document.children(id) {
                self.default_element(child, class, &mut defaults)?;
            }
            self.spec.defaults[class] = defaults;
            let mark = open.len();
            let inner = self.document.children(id).filter(|&child| self.document.name(child) == "default");
            open.extend(inner.map(|child| (child, Some(class))));
            open[mark..].reverse();
        }
        Ok(())
    }

    fn new_class(&mut self, id: Id, parent: Option<usize>) -> Result<usize, Error> {
        let Some(parent) = parent else { return Ok(0) };
        let name = self.text(id, "class");
        if name.is_empty() {
            return Err(self.invalid(id, "a default class inside another needs the attribute 'class'"));
        }
        if self.spec.defaults.iter().any(|class| class.name == name) {
            let message = format!("default class '{}' is declared twice", excerpt(&name));
            return Err(Error::Reference(self.document.attribute_fault(id, "class", message)));
        }
        let class = DefaultClass { name, parent: Some(parent), ..self.spec.defaults[parent].clone() };
        self.spec.defaults.push(class);
        Ok(self.spec.defaults.len() - 1)
    }

    fn default_element(&self, id: Id, class: usize, to: &mut DefaultClass) -> Result<(), Error> {
        match self.document.name(id) {
            "default" => {}
            "mesh" => to.mesh = self.mesh(id, std::mem::take(&mut to.mesh))?,
            "texture" => to.texture = self.texture(id, std::mem::take(&mut to.texture))?,
            "material" => to.material = self.material(id, std::mem::take(&mut to.material))?,
            "joint" => self.fill(id, &a::JOINT, &mut to.joint)?,
            "geom" => self.geom(id, &mut to.geom)?,
            "site" => self.site(id, &mut to.site)?,
            "camera" => self.camera(id, &mut to.camera)?,
            "light" => self.light(id, &mut to.light)?,
            "pair" => self.fill(id, &a::PAIR, &mut to.pair)?,
            "equality" => self.fill(id, &a::EQUALITY, &mut to.equality)?,
            "tendon" => self.tendon_attributes(id, &mut to.tendon)?,
            _ => to.actuator = self.actuator(id, class, &to.actuator)?,
        }
        Ok(())
    }
}
