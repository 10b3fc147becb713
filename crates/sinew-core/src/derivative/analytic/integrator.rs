//! The integrator's equation `M̂ a = M q̈` linearised.

use crate::derivative::{dof_damping, free_mhat};
use crate::integrate::{is_damped, spring_damper_matrix};
use crate::math::poly::{Parity, poly_slope};
use crate::model::Integrator;
use crate::position::full_m;
use crate::{Data, Id, Model};

/// True if the acceleration of the step is that of the equations of motion.
pub(super) fn is_plain(m: &Model, d: &Data) -> bool {
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler => !is_damped(m, d),
        Integrator::Discrete | Integrator::Rk4 => true,
        Integrator::Implicit | Integrator::ImplicitFast | Integrator::ImplicitSpringDamper => false,
    }
}

/// `M̂` in full, after a step at this state.
pub(super) fn matrix(m: &Model, d: &mut Data, out: &mut [f64]) {
    if is_plain(m, d) {
        return;
    }
    let (nv, h) = (m.nv, m.opt.timestep);
    full_m(m, d, out);
    match Integrator::of(m.opt.integrator) {
        Integrator::Euler => {
            for i in 0..nv {
                let (linear, poly) = dof_damping(m, i);
                out[i * (nv + 1)] += h * poly_slope(linear, poly, d.qvel[i], Parity::Odd);
            }
        }
        Integrator::Implicit => {
            for i in 0..nv {
                for k in m.D_pattern().row(i) {
                    out[i * nv + m.D_colind[k].ix()] -= h * d.qDeriv[k];
                }
            }
        }
        Integrator::ImplicitFast => {
            // the lower triangle counts for both
            for i in 0..nv {
                for k in m.M_row(i) {
                    let (j, slope) = (m.M_colind[k].ix(), d.qDeriv[m.mapD2M[k].ix()]);
                    out[i * nv + j] -= h * slope;
                    if i != j {
                        out[j * nv + i] -= h * slope;
                    }
                }
            }
            for j in 0..m.njnt {
                if let Some(block) = free_mhat(m, d, j) {
                    let adr = m.jnt_dofadr[j].ix();
                    for r in 0..6 {
                        out[(adr + r) * nv + adr..][..6].copy_from_slice(&block.0[6 * r..6 * r + 6]);
                    }
                }
            }
        }
        Integrator::ImplicitSpringDamper => {
            let mut scratch = std::mem::take(&mut d.scratch);
            let shift = scratch.frame(crate::scratch::Need::reals(nv)).reals(nv);
            spring_damper_matrix(m, d, shift);
            for i in 0..nv {
                out[i * (nv + 1)] = d.qH[m.M_row(i).end - 1];
            }
            d.scratch = scratch;
        }
        Integrator::Discrete | Integrator::Rk4 => {}
    }
}

/// `out += M x` for a matrix `x` of `n` columns.
pub(super) fn add_inertia_times(m: &Model, d: &Data, x: &[f64], n: usize, out: &mut [f64]) {
    let mut add = |i: usize, j: usize, value: f64| {
        for (out, x) in out[i * n..(i + 1) * n].iter_mut().zip(&x[j * n..(j + 1) * n]) {
            *out += value * x;
        }
    };
    for i in 0..m.nv {
        for k in m.M_row(i) {
            let j = m.M_colind[k].ix();
            add(i, j, d.M[k]);
            if i != j {
                add(j, i, d.M[k]);
            }
        }
    }
}

/// True if `∂g/∂x` has a closed form here.
pub(super) fn has_closed_form(m: &Model, d: &Data) -> bool {
    is_plain(m, d)
}
