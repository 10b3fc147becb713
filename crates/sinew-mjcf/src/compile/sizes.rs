//! Sizes of the model that is being written.

use sinew_core::Model;
use sinew_core::math::{Quat, Vec3};

use super::actuator::ActuatorNode;
use super::context::Context;
use super::tendon::{TendonNode, count_wraps};
use super::tree::Tree;
use crate::error::{Error, Fault};

/// Most bodies that contact signatures can tell apart.
const MAX_BODIES: usize = 65534;

/// A model with room for everything that is known by now; columns that grow while they are written come later.
pub(super) fn allocate(
    cx: Context<'_>,
    tree: &Tree<'_>,
    tendons: &[TendonNode<'_>],
    actuators: &[ActuatorNode<'_>],
) -> Result<Model, Error> {
    let spec = cx.spec;
    if let Some(body) = tree.bodies.get(MAX_BODIES - 1) {
        let message =
            format!("the model has {} bodies; a body beyond {} is too many", tree.bodies.len(), MAX_BODIES - 1);
        return Err(cx.limit(body.spec, message));
    }
    let mut m = Model {
        opt: spec.option,
        vis: spec.visual,
        njmax: i64::from(spec.njmax),
        nconmax: i64::from(spec.nconmax),
        nq: tree.nq(),
        nv: tree.nv(),
        nu: actuators.iter().map(|a| a.ctrlnum).sum(),
        nactuator: actuators.len(),
        nout: actuators.iter().map(|a| a.outnum).sum(),
        na: actuators.iter().map(|a| a.actdim).sum(),
        nbody: tree.bodies.len(),
        njnt: tree.joints.len(),
        ngeom: tree.geoms.len(),
        nsite: tree.sites.len(),
        ncam: tree.cameras.len(),
        nlight: tree.lights.len(),
        nmesh: spec.meshes.len(),
        nskin: spec.skins.len(),
        nhfield: spec.hfields.len(),
        ntex: spec.textures.len(),
        nmat: spec.materials.len(),
        npair: spec.pairs.len(),
        nexclude: spec.excludes.len(),
        neq: spec.equalities.len(),
        ntendon: tendons.len(),
        nwrap: count_wraps(tendons),
        nsensor: spec.sensors.len(),
        nnumeric: spec.numerics.len(),
        ntext: spec.texts.len(),
        ntuple: spec.tuples.len(),
        nkey: spec.keys.len().max(count(spec.nkey)),
        nplugin: spec.plugins.len(),
        nuserdata: count(spec.nuserdata),
        nemax: count(spec.nemax),
        ..Model::default()
    };
    set_user_sizes(cx, tree, &mut m);
    check_memory(cx, &m)?;
    m.allocate();
    Ok(m)
}

/// Refuses sizes that the model chose by a number, such as `nuserdata` or `nsample`, if their columns would take more
/// memory than is allowed. Called before the memory is taken.
pub(super) fn check_memory(cx: Context<'_>, m: &Model) -> Result<(), Error> {
    let chosen = [
        ("nuser_body", m.nuser_body, m.nbody),
        ("nuser_jnt", m.nuser_jnt, m.njnt),
        ("nuser_geom", m.nuser_geom, m.ngeom),
        ("nuser_site", m.nuser_site, m.nsite),
        ("nuser_cam", m.nuser_cam, m.ncam),
        ("nuser_tendon", m.nuser_tendon, m.ntendon),
        ("nuser_actuator", m.nuser_actuator, m.nactuator),
        ("nuser_sensor", m.nuser_sensor, m.nsensor),
        ("nkey", m.nkey, m.nq + m.nv + m.nu + m.na + 7 * m.nbody),
        ("nuserdata", m.nuserdata, 1),
        ("nsample of all actuators and sensors", m.nhistory, 1),
        ("the size of all sensors", m.nsensordata, 1),
    ];
    // addresses are 32 bits wide
    let most = (cx.limits.memory / size_of::<f64>()).min(i32::MAX as usize);
    let numbers = |&(_, size, rows): &(&str, usize, usize)| size.saturating_mul(rows);
    if chosen.iter().fold(0, |sum: usize, one| sum.saturating_add(numbers(one))) <= most {
        return Ok(());
    }
    let (name, size, _) = chosen.iter().max_by_key(|one| numbers(one)).unwrap_or(&chosen[0]);
    Err(Error::Limit(Fault::anywhere(format!(
        "{name} is {size}: user data, keyframes and histories would hold more than the {most} numbers allowed"
    ))))
}

fn count(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// User numbers per element: as given, or as many as the longest.
fn set_user_sizes(cx: Context<'_>, tree: &Tree<'_>, m: &mut Model) {
    let spec = cx.spec;
    let size = |given: i32, longest: Option<usize>| usize::try_from(given).unwrap_or(longest.unwrap_or(0));
    m.nuser_body = size(spec.nuser_body, tree.bodies.iter().map(|x| x.spec.userdata.len()).max());
    m.nuser_jnt = size(spec.nuser_jnt, tree.joints.iter().map(|x| x.spec.userdata.len()).max());
    m.nuser_geom = size(spec.nuser_geom, tree.geoms.iter().map(|x| x.spec.userdata.len()).max());
    m.nuser_site = size(spec.nuser_site, tree.sites.iter().map(|x| x.spec.userdata.len()).max());
    m.nuser_cam = size(spec.nuser_cam, tree.cameras.iter().map(|x| x.spec.userdata.len()).max());
    m.nuser_tendon = size(spec.nuser_tendon, spec.tendons.iter().map(|x| x.userdata.len()).max());
    m.nuser_actuator = size(spec.nuser_actuator, spec.actuators.iter().map(|x| x.userdata.len()).max());
    m.nuser_sensor = size(spec.nuser_sensor, spec.sensors.iter().map(|x| x.userdata.len()).max());
}

/// Room for the mocap poses of keyframes, once mocap bodies are counted.
pub(super) fn allocate_keys(m: &mut Model) {
    m.key_mpos = vec![Vec3::ZERO; m.nkey * m.nmocap].into();
    m.key_mquat = vec![Quat::IDENTITY; m.nkey * m.nmocap].into();
}
