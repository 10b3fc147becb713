//! An island as Newton's method and CG see it.

use super::{Crew, Matrix, set};
use crate::data::{Contact, SolverStat};
use crate::math::grouped::Grouped;
use crate::model::{ConstraintType, Options};
use crate::scratch::Scratch;
use crate::solver::gathered::{IslandInertia, IslandRows, span};
use crate::solver::hessian::KeptHessian;
use crate::solver::primal::{self, Metric, Outcome};
use crate::solver::problem::{Problem, Solution, Start};
use crate::solver::{ITERATIONS, NotConverged, cone, stats};
use crate::{Data, Id, Model};

/// The primal problem of one island, and the memory that its solution takes.
#[derive(Clone, Debug, Default)]
pub(super) struct PrimalIsland {
    newton: bool,
    opt: Options,
    /// numbers of equality and friction rows
    ne: usize,
    nf: usize,
    trace: f64,
    jacobian: Matrix,
    rowsuper: Vec<i32>,
    inertia: Matrix,
    factor: Vec<f64>,
    inv_d: Vec<f64>,
    mass: Vec<f64>,
    regulariser: Vec<f64>,
    frictionloss: Vec<f64>,
    kind: Vec<i32>,
    id: Vec<i32>,
    aref: Vec<f64>,
    contact: Vec<Contact>,
    force_smooth: Vec<f64>,
    acc_smooth: Vec<f64>,
    /// products with the acceleration that is started from; empty if they are not known
    start: [Vec<f64>; 2],
    acc: Vec<f64>,
    state: Vec<i32>,
    force: Vec<f64>,
    joint_force: Vec<f64>,
    stats: Vec<SolverStat>,
    outcome: Outcome,
    hessian: KeptHessian,
    scratch: Scratch,
}

