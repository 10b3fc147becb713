//! Contact pairs, constraints, tendons, actuators and sensors.

use sinew_core::model::{CtrlInput, EqType, GainType, ObjType, SensorType, TrnType, WrapType};

use super::assets::named_class;
use super::class_of;
use super::xml::Node;
use crate::read::{ATTACHED, FIRST, FRAMES, PROXIMITY, SECOND};
use crate::schema::attributes as a;
use crate::schema::{CONTACT_DATA, CTRL_CHART, CTRL_INPUT, FRAME_OBJECT, Keys, RAY_DATA, REDUCE, word_of};
use crate::spec::{Actuator, Equality, Exclude, Sensor, Spec, Tendon, Wrap};

pub(super) fn all(spec: &Spec, root: &mut Node) {
    let mut contact = Node::new("contact");
    for pair in &spec.pairs {
        let mut node = Node::new("pair");
        named_class(&mut node, &pair.class);
        node.fill(&a::PAIR, pair, &class_of(spec, &pair.class).pair, false);
        contact.push(node);
    }
    for exclude in &spec.excludes {
        let mut node = Node::new("exclude");
        node.fill(&a::EXCLUDE, exclude, &Exclude::default(), false);
        contact.push(node);
    }
    root.push_unless_empty(contact);

    let mut section = Node::new("tendon");
    spec.tendons.iter().for_each(|tendon| section.push(self::tendon(spec, tendon)));
    root.push_unless_empty(section);

    let mut section = Node::new("equality");
    spec.equalities.iter().for_each(|equality| section.push(self::equality(spec, equality)));
    root.push_unless_empty(section);

    let mut section = Node::new("actuator");
    for actuator in &spec.actuators {
        let mut node = Node::new("general");
        named_class(&mut node, &actuator.class);
        self::actuator(&mut node, actuator, &class_of(spec, &actuator.class).actuator, false);
        section.push(node);
    }
    root.push_unless_empty(section);

    let mut section = Node::new("sensor");
    spec.sensors.iter().for_each(|sensor| section.push(self::sensor(sensor)));
    root.push_unless_empty(section);
}

fn tendon(spec: &Spec, tendon: &Tendon) -> Node {
    let fixed = tendon.path.first().is_some_and(|wrap| wrap.type_ == WrapType::Joint);
    let mut node = Node::new(if fixed { "fixed" } else { "spatial" });
    named_class(&mut node, &tendon.class);
    let base = &class_of(spec, &tendon.class).tendon;
    node.fill(&a::TENDON, tendon, base, false);
    if !fixed {
        node.fill(&a::TENDON_LOOK, tendon, base, false);
    }
    tendon.path.iter().for_each(|wrap| node.push(self::wrap(wrap)));
    node
}

fn wrap(wrap: &Wrap) -> Node {
    let (name, target) = match wrap.type_ {
        WrapType::Joint => ("joint", "joint"),
        WrapType::Site => ("site", "site"),
        WrapType::Pulley | WrapType::None => ("pulley", ""),
        WrapType::Sphere | WrapType::Cylinder => ("geom", "geom"),
    };
    let mut node = Node::new(name);
    match name {
        "pulley" => node.set_reals("divisor", &[wrap.prm]),
        _ => node.set(target, wrap.target.as_str()),
    }
    if name == "joint" {
        node.set_reals("coef", &[wrap.prm]);
    }
    node.set_text("sidesite", &wrap.sidesite);
    node
}

fn equality(spec: &Spec, equality: &Equality) -> Node {
    let site = equality.objtype == ObjType::Site;
    let (name, first, second) = match equality.type_ {
        EqType::Weld if site => ("weld", "site1", "site2"),
        EqType::Weld => ("weld", "body1", "body2"),
        EqType::Joint => ("joint", "joint1", "joint2"),
        EqType::Tendon => ("tendon", "tendon1", "tendon2"),
        EqType::Distance => ("distance", "geom1", "geom2"),
        _ if site => ("connect", "site1", "site2"),
        _ => ("connect", "body1", "body2"),
    };
    let mut node = Node::new(name);
    named_class(&mut node, &equality.class);
    let base = &class_of(spec, &equality.class).equality;
    node.fill(&a::EQUALITY, equality, base, false);
    node.set(first, equality.name1.as_str());
    node.set_text(second, &equality.name2);
    let data = &equality.data;
    match equality.type_ {
        EqType::Joint | EqType::Tendon => node.set_reals("polycoef", &data[..5]),
        EqType::Distance => node.set_reals("distance", &data[..1]),
        EqType::Weld => {
            if !site {
                node.set_reals("anchor", &data[..3]);
                node.set_reals("relpose", &data[3..10]);
            }
            node.set_reals("torquescale", &data[10..11]);
        }
        _ if !site => node.set_reals("anchor", &data[..3]),
        _ => {}
    }
    node
}

