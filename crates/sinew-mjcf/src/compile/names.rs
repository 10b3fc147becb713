//! Names: finding elements by name, and the table of names in the model.

use std::collections::{HashMap, HashSet};

use sinew_core::model::{Model, NAMED, ObjType};

use super::context::{Context, Element};
use super::tree::Tree;
use crate::error::{Error, did_you_mean};

/// Elements of each kind, by number and by name.
pub(super) struct Names<'s> {
    lists: Vec<Vec<&'s str>>,
    maps: Vec<HashMap<&'s str, usize>>,
}

/// Position of a kind in the table.
fn slot(kind: ObjType) -> Option<usize> {
    let kind = if kind == ObjType::Xbody { ObjType::Body } else { kind };
    NAMED.iter().position(|&k| k == kind)
}

/// A kind as it is called in messages.
fn word(kind: ObjType) -> &'static str {
    match kind {
        ObjType::Body | ObjType::Xbody => "body",
        ObjType::Joint => "joint",
        ObjType::Geom => "geom",
        ObjType::Site => "site",
        ObjType::Camera => "camera",
        ObjType::Light => "light",
        ObjType::Mesh => "mesh",
        ObjType::Skin => "skin",
        ObjType::Hfield => "height field",
        ObjType::Texture => "texture",
        ObjType::Material => "material",
        ObjType::Pair => "contact pair",
        ObjType::Exclude => "contact exclude",
        ObjType::Equality => "equality constraint",
        ObjType::Tendon => "tendon",
        ObjType::Actuator => "actuator",
        ObjType::Sensor => "sensor",
        ObjType::Numeric => "numeric",
        ObjType::Text => "text",
        ObjType::Tuple => "tuple",
        ObjType::Key => "keyframe",
        ObjType::Plugin => "plugin instance",
        _ => "element",
    }
}

impl<'s> Names<'s> {
    /// Indexes every element; the same name twice is an error.
    pub fn index(cx: Context<'s>, tree: &Tree<'s>) -> Result<Self, Error> {
        let spec = cx.spec;
        let lists: [Vec<&'s dyn Element>; 23] = [
            tree.bodies.iter().map(|x| x.spec as _).collect(),
            tree.joints.iter().map(|x| x.spec as _).collect(),
            tree.geoms.iter().map(|x| x.spec as _).collect(),
            tree.sites.iter().map(|x| x.spec as _).collect(),
            tree.cameras.iter().map(|x| x.spec as _).collect(),
            tree.lights.iter().map(|x| x.spec as _).collect(),
            Vec::new(),
            spec.meshes.iter().map(|x| x as _).collect(),
            spec.skins.iter().map(|x| x as _).collect(),
            spec.hfields.iter().map(|x| x as _).collect(),
            spec.textures.iter().map(|x| x as _).collect(),
            spec.materials.iter().map(|x| x as _).collect(),
            spec.pairs.iter().map(|x| x as _).collect(),
            spec.excludes.iter().map(|x| x as _).collect(),
            spec.equalities.iter().map(|x| x as _).collect(),
            spec.tendons.iter().map(|x| x as _).collect(),
            spec.actuators.iter().map(|x| x as _).collect(),
            spec.sensors.iter().map(|x| x as _).collect(),
            spec.numerics.iter().map(|x| x as _).collect(),
            spec.texts.iter().map(|x| x as _).collect(),
            spec.tuples.iter().map(|x| x as _).collect(),
            spec.keys.iter().map(|x| x as _).collect(),
            spec.plugins.iter().map(|x| x as _).collect(),
        ];
        let mut names = Self { lists: Vec::new(), maps: Vec::new() };
        for (list, kind) in lists.into_iter().zip(NAMED) {
            let mut map = HashMap::with_capacity(list.len());
            for (id, &element) in list.iter().enumerate() {
                if element.name().is_empty() {
                    continue;
                }
                if map.insert(element.name(), id).is_some() {
                    let (kind, name) = (word(kind), element.name());
                    return Err(cx.reference(element, format!("there is another {kind} with the name '{name}'")));
                }
            }
            names.lists.push(list.iter().map(|e| e.name()).collect());
            names.maps.push(map);
        }
        // frames have no number in the model, yet their names must differ
        let mut frames = HashSet::new();
        for frame in tree.bodies.iter().flat_map(|b| &b.spec.frames).filter(|f| !f.name.is_empty()) {
            if !frames.insert(&frame.name) {
                return Err(cx.reference(frame, format!("there is another frame with the name '{}'", frame.name)));
            }
        }
        Ok(names)
    }

