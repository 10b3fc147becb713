//! One file has one set of compiler settings: what was read under others is converted.

use sinew_core::math::Quat;
use sinew_core::model::JointType;

use crate::files::{join, relative};
use crate::spec::{Body, Compiler, Orientation, Place, Spec};

/// A copy in which every element follows the settings of the model itself.
pub(super) fn settle(spec: &Spec) -> Spec {
    let mut out = spec.clone();
    if spec.compilers.len() < 2 {
        return out;
    }
    let mut bodies = vec![&mut out.worldbody];
    while let Some(body) = bodies.pop() {
        settle_body(spec, body);
        bodies.extend(body.bodies.iter_mut());
    }
    for mesh in &mut out.meshes {
        settle_file(spec, mesh.at, &mut mesh.file, Spec::mesh_path, |c| &c.meshdir);
    }
    for skin in &mut out.skins {
        settle_file(spec, skin.at, &mut skin.file, Spec::mesh_path, |c| &c.meshdir);
    }
    for hfield in &mut out.hfields {
        settle_file(spec, hfield.at, &mut hfield.file, Spec::mesh_path, |c| &c.meshdir);
    }
    for texture in &mut out.textures {
        settle_file(spec, texture.at, &mut texture.file, Spec::texture_path, |c| &c.texturedir);
        for file in &mut texture.cubefiles {
            settle_file(spec, texture.at, file, Spec::texture_path, |c| &c.texturedir);
        }
    }
    out
}

/// The settings of an element, if they are not those of the model.
fn other(spec: &Spec, at: Place) -> Option<&Compiler> {
    spec.compilers.get(at.compiler as usize).filter(|_| at.compiler > 0)
}

fn settle_body(spec: &Spec, body: &mut Body) {
    turn(spec, body.at, &mut body.alt, &mut body.quat);
    turn(spec, body.at, &mut body.ialt, &mut body.iquat);
    body.frames.iter_mut().for_each(|e| turn(spec, e.at, &mut e.alt, &mut e.quat));
    body.geoms.iter_mut().for_each(|e| turn(spec, e.at, &mut e.alt, &mut e.quat));
    body.sites.iter_mut().for_each(|e| turn(spec, e.at, &mut e.alt, &mut e.quat));
    body.cameras.iter_mut().for_each(|e| turn(spec, e.at, &mut e.alt, &mut e.quat));
    for joint in &mut body.joints {
        let Some(compiler) = other(spec, joint.at) else { continue };
        let factor = match (compiler.degree, spec.compilers[0].degree) {
            (true, false) => std::f64::consts::PI / 180.0,
            (false, true) => 180.0 / std::f64::consts::PI,
            _ => continue,
        };
        if matches!(joint.type_, JointType::Hinge | JointType::Ball) {
            joint.range = joint.range.map(|end| end * factor);
        }
        if joint.type_ == JointType::Hinge {
            joint.ref_ *= factor;
            joint.springref *= factor;
        }
    }
}

/// Angles become a quaternion, which means the same everywhere.
fn turn(spec: &Spec, at: Place, alt: &mut Orientation, quat: &mut Quat) {
    let Some(compiler) = other(spec, at) else { return };
    if let Orientation::Euler(angles) = *alt {
        (*quat, *alt) = (compiler.euler(angles), Orientation::Quat);
    }
    if let Orientation::AxisAngle(values) = alt {
        match (compiler.degree, spec.compilers[0].degree) {
            (true, false) => values[3] *= std::f64::consts::PI / 180.0,
            (false, true) => values[3] *= 180.0 / std::f64::consts::PI,
            _ => {}
        }
    }
}

/// A path as seen from the folder of the model's own assets.
fn settle_file(
    spec: &Spec,
    at: Place,
    file: &mut String,
    path: fn(&Spec, Place, &str) -> String,
    assets: fn(&Compiler) -> &String,
) {
    if file.is_empty() || other(spec, at).is_none() {
        return;
    }
    let path = path(spec, at, file);
    let own = &spec.compilers[0];
    let base = join(&own.modelfiledir, assets(own));
    *file = relative(&base, &path);
}
