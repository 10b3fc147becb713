//! From [`Spec`] to text.
//!
//! Everything is written as the difference from what it starts from: an element from its default class, a class from the
//! one around it. The tables of the reader say which attributes there are. Actuators are written as `general`, with their
//! parameters; copies that `replicate` and `attach` made are written out.

mod assets;
mod bodies;
mod relations;
mod settle;
mod xml;

use crate::schema::attributes as a;
use crate::spec::{DefaultClass, Spec};
use xml::Node;

/// The model as MJCF: reading it again gives the same model.
///
/// ```
/// use sinew_mjcf::{Warnings, files::NoFiles, read, write};
///
/// let xml = "<mujoco><worldbody><geom size=\"2\"/></worldbody></mujoco>";
/// let spec = read(xml, "", &NoFiles, &mut Warnings::new())?;
/// assert!(write(&spec).contains("<geom size=\"2 0 0\"/>"));
/// # Ok::<(), sinew_mjcf::Error>(())
/// ```
#[doc(alias("mj_saveLastXML", "mj_saveXMLString"))]
pub fn write(spec: &Spec) -> String {
    let spec = &settle::settle(spec);
    let mut root = Node::new("mujoco");
    root.set_text("model", &spec.modelname);
    settings(spec, &mut root);
    root.push_unless_empty(class(spec, 0));
    root.push_unless_empty(assets::extension(spec));
    root.push_unless_empty(assets::custom(spec));
    root.push_unless_empty(assets::assets(spec));
    root.push_unless_empty(bodies::world(spec));
    relations::all(spec, &mut root);
    let mut keyframe = Node::new("keyframe");
    for key in &spec.keys {
        let mut node = Node::new("key");
        node.fill(&a::KEY, key, &crate::spec::Key::default(), false);
        keyframe.push(node);
    }
    root.push_unless_empty(keyframe);
    root.to_text()
}

fn settings(spec: &Spec, root: &mut Node) {
    let plain = Spec::default();
    let (compiler, base) = (&spec.compilers[0], &plain.compilers[0]);
    let mut node = Node::new("compiler");
    node.fill(&a::COMPILER, compiler, base, false);
    if spec.strippath {
        node.set("strippath", "true");
    }
    let mut range = Node::new("lengthrange");
    range.fill(&a::LENGTH_RANGE, &compiler.lengthrange, &base.lengthrange, false);
    node.push_unless_empty(range);
    root.push_unless_empty(node);

    let mut node = Node::new("option");
    node.fill(&a::OPTION, &spec.option, &plain.option, false);
    let groups: Vec<i32> = (0..31).filter(|group| spec.option.disableactuator >> group & 1 == 1).collect();
    if !groups.is_empty() {
        node.set("actuatorgroupdisable", xml::ints(&groups));
    }
    let mut flag = Node::new("flag");
    flag.fill(&a::FLAG, &spec.option, &plain.option, false);
    node.push_unless_empty(flag);
    root.push_unless_empty(node);

    root.push_unless_empty(size(spec, &plain));
    let mut node = Node::new("statistic");
    node.fill(&a::STATISTIC, &spec.stat, &plain.stat, false);
    root.push_unless_empty(node);

    let (look, base) = (&spec.visual, &plain.visual);
    let mut visual = Node::new("visual");
    let mut part = Node::new("global");
    part.fill(&a::GLOBAL, &look.global, &base.global, false);
    visual.push_unless_empty(part);
    let mut part = Node::new("quality");
    part.fill(&a::QUALITY, &look.quality, &base.quality, false);
    visual.push_unless_empty(part);
    let mut part = Node::new("headlight");
    part.fill(&a::HEADLIGHT_ATTRS, &look.headlight, &base.headlight, false);
    visual.push_unless_empty(part);
    let mut part = Node::new("map");
    part.fill(&a::MAP, &look.map, &base.map, false);
    visual.push_unless_empty(part);
    let mut part = Node::new("scale");
    part.fill(&a::SCALE, &look.scale, &base.scale, false);
    visual.push_unless_empty(part);
    let mut part = Node::new("rgba");
    part.fill(&a::RGBA, &look.rgba, &base.rgba, false);
    visual.push_unless_empty(part);
    root.push_unless_empty(visual);
}

