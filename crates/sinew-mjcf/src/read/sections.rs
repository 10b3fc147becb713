//! Settings, custom data, assets and keyframes.

use sinew_core::LONGEST_STEP;
use sinew_core::model::{MeshBuiltin, TextureRole};

use super::{Id, Reader};
use crate::error::{Error, excerpt};
use crate::files::{join, stem};
use crate::schema::attributes as a;
use crate::spec::{Bone, HField, Key, Material, Mesh, Numeric, Skin, Text, Texture, Tuple};

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

    // ------------------------------------------------------------------ assets

    pub(super) fn assets(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            match self.document.name(child) {
                "mesh" => {
                    let class = self.class_of(child, 0)?;
                    let mut mesh = self.mesh(child, self.spec.defaults[class].mesh.clone())?;
                    self.spec.defaults[class].name.clone_into(&mut mesh.class);
                    self.spec.meshes.push(mesh);
                }
                "texture" => {
                    let class = self.class_of(child, 0)?;
                    let mut texture = self.texture(child, self.spec.defaults[class].texture.clone())?;
                    self.spec.defaults[class].name.clone_into(&mut texture.class);
                    self.spec.textures.push(texture);
                }
                "material" => {
                    let class = self.class_of(child, 0)?;
                    let mut material = self.material(child, self.spec.defaults[class].material.clone())?;
                    self.spec.defaults[class].name.clone_into(&mut material.class);
                    self.spec.materials.push(material);
                }
                "hfield" => self.hfield(child)?,
                "skin" => self.skin(child)?,
                _ => self.model_asset(child)?,
            }
        }
        Ok(())
    }

    pub(super) fn mesh(&self, id: Id, mut mesh: Mesh) -> Result<Mesh, Error> {
        mesh.at = self.place(id);
        self.fill(id, &a::MESH, &mut mesh)?;
        if mesh.maxhullvert != -1 && mesh.maxhullvert < 4 {
            let message = format!("maxhullvert is -1 or at least 4, got {}", mesh.maxhullvert);
            return Err(Error::Invalid(self.document.attribute_fault(id, "maxhullvert", message)));
        }
        if mesh.name.is_empty() {
            stem(&mesh.file).clone_into(&mut mesh.name);
        }
        if mesh.builtin != MeshBuiltin::None {
            if self.document.attribute(id, "params").is_none() {
                return Err(self.invalid(id, "a built-in mesh needs 'params'"));
            }
            let (shape, params) = (mesh.builtin, mesh.params.clone());
            crate::assets::builtin::make(&mut mesh, shape, &params, self.limits.vertices)
                .map_err(|problem| self.invalid(id, problem.to_string()))?;
        }
        Ok(mesh)
    }

    pub(super) fn texture(&self, id: Id, mut texture: Texture) -> Result<Texture, Error> {
        texture.at = self.place(id);
        let inherited = texture.gridsize;
        self.fill(id, &a::TEXTURE, &mut texture)?;
        if texture.name.is_empty() {
            stem(&texture.file).clone_into(&mut texture.name);
        }

        // letters of the grid, which go with its size
        let cells = i64::from(texture.gridsize[0]) * i64::from(texture.gridsize[1]);
        if self.document.attribute(id, "gridlayout").is_some() {
            if texture.gridlayout.len() as i64 != cells {
                let message = format!("gridlayout needs one letter for each of {cells} cells");
                return Err(Error::Invalid(self.document.attribute_fault(id, "gridlayout", message)));
            }
        } else if texture.gridsize != inherited {
            texture.gridlayout = Texture::default().gridlayout;
        }

        // one file for each side
        let sides = ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];
        if sides.iter().any(|side| self.document.attribute(id, side).is_some()) {
            texture.cubefiles = sides.iter().map(|side| self.text(id, side)).collect();
        }
        Ok(texture)
    }

    pub(super) fn material(&self, id: Id, mut material: Material) -> Result<Material, Error> {
        material.at = self.place(id);
        self.fill(id, &a::MATERIAL, &mut material)?;
        if let Some(texture) = self.document.attribute(id, "texture") {
            role(&mut material.textures, TextureRole::Rgb as i32, texture);
        }
        for layer in self.document.children(id) {
            if self.document.attribute(id, "texture").is_some() {
                return Err(self.invalid(layer, "a material with 'texture' cannot have layers"));
            }
            let mut index = 0;
            self.get(layer, "role", &mut index)?;
            role(&mut material.textures, index, &self.text(layer, "texture"));
        }
        Ok(material)
    }

    fn hfield(&mut self, id: Id) -> Result<(), Error> {
        let mut hfield = HField { at: self.place(id), ..HField::default() };
        self.fill(id, &a::HFIELD, &mut hfield)?;
        if hfield.name.is_empty() {
            stem(&hfield.file).clone_into(&mut hfield.name);
        }
        if hfield.file.is_empty() && hfield.nrow > 0 && hfield.ncol > 0 {
            let (nrow, ncol) = (hfield.nrow as usize, hfield.ncol as usize);
            let cells = nrow.saturating_mul(ncol);
            if cells > self.limits.samples {
                let message = format!("nrow times ncol is {cells}: too many for a height field");
                return Err(Error::Limit(self.document.attribute_fault(id, "nrow", message)));
            }
            self.get(id, "elevation", &mut hfield.userdata)?;
            if hfield.userdata.is_empty() {
                hfield.userdata = vec![0.0; cells];
            }
            if hfield.userdata.len() != cells {
                let message = format!("elevation needs {cells} numbers, got {}", hfield.userdata.len());
                return Err(Error::Invalid(self.document.attribute_fault(id, "elevation", message)));
            }
            // the text runs from the far row to the near one
            let flipped = hfield.userdata.chunks(ncol).rev().flatten().copied().collect();
            hfield.userdata = flipped;
        }
        self.spec.hfields.push(hfield);
        Ok(())
    }

    /// Skins, the only deformable things that are read yet.
    pub(super) fn deformable(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            self.skin(child)?;
        }
        Ok(())
    }

    fn skin(&mut self, id: Id) -> Result<(), Error> {
        let mut skin = Skin { at: self.place(id), ..Skin::default() };
        self.fill(id, &a::SKIN, &mut skin)?;
        if skin.name.is_empty() {
            stem(&skin.file).clone_into(&mut skin.name);
        }
        if skin.group > 5 {
            let message = format!("group must be 0 to 5, got {}", skin.group);
            return Err(Error::Invalid(self.document.attribute_fault(id, "group", message)));
        }
        for child in self.document.children(id) {
            let mut bone = Bone::default();
            self.fill(child, &a::BONE, &mut bone)?;
            skin.bones.push(bone);
        }
        self.spec.skins.push(skin);
        Ok(())
    }

    /// A model that can be attached later: read by itself, with its own settings.
    fn model_asset(&mut self, id: Id) -> Result<(), Error> {
        let path = join(&self.spec.modelfiledir, &self.text(id, "file"));
        let at = |message: String| self.document.attribute_fault(id, "file", message);
        if self.opened.contains(&path) {
            let message = format!("model '{}' is recursive: it is already being read", excerpt(&path));
            return Err(Error::Invalid(at(message)));
        }
        if self.opened.len() >= self.limits.files {
            let message = format!("models are inside one another more than {} deep", self.limits.files);
            return Err(Error::Limit(at(message)));
        }
        let bytes = self
            .files
            .read(&path)
            .map_err(|why| Error::File(at(format!("cannot open model file '{}': {why}", excerpt(&path)))))?;
        let text =
            super::decode(&bytes).map_err(|why| Error::Syntax(at(format!("file '{}' {why}", excerpt(&path)))))?;
        let room = self.limits.copies.saturating_sub(self.copies);
        let limits = crate::Limits { copies: room, ..*self.limits };
        let child = Reader::open(text, &path, self.files, self.warnings, &limits, self.deadline, &self.opened)?;
        let name = self.document.attribute(id, "name").unwrap_or(&child.modelname).to_owned();
        self.models.push(super::attach::Asset { name, spec: child, placed: None });
        Ok(())
    }
}

/// The texture of a role.
fn role(textures: &mut Vec<String>, role: i32, texture: &str) {
    let role = role as usize;
    if textures.len() <= role {
        textures.resize(10, String::new());
    }
    texture.clone_into(&mut textures[role]);
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
