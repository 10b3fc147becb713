//! Statistics of a model at `qpos0`, and the length scale of each dof.

use crate::Data;
use crate::math::Vec3;
use crate::model::{GeomType, JointType, Model, Statistic};
use crate::table::Id;

/// Approximate size of each body: how far its joints, its children's joints and its geoms reach from its centre of mass.
fn body_sizes(m: &Model, d: &Data) -> Vec<f64> {
    let mut size: Vec<f64> = vec![0.0; m.nbody];
    for j in 0..m.njnt {
        let body = m.jnt_bodyid[j].ix();
        for b in [body, m.body_parentid[body].ix()] {
            size[b] = size[b].max(d.xipos[b].distance(d.xanchor[j]));
        }
    }
    size[0] = 0.0;
    for g in 0..m.ngeom {
        let b = m.geom_bodyid[g].ix();
        if b > 0 && m.geom_rbound[g] > 0.0 {
            size[b] = size[b].max(m.geom_rbound[g] + d.xipos[b].distance(d.geom_xpos[g]));
        }
    }
    for s in &mut size[1..] {
        *s = s.max(1e-5);
    }
    size
}

/// Sets `dof_length`: 1 for translations, the size of the body for rotations.
pub(super) fn set_dof_length(m: &mut Model, d: &Data) {
    let size = body_sizes(m, d);
    for i in 0..m.nv {
        let j = m.dof_jntid[i].ix();
        let rotates = match JointType::of(m.jnt_type[j]) {
            JointType::Ball | JointType::Hinge => true,
            JointType::Slide => false,
            JointType::Free => i >= m.jnt_dofadr[j].ix() + 3,
        };
        m.dof_length[i] = if rotates { size[m.dof_bodyid[i].ix()] } else { 1.0 };
    }
}

/// Sets `stat`: centre and extent of the model, mean size and mass of its bodies, mean inertia of its dofs.
///
/// Reads results of the position stages at `qpos0`.
pub fn set_statistics(m: &mut Model, d: &Data) {
    // what an empty world has
    m.stat = Statistic { meaninertia: 1.0, meanmass: 1.0, meansize: 0.2, extent: 2.0, center: Vec3::ZERO };

    // box around bodies, joints, sites and geoms
    let (mut low, mut high) = ([1e10_f64; 3], [-1e10_f64; 3]);
    let mut grow = |p: Vec3, radius: f64| {
        for k in 0..3 {
            low[k] = low[k].min(p[k] - radius);
            high[k] = high[k].max(p[k] + radius);
        }
    };
    for b in 1..m.nbody {
        grow(d.xpos[b], 0.0);
        grow(d.xipos[b], 0.0);
    }
    d.xanchor.iter().chain(&d.site_xpos[..]).for_each(|&p| grow(p, 0.0));
    for g in 0..m.ngeom {
        grow(d.geom_xpos[g], geom_reach(m, g));
    }
    m.stat.center = Vec3(std::array::from_fn(|k| 0.5 * (low[k] + high[k])));
    if high[0] > low[0] {
        m.stat.extent = (0..3).map(|k| high[k] - low[k]).fold(1e-5, f64::max);
    }

    // means over moving bodies and dofs
    let n = m.nbody as f64 - 1.0;
    if m.nbody > 1 {
        m.stat.meansize = body_sizes(m, d)[1..].iter().map(|s| s / n).sum();
        m.stat.meanmass = m.body_mass[1..].iter().sum::<f64>() / n;
    }
    m.stat.extent = m.stat.extent.max(2.0 * m.stat.meansize);
    if m.nv > 0 {
        let diagonal = |i: usize| d.M[(m.M_rowadr[i] + m.M_rownnz[i] - 1).ix()];
        m.stat.meaninertia = (0..m.nv).map(diagonal).sum::<f64>() / m.nv as f64;
    }
}

/// How far a geom counts towards the extent: planes and height fields, which may be endless, by a tenth.
fn geom_reach(m: &Model, g: usize) -> f64 {
    let size = m.geom_size[g];
    if m.geom_rbound[g] > 0.0 {
        return m.geom_rbound[g];
    }
    match GeomType::of(m.geom_type[g]) {
        GeomType::Plane if size[0] != 0.0 || size[1] != 0.0 => size[0].max(size[1]) * 0.1,
        GeomType::Plane => 0.01,
        _ => 0.0,
    }
}
