//! Jacobians of points and directions fixed to bodies, dense and over the dofs that matter.
//!
//! Column `i` of the Jacobian of a point `p` follows from the motion axis `s_i = (a_i, v_i)` about the centre of mass `c`
//! of the tree: the rotation is `a_i` and the translation `v_i + a_i × (p - c)`. Matrices are row-major, three rows each,
//! with `nv` columns or, in the sparse forms, one column per dof of a chain.
//! MuJoCo manual, *Computation: General framework*.

use crate::math::{Mat3, Spatial, Vec3};
use crate::model::JointType;
use crate::{Data, Id, Model};

/// Dofs that move a body, from the nearest to the root.
#[inline]
pub fn dofs_to_root(m: &Model, body: usize) -> impl Iterator<Item = usize> + '_ {
    let carrier = m.body_weldid[body].ix();
    let last = m.body_dofs(carrier).next_back();
    std::iter::successors(last, |&i| m.dof_parentid[i].opt())
}

/// Bodies of a subtree, which are numbered one after the other.
pub fn subtree(m: &Model, body: usize) -> std::ops::Range<usize> {
    let after = (body + 1..m.nbody).find(|&b| m.body_parentid[b].ix() < body);
    body..after.unwrap_or(m.nbody)
}

/// Writes the dofs that move a body to `chain`, ascending, and returns their number.
#[doc(alias = "mj_bodyChain")]
pub fn body_chain(m: &Model, body: usize, chain: &mut [i32]) -> usize {
    let mut n = 0;
    for i in dofs_to_root(m, body) {
        chain[n] = i as i32;
        n += 1;
    }
    chain[..n].reverse();
    n
}

/// Writes the dofs that move either body to `chain`, ascending, and returns their number. With `skip_common` those that
/// move both are left out.
#[doc(alias = "mj_mergeChain")]
pub fn merge_chain(m: &Model, chain: &mut [i32], body1: usize, body2: usize, skip_common: bool) -> usize {
    let (mut first, mut second) = (dofs_to_root(m, body1).peekable(), dofs_to_root(m, body2).peekable());
    let mut n = 0;
    while let Some(dof) = first.peek().max(second.peek()).copied() {
        let moves_first = first.next_if_eq(&dof).is_some();
        let moves_second = second.next_if_eq(&dof).is_some();
        // from the first dof in common on, all are
        if skip_common && moves_first && moves_second {
            break;
        }
        chain[n] = dof as i32;
        n += 1;
    }
    chain[..n].reverse();
    n
}

/// Column of a point's translation, for a motion axis about an origin `offset` away from it.
#[inline]
fn translation(axis: Spatial, offset: Vec3) -> Vec3 {
    axis.linear() + axis.rotational().cross(offset)
}

/// Offset of a point from the origin of the motion axes of a body.
#[inline]
fn from_com(m: &Model, d: &Data, point: Vec3, body: usize) -> Vec3 {
    point - d.subtree_com[m.body_rootid[body].ix()]
}

/// The first `3 · columns` numbers of a matrix, zeroed.
#[inline]
fn cleared(mat: Option<&mut [f64]>, columns: usize) -> Option<&mut [f64]> {
    let mat = &mut mat?[..3 * columns];
    mat.fill(0.0);
    Some(mat)
}

/// Sets column `i` of a matrix with three rows.
#[inline]
fn set_column(mat: &mut [f64], i: usize, column: Vec3) {
    let n = mat.len() / 3;
    for k in 0..3 {
        mat[k * n + i] = column[k];
    }
}

/// Adds to column `i` of a matrix with three rows.
#[inline]
fn add_column(mat: &mut [f64], i: usize, column: Vec3) {
    let n = mat.len() / 3;
    for k in 0..3 {
        mat[k * n + i] += column[k];
    }
}

/// Adds `sign` times the Jacobian of a point, in the given pairs of column and dof.
#[inline]
fn add_columns(
    m: &Model,
    d: &Data,
    mut jacp: Option<&mut [f64]>,
    mut jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
    sign: f64,
    places: impl Iterator<Item = (usize, usize)>,
) {
    let offset = from_com(m, d, point, body);
    for (column, i) in places {
        if let Some(jacp) = jacp.as_deref_mut() {
            add_column(jacp, column, translation(d.cdof[i], offset) * sign);
        }
        if let Some(jacr) = jacr.as_deref_mut() {
            add_column(jacr, column, d.cdof[i].rotational() * sign);
        }
    }
}

