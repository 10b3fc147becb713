//! What a page needs to know of a model once: its objects, and the geometry and pictures they are drawn with.
//!
//! The bytes are the length of a JSON text, the text, and blobs that it points into by offset and length, each at a
//! multiple of eight bytes from the end of the text.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use sinew::model::{ENUMS, JointType, WrapType};
use sinew::table::{Column, Id};
use sinew::{Model, ObjType};

/// Bytes of textures that are sent; textures beyond are left out.
pub const MOST_TEXTURE_BYTES: usize = 512 << 20;

/// Blobs under construction.
#[derive(Default)]
struct Blobs(Vec<u8>);

impl Blobs {
    fn put<T: numbers::Le>(&mut self, numbers: impl IntoIterator<Item = T>) -> Value {
        let start = self.0.len();
        let mut count = 0;
        for number in numbers {
            number.put(&mut self.0);
            count += 1;
        }
        self.0.resize(self.0.len().next_multiple_of(8), 0);
        json!([start, count])
    }
}

/// Numbers as little-endian bytes.
mod numbers {
    pub trait Le {
        fn put(self, out: &mut Vec<u8>);
    }
    impl Le for f32 {
        fn put(self, out: &mut Vec<u8>) {
            out.extend(self.to_le_bytes());
        }
    }
    impl Le for u32 {
        fn put(self, out: &mut Vec<u8>) {
            out.extend(self.to_le_bytes());
        }
    }
    impl Le for u8 {
        fn put(self, out: &mut Vec<u8>) {
            out.push(self);
        }
    }
}

/// The scene of a model as bytes, and what could not be shown. Meshes of more than so many triangles in all are drawn as the
/// boxes around them.
pub fn scene(m: &Model, file: &str, triangles: usize) -> (Vec<u8>, Vec<String>) {
    let mut blobs = Blobs::default();
    let mut notes = Vec::new();
    let text = json!({
        "file": file,
        "name": m.model_name(),
        "sizes": sizes(m),
        "stat": record(sinew::model::Statistic::FIELDS, |name| m.stat.get(name)),
        "vis": visual(m),
        "options": options(m),
        "enums": enums(),
        "stages": sinew::profile::stages().map(sinew::profile::name).collect::<Vec<_>>(),
        "bodies": bodies(m),
        "joints": joints(m),
        "geoms": geoms(m),
        "sites": sites(m),
        "cameras": cameras(m),
        "lights": lights(m),
        "materials": materials(m),
        "textures": textures(m, &mut blobs, &mut notes),
        "meshes": meshes(m, triangles, &mut blobs, &mut notes),
        "hfields": hfields(m, &mut blobs),
        "tendons": tendons(m),
        "actuators": actuators(m),
        "sensors": sensors(m),
        "equalities": equalities(m),
        "keys": (0..m.nkey).map(|k| json!({"name": name(m, ObjType::Key, k), "time": m.key_time[k]})).collect::<Vec<_>>(),
        "qpos0": m.qpos0.to_vec(),
    })
    .to_string();
    let mut out = Vec::with_capacity(text.len() + blobs.0.len() + 16);
    // the blobs begin at a multiple of eight
    let padded = (text.len() + 8).next_multiple_of(8) - 8;
    out.extend((padded as u32).to_le_bytes());
    out.extend(0u32.to_le_bytes());
    out.extend(text.as_bytes());
    out.resize(8 + padded, b' ');
    out.extend(blobs.0);
    (out, notes)
}

fn name(m: &Model, kind: ObjType, id: usize) -> &str {
    m.name(kind, id).unwrap_or("")
}

fn sizes(m: &Model) -> Value {
    let names = [
        "nq",
        "nv",
        "nu",
        "na",
        "nbody",
        "njnt",
        "ngeom",
        "nsite",
        "ntendon",
        "nsensor",
        "nsensordata",
        "nkey",
        "nmesh",
    ];
    names.iter().filter_map(|&name| Some((name.to_owned(), json!(m.size(name)?)))).collect::<Map<_, _>>().into()
}

