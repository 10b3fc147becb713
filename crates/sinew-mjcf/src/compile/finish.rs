//! Constants that need the whole model.

use sinew_core::math::MINVAL;
use sinew_core::model::{
    Disable, Enable, GeomType, Model, ObjType, SleepPolicy, resolve_dampratio, resolve_spring_lengths,
    resolve_springdamper, set_const, set_statistics,
};
use sinew_core::{Data, Id};

use super::assets::Assets;
use super::context::Context;
use super::tree::Tree;
use super::{keyframe, write};
use crate::error::{Error, Fault, Warnings};

/// Computes everything that follows from the columns.
pub(super) fn finish(
    cx: Context<'_>,
    tree: &Tree<'_>,
    assets: &Assets,
    m: &mut Model,
    warnings: &mut Warnings,
) -> Result<(), Error> {
    // structure
    write::simple_dofs(m);
    m.make_inertia_sparse();
    m.make_tendon_sparse();
    m.nJmom = m.count_moment();
    m.set_bounds();
    write::bounding_volumes(cx, m, assets);
    set_total_mass(cx, m, warnings);
    m.narena = arena(cx, m);

    // constants at the reference poses, with everything awake and nothing in contact
    let (disable, enable) = (m.opt.disableflags, m.opt.enableflags);
    m.opt.disableflags |= Disable::Contact as i32;
    m.opt.enableflags &= !(Enable::Sleep as i32);
    let mut d = Data::new(m);
    let constants = set_const(m, &mut d).map_err(|why| Error::Physics(Fault::anywhere(why.to_string())));
    if constants.is_ok() {
        set_statistics(m, &d);
        resolve_dampratio(m, &d);
        let springdamper: Vec<[f64; 2]> = tree.joints.iter().map(|j| j.spec.springdamper).collect();
        resolve_springdamper(m, &springdamper);
        resolve_spring_lengths(m, &mut d);
    }
    let constants = constants.and_then(|()| set_length_ranges(cx, m));
    (m.opt.disableflags, m.opt.enableflags) = (disable, enable);
    constants?;
    override_statistics(cx, m);
    keyframe::write_plastic(cx, m)?;
    warn_awake(m, warnings);
    warn_without_effect(m, warnings);
    warn_without_collider(m, warnings);
    Ok(())
}

/// Warns of flags that are part of the format and do nothing yet.
fn warn_without_effect(m: &Model, warnings: &mut Warnings) {
    for (flag, name) in [(Enable::Speculative, "speculative"), (Enable::Ipc, "ipc")] {
        if m.opt.enabled(flag) {
            warnings.push(Fault::anywhere(format!("option flag {name}=\"enable\" has no effect yet")));
        }
    }
}

/// Warns of height fields and signed distance fields that may meet: nothing collides them, here as in MuJoCo.
fn warn_without_collider(m: &Model, warnings: &mut Warnings) {
    let of = |kind: GeomType| (0..m.ngeom).filter(move |&g| m.geom_type[g] == kind as i32);
    let meet = |one: usize, two: usize| {
        m.geom_contype[one] & m.geom_conaffinity[two] != 0 || m.geom_contype[two] & m.geom_conaffinity[one] != 0
    };
    if of(GeomType::Hfield).any(|field| of(GeomType::Sdf).any(|sdf| meet(field, sdf))) {
        warnings
            .push(Fault::anywhere("height fields do not collide with geoms of type sdf; they pass through each other"));
    }
}

/// Warns of trees that should start asleep and cannot, as they touch or are tied to others that do not.
fn warn_awake(m: &Model, warnings: &mut Warnings) {
    let starts_asleep = |tree: &usize| m.tree_sleep_policy[*tree] == SleepPolicy::Init as i32;
    if !m.opt.enabled(Enable::Sleep) || !(0..m.ntree).any(|tree| starts_asleep(&tree)) {
        return;
    }
    let d = Data::new(m);
    let mut awake = (0..m.ntree).filter(starts_asleep).filter(|&tree| d.tree_asleep[tree] < 0).peekable();
    if let Some(&first) = awake.peek() {
        let root = m.tree_bodyadr[first].ix();
        let name = m.name(ObjType::Body, root).filter(|name| !name.is_empty());
        let body = name.map_or_else(|| format!("body {root}"), |name| format!("body \"{name}\""));
        let count = awake.count();
        warnings.push(Fault::anywhere(format!(
            "{count} of the trees with sleep=\"init\" cannot sleep at the start, that of {body} first: what touches them \
             or is tied to them must start asleep too"
        )));
    }
}

