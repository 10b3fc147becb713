//! Leaving out what is only for show: visual geoms, their meshes, materials and textures.
//!
//! A change of the specification, made before it is compiled. Bodies whose inertia came from a geom that goes keep it as
//! an explicit one.

use std::collections::HashSet;

use sinew_core::model::{InertiaFromGeom, ObjType, WrapType};

use super::assets::Assets;
use super::body;
use super::context::Context;
use super::tree::Tree;
use crate::error::Error;
use crate::files::Files;
use crate::spec::{Body, Geom, Orientation, Spec};

/// Names of one kind that something refers to.
fn referenced(spec: &Spec, kind: ObjType) -> HashSet<&str> {
    let mut out = HashSet::new();
    for sensor in &spec.sensors {
        for (k, name) in [(sensor.objtype, &sensor.objname), (sensor.reftype, &sensor.refname)] {
            if k == kind {
                out.insert(name.as_str());
            }
        }
    }
    for tuple in &spec.tuples {
        let of_kind = tuple.objtype.iter().zip(&tuple.objname).filter(|(k, _)| **k == kind as i32);
        out.extend(of_kind.map(|(_, name)| name.as_str()));
    }
    if kind == ObjType::Geom {
        out.extend(spec.pairs.iter().flat_map(|p| [p.geomname1.as_str(), p.geomname2.as_str()]));
        let wraps = spec.tendons.iter().flat_map(|t| &t.path);
        let geoms = wraps.filter(|w| matches!(w.type_, WrapType::Sphere | WrapType::Cylinder));
        out.extend(geoms.map(|w| w.target.as_str()));
        out.extend(spec.equalities.iter().flat_map(|e| [e.name1.as_str(), e.name2.as_str()]));
    }
    out
}

/// The specification without what is only for show.
#[doc(alias = "mjs_discardVisual")]
pub(super) fn discard_visual(cx: Context<'_>, files: &dyn Files) -> Result<Spec, Error> {
    let spec = cx.spec;
    let kept = referenced(spec, ObjType::Geom);
    let visual = |geom: &Geom| {
        geom.contype == 0 && geom.conaffinity == 0 && geom.fluid_ellipsoid <= 0.0 && !kept.contains(geom.name.as_str())
    };
    let mut out = spec.clone();
    out.compilers[0].discardvisual = false;

    // inertias that would be lost
    let adopters = bodies_that_lose_mass(cx, &visual)?;
    if adopters.contains(&true) {
        let (mut tree, names) = super::number(cx)?;
        let assets = Assets::compile(cx, &tree, &names, files)?;
        body::compile_all(cx, &mut tree, &names, &assets)?;
        let mut next = 0;
        adopt(&mut out.worldbody, &tree, &adopters, &mut next);
    }
    remove_geoms(&mut out.worldbody, &visual);
    remove_assets(spec, &mut out);
    Ok(out)
}

/// For each body, depth first, whether a geom that goes took part in its inertia.
fn bodies_that_lose_mass(cx: Context<'_>, visual: &dyn Fn(&Geom) -> bool) -> Result<Vec<bool>, Error> {
    let mut out = Vec::new();
    let mut stack = vec![&cx.spec.worldbody];
    while let Some(body) = stack.pop() {
        let settings = cx.compiler(body.at);
        let [low, high] = settings.inertiagrouprange;
        let heavy = |g: &&Geom| {
            let massless = g.mass == 0.0 || (g.mass.is_nan() && g.density == 0.0);
            visual(g) && (low..=high).contains(&g.group) && !massless
        };
        let inferred = !out.is_empty() && !body.explicitinertial && settings.inertiafromgeom != InertiaFromGeom::False;
        let lost = body.geoms.iter().find(heavy);
        if let Some(geom) = lost
            && !out.is_empty()
            && settings.inertiafromgeom == InertiaFromGeom::True
        {
            return Err(cx.invalid(
                geom,
                "discardvisual would drop this geom, whose mass inertiafromgeom=\"true\" counts: use \"auto\", or give it no mass",
            ));
        }
        out.push(inferred && lost.is_some());
        stack.extend(body.bodies.iter().rev());
    }
    Ok(out)
}

