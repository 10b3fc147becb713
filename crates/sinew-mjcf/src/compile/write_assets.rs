//! Columns of meshes, height fields, textures and materials.

use sinew_core::model::{Model, ObjType};

use super::assets::Assets;
use super::context::Context;
use super::join::Copies;
use super::names::Names;
use crate::assets::CompiledMesh;
use crate::error::Error;

/// Appends rows to a column that grows while it is written.
pub(super) fn append<T: Clone>(column: &mut Vec<T>, rows: &[T]) -> i32 {
    let start = column.len() as i32;
    column.extend_from_slice(rows);
    start
}

/// Meshes: the rows of all, one after another.
pub(super) fn meshes(cx: Context<'_>, m: &mut Model, meshes: &[CompiledMesh]) {
    let mut graph = Vec::new();
    let [mut vert, mut normal, mut texcoord, mut face] = [const { Vec::new() }; 4];
    for (i, mesh) in meshes.iter().enumerate() {
        vert.push(m.nmeshvert);
        normal.push(m.nmeshnormal);
        texcoord.push(m.nmeshtexcoord);
        face.push(m.nmeshface);
        m.mesh_vertadr[i] = m.nmeshvert as i32;
        m.mesh_vertnum[i] = mesh.vert.len() as i32;
        m.mesh_normaladr[i] = m.nmeshnormal as i32;
        m.mesh_normalnum[i] = mesh.normal.len() as i32;
        m.mesh_texcoordadr[i] = if mesh.texcoord.is_empty() { -1 } else { m.nmeshtexcoord as i32 };
        m.mesh_texcoordnum[i] = mesh.texcoord.len() as i32;
        m.mesh_faceadr[i] = m.nmeshface as i32;
        m.mesh_facenum[i] = mesh.face.len() as i32;
        m.nmeshvert += mesh.vert.len();
        m.nmeshnormal += mesh.normal.len();
        m.nmeshtexcoord += mesh.texcoord.len();
        m.nmeshface += mesh.face.len();
        m.mesh_graphadr[i] = append(&mut graph, &mesh.graph);
        if mesh.graph.is_empty() {
            m.mesh_graphadr[i] = -1;
        }
        for (out, &vertex) in m.mesh_extrema[i].iter_mut().zip(&mesh.extrema) {
            *out = vertex;
        }
        m.mesh_scale[i] = mesh.scale;
        m.mesh_pos[i] = mesh.pos;
        m.mesh_quat[i] = mesh.quat;
    }
    (m.nmeshgraph, m.mesh_graph) = (graph.len(), graph.into());
    let mut copies = Copies::default();
    copies.plan(&mut m.mesh_vert, m.nmeshvert, rows(&vert, meshes, |mesh| &mesh.vert));
    copies.plan(&mut m.mesh_normal, m.nmeshnormal, rows(&normal, meshes, |mesh| &mesh.normal));
    copies.plan(&mut m.mesh_texcoord, m.nmeshtexcoord, rows(&texcoord, meshes, |mesh| &mesh.texcoord));
    copies.plan(&mut m.mesh_face, m.nmeshface, rows(&face, meshes, |mesh| &mesh.face));
    copies.plan(&mut m.mesh_facenormal, m.nmeshface, rows(&face, meshes, |mesh| &mesh.facenormal));
    copies.plan(&mut m.mesh_facetexcoord, m.nmeshface, rows(&face, meshes, |mesh| &mesh.facetexcoord));
    copies.make(cx.spec.compilers[0].usethread);
    polygons(m, meshes);
    octrees(m, meshes);
}

