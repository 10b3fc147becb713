//! Newton's method and conjugate gradients on the primal problem.
//!
//! Both move along a direction by exact line search; Newton's is `−H⁻¹ g` with the Hessian of the current active set,
//! the other's is that of Hager and Zhang, *A New Conjugate Gradient Method with Guaranteed Descent and an Efficient
//! Line Search*, SIAM J. Optim. 16 (2005), preconditioned by the inertia.

use super::dual::inertia_trace;
use super::extended;
use super::gathered::{gather_need, solve_islands};
use super::hessian::{self, Hessian, KeptHessian, is_quadratic};
use super::linesearch::{Goal, Line, LineSearch};
use super::problem::{Problem, Solution, Start};
use super::products::Products;
use super::{ISLANDS, NotConverged, cone, is_whole, one_sided, stats, vectors};
use crate::data::SolverStat;
use crate::math::grouped::Grouped;
use crate::math::simd::{dot, norm};
use crate::math::sparse::{Csr, Pattern};
use crate::metric::{backbone, is_discrete};
use crate::model::{ConstraintState, Options};
use crate::scratch::{Frame, Need};
use crate::{Data, Model};

/// Outcome of one island.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub iterations: usize,
    pub nnz: usize,
    pub converged: bool,
    /// scaled norm of the gradient
    pub residual: f64,
}

/// Solves every island, or the whole at once if there are none.
pub(super) fn solve(m: &Model, d: &mut Data, islands: usize, newton: bool) -> Result<(), NotConverged> {
    let mut scratch = std::mem::take(&mut d.scratch);
    let (mut hessian, products) = (d.kept.hessian.take().unwrap_or_default(), std::mem::take(&mut d.kept.start));
    let kept = &mut *hessian;
    let [ma, jar] = &products;
    let start = (ma.len() == m.nv).then_some(Start { ma, jar });
    let (nv, nefc) = (m.nv, d.nefc);
    let (rows, nnz) = if is_discrete(m) { extended::size(m, d) } else { (0, 0) };
    let whole = rows == 0 && is_whole(m, d, islands);
    let need = if whole {
        need(nv, nefc, d.kept.rows.spread().is_some(), newton)
    } else {
        gather_need(m, d).and(need(nv, nefc + rows, false, newton))
    };
    let mut s = scratch.frame(need.and(extended::need(m, d, rows, nnz)));

    // in the effective metric another inertia, and the forces that give the same smooth acceleration
    let mut metric = None;
    if is_discrete(m) {
        let (matrix, force) = (s.reals(m.nC), s.reals(nv));
        backbone(m, d, matrix);
        Csr::new(m.M_pattern(), matrix).mul_symmetric(force, &d.qacc_smooth);
        metric = Some((&*matrix, &*force));
    }

    let result = if let (Some(metric), true) = (metric, rows > 0) {
        extended::solve(m, d, islands, newton, kept, metric, (rows, nnz), s)
    } else if whole {
        solve_whole(m, d, newton, kept, (metric, start), s)
    } else {
        solve_islands(m, d, islands, newton, kept, (metric, start), s)
    };
    (d.kept.hessian, d.kept.start) = (Some(hessian), products);
    d.scratch = scratch;
    result
}

/// The backbone of the effective metric and the forces that give the smooth acceleration in it.
pub(super) type Metric<'a> = (&'a [f64], &'a [f64]);

/// What the problem is posed in: an inertia, its factor, and the forces without constraints.
#[derive(Clone, Copy)]
pub(super) struct Posed<'a> {
    pub matrix: &'a [f64],
    pub factor: &'a [f64],
    pub inv_d: &'a [f64],
    pub force: &'a [f64],
}