/// Finds the length ranges that are wanted, with nothing but limits and equalities at work, on several threads if asked to.
fn set_length_ranges(cx: Context<'_>, m: &mut Model) -> Result<(), Error> {
    let settings = &cx.spec.compilers[0];
    let opt = settings.lengthrange;
    let wanted: Vec<usize> = (0..m.nactuator).filter(|&a| m.needs_length_range(a, &opt)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let step = if opt.timestep > 0.0 { opt.timestep } else { m.opt.timestep };
    let steps = opt.inttotal / step;
    if steps.is_nan() || steps > cx.limits.steps as f64 {
        let message = format!("its length range would take {steps} steps of {step} s, more than {}", cx.limits.steps);
        return Err(cx.limit(&cx.spec.actuators[wanted[0]], message));
    }
    let options = m.opt;
    let off = [
        Disable::FrictionLoss,
        Disable::Contact,
        Disable::Spring,
        Disable::Damper,
        Disable::Gravity,
        Disable::Actuation,
        Disable::Sensor,
    ];
    m.opt.disableflags = off.iter().fold(0, |flags, &flag| flags | flag as i32);
    m.opt.timestep = step;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if settings.usethread { cores.min(wanted.len()) } else { 1 };
    let shared: &Model = m;
    let search = |some: &[usize]| {
        let mut d = Data::new(shared);
        let mut find = |&a: &usize| match cx.in_time(&cx.spec.actuators[a]) {
            Err(late) => Err(late),
            Ok(()) => match shared.length_range(&mut d, a, &opt) {
                Ok(range) => Ok((a, range)),
                Err(why) => Err(cx.physics(&cx.spec.actuators[a], why.to_string())),
            },
        };
        some.iter().map(&mut find).collect::<Vec<_>>()
    };
    let found: Vec<_> = if threads < 2 {
        search(&wanted)
    } else {
        std::thread::scope(|scope| {
            let parts = wanted.chunks(wanted.len().div_ceil(threads));
            let running: Vec<_> = parts.map(|part| scope.spawn(|| search(part))).collect();
            running.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        })
    };
    m.opt = options;
    for result in found {
        let (a, range) = result?;
        m.actuator_lengthrange[m.actuator_outadr[a] as usize] = range;
    }
    Ok(())
}

/// Scales masses and inertias to the total that old models may ask for.
fn set_total_mass(cx: Context<'_>, m: &mut Model, warnings: &mut Warnings) {
    let wanted = cx.spec.compilers[0].settotalmass;
    if wanted <= 0.0 {
        return;
    }
    warnings.push(Fault::anywhere("settotalmass is deprecated: scale the masses and densities of the model instead"));
    let total: f64 = m.body_mass[1..].iter().sum();
    let scale = (wanted / total.max(MINVAL)).max(MINVAL);
    for b in 1..m.nbody {
        m.body_mass[b] *= scale;
        m.body_inertia[b] *= scale;
    }
}

/// Statistics that the model gives replace those that were computed.
fn override_statistics(cx: Context<'_>, m: &mut Model) {
    let given = &cx.spec.stat;
    let pick = |slot: &mut f64, value: f64| {
        if !value.is_nan() {
            *slot = value;
        }
    };
    pick(&mut m.stat.meaninertia, given.meaninertia);
    pick(&mut m.stat.meanmass, given.meanmass);
    pick(&mut m.stat.meansize, given.meansize);
    pick(&mut m.stat.extent, given.extent);
    if !given.center[0].is_nan() {
        m.stat.center = given.center;
    }
}

/// Bytes that MuJoCo would reserve for contacts and constraints; kept for reference, memory grows as needed here.
fn arena(cx: Context<'_>, m: &Model) -> usize {
    const NUM: usize = 8;
    const INT: usize = 4;
    const CONTACT: usize = 592;
    if let Ok(memory) = usize::try_from(cx.spec.memory) {
        return memory;
    }
    let or = |n: i64, default: usize| usize::try_from(n).unwrap_or(default);
    let (ncon, nj) = (or(m.nconmax, 100), or(m.njmax, 500));
    let stack = if let Ok(n) = usize::try_from(cx.spec.nstack) {
        NUM * n
    } else {
        let rows = nj + m.neq + m.nv;
        let objects = m.nq + m.nv + m.nu + m.na + m.nbody + m.njnt + m.ngeom + m.nsite + m.neq + m.ntendon + m.nwrap;
        NUM * (5 * rows * rows + 20 * objects).max(1000)
    };
    let rows = ncon * CONTACT
        + nj * (8 * INT + 14 * NUM)
        + m.nv * (3 * INT)
        + nj * m.nv * (2 * INT + 2 * NUM)
        + nj * nj * (INT + NUM);
    (stack + rows).next_multiple_of(1 << 20)
}
