//! Forces of tendons on the bodies that they pass.

use crate::math::{Spatial, Vec3, sparse};
use crate::model::{ConstraintType, Disable, EqType, TrnType};
use crate::position::tendon::spatial::{Piece, pieces};
use crate::position::tendon::tendon_dot;
use crate::reflected::{Target, actuator_armature};
use crate::{Data, Id, Model};

use super::passive::{tendon_damper_force, tendon_spring_force};

/// Total force along a tendon, positive if it pushes: of its spring and damper, of actuators, of limit, friction and
/// equality constraints, and of its own inertia `-a (J q̈ + J̇ q̇)`.
pub(super) fn tendon_force(m: &Model, d: &Data, tendon: usize) -> f64 {
    let mut force = 0.0;
    if !m.opt.disabled(Disable::Spring) {
        force += tendon_spring_force(m, d, tendon);
    }
    if !m.opt.disabled(Disable::Damper) {
        force += tendon_damper_force(m, d, tendon);
    }
    let drives =
        |&a: &usize| TrnType::of(m.actuator_trntype[a]) == TrnType::Tendon && m.actuator_trnid[a][0].ix() == tendon;
    for a in (0..m.nactuator).filter(drives) {
        let out = m.actuator_outadr[a].ix();
        force += d.actuator_force[out] * m.actuator_gear[out][0];
    }
    let armature = m.tendon_armature[tendon] + actuator_armature(m, Target::Tendon(tendon));
    if armature != 0.0 {
        let start = m.ten_J_rowadr[tendon].ix();
        let row = start..start + m.ten_J_rownnz[tendon].ix();
        let rate = sparse::dot(&d.ten_J[row.clone()], &m.ten_J_colind[row], &d.qacc);
        force -= armature * (rate + tendon_dot(m, d, tendon, &d.qvel));
    }
    force + (0..d.nefc).map(|row| d.efc_force[row] * share(m, d, row, tendon)).sum::<f64>()
}

/// What a constraint row has of a tendon: its derivative with respect to the tendon's length.
fn share(m: &Model, d: &Data, row: usize, tendon: usize) -> f64 {
    let id = d.efc_id[row].ix();
    match ConstraintType::of(d.efc_type[row]) {
        ConstraintType::FrictionTendon if id == tendon => 1.0,
        ConstraintType::LimitTendon if id == tendon => {
            // the row holds the distance to the lower limit or to the upper; of two rows the lower comes first
            let same = |other: usize| d.efc_type[other] == d.efc_type[row] && d.efc_id[other] == d.efc_id[row];
            let ([low, high], length) = (m.tendon_range[tendon], d.ten_length[tendon]);
            let (above, below) = (length - low, high - length);
            let lower = if row > 0 && same(row - 1) {
                false
            } else if row + 1 < d.nefc && same(row + 1) {
                true
            } else {
                (d.efc_pos[row] - above).abs() <= (d.efc_pos[row] - below).abs()
            };
            if lower { 1.0 } else { -1.0 }
        }
        ConstraintType::Equality if EqType::of(m.eq_type[id]) == EqType::Tendon => {
            let mut share = if m.eq_obj1id[id].ix() == tendon { 1.0 } else { 0.0 };
            if m.eq_obj2id[id].opt() == Some(tendon) {
                let x = d.ten_length[tendon] - m.tendon_length0[tendon];
                let [_, a, b, c, e, ..] = m.eq_data[id];
                share -= a + x * (2.0 * b + x * (3.0 * c + x * (4.0 * e)));
            }
            share
        }
        _ => 0.0,
    }
}

/// Hands the forces at the points of a tendon's path to `add`: body, point, wrench.
///
/// A force along the path acts at both ends of each straight segment, away from each other, divided by the divisor of
/// its branch.
pub(super) fn path_forces(m: &Model, d: &Data, tendon: usize, force: f64, add: &mut impl FnMut(usize, Vec3, Spatial)) {
    let (objects, points) = (d.wrap_obj.as_flattened(), d.wrap_xpos.as_flattened());
    let point = |at: usize| Vec3::from_slice(&points[3 * at..]);
    let mut at = d.ten_wrapadr[tendon].ix();
    let mut segment = |bodies: [usize; 2], ends: [Vec3; 2], divisor: f64| {
        if bodies[0] != bodies[1] {
            let pull = (ends[1] - ends[0]).normalized().0 * (force / divisor);
            add(bodies[0], ends[0], Spatial::new(Vec3::ZERO, -pull));
            add(bodies[1], ends[1], Spatial::new(Vec3::ZERO, pull));
        }
    };
    for piece in pieces(m, tendon) {
        let Piece::Leg { sites, obstacle, divisor, last } = piece else {
            at += 1;
            continue;
        };
        let [from, to] = sites.map(|s| m.site_bodyid[s].ix());
        let end = d.site_xpos[sites[1]];
        // the path names the obstacle only where it touches it
        let touched = obstacle.filter(|o| objects[at + 1].opt() == Some(o.geom));
        if let Some(obstacle) = touched {
            let body = m.geom_bodyid[obstacle.geom].ix();
            segment([from, body], [point(at), point(at + 1)], divisor);
            segment([body, to], [point(at + 2), end], divisor);
        } else {
            segment([from, to], [point(at), end], divisor);
        }
        at += if touched.is_some() { 3 } else { 1 } + usize::from(last);
    }
}
