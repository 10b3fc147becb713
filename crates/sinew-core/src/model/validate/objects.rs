//! What is outside the tree: contacts, constraints, tendons, actuators, sensors, custom data, names.

use super::{Check, fail, ids, kinds, spans};
use crate::model::{BiasType, DynType, EqType, GainType, Model, ObjType, SensorType, TendonType, TrnType, WrapType};
use crate::table::Id;

pub(super) fn check(m: &Model) -> Check {
    ids("pair_geom1", &m.pair_geom1, m.ngeom, false)?;
    ids("pair_geom2", &m.pair_geom2, m.ngeom, false)?;
    equalities(m)?;
    tendons(m)?;
    actuators(m)?;
    sensors(m)?;
    custom(m)?;
    names(m)
}

/// Number of objects of a kind; `None` if ids of it are not checked.
fn count(m: &Model, kind: i32) -> Option<usize> {
    Some(match ObjType::try_from_i32(kind)? {
        ObjType::Body | ObjType::Xbody => m.nbody,
        ObjType::Joint => m.njnt,
        ObjType::Dof => m.nv,
        ObjType::Geom => m.ngeom,
        ObjType::Site => m.nsite,
        ObjType::Camera => m.ncam,
        ObjType::Light => m.nlight,
        ObjType::Flex => m.nflex,
        ObjType::Mesh => m.nmesh,
        ObjType::Skin => m.nskin,
        ObjType::Hfield => m.nhfield,
        ObjType::Texture => m.ntex,
        ObjType::Material => m.nmat,
        ObjType::Pair => m.npair,
        ObjType::Exclude => m.nexclude,
        ObjType::Equality => m.neq,
        ObjType::Tendon => m.ntendon,
        ObjType::Actuator => m.nactuator,
        ObjType::Sensor => m.nsensor,
        ObjType::Numeric => m.nnumeric,
        ObjType::Text => m.ntext,
        ObjType::Tuple => m.ntuple,
        ObjType::Key => m.nkey,
        ObjType::Plugin => m.nplugin,
        ObjType::Unknown | ObjType::Frame | ObjType::Default | ObjType::Model => return None,
    })
}

/// One id of a kind.
fn object(column: &'static str, row: usize, id: i32, bound: usize, optional: bool) -> Check {
    if (id == -1 && optional) || (id >= 0 && id.ix() < bound) {
        return Ok(());
    }
    fail(column, row, format!("is {id}, which is not one of {bound}"))
}

fn equalities(m: &Model) -> Check {
    kinds("eq_type", &m.eq_type, EqType::try_from_i32)?;
    for e in 0..m.neq {
        let bound = match EqType::of(m.eq_type[e]) {
            EqType::Connect | EqType::Weld if m.eq_objtype[e] == ObjType::Site as i32 => m.nsite,
            EqType::Connect | EqType::Weld => m.nbody,
            EqType::Joint => m.njnt,
            EqType::Tendon => m.ntendon,
            EqType::Distance => m.ngeom,
            EqType::Flex | EqType::Flexvert | EqType::Flexstrain => m.nflex,
        };
        let single = !matches!(EqType::of(m.eq_type[e]), EqType::Connect | EqType::Weld | EqType::Distance);
        object("eq_obj1id", e, m.eq_obj1id[e], bound, false)?;
        object("eq_obj2id", e, m.eq_obj2id[e], bound, single)?;
    }
    Ok(())
}

fn tendons(m: &Model) -> Check {
    kinds("tendon_type", &m.tendon_type, TendonType::try_from_i32)?;
    kinds("wrap_type", &m.wrap_type, WrapType::try_from_i32)?;
    spans("tendon_adr", &m.tendon_adr, &m.tendon_num, m.nwrap)?;
    ids("tendon_matid", &m.tendon_matid, m.nmat, true)?;
    ids("tendon_treeid", &m.tendon_treeid, m.ntree, true)?;
    for t in 0..m.ntendon {
        if m.tendon_num[t] < 1 {
            return fail("tendon_num", t, "leaves the path empty");
        }
        if m.tendon_plasticadr[t] >= 0 && m.tendon_plasticadr[t].ix() + 2 > m.nplastic {
            return fail("tendon_plasticadr", t, format!("does not fit into {}", m.nplastic));
        }
        if m.tendon_actuatorid[t] < -2 || m.tendon_actuatorid[t] >= m.nactuator as i32 {
            return fail("tendon_actuatorid", t, format!("is not one of {}", m.nactuator));
        }
        path(m, t)?;
    }
    Ok(())
}

/// A path of joints alone, or of sites with geoms between them and pulleys.
fn path(m: &Model, t: usize) -> Check {
    let path = m.tendon_adr[t].ix()..(m.tendon_adr[t] + m.tendon_num[t]).ix();
    let fixed = TendonType::of(m.tendon_type[t]) == TendonType::Fixed;
    for w in path.clone() {
        let kind = WrapType::of(m.wrap_type[w]);
        if fixed != (kind == WrapType::Joint) {
            return fail("wrap_type", w, "does not belong on a tendon of this type");
        }
        let bound = match kind {
            WrapType::Joint => m.njnt,
            WrapType::Site => m.nsite,
            WrapType::Sphere | WrapType::Cylinder => m.ngeom,
            WrapType::Pulley => continue,
            WrapType::None => return fail("wrap_type", w, "is none"),
        };
        object("wrap_objid", w, m.wrap_objid[w], bound, false)?;
        if matches!(kind, WrapType::Sphere | WrapType::Cylinder) {
            let site = |k: usize| path.contains(&k) && WrapType::of(m.wrap_type[k]) == WrapType::Site;
            if w == 0 || !site(w - 1) || !site(w + 1) {
                return fail("wrap_type", w, "is a geom that does not lie between two sites");
            }
            let side = m.wrap_prm[w];
            if side >= 0.0 && side >= m.nsite as f64 {
                return fail("wrap_prm", w, format!("is {side}, which is not one of {} sites", m.nsite));
            }
        }
    }
    Ok(())
}

