//! Names of objects and finding objects by name.
//!
//! `names` holds the name of the model and of every object, each ended by a zero byte; `name_*adr` says where each
//! starts. `names_map` is one open hash table per type of object, twice as long as there are objects, with -1 for an
//! empty slot.

use super::{Model, ObjType};
use crate::Id;

/// Slots of the hash table per object.
#[doc(alias = "mjLOAD_MULTIPLE")]
const SLOTS: usize = 2;

/// Types of objects that have names, in the order of their tables in `names_map`.
pub const NAMED: [ObjType; 23] = [
    ObjType::Body,
    ObjType::Joint,
    ObjType::Geom,
    ObjType::Site,
    ObjType::Camera,
    ObjType::Light,
    ObjType::Flex,
    ObjType::Mesh,
    ObjType::Skin,
    ObjType::Hfield,
    ObjType::Texture,
    ObjType::Material,
    ObjType::Pair,
    ObjType::Exclude,
    ObjType::Equality,
    ObjType::Tendon,
    ObjType::Actuator,
    ObjType::Sensor,
    ObjType::Numeric,
    ObjType::Text,
    ObjType::Tuple,
    ObjType::Key,
    ObjType::Plugin,
];

/// There is no object of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} is called '{name}'{}", hint(.nearest.as_deref()))]
pub struct UnknownName {
    /// type of object that was looked for
    pub kind: &'static str,
    /// name that was looked for
    pub name: String,
    /// the most similar name that there is
    pub nearest: Option<String>,
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default()
}

impl Model {
    /// Name of an object, `None` if it has none or there is no such object.
    #[doc(alias = "mj_id2name")]
    pub fn name(&self, kind: ObjType, id: usize) -> Option<&str> {
        let start = self.name_addresses(kind).get(id)?.opt()?;
        self.text_at(start).filter(|name| !name.is_empty())
    }

    /// Object of this name.
    #[doc(alias = "mj_name2id")]
    pub fn id(&self, kind: ObjType, name: &str) -> Option<usize> {
        let addresses = self.name_addresses(kind);
        let map = self.names_map.get(self.map_range(kind))?;
        if name.is_empty() || map.is_empty() {
            return None;
        }
        let first = hash(name, map.len());
        for slot in (first..map.len()).chain(0..first) {
            let id = map[slot].opt()?;
            if addresses.get(id).and_then(|adr| self.text_at(adr.opt()?)) == Some(name) {
                return Some(id);
            }
        }
        None
    }

    /// Name of the model.
    pub fn model_name(&self) -> &str {
        self.text_at(0).unwrap_or("")
    }

    /// Number of objects of a type.
    pub fn count(&self, kind: ObjType) -> usize {
        if kind == ObjType::Dof { self.nv } else { self.name_addresses(kind).len() }
    }

    /// Fills `names_map` from `names` and the addresses. It is sized here, so sizes and names come first.
    pub fn build_names_map(&mut self) {
        let total = NAMED.iter().map(|&kind| SLOTS * self.count(kind)).sum();
        let mut map = vec![-1; total];
        for kind in NAMED {
            let range = self.map_range_in(kind, total);
            let map = &mut map[range];
            for id in 0..self.count(kind) {
                if let Some(name) = self.name(kind, id) {
                    let mut slot = hash(name, map.len());
                    while map[slot] >= 0 {
                        slot = (slot + 1) % map.len();
                    }
                    map[slot] = id as i32;
                }
            }
        }
        self.nnames_map = total;
        self.names_map = map.into_boxed_slice();
    }

    /// The text at an address of `names`.
    fn text_at(&self, start: usize) -> Option<&str> {
        let tail = self.names.get(start..)?;
        let end = tail.iter().position(|&byte| byte == 0).unwrap_or(tail.len());
        std::str::from_utf8(&tail[..end]).ok()
    }

    /// Slots of a type in `names_map`.
    fn map_range(&self, kind: ObjType) -> std::ops::Range<usize> {
        self.map_range_in(kind, self.names_map.len())
    }

    /// Slots of a type in a map of `total` slots.
    fn map_range_in(&self, kind: ObjType, total: usize) -> std::ops::Range<usize> {
        let kind = if kind == ObjType::Xbody { ObjType::Body } else { kind };
        let before = NAMED.iter().take_while(|&&other| other != kind);
        let start: usize = before.map(|&other| SLOTS * self.count(other)).sum();
        if start > total { 0..0 } else { start..(start + SLOTS * self.count(kind)).min(total) }
    }

    /// Where the names of a type of object start.
    fn name_addresses(&self, kind: ObjType) -> &[i32] {
        match kind {
            ObjType::Body | ObjType::Xbody => &self.name_bodyadr,
            ObjType::Joint => &self.name_jntadr,
            ObjType::Geom => &self.name_geomadr,
            ObjType::Site => &self.name_siteadr,
            ObjType::Camera => &self.name_camadr,
            ObjType::Light => &self.name_lightadr,
            ObjType::Flex => &self.name_flexadr,
            ObjType::Mesh => &self.name_meshadr,
            ObjType::Skin => &self.name_skinadr,
            ObjType::Hfield => &self.name_hfieldadr,
            ObjType::Texture => &self.name_texadr,
            ObjType::Material => &self.name_matadr,
            ObjType::Pair => &self.name_pairadr,
            ObjType::Exclude => &self.name_excludeadr,
            ObjType::Equality => &self.name_eqadr,
            ObjType::Tendon => &self.name_tendonadr,
            ObjType::Actuator => &self.name_actuatoradr,
            ObjType::Sensor => &self.name_sensoradr,
            ObjType::Numeric => &self.name_numericadr,
            ObjType::Text => &self.name_textadr,
            ObjType::Tuple => &self.name_tupleadr,
            ObjType::Key => &self.name_keyadr,
            ObjType::Plugin => &self.name_pluginadr,
            ObjType::Unknown | ObjType::Dof | ObjType::Frame | ObjType::Default | ObjType::Model => &[],
        }
    }

