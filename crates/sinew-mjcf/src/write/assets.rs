//! Assets and custom data.

use sinew_core::model::{MeshBuiltin, ObjType, TextureRole};

use super::class_of;
use super::xml::{Node, floats, ints};
use crate::schema::attributes as a;
use crate::schema::{OBJECT, TEXTURE_ROLE, word_of};
use crate::spec::{HField, Material, Mesh, Plugin, PluginRef, Skin, Spec, Texture};

pub(super) fn assets(spec: &Spec) -> Node {
    let mut node = Node::new("asset");
    for texture in &spec.textures {
        let mut element = Node::new("texture");
        named_class(&mut element, &texture.class);
        self::texture(&mut element, texture, &class_of(spec, &texture.class).texture, false);
        node.push(element);
    }
    for material in &spec.materials {
        let mut element = Node::new("material");
        named_class(&mut element, &material.class);
        self::material(&mut element, material, &class_of(spec, &material.class).material, false);
        node.push(element);
    }
    for mesh in &spec.meshes {
        let mut element = Node::new("mesh");
        named_class(&mut element, &mesh.class);
        self::mesh(&mut element, mesh, &class_of(spec, &mesh.class).mesh);
        plugin(&mut element, spec, mesh.plugin.as_ref());
        node.push(element);
    }
    for skin in &spec.skins {
        let mut element = Node::new("skin");
        element.fill(&a::SKIN, skin, &Skin::default(), false);
        for bone in &skin.bones {
            let mut child = Node::new("bone");
            child.set("body", bone.body.as_str());
            child.set("bindpos", floats(&bone.bindpos));
            child.set("bindquat", floats(&bone.bindquat));
            child.set("vertid", ints(&bone.vertid));
            child.set("vertweight", floats(&bone.vertweight));
            element.push(child);
        }
        node.push(element);
    }
    for hfield in &spec.hfields {
        let mut element = Node::new("hfield");
        element.fill(&a::HFIELD, hfield, &HField::default(), false);
        if hfield.size == [0.0; 4] {
            element.set("size", "0 0 0 0");
        }
        if hfield.file.is_empty() && !hfield.userdata.is_empty() && hfield.ncol > 0 {
            // the text runs from the far row to the near one
            let rows = hfield.userdata.chunks(hfield.ncol as usize).rev().flatten().copied().collect::<Vec<_>>();
            element.set("elevation", floats(&rows));
        }
        node.push(element);
    }
    node
}

/// The plugins of the model, with the instances that have names.
pub(super) fn extension(spec: &Spec) -> Node {
    let mut node = Node::new("extension");
    for name in &spec.activeplugins {
        let mut declared = Node::new("plugin");
        declared.set("plugin", name.as_str());
        for instance in spec.plugins.iter().filter(|p| p.plugin_name == *name && !p.name.is_empty()) {
            let mut element = Node::new("instance");
            element.set("name", instance.name.as_str());
            config(&mut element, instance);
            declared.push(element);
        }
        node.push(declared);
    }
    node
}

/// The instance that an element refers to, or its own.
pub(super) fn plugin(node: &mut Node, spec: &Spec, plugin: Option<&PluginRef>) {
    let mut element = Node::new("plugin");
    match plugin {
        Some(PluginRef::Named(name)) => element.set("instance", name.as_str()),
        Some(&PluginRef::Own(number)) => {
            let Some(own) = spec.plugins.get(number) else { return };
            element.set("plugin", own.plugin_name.as_str());
            config(&mut element, own);
        }
        None => return,
    }
    node.push(element);
}

fn config(node: &mut Node, plugin: &Plugin) {
    for (key, value) in &plugin.config {
        let mut element = Node::new("config");
        element.set("key", key.as_str());
        element.set("value", value.as_str());
        node.push(element);
    }
}

/// The class of an element that stands in no body.
pub(super) fn named_class(node: &mut Node, class: &str) {
    if !matches!(class, "" | "main") {
        node.set("class", class);
    }
}

fn mesh(node: &mut Node, mesh: &Mesh, base: &Mesh) {
    if mesh.builtin == MeshBuiltin::None {
        node.fill(&a::MESH, mesh, base, false);
        return;
    }
    // the shape says it all
    let shape = Mesh {
        uservert: base.uservert.clone(),
        usernormal: base.usernormal.clone(),
        usertexcoord: base.usertexcoord.clone(),
        userface: base.userface.clone(),
        ..mesh.clone()
    };
    node.fill(&a::MESH, &shape, base, false);
    if mesh.params.is_empty() {
        node.set("params", "");
    }
}

pub(super) fn texture(node: &mut Node, texture: &Texture, base: &Texture, defaults: bool) {
    // letters of the grid, as many as it has cells
    let cells = (texture.gridsize[0].max(0) as usize).saturating_mul(texture.gridsize[1].max(0) as usize);
    let layout = texture.gridlayout.chars().take(cells.min(12)).collect::<String>();
    let plain = Texture::default();
    let mut short = texture.clone();
    if cells > 1 && texture.gridlayout != base.gridlayout && texture.gridlayout != plain.gridlayout {
        short.gridlayout = layout;
    } else {
        short.gridlayout.clone_from(&base.gridlayout);
    }
    node.fill(&a::TEXTURE, &short, base, defaults);
    let sides = ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];
    for (side, file) in sides.into_iter().zip(&texture.cubefiles) {
        node.set_text(side, file);
    }
}

pub(super) fn material(node: &mut Node, material: &Material, base: &Material, defaults: bool) {
    node.fill(&a::MATERIAL, material, base, defaults);
    if material.textures == base.textures {
        return;
    }
    let given: Vec<_> = material.textures.iter().enumerate().filter(|(_, name)| !name.is_empty()).collect();
    if let [(role, name)] = given[..]
        && role == TextureRole::Rgb as usize
    {
        node.set("texture", name.as_str());
        return;
    }
    for (role, name) in given {
        let mut layer = Node::new("layer");
        layer.set("texture", name.as_str());
        layer.set("role", word_of(TEXTURE_ROLE, role as i32).unwrap_or("rgb"));
        node.push(layer);
    }
}

pub(super) fn custom(spec: &Spec) -> Node {
    let mut node = Node::new("custom");
    for numeric in &spec.numerics {
        let mut element = Node::new("numeric");
        element.set_text("name", &numeric.name);
        element.set("size", ints(&[numeric.size]));
        element.set_reals("data", &numeric.data);
        node.push(element);
    }
    for text in &spec.texts {
        let mut element = Node::new("text");
        element.set_text("name", &text.name);
        element.set("data", text.data.as_str());
        node.push(element);
    }
    for tuple in &spec.tuples {
        let mut element = Node::new("tuple");
        element.set_text("name", &tuple.name);
        for ((kind, name), prm) in tuple.objtype.iter().zip(&tuple.objname).zip(&tuple.objprm) {
            let mut item = Node::new("element");
            item.set("objtype", word_of(OBJECT, ObjType::of(*kind) as i32).unwrap_or("body"));
            item.set("objname", name.as_str());
            item.set_reals("prm", &[*prm]);
            element.push(item);
        }
        node.push(element);
    }
    node
}