impl<'a> Posed<'a> {
    /// In the plain inertia, or in the effective metric with the factor of its backbone.
    pub fn new(
        metric: Option<Metric<'a>>,
        (matrix, force): (&'a [f64], &'a [f64]),
        factors: [&'a [f64]; 2],
        inv_d: [&'a [f64]; 2],
    ) -> Self {
        match metric {
            None => Self { matrix, factor: factors[0], inv_d: inv_d[0], force },
            Some((matrix, force)) => Self { matrix, factor: factors[1], inv_d: inv_d[1], force },
        }
    }
}

pub(super) fn record(d: &mut Data, island: usize, outcome: &Outcome) -> Result<(), NotConverged> {
    if island < ISLANDS {
        d.solver_niter[island] += outcome.iterations as i32;
        d.solver_nnz[island] = outcome.nnz as i32;
    }
    let Outcome { iterations, residual, converged, .. } = *outcome;
    if converged { Ok(()) } else { Err(NotConverged { island, iterations, residual }) }
}

/// The whole system in its own columns.
fn solve_whole(
    m: &Model,
    d: &mut Data,
    newton: bool,
    kept: &mut KeptHessian,
    (metric, start): (Option<Metric<'_>>, Option<Start<'_>>),
    s: Frame<'_>,
) -> Result<(), NotConverged> {
    let posed = Posed::new(metric, (&d.M, &d.qfrc_smooth), [&d.qLD, &d.qH], [&d.qLDiagInv, &d.qHDiagInv]);
    let problem = Problem {
        inertia: Csr::new(m.M_pattern(), posed.matrix),
        factor: posed.factor,
        factor_inv_d: posed.inv_d,
        inertia_tiles: d.kept.tiles.held(posed.matrix),
        spread: d.kept.rows.spread(),
        jacobian: Grouped {
            csr: Csr::new(
                Pattern { rownnz: &d.efc_J_rownnz, rowadr: &d.efc_J_rowadr, colind: &d.efc_J_colind },
                &d.efc_J,
            ),
            rowsuper: &d.efc_J_rowsuper,
        },
        rows: cone::Update {
            ne: d.ne,
            nf: d.nf,
            mass: &d.efc_D,
            regulariser: &d.efc_R,
            frictionloss: &d.efc_frictionloss,
            kind: &d.efc_type,
            id: &d.efc_id,
        },
        aref: &d.efc_aref,
        contact: &d.contact,
        force_smooth: posed.force,
        acc_smooth: &d.qacc_smooth,
        trace: inertia_trace(m, d, 0, 0),
        start,
    };
    let solution = Solution {
        acc: &mut d.qacc,
        state: &mut d.efc_state,
        force: &mut d.efc_force,
        joint_force: &mut d.qfrc_constraint,
    };
    let outcome = iterate(&problem, solution, &m.opt, newton, (&mut d.solver, 0), kept, s);
    record(d, 0, &outcome)
}

/// Blocks of rows along a line: those of friction loss and those that act one way only begin a block of their own.
fn line_blocks(nefc: usize) -> usize {
    one_sided::blocks(nefc) + 1
}

/// Scratch of [`iterate`]; rows of a small problem may be at hand.
pub(super) fn need(nv: usize, nefc: usize, at_hand: bool, newton: bool) -> Need {
    let vectors = Need::reals(8 * nv + 6 * nefc).and(Need::ints(nefc));
    let vectors = vectors.and(Need::rows::<one_sided::Block>(line_blocks(nefc)));
    let vectors = vectors.and(Products::need(nv, nefc, at_hand));
    if newton { vectors.and(hessian::need(nv)) } else { vectors }
}

/// Current point of the search.
struct Point<'a> {
    solution: Solution<'a>,
    /// `M x`
    ma: &'a mut [f64],
    /// `J x − a_ref`
    jar: &'a mut [f64],
    grad: &'a mut [f64],
}

impl Point<'_> {
    /// States, forces and gradient at the current acceleration.
    fn update(&mut self, p: &Problem<'_>, products: &mut Products<'_>) {
        cone::update(&p.rows, |id| p.cone(id), self.jar, self.solution.state, self.solution.force);
        self.pull(p, products);
    }

    /// Gradient of the present forces.
    fn pull(&mut self, p: &Problem<'_>, products: &mut Products<'_>) {
        products.mul_transposed(p, self.solution.joint_force, self.solution.force);
        vectors::gradient(self.grad, self.ma, p.force_smooth, self.solution.joint_force);
    }
}

