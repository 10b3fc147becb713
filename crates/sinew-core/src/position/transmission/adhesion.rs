//! Transmission by the contacts of a body.

use super::push_dense;
use crate::dof_chain::{project_pair, wrench_at};
use crate::math::Vec3;
use crate::{Data, Id, Model};

/// Pull at every contact of a body: the moment is minus the mean of the normals' gradients, over the contacts that
/// make constraint rows and those in the gap. There is no length.
pub(super) fn drive(m: &Model, d: &mut Data, body: usize, out: usize, row: &mut [f64]) {
    d.actuator_length[out] = 0.0;
    let mut count = 0.0;
    for contact in &d.contact[..d.ncon] {
        let [Some(a), Some(b)] = contact.geom.map(|g| g.opt().map(|g| m.geom_bodyid[g].ix())) else { continue };
        if (a != body && b != body) || contact.exclude > 1 {
            continue;
        }
        count += 1.0;
        let normal = contact.frame.row(0);
        let wrenches = [(a, -1.0), (b, 1.0)].map(|(b, s)| wrench_at(m, d, b, contact.pos, normal * s, Vec3::ZERO));
        project_pair(m, &d.cdof, [a, b], wrenches, row);
    }
    for moment in row.iter_mut().filter(|x| **x != 0.0) {
        *moment *= -1.0 / count;
    }
    push_dense(d, out, row);
}