/// A record of options by name.
fn record<'a>(fields: &[(&str, usize, &str)], get: impl Fn(&str) -> Option<Column<'a>>) -> Value {
    let value = |name: &str| match get(name)? {
        Column::F64(x) => Some(json!(x)),
        Column::F32(x) => Some(json!(x)),
        Column::I32(x) => Some(json!(x)),
        _ => None,
    };
    let single = |v: Value| match v {
        Value::Array(mut a) if a.len() == 1 => a.remove(0),
        v => v,
    };
    fields
        .iter()
        .filter_map(|(name, ..)| Some(((*name).to_owned(), single(value(name)?))))
        .collect::<Map<_, _>>()
        .into()
}

/// The physics options by name.
pub fn options(m: &Model) -> Value {
    record(sinew::model::Options::FIELDS, |name| m.opt.get(name))
}

fn visual(m: &Model) -> Value {
    use sinew::model as s;
    let v = &m.vis;
    json!({
        "global": record(s::VisualGlobal::FIELDS, |name| v.global.get(name)),
        "quality": record(s::VisualQuality::FIELDS, |name| v.quality.get(name)),
        "headlight": record(s::VisualHeadlight::FIELDS, |name| v.headlight.get(name)),
        "map": record(s::VisualMap::FIELDS, |name| v.map.get(name)),
        "scale": record(s::VisualScale::FIELDS, |name| v.scale.get(name)),
        "rgba": record(s::VisualRgba::FIELDS, |name| v.rgba.get(name)),
    })
}

/// Values of the enumerations that options and objects use, without their prefixes.
fn enums() -> Value {
    let wanted =
        ["mjtIntegrator", "mjtCone", "mjtSolver", "mjtJacobian", "mjtDisableBit", "mjtEnableBit", "mjtSensor", "mjtEq"];
    let short = |name: &str| name.split_once('_').map_or(name, |(_, rest)| rest).to_lowercase();
    ENUMS
        .iter()
        .filter(|(name, _)| wanted.contains(name))
        .map(|(name, values)| {
            let values = values.iter().map(|(value, n)| json!([short(value), n])).collect::<Vec<_>>();
            ((*name).to_owned(), values.into())
        })
        .collect::<Map<_, _>>()
        .into()
}

fn bodies(m: &Model) -> Vec<Value> {
    (0..m.nbody)
        .map(|b| {
            json!({
                "name": name(m, ObjType::Body, b), "parent": m.body_parentid[b], "root": m.body_rootid[b],
                "weld": m.body_weldid[b], "mocap": m.body_mocapid[b] >= 0, "tree": m.body_treeid[b],
                "mass": m.body_mass[b], "ipos": m.body_ipos[b].0, "iquat": m.body_iquat[b].0,
                "inertia": m.body_inertia[b].0, "joints": [m.body_jntadr[b], m.body_jntnum[b]],
            })
        })
        .collect()
}

fn joints(m: &Model) -> Vec<Value> {
    (0..m.njnt)
        .map(|j| {
            json!({
                "name": name(m, ObjType::Joint, j), "type": m.jnt_type[j], "body": m.jnt_bodyid[j],
                "qpos": m.jnt_qposadr[j], "dof": m.jnt_dofadr[j], "group": m.jnt_group[j],
                "limited": m.jnt_limited[j], "range": m.jnt_range[j],
                "scalar": matches!(JointType::of(m.jnt_type[j]), JointType::Hinge | JointType::Slide),
            })
        })
        .collect()
}

fn geoms(m: &Model) -> Vec<Value> {
    (0..m.ngeom)
        .map(|g| {
            json!({
                "name": name(m, ObjType::Geom, g), "type": m.geom_type[g], "body": m.geom_bodyid[g],
                "pos": m.geom_pos[g].0, "quat": m.geom_quat[g].0, "size": m.geom_size[g].0, "rgba": m.geom_rgba[g],
                "material": m.geom_matid[g], "group": m.geom_group[g], "data": m.geom_dataid[g],
                "shadow": m.geom_castshadow[g], "box": m.geom_aabb[g],
            })
        })
        .collect()
}

