//! Parts of a tree of bodies, as lists that can be copied into another place.

use super::bodies::{NOWHERE, Node};
use super::naming::Names;
use crate::spec::{Body, Frame};

/// Bodies to copy: the first is what holds them, and only its contents count.
pub(super) type Part = Vec<Node>;

/// Elements in a body, other bodies left out.
pub(super) fn weight(body: &Body) -> usize {
    1 + body.frames.len()
        + body.joints.len()
        + body.geoms.len()
        + body.sites.len()
        + body.cameras.len()
        + body.lights.len()
}

pub(super) fn part_names(part: &Part) -> Names {
    let mut names = Names::default();
    for node in part {
        names.add_body(&node.body);
    }
    names
}

/// A tree of bodies as a list, each after its parent.
pub(super) fn flatten(world: &Body) -> Vec<Node> {
    let mut list = Vec::new();
    let mut open = vec![(world, NOWHERE)];
    while let Some((body, parent)) = open.pop() {
        let index = list.len();
        list.push(Node { body: shallow(body), parent, source: index });
        open.extend(body.bodies.iter().rev().map(|child| (child, index)));
    }
    list
}

/// A body without the bodies in it.
fn shallow(body: &Body) -> Body {
    Body {
        name: body.name.clone(),
        class: body.class.clone(),
        childclass: body.childclass.clone(),
        userdata: body.userdata.clone(),
        frames: body.frames.clone(),
        joints: body.joints.clone(),
        geoms: body.geoms.clone(),
        sites: body.sites.clone(),
        cameras: body.cameras.clone(),
        lights: body.lights.clone(),
        bodies: Vec::new(),
        ..*body
    }
}

/// A body and all below it, inside a nameless one.
pub(super) fn body_part(tree: &[Node], root: usize) -> Part {
    let mut part = vec![Node { body: Body::default(), parent: NOWHERE, source: root }];
    let mut new = vec![None; tree.len()];
    for (i, node) in tree.iter().enumerate().skip(root) {
        let parent = if i == root { Some(0) } else { new.get(node.parent).copied().flatten() };
        let Some(parent) = parent else { continue };
        let mut body = shallow(&node.body);
        if i == root {
            body.frame = None;
        }
        new[i] = Some(part.len());
        part.push(Node { body, parent, source: node.source });
    }
    part
}

/// A frame and all in it, inside a nameless body.
pub(super) fn frame_part(tree: &[Node], root: usize, frame: usize) -> Part {
    let from = &tree[root].body;
    // frames in it, each after its parent, and their new places
    let mut place = vec![None; from.frames.len()];
    let mut frames = Vec::new();
    for (i, f) in from.frames.iter().enumerate().skip(frame) {
        let parent = f.frame.and_then(|parent| place[parent]);
        if i != frame && parent.is_none() {
            continue;
        }
        place[i] = Some(frames.len());
        frames.push(Frame { frame: if i == frame { None } else { parent }, ..f.clone() });
    }
    let within = |frame: Option<usize>| frame.and_then(|frame| place[frame]);
    let body = Body {
        frames,
        joints: kept(&from.joints, within, |e| &mut e.frame),
        geoms: kept(&from.geoms, within, |e| &mut e.frame),
        sites: kept(&from.sites, within, |e| &mut e.frame),
        cameras: kept(&from.cameras, within, |e| &mut e.frame),
        lights: kept(&from.lights, within, |e| &mut e.frame),
        ..Body::default()
    };
    let mut part = vec![Node { body, parent: NOWHERE, source: root }];
    let mut new = vec![None; tree.len()];
    for (i, node) in tree.iter().enumerate().skip(root + 1) {
        let direct = node.parent == root && within(node.body.frame).is_some();
        let parent = if direct { Some(0) } else { new.get(node.parent).copied().flatten() };
        let Some(parent) = parent else { continue };
        let mut body = shallow(&node.body);
        if direct {
            body.frame = within(body.frame);
        }
        new[i] = Some(part.len());
        part.push(Node { body, parent, source: node.source });
    }
    part
}

fn kept<T: Clone>(
    list: &[T],
    within: impl Fn(Option<usize>) -> Option<usize>,
    frame: fn(&mut T) -> &mut Option<usize>,
) -> Vec<T> {
    let moved = list.iter().cloned().filter_map(|mut element| {
        let new = within(*frame(&mut element))?;
        *frame(&mut element) = Some(new);
        Some(element)
    });
    moved.collect()
}
