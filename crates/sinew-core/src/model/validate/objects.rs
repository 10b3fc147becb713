//! What is outside the tree: contacts, constraints, tendons, actuators, sensors, custom data, names.

use super::assets::is_condim;
use super::{Check, fail, ids, kinds, spans, starts};
use crate::model::{BiasType, CtrlChart, DynType, EqType, GainType, Model, ObjType, TendonType, TrnType, WrapType};
use crate::table::Id;

pub(super) fn check(m: &Model) -> Check {
    ids("pair_geom1", &m.pair_geom1, m.ngeom, false)?;
    ids("pair_geom2", &m.pair_geom2, m.ngeom, false)?;
    if let Some(row) = m.pair_dim.iter().position(|&dim| !is_condim(dim)) {
        return fail("pair_dim", row, format!("is {}, not 1, 3, 4 or 6", m.pair_dim[row]));
    }
    equalities(m)?;
    tendons(m)?;
    actuators(m)?;
    custom(m)?;
    names(m)
}

/// Number of objects of a kind; `None` if ids of it are not checked.
pub(super) fn count(m: &Model, kind: i32) -> Option<usize> {
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
pub(super) fn object(column: &'static str, row: usize, id: i32, bound: usize, optional: bool) -> Check {
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
            EqType::Connect | EqType::Weld if m.eq_objtype[e] == ObjType::Body as i32 => m.nbody,
            EqType::Connect | EqType::Weld => return fail("eq_objtype", e, "is neither body nor site"),
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
    starts("actuator_ctrladr", &m.actuator_ctrladr, m.nu)?;
    starts("actuator_actadr", &m.actuator_actadr, m.na)?;
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
        let numbers = m.actuator_ctrlnum[a];
        if numbers < inputs(m, a) {
            return fail("actuator_ctrlnum", a, format!("is {numbers}, too few for an actuator of this type"));
        }
        if m.actuator_actnum[a] < states(m, a) {
            return fail("actuator_actnum", a, format!("is {}, too few for its dynamics", m.actuator_actnum[a]));
        }
        if GainType::of(m.actuator_gaintype[a]) == GainType::So3 && outputs != 3 {
            return fail("actuator_gaintype", a, "is that of orientations, of which there is one force");
        }
        history("actuator_history", a, m.actuator_history[a], m.actuator_historyadr[a], numbers, m.nhistory)?;
    }
    Ok(())
}

/// Controls that an actuator reads at the least.
fn inputs(m: &Model, a: usize) -> i32 {
    let dynamics = DynType::of(m.actuator_dyntype[a]);
    if GainType::of(m.actuator_gaintype[a]) == GainType::So3 {
        if m.actuator_ctrlspec[a] == CtrlChart::Quat as i32 {
            return 4;
        } else if dynamics == DynType::None {
            return 3;
        }
    }
    let reads = matches!(dynamics, DynType::Filter | DynType::FilterExact | DynType::Muscle | DynType::Pid);
    i32::from(reads && m.actuator_actnum[a] > 0)
}

/// Activations that an actuator has at the least.
fn states(m: &Model, a: usize) -> i32 {
    let dynamics = DynType::of(m.actuator_dyntype[a]);
    let integrates = dynamics == DynType::Integrator && m.actuator_actnum[a] > 0;
    if GainType::of(m.actuator_gaintype[a]) == GainType::So3
        && m.actuator_ctrlspec[a] != CtrlChart::Quat as i32
        && dynamics != DynType::None
    {
        return 3;
    }
    if integrates { m.actuator_ctrlnum[a] } else { 0 }
}

/// A history of samples of `dim` numbers with their times, behind two numbers of its own.
pub(super) fn history(
    column: &'static str,
    row: usize,
    [samples, _]: [i32; 2],
    adr: i32,
    dim: i32,
    bound: usize,
) -> Check {
    let numbers = 2 + i64::from(samples) * (1 + i64::from(dim.max(0)));
    let missing = adr < 0 && samples > 0;
    if samples < 0 || missing || (adr >= 0 && i64::from(adr) + numbers > bound as i64) {
        return fail(column, row, format!("has {samples} samples from {adr}, which do not fit into {bound} numbers"));
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
