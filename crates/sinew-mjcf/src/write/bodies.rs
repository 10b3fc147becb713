//! Bodies and everything in them.

use sinew_core::model::JointType;

use super::class_of;
use super::xml::Node;
use crate::schema::attributes as a;
use crate::spec::{Body, DefaultClass, Frame, Joint, Orientation, Spec};

pub(super) fn world(spec: &Spec) -> Node {
    let mut node = Node::new("worldbody");
    contents(spec, &spec.worldbody, "main", &mut node);
    node
}

/// An orientation in its own notation, if it is not that of the class.
pub(super) fn orientation(node: &mut Node, alt: Orientation, base: Orientation) {
    if alt == base {
        return;
    }
    match alt {
        Orientation::Quat => {}
        Orientation::AxisAngle(values) => node.set_reals("axisangle", &values),
        Orientation::XyAxes(values) => node.set_reals("xyaxes", &values),
        Orientation::ZAxis(values) => node.set_reals("zaxis", &values),
        Orientation::Euler(values) => node.set_reals("euler", &values),
    }
}

/// The contents of a body, frame by frame.
///
/// Elements of one kind keep their order, which gives them their ids. Whatever comes next in the open frame is written;
/// when nothing does, a frame inside it is opened, or it is closed. A frame may be opened more than once; its name is
/// written the first time.
fn contents(spec: &Spec, body: &Body, class: &str, node: &mut Node) {
    let mut cursor = Cursor { body, next: [0; 6], opened: vec![false; body.frames.len()] };
    level(spec, &mut cursor, None, class, node);
    // frames with nothing in them
    for (i, frame) in body.frames.iter().enumerate() {
        if !cursor.opened[i] && !frame.name.is_empty() {
            node.push(self::frame(frame, true));
        }
    }
}

/// In a frame of a body, or in none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place(Option<usize>);

struct Cursor<'a> {
    body: &'a Body,
    /// next joint, geom, site, camera, light, body
    next: [usize; 6],
    opened: Vec<bool>,
}

impl Cursor<'_> {
    /// The frame of the next element of a kind, if there is one left; outside all frames is a frame too.
    fn head(&self, kind: usize) -> Option<Place> {
        let (body, i) = (self.body, self.next[kind]);
        match kind {
            0 => body.joints.get(i).map(|e| Place(e.frame)),
            1 => body.geoms.get(i).map(|e| Place(e.frame)),
            2 => body.sites.get(i).map(|e| Place(e.frame)),
            3 => body.cameras.get(i).map(|e| Place(e.frame)),
            4 => body.lights.get(i).map(|e| Place(e.frame)),
            _ => body.bodies.get(i).map(|e| Place(e.frame)),
        }
    }

    /// The frame directly inside `outer` that leads to `inner`.
    fn step(&self, outer: Option<usize>, inner: Option<usize>) -> Option<usize> {
        let mut at = inner?;
        loop {
            let parent = self.body.frames.get(at)?.frame;
            if parent == outer {
                return Some(at);
            }
            at = parent?;
        }
    }
}

fn level(spec: &Spec, cursor: &mut Cursor, open: Option<usize>, class: &str, node: &mut Node) {
    if open.is_none() && cursor.body.explicitinertial {
        node.push(inertial(cursor.body));
    }
    loop {
        // what is next and directly here
        let mut moved = false;
        for kind in 0..6 {
            while cursor.head(kind) == Some(Place(open)) {
                node.push(element(spec, cursor.body, kind, cursor.next[kind], class));
                cursor.next[kind] += 1;
                moved = true;
            }
        }
        // what is next and in a frame here
        let inner = (0..6).filter_map(|kind| cursor.head(kind)).find_map(|Place(frame)| cursor.step(open, frame));
        if let Some(inner) = inner {
            let frame = &cursor.body.frames[inner];
            let first = !std::mem::replace(&mut cursor.opened[inner], true);
            let mut child = self::frame(frame, first);
            let inside = if frame.childclass.is_empty() { class } else { &frame.childclass };
            level(spec, cursor, Some(inner), inside, &mut child);
            node.push(child);
            moved = true;
        }
        if !moved {
            return;
        }
    }
}