/// An actuator as `general`, with all its parameters.
pub(super) fn actuator(node: &mut Node, actuator: &Actuator, base: &Actuator, defaults: bool) {
    for table in [&a::ACTUATOR, &a::CTRL_LIMITED, &a::FORCE_RANGE, &a::ACT_RANGE, &a::TRANSMISSION] {
        node.fill(table, actuator, base, defaults);
    }
    for table in [&a::SITE_TRANSMISSION, &a::SETPOINT_RANGES, &a::INHERIT_RANGE, &a::GENERAL] {
        node.fill(table, actuator, base, defaults);
    }
    let inherited = if actuator.gaintype == base.gaintype { base.ctrlspec } else { 0 };
    if actuator.ctrlspec != inherited {
        node.set("input", input(actuator));
    }
    if defaults {
        return;
    }
    let attribute = match actuator.trntype {
        TrnType::Joint => "joint",
        TrnType::JointInParent => "jointinparent",
        TrnType::Tendon => "tendon",
        TrnType::SliderCrank => "cranksite",
        TrnType::Site => "site",
        TrnType::Body => "body",
        TrnType::So3 | TrnType::Undefined => return,
    };
    node.set(attribute, actuator.target.as_str());
}

fn input(actuator: &Actuator) -> String {
    if actuator.gaintype == GainType::So3 {
        return word_of(CTRL_CHART, actuator.ctrlspec).unwrap_or("").to_owned();
    }
    if actuator.ctrlspec == CtrlInput::None as i32 {
        return "none".to_owned();
    }
    bits(CTRL_INPUT, |bit| actuator.ctrlspec & bit != 0)
}

fn bits(keys: Keys, is_set: impl Fn(i32) -> bool) -> String {
    keys.iter().filter(|(_, code)| is_set(*code)).map(|(word, _)| *word).collect::<Vec<_>>().join(" ")
}

fn sensor(sensor: &Sensor) -> Node {
    let plain = Sensor::default();
    let attached = ATTACHED.iter().find(|(_, kind, ..)| *kind == sensor.type_);
    let listed = FRAMES.iter().chain(PROXIMITY).find(|(_, kind)| *kind == sensor.type_);
    let name = match (attached, listed, sensor.type_) {
        (Some((name, ..)), ..) | (_, Some((name, _)), _) => name,
        (_, _, SensorType::Rangefinder) => "rangefinder",
        (_, _, SensorType::Insidesite) => "insidesite",
        (_, _, SensorType::Tactile) => "tactile",
        _ => "user",
    };
    let mut node = Node::new(name);
    match name {
        "tactile" => node.fill(&a::SENSOR_TACTILE, sensor, &plain, false),
        "user" => {
            node.fill(&a::SENSOR_USER, sensor, &plain, false);
            if sensor.dim == plain.dim {
                node.set("dim", "0");
            }
        }
        _ => node.fill(&a::SENSOR, sensor, &plain, false),
    }
    let side = |node: &mut Node, sides: &[(&'static str, ObjType)], kind: ObjType, name: &str| {
        if let Some((attribute, _)) = sides.iter().find(|(_, k)| *k == kind) {
            node.set(attribute, name);
        }
    };
    if let Some((_, _, attribute, _)) = attached {
        node.set(attribute, sensor.objname.as_str());
        if sensor.type_ == SensorType::Camprojection {
            node.set("camera", sensor.refname.as_str());
        }
        return node;
    }
    match sensor.type_ {
        SensorType::Rangefinder => {
            let camera = sensor.objtype == ObjType::Camera;
            node.set(if camera { "camera" } else { "site" }, sensor.objname.as_str());
            node.set("data", bits(RAY_DATA, |bit| sensor.intprm[0] >> bit & 1 == 1));
        }
        SensorType::Insidesite => {
            node.set("site", sensor.refname.as_str());
            object(&mut node, sensor);
            if sensor.intprm[0] != 0 {
                node.set("enclosed", "true");
            }
        }
        SensorType::Tactile => {
            node.set("geom", sensor.refname.as_str());
            node.set("mesh", sensor.objname.as_str());
        }
        SensorType::Geomdist | SensorType::Geomnormal | SensorType::Geomfromto | SensorType::Contact => {
            side(&mut node, FIRST, sensor.objtype, &sensor.objname);
            side(&mut node, SECOND, sensor.reftype, &sensor.refname);
            if sensor.type_ == SensorType::Contact {
                node.set("data", bits(CONTACT_DATA, |bit| sensor.intprm[0] >> bit & 1 == 1));
                node.set("reduce", word_of(REDUCE, sensor.intprm[1]).unwrap_or("none"));
                node.set("num", sensor.intprm[2].to_string());
            }
        }
        SensorType::EPotential | SensorType::EKinetic | SensorType::Clock | SensorType::User => {}
        _ => {
            object(&mut node, sensor);
            if sensor.reftype != ObjType::Unknown {
                node.set("reftype", word_of(FRAME_OBJECT, sensor.reftype as i32).unwrap_or("body"));
                node.set("refname", sensor.refname.as_str());
            }
        }
    }
    node
}

fn object(node: &mut Node, sensor: &Sensor) {
    node.set("objtype", word_of(FRAME_OBJECT, sensor.objtype as i32).unwrap_or("body"));
    node.set("objname", sensor.objname.as_str());
}
