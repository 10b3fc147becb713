//! Equality constraints: points and frames held together, joints and tendons coupled by a polynomial.

use super::chain::{Anchor, PairChain};
use super::rows::{self, Row};
use crate::collision::geom_distance;
use crate::math::{MINVAL, Quat, Vec3};
use crate::model::{ConstraintType, Disable, EqType, ObjType};
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Rows of every active equality constraint.
pub(super) fn instantiate(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Equality) || m.neq == 0 || m.nv == 0 {
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let need = Need::ints(2 * m.nv).and(Need::reals(6 * m.nv));
    for id in 0..m.neq {
        if !d.eq_active[id] || crate::sleep::equality_asleep(m, d, id) {
            continue;
        }
        let kind = EqType::of(m.eq_type[id]);
        let mut nearest = (0.0, None);
        if kind == EqType::Distance {
            std::mem::swap(&mut d.scratch, &mut scratch);
            nearest = geom_distance(m, d, m.eq_obj1id[id].ix(), m.eq_obj2id[id].ix(), f64::MAX);
            std::mem::swap(&mut d.scratch, &mut scratch);
        }
        let frame = scratch.frame(need);
        match kind {
            EqType::Connect => connect(m, d, id, frame),
            EqType::Weld => weld(m, d, id, frame),
            EqType::Joint => joint(m, d, id),
            EqType::Tendon => tendon(m, d, id, frame),
            EqType::Distance => distance(m, d, id, nearest, frame),
            // flex constraints exist only in models with flexes
            EqType::Flex | EqType::Flexvert | EqType::Flexstrain => {}
        }
    }
    d.scratch = scratch;
}

/// The two anchors of a connect or weld constraint.
pub(crate) fn anchors(m: &Model, d: &Data, id: usize) -> (Anchor, Anchor) {
    let (obj1, obj2) = (m.eq_obj1id[id].ix(), m.eq_obj2id[id].ix());
    if m.eq_objtype[id] == ObjType::Site as i32 {
        let anchor = |site: usize| Anchor { body: m.site_bodyid[site].ix(), point: d.site_xpos[site] };
        return (anchor(obj1), anchor(obj2));
    }
    let data = &m.eq_data[id];
    let (mut local1, mut local2) = (Vec3::from_slice(&data[0..3]), Vec3::from_slice(&data[3..6]));
    // a weld keeps its anchor in the frame of the second body
    if m.eq_type[id] == EqType::Weld as i32 {
        std::mem::swap(&mut local1, &mut local2);
    }
    let anchor = |body: usize, local: Vec3| Anchor { body, point: d.xmat[body].mul_vec(local) + d.xpos[body] };
    (anchor(obj1, local1), anchor(obj2, local2))
}

/// Orientations that a weld holds equal: of the first object, with the relative pose, and of the second.
pub(crate) fn weld_quats(m: &Model, d: &Data, id: usize) -> (Quat, Quat) {
    let (obj1, obj2) = (m.eq_obj1id[id].ix(), m.eq_obj2id[id].ix());
    if m.eq_objtype[id] == ObjType::Site as i32 {
        let quat = |site: usize| d.xquat[m.site_bodyid[site].ix()] * m.site_quat[site];
        (quat(obj1), quat(obj2))
    } else {
        (d.xquat[obj1] * Quat::from_slice(&m.eq_data[id][6..10]), d.xquat[obj2])
    }
}

/// Two points coincide: `p₁ − p₂ = 0`.
fn connect(m: &Model, d: &mut Data, id: usize, mut s: Frame<'_>) {
    let (first, second) = anchors(m, d, id);
    let chain = PairChain::new(m, second.body, first.body, false, s.ints(2 * m.nv));
    let n = chain.dofs.len();
    let jac = s.reals(3 * n);
    let arms = [second.arm(m, d), first.arm(m, d)];
    for k in 0..n {
        let (linear, _) = chain.column(d, k, arms[0], arms[1]);
        for i in 0..3 {
            jac[i * n + k] = linear[i];
        }
    }
    if rows::is_empty(m, chain.dofs, jac) {
        return;
    }
    let error = first.point - second.point;
    for i in 0..3 {
        push(d, id, error[i], chain.dofs, &jac[i * n..(i + 1) * n]);
    }
}

/// Two frames coincide: points as in connect, and the vector part of `q₂⁻¹ q₁` scaled by the torque scale vanishes.
fn weld(m: &Model, d: &mut Data, id: usize, mut s: Frame<'_>) {
    let (first, second) = anchors(m, d, id);
    let torquescale = m.eq_data[id][10];
    let (q1, q2) = weld_quats(m, d, id);
    let q2_inv = q2.conjugate();

    let chain = PairChain::new(m, second.body, first.body, false, s.ints(2 * m.nv));
    let n = chain.dofs.len();
    let jac = s.reals(6 * n);
    let arms = [second.arm(m, d), first.arm(m, d)];
    for k in 0..n {
        let (linear, angular) = chain.column(d, k, arms[0], arms[1]);
        // the error turns as ½ q₂⁻¹ (ω₁ − ω₂) q₁
        let turn = q2_inv * Quat::new(0.0, angular[0], angular[1], angular[2]) * q1;
        for i in 0..3 {
            jac[i * n + k] = linear[i];
            jac[(3 + i) * n + k] = 0.5 * turn[i + 1] * torquescale;
        }
    }
    if rows::is_empty(m, chain.dofs, jac) {
        return;
    }
    let error = first.point - second.point;
    let turn = q2_inv * q1;
    for i in 0..3 {
        push(d, id, error[i], chain.dofs, &jac[i * n..(i + 1) * n]);
    }
    for i in 3..6 {
        push(d, id, turn[i - 2] * torquescale, chain.dofs, &jac[i * n..(i + 1) * n]);
    }
}