fn frame(frame: &Frame, first: bool) -> Node {
    let mut node = Node::new("frame");
    let named = Frame { name: if first { frame.name.clone() } else { String::new() }, ..frame.clone() };
    node.fill(&a::FRAME, &named, &Frame::default(), false);
    node.set_text("childclass", &frame.childclass);
    if frame.scale.0 != [1.0; 3] {
        node.set_reals("scale", &frame.scale.0);
    }
    orientation(&mut node, frame.alt, Orientation::Quat);
    node
}

fn inertial(body: &Body) -> Node {
    let mut node = Node::new("inertial");
    node.set_reals("pos", &body.ipos.0);
    node.set_reals("mass", &[body.mass]);
    let plain = Body { mass: body.mass, ipos: body.ipos, ..Body::default() };
    let own = Body { bodies: Vec::new(), ..Body::default() };
    let own = Body {
        ipos: body.ipos,
        mass: body.mass,
        iquat: body.iquat,
        inertia: body.inertia,
        fullinertia: body.fullinertia,
        ..own
    };
    node.fill(&a::INERTIAL, &own, &plain, false);
    orientation(&mut node, body.ialt, Orientation::Quat);
    node
}

/// An element of a body: joint, geom, site, camera, light or body.
fn element(spec: &Spec, body: &Body, kind: usize, i: usize, class: &str) -> Node {
    match kind {
        0 => joint(spec, &body.joints[i], class),
        1 => {
            let geom = &body.geoms[i];
            let (mut node, base) = start(spec, "geom", &geom.class, class);
            node.fill(&a::GEOM, geom, &base.geom, false);
            orientation(&mut node, geom.alt, base.geom.alt);
            super::assets::plugin(&mut node, spec, geom.plugin.as_ref());
            node
        }
        2 => {
            let site = &body.sites[i];
            let (mut node, base) = start(spec, "site", &site.class, class);
            node.fill(&a::SITE, site, &base.site, false);
            orientation(&mut node, site.alt, base.site.alt);
            node
        }
        3 => {
            let camera = &body.cameras[i];
            let (mut node, base) = start(spec, "camera", &camera.class, class);
            node.fill(&a::CAMERA, camera, &base.camera, false);
            orientation(&mut node, camera.alt, base.camera.alt);
            node
        }
        4 => {
            let light = &body.lights[i];
            let (mut node, base) = start(spec, "light", &light.class, class);
            node.fill(&a::LIGHT, light, &base.light, false);
            node
        }
        _ => self::body(spec, &body.bodies[i], class),
    }
}

/// An element with its class, if that is not the one of what is around it.
fn start<'a>(spec: &'a Spec, name: &'static str, own: &str, around: &str) -> (Node, &'a DefaultClass) {
    let mut node = Node::new(name);
    let base = class_of(spec, own);
    if base.name != around {
        node.set("class", base.name.as_str());
    }
    (node, base)
}

fn joint(spec: &Spec, joint: &Joint, class: &str) -> Node {
    let free = Joint { type_: JointType::Free, ..Joint::default() };
    let bare = Joint {
        name: String::new(),
        class: String::new(),
        at: free.at,
        frame: None,
        group: free.group,
        align: free.align,
        ..joint.clone()
    };
    if bare == free {
        let mut node = Node::new("freejoint");
        node.fill(&a::FREEJOINT, joint, &free, false);
        return node;
    }
    let (mut node, base) = start(spec, "joint", &joint.class, class);
    node.fill(&a::JOINT, joint, &base.joint, false);
    node
}

fn body(spec: &Spec, body: &Body, class: &str) -> Node {
    let mut node = Node::new("body");
    // the table wants a body, which may be large
    let own = Body {
        name: body.name.clone(),
        userdata: body.userdata.clone(),
        pos: body.pos,
        quat: body.quat,
        mocap: body.mocap,
        gravcomp: body.gravcomp,
        sleep: body.sleep,
        simple: body.simple,
        fuse: body.fuse,
        ..Body::default()
    };
    node.fill(&a::BODY, &own, &Body::default(), false);
    node.set_text("childclass", &body.childclass);
    orientation(&mut node, body.alt, Orientation::Quat);
    let inside = if body.childclass.is_empty() { class } else { &body.childclass };
    contents(spec, body, inside, &mut node);
    node
}
