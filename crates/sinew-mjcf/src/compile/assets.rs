//! Assets of a model: their files, and which geoms use them.

use std::borrow::Cow;

use sinew_core::model::{GeomType, MeshInertia, Model, ObjType};

use super::context::{Context, Element};
use super::names::Names;
use super::plugin;
use super::tree::Tree;
use crate::assets::texture::Plan;
use crate::assets::{CompiledHField, CompiledMesh, CompiledSkin, CompiledTexture, MeshJob};
use crate::assets::{hfield, mesh, parallel, skin};
use crate::error::Error;
use crate::files::Files;
use crate::spec::Texture;

/// Compiled assets, in the order of the specification.
#[derive(Default)]
pub(super) struct Assets {
    pub meshes: Vec<CompiledMesh>,
    pub skins: Vec<CompiledSkin>,
    pub hfields: Vec<CompiledHField>,
    pub textures: Vec<CompiledTexture>,
    /// of all textures
    pub pixels: Vec<u8>,
    /// where each asset was read from; empty for none
    pub mesh_paths: Vec<String>,
    pub skin_paths: Vec<String>,
    pub hfield_paths: Vec<String>,
    pub texture_paths: Vec<String>,
}

/// Finds the assets of every geom.
pub(super) fn resolve(cx: Context<'_>, tree: &mut Tree<'_>, names: &Names<'_>) -> Result<(), Error> {
    for geom in &mut tree.geoms {
        let spec = geom.spec;
        geom.mesh = names.find_opt(cx, spec, "mesh", ObjType::Mesh, &spec.meshname)?;
        geom.hfield = names.find_opt(cx, spec, "hfield", ObjType::Hfield, &spec.hfieldname)?;
        // a mesh may come with a material
        let material = match geom.mesh {
            Some(mesh) if spec.material.is_empty() => &cx.spec.meshes[mesh].material,
            _ => &spec.material,
        };
        geom.material = names.find_opt(cx, spec, "material", ObjType::Material, material)?;
        geom.plugin = plugin::instance(cx, names, spec, spec.plugin.as_ref())?;
    }
    Ok(())
}

impl Assets {
    /// The mesh with this number.
    pub fn mesh(&self, id: usize) -> &CompiledMesh {
        &self.meshes[id]
    }

    /// Reads and compiles every asset.
    pub fn compile(cx: Context<'_>, tree: &Tree<'_>, names: &Names<'_>, source: &dyn Files) -> Result<Self, Error> {
        let mut out = Self::default();
        out.compile_meshes(cx, tree, names, source)?;
        for spec in &cx.spec.skins {
            let path = cx.spec.mesh_path(spec.at, &spec.file);
            let bytes = read(cx, spec, &path, source)?;
            out.skins.push(skin::compile(spec, bytes.as_deref()).map_err(|why| cx.file(spec, why.0))?);
            out.skin_paths.push(path);
        }
        for spec in &cx.spec.hfields {
            cx.in_time(spec)?;
            let path = cx.spec.mesh_path(spec.at, &spec.file);
            let bytes = read(cx, spec, &path, source)?;
            out.hfields.push(hfield::compile(spec, bytes.as_deref(), cx.limits).map_err(|why| cx.file(spec, why.0))?);
            out.hfield_paths.push(path);
        }
        out.compile_textures(cx, source)?;
        Ok(out)
    }

