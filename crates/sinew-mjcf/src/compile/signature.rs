//! A number that changes whenever the structure of a model does.

use std::fmt::Write;

use sinew_core::model::joint_coordinates;

use super::names::hash;
use crate::spec::{Body, Spec};

/// Hash of an outline of the model, as MuJoCo writes it.
pub(super) fn signature(spec: &Spec) -> u64 {
    let mut text = String::from("\n");
    outline(&mut text, &spec.worldbody);
    for (name, count) in [
        ("mesh", spec.meshes.len()),
        ("skin", spec.skins.len()),
        ("heightfield", spec.hfields.len()),
        ("texture", spec.textures.len()),
        ("material", spec.materials.len()),
        ("pair", spec.pairs.len()),
        ("exclude", spec.excludes.len()),
        ("equality", spec.equalities.len()),
        ("tendon", spec.tendons.len()),
        ("actuator", spec.actuators.len()),
    ] {
        for _ in 0..count {
            let _ = writeln!(text, "<{name}/>");
        }
    }
    for sensor in &spec.sensors {
        let _ = writeln!(text, "<sensor>{}<sensor/>", sensor.type_ as i32);
    }
    for _ in 0..spec.keys.len().max(spec.nkey.max(0) as usize) {
        text.push_str("<key/>\n");
    }
    hash(text.as_bytes()) % u64::MAX
}

/// Bodies depth first, two spaces per level.
fn outline(text: &mut String, world: &Body) {
    enum Visit<'a> {
        Open(&'a Body, usize),
        Close(usize),
    }
    let mut stack = vec![Visit::Open(world, 0)];
    while let Some(visit) = stack.pop() {
        let mut line = |depth: usize, tag: &str| {
            let _ = writeln!(text, "{:1$}{tag}", "", (2 * depth).min(1024));
        };
        match visit {
            Visit::Close(depth) => line(depth, "</body>"),
            Visit::Open(body, depth) => {
                line(depth, "<body>");
                for joint in &body.joints {
                    line(depth + 1, &format!("<joint>{}</joint>", joint_coordinates(joint.type_ as i32)));
                }
                let parts = [
                    ("<geom/>", body.geoms.len()),
                    ("<site/>", body.sites.len()),
                    ("<camera/>", body.cameras.len()),
                    ("<light/>", body.lights.len()),
                ];
                for (tag, count) in parts {
                    (0..count).for_each(|_| line(depth + 1, tag));
                }
                stack.push(Visit::Close(depth));
                stack.extend(body.bodies.iter().rev().map(|child| Visit::Open(child, depth + 1)));
            }
        }
    }
}
