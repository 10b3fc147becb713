//! Centres of mass, and inertias and motion axes about them.

use crate::math::four::{Four, gather, scatter};
use crate::math::simd::kernel;
use crate::math::{Inertia, MINVAL, Mat3, Number, Spatial, Vec3};
use crate::model::{JointType, SleepState, span};
use crate::sleep::Awake;
use crate::{Data, Id, Model};

kernel! {
    /// Centres of mass of subtrees, and everything the dynamics needs expressed about them.
    ///
    /// From the leaves inward `c_b = Σ m_i x_i / Σ m_i` over the subtree of `b`. Inertias `cinert` and motion axes
    /// `cdof` are taken about the centre of mass of the whole tree, in world directions: all bodies of a tree then
    /// share one origin, and composite quantities are plain sums.
    ///
    /// Reads `xipos`, `ximat`, `xmat`, `xanchor`, `xaxis`. Writes `subtree_com`, `cinert`, `cdof`. O(nbody + nv),
    /// allocates nothing. MuJoCo manual, *Computation: Forward kinematics*.
    #[doc(alias = "mj_comPos")]
    pub fn com_pos<V>(m: &Model, d: &mut Data) {
        let awake = Awake::of(m, d);
        let lists = (&*d.body_awake_ind, &*d.parent_awake_ind, &*d.body_awake);
        subtree_com::<f64>(m, awake, lists, &mut d.subtree_com, &d.xipos);

        // inertias about the centre of mass of the tree
        let n = m.nbody;
        let (cinert, cdof) = (&mut d.cinert[..n], &mut d.cdof[..m.nv]);
        let (com, xipos, ximat) = (&d.subtree_com[..n], &d.xipos[..n], &d.ximat[..n]);
        let (roots, masses, moments) = (&m.body_rootid[..n], &m.body_mass[..n], &m.body_inertia[..n]);
        cinert[0] = Inertia::default();
        let mut at = 1;
        while !awake.is_partial() && at < n && n > 4 {
            // four at a time; the last ones may be done twice
            let b = at.min(n - 4);
            let offset = |k: usize| xipos[b + k] - com[roots[b + k].ix()];
            let offset = [offset(0), offset(1), offset(2), offset(3)];
            let (mass, moments, frames) = (&masses[b..b + 4], &moments[b..b + 4], &ximat[b..b + 4]);
            let all = Inertia::at_offset(
                Vec3(gather::<V, 3>([&moments[0].0, &moments[1].0, &moments[2].0, &moments[3].0])),
                &Mat3(gather::<V, 9>([&frames[0].0, &frames[1].0, &frames[2].0, &frames[3].0])),
                Vec3(gather::<V, 3>([&offset[0].0, &offset[1].0, &offset[2].0, &offset[3].0])),
                Four(V::load(&[mass[0], mass[1], mass[2], mass[3]])),
            );
            if let [i0, i1, i2, i3] = &mut cinert[b..b + 4] {
                scatter(all.0, [&mut i0.0, &mut i1.0, &mut i2.0, &mut i3.0]);
            }
            at = b + 4;
        }

        // the other inertias, and the motion axes
        let (adr, num, xmat) = (&m.body_jntadr[..n], &m.body_jntnum[..n], &d.xmat[..n]);
        let (kinds, dofs) = (&m.jnt_type[..m.njnt], &m.jnt_dofadr[..m.njnt]);
        let (xaxis, xanchor) = (&d.xaxis[..m.njnt], &d.xanchor[..m.njnt]);
        for k in 1..awake.bodies {
            let b = awake.pick(&d.body_awake_ind, k);
            let origin = com[roots[b].ix()];
            if at == 1 {
                cinert[b] = Inertia::at_offset(moments[b], &ximat[b], xipos[b] - origin, masses[b]);
            }
            for j in span(adr[b], num[b]) {
                let axes = &mut cdof[dofs[j].ix()..];
                motion_axes::<f64>(JointType::of(kinds[j]), &xmat[b], xaxis[j], origin - xanchor[j], axes);
            }
        }
    }
}

/// Centre of mass of each subtree. The lists are `body_awake_ind`, `parent_awake_ind` and `body_awake`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn subtree_com<N: Number>(
    m: &Model,
    awake: Awake,
    (bodies, parents, states): (&[i32], &[i32], &[i32]),
    com: &mut [Vec3<N::Stored>],
    xipos: &[Vec3<N::Stored>],
) {
    let (com, xipos) = (&mut com[..m.nbody], &xipos[..m.nbody]);
    let (masses, subtree_masses) = (&m.body_mass[..m.nbody], &m.body_subtreemass[..m.nbody]);
    for k in 0..awake.bodies {
        let b = awake.pick(bodies, k);
        com[b] = (Vec3::load(&xipos[b]) * N::of(masses[b])).stored();
    }

    // leaves to root: first moments add up; what sleeps has its centre already
    for k in (0..awake.parents).rev() {
        let b = awake.pick(parents, k);
        if b == 0 {
            continue;
        }
        let asleep = awake.is_partial() && states[b] == SleepState::Asleep as i32;
        let own = Vec3::<N>::load(&com[b]);
        let moment = if asleep { own * N::of(subtree_masses[b]) } else { own };
        let parent = &mut com[m.body_parentid[b].ix()];
        *parent = (Vec3::load(parent) + moment).stored();
    }

    // a subtree without mass has its own frame for a centre
    for k in 0..awake.bodies {
        let b = awake.pick(bodies, k);
        let mass = subtree_masses[b];
        com[b] = if mass < MINVAL { xipos[b] } else { (Vec3::load(&com[b]) * N::of(1.0 / mass)).stored() };
    }
}

/// Motion axes of the dofs of a joint, about an origin at `offset` from its anchor; `axis` is that of a scalar joint,
/// `frame` that of its body.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(crate) fn motion_axes<N: Number>(
    kind: JointType,
    frame: &Mat3<N::Stored>,
    axis: Vec3<N>,
    offset: Vec3<N>,
    dofs: &mut [Spatial<N::Stored>],
) {
    let frame = Mat3::<N>::load(frame);
    match kind {
        // translations along the axes of the world, then rotations about those of the body
        JointType::Free => {
            for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
                dofs[k] = Spatial::translation_axis(Vec3::<N>::of(axis)).stored();
                dofs[3 + k] = Spatial::rotation_axis(frame.column(k), offset).stored();
            }
        }
        JointType::Ball => {
            for k in 0..3 {
                dofs[k] = Spatial::rotation_axis(frame.column(k), offset).stored();
            }
        }
        JointType::Slide => dofs[0] = Spatial::translation_axis(axis).stored(),
        JointType::Hinge => dofs[0] = Spatial::rotation_axis(axis, offset).stored(),
    }
}