    /// Reads the files of all textures, then draws the pixels where they stay, several textures at a time. Textures that
    /// differ in nothing but their names, or whose files hold the same bytes, are drawn once.
    fn compile_textures(&mut self, cx: Context<'_>, source: &dyn Files) -> Result<(), Error> {
        let usethread = cx.spec.compilers[0].usethread;
        let mut sources: Vec<TextureSource<'_>> = Vec::new();
        let mut source_of = Vec::new();
        for spec in &cx.spec.textures {
            cx.in_time(spec)?;
            let file = cx.spec.texture_path(spec.at, &spec.file);
            let sides = spec.cubefiles.iter().map(|side| cx.spec.texture_path(spec.at, side));
            let paths: Vec<String> = std::iter::once(file).chain(sides).collect();
            self.texture_paths.push(paths[0].clone());
            let mut twin = sources.iter().position(|(other, files, _)| *files == paths && spec.looks_like(other));
            if twin.is_none() {
                let files = paths.iter().map(|path| read(cx, spec, path, source)).collect::<Result<Vec<_>, _>>()?;
                let has_files = files.iter().any(Option::is_some);
                twin = sources.iter().position(|(other, names, bytes)| {
                    has_files && *bytes == files && extensions(names).eq(extensions(&paths)) && spec.looks_like(other)
                });
                if twin.is_none() {
                    sources.push((spec, paths, files));
                }
            }
            source_of.push(twin.unwrap_or(sources.len() - 1));
        }

        let mut plans = Vec::with_capacity(sources.len());
        for (spec, _, files) in &sources {
            let sides: Vec<Option<&[u8]>> = files[1..].iter().map(|side| side.as_deref()).collect();
            let plan = Plan::new(spec, files[0].as_deref(), &sides, cx.limits);
            plans.push(plan.map_err(|why| cx.file(*spec, why.0))?);
        }
        self.textures = source_of.iter().map(|&i| plans[i].texture).collect();
        let sizes: Vec<usize> = source_of.iter().map(|&i| plans[i].texture.size()).collect();
        let mut pixels = vec![0; sizes.iter().sum()];

        // the first of those that look the same is drawn, the others are copies
        let mut plans: Vec<Option<Plan<'_>>> = plans.into_iter().map(Some).collect();
        let (mut jobs, mut drawn_at, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        let (mut rest, mut at) = (&mut pixels[..], 0);
        for (&i, &size) in source_of.iter().zip(&sizes) {
            let (mine, others) = rest.split_at_mut(size);
            match plans[i].take() {
                Some(plan) => {
                    jobs.push((plan, mine));
                    drawn_at.push(at);
                }
                None => copies.push((drawn_at[i]..drawn_at[i] + size, at)),
            }
            rest = others;
            at += size;
        }
        let results = parallel::map(jobs, usethread, |(plan, _)| plan.cost(), |(plan, out)| plan.draw(out, usethread));
        for (result, (spec, ..)) in results.into_iter().zip(&sources) {
            result.map_err(|why| cx.file(*spec, why.0))?;
        }
        for (from, to) in copies {
            pixels.copy_within(from, to);
        }
        self.pixels = pixels;
        Ok(())
    }

    fn compile_meshes(
        &mut self,
        cx: Context<'_>,
        tree: &Tree<'_>,
        names: &Names<'_>,
        source: &dyn Files,
    ) -> Result<(), Error> {
        let meshes = &cx.spec.meshes;

        // hulls are needed where something can touch the mesh, or where its mass is that of the hull
        let mut needhull: Vec<bool> = meshes.iter().map(|m| m.inertia == MeshInertia::Convex).collect();
        // distances where a geom is made of them
        let mut needsdf = vec![false; meshes.len()];
        let mut in_pair = vec![false; tree.geoms.len()];
        for pair in &cx.spec.pairs {
            for name in [&pair.geomname1, &pair.geomname2] {
                if let Some(g) = names.get(ObjType::Geom, name) {
                    in_pair[g] = true;
                }
            }
        }
        for (geom, in_pair) in tree.geoms.iter().zip(in_pair) {
            if let Some(mesh) = geom.mesh {
                needsdf[mesh] |= geom.spec.type_ == GeomType::Sdf;
            }
            let touches = geom.spec.contype != 0 || geom.spec.conaffinity != 0 || in_pair;
            if let Some(mesh) = geom.mesh
                && touches
                && matches!(geom.spec.type_, GeomType::Mesh | GeomType::Sdf)
            {
                needhull[mesh] = true;
            }
        }

        let (mut bytes, mut fields) = (Vec::with_capacity(meshes.len()), Vec::with_capacity(meshes.len()));
        for spec in meshes {
            let instance = plugin::instance(cx, names, spec, spec.plugin.as_ref())?;
            fields.push(instance.map(|i| plugin::field(cx, &cx.spec.plugins[i])).transpose()?);
            let path = cx.spec.mesh_path(spec.at, &spec.file);
            bytes.push(read(cx, spec, &path, source)?);
            self.mesh_paths.push(path);
        }
        let jobs: Vec<MeshJob<'_>> = meshes
            .iter()
            .zip(&bytes)
            .zip(needhull.into_iter().zip(needsdf).zip(fields))
            .map(|((spec, file), ((needhull, needsdf), field))| MeshJob {
                needsdf,
                field,
                usethread: cx.spec.compilers[0].usethread,
                deadline: cx.deadline,
                ..MeshJob::new(spec, file.as_deref(), needhull, cx.limits)
            })
            .collect();
        for (result, spec) in mesh::compile_all(&jobs, cx.spec.compilers[0].usethread).into_iter().zip(meshes) {
            self.meshes.push(result.map_err(|why| cx.file(spec, why.0))?);
        }
        Ok(())
    }

    /// Writes the paths of the assets into the model.
    pub fn write_paths(&self, cx: Context<'_>, m: &mut Model) {
        let mut text = Vec::new();
        let mut put = |path: &str| {
            if path.is_empty() {
                return -1;
            }
            let adr = text.len() as i32;
            text.extend_from_slice(path.as_bytes());
            text.push(0);
            adr
        };
        m.hfield_pathadr = self.hfield_paths.iter().map(|p| put(p)).collect();
        m.mesh_pathadr = self.mesh_paths.iter().map(|p| put(p)).collect();
        m.skin_pathadr = self.skin_paths.iter().map(|p| put(p)).collect();
        m.tex_pathadr = self.texture_paths.iter().map(|p| put(p)).collect();
        m.tex_contenttypeadr = cx.spec.textures.iter().map(|_| -1).collect();
        if text.is_empty() {
            text.push(0);
        }
        m.npaths = text.len();
        m.paths = text.into();
    }
}

/// A texture, the paths of its files, and what they hold.
type TextureSource<'f> = (&'f Texture, Vec<String>, Vec<Option<Cow<'f, [u8]>>>);

/// What follows the last dot of each path.
fn extensions(paths: &[String]) -> impl Iterator<Item = &str> {
    paths.iter().map(|path| path.rsplit('.').next().unwrap_or_default())
}

/// Bytes of an asset's file, `None` if it has none.
fn read<'f>(
    cx: Context<'_>,
    element: &dyn Element,
    path: &str,
    source: &'f dyn Files,
) -> Result<Option<Cow<'f, [u8]>>, Error> {
    if path.is_empty() {
        return Ok(None);
    }
    source.read(path).map(Some).map_err(|why| cx.file(element, format!("cannot read '{path}': {why}")))
}
