//! Columns of skins.

use sinew_core::model::{Model, ObjType};

use super::assets::Assets;
use super::context::Context;
use super::names::Names;
use super::write_assets::append;
use crate::error::Error;

/// Skins: vertices, faces and bones of all, one after another.
pub(super) fn write(cx: Context<'_>, names: &Names<'_>, m: &mut Model, assets: &Assets) -> Result<(), Error> {
    let (mut vert, mut texcoord, mut face) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bindpos, mut bindquat, mut bodyid) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bonevertadr, mut bonevertnum) = (Vec::new(), Vec::new());
    let (mut vertid, mut vertweight) = (Vec::new(), Vec::new());
    for (i, (skin, spec)) in assets.skins.iter().zip(&cx.spec.skins).enumerate() {
        let material = names.find_opt(cx, spec, "material", ObjType::Material, &spec.material)?;
        m.skin_matid[i] = material.map_or(-1, |id| id as i32);
        m.skin_group[i] = spec.group;
        m.skin_rgba[i] = spec.rgba;
        m.skin_inflate[i] = spec.inflate;
        m.skin_vertadr[i] = append(&mut vert, &skin.vert);
        m.skin_vertnum[i] = skin.vert.len() as i32;
        m.skin_texcoordadr[i] = append(&mut texcoord, &skin.texcoord);
        if skin.texcoord.is_empty() {
            m.skin_texcoordadr[i] = -1;
        }
        m.skin_faceadr[i] = append(&mut face, &skin.face);
        m.skin_facenum[i] = skin.face.len() as i32;
        m.skin_boneadr[i] = bodyid.len() as i32;
        m.skin_bonenum[i] = skin.bones.len() as i32;
        for bone in &skin.bones {
            bodyid.push(names.find(cx, spec, "bone", ObjType::Body, &bone.body)? as i32);
            bindpos.push(bone.bindpos);
            bindquat.push(bone.bindquat);
            bonevertadr.push(append(&mut vertid, &bone.vertid));
            bonevertnum.push(bone.vertid.len() as i32);
            append(&mut vertweight, &bone.vertweight);
        }
    }
    (m.nskinvert, m.nskintexvert, m.nskinface) = (vert.len(), texcoord.len(), face.len());
    (m.nskinbone, m.nskinbonevert) = (bodyid.len(), vertid.len());
    (m.skin_vert, m.skin_texcoord, m.skin_face) = (vert.into(), texcoord.into(), face.into());
    (m.skin_bonebindpos, m.skin_bonebindquat) = (bindpos.into(), bindquat.into());
    (m.skin_bonebodyid, m.skin_bonevertadr) = (bodyid.into(), bonevertadr.into());
    (m.skin_bonevertnum, m.skin_bonevertid) = (bonevertnum.into(), vertid.into());
    m.skin_bonevertweight = vertweight.into();
    Ok(())
}
