//! The effective metric of the integrator `discrete`: inertia with damping and stiffness, `M̂ = M + h D + h² K`.
//!
//! Springs, dampers and feedback of actuators act at the end of the step, where velocity is `v + h a` and position
//! moves by `h (v + h a)`. To first order this adds `h D + h² K` to the inertia and `-h K v` to the smooth forces:
//! `M̂ a = f - h K v + Jᵀ f_c`. Joints and fluid drag fit into the sparsity of `M`, together the *backbone*; tendons and
//! actuators are kept as rows `s j jᵀ` beside it. Only what keeps the matrix positive definite is taken: each term is
//! dropped where it would be negative. MuJoCo manual, *Computation: Integrators*.

mod actuator;
mod product;
mod tendon;

pub(crate) use actuator::{has_feedback, length_slope};
pub(crate) use product::{backbone, mul_metric, rows, solve_metric, solve_smooth};

pub(crate) use tendon::has_spring_or_damper;

use crate::derivative::{dof_damping, fluid_vel};
use crate::math::poly::{Parity, poly_slope};
use crate::math::{Quat, Vec3};
use crate::model::{Disable, Integrator, JointType, SolverType};
use crate::sleep::Awake;
use crate::velocity::passive::joint_spring_reference;
use crate::{Data, Id, Model};

/// True if the constraint solver works in the effective metric.
#[inline]
pub fn is_discrete(m: &Model) -> bool {
    m.opt.integrator == Integrator::Discrete as i32
}

/// True if tendons and actuators take part; the dual solver leaves them out, as it needs a factor.
pub(crate) fn has_rows(m: &Model) -> bool {
    m.opt.solver != SolverType::Pgs as i32
}

/// The effective metric at the present state and controls, and the factor of its backbone.
///
/// Tendons and actuators count in the factor with their diagonal only, which makes it a preconditioner.
///
/// Reads `M`, `qpos`, `qvel`, `ctrl`, `act`, `actuator_moment`, `ten_J` and what the forces depend on. Writes `efm_*`,
/// `qH`, `qHDiagInv`. O(nv · depth²), allocates nothing once the columns have grown.
pub fn effective_metric(m: &Model, d: &mut Data) {
    for column in [&mut d.efm_diag, &mut d.efm_ck, &mut d.efm_c, &mut d.efm_ca, &mut d.efm_sdiag] {
        column.clear();
        column.resize(m.nv, 0.0);
    }
    d.efm_fluid.clear();
    d.efm_fluid.resize(m.nC, 0.0);
    d.efm_active = 1;

    joints(m, d);
    fluid(m, d);
    tendon::tendons(m, d);
    actuator::actuators(m, d);
    factor(m, d);
}

/// Damping and stiffness of joints: the diagonal, and its part of the shift.
fn joints(m: &Model, d: &mut Data) {
    let h = m.opt.timestep;
    let awake = Awake::of(m, d);
    for i in awake.dofs(&d.dof_awake_ind) {
        let stiffness = joint_stiffness(m, d, i);
        let damping = if m.opt.disabled(Disable::Damper) {
            0.0
        } else {
            let (linear, poly) = dof_damping(m, i);
            poly_slope(linear, poly, d.qvel[i], Parity::Odd).max(0.0)
        };
        d.efm_diag[i] = h * damping + h * h * stiffness;
        d.efm_ck[i] = h * stiffness;
        d.efm_c[i] = -d.efm_ck[i] * d.qvel[i];
        d.efm_sdiag[i] = d.efm_diag[i];
    }
}

/// Slope of the spring of a dof's joint, not below zero; of a ball or free joint it is that along the displacement.
pub(crate) fn joint_stiffness(m: &Model, d: &Data, dof: usize) -> f64 {
    let joint = m.dof_jntid[dof].ix();
    let (linear, poly) = (m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint]);
    if m.opt.disabled(Disable::Spring) || (linear == 0.0 && poly == [0.0; 2]) {
        return 0.0;
    }
    let q = m.jnt_qposadr[joint].ix();
    let reference = joint_spring_reference(m, &d.plastic, joint);
    let angle = |at: usize| {
        let quat = Quat::from_slice(&d.qpos[q + at..]).normalized().0;
        quat.minus(Quat::from_slice(&reference[at..])).norm()
    };
    let x = match JointType::of(m.jnt_type[joint]) {
        JointType::Slide | JointType::Hinge => d.qpos[q] - reference[0],
        JointType::Ball => angle(0),
        JointType::Free if dof - m.jnt_dofadr[joint].ix() < 3 => {
            (Vec3::from_slice(&d.qpos[q..]) - Vec3::from_slice(reference)).norm()
        }
        JointType::Free => angle(3),
    };
    poly_slope(linear, poly, x, Parity::Plain).max(0.0)
}

/// Drag of the fluid, in the pattern of `M`.
fn fluid(m: &Model, d: &mut Data) {
    let off = m.opt.disabled(Disable::Spring) && m.opt.disabled(Disable::Damper);
    if off || !(m.opt.viscosity > 0.0 || m.opt.density > 0.0) {
        return;
    }
    d.qDeriv.fill(0.0);
    fluid_vel(m, d);
    for (out, &from) in d.efm_fluid.iter_mut().zip(&m.mapD2M) {
        *out = -m.opt.timestep * d.qDeriv[from.ix()];
    }
    d.qDeriv.fill(0.0);
    for i in 0..m.nv {
        d.efm_sdiag[i] += d.efm_fluid[m.M_row(i).end - 1];
    }
}

/// Adds the diagonal of `s j jᵀ` to the backbone, and `-k j (j · v)` to a shift; returns nothing else of the row.
fn add_row(
    columns: &[i32],
    values: &[f64],
    scale: f64,
    stiffness: f64,
    qvel: &[f64],
    diag: &mut [f64],
    shift: &mut [f64],
) {
    let rate: f64 = columns.iter().zip(values).map(|(dof, j)| j * qvel[dof.ix()]).sum();
    for (dof, j) in columns.iter().zip(values) {
        diag[dof.ix()] += scale * j * j;
        shift[dof.ix()] -= stiffness * j * rate;
    }
}

/// Factor of `M` with the backbone's additions.
fn factor(m: &Model, d: &mut Data) {
    let awake = Awake::of(m, d);
    for i in awake.dofs(&d.dof_awake_ind) {
        let row = m.M_row(i);
        for k in row.clone() {
            d.qH[k] = d.M[k] + d.efm_fluid[k];
        }
        // the diagonal of the fluid is among the additions
        d.qH[row.end - 1] = d.M[row.end - 1] + d.efm_sdiag[i];
    }
    // counted in the warnings
    let _ = crate::position::factor_h(m, d);
}