fn size(spec: &Spec, plain: &Spec) -> Node {
    // a specification without bodies: the table wants one
    let sizes = Spec {
        njmax: spec.njmax,
        nconmax: spec.nconmax,
        nuserdata: spec.nuserdata,
        nkey: spec.nkey,
        nuser_body: spec.nuser_body,
        nuser_jnt: spec.nuser_jnt,
        nuser_geom: spec.nuser_geom,
        nuser_site: spec.nuser_site,
        nuser_cam: spec.nuser_cam,
        nuser_tendon: spec.nuser_tendon,
        nuser_actuator: spec.nuser_actuator,
        nuser_sensor: spec.nuser_sensor,
        ..Spec::default()
    };
    let mut node = Node::new("size");
    if spec.memory >= 0 {
        node.set("memory", spec.memory.to_string());
    }
    if spec.nstack >= 0 {
        node.set("nstack", spec.nstack.to_string());
    }
    node.fill(&a::SIZE, &sizes, plain, false);
    node
}

/// A default class with all classes that start from it.
fn class(spec: &Spec, index: usize) -> Node {
    let class = &spec.defaults[index];
    let plain = DefaultClass::default();
    let base = class.parent.map_or(&plain, |parent| &spec.defaults[parent]);
    let mut node = Node::new("default");
    if index > 0 {
        node.set("class", class.name.as_str());
    }
    let mut element = Node::new("joint");
    element.fill(&a::JOINT, &class.joint, &base.joint, true);
    node.push_unless_empty(element);
    let mut element = Node::new("geom");
    element.fill(&a::GEOM, &class.geom, &base.geom, true);
    bodies::orientation(&mut element, class.geom.alt, base.geom.alt);
    node.push_unless_empty(element);
    let mut element = Node::new("site");
    element.fill(&a::SITE, &class.site, &base.site, true);
    bodies::orientation(&mut element, class.site.alt, base.site.alt);
    node.push_unless_empty(element);
    let mut element = Node::new("camera");
    element.fill(&a::CAMERA, &class.camera, &base.camera, true);
    bodies::orientation(&mut element, class.camera.alt, base.camera.alt);
    node.push_unless_empty(element);
    let mut element = Node::new("light");
    element.fill(&a::LIGHT, &class.light, &base.light, true);
    node.push_unless_empty(element);
    let mut element = Node::new("mesh");
    element.fill(&a::MESH, &class.mesh, &base.mesh, true);
    node.push_unless_empty(element);
    let mut element = Node::new("texture");
    assets::texture(&mut element, &class.texture, &base.texture, true);
    node.push_unless_empty(element);
    let mut element = Node::new("material");
    assets::material(&mut element, &class.material, &base.material, true);
    node.push_unless_empty(element);
    let mut element = Node::new("pair");
    element.fill(&a::PAIR, &class.pair, &base.pair, true);
    node.push_unless_empty(element);
    let mut element = Node::new("equality");
    element.fill(&a::EQUALITY, &class.equality, &base.equality, true);
    node.push_unless_empty(element);
    let mut element = Node::new("tendon");
    element.fill(&a::TENDON, &class.tendon, &base.tendon, true);
    element.fill(&a::TENDON_LOOK, &class.tendon, &base.tendon, true);
    node.push_unless_empty(element);
    let mut element = Node::new("general");
    relations::actuator(&mut element, &class.actuator, &base.actuator, true);
    node.push_unless_empty(element);

    for (inner, other) in spec.defaults.iter().enumerate().skip(1) {
        if other.parent == Some(index) && inner > index {
            node.push(self::class(spec, inner));
        }
    }
    node
}

/// The class of an element, or the global one if there is no such class.
fn class_of<'a>(spec: &'a Spec, name: &str) -> &'a DefaultClass {
    spec.defaults.iter().find(|class| class.name == name).unwrap_or(&spec.defaults[0])
}
