//! Velocities and accelerations of objects, applied forces, and moving along the configuration manifold.

use crate::jacobian::dofs_to_root;
use crate::math::{MINVAL, Mat3, Quat, Spatial, Vec3};
use crate::model::{JointType, ObjType};
use crate::{Data, Id, Model};

/// The object has no frame in space: wrong type, or no such object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind:?} {id} has no frame: it must be a body, xbody, geom, site or camera of the model")]
pub struct NoFrame {
    /// type that was asked for
    pub kind: ObjType,
    /// object that was asked for
    pub id: usize,
}

/// Body, position and orientation of an object that has a frame.
pub(crate) fn frame_of<'a>(
    m: &Model,
    d: &'a Data,
    kind: ObjType,
    id: usize,
) -> Result<(usize, Vec3, &'a Mat3), NoFrame> {
    if id >= m.count(kind) {
        return Err(NoFrame { kind, id });
    }
    match kind {
        ObjType::Body => Ok((id, d.xipos[id], &d.ximat[id])),
        ObjType::Xbody => Ok((id, d.xpos[id], &d.xmat[id])),
        ObjType::Geom => Ok((m.geom_bodyid[id].ix(), d.geom_xpos[id], &d.geom_xmat[id])),
        ObjType::Site => Ok((m.site_bodyid[id].ix(), d.site_xpos[id], &d.site_xmat[id])),
        ObjType::Camera => Ok((m.cam_bodyid[id].ix(), d.cam_xpos[id], &d.cam_xmat[id])),
        _ => Err(NoFrame { kind, id }),
    }
}

/// Velocity of an object at its own origin, in world directions or, if `local`, in its own.
///
/// Reads `cvel`, `subtree_com` and the frame of the object.
#[doc(alias = "mj_objectVelocity")]
pub fn object_velocity(m: &Model, d: &Data, kind: ObjType, id: usize, local: bool) -> Result<Spatial, NoFrame> {
    let (body, pos, frame) = frame_of(m, d, kind, id)?;
    // what has no dofs does not move, mocap bodies included
    if m.body_dofnum[m.body_weldid[body].ix()] == 0 {
        return Ok(Spatial::ZERO);
    }
    let velocity = d.cvel[body].motion_at(pos, d.subtree_com[m.body_rootid[body].ix()]);
    Ok(if local { velocity.in_frame(frame) } else { velocity })
}

/// Acceleration of an object at its own origin, in world directions or, if `local`, in its own. Gravity counts as an
/// upward acceleration, as an accelerometer feels it.
///
/// A spatial acceleration becomes that of a point by `a + ω × v`. Reads `cacc`, `cvel`, `subtree_com` and the frame of
/// the object; `cacc` comes from `rne_post_constraint`.
#[doc(alias = "mj_objectAcceleration")]
pub fn object_acceleration(m: &Model, d: &Data, kind: ObjType, id: usize, local: bool) -> Result<Spatial, NoFrame> {
    let (body, pos, frame) = frame_of(m, d, kind, id)?;
    let com = d.subtree_com[m.body_rootid[body].ix()];
    let in_frame = |s: Spatial| if local { s.in_frame(frame) } else { s };
    let acceleration = in_frame(d.cacc[body].motion_at(pos, com));
    let velocity = in_frame(d.cvel[body].motion_at(pos, com));
    let turning = velocity.rotational().cross(velocity.linear());
    Ok(Spatial::new(acceleration.rotational(), acceleration.linear() + turning))
}

/// Adds the generalized force of a force and a torque at a point of a body: `q += J_linᵀ f + J_rotᵀ τ`.
#[doc(alias = "mj_applyFT")]
pub fn apply_ft(m: &Model, d: &Data, force: Vec3, torque: Vec3, point: Vec3, body: usize, qfrc: &mut [f64]) {
    apply_ft_with(m, &d.cdof, &d.subtree_com, force, torque, point, body, qfrc);
}

/// [`apply_ft`] from the columns that it reads, so that a column of the same `Data` can be the target.
pub fn apply_ft_with(
    m: &Model,
    cdof: &[Spatial],
    subtree_com: &[Vec3],
    force: Vec3,
    torque: Vec3,
    point: Vec3,
    body: usize,
    qfrc: &mut [f64],
) {
    let offset = point - subtree_com[m.body_rootid[body].ix()];
    for i in dofs_to_root(m, body) {
        let (a, v) = (cdof[i].rotational(), cdof[i].linear());
        qfrc[i] += (v + a.cross(offset)).dot(force);
        qfrc[i] += a.dot(torque);
    }
}