/// Dofs that move a body with their columns in a dense matrix.
#[inline]
fn in_full(m: &Model, body: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    dofs_to_root(m, body).map(|i| (i, i))
}

/// Jacobian of a point fixed to a body: translation and rotation, each `3 × nv` if asked for.
#[doc(alias = "mj_jac")]
pub fn jac(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, point: Vec3, body: usize) {
    let (jacp, jacr) = (cleared(jacp, m.nv), cleared(jacr, m.nv));
    add_columns(m, d, jacp, jacr, point, body, 1.0, in_full(m, body));
}

/// Jacobian of the frame of a body.
#[doc(alias = "mj_jacBody")]
pub fn jac_body(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, body: usize) {
    jac(m, d, jacp, jacr, d.xpos[body], body);
}

/// Jacobian of the centre of mass of a body.
#[doc(alias = "mj_jacBodyCom")]
pub fn jac_body_com(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, body: usize) {
    jac(m, d, jacp, jacr, d.xipos[body], body);
}

/// Jacobian of a geom.
#[doc(alias = "mj_jacGeom")]
pub fn jac_geom(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, geom: usize) {
    jac(m, d, jacp, jacr, d.geom_xpos[geom], m.geom_bodyid[geom].ix());
}

/// Jacobian of a site.
#[doc(alias = "mj_jacSite")]
pub fn jac_site(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, site: usize) {
    jac(m, d, jacp, jacr, d.site_xpos[site], m.site_bodyid[site].ix());
}

/// Jacobian of the centre of mass of a subtree, `3 × nv`: the mean of those of its bodies, weighted by mass.
#[doc(alias = "mj_jacSubtreeCom")]
pub fn jac_subtree_com(m: &Model, d: &Data, jacp: &mut [f64], body: usize) {
    jacp.fill(0.0);
    for b in subtree(m, body) {
        let offset = from_com(m, d, d.xipos[b], b);
        for i in dofs_to_root(m, b) {
            add_column(jacp, i, translation(d.cdof[i], offset) * m.body_mass[b]);
        }
    }
    let scale = 1.0 / m.body_subtreemass[body];
    for x in jacp {
        *x *= scale;
    }
}

/// Jacobians of a point and of a direction, both fixed to a body, each `3 × nv` if asked for.
#[doc(alias = "mj_jacPointAxis")]
pub fn jac_point_axis(
    m: &Model,
    d: &Data,
    jac_point: Option<&mut [f64]>,
    jac_axis: Option<&mut [f64]>,
    point: Vec3,
    axis: Vec3,
    body: usize,
) {
    jac(m, d, jac_point, None, point, body);
    if let Some(jac_axis) = jac_axis {
        jac_axis.fill(0.0);
        for i in dofs_to_root(m, body) {
            set_column(jac_axis, i, d.cdof[i].rotational().cross(axis));
        }
    }
}

/// Jacobian of a point over the dofs of an ascending chain, each `3 × chain`; dofs that are not in it are left out.
#[doc(alias = "mj_jacSparse")]
pub fn jac_sparse(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
    chain: &[i32],
) {
    let (jacp, jacr) = (cleared(jacp, chain.len()), cleared(jacr, chain.len()));
    add_columns(m, d, jacp, jacr, point, body, 1.0, in_chain(m, body, chain));
}

/// Dofs that move a body with their places in an ascending chain, from the nearest to the root.
#[inline]
fn in_chain<'a>(m: &'a Model, body: usize, chain: &'a [i32]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut end = chain.len();
    dofs_to_root(m, body).filter_map(move |i| {
        while end > 0 && chain[end - 1].ix() > i {
            end -= 1;
        }
        (end > 0 && chain[end - 1].ix() == i).then(|| (end - 1, i))
    })
}