/// Where the rows of each mesh begin, and the rows.
fn rows<'a, T: 'a>(
    starts: &[usize],
    meshes: &'a [CompiledMesh],
    of: impl Fn(&'a CompiledMesh) -> &'a Vec<T>,
) -> impl Iterator<Item = (usize, &'a [T])> {
    starts.iter().zip(meshes).map(move |(&start, mesh)| (start, &of(mesh)[..]))
}

fn polygons(m: &mut Model, meshes: &[CompiledMesh]) {
    let (mut normal, mut vert, mut vertadr, mut vertnum) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut map, mut mapadr, mut mapnum) = (Vec::new(), Vec::new(), Vec::new());
    for (i, mesh) in meshes.iter().enumerate() {
        m.mesh_polyadr[i] = append(&mut normal, &mesh.polynormal);
        m.mesh_polynum[i] = mesh.polynormal.len() as i32;
        let start = append(&mut vert, &mesh.polyvert);
        vertadr.extend(mesh.polyvertadr.iter().map(|adr| adr + start));
        append(&mut vertnum, &mesh.polyvertnum);
        let start = append(&mut map, &mesh.polymap);
        mapadr.extend(mesh.polymapadr.iter().map(|adr| adr + start));
        append(&mut mapnum, &mesh.polymapnum);
        let end = (m.mesh_vertadr[i] + m.mesh_vertnum[i]) as usize;
        mapadr.resize(end, 0);
        mapnum.resize(end, 0);
    }
    (m.nmeshpoly, m.nmeshpolyvert, m.nmeshpolymap) = (normal.len(), vert.len(), map.len());
    (m.mesh_polynormal, m.mesh_polyvert) = (normal.into(), vert.into());
    (m.mesh_polyvertadr, m.mesh_polyvertnum) = (vertadr.into(), vertnum.into());
    (m.mesh_polymapadr, m.mesh_polymapnum, m.mesh_polymap) = (mapadr.into(), mapnum.into(), map.into());
}

fn octrees(m: &mut Model, meshes: &[CompiledMesh]) {
    let (mut depth, mut child, mut aabb, mut coeff) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, mesh) in meshes.iter().enumerate() {
        let octree = &mesh.octree;
        let start = append(&mut depth, &octree.depth);
        m.mesh_octadr[i] = if octree.depth.is_empty() { -1 } else { start };
        m.mesh_octnum[i] = octree.depth.len() as i32;
        append(&mut child, &octree.child);
        append(&mut aabb, &octree.aabb);
        append(&mut coeff, &octree.coeff);
    }
    m.noct = depth.len();
    (m.oct_depth, m.oct_child) = (depth.into(), child.into());
    (m.oct_aabb, m.oct_coeff) = (aabb.into(), coeff.into());
}

/// Height fields, textures and materials.
pub(super) fn others(cx: Context<'_>, names: &Names<'_>, m: &mut Model, assets: &mut Assets) -> Result<(), Error> {
    let mut data = Vec::new();
    for (i, hfield) in assets.hfields.iter().enumerate() {
        m.hfield_size[i] = hfield.size;
        m.hfield_nrow[i] = hfield.nrow;
        m.hfield_ncol[i] = hfield.ncol;
        m.hfield_adr[i] = append(&mut data, &hfield.data);
    }
    m.nhfielddata = data.len();
    m.hfield_data = data.into();

    let mut adr = 0;
    for (i, texture) in assets.textures.iter().enumerate() {
        m.tex_type[i] = texture.type_ as i32;
        m.tex_colorspace[i] = texture.colorspace as i32;
        m.tex_height[i] = texture.height;
        m.tex_width[i] = texture.width;
        m.tex_nchannel[i] = texture.nchannel;
        m.tex_adr[i] = adr;
        adr += texture.size() as i64;
    }
    m.ntexdata = assets.pixels.len();
    m.tex_data = std::mem::take(&mut assets.pixels).into();

    for (i, spec) in cx.spec.materials.iter().enumerate() {
        m.mat_texid[i] = [-1; 10];
        for (role, texture) in spec.textures.iter().enumerate().take(10) {
            let found = names.find_opt(cx, spec, "texture", ObjType::Texture, texture)?;
            m.mat_texid[i][role] = found.map_or(-1, |id| id as i32);
        }
        m.mat_texuniform[i] = spec.texuniform;
        m.mat_texrepeat[i] = spec.texrepeat;
        m.mat_emission[i] = spec.emission;
        m.mat_specular[i] = spec.specular;
        m.mat_shininess[i] = spec.shininess;
        m.mat_reflectance[i] = spec.reflectance;
        m.mat_metallic[i] = spec.metallic;
        m.mat_roughness[i] = spec.roughness;
        m.mat_rgba[i] = spec.rgba;
    }
    Ok(())
}
