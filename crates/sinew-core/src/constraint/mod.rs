//! Constraint rows: equality, friction loss, limits and contacts as one convex problem.
//!
//! Every constraint becomes one or more rows of a sparse Jacobian `J`, each with a position, a margin, an impedance and
//! a reference acceleration. Rows come in MuJoCo's order: equality, friction loss, limits, contacts. *Computation*
//! chapter of MuJoCo's manual, section "Constraint model".

mod chain;
mod contact;
mod equality;
mod force;
mod friction;
mod impedance;
mod island;
mod limit;
mod product;
mod project;
mod reference;
mod rows;
mod square;

pub(crate) use chain::PairChain;
pub use contact::{pyramid_decode, pyramid_encode};
pub(crate) use equality::{anchors, weld_quats};
pub(crate) use force::update_rows;
pub use force::{constraint_update, contact_force};
pub use impedance::make_impedance;
pub use island::island;
pub use product::{jacobian, mul_jac_t_vec, mul_jac_vec};
pub use project::project_constraint;
pub use reference::reference_constraint;

use crate::model::{ConeType, Disable, SolverType};
use crate::{Data, Model};

/// Smallest friction coefficient.
#[doc(alias = "mjMINMU")]
pub const MIN_MU: f64 = 1e-5;

/// Bounds of the impedance.
#[doc(alias = "mjMINIMP")]
#[doc(alias = "mjMAXIMP")]
pub const IMPEDANCE: (f64, f64) = (0.0001, 0.9999);

/// True if the dual problem is needed: the PGS solver, or the noslip pass after any other.
#[doc(alias = "mj_isDual")]
pub fn is_dual(m: &Model) -> bool {
    m.opt.solver == SolverType::Pgs as i32 || m.opt.noslip_iterations > 0
}

/// True if friction cones are pyramids.
#[doc(alias = "mj_isPyramidal")]
pub fn is_pyramidal(m: &Model) -> bool {
    m.opt.cone == ConeType::Pyramidal as i32
}

/// Impedances, projections and references in the effective metric, once it is known.
///
/// Reads `efm_*`, `qH`. Writes what [`make_impedance`], [`project_constraint`] and [`reference_constraint`] write.
pub(crate) fn discrete_constraint(m: &Model, d: &mut Data) {
    if d.nefc > 0 {
        impedance::diag_approx(m, d);
        impedance::correct_diagonal(m, d);
        impedance::make_impedance(m, d);
        if d.nisland > 0 {
            island::gather(&mut d.iefc_D, &d.efc_D, &d.map_iefc2efc);
            island::gather(&mut d.iefc_R, &d.efc_R, &d.map_iefc2efc);
        }
    }
    project_constraint(m, d);
    reference_constraint(m, d);
}

/// Forgets all rows and islands, keeping their memory.
pub(crate) fn clear(m: &Model, d: &mut Data) {
    rows::clear(m, d);
    rows::finish(d);
    (d.nisland, d.nidof) = (0, 0);
}

/// All constraint rows that are active at this position.
///
/// Reads frames, `cdof`, tendons and `contact`. Writes `efc_type` … `efc_R`, `tendon_efcadr`, `ne`, `nf`, `nl`,
/// `nefc`, and in each contact `efc_address`, `exclude` and `mu`. Allocates nothing once the columns have grown.
#[doc(alias = "mj_makeConstraint")]
pub fn make_constraint(m: &Model, d: &mut Data) {
    if m.opt.disabled(Disable::Constraint) {
        return clear(m, d);
    }
    rows::clear(m, d);
    (d.nisland, d.nidof) = (0, 0);

    // rows in order: equality, friction loss, limits, contacts
    equality::instantiate(m, d);
    d.ne = d.efc_type.len();
    friction::instantiate(m, d);
    d.nf = d.efc_type.len() - d.ne;
    limit::instantiate(m, d);
    d.nl = d.efc_type.len() - d.ne - d.nf;
    contact::instantiate(m, d);
    rows::finish(d);

    // regularisation and reference parameters
    if d.nefc > 0 {
        impedance::diag_approx(m, d);
        impedance::make_impedance(m, d);
    }
}
