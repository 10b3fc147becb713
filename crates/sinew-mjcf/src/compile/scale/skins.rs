//! Skins follow their bones.

use super::super::context::Context;
use super::Scales;
use crate::error::Error;
use crate::spec;

/// Scales a skin like its bones, which must have one scale.
pub(super) fn skin(cx: Context<'_>, skin: &mut spec::Skin, scales: &Scales) -> Result<(), Error> {
    if !skin.file.is_empty() {
        return Err(cx.unsupported(skin, "a skin from a file beside frames that scale is not supported yet"));
    }
    let of_bones = skin.bones.iter().map(|bone| Scales::of(&scales.bodies, &bone.body));
    let mut factors = of_bones.map(|scale| scale.uniform());
    let Some(first) = factors.next() else { return Ok(()) };
    if !factors.all(|factor| factor == first) {
        return Err(cx.invalid(skin, "the bones of a skin must have the same scale"));
    }
    let Some(s) = first else {
        return Err(cx.unsupported(skin, "a skin with three different scales is not supported yet"));
    };
    let scaled = |x: f32| (f64::from(x) * s) as f32;
    skin.inflate = scaled(skin.inflate);
    skin.vert.iter_mut().for_each(|x| *x = scaled(*x));
    for bone in &mut skin.bones {
        bone.bindpos = bone.bindpos.map(scaled);
    }
    Ok(())
}