/// Difference of the Jacobians of two points, the second minus the first, and the number of columns.
///
/// If `sparse`, the columns are the dofs that move either body, written to `chain`; with `skip_common` without those
/// that move both. Otherwise there are `nv`. Matrices are packed at the start of `difp` and `difr`.
#[doc(alias = "mj_jacDifPair")]
pub fn jac_dif_pair(
    m: &Model,
    d: &Data,
    chain: &mut [i32],
    [body1, body2]: [usize; 2],
    [point1, point2]: [Vec3; 2],
    difp: Option<&mut [f64]>,
    difr: Option<&mut [f64]>,
    sparse: bool,
    skip_common: bool,
) -> usize {
    let n = if sparse { merge_chain(m, chain, body1, body2, skip_common) } else { m.nv };
    let (mut difp, mut difr) = (cleared(difp, n), cleared(difr, n));
    for (body, point, sign) in [(body1, point1, -1.0), (body2, point2, 1.0)] {
        let (difp, difr) = (difp.as_deref_mut(), difr.as_deref_mut());
        if sparse {
            add_columns(m, d, difp, difr, point, body, sign, in_chain(m, body, &chain[..n]));
        } else {
            add_columns(m, d, difp, difr, point, body, sign, in_full(m, body));
        }
    }
    n
}

/// Time derivative of the Jacobian of a point fixed to a body, each `3 × nv` if asked for.
///
/// Both the motion axes and the point move: `d/dt (v + a × r) = v̇ + ȧ × r + a × ṗ`.
#[doc(alias = "mj_jacDot")]
pub fn jac_dot(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, point: Vec3, body: usize) {
    let (jacp, jacr) = (cleared(jacp, m.nv), cleared(jacr, m.nv));
    set_dot_columns(m, d, jacp, jacr, point, body, in_full(m, body));
}

/// Time derivative of the Jacobian of a point over the dofs of an ascending chain, each `3 × chain`.
#[doc(alias = "mj_jacDotSparse")]
pub fn jac_dot_sparse(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
    chain: &[i32],
) {
    let (jacp, jacr) = (cleared(jacp, chain.len()), cleared(jacr, chain.len()));
    set_dot_columns(m, d, jacp, jacr, point, body, in_chain(m, body, chain));
}

/// Writes the columns of the derivative for the given pairs of column and dof.
fn set_dot_columns(
    m: &Model,
    d: &Data,
    mut jacp: Option<&mut [f64]>,
    mut jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
    places: impl Iterator<Item = (usize, usize)>,
) {
    let com = d.subtree_com[m.body_rootid[body].ix()];
    let offset = point - com;
    let velocity = d.cvel[body].motion_at(point, com).linear();
    for (column, i) in places {
        let axis_dot = axis_rate(m, d, i);
        if let Some(jacp) = jacp.as_deref_mut() {
            let moving = translation(axis_dot, offset) + d.cdof[i].rotational().cross(velocity);
            set_column(jacp, column, moving);
        }
        if let Some(jacr) = jacr.as_deref_mut() {
            set_column(jacr, column, axis_dot.rotational());
        }
    }
}

/// Rate of change of a motion axis. Those of a quaternion are fixed to the body that they move.
fn axis_rate(m: &Model, d: &Data, dof: usize) -> Spatial {
    let joint = m.dof_jntid[dof].ix();
    let of_quaternion = match JointType::of(m.jnt_type[joint]) {
        JointType::Ball => true,
        JointType::Free => dof >= m.jnt_dofadr[joint].ix() + 3,
        JointType::Slide | JointType::Hinge => false,
    };
    if of_quaternion { d.cvel[m.dof_bodyid[dof].ix()].cross_motion(d.cdof[dof]) } else { d.cdof_dot[dof] }
}

