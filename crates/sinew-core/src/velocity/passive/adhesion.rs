//! Adhesion of contacts.

use crate::dof_chain::{project_pair, wrench_at};
use crate::math::Vec3;
use crate::model::Disable;
use crate::{Data, Id, Model, taken};

/// Adds the constant pull of adhesive contacts along their normals to `qfrc_adhesion`, whether they make constraint rows
/// or lie in the gap.
pub(super) fn adhesion(m: &Model, d: &mut Data) {
    if !m.flg_adhesion || m.opt.disabled(Disable::Contact) {
        return;
    }
    let mut out = taken::take(&mut d.qfrc_adhesion);
    for contact in &d.contact[..d.ncon] {
        if contact.adhesion == 0.0 || contact.exclude > 1 {
            continue;
        }
        let [Some(a), Some(b)] = contact.geom.map(|g| g.opt().map(|g| m.geom_bodyid[g].ix())) else { continue };
        let pull = contact.frame.row(0) * contact.adhesion;
        let wrenches = [(a, pull), (b, -pull)].map(|(b, f)| wrench_at(m, d, b, contact.pos, f, Vec3::ZERO));
        project_pair(m, &d.cdof, [a, b], wrenches, &mut out);
    }
    d.qfrc_adhesion = taken::back(out);
}