/// Adds the generalized force of `xfrc_applied`: a force and a torque at the centre of mass of each body.
#[doc(alias = "mj_xfrcAccumulate")]
pub fn xfrc_accumulate(m: &Model, d: &Data, qfrc: &mut [f64]) {
    xfrc_accumulate_with(m, 1..m.nbody, &d.cdof, &d.subtree_com, &d.xipos, &d.xfrc_applied, qfrc);
}

/// [`xfrc_accumulate`] of some bodies from the columns that it reads, so that a column of the same `Data` can be the
/// target.
pub fn xfrc_accumulate_with(
    m: &Model,
    bodies: impl Iterator<Item = usize>,
    cdof: &[Spatial],
    subtree_com: &[Vec3],
    xipos: &[Vec3],
    xfrc_applied: &[Spatial],
    qfrc: &mut [f64],
) {
    // mostly there are none: all bits but the signs, of all bodies at once
    if bytemuck::cast_slice::<_, u64>(xfrc_applied).iter().fold(0, |bits, x| bits | x) << 1 == 0 {
        return;
    }
    for b in bodies {
        // the column holds the force first
        let (force, torque) = (xfrc_applied[b].rotational(), xfrc_applied[b].linear());
        if !xfrc_applied[b].is_zero() {
            apply_ft_with(m, cdof, subtree_com, force, torque, xipos[b], b, qfrc);
        }
    }
}

/// Moves a configuration along a velocity for a time; orientations by the exponential map.
#[doc(alias = "mj_integratePos")]
pub fn integrate_pos(m: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    integrate_joints(m, qpos, qvel, dt, 0..m.njnt);
}

/// [`integrate_pos`] of some joints.
pub(crate) fn integrate_joints(
    m: &Model,
    qpos: &mut [f64],
    qvel: &[f64],
    dt: f64,
    joints: impl Iterator<Item = usize>,
) {
    let n = m.njnt;
    let (kinds, qposadr, dofadr) = (&m.jnt_type[..n], &m.jnt_qposadr[..n], &m.jnt_dofadr[..n]);
    for j in joints {
        let (q, v) = (qposadr[j].ix(), dofadr[j].ix());
        match JointType::of(kinds[j]) {
            JointType::Free => {
                for i in 0..3 {
                    qpos[q + i] += dt * qvel[v + i];
                }
                integrate_quat(&mut qpos[q + 3..q + 7], &qvel[v + 3..], dt);
            }
            JointType::Ball => integrate_quat(&mut qpos[q..q + 4], &qvel[v..], dt),
            JointType::Slide | JointType::Hinge => qpos[q] += dt * qvel[v],
        }
    }
}

fn integrate_quat(quat: &mut [f64], velocity: &[f64], dt: f64) {
    let turned = Quat::from_slice(quat).integrate(Vec3::from_slice(velocity), dt);
    quat.copy_from_slice(&turned.0);
}

/// Velocity that carries one configuration to another in a time: the inverse of [`integrate_pos`].
#[doc(alias = "mj_differentiatePos")]
pub fn differentiate_pos(m: &Model, qvel: &mut [f64], dt: f64, qpos1: &[f64], qpos2: &[f64]) {
    let turn = |q: usize| Quat::from_slice(&qpos2[q..]).minus(Quat::from_slice(&qpos1[q..])) * (1.0 / dt);
    for j in 0..m.njnt {
        let (q, v) = (m.jnt_qposadr[j].ix(), m.jnt_dofadr[j].ix());
        match JointType::of(m.jnt_type[j]) {
            JointType::Free => {
                for i in 0..3 {
                    qvel[v + i] = (qpos2[q + i] - qpos1[q + i]) / dt;
                }
                qvel[v + 3..v + 6].copy_from_slice(&turn(q + 3).0);
            }
            JointType::Ball => qvel[v..v + 3].copy_from_slice(&turn(q).0),
            JointType::Slide | JointType::Hinge => qvel[v] = (qpos2[q] - qpos1[q]) / dt,
        }
    }
}

/// Makes every quaternion of a configuration a unit quaternion.
#[doc(alias = "mj_normalizeQuat")]
pub fn normalize_quat(m: &Model, qpos: &mut [f64]) {
    for j in 0..m.njnt {
        let start = match JointType::of(m.jnt_type[j]) {
            JointType::Free => m.jnt_qposadr[j].ix() + 3,
            JointType::Ball => m.jnt_qposadr[j].ix(),
            JointType::Slide | JointType::Hinge => continue,
        };
        let quat = &mut qpos[start..start + 4];
        quat.copy_from_slice(&Quat::from_slice(quat).normalized().0.0);
    }
}