    /// Object of this name, or an error with the nearest name.
    pub fn find(&self, kind: ObjType, name: &str) -> Result<usize, UnknownName> {
        self.id(kind, name).ok_or_else(|| UnknownName {
            kind: kind_name(kind),
            name: name.into(),
            nearest: self.nearest(kind, name),
        })
    }

    /// The known name with the fewest edits from this one, if it is at all similar.
    fn nearest(&self, kind: ObjType, name: &str) -> Option<String> {
        let known = (0..self.count(kind)).filter_map(|id| self.name(kind, id));
        let (edits, nearest) = known.map(|other| (edits(name, other), other)).min_by_key(|&(edits, _)| edits)?;
        (edits <= name.chars().count().max(nearest.chars().count()).div_ceil(2)).then(|| nearest.to_owned())
    }
}

macro_rules! finders {
    ($($(#[$meta:meta])+ $method:ident => $kind:ident, $text:literal;)*) => {
        impl Model {
            $($(#[$meta])+ pub fn $method(&self, name: &str) -> Result<usize, UnknownName> {
                self.find(ObjType::$kind, name)
            })*
        }

        /// What an object of this type is called in messages.
        fn kind_name(kind: ObjType) -> &'static str {
            match kind { $(ObjType::$kind => $text,)* _ => "object of that type" }
        }
    };
}
finders! {
    /// Body of this name.
    body => Body, "body";
    /// Joint of this name.
    joint => Joint, "joint";
    /// Geom of this name.
    geom => Geom, "geom";
    /// Site of this name.
    site => Site, "site";
    /// Camera of this name.
    camera => Camera, "camera";
    /// Light of this name.
    light => Light, "light";
    /// Flex of this name.
    flex => Flex, "flex";
    /// Mesh of this name.
    mesh => Mesh, "mesh";
    /// Skin of this name.
    skin => Skin, "skin";
    /// Height field of this name.
    hfield => Hfield, "height field";
    /// Texture of this name.
    texture => Texture, "texture";
    /// Material of this name.
    material => Material, "material";
    /// Contact pair of this name.
    pair => Pair, "contact pair";
    /// Contact exclusion of this name.
    exclude => Exclude, "contact exclusion";
    /// Equality constraint of this name.
    equality => Equality, "equality constraint";
    /// Tendon of this name.
    tendon => Tendon, "tendon";
    /// Actuator of this name.
    actuator => Actuator, "actuator";
    /// Sensor of this name.
    sensor => Sensor, "sensor";
    /// Custom numbers of this name.
    numeric => Numeric, "custom numeric field";
    /// Custom text of this name.
    text => Text, "custom text field";
    /// Tuple of this name.
    tuple => Tuple, "tuple";
    /// Keyframe of this name.
    key => Key, "keyframe";
}

/// Slot of a name in a table: Bernstein's hash with exclusive or.
fn hash(name: &str, slots: usize) -> usize {
    // bytes above 127 count as negative, as a signed char does
    let spread = |h: u64, byte: u8| (h << 5).wrapping_add(h) ^ (i64::from(byte as i8) as u64);
    (name.bytes().fold(5381, spread) % slots as u64) as usize
}

/// Number of letters to insert, delete or replace to get from one word to the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Model {
        let mut m = Model { nbody: 4, njnt: 1, ..Model::default() };
        m.allocate();
        m.names = b"robot\0world\0torso\0\0thigh\0knee\0".as_slice().into();
        m.nnames = m.names.len();
        m.name_bodyadr = [6, 12, 18, 19].into();
        m.name_jntadr = [25].into();
        m.build_names_map();
        m
    }

    #[test]
    fn every_name_leads_back_to_its_object() {
        let m = sample();
        assert_eq!(m.model_name(), "robot");
        assert_eq!(m.names_map.len(), 10);
        for (id, name) in [(0, "world"), (1, "torso"), (3, "thigh")] {
            assert_eq!((m.name(ObjType::Body, id), m.id(ObjType::Body, name)), (Some(name), Some(id)));
        }
        assert_eq!(m.joint("knee"), Ok(0));
        assert_eq!(m.id(ObjType::Xbody, "thigh"), Some(3), "both kinds of body frame share their names");
    }

    #[test]
    fn objects_without_a_name_are_not_found_by_an_empty_one() {
        let m = sample();
        assert_eq!((m.name(ObjType::Body, 2), m.name(ObjType::Body, 9)), (None, None));
        assert_eq!((m.id(ObjType::Body, ""), m.id(ObjType::Geom, "torso")), (None, None));
    }

    #[test]
    fn an_unknown_name_comes_with_the_nearest_known_one() {
        let m = sample();
        let error = m.body("tosro").expect_err("misspelt");
        assert_eq!(error.to_string(), "no body is called 'tosro'; did you mean 'torso'?");
        assert_eq!(m.joint("zzzzzzzz").expect_err("nothing like it").to_string(), "no joint is called 'zzzzzzzz'");
    }
}