    /// Number of an element, if there is one of that kind and name.
    pub fn get(&self, kind: ObjType, name: &str) -> Option<usize> {
        self.maps.get(slot(kind)?)?.get(name).copied()
    }

    /// Number of the element that `from` refers to in its attribute `attribute`.
    pub fn find(
        &self,
        cx: Context<'_>,
        from: &dyn Element,
        attribute: &str,
        kind: ObjType,
        name: &str,
    ) -> Result<usize, Error> {
        if let Some(id) = self.get(kind, name) {
            return Ok(id);
        }
        let what = word(kind);
        if name.is_empty() {
            return Err(cx.reference(from, format!("{attribute} is missing: the name of a {what} was expected")));
        }
        let known = slot(kind).map_or(&[][..], |k| &self.lists[k]);
        let hint = did_you_mean(name, known.iter().copied().filter(|n| !n.is_empty()));
        Err(cx.reference(from, format!("{attribute}: there is no {what} '{name}'{hint}")))
    }

    /// Like [`Self::find`], but an empty name is no reference.
    pub fn find_opt(
        &self,
        cx: Context<'_>,
        from: &dyn Element,
        attribute: &str,
        kind: ObjType,
        name: &str,
    ) -> Result<Option<usize>, Error> {
        if name.is_empty() { Ok(None) } else { self.find(cx, from, attribute, kind, name).map(Some) }
    }

    /// Writes the names and their hash table into the model; `pairs` and `excludes` are sorted there.
    pub fn write(&mut self, m: &mut Model, modelname: &str, pairs: &[usize], excludes: &[usize]) {
        for (kind, order) in [(ObjType::Pair, pairs), (ObjType::Exclude, excludes)] {
            if let Some(k) = slot(kind) {
                self.lists[k] = order.iter().map(|&i| self.lists[k][i]).collect();
            }
        }
        // keyframes that were only asked for have no name
        if let Some(k) = slot(ObjType::Key) {
            self.lists[k].resize(m.nkey, "");
        }
        let mut text = modelname.as_bytes().to_vec();
        text.push(0);
        let mut map = Vec::new();
        let columns = [
            &mut m.name_bodyadr,
            &mut m.name_jntadr,
            &mut m.name_geomadr,
            &mut m.name_siteadr,
            &mut m.name_camadr,
            &mut m.name_lightadr,
            &mut m.name_flexadr,
            &mut m.name_meshadr,
            &mut m.name_skinadr,
            &mut m.name_hfieldadr,
            &mut m.name_texadr,
            &mut m.name_matadr,
            &mut m.name_pairadr,
            &mut m.name_excludeadr,
            &mut m.name_eqadr,
            &mut m.name_tendonadr,
            &mut m.name_actuatoradr,
            &mut m.name_sensoradr,
            &mut m.name_numericadr,
            &mut m.name_textadr,
            &mut m.name_tupleadr,
            &mut m.name_keyadr,
            &mut m.name_pluginadr,
        ];
        for (column, list) in columns.into_iter().zip(&self.lists) {
            let start = map.len();
            map.resize(start + 2 * list.len(), -1);
            fill_map(&mut map[start..], list);
            *column = list
                .iter()
                .map(|name| {
                    let adr = text.len() as i32;
                    text.extend_from_slice(name.as_bytes());
                    text.push(0);
                    adr
                })
                .collect();
        }
        (m.nnames, m.nnames_map) = (text.len(), map.len());
        (m.names, m.names_map) = (text.into(), map.into());
    }
}

/// Open hashing with linear probing, twice as many slots as names.
fn fill_map(map: &mut [i32], names: &[&str]) {
    for (id, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let mut k = (hash(name.as_bytes()) % map.len() as u64) as usize;
        while map[k] != -1 {
            k = (k + 1) % map.len();
        }
        map[k] = id as i32;
    }
}

/// Bernstein's hash, as MuJoCo's tables of names use it.
pub(super) fn hash(text: &[u8]) -> u64 {
    // bytes are signed there
    text.iter().fold(5381, |h: u64, &c| (h << 5).wrapping_add(h) ^ c as i8 as u64)
}
