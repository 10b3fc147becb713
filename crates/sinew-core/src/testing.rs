//! Small models for unit tests, built column by column, without a model file.

use crate::math::{Quat, Vec3};
use crate::model::JointType;
use crate::{Data, Id, Model, position, support, velocity};

/// Numbers in [-1, 1) that look random and are always the same.
pub(crate) struct Noise(pub u64);

impl Noise {
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.next() * 0.5 + 0.5) * n as f64) as usize % n.max(1)
    }

    pub(crate) fn vec(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    pub(crate) fn quat(&mut self) -> Quat {
        Quat::new(self.next(), self.next(), self.next(), self.next()).normalized().0
    }

    pub(crate) fn fill(&mut self, out: &mut [f64]) {
        out.fill_with(|| self.next());
    }
}

/// A body for [`tree`]: its parent, counting the world as 0, and the types of its joints.
pub(crate) type Link<'a> = (usize, &'a [JointType]);

/// A model with these bodies, parents before children and each subtree in one piece. Offsets, axes and inertias are
/// noise.
pub(crate) fn tree(links: &[Link<'_>], seed: u64) -> Model {
    let noise = &mut Noise(seed);
    let sizes = |kind: &JointType| match kind {
        JointType::Free => (7, 6),
        JointType::Ball => (4, 3),
        JointType::Slide | JointType::Hinge => (1, 1),
    };
    let joints = links.iter().flat_map(|link| link.1);
    let (nq, nv) = joints.clone().map(sizes).fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
    let mut m = Model { nbody: links.len() + 1, njnt: joints.count(), nq, nv, ..Model::default() };
    m.allocate();
    m.body_quat[0] = Quat::IDENTITY;
    m.body_iquat[0] = Quat::IDENTITY;
    for column in [&mut m.body_mocapid, &mut m.body_treeid, &mut m.body_jntadr, &mut m.body_dofadr] {
        column.fill(-1);
    }
    m.body_geomadr.fill(-1);
    m.jnt_plasticadr.fill(-1);
    m.jnt_actuatorid.fill(-1);

    let (mut jnt, mut q, mut dof) = (0, 0, 0);
    for (b, &(parent, kinds)) in links.iter().enumerate().map(|(i, link)| (i + 1, link)) {
        add_body(&mut m, noise, b, parent);
        for kind in kinds {
            let (nq, nv) = sizes(kind);
            add_joint(&mut m, noise, *kind, [jnt, q, dof], b);
            (jnt, q, dof) = (jnt + 1, q + nq, dof + nv);
        }
    }
    for b in (1..m.nbody).rev() {
        let mass = m.body_mass[b];
        m.body_subtreemass[b] += mass;
        let whole = m.body_subtreemass[b];
        m.body_subtreemass[m.body_parentid[b].ix()] += whole;
    }
    add_patterns(&mut m);
    m
}

fn add_body(m: &mut Model, noise: &mut Noise, b: usize, parent: usize) {
    m.body_parentid[b] = parent as i32;
    m.body_rootid[b] = if parent == 0 { b as i32 } else { m.body_rootid[parent] };
    m.body_weldid[b] = m.body_weldid[parent];
    m.body_treeid[b] = m.body_treeid[parent];
    m.body_pos[b] = noise.vec();
    m.body_quat[b] = noise.quat();
    m.body_ipos[b] = noise.vec() * 0.2;
    m.body_iquat[b] = noise.quat();
    m.body_mass[b] = 1.5 + noise.next();
    m.body_inertia[b] = Vec3::new(0.5, 0.6, 0.7) + noise.vec() * 0.1;
}

fn add_joint(m: &mut Model, noise: &mut Noise, kind: JointType, [j, q, v]: [usize; 3], b: usize) {
    let nv = match kind {
        JointType::Free => 6,
        JointType::Ball => 3,
        JointType::Slide | JointType::Hinge => 1,
    };
    let parent = m.body_parentid[b].ix();
    // the first joint starts the body's dofs, and perhaps a tree
    let above = match m.body_dofnum[b] {
        0 => jacobian_parent(m, parent),
        _ => v as i32 - 1,
    };
    if m.body_jntnum[b] == 0 {
        m.body_jntadr[b] = j as i32;
        m.body_dofadr[b] = v as i32;
        m.body_weldid[b] = b as i32;
        if m.body_treeid[b] < 0 {
            m.body_treeid[b] = m.ntree as i32;
            m.ntree += 1;
        }
    }
    m.body_jntnum[b] += 1;
    m.body_dofnum[b] += nv;
    m.jnt_type[j] = kind.into();
    m.jnt_qposadr[j] = q as i32;
    m.jnt_dofadr[j] = v as i32;
    m.jnt_bodyid[j] = b as i32;
    m.jnt_axis[j] = if kind == JointType::Ball { Vec3::Z } else { noise.vec().normalized().0 };
    m.jnt_pos[j] = if kind == JointType::Free { Vec3::ZERO } else { noise.vec() * 0.3 };
    match kind {
        JointType::Free => m.qpos0[q + 3] = 1.0,
        JointType::Ball => m.qpos0[q] = 1.0,
        JointType::Slide | JointType::Hinge => m.qpos0[q] = noise.next(),
    }
    for i in 0..nv.ix() {
        m.dof_bodyid[v + i] = b as i32;
        m.dof_jntid[v + i] = j as i32;
        m.dof_parentid[v + i] = if i == 0 { above } else { (v + i) as i32 - 1 };
        m.dof_treeid[v + i] = m.body_treeid[b];
        m.dof_armature[v + i] = 0.1 + 0.1 * noise.next();
    }
}

/// Last dof that moves a body.
fn jacobian_parent(m: &Model, body: usize) -> i32 {
    crate::jacobian::dofs_to_root(m, body).next().map_or(-1, |i| i as i32)
}

/// Sparsity of M and of velocity derivatives, and columns per tree.
fn add_patterns(m: &mut Model) {
    let ancestors = |i: usize| -> Vec<i32> {
        let upward = std::iter::successors(Some(i), |&i| m.dof_parentid[i].opt());
        let mut row: Vec<i32> = upward.map(|i| i as i32).collect();
        row.reverse();
        row
    };
    let lower: Vec<Vec<i32>> = (0..m.nv).map(ancestors).collect();
    let full: Vec<Vec<i32>> = (0..m.nv)
        .map(|i| {
            let below = (i + 1..m.nv).filter(|&j| lower[j].contains(&(i as i32)));
            lower[i].iter().copied().chain(below.map(|j| j as i32)).collect()
        })
        .collect();
    (m.M_rownnz, m.M_rowadr, m.M_colind) = compress(&lower);
    (m.D_rownnz, m.D_rowadr, m.D_colind) = compress(&full);
    m.D_diag = lower.iter().map(|row| row.len() as i32 - 1).collect();
    (m.nC, m.nM, m.nD) = (m.M_colind.len(), m.M_colind.len(), m.D_colind.len());
    for column in [&mut m.tree_bodyadr, &mut m.tree_bodynum, &mut m.tree_dofadr, &mut m.tree_dofnum] {
        *column = vec![0; m.ntree].into();
    }
    m.tree_sleep_policy = vec![0; m.ntree].into();
}

type Compressed = (Box<[i32]>, Box<[i32]>, Box<[i32]>);

fn compress(rows: &[Vec<i32>]) -> Compressed {
    let counts: Box<[i32]> = rows.iter().map(|row| row.len() as i32).collect();
    let starts = counts.iter().scan(0, |start, n| Some(std::mem::replace(start, *start + n))).collect();
    (counts, starts, rows.concat().into())
}

/// Models that between them have every joint, several joints on a body, branches, welded bodies and two trees.
pub(crate) fn samples() -> Vec<Model> {
    use JointType::{Ball, Free, Hinge, Slide};
    let chain: Vec<Link<'_>> = (0..12).map(|b| (b, [Hinge].as_slice())).collect();
    let mixed: &[Link<'_>] = &[
        (0, &[Free]),
        (1, &[Hinge, Hinge]),
        (2, &[]),
        (3, &[Ball]),
        (1, &[Slide, Hinge]),
        (5, &[Hinge, Ball]),
        (0, &[]),
        (7, &[Slide]),
        (8, &[Ball]),
        (7, &[Hinge]),
        (0, &[Free]),
    ];
    vec![tree(&chain, 1), tree(mixed, 2), tree(&[(0, &[Ball])], 3)]
}

/// Data of a model in a random state, with positions and velocities computed.
pub(crate) fn moving(m: &Model, seed: u64) -> Data {
    let mut d = m.make_data();
    let noise = &mut Noise(seed);
    let mut step = vec![0.0; m.nv];
    noise.fill(&mut step);
    support::integrate_pos(m, &mut d.qpos, &step, 1.0);
    noise.fill(&mut d.qvel);
    update(m, &mut d);
    d
}

/// Frames, inertias and velocities for the present positions and velocities.
pub(crate) fn update(m: &Model, d: &mut Data) {
    position::kinematics(m, d);
    position::com_pos(m, d);
    position::make_m(m, d);
    position::factor_m(m, d);
    velocity::com_vel(m, d);
}

/// Largest difference between two slices, relative to the largest entry or one.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let scale = b.iter().fold(1.0, |max: f64, x| max.max(x.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs() / scale).fold(0.0, f64::max)
}