/// Minimises the cost of one problem.
pub(super) fn iterate<'a>(
    p: &Problem<'a>,
    solution: Solution<'_>,
    opt: &Options,
    newton: bool,
    (table, island): (&mut [SolverStat], usize),
    kept: &'a mut KeptHessian,
    mut s: Frame<'a>,
) -> Outcome {
    let (nv, nefc) = (p.nv(), p.nefc());
    let (ma, grad, step, search, mv) =
        (s.dirty_reals(nv), s.dirty_reals(nv), s.dirty_reals(nv), s.dirty_reals(nv), s.dirty_reals(nv));
    let (grad_old, step_old, work) = (s.dirty_reals(nv), s.dirty_reals(nv), s.dirty_reals(nv));
    let (jar, jv, quad) = (s.dirty_reals(nefc), s.dirty_reals(nefc), s.dirty_reals(4 * nefc));
    let blocks = s.used_rows::<one_sided::Block>(line_blocks(nefc));
    let old_state = s.used_ints(nefc);
    let mut products = Products::new(p, &mut s);

    // products with the start value, and what follows from them
    let mut at = Point { solution, ma, jar, grad };
    if let Some(start) = p.start {
        at.ma.copy_from_slice(start.ma);
        at.jar.copy_from_slice(start.jar);
        at.pull(p, &mut products);
    } else {
        p.inertia.mul_symmetric(at.ma, at.solution.acc);
        products.mul(p, at.jar, at.solution.acc);
        at.jar.iter_mut().zip(p.aref).for_each(|(x, aref)| *x -= aref);
        at.update(p, &mut products);
    }
    let scale = 1.0 / p.trace;

    // the gap between primal and dual cost bounds what is left to gain; Newton also asks for a flat cost
    let gain = |grad: &[f64], step: &[f64]| gain(scale, dot(grad, step));
    let flat = scale * norm(at.grad) < opt.tolerance;
    let mut done = false;
    if flat || !newton {
        step.copy_from_slice(at.grad);
        p.solve_inertia(step);
        done = gain(at.grad, step) < opt.tolerance;
    }

    let mut hessian = None;
    if newton && !done {
        let mut h = Hessian::new(p, products.rows(), kept, &mut s);
        h.rebuild(p, at.solution.state, at.jar);
        step.copy_from_slice(at.grad);
        h.solve(step);
        done = flat && gain(at.grad, step) < opt.tolerance;
        hessian = Some(h);
    }
    vectors::descend(search, step);

    let mut iterations = 0;
    let limit = opt.iterations.max(0) as usize;
    while !done && iterations < limit {
        // move along the search direction
        match &mut hessian {
            Some(h) => h.mul_inertia(p, mv, search),
            None => p.inertia.mul_symmetric(mv, search),
        }
        products.mul(p, jv, search);
        let found = search_line(p, &at, search, mv, jv, (bytemuck::cast_slice_mut(quad), blocks), opt, scale);
        if found.alpha == 0.0 {
            done = true;
            break;
        }
        vectors::advance([at.solution.acc, at.ma, at.jar], [search, mv, jv], found.alpha);

        // update states and gradient there
        old_state.copy_from_slice(at.solution.state);
        if !newton {
            grad_old.copy_from_slice(at.grad);
            step_old.copy_from_slice(step);
        }
        at.update(p, &mut products);
        let improvement = scale * found.improvement;
        let gradient = scale * norm(at.grad);
        let [active, changed, quadratic] = changes(old_state, at.solution.state);
        let statistics = SolverStat {
            improvement,
            gradient,
            lineslope: found.slope,
            nactive: active,
            nchange: changed,
            neval: found.evaluations as i32,
            nupdate: if newton { quadratic } else { 0 },
        };
        stats::save(table, island, iterations, statistics);
        iterations += 1;
        done = (improvement > 0.0 && improvement < opt.tolerance) || gradient < opt.tolerance;
        if done {
            break;
        }

        // the next direction, unless its gain is small too
        step.copy_from_slice(at.grad);
        if let Some(h) = &mut hessian {
            h.update(p, old_state, at.solution.state, at.jar, quadratic as usize);
            h.solve(step);
            done = gain(at.grad, step) < opt.tolerance;
            vectors::descend(search, step);
        } else {
            p.solve_inertia(step);
            conjugate(search, at.grad, step, grad_old, step_old, work);
        }
    }
    let nnz = if newton { nv * nv } else { p.jacobian.csr.values.len() };
    Outcome { iterations, nnz, converged: done, residual: scale * norm(at.grad) }
}

/// What a Newton step may gain at most, given the product of gradient and step.
pub(super) fn gain(scale: f64, product: f64) -> f64 {
    (0.5 * scale * product).max(0.0)
}

/// Line search from the current point.
fn search_line(
    p: &Problem<'_>,
    at: &Point<'_>,
    search: &[f64],
    mv: &[f64],
    jv: &[f64],
    (quad, blocks): (&mut [[f64; 4]], &mut [one_sided::Block]),
    opt: &Options,
    scale: f64,
) -> LineSearch {
    let mut inertial = [0.0; 3];
    vectors::inertial_line(&mut inertial, search, at.ma, p.force_smooth, mv);
    let [linear, quadratic, square] = inertial;
    let Some(goal) = Goal::new(opt, square.sqrt(), scale) else { return LineSearch::default() };
    let simple = p.rows.one_sided();
    let (friction, blocks) = blocks.split_at_mut(one_sided::blocks(p.rows.nf));
    let blocks = &mut blocks[..one_sided::blocks(simple.len())];
    let mut line = Line { problem: p, jar: at.jar, jv, gauss: [linear, quadratic], simple, blocks, friction, quad };
    line.search(goal)
}

/// Rows that are active, that changed state, and that became or ceased to be quadratic.
fn changes(old: &[i32], state: &[i32]) -> [i32; 3] {
    old.iter().zip(state).fold([0; 3], |[active, changed, quadratic], (old, new)| {
        let is_active = *new != ConstraintState::Satisfied as i32;
        let flips = is_quadratic(*old) != is_quadratic(*new);
        [active + i32::from(is_active), changed + i32::from(old != new), quadratic + i32::from(flips)]
    })
}

/// Next conjugate direction: `−P g + β d` with Hager and Zhang's truncated `β`.
fn conjugate(search: &mut [f64], grad: &[f64], step: &[f64], grad_old: &[f64], step_old: &[f64], work: &mut [f64]) {
    const ETA: f64 = 0.01;
    let tiny = crate::math::MINVAL;
    for i in 0..work.len() {
        work[i] = grad[i] - grad_old[i];
    }
    let dy = dot(search, work);
    let mut beta = 0.0;
    if dy >= tiny {
        // y·P y needs the difference of preconditioned gradients
        let ypy = (0..work.len()).fold(0.0, |sum, i| sum + work[i] * (step[i] - step_old[i]));
        let full = (dot(work, step) - 2.0 * ypy / dy * dot(search, grad)) / dy;
        let floor = -1.0 / (norm(search) * norm(grad).min(ETA)).max(tiny);
        beta = full.max(floor);
    }
    for (v, x) in search.iter_mut().zip(step) {
        *v = -x + beta * *v;
    }
}