/// The nearest points of two geoms stay at a given distance; overlap counts as negative.
fn distance(m: &Model, d: &mut Data, id: usize, nearest: (f64, Option<[Vec3; 2]>), mut s: Frame<'_>) {
    let (length, Some([point1, point2])) = nearest else { return };
    let [body1, body2] = m.eq_bodies(id);
    let (first, second) = (Anchor { body: body1, point: point1 }, Anchor { body: body2, point: point2 });
    // from the first geom to the second, also where they overlap; centres decide where they just touch
    let (mut direction, apart) = ((point2 - point1) * length.signum()).normalized();
    if apart < MINVAL {
        direction = (d.geom_xpos[m.eq_obj2id[id].ix()] - d.geom_xpos[m.eq_obj1id[id].ix()]).normalized().0;
    }
    let chain = PairChain::new(m, body1, body2, false, s.ints(2 * m.nv));
    let jac = s.reals(chain.dofs.len());
    let arms = [first.arm(m, d), second.arm(m, d)];
    for (k, out) in jac.iter_mut().enumerate() {
        *out = direction.dot(chain.column(d, k, arms[0], arms[1]).0);
    }
    if !rows::is_empty(m, chain.dofs, jac) {
        push(d, id, length - m.eq_data[id][0], chain.dofs, jac);
    }
}

/// Violation of `y = a₀ + a₁x + … + a₄x⁴` and the derivative of its right side.
fn polynomial(data: &[f64], x: f64, y: f64) -> (f64, f64) {
    let value = data[1] * x + data[2] * x * x + data[3] * x * x * x + data[4] * x * x * x * x;
    let slope = data[1] + 2.0 * data[2] * x + 3.0 * data[3] * x * x + 4.0 * data[4] * x * x * x;
    (y - data[0] - value, slope)
}

/// A joint follows a polynomial of another, or stays where it is; both relative to `qpos0`.
fn joint(m: &Model, d: &mut Data, id: usize) {
    let value = |joint: usize| {
        let adr = m.jnt_qposadr[joint].ix();
        d.qpos[adr] - m.qpos0[adr]
    };
    let first = m.eq_obj1id[id].ix();
    let dof1 = m.jnt_dofadr[first];
    let Some(second) = m.eq_obj2id[id].opt() else {
        push(d, id, value(first) - m.eq_data[id][0], &[dof1], &[1.0]);
        return;
    };
    let dof2 = m.jnt_dofadr[second];
    let (error, slope) = polynomial(&m.eq_data[id], value(second), value(first));
    match dof1.cmp(&dof2) {
        std::cmp::Ordering::Less => push(d, id, error, &[dof1, dof2], &[1.0, -slope]),
        std::cmp::Ordering::Greater => push(d, id, error, &[dof2, dof1], &[-slope, 1.0]),
        std::cmp::Ordering::Equal => push(d, id, error, &[dof1], &[1.0 - slope]),
    }
}

/// A tendon's length follows a polynomial of another's, or stays; both relative to `qpos0`.
fn tendon(m: &Model, d: &mut Data, id: usize, mut s: Frame<'_>) {
    let value = |tendon: usize| d.ten_length[tendon] - m.tendon_length0[tendon];
    let row = |tendon: usize| {
        let start = m.ten_J_rowadr[tendon].ix();
        start..start + m.ten_J_rownnz[tendon].ix()
    };
    let first = m.eq_obj1id[id].ix();
    let (mut error, mut slope) = (value(first) - m.eq_data[id][0], 0.0);
    let second = m.eq_obj2id[id].opt();
    if let Some(second) = second {
        (error, slope) = polynomial(&m.eq_data[id], value(second), value(first));
    }

    // union of the two patterns, through a dense row
    let (dense, used) = (s.reals(m.nv), s.ints(m.nv));
    let mut add = |range: std::ops::Range<usize>, scale: f64| {
        for (&dof, &x) in m.ten_J_colind[range.clone()].iter().zip(&d.ten_J[range]) {
            dense[dof.ix()] += scale * x;
            used[dof.ix()] = 1;
        }
    };
    add(row(first), 1.0);
    if let Some(second) = second {
        add(row(second), -slope);
    }
    let (columns, values) = (s.ints(m.nv), s.reals(m.nv));
    let mut n = 0;
    for dof in 0..m.nv {
        if used[dof] != 0 {
            (columns[n], values[n]) = (dof as i32, dense[dof]);
            n += 1;
        }
    }
    if rows::is_empty(m, &columns[..n], &values[..n]) {
        return;
    }

    // first row that involves each tendon
    let address = d.efc_type.len() as i32;
    for tendon in std::iter::once(first).chain(second) {
        if d.tendon_efcadr[tendon] < 0 {
            d.tendon_efcadr[tendon] = address;
        }
    }
    push(d, id, error, &columns[..n], &values[..n]);
}

fn push(d: &mut Data, id: usize, pos: f64, columns: &[i32], values: &[f64]) {
    rows::push(d, Row { kind: ConstraintType::Equality, id, pos, margin: 0.0, frictionloss: 0.0 }, columns, values);
}
