//! Meshes, skins, height fields, textures, materials, and models to attach.

use sinew_core::model::{MeshBuiltin, TextureRole};

use super::{Id, Reader};
use crate::error::{Error, excerpt};
use crate::files::{folder, join, relative, stem};
use crate::schema::attributes as a;
use crate::spec::{Bone, Compiler, HField, Material, Mesh, Place, Skin, Spec, Texture};

impl Reader<'_> {
    pub(super) fn assets(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            match self.document.name(child) {
                "mesh" => {
                    let class = self.class_of(child, 0)?;
                    let mut mesh = self.mesh(child, self.spec.defaults[class].mesh.clone())?;
                    self.spec.defaults[class].name.clone_into(&mut mesh.class);
                    mesh.plugin = self.plugin(child)?;
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

    /// A file that an included file names: among the assets of the model, or else beside the included file.
    fn near(
        &self,
        at: Place,
        file: &mut String,
        path: fn(&Spec, Place, &str) -> String,
        assets: fn(&Compiler) -> &String,
    ) {
        let beside = self.spec.files.get(at.file as usize).map_or("", |included| folder(included));
        if file.is_empty() || beside == self.spec.modelfiledir || self.files.exists(&path(&self.spec, at, file)) {
            return;
        }
        let found = join(beside, file);
        if self.files.exists(&found) {
            let own = &self.spec.compilers[0];
            *file = relative(&join(&own.modelfiledir, assets(own)), &found);
        }
    }

    pub(super) fn mesh(&self, id: Id, mut mesh: Mesh) -> Result<Mesh, Error> {
        mesh.at = self.place(id);
        self.fill(id, &a::MESH, &mut mesh)?;
        self.near(mesh.at, &mut mesh.file, Spec::mesh_path, |c| &c.meshdir);
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
        self.near(texture.at, &mut texture.file, Spec::texture_path, |c| &c.texturedir);
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
            for file in &mut texture.cubefiles {
                self.near(texture.at, file, Spec::texture_path, |c| &c.texturedir);
            }
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
        self.near(hfield.at, &mut hfield.file, Spec::mesh_path, |c| &c.meshdir);
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
        self.near(skin.at, &mut skin.file, Spec::mesh_path, |c| &c.meshdir);
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
