//! Regularisation of the rows: how hard each constraint is, and how it is stabilised.
//!
//! The user's `solimp` gives the impedance `d(r) ∈ (0, 1)` as a function of the violation, which sets the regulariser
//! `R = (1 − d)/d · Â` with `Â` an estimate of the diagonal of `J M⁻¹ Jᵀ`; `solref` gives stiffness and damping of the
//! reference acceleration `a_ref = −b ṙ − k d r`. *Computation* chapter, section "Parameters".

use super::IMPEDANCE;
use crate::math::MINVAL;
use crate::metric::is_discrete;
use crate::model::{ConstraintType, Disable, EqType};
use crate::{Data, Id, Model};

/// Estimates the diagonal of `J M⁻¹ Jᵀ` from the inverse weights at `qpos0`.
#[doc(alias = "mj_diagApprox")]
pub(super) fn diag_approx(m: &Model, d: &mut Data) {
    let mut i = 0;
    while i < d.nefc {
        let id = d.efc_id[i].ix();
        let kind = ConstraintType::of(d.efc_type[i]);
        i += match kind {
            ConstraintType::Equality => equality_diag(m, d, i, id),
            ConstraintType::FrictionDof => {
                d.efc_diagA[i] = m.dof_invweight0[id];
                1
            }
            ConstraintType::LimitJoint => {
                d.efc_diagA[i] = m.dof_invweight0[m.jnt_dofadr[id].ix()];
                1
            }
            ConstraintType::FrictionTendon | ConstraintType::LimitTendon => {
                d.efc_diagA[i] = m.tendon_invweight0[id];
                1
            }
            _ => contact_diag(m, d, i, kind),
        };
    }
}

/// Diagonal of an equality constraint; returns its number of rows.
fn equality_diag(m: &Model, d: &mut Data, row: usize, id: usize) -> usize {
    let (obj1, obj2) = (m.eq_obj1id[id], m.eq_obj2id[id]);
    // translational or rotational inverse weight of both bodies
    let bodies = |part: usize| -> f64 { m.eq_bodies(id).iter().map(|&body| m.body_invweight0[body][part]).sum() };
    let scalar = |obj: i32| match (obj.opt(), m.eq_type[id] == EqType::Joint as i32) {
        (None, _) => 0.0,
        (Some(joint), true) => m.dof_invweight0[m.jnt_dofadr[joint].ix()],
        (Some(tendon), false) => m.tendon_invweight0[tendon],
    };
    match EqType::of(m.eq_type[id]) {
        EqType::Connect => {
            d.efc_diagA[row..row + 3].fill(bodies(0));
            3
        }
        EqType::Weld => {
            d.efc_diagA[row..row + 3].fill(bodies(0));
            d.efc_diagA[row + 3..row + 6].fill(bodies(1));
            6
        }
        EqType::Distance => {
            d.efc_diagA[row] = bodies(0);
            1
        }
        _ => {
            d.efc_diagA[row] = scalar(obj1) + scalar(obj2);
            1
        }
    }
}

/// Diagonal of a contact; returns its number of rows.
fn contact_diag(m: &Model, d: &mut Data, row: usize, kind: ConstraintType) -> usize {
    let contact = d.contact[d.efc_id[row].ix()];
    let dim = contact.dim.ix();
    let weight =
        |part: usize| -> f64 { contact.geom.iter().map(|g| m.body_invweight0[m.geom_bodyid[g.ix()].ix()][part]).sum() };
    let (linear, angular) = (weight(0), weight(1));
    match kind {
        ConstraintType::ContactElliptic => {
            for k in 0..dim {
                d.efc_diagA[row + k] = if k < 3 { linear } else { angular };
            }
            dim
        }
        ConstraintType::ContactPyramidal => {
            for k in 0..dim - 1 {
                let mu = contact.friction[k];
                let edge = linear + mu * mu * if k < 2 { linear } else { angular };
                d.efc_diagA[row + 2 * k..row + 2 * k + 2].fill(edge);
            }
            2 * (dim - 1)
        }
        _ => {
            d.efc_diagA[row] = linear;
            1
        }
    }
}