/// Writes compiled inertias into the bodies that need them, depth first.
fn adopt(body: &mut Body, tree: &Tree<'_>, adopters: &[bool], next: &mut usize) {
    let id = *next;
    *next += 1;
    if adopters[id] {
        let node = &tree.bodies[id];
        body.explicitinertial = true;
        body.mass = node.mass;
        body.ipos = node.inertial.pos;
        body.iquat = node.inertial.quat;
        body.ialt = Orientation::Quat;
        body.inertia = node.inertia.0;
        body.fullinertia[0] = f64::NAN;
    }
    for child in &mut body.bodies {
        adopt(child, tree, adopters, next);
    }
}

fn remove_geoms(body: &mut Body, visual: &dyn Fn(&Geom) -> bool) {
    body.geoms.retain(|g| !visual(g));
    for child in &mut body.bodies {
        remove_geoms(child, visual);
    }
}

/// Drops assets that nothing is left to use, and references to them.
fn remove_assets(spec: &Spec, out: &mut Spec) {
    let materials = referenced(spec, ObjType::Material);
    let textures = referenced(spec, ObjType::Texture);
    out.materials.retain(|m| materials.contains(m.name.as_str()));
    out.textures.retain(|t| textures.contains(t.name.as_str()));
    for material in &mut out.materials {
        material.textures.retain(|t| textures.contains(t.as_str()));
    }
    let forget = |name: &mut String| {
        if !materials.contains(name.as_str()) {
            name.clear();
        }
    };
    out.tendons.iter_mut().for_each(|t| forget(&mut t.material));
    out.meshes.iter_mut().for_each(|m| forget(&mut m.material));
    out.skins.iter_mut().for_each(|s| forget(&mut s.material));

    let mut meshes: HashSet<String> = referenced(spec, ObjType::Mesh).into_iter().map(String::from).collect();
    let mut visit = |body: &mut Body| {
        for geom in &mut body.geoms {
            forget(&mut geom.material);
            meshes.insert(geom.meshname.clone());
        }
        for site in &mut body.sites {
            forget(&mut site.material);
            meshes.insert(site.meshname.clone());
        }
        for light in &mut body.lights {
            if !textures.contains(light.texture.as_str()) {
                light.texture.clear();
            }
        }
    };
    for_each_body(&mut out.worldbody, &mut visit);
    out.meshes.retain(|m| meshes.contains(&m.name));
}

fn for_each_body(body: &mut Body, visit: &mut dyn FnMut(&mut Body)) {
    visit(body);
    for child in &mut body.bodies {
        for_each_body(child, visit);
    }
}

#[cfg(test)]
mod tests {
    use crate::files::NoFiles;
    use crate::{Warnings, compile, read};

    #[test]
    fn what_is_only_for_show_goes_and_its_mass_stays() {
        let xml = |discard: bool| {
            format!(
                r#"<mujoco><compiler discardvisual="{discard}"/><asset><material name="red"/></asset>
                   <worldbody><body name="b"><freejoint/>
                     <geom name="shown" size="1" contype="0" conaffinity="0" material="red"/>
                     <geom name="paired" size="1" contype="0" conaffinity="0"/>
                     <geom name="solid" size="1" pos="1 0 0"/></body></worldbody>
                   <contact><pair geom1="paired" geom2="solid"/></contact></mujoco>"#
            )
        };
        let [with, without] = [false, true].map(|discard| {
            let mut warnings = Warnings::new();
            let spec = read(&xml(discard), "m.xml", &NoFiles, &mut warnings).unwrap();
            compile(&spec, &NoFiles, &mut warnings).unwrap()
        });
        assert_eq!((with.ngeom, with.nmat), (3, 1));
        assert_eq!((without.ngeom, without.nmat), (2, 0));
        assert!(without.geom("shown").is_err() && without.geom("paired").is_ok());
        assert_eq!(with.body_mass, without.body_mass);
        assert_eq!(with.body_inertia, without.body_inertia);
    }
}
