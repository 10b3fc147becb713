//! Stages of the pipeline: functions of a model and a data.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::prelude::*;
use sinew_core::{collision, constraint, energy, position, solver, velocity};

use super::add_functions;
use crate::data::MjData;
use crate::model::MjModel;

/// Declares functions that call one stage.
macro_rules! stages {
    ($($(#[doc = $doc:literal])+ $name:ident => $stage:expr;)*) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            fn $name(py: Python<'_>, m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                d.get().run(py, m.get(), $stage)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            add_functions!(module; $($name),*);
            Ok(())
        }
    };
}

stages! {
    /// Frames of bodies, joints, geoms and sites.
    mj_kinematics => position::kinematics;
    /// Centres of mass, motion axes and inertias about them.
    mj_comPos => position::com_pos;
    /// Frames of cameras and lights.
    mj_camlight => position::camlight;
    /// Lengths, paths and Jacobians of tendons.
    mj_tendon => position::tendon;
    /// Lengths and moments of actuators.
    mj_transmission => position::transmission;
    /// Contacts.
    mj_collision => collision::collision;
    /// Joint-space inertia by the composite-rigid-body algorithm.
    mj_crb => position::crb;
    /// Joint-space inertia, with all that adds to it.
    mj_makeM => position::make_m;
    /// Factor of the joint-space inertia.
    mj_factorM => position::factor_m;
    /// Velocities of bodies.
    mj_comVel => velocity::com_vel;
    /// Velocities and angular momenta of subtrees.
    mj_subtreeVel => velocity::subtree_vel;
    /// Accelerations of bodies, and the forces between them.
    mj_rnePostConstraint => velocity::rne_post_constraint;
    /// Potential energy.
    mj_energyPos => energy::energy_pos;
    /// Kinetic energy.
    mj_energyVel => energy::energy_vel;
    /// Constraint rows.
    mj_makeConstraint => constraint::make_constraint;
    /// Islands of constrained trees.
    mj_island => constraint::island;
    /// Inertia in the space of constraints.
    mj_projectConstraint => constraint::project_constraint;
    /// Velocities and reference accelerations of constraints.
    mj_referenceConstraint => constraint::reference_constraint;
    /// Constraint forces and the acceleration that they lead to.
    mj_fwdConstraint => |m, d| { let _ = solver::solve(m, d); };
}
