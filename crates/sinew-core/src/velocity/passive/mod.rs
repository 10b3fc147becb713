//! Passive forces: springs, dampers, gravity compensation, fluid, adhesion.

mod adhesion;
mod damper;
pub mod ellipsoid;
pub mod fluid;
mod gravcomp;
mod plastic;
mod spring;
mod wrenches;

pub(crate) use damper::tendon_damper_force;
pub use plastic::update_plastic;
pub(crate) use spring::tendon_spring_force;
pub use spring::{joint_spring_reference, tendon_spring_range};

use crate::math::{Number, gapless, simd::is_zero};
use crate::model::{Disable, SleepState};
use crate::sleep::{filtering, tendon_state};
use crate::{Data, Id, Model, callbacks};

/// All passive forces: `qfrc_passive = spring + damper + fluid + adhesion + gravity compensation`.
///
/// Gravity compensation of a joint that asks for it counts as an actuator force instead. With springs and dampers both
/// switched off there are no passive forces at all. Dofs that sleep keep what they had.
///
/// Reads `qpos`, `qvel`, `plastic`, `contact`, `cvel` and frames. Writes `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`,
/// `qfrc_fluid`, `qfrc_adhesion`, `qfrc_passive`. O(nv + nbody), allocates nothing.
/// MuJoCo manual, Computation, *Passive forces*.
#[doc(alias = "mj_passive")]
pub fn passive(m: &Model, d: &mut Data) {
    let awake = Awake::new(m, d);
    let parts = [&mut d.qfrc_spring, &mut d.qfrc_damper, &mut d.qfrc_gravcomp, &mut d.qfrc_fluid, &mut d.qfrc_adhesion];
    for part in parts {
        clear(part, awake.filter.then_some(&d.dof_awake_ind[..awake.dofs]));
    }
    if m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper) {
        return clear(&mut d.qfrc_passive, awake.filter.then_some(&d.dof_awake_ind[..awake.dofs]));
    }

    // the parts
    if !m.opt.disabled(Disable::Spring) {
        spring::springs(m, d, awake);
    }
    if !m.opt.disabled(Disable::Damper) {
        damper::dampers(m, d, awake);
    }
    let compensated = gravcomp::gravcomp(m, d, awake);
    fluid::fluid(m, d, awake);
    adhesion::adhesion(m, d);

    // their sum
    let (total, spring, damper) = (&mut d.qfrc_passive[..m.nv], &d.qfrc_spring[..m.nv], &d.qfrc_damper[..m.nv]);
    let (fluid, adhesion, gravcomp) = (&d.qfrc_fluid[..m.nv], &d.qfrc_adhesion[..m.nv], &d.qfrc_gravcomp[..m.nv]);
    let parts = |i: usize| spring[i] + damper[i] + fluid[i] + adhesion[i];
    let sum = |i: usize| {
        if compensated && !m.jnt_actgravcomp[m.dof_jntid[i].ix()] { parts(i) + gravcomp[i] } else { parts(i) }
    };
    match (awake.filter, compensated) {
        (true, _) => d.dof_awake_ind[..awake.dofs].iter().for_each(|dof| total[dof.ix()] = sum(dof.ix())),
        (false, true) => (0..m.nv).for_each(|i| total[i] = sum(i)),
        (false, false) => (0..m.nv).for_each(|i| total[i] = parts(i)),
    }
    callbacks::passive(m, d);
}

/// True if nothing but springs and dampers of joints of one dof makes passive forces, and springs do not yield: then
/// [`plain_passive`] does all.
pub(crate) fn is_plain(m: &Model) -> bool {
    let still_air = m.opt.density == 0.0 && m.opt.viscosity == 0.0;
    let both = !m.opt.disabled(Disable::Spring) && !m.opt.disabled(Disable::Damper);
    let bodies = still_air && !m.flg_gravcomp && !m.flg_adhesion && m.callbacks.passive.is_none();
    both && bodies && m.ntendon == 0 && (0..m.njnt).all(|j| !spring::is_stiff(m, j) || spring::is_scalar(m, j))
}

/// [`passive`] of a plain model without what is zero: forces of springs, of dampers, and their sum.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn plain_passive<N: Number>(
    m: &Model,
    [spring, damper, total]: [&mut [N::Stored]; 3],
    qpos: &[N::Stored],
    qvel: &[N::Stored],
) {
    let zero = N::of(0.0);
    spring.fill(zero.stored());
    for j in (0..m.njnt).filter(|&j| spring::is_stiff(m, j)) {
        let force = spring::scalar_spring(m, j, N::load(&qpos[m.jnt_qposadr[j].ix()]));
        spring[m.jnt_dofadr[j].ix()] = (zero + force).stored();
    }
    for i in 0..m.nv {
        damper[i] = (zero + damper::dof_damper(m, i, N::load(&qvel[i]))).stored();
        total[i] = (N::load(&spring[i]) + N::load(&damper[i]) + zero + zero).stored();
    }
}

/// Forces that [`plain_passive`] leaves.
pub(crate) fn clear_rest(d: &mut Data) {
    for column in [&mut d.qfrc_gravcomp, &mut d.qfrc_fluid, &mut d.qfrc_adhesion] {
        clear(column, None);
    }
}

/// Sets forces to zero, those of some dofs if only these are awake.
fn clear(force: &mut [f64], awake: Option<&[i32]>) {
    match awake {
        Some(dofs) => dofs.iter().for_each(|dof| force[dof.ix()] = 0.0),
        // most models have some of the parts only
        None if is_zero(force) => (),
        None => force.fill(0.0),
    }
}

/// What is awake, resolved once per call.
#[derive(Clone, Copy, Debug)]
struct Awake {
    /// some trees sleep
    filter: bool,
    /// number of dofs that are awake
    dofs: usize,
    /// number of bodies that are awake or static
    bodies: usize,
}

impl Awake {
    fn new(m: &Model, d: &Data) -> Self {
        if filtering(m, d) {
            Self { filter: true, dofs: d.nv_awake, bodies: d.nbody_awake }
        } else {
            Self { filter: false, dofs: m.nv, bodies: m.nbody }
        }
    }

    /// The `k`-th body that is awake or static.
    fn body(self, d: &Data, k: usize) -> usize {
        if self.filter { d.body_awake_ind[k].ix() } else { k }
    }
}

/// True if a tendon is to be left alone: some trees sleep, and none of its own is awake.
#[inline]
fn tendon_asleep(m: &Model, d: &Data, awake: Awake, tendon: usize) -> bool {
    awake.filter && tendon_state(m, d, tendon) != SleepState::Awake
}

/// Adds a force along a tendon to generalised forces.
#[inline]
fn add_along_tendon(m: &Model, ten_j: &[f64], tendon: usize, force: f64, qfrc: &mut [f64]) {
    let adr = m.ten_J_rowadr[tendon].ix();
    let row = adr..adr + m.ten_J_rownnz[tendon].ix();
    gapless::add_scaled(qfrc, &ten_j[row.clone()], &m.ten_J_colind[row], force);
}