fn sites(m: &Model) -> Vec<Value> {
    (0..m.nsite)
        .map(|s| {
            json!({
                "name": name(m, ObjType::Site, s), "type": m.site_type[s], "body": m.site_bodyid[s],
                "pos": m.site_pos[s].0, "quat": m.site_quat[s].0, "size": m.site_size[s].0, "rgba": m.site_rgba[s],
                "material": m.site_matid[s], "group": m.site_group[s], "data": m.site_dataid[s],
            })
        })
        .collect()
}

fn cameras(m: &Model) -> Vec<Value> {
    (0..m.ncam)
        .map(|c| {
            json!({
                "name": name(m, ObjType::Camera, c), "fovy": m.cam_fovy[c], "orthographic": m.cam_projection[c] == 1,
                "body": m.cam_bodyid[c],
            })
        })
        .collect()
}

fn lights(m: &Model) -> Vec<Value> {
    (0..m.nlight)
        .map(|l| {
            json!({
                "name": name(m, ObjType::Light, l), "type": m.light_type[l], "active": m.light_active[l],
                "shadow": m.light_castshadow[l], "ambient": m.light_ambient[l], "diffuse": m.light_diffuse[l],
                "specular": m.light_specular[l], "cutoff": m.light_cutoff[l], "exponent": m.light_exponent[l],
                "attenuation": m.light_attenuation[l], "range": m.light_range[l],
            })
        })
        .collect()
}

fn materials(m: &Model) -> Vec<Value> {
    (0..m.nmat)
        .map(|i| {
            // the colours of a surface: their own texture, or one with opacity
            let texture = [1, 8].iter().map(|&role: &usize| m.mat_texid[i][role]).find(|&t| t >= 0).unwrap_or(-1);
            json!({
                "name": name(m, ObjType::Material, i), "rgba": m.mat_rgba[i], "texture": texture,
                "uniform": m.mat_texuniform[i], "repeat": m.mat_texrepeat[i], "emission": m.mat_emission[i],
                "specular": m.mat_specular[i], "shininess": m.mat_shininess[i], "reflectance": m.mat_reflectance[i],
                "metallic": m.mat_metallic[i], "roughness": m.mat_roughness[i],
            })
        })
        .collect()
}

fn textures(m: &Model, blobs: &mut Blobs, notes: &mut Vec<String>) -> Vec<Value> {
    let mut left = MOST_TEXTURE_BYTES;
    (0..m.ntex)
        .map(|t| {
            let size = m.tex_height[t].ix() * m.tex_width[t].ix() * m.tex_nchannel[t].ix();
            let start = usize::try_from(m.tex_adr[t]).unwrap_or(usize::MAX);
            let bytes = start.checked_add(size).and_then(|end| m.tex_data.get(start..end)).unwrap_or(&[]);
            let data = if bytes.len() <= left {
                left -= bytes.len();
                blobs.put(bytes.iter().copied())
            } else {
                notes.push(format!("texture '{}' is too large to be shown", name(m, ObjType::Texture, t)));
                Value::Null
            };
            json!({
                "name": name(m, ObjType::Texture, t), "type": m.tex_type[t], "width": m.tex_width[t],
                "height": m.tex_height[t], "channels": m.tex_nchannel[t], "data": data,
            })
        })
        .collect()
}

fn meshes(m: &Model, mut left: usize, blobs: &mut Blobs, notes: &mut Vec<String>) -> Vec<Value> {
    (0..m.nmesh)
        .map(|i| {
            let faces = m.mesh_facenum[i].ix();
            if faces > left {
                let name = name(m, ObjType::Mesh, i);
                notes.push(format!(
                    "mesh '{name}' with {faces} triangles is too large to be shown: it is drawn as a box"
                ));
                return Value::Null;
            }
            left -= faces;
            mesh(m, i, blobs)
        })
        .collect()
}