fn actuators(m: &Model) -> Check {
    kinds("actuator_trntype", &m.actuator_trntype, TrnType::try_from_i32)?;
    kinds("actuator_dyntype", &m.actuator_dyntype, DynType::try_from_i32)?;
    kinds("actuator_gaintype", &m.actuator_gaintype, GainType::try_from_i32)?;
    kinds("actuator_biastype", &m.actuator_biastype, BiasType::try_from_i32)?;
    spans("actuator_ctrladr", &m.actuator_ctrladr, &m.actuator_ctrlnum, m.nu)?;
    spans("actuator_outadr", &m.actuator_outadr, &m.actuator_outnum, m.nout)?;
    spans("actuator_actadr", &m.actuator_actadr, &m.actuator_actnum, m.na)?;
    ids("actuator_plugin", &m.actuator_plugin, m.nplugin, true)?;
    for a in 0..m.nactuator {
        let [first, second] = m.actuator_trnid[a];
        let kind = TrnType::of(m.actuator_trntype[a]);
        let (bound, outputs) = match kind {
            TrnType::Joint | TrnType::JointInParent => (m.njnt, 1),
            TrnType::SliderCrank | TrnType::Site => (m.nsite, 1),
            TrnType::So3 => (if second >= 0 { m.nsite } else { m.njnt }, 3),
            TrnType::Tendon => (m.ntendon, 1),
            TrnType::Body => (m.nbody, 1),
            TrnType::Undefined => return fail("actuator_trntype", a, "is undefined"),
        };
        object("actuator_trnid", a, first, bound, false)?;
        object("actuator_trnid", a, second, m.nsite, kind != TrnType::SliderCrank)?;
        if m.actuator_outnum[a] != outputs {
            return fail("actuator_outnum", a, format!("is {}, not {outputs}", m.actuator_outnum[a]));
        }
        let samples = i64::from(m.actuator_history[a][0].max(0)) * (1 + i64::from(m.actuator_ctrlnum[a].max(0)));
        history("actuator_historyadr", a, m.actuator_historyadr[a], samples, m.nhistory)?;
    }
    Ok(())
}

/// A history of `samples` numbers behind two of its own.
fn history(column: &'static str, row: usize, adr: i32, samples: i64, bound: usize) -> Check {
    if adr >= 0 && i64::from(adr) + 2 + samples > bound as i64 {
        return fail(column, row, format!("and its history do not fit into {bound}"));
    }
    if adr < 0 && samples > 0 {
        return fail(column, row, "is missing");
    }
    Ok(())
}

fn sensors(m: &Model) -> Check {
    kinds("sensor_type", &m.sensor_type, SensorType::try_from_i32)?;
    spans("sensor_adr", &m.sensor_adr, &m.sensor_dim, m.nsensordata)?;
    ids("sensor_plugin", &m.sensor_plugin, m.nplugin, true)?;
    for s in 0..m.nsensor {
        for (column, kind, id) in [
            ("sensor_objid", m.sensor_objtype[s], m.sensor_objid[s]),
            ("sensor_refid", m.sensor_reftype[s], m.sensor_refid[s]),
        ] {
            if let Some(bound) = count(m, kind) {
                object(column, s, id, bound, false)?;
            }
        }
        let samples = i64::from(m.sensor_history[s][0].max(0)) * (1 + i64::from(m.sensor_dim[s].max(0)));
        history("sensor_historyadr", s, m.sensor_historyadr[s], samples, m.nhistory)?;
    }
    Ok(())
}

fn custom(m: &Model) -> Check {
    spans("numeric_adr", &m.numeric_adr, &m.numeric_size, m.nnumericdata)?;
    spans("text_adr", &m.text_adr, &m.text_size, m.ntextdata)?;
    spans("tuple_adr", &m.tuple_adr, &m.tuple_size, m.ntupledata)?;
    for k in 0..m.ntupledata {
        if let Some(bound) = count(m, m.tuple_objtype[k]) {
            object("tuple_objid", k, m.tuple_objid[k], bound, false)?;
        }
    }
    Ok(())
}

/// Names end with a zero inside the text.
fn names(m: &Model) -> Check {
    if m.nnames == 0 || m.names[m.nnames - 1] != 0 {
        return fail("names", m.nnames.saturating_sub(1), "does not end with a zero");
    }
    for (column, addresses) in [
        ("name_bodyadr", &m.name_bodyadr),
        ("name_jntadr", &m.name_jntadr),
        ("name_geomadr", &m.name_geomadr),
        ("name_siteadr", &m.name_siteadr),
        ("name_camadr", &m.name_camadr),
        ("name_lightadr", &m.name_lightadr),
        ("name_meshadr", &m.name_meshadr),
        ("name_hfieldadr", &m.name_hfieldadr),
        ("name_texadr", &m.name_texadr),
        ("name_matadr", &m.name_matadr),
        ("name_pairadr", &m.name_pairadr),
        ("name_excludeadr", &m.name_excludeadr),
        ("name_eqadr", &m.name_eqadr),
        ("name_tendonadr", &m.name_tendonadr),
        ("name_actuatoradr", &m.name_actuatoradr),
        ("name_sensoradr", &m.name_sensoradr),
        ("name_numericadr", &m.name_numericadr),
        ("name_textadr", &m.name_textadr),
        ("name_tupleadr", &m.name_tupleadr),
        ("name_keyadr", &m.name_keyadr),
    ] {
        ids(column, addresses, m.nnames, false)?;
    }
    Ok(())
}