/// Solver parameters of one constraint, made safe.
struct Parameters {
    solref: [f64; 2],
    solref_friction: [f64; 2],
    solimp: [f64; 5],
}

fn parameters(m: &Model, d: &Data, kind: ConstraintType, id: usize) -> Parameters {
    let mut solref_friction = [0.0; 2];
    let (mut solref, mut solimp) = match kind {
        ConstraintType::Equality => (m.eq_solref[id], m.eq_solimp[id]),
        ConstraintType::FrictionDof => (m.dof_solref[id], m.dof_solimp[id]),
        ConstraintType::FrictionTendon => (m.tendon_solref_fri[id], m.tendon_solimp_fri[id]),
        ConstraintType::LimitJoint => (m.jnt_solref[id], m.jnt_solimp[id]),
        ConstraintType::LimitTendon => (m.tendon_solref_lim[id], m.tendon_solimp_lim[id]),
        _ => {
            solref_friction = d.contact[id].solreffriction;
            (d.contact[id].solref, d.contact[id].solimp)
        }
    };

    // one number positive and one not: neither of the two formats
    let mixed = |r: [f64; 2]| (r[0] > 0.0) != (r[1] > 0.0);
    if mixed(solref) {
        solref = [0.02, 1.0];
    }
    if mixed(solref_friction) {
        solref_friction = [0.0; 2];
    }

    // a time constant below two steps is unstable; the discrete integrator resolves any
    if !m.opt.disabled(Disable::Refsafe) && !is_discrete(m) {
        for r in [&mut solref, &mut solref_friction] {
            if r[0] > 0.0 {
                r[0] = r[0].max(2.0 * m.opt.timestep);
            }
        }
    }

    for k in [0, 1, 3] {
        solimp[k] = solimp[k].clamp(IMPEDANCE.0, IMPEDANCE.1);
    }
    solimp[2] = solimp[2].max(0.0);
    solimp[4] = solimp[4].max(1.0);
    Parameters { solref, solref_friction, solimp }
}

/// Impedance at a violation and its derivative: a power curve from `d₀` at zero to `d_width` at the width.
fn impedance(solimp: &[f64; 5], violation: f64) -> (f64, f64) {
    let &[low, high, width, midpoint, power] = solimp;
    if low == high || width <= MINVAL {
        return (0.5 * (low + high), 0.0);
    }
    let x = (violation / width).abs();
    if x >= 1.0 {
        return (high, 0.0);
    }
    if x == 0.0 {
        return (low, 0.0);
    }
    let pow = |base: f64, exponent: f64| match exponent {
        1.0 => base,
        2.0 => base * base,
        _ => libm::pow(base, exponent),
    };
    let (y, slope) = if power == 1.0 {
        (x, 1.0)
    } else if x <= midpoint {
        let a = 1.0 / pow(midpoint, power - 1.0);
        (a * pow(x, power), power * a * pow(x, power - 1.0))
    } else {
        let b = 1.0 / pow(1.0 - midpoint, power - 1.0);
        (1.0 - b * pow(1.0 - x, power), power * b * pow(1.0 - x, power - 1.0))
    };
    (low + y * (high - low), slope * violation.signum() * (high - low) / width)
}

/// Number of rows that share one impedance, and the violation that sets it.
fn extent(m: &Model, d: &Data, row: usize, kind: ConstraintType, id: usize) -> (usize, f64) {
    let norm = |n: usize| d.efc_pos[row..row + n].iter().map(|x| x * x).sum::<f64>().sqrt();
    match kind {
        ConstraintType::ContactElliptic => (d.contact[id].dim.ix(), d.efc_pos[row]),
        ConstraintType::ContactPyramidal => (2 * (d.contact[id].dim.ix() - 1), d.efc_pos[row]),
        ConstraintType::Equality => match EqType::of(m.eq_type[id]) {
            EqType::Weld => (6, norm(6)),
            EqType::Connect => (3, norm(3)),
            _ => (1, d.efc_pos[row]),
        },
        _ => (1, d.efc_pos[row]),
    }
}