impl PrimalIsland {
    /// Minimises.
    pub fn solve(&mut self) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let s = scratch.frame(primal::need(self.acc.len(), self.aref.len(), false, self.newton));
        let [ma, jar] = &self.start;
        let problem = Problem {
            inertia: self.inertia.csr(),
            factor: &self.factor,
            factor_inv_d: &self.inv_d,
            inertia_tiles: None,
            spread: None,
            jacobian: Grouped { csr: self.jacobian.csr(), rowsuper: &self.rowsuper },
            rows: cone::Update {
                ne: self.ne,
                nf: self.nf,
                mass: &self.mass,
                regulariser: &self.regulariser,
                frictionloss: &self.frictionloss,
                kind: &self.kind,
                id: &self.id,
            },
            aref: &self.aref,
            contact: &self.contact,
            force_smooth: &self.force_smooth,
            acc_smooth: &self.acc_smooth,
            trace: self.trace,
            start: (!ma.is_empty()).then_some(Start { ma, jar }),
        };
        let solution = Solution {
            acc: &mut self.acc,
            state: &mut self.state,
            force: &mut self.force,
            joint_force: &mut self.joint_force,
        };
        let stats = (&mut self.stats[..], 0);
        self.outcome = primal::iterate(&problem, solution, &self.opt, self.newton, stats, &mut self.hessian, s);
        self.scratch = scratch;
    }

    /// Copies an island of the data.
    fn gather(
        &mut self,
        m: &Model,
        d: &Data,
        island: usize,
        newton: bool,
        (metric, start): (Option<Metric<'_>>, Option<Start<'_>>),
    ) {
        let dofs = span(&d.island_idofadr, &d.island_nv, island);
        let rows = span(&d.island_iefcadr, &d.island_nefc, island);
        (self.newton, self.opt) = (newton, m.opt);
        (self.ne, self.nf) = (d.island_ne[island].ix(), d.island_nf[island].ix());

        // matrices
        let nnz = d.map_iefc2efc[rows.clone()].iter().map(|c| d.row_range(c.ix()).len()).sum();
        self.jacobian.resize(rows.len(), nnz);
        self.rowsuper.resize(rows.len(), 0);
        let Matrix { values, columns, nnz, start: rowadr } = &mut self.jacobian;
        IslandRows { values, columns, nnz, start: rowadr, rowsuper: &mut self.rowsuper }.gather(
            d,
            rows.clone(),
            dofs.start as i32,
        );
        let nnz = d.map_idof2dof[dofs.clone()].iter().map(|i| m.M_row(i.ix()).len()).sum();
        self.inertia.resize(dofs.len(), nnz);
        self.factor.resize(nnz, 0.0);
        self.inv_d.resize(dofs.len(), 0.0);
        let Matrix { values, columns, nnz, start: rowadr } = &mut self.inertia;
        let (factor, inv_d) = (&mut self.factor, &mut self.inv_d);
        let mut inertia = IslandInertia { values, factor, columns, nnz, start: rowadr, inv_d };
        (_, self.trace) = inertia.gather(m, d, metric, dofs.clone());

        // vectors
        set(&mut self.mass, &d.iefc_D[rows.clone()]);
        set(&mut self.regulariser, &d.iefc_R[rows.clone()]);
        set(&mut self.frictionloss, &d.iefc_frictionloss[rows.clone()]);
        set(&mut self.kind, &d.iefc_type[rows.clone()]);
        set(&mut self.aref, &d.iefc_aref[rows.clone()]);
        set(&mut self.state, &d.iefc_state[rows.clone()]);
        set(&mut self.force, &d.iefc_force[rows.clone()]);
        set(&mut self.force_smooth, &d.ifrc_smooth[dofs.clone()]);
        set(&mut self.acc_smooth, &d.iacc_smooth[dofs.clone()]);
        set(&mut self.acc, &d.iacc[dofs.clone()]);
        set(&mut self.joint_force, &d.ifrc_constraint[dofs.clone()]);
        self.start.iter_mut().for_each(Vec::clear);
        if let Some(start) = start {
            set(&mut self.start[0], &start.ma[dofs]);
            set(&mut self.start[1], &start.jar[rows.clone()]);
        }
        self.stats.resize(ITERATIONS, SolverStat::default());

        // contacts, numbered anew
        set(&mut self.id, &d.iefc_id[rows]);
        self.contact.clear();
        let mut last = None;
        for (id, &kind) in self.id.iter_mut().zip(&self.kind) {
            if kind >= ConstraintType::ContactFrictionless as i32 {
                if last != Some(*id) {
                    last = Some(*id);
                    self.contact.push(d.contact[id.ix()]);
                }
                *id = self.contact.len() as i32 - 1;
            }
        }
    }

    /// Copies the solution back.
    fn scatter(&self, d: &mut Data, island: usize) -> Result<(), NotConverged> {
        let dofs = span(&d.island_idofadr, &d.island_nv, island);
        let rows = span(&d.island_iefcadr, &d.island_nefc, island);
        d.iacc[dofs.clone()].copy_from_slice(&self.acc);
        d.ifrc_constraint[dofs].copy_from_slice(&self.joint_force);
        d.iefc_state[rows.clone()].copy_from_slice(&self.state);
        d.iefc_force[rows].copy_from_slice(&self.force);
        stats::copy(&mut d.solver, island, &self.stats, self.outcome.iterations);
        primal::record(d, island, &self.outcome)
    }
}

/// Solves every island on the threads of a crew.
pub(in crate::solver) fn solve(
    m: &Model,
    d: &mut Data,
    islands: usize,
    newton: bool,
    given: (Option<Metric<'_>>, Option<Start<'_>>),
    crew: &dyn Crew,
) -> Result<(), NotConverged> {
    let mut memory = super::take(d, islands);
    let jobs = &mut memory[..islands];
    for (island, job) in jobs.iter_mut().enumerate() {
        job.is_dual = false;
        job.primal.gather(m, d, island, newton, given);
    }
    crew.solve(jobs);
    let mut result = Ok(());
    for (island, job) in jobs.iter().enumerate() {
        result = result.and(job.primal.scatter(d, island));
    }
    d.kept.islands = memory;
    result
}