/// One mesh, with a vertex for every combination of point, normal and texture coordinate.
fn mesh(m: &Model, i: usize, blobs: &mut Blobs) -> Value {
    let faces = m.mesh_faceadr[i].ix()..m.mesh_faceadr[i].ix() + m.mesh_facenum[i].ix();
    let (vert, normal) = (m.mesh_vertadr[i].ix(), m.mesh_normaladr[i].ix());
    let texcoord = m.mesh_texcoordadr[i].opt();
    let mut known = HashMap::new();
    let (mut points, mut index) = (Vec::new(), Vec::with_capacity(3 * faces.len()));
    for f in faces {
        for k in 0..3 {
            let uv = if texcoord.is_some() { m.mesh_facetexcoord[f][k] } else { 0 };
            let key = [m.mesh_face[f][k], m.mesh_facenormal[f][k], uv];
            let next = known.len() as u32;
            index.push(*known.entry(key).or_insert_with(|| {
                points.push(key);
                next
            }));
        }
    }
    let at = |offset: usize, id: i32| offset + id.ix();
    let position = blobs.put(points.iter().flat_map(|p| m.mesh_vert[at(vert, p[0])]));
    let normals = blobs.put(points.iter().flat_map(|p| m.mesh_normal[at(normal, p[1])]));
    let uv = texcoord.map(|t| blobs.put(points.iter().flat_map(|p| m.mesh_texcoord[at(t, p[2])])));
    let hull = hull(m, i).map(|corners| blobs.put(corners));
    json!({"position": position, "normal": normals, "uv": uv, "index": blobs.put(index), "hull": hull})
}

/// Corners of the triangles of a mesh's convex hull, if the model has one. MuJoCo manual, *mjModel*, `mesh_graph`: counts
/// of vertices and faces, then the edges of each vertex, and at the end the vertices of each face.
fn hull(m: &Model, i: usize) -> Option<Vec<f32>> {
    let graph = m.mesh_graph.get(m.mesh_graphadr[i].opt()?..)?;
    let (vertices, faces) = (usize::try_from(*graph.first()?).ok()?, usize::try_from(*graph.get(1)?).ok()?);
    let start = 2 + 3 * vertices + 3 * faces;
    let ids = graph.get(start..start + 3 * faces)?;
    Some(ids.iter().flat_map(|id| m.mesh_vert[m.mesh_vertadr[i].ix() + id.ix()]).collect())
}

fn hfields(m: &Model, blobs: &mut Blobs) -> Vec<Value> {
    (0..m.nhfield)
        .map(|h| {
            let (rows, columns, start) = (m.hfield_nrow[h].ix(), m.hfield_ncol[h].ix(), m.hfield_adr[h].ix());
            let data = m.hfield_data[start..start + rows * columns].iter().copied();
            json!({"rows": rows, "columns": columns, "size": m.hfield_size[h], "data": blobs.put(data)})
        })
        .collect()
}

fn tendons(m: &Model) -> Vec<Value> {
    (0..m.ntendon)
        .map(|t| {
            let first = m.tendon_adr[t].opt().and_then(|adr| m.wrap_type.get(adr));
            json!({
                "name": name(m, ObjType::Tendon, t), "width": m.tendon_width[t], "rgba": m.tendon_rgba[t],
                "material": m.tendon_matid[t], "group": m.tendon_group[t], "limited": m.tendon_limited[t],
                "range": m.tendon_range[t], "spatial": first.is_some_and(|&w| WrapType::of(w) != WrapType::Joint),
            })
        })
        .collect()
}

fn actuators(m: &Model) -> Vec<Value> {
    (0..m.nactuator)
        .map(|a| {
            let ctrl = m.actuator_ctrladr[a].ix()..m.actuator_ctrladr[a].ix() + m.actuator_ctrlnum[a].ix();
            json!({
                "name": name(m, ObjType::Actuator, a), "group": m.actuator_group[a], "ctrl": m.actuator_ctrladr[a],
                "limited": &m.actuator_ctrllimited[ctrl.clone()], "range": &m.actuator_ctrlrange[ctrl],
                "act": [m.actuator_actadr[a], m.actuator_actnum[a]], "transmission": m.actuator_trntype[a],
                "target": m.actuator_trnid[a], "out": m.actuator_outadr[a], "forcelimited": m.actuator_forcelimited[a],
                "forcerange": m.actuator_forcerange[a], "actlimited": m.actuator_actlimited[a],
                "actrange": m.actuator_actrange[a], "muscle": m.actuator_dyntype[a] == 4,
            })
        })
        .collect()
}