impl Model {
    /// Mass of all bodies.
    #[doc(alias = "mj_getTotalmass")]
    pub fn get_total_mass(&self) -> f64 {
        self.body_mass.iter().skip(1).sum()
    }

    /// Scales masses and inertias so that all bodies together have this mass. Quantities that follow from them are
    /// recomputed by `set_const`.
    #[doc(alias = "mj_setTotalmass")]
    pub fn set_total_mass(&mut self, mass: f64) {
        let scale = (mass / self.get_total_mass().max(MINVAL)).max(MINVAL);
        for b in 1..self.nbody {
            self.body_mass[b] *= scale;
            self.body_inertia[b] *= scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jacobian::jac;
    use crate::math::dense;
    use crate::testing::{Noise, distance, moving, samples};

    #[test]
    fn differentiating_undoes_integrating() {
        for m in samples() {
            let noise = &mut Noise(41);
            for _ in 0..20 {
                let start = moving(&m, noise.below(1000) as u64).qpos.to_vec();
                let mut velocity = vec![0.0; m.nv];
                noise.fill(&mut velocity);
                let (mut end, mut back) = (start.clone(), vec![0.0; m.nv]);
                integrate_pos(&m, &mut end, &velocity, 0.7);
                differentiate_pos(&m, &mut back, 0.7, &start, &end);
                assert!(distance(&back, &velocity) < 1e-14, "{}", distance(&back, &velocity));
            }
        }
    }

    #[test]
    fn normalising_changes_only_quaternions() {
        let m = &samples()[1];
        let unit = moving(m, 42).qpos.to_vec();
        let mut long: Vec<f64> = unit.iter().map(|x| 3.0 * x).collect();
        normalize_quat(m, &mut long);
        for j in 0..m.njnt {
            let q = m.jnt_qposadr[j].ix();
            let (plain, quat) = match JointType::of(m.jnt_type[j]) {
                JointType::Free => (3, 4),
                JointType::Ball => (0, 4),
                JointType::Slide | JointType::Hinge => (1, 0),
            };
            for i in q..q + plain {
                assert_eq!(long[i], 3.0 * unit[i]);
            }
            let at = q + plain..q + plain + quat;
            assert!(distance(&long[at.clone()], &unit[at]) < 1e-15);
        }
    }

    #[test]
    fn velocity_of_an_object_is_its_jacobian_times_qvel() {
        for m in samples() {
            let d = moving(&m, 43);
            let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
            for b in 0..m.nbody {
                let (mut v, mut w) = (Vec3::ZERO, Vec3::ZERO);
                jac(&m, &d, Some(&mut jacp), Some(&mut jacr), d.xipos[b], b);
                dense::mul(&mut v.0, &jacp, &d.qvel);
                dense::mul(&mut w.0, &jacr, &d.qvel);
                let world = object_velocity(&m, &d, ObjType::Body, b, false).expect("a body");
                assert!(distance(&world.0, &Spatial::new(w, v).0) < 1e-13);
                let local = object_velocity(&m, &d, ObjType::Body, b, true).expect("a body");
                assert!(distance(&local.0, &Spatial::new(w, v).in_frame(&d.ximat[b]).0) < 1e-13);
            }
            assert!(object_velocity(&m, &d, ObjType::Body, m.nbody, false).is_err(), "there is no such body");
            assert!(object_velocity(&m, &d, ObjType::Joint, 0, false).is_err(), "a joint has no frame");
        }
    }

    #[test]
    fn an_applied_force_does_the_work_of_its_point() {
        for m in samples() {
            let (mut d, noise) = (moving(&m, 44), &mut Noise(5));
            let mut power = 0.0;
            for b in 1..m.nbody {
                let (force, torque) = (noise.vec(), noise.vec());
                d.xfrc_applied[b] = Spatial::new(force, torque);
                let velocity = object_velocity(&m, &d, ObjType::Body, b, false).expect("a body");
                power += velocity.linear().dot(force) + velocity.rotational().dot(torque);
            }
            let mut qfrc = vec![0.0; m.nv];
            xfrc_accumulate(&m, &d, &mut qfrc);
            let work = dense::dot(&qfrc, &d.qvel);
            assert!((work - power).abs() < 1e-12 * (1.0 + power.abs()), "{work} and {power}");
        }
    }

    #[test]
    fn total_mass_can_be_set() {
        let mut m = samples().swap_remove(0);
        let inertia = m.body_inertia[1] * (2.0 / m.get_total_mass());
        m.set_total_mass(2.0);
        assert!((m.get_total_mass() - 2.0).abs() < 1e-14);
        assert!(distance(&m.body_inertia[1].0, &inertia.0) < 1e-15);
    }
}
