//! Elements between bodies: contact pairs, equality constraints and tendons.

use sinew_core::model::{EqType, ObjType, WrapType};

use super::{Id, Reader};
use crate::error::Error;
use crate::schema::attributes as a;
use crate::spec::{Equality, Exclude, Tendon, Wrap};

impl Reader<'_> {
    pub(super) fn contact(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            if self.document.name(child) == "pair" {
                let class = &self.spec.defaults[self.class_of(child, 0)?];
                let mut pair = class.pair.clone();
                self.fill(child, &a::PAIR, &mut pair)?;
                (pair.at, pair.class) = (self.place(child), class.name.clone());
                self.spec.pairs.push(pair);
            } else {
                let mut exclude = Exclude { at: self.place(child), ..Exclude::default() };
                self.fill(child, &a::EXCLUDE, &mut exclude)?;
                self.spec.excludes.push(exclude);
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------------ equality

    pub(super) fn equalities(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let class = &self.spec.defaults[self.class_of(child, 0)?];
            let mut equality = class.equality.clone();
            self.fill(child, &a::EQUALITY, &mut equality)?;
            (equality.at, equality.class) = (self.place(child), class.name.clone());
            match self.document.name(child) {
                "connect" => self.connect(child, &mut equality)?,
                "weld" => self.weld(child, &mut equality)?,
                "joint" => {
                    (equality.type_, equality.objtype) = (EqType::Joint, ObjType::Joint);
                    self.polynomial(child, ["joint1", "joint2"], &mut equality)?;
                }
                "tendon" => {
                    (equality.type_, equality.objtype) = (EqType::Tendon, ObjType::Tendon);
                    self.polynomial(child, ["tendon1", "tendon2"], &mut equality)?;
                }
                _ => {
                    (equality.type_, equality.objtype) = (EqType::Distance, ObjType::Geom);
                    equality.data = [0.0; 12];
                    equality.data[0] = self.real(child, "distance")?.unwrap_or(0.0);
                    (equality.name1, equality.name2) = (self.text(child, "geom1"), self.text(child, "geom2"));
                }
            }
            self.spec.equalities.push(equality);
        }
        Ok(())
    }

    fn connect(&self, id: Id, equality: &mut Equality) -> Result<(), Error> {
        equality.type_ = EqType::Connect;
        self.ends(id, equality);
        let mut anchor = [equality.data[0], equality.data[1], equality.data[2]];
        self.get(id, "anchor", &mut anchor)?;
        equality.data[..3].copy_from_slice(&anchor);
        Ok(())
    }

    fn weld(&self, id: Id, equality: &mut Equality) -> Result<(), Error> {
        equality.type_ = EqType::Weld;
        self.ends(id, equality);
        let mut anchor = [equality.data[0], equality.data[1], equality.data[2]];
        if self.get(id, "anchor", &mut anchor)? == 0 && equality.objtype == ObjType::Body {
            anchor = [0.0; 3];
        }
        equality.data[..3].copy_from_slice(&anchor);
        let mut relpose = [0.0; 7];
        relpose.copy_from_slice(&equality.data[3..10]);
        self.get(id, "relpose", &mut relpose)?;
        equality.data[3..10].copy_from_slice(&relpose);
        if let Some(scale) = self.real(id, "torquescale")? {
            equality.data[10] = scale;
        }
        Ok(())
    }

    /// Two bodies, the second of which may be the world, or two sites.
    fn ends(&self, id: Id, equality: &mut Equality) {
        let site = self.document.attribute(id, "site1").is_some();
        let names = if site { ["site1", "site2"] } else { ["body1", "body2"] };
        equality.objtype = if site { ObjType::Site } else { ObjType::Body };
        (equality.name1, equality.name2) = (self.text(id, names[0]), self.text(id, names[1]));
    }

    fn polynomial(&self, id: Id, names: [&str; 2], equality: &mut Equality) -> Result<(), Error> {
        (equality.name1, equality.name2) = (self.text(id, names[0]), self.text(id, names[1]));
        let mut coefficients = [0.0; 5];
        coefficients.copy_from_slice(&equality.data[..5]);
        self.get(id, "polycoef", &mut coefficients)?;
        equality.data[..5].copy_from_slice(&coefficients);
        Ok(())
    }

    // ------------------------------------------------------------------ tendons

    pub(super) fn tendons(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let class = &self.spec.defaults[self.class_of(child, 0)?];
            let mut tendon = class.tendon.clone();
            self.tendon_attributes(child, &mut tendon)?;
            (tendon.at, tendon.class) = (self.place(child), class.name.clone());
            for wrap in self.document.children(child) {
                tendon.path.push(self.wrap(wrap)?);
            }
            self.spec.tendons.push(tendon);
        }
        Ok(())
    }

    /// Both kinds of tendons share their attributes; those of spatial ones are not in the others.
    pub(super) fn tendon_attributes(&self, id: Id, tendon: &mut Tendon) -> Result<(), Error> {
        self.fill(id, &a::TENDON, tendon)?;
        self.fill(id, &a::TENDON_LOOK, tendon)?;
        // one spring length is both ends of the range
        let mut length = [0.0; 2];
        if self.get(id, "springlength", &mut length)? == 1 {
            tendon.springlength = [length[0]; 2];
        }
        Ok(())
    }

    fn wrap(&self, id: Id) -> Result<Wrap, Error> {
        let (type_, target, sidesite, prm) = match self.document.name(id) {
            "site" => (WrapType::Site, self.text(id, "site"), String::new(), 0.0),
            "geom" => (WrapType::Sphere, self.text(id, "geom"), self.text(id, "sidesite"), 0.0),
            "pulley" => (WrapType::Pulley, String::new(), String::new(), self.real(id, "divisor")?.unwrap_or(0.0)),
            _ => (WrapType::Joint, self.text(id, "joint"), String::new(), self.real(id, "coef")?.unwrap_or(0.0)),
        };
        Ok(Wrap { at: self.place(id), type_, target, sidesite, prm })
    }
}