/// Stiffness and damping of the reference acceleration.
fn stiffness_damping(solref: [f64; 2], high: f64) -> (f64, f64) {
    let [a, b] = solref;
    // time constant and damping ratio, or the numbers themselves with a minus sign
    let stiffness =
        if a > 0.0 { 1.0 / (high * high * a * a * b * b).max(MINVAL) } else { -a / (high * high).max(MINVAL) };
    let damping = if b > 0.0 { 2.0 / (high * a).max(MINVAL) } else { -b / high.max(MINVAL) };
    (stiffness, damping)
}

/// Regularisers, constraint masses, and the stiffness, damping and impedance of every row.
///
/// Reads `efc_diagA`, `efc_pos`, `efc_margin`. Writes `efc_R`, `efc_D`, `efc_KBIP`, `contact.mu`, and makes
/// `efc_diagA` consistent with the final `efc_R`.
#[doc(alias = "mj_makeImpedance")]
pub fn make_impedance(m: &Model, d: &mut Data) {
    let discrete = is_discrete(m);
    let mut i = 0;
    while i < d.nefc {
        let (kind, id) = (ConstraintType::of(d.efc_type[i]), d.efc_id[i].ix());
        let p = parameters(m, d, kind, id);
        let (rows, violation) = extent(m, d, i, kind, id);
        let (imp, slope) = impedance(&p.solimp, violation - d.efc_margin[i]);
        let (stiffness, damping) = stiffness_damping(p.solref, p.solimp[1]);
        let returns = !matches!(kind, ConstraintType::FrictionDof | ConstraintType::FrictionTendon);
        // friction has no position to return to, and may have its own damping
        let sliding = match kind {
            ConstraintType::ContactElliptic if p.solref_friction != [0.0; 2] => {
                stiffness_damping(p.solref_friction, p.solimp[1]).1
            }
            _ => damping,
        };
        for k in i..i + rows {
            let regulariser = ((1.0 - imp) * d.efc_diagA[k] / imp).max(MINVAL);
            let tangent = kind == ConstraintType::ContactElliptic && k > i;
            let damping = if tangent { sliding } else { damping };
            let stiffness = if tangent || !returns { 0.0 } else { stiffness };
            d.efc_KBIP[k] = [stiffness, damping, imp, slope];
            d.efc_R[k] = regulariser;
            if discrete {
                resolve(m, d, k, p.solref);
                // the row's spring and damper act at the end of the step, up to the largest impedance
                let floor = d.efc_diagA[k] * (1.0 - IMPEDANCE.1) / IMPEDANCE.1;
                d.efc_R[k] = (regulariser / end_of_step(m, d, k)).max(floor).max(MINVAL);
            }
        }
        i += rows;
    }

    friction_regularisers(m, d);
    for k in 0..d.nefc {
        d.efc_D[k] = 1.0 / d.efc_R[k];
        let imp = d.efc_KBIP[k][2];
        d.efc_diagA[k] = d.efc_R[k] * imp / (1.0 - imp);
    }
}

/// `1 + h b + h² k d`: how much harder a row is whose spring and damper act at the end of the step.
#[inline]
pub(super) fn end_of_step(m: &Model, d: &Data, row: usize) -> f64 {
    let ([stiffness, damping, impedance, _], h) = (d.efc_KBIP[row], m.opt.timestep);
    1.0 + h * damping + h * h * stiffness * impedance
}

/// Replaces a limit or contact whose spring is stiffer than the timestep resolves, and which would rebound, by the
/// stiffest without restitution, of the same damping ratio.
fn resolve(m: &Model, d: &mut Data, row: usize, solref: [f64; 2]) {
    let ([stiffness, _, impedance, slope], h) = (d.efc_KBIP[row], m.opt.timestep);
    let one_sided = row >= d.ne + d.nf && stiffness > 0.0;
    let [time, ratio] = solref;
    if one_sided && !m.opt.disabled(Disable::Refsafe) && time > 0.0 && time * ratio < h {
        let stiffness = 1.0 / (impedance * h * h);
        d.efc_KBIP[row] = [stiffness, 2.0 * ratio * stiffness.sqrt(), impedance, slope];
    }
}

