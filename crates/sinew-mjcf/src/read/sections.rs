//! Settings, custom data and keyframes.

use sinew_core::LONGEST_STEP;

use super::{Id, Reader};
use crate::error::{Error, excerpt};
use crate::schema::attributes as a;
use crate::spec::{Key, Numeric, Text, Tuple};

impl Reader<'_> {
    pub(super) fn compiler(&mut self, id: Id) -> Result<(), Error> {
        let mut compiler = self.spec.compilers[0].clone();
        if let Some(folder) = self.document.attribute(id, "assetdir") {
            (compiler.meshdir, compiler.texturedir) = (folder.to_owned(), folder.to_owned());
        }
        self.fill(id, &a::COMPILER, &mut compiler)?;
        if !compiler.eulerseq.iter().all(|c| b"xyzXYZ".contains(c)) {
            let message = "eulerseq is made of the letters x, y, z, X, Y, Z";
            return Err(Error::Invalid(self.document.attribute_fault(id, "eulerseq", message)));
        }
        let mut strippath = self.spec.strippath;
        self.get(id, "strippath", &mut strippath)?;
        let mut global = false;
        self.get(id, "coordinate", &mut global)?;
        if global {
            let message = "global coordinates are no longer part of the format; convert the model to local ones";
            return Err(Error::Invalid(self.document.attribute_fault(id, "coordinate", message)));
        }
        for child in self.document.children(id) {
            self.fill(child, &a::LENGTH_RANGE, &mut compiler.lengthrange)?;
        }
        self.spec.strippath = strippath;
        self.spec.compilers[0] = compiler;
        Ok(())
    }

    pub(super) fn option(&mut self, id: Id) -> Result<(), Error> {
        let mut option = self.spec.option;
        self.note_written(id);
        self.fill(id, &a::OPTION, &mut option)?;
        if !(option.timestep > 0.0 && option.timestep <= LONGEST_STEP) {
            let message = format!("timestep is positive and at most {LONGEST_STEP} s, got {}", option.timestep);
            return Err(Error::Invalid(self.document.attribute_fault(id, "timestep", message)));
        }
        let mut groups = Vec::<i32>::new();
        self.get(id, "actuatorgroupdisable", &mut groups)?;
        for group in groups {
            if !(0..=30).contains(&group) {
                let message = format!("groups of actuators are numbered 0 to 30, got {group}");
                return Err(Error::Invalid(self.document.attribute_fault(id, "actuatorgroupdisable", message)));
            }
            option.disableactuator |= 1 << group;
        }
        for child in self.document.children(id) {
            self.fill(child, &a::FLAG, &mut option)?;
        }
        self.spec.option = option;
        Ok(())
    }

    pub(super) fn size(&mut self, id: Id) -> Result<(), Error> {
        self.note_written(id);
        let mut spec = std::mem::take(&mut self.spec);
        let filled = self.fill(id, &a::SIZE, &mut spec);
        self.spec = spec;
        filled?;
        let mut nstack = -1;
        if self.get(id, "nstack", &mut nstack)? > 0 {
            self.spec.nstack = i64::from(nstack);
        }
        if let Some(text) = self.document.attribute(id, "memory") {
            let wrong = || {
                let message = format!("memory is a number of bytes such as 100M, at most 16T, got '{}'", excerpt(text));
                Error::Invalid(self.document.attribute_fault(id, "memory", message))
            };
            if text.trim() != "-1" {
                self.spec.memory = bytes(text.trim()).ok_or_else(wrong)?;
            }
        }
        Ok(())
    }

    pub(super) fn statistic(&mut self, id: Id) -> Result<(), Error> {
        let mut stat = self.spec.stat;
        self.fill(id, &a::STATISTIC, &mut stat)?;
        if stat.extent <= 0.0 {
            return Err(Error::Invalid(self.document.attribute_fault(id, "extent", "extent has to be positive")));
        }
        if self.document.attribute(id, "meaninertia").is_some() {
            let message = "meaninertia has no effect; it can be removed";
            self.warn(self.document.attribute_fault(id, "meaninertia", message));
        }
        self.spec.stat = stat;
        Ok(())
    }

    pub(super) fn visual(&mut self, id: Id) -> Result<(), Error> {
        self.note_written(id);
        let mut visual = self.spec.visual;
        for child in self.document.children(id) {
            match self.document.name(child) {
                "global" => self.fill(child, &a::GLOBAL, &mut visual.global)?,
                "quality" => self.fill(child, &a::QUALITY, &mut visual.quality)?,
                "headlight" => self.fill(child, &a::HEADLIGHT_ATTRS, &mut visual.headlight)?,
                "map" => self.fill(child, &a::MAP, &mut visual.map)?,
                "scale" => self.fill(child, &a::SCALE, &mut visual.scale)?,
                _ => self.fill(child, &a::RGBA, &mut visual.rgba)?,
            }
            if visual.global.realtime <= 0.0 {
                return Err(self.invalid(child, "realtime has to be positive"));
            }
            if visual.map.znear <= 0.0 {
                return Err(self.invalid(child, "znear has to be positive"));
            }
        }
        self.spec.visual = visual;
        Ok(())
    }

    // ------------------------------------------------------------------ custom

    pub(super) fn custom(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            match self.document.name(child) {
                "numeric" => self.numeric(child)?,
                "text" => self.custom_text(child)?,
                _ => self.tuple(child)?,
            }
        }
        Ok(())
    }

    fn numeric(&mut self, id: Id) -> Result<(), Error> {
        let mut numeric = Numeric { name: self.text(id, "name"), at: self.place(id), ..Numeric::default() };
        self.get(id, "data", &mut numeric.data)?;
        if self.get(id, "size", &mut numeric.size)? == 0 {
            numeric.size = numeric.data.len() as i32;
        }
        if !(1..=500).contains(&numeric.size) || numeric.data.len() > numeric.size as usize {
            let message = format!("{} numbers for a size of {}, which is 1 to 500", numeric.data.len(), numeric.size);
            return Err(self.invalid(id, message));
        }
        numeric.data.resize(numeric.size as usize, 0.0);
        self.spec.numerics.push(numeric);
        Ok(())
    }

    fn custom_text(&mut self, id: Id) -> Result<(), Error> {
        let inside = self.document.text(id).unwrap_or_default();
        let data = self.document.attribute(id, "data").unwrap_or(inside).to_owned();
        if data.is_empty() {
            return Err(self.invalid(id, "text needs 'data', or a text inside"));
        }
        self.spec.texts.push(Text { name: self.text(id, "name"), at: self.place(id), data, ..Text::default() });
        Ok(())
    }

    fn tuple(&mut self, id: Id) -> Result<(), Error> {
        let mut tuple = Tuple { name: self.text(id, "name"), at: self.place(id), ..Tuple::default() };
        for child in self.document.children(id) {
            let (mut kind, mut prm) = (0, 0.0);
            self.get(child, "objtype", &mut kind)?;
            self.get(child, "prm", &mut prm)?;
            tuple.objtype.push(kind);
            tuple.objname.push(self.text(child, "objname"));
            tuple.objprm.push(prm);
        }
        self.spec.tuples.push(tuple);
        Ok(())
    }

    pub(super) fn keyframe(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let mut key = Key { at: self.place(child), ..Key::default() };
            self.fill(child, &a::KEY, &mut key)?;
            self.spec.keys.push(key);
        }
        Ok(())
    }
}

/// A number of bytes, perhaps with a suffix.
fn bytes(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "P" => 50,
        "E" => 60,
        _ => return None,
    };
    let count: i64 = digits.bytes().all(|c| c.is_ascii_digit()).then(|| digits.parse().ok())??;
    // sixteen tebibytes are more than any machine has
    count.checked_mul(1_i64.checked_shl(shift)?).filter(|&bytes| bytes <= 1 << 44)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn memory_has_suffixes() {
        assert_eq!(bytes("100"), Some(100));
        assert_eq!(bytes("2k"), Some(2048));
        assert_eq!(bytes("3M"), Some(3 << 20));
        assert_eq!(bytes("16T"), Some(16 << 40));
        assert_eq!(bytes("900P"), None);
        assert_eq!(bytes("9000P"), None);
        assert_eq!(bytes("12Q"), None);
        assert_eq!(bytes("-5"), None);
        assert_eq!(bytes(""), None);
    }
}