/// Matrix that maps velocities to the angular momentum of a subtree about its centre of mass, `3 × nv`.
///
/// `H = Σ_b (I_b J_rot + m_b (x_b - c) × J_lin)` with the inertia of each body in world directions.
#[doc(alias = "mj_angmomMat")]
pub fn angmom_mat(m: &Model, d: &Data, mat: &mut [f64], body: usize) {
    mat.fill(0.0);
    let com = d.subtree_com[body];
    for b in subtree(m, body) {
        let frame: &Mat3 = &d.ximat[b];
        let arm = d.xipos[b] - com;
        let offset = from_com(m, d, d.xipos[b], b);
        for i in dofs_to_root(m, b) {
            let spin = frame.mul_vec(m.body_inertia[b].scale_by(frame.mul_t_vec(d.cdof[i].rotational())));
            let orbit = arm.cross(translation(d.cdof[i], offset)) * m.body_mass[b];
            add_column(mat, i, spin + orbit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::dense;
    use crate::support;
    use crate::testing::{Noise, distance, moving, samples, update};

    /// Central difference along `qvel` of what `read` sees.
    fn along_motion(m: &Model, d: &Data, h: f64, read: impl Fn(&Data) -> Vec<f64>) -> Vec<f64> {
        let at = |dt: f64| {
            let mut moved = d.clone();
            support::integrate_pos(m, &mut moved.qpos, &d.qvel, dt);
            update(m, &mut moved);
            read(&moved)
        };
        at(h).into_iter().zip(at(-h)).map(|(a, b)| (a - b) / (2.0 * h)).collect()
    }

    #[test]
    fn jacobians_are_the_derivatives_of_positions() {
        for m in samples() {
            let d = moving(&m, 31);
            for b in 1..m.nbody {
                let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
                let (mut velocity, mut spin) = ([0.0; 3], [0.0; 3]);
                jac_body_com(&m, &d, Some(&mut jacp), Some(&mut jacr), b);
                dense::mul(&mut velocity, &jacp, &d.qvel);
                dense::mul(&mut spin, &jacr, &d.qvel);
                let moved = along_motion(&m, &d, 1e-6, |d| d.xipos[b].0.to_vec());
                assert!(distance(&velocity, &moved) < 1e-8, "translation of body {b}");
                // each axis of the frame turns as ω × axis
                for k in 0..3 {
                    let turned = along_motion(&m, &d, 1e-6, |d| d.xmat[b].column(k).0.to_vec());
                    let want = Vec3(spin).cross(d.xmat[b].column(k));
                    assert!(distance(&want.0, &turned) < 1e-8, "rotation of body {b}");
                }
                jac_subtree_com(&m, &d, &mut jacp, b);
                dense::mul(&mut velocity, &jacp, &d.qvel);
                let moved = along_motion(&m, &d, 1e-6, |d| d.subtree_com[b].0.to_vec());
                assert!(distance(&velocity, &moved) < 1e-8, "centre of mass of subtree {b}");
            }
        }
    }

    #[test]
    fn jacobian_rates_are_the_derivatives_of_jacobians() {
        for m in samples() {
            let d = moving(&m, 32);
            for b in 1..m.nbody {
                let mut rates = vec![0.0; 6 * m.nv];
                let (p, r) = rates.split_at_mut(3 * m.nv);
                jac_dot(&m, &d, Some(p), Some(r), d.xpos[b], b);
                let moved = along_motion(&m, &d, 1e-6, |d| {
                    let mut out = vec![0.0; 6 * m.nv];
                    let (p, r) = out.split_at_mut(3 * m.nv);
                    jac_body(&m, d, Some(p), Some(r), b);
                    out
                });
                assert!(distance(&rates, &moved) < 1e-7, "body {b}: {}", distance(&rates, &moved));
            }
        }
    }

    #[test]
    fn sparse_jacobians_equal_dense_ones() {
        for m in samples() {
            let (d, noise) = (moving(&m, 33), &mut Noise(3));
            for _ in 0..20 {
                let bodies = [noise.below(m.nbody), noise.below(m.nbody)];
                let points = [noise.vec(), noise.vec()];
                let skip_common = noise.next() > 0.0;
                let mut chain = vec![0; m.nv];
                let (mut dense, mut sparse) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
                jac_dif_pair(&m, &d, &mut chain, bodies, points, Some(&mut dense), None, false, false);
                let n = jac_dif_pair(&m, &d, &mut chain, bodies, points, Some(&mut sparse), None, true, skip_common);
                assert!(chain[..n].is_sorted());
                for i in 0..m.nv {
                    let moves = bodies.map(|b| dofs_to_root(&m, b).any(|dof| dof == i));
                    let place = chain[..n].iter().position(|&dof| dof.ix() == i);
                    let expected = if skip_common { moves[0] != moves[1] } else { moves[0] || moves[1] };
                    assert_eq!(place.is_some(), expected, "dof {i} of bodies {bodies:?}");
                    if let Some(place) = place {
                        for row in 0..3 {
                            assert_eq!(sparse[row * n + place], dense[row * m.nv + i]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn momentum_matrix_maps_velocity_to_the_momentum_of_the_subtree() {
        for m in samples() {
            let mut d = moving(&m, 34);
            crate::velocity::subtree_vel(&m, &mut d);
            for b in 0..m.nbody {
                let (mut mat, mut momentum) = (vec![0.0; 3 * m.nv], [0.0; 3]);
                angmom_mat(&m, &d, &mut mat, b);
                dense::mul(&mut momentum, &mat, &d.qvel);
                assert!(distance(&momentum, &d.subtree_angmom[b].0) < 1e-12, "subtree {b}");
            }
        }
    }
}