/// Corrects the diagonal of `J M⁻¹ Jᵀ` for the effective metric, by the diagonals of both.
pub(super) fn correct_diagonal(m: &Model, d: &mut Data) {
    for i in 0..d.nefc {
        let range = d.row_range(i);
        let (mut bare, mut effective) = (0.0, 0.0);
        for (j, dof) in d.efc_J[range.clone()].iter().zip(&d.efc_J_colind[range]) {
            let inertia = d.M[m.M_row(dof.ix()).end - 1];
            bare += j * j / inertia.max(MINVAL);
            effective += j * j / (inertia + d.efm_sdiag[dof.ix()]).max(MINVAL);
        }
        if bare > MINVAL {
            d.efc_diagA[i] *= effective / bare;
        }
    }
}

/// Friction rows of contacts: softer than the normal by `impratio`, such that `R_k μ_k²` is the same in all
/// directions; a pyramid gets one regulariser that matches the cone.
fn friction_regularisers(m: &Model, d: &mut Data) {
    let mut i = d.ne + d.nf + d.nl;
    while i < d.nefc {
        let kind = ConstraintType::of(d.efc_type[i]);
        if !matches!(kind, ConstraintType::ContactElliptic | ConstraintType::ContactPyramidal) {
            i += 1;
            continue;
        }
        let contact = &mut d.contact[d.efc_id[i].ix()];
        let (dim, friction) = (contact.dim.ix(), contact.friction);
        let tangent = d.efc_R[i] / m.opt.impratio.max(MINVAL);
        contact.mu = friction[0] * (tangent / d.efc_R[i]).sqrt();
        if kind == ConstraintType::ContactElliptic {
            d.efc_R[i + 1] = tangent;
            for k in 1..dim - 1 {
                d.efc_R[i + k + 1] = tangent * friction[0] * friction[0] / (friction[k] * friction[k]);
            }
            i += dim;
        } else {
            let edge = 2.0 * contact.mu * contact.mu * d.efc_R[i];
            d.efc_R[i..i + 2 * (dim - 1)].fill(edge);
            i += 2 * (dim - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impedance_runs_from_low_to_high_and_is_even() {
        let solimp = [0.9, 0.95, 0.001, 0.5, 2.0];
        assert_eq!(impedance(&solimp, 0.0).0, 0.9);
        assert_eq!(impedance(&solimp, 0.001).0, 0.95);
        assert!((impedance(&solimp, 0.0005).0 - 0.925).abs() < 1e-15);
        let (a, b) = (impedance(&solimp, 0.0003), impedance(&solimp, -0.0003));
        assert_eq!((a.0, a.1), (b.0, -b.1));
    }

    #[test]
    fn impedance_slope_is_its_derivative() {
        for power in [1.0, 2.0, 3.5] {
            let solimp = [0.2, 0.9, 0.01, 0.3, power];
            for x in [0.001, 0.0029, 0.0031, 0.008] {
                let h = 1e-8;
                let numeric = (impedance(&solimp, x + h).0 - impedance(&solimp, x - h).0) / (2.0 * h);
                assert!((impedance(&solimp, x).1 - numeric).abs() < 1e-4 * numeric.abs(), "power {power} at {x}");
            }
        }
    }

    #[test]
    fn critically_damped_reference_has_the_given_time_constant() {
        // with a flat impedance of one, k = 1/(tc² ζ²) and b = 2/tc: the characteristic roots are both -1/tc
        let (k, b) = stiffness_damping([0.02, 1.0], 1.0);
        assert!((b * b - 4.0 * k).abs() < 1e-9 && (b / 2.0 - 50.0).abs() < 1e-12);
    }
}
