//! Transmission by a slider-crank.

use super::push_dense;
use crate::dof_chain::{project_pair, wrench_at};
use crate::math::Vec3;
use crate::{Data, Id, Model};

/// Slider on the z axis `a` of one site, linked to a crank pin at another by a rod of length `r`.
///
/// With `v` from the slider's site to the pin, the position of the slider is `l = aᵀv - √(det)`,
/// `det = (aᵀv)² + r² - vᵀv`. A rod too short to reach (`det ≤ 0`) leaves `l = aᵀv`.
pub(super) fn drive(m: &Model, d: &mut Data, actuator: usize, out: usize, row: &mut [f64]) {
    let [pin, slider] = m.actuator_trnid[actuator].map(Id::ix);
    let rod = m.actuator_cranklength[actuator];
    let axis = d.site_xmat[slider].column(2);
    let (pin_pos, slider_pos) = (d.site_xpos[pin], d.site_xpos[slider]);
    let v = pin_pos - slider_pos;

    // length and its derivatives with respect to v and axis
    let av = axis.dot(v);
    let det = av * av + rod * rod - v.dot(v);
    let (length, dv, da) = if det <= 0.0 {
        (av, axis, v)
    } else {
        let root = det.sqrt();
        let scale = 1.0 - av / root;
        (av - root, axis * scale + v * (1.0 / root), v * scale)
    };

    // a force along dv between the two points, and what turns the axis
    let gear = m.actuator_gear[out][0];
    let bodies = [pin, slider].map(|s| m.site_bodyid[s].ix());
    let wrenches = [
        wrench_at(m, d, bodies[0], pin_pos, dv * gear, Vec3::ZERO),
        wrench_at(m, d, bodies[1], slider_pos, dv * -gear, axis.cross(da) * gear),
    ];
    project_pair(m, &d.cdof, bodies, wrenches, row);
    d.actuator_length[out] = length * gear;
    push_dense(d, out, row);
}