fn sensors(m: &Model) -> Vec<Value> {
    (0..m.nsensor)
        .map(|s| {
            json!({
                "name": name(m, ObjType::Sensor, s), "type": m.sensor_type[s], "adr": m.sensor_adr[s],
                "dim": m.sensor_dim[s], "cutoff": m.sensor_cutoff[s],
                "site": if m.sensor_objtype[s] == ObjType::Site as i32 { m.sensor_objid[s] } else { -1 },
            })
        })
        .collect()
}

fn equalities(m: &Model) -> Vec<Value> {
    (0..m.neq)
        .map(|e| {
            json!({
                "name": name(m, ObjType::Equality, e), "type": m.eq_type[e], "objects": [m.eq_obj1id[e], m.eq_obj2id[e]],
                "sites": m.eq_objtype[e] == ObjType::Site as i32, "data": m.eq_data[e],
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Load;

    /// Text and blobs of a scene.
    fn parts(m: &Model) -> (Value, Vec<u8>) {
        let (bytes, notes) = scene(m, "test.xml", 10_000);
        assert!(notes.is_empty(), "{notes:?}");
        let text = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
        assert_eq!((8 + text) % 8, 0, "blobs can be looked at in place");
        (serde_json::from_slice(&bytes[8..8 + text]).expect("JSON"), bytes[8 + text..].to_vec())
    }

    #[test]
    fn a_mesh_is_sent_with_a_normal_for_every_point() {
        let m = Model::from_xml_str(
            "<mujoco><asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>
             <worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>",
        )
        .expect("a model");
        let (text, blobs) = parts(&m);
        let mesh = &text["meshes"][0];
        let count = |key: &str| mesh[key][1].as_u64().expect("a count");
        assert_eq!(count("index"), 12);
        assert_eq!(count("position"), count("normal"));
        assert_eq!(count("hull"), 4 * 9, "a tetrahedron is its own hull");
        assert!(blobs.len() as u64 >= 4 * (2 * count("position") + count("index")));
    }

    #[test]
    fn a_mesh_too_large_to_be_shown_is_left_out_and_said_so_and_those_after_it_are_shown() {
        let m = Model::from_xml_str(
            "<mujoco><asset><mesh name='ball' builtin='sphere' params='3'/><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>
             </asset><worldbody><geom type='mesh' mesh='ball'/><geom type='mesh' mesh='t'/></worldbody></mujoco>",
        )
        .expect("a model");
        let (mut blobs, mut notes) = (Blobs(Vec::new()), Vec::new());
        let sent = meshes(&m, 100, &mut blobs, &mut notes);
        assert!(sent[0].is_null() && sent[1].is_object());
        assert!(notes.len() == 1 && notes[0].contains("'ball'") && notes[0].contains("drawn as a box"), "{notes:?}");
        let (text, _) = parts(&m);
        assert!(text["geoms"][0]["box"].as_array().is_some_and(|b| b.len() == 6), "the box to draw");
    }

    #[test]
    fn options_and_names_arrive_as_the_model_has_them() {
        let m = Model::from_xml_str(
            "<mujoco model='m'><option timestep='0.004' gravity='0 0 -3'/><worldbody><body name='a'><joint name='j'/>
             <geom size='1'/></body></worldbody></mujoco>",
        )
        .expect("a model");
        let (text, _) = parts(&m);
        assert_eq!(text["options"]["timestep"], json!(0.004));
        assert_eq!(text["options"]["gravity"], json!([0.0, 0.0, -3.0]));
        assert_eq!(
            (&text["name"], &text["bodies"][1]["name"], &text["joints"][0]["name"]),
            (&json!("m"), &json!("a"), &json!("j"))
        );
    }
}
