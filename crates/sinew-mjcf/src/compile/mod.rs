//! The compiler: from a specification to a model.
//!
//! Bodies are laid out depth first and everything in them by body; then each element is resolved on its own (units,
//! frames, names, inertia), written into the columns, and at last the constants that need the whole model are computed.

mod actuator;
mod assets;
mod attached;
mod body;
mod contact;
mod context;
mod custom;
mod discard;
mod equality;
mod finish;
mod fuse;
mod geom;
mod inertia;
mod join;
mod joint;
mod keyframe;
mod limits;
mod names;
mod plugin;
pub(crate) mod pose;
mod scale;
mod sensor;
mod shape;
mod signature;
mod sizes;
mod skin;
mod tendon;
mod tree;
mod write;
mod write_assets;

use sinew_core::Model;

use self::assets::Assets;
use self::contact::Contacts;
use self::context::Context;
use self::names::Names;
use self::tree::Tree;
use crate::error::{Error, Warnings};
use crate::files::Files;
use crate::limits::Limits;
use crate::spec::Spec;

/// Compiles a specification into a model. Assets are read from `files`; what is odd but possible goes into `warnings`.
///
/// The model is that of MuJoCo: the same order of elements, the same frames and inertias, the same derived constants.
#[doc(alias = "mj_compile")]
pub fn compile(spec: &Spec, files: &dyn Files, warnings: &mut Warnings) -> Result<Model, Error> {
    compile_with(spec, files, warnings, &Limits::default())
}

/// As [`compile`], with limits of one's own.
pub fn compile_with(spec: &Spec, files: &dyn Files, warnings: &mut Warnings, limits: &Limits) -> Result<Model, Error> {
    let cx = Context { spec, limits, deadline: limits.deadline(), keys: None };
    if scale::is_scaled(&spec.worldbody) {
        let (scaled, keys) = scale::apply(cx)?;
        return compile_scaled(Context { spec: &scaled, keys: Some(&keys), ..cx }, files, warnings);
    }
    compile_scaled(cx, files, warnings)
}

/// Compiles a specification whose frames scale nothing.
fn compile_scaled(cx: Context<'_>, files: &dyn Files, warnings: &mut Warnings) -> Result<Model, Error> {
    let spec = cx.spec;
    if spec.compilers[0].discardvisual {
        return compile_in(Context { spec: &discard::discard_visual(cx, files)?, ..cx }, files, warnings);
    }
    compile_in(cx, files, warnings)
}

/// Compiles everything that the specification holds.
fn compile_in(cx: Context<'_>, files: &dyn Files, warnings: &mut Warnings) -> Result<Model, Error> {
    let spec = cx.spec;
    let (mut tree, names) = number(cx)?;
    let assets = Assets::compile(cx, &tree, &names, files)?;
    if !spec.compilers[0].fusestatic {
        return build(cx, tree, names, assets, warnings);
    }

    // fusing needs the inertias of the bodies as they were written
    body::compile_all(cx, &mut tree, &names, &assets)?;
    let fused = fuse::fuse(cx, &tree)?;
    let cx = Context { spec: &fused, ..cx };
    let (tree, names) = number(cx)?;
    build(cx, tree, names, assets, warnings)
}

/// What is in the model, under which number.
fn number(cx: Context<'_>) -> Result<(Tree<'_>, Names<'_>), Error> {
    let mut tree = Tree::flatten(cx)?;
    let names = Names::index(cx, &tree)?;
    assets::resolve(cx, &mut tree, &names)?;
    Ok((tree, names))
}

fn build<'s>(
    cx: Context<'s>,
    mut tree: Tree<'s>,
    mut names: Names<'s>,
    mut assets: Assets,
    warnings: &mut Warnings,
) -> Result<Model, Error> {
    let spec = cx.spec;

    // each element on its own
    body::compile_all(cx, &mut tree, &names, &assets)?;
    let contacts = Contacts::compile(cx, &tree, &names)?;
    let tendons = tendon::compile_all(cx, &tree, &names)?;
    let actuators = actuator::compile_all(cx, &tree, &names)?;
    let around = sensor::Surroundings { tree: &tree, names: &names, assets: &assets, actuators: &actuators };
    let sensors = sensor::compile_all(cx, around)?;

    // into the columns
    let mut m = sizes::allocate(cx, &tree, &tendons, &actuators)?;
    write::tree(cx, &tree, &mut m)?;
    write::geoms(cx, &tree, &mut m)?;
    write::attached(cx, &tree, &mut m)?;
    plugin::write(cx, &mut m)?;
    write_assets::meshes(cx, &mut m, &assets.meshes);
    write_assets::others(cx, &names, &mut m, &mut assets)?;
    skin::write(cx, &names, &mut m, &assets)?;
    contacts.write(&mut m);
    for e in 0..m.neq {
        equality::write(cx, &tree, &names, &mut m, e)?;
    }
    tendon::write(cx, &tendons, &mut m)?;
    actuator::write(cx, &actuators, &mut m)?;
    sensor::write(cx, &sensors, &mut m)?;
    sizes::check_memory(cx, &m)?;
    custom::write(cx, &names, &mut m)?;
    sizes::allocate_keys(&mut m);
    keyframe::write(cx, &mut m)?;
    assets.write_paths(cx, &mut m);
    names.write(&mut m, &spec.modelname, &contacts.pair_order, &contacts.exclude_order);
    m.signature = signature::signature(spec);

    // what follows from the whole
    finish::finish(cx, &tree, &assets, &mut m, warnings)?;
    Ok(m)
}
