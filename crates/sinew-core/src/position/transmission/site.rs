//! Transmission by a site, alone or relative to another.

use super::push_dense;
use crate::dof_chain::{project, project_pair, wrench_at};
use crate::math::Vec3;
use crate::{Data, Id, Model};

/// Force and torque at a site: in its own frame, or between it and a reference site, in the reference's frame.
///
/// With a reference the length is the relative position and rotation vector along the gear; alone there is no length.
pub(super) fn drive(m: &Model, d: &mut Data, actuator: usize, out: usize, row: &mut [f64]) {
    let [site, reference] = m.actuator_trnid[actuator];
    let site = site.ix();
    let gear = &m.actuator_gear[out];
    let (push, twist) = (Vec3::from_slice(gear), Vec3::from_slice(&gear[3..]));
    let (body, point) = (m.site_bodyid[site].ix(), d.site_xpos[site]);

    if let Some(reference) = reference.opt() {
        let (other, frame) = (m.site_bodyid[reference].ix(), &d.site_xmat[reference]);
        let mut length = 0.0;
        if !push.is_zero() {
            length += frame.mul_t_vec(point - d.site_xpos[reference]).dot(push);
        }
        if !twist.is_zero() {
            length += relative_rotation(d, site, reference).dot(twist);
        }
        let (force, torque) = (frame.mul_vec(push), frame.mul_vec(twist));
        let wrenches = [
            wrench_at(m, d, body, point, force, torque),
            wrench_at(m, d, other, d.site_xpos[reference], -force, -torque),
        ];
        project_pair(m, &d.cdof, [body, other], wrenches, row);
        d.actuator_length[out] = length;
    } else {
        let frame = &d.site_xmat[site];
        let wrench = wrench_at(m, d, body, point, frame.mul_vec(push), frame.mul_vec(twist));
        project(m, &d.cdof, body, wrench, row);
        d.actuator_length[out] = 0.0;
    }
    push_dense(d, out, row);
}

/// Orientation of a site relative to a reference site: three lengths, the rotation vector, each with the torque about
/// one axis of the site.
pub(super) fn orientation(m: &Model, d: &mut Data, actuator: usize, out: usize, row: &mut [f64]) {
    let [site, reference] = m.actuator_trnid[actuator].map(Id::ix);
    let bodies = [site, reference].map(|s| m.site_bodyid[s].ix());
    let rotation = relative_rotation(d, site, reference);
    for k in 0..3 {
        let torque = d.site_xmat[site].column(k);
        let wrenches =
            [(0, 1.0), (1, -1.0)].map(|(i, sign)| wrench_at(m, d, bodies[i], Vec3::ZERO, Vec3::ZERO, torque * sign));
        project_pair(m, &d.cdof, bodies, wrenches, row);
        d.actuator_length[out + k] = rotation[k];
        push_dense(d, out + k, row);
    }
}

/// Rotation vector from one site to another.
fn relative_rotation(d: &Data, site: usize, reference: usize) -> Vec3 {
    d.site_xquat[site].minus(d.site_xquat[reference])
}
