//! Newton's method on the small problems of four simulations side by side.
//!
//! What [`primal`](super::primal) does to one problem is done here to four at once: each number is a vector with a lane per
//! simulation, each matrix is dense, and rows of which a simulation has fewer are zero. A problem that has converged gives
//! its solution back; its lane then idles until the others are done. Sums run in the order of the single problem, so a
//! simulation has the same bits in a lane as alone.

mod columns;
mod dense;
mod lines;
mod vectors;

use super::dual::inertia_trace;
use super::hessian::few;
use super::linesearch::{Goal, LineSearch, minimum};
use super::primal::{Outcome, gain};
use super::{NotConverged, is_whole, stats};
use crate::data::SolverStat;
use crate::math::simd::Lane;
use crate::metric::is_discrete;
use crate::model::{ConeType, Disable, Options, SolverType};
use crate::{Data, Model};

use columns::{Dofs, Rows};
use dense::Jacobian;
use lines::{LineOf, Lines};

/// Problems that are solved side by side.
const LANES: usize = 4;

/// Problems of more dofs than this are solved faster by themselves, with the zeros of their matrices left out.
const MOST_DOFS: usize = dense::MOST_COLUMNS;

/// How each of four simulations was solved; none if it is left to itself.
pub(crate) type Solved = [Option<Result<(), NotConverged>>; LANES];

/// Four problems: memory that is kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct FourProblems {
    /// entries of the Jacobians, row by row, and the columns that have any
    jacobian: Vec<Lane>,
    columns: Vec<u32>,
    rows: Rows,
    dofs: Dofs,
    /// inertia, both halves
    inertia: Vec<Lane>,
    /// lower half of the Hessian
    hessian: Vec<Lane>,
    /// its factor
    factor: Vec<Lane>,
    /// rows of each problem; none if it takes no part
    counts: [usize; LANES],
}

impl FourProblems {
    /// True if problems of this model may be small and plain enough.
    pub fn suit(m: &Model) -> bool {
        (1..=MOST_DOFS).contains(&m.nv)
            && m.opt.solver == SolverType::Newton as i32
            && m.opt.cone == ConeType::Pyramidal as i32
            && m.opt.noslip_iterations <= 0
            && !m.opt.disabled(Disable::WarmStart)
            && !is_discrete(m)
    }

    /// Solves those that are live and whose rows are limits and contacts, as [`super::solve`] does. `inertia` holds the
    /// inertia matrices.
    pub fn solve(&mut self, m: &Model, data: &mut [&mut Data; LANES], live: [bool; LANES], inertia: &[Lane]) -> Solved {
        let islands = |d: &Data| if m.opt.disabled(Disable::Island) { 0 } else { d.nisland };
        let fits = |d: &Data| d.nefc > 0 && d.ne == 0 && d.nf == 0 && is_whole(m, d, islands(d));
        self.counts = std::array::from_fn(|k| if live[k] && fits(data[k]) { data[k].nefc } else { 0 });
        let mut solved = [const { None }; LANES];
        if self.counts.iter().filter(|n| **n > 0).count() < 2 {
            return solved;
        }
        self.gather(m, data, inertia);
        self.start();
        self.iterate(m, data, &mut solved);
        solved
    }

    /// Starts at the last acceleration, or at that without constraints if it costs less.
    fn start(&mut self) {
        let Self { jacobian, columns, rows, dofs, inertia, .. } = self;
        let jacobian = Jacobian { rows: jacobian, columns };
        dense::mul_rows(&mut rows.unconstrained, jacobian, &dofs.acc_smooth, Some(&rows.aref));
        dense::mul_rows(&mut rows.jar, jacobian, &dofs.acc, Some(&rows.aref));
        dense::mul(&mut dofs.ma, inertia, &dofs.acc);
        let (mut unconstrained, mut last) = ([0.0; LANES], [0.0; LANES]);
        vectors::forces(&mut rows.force, &rows.unconstrained, &rows.mass, &mut unconstrained);
        vectors::forces(&mut rows.force, &rows.jar, &rows.mass, &mut last);
        vectors::add_inertial_cost(&mut last, [&dofs.ma, &dofs.force_smooth, &dofs.acc, &dofs.acc_smooth]);
        if (0..LANES).any(|k| last[k] > unconstrained[k]) {
            for (to, from) in [
                (&mut dofs.acc, &dofs.acc_smooth),
                (&mut dofs.ma, &dofs.force_smooth),
                (&mut rows.jar, &rows.unconstrained),
            ] {
                vectors::replace_above(to, from, &last, &unconstrained);
            }
            vectors::forces(&mut rows.force, &rows.jar, &rows.mass, &mut unconstrained);
        }
        self.pull();
    }

    /// Gradient of the present forces.
    fn pull(&mut self) {
        let Self { jacobian, columns, rows, dofs, .. } = self;
        let jacobian = Jacobian { rows: jacobian, columns };
        dense::mul_transposed(&mut dofs.joint_force, jacobian, &rows.force);
        vectors::gradient(&mut dofs.grad, &dofs.ma, &dofs.force_smooth, &dofs.joint_force);
    }

    /// Minimises the costs.
    fn iterate(&mut self, m: &Model, data: &mut [&mut Data; LANES], solved: &mut Solved) {
        let (opt, tolerance) = (&m.opt, m.opt.tolerance);
        let scale: Lane = std::array::from_fn(|k| 1.0 / inertia_trace(m, data[k], 0, 0));
        // one that starts where its gradient is flat has more questions to ask
        let gradient = self.gradient(&scale);
        let mut active: [bool; LANES] = std::array::from_fn(|k| self.counts[k] > 0 && gradient[k] >= tolerance);
        self.update(active, [Change::Anew; LANES]);
        self.descend();

        let mut iterations = 0;
        while iterations < opt.iterations.max(0) as usize && active.contains(&true) {
            // move along the search directions
            let found = self.search(opt, &scale, active);
            self.retire(data, &mut active, iterations, solved, |k| found[k].alpha == 0.0);
            self.advance(&found.map(|found| found.alpha));

            // forces and gradients there
            vectors::forces(&mut self.rows.force, &self.rows.jar, &self.rows.mass, &mut [0.0; LANES]);
            self.pull();
            let moved = self.statistics(&found, &scale);
            those(active).for_each(|k| stats::save(&mut data[k].solver, 0, iterations, moved[k]));
            iterations += 1;
            self.retire(data, &mut active, iterations, solved, |k| {
                let SolverStat { improvement, gradient, .. } = moved[k];
                (improvement > 0.0 && improvement < tolerance) || gradient < tolerance
            });

            // the next directions, unless the gain is small too
            if active.contains(&true) {
                self.update(active, std::array::from_fn(|k| Change::of(moved[k].nchange as usize, self.counts[k])));
                self.descend();
                let mut products = [0.0; LANES];
                dense::dot(&mut products, &self.dofs.grad, &self.dofs.step);
                self.retire(data, &mut active, iterations, solved, |k| gain(scale[k], products[k]) < tolerance);
            }
        }
        let residual = self.gradient(&scale);
        for k in those(active) {
            self.give_back(data, k, Outcome { iterations, residual: residual[k], ..Outcome::default() }, solved);
        }
    }

    /// Gives those of the active back that are done.
    fn retire(
        &self,
        data: &mut [&mut Data; LANES],
        active: &mut [bool; LANES],
        iterations: usize,
        solved: &mut Solved,
        done: impl Fn(usize) -> bool,
    ) {
        for k in those(*active).filter(|k| done(*k)) {
            active[k] = false;
            self.give_back(data, k, Outcome { iterations, converged: true, ..Outcome::default() }, solved);
        }
    }

    /// What is recorded of a move.
    fn statistics(&self, found: &[LineSearch; LANES], scale: &Lane) -> [SolverStat; LANES] {
        let (gradient, [mut violated, mut flipped]) = (self.gradient(scale), [[0.0; LANES]; 2]);
        vectors::count_rows([&mut violated, &mut flipped], &self.rows.jar, &self.rows.jar_old);
        std::array::from_fn(|k| SolverStat {
            improvement: scale[k] * found[k].improvement,
            gradient: gradient[k],
            lineslope: found[k].slope,
            nactive: violated[k] as i32,
            nchange: flipped[k] as i32,
            neval: found[k].evaluations as i32,
            nupdate: flipped[k] as i32,
        })
    }

    /// Scaled norms of the gradients.
    fn gradient(&self, scale: &Lane) -> Lane {
        let mut square = [0.0; LANES];
        dense::dot(&mut square, &self.dofs.grad, &self.dofs.grad);
        std::array::from_fn(|k| scale[k] * square[k].sqrt())
    }

    /// Line searches of those that are active.
    fn search(&mut self, opt: &Options, scale: &Lane, active: [bool; LANES]) -> [LineSearch; LANES] {
        let Self { jacobian, columns, rows, dofs, inertia, .. } = self;
        let jacobian = Jacobian { rows: jacobian, columns };
        dense::mul(&mut dofs.mv, inertia, &dofs.search);
        dense::mul_rows(&mut rows.jv, jacobian, &dofs.search, None);
        let mut inertial = [[0.0; LANES]; 3];
        vectors::inertial_line(&mut inertial, &dofs.search, &dofs.ma, &dofs.force_smooth, &dofs.mv);
        let lines = Lines { rows: [&rows.jar, &rows.jv, &rows.mass], inertial };
        let start = lines.at(&[0.0; LANES]);
        let first = lines.at(&start.map(|p| p.newton_step()));
        let mut found = [LineSearch::default(); LANES];
        for k in those(active) {
            if let Some(goal) = Goal::new(opt, inertial[2][k].sqrt(), scale[k]) {
                found[k] = minimum(&mut LineOf { lines: &lines, lane: k }, [start[k], first[k]], goal);
            }
        }
        found
    }

    /// Moves along the search directions.
    fn advance(&mut self, alpha: &Lane) {
        let Self { rows, dofs, .. } = self;
        rows.jar_old.copy_from_slice(&rows.jar);
        for (x, along) in [(&mut dofs.acc, &dofs.search), (&mut dofs.ma, &dofs.mv), (&mut rows.jar, &rows.jv)] {
            vectors::advance(x, along, alpha);
        }
    }

    /// Follows changes of the rows in the Hessians of those that are active, and factors them.
    fn update(&mut self, active: [bool; LANES], changes: [Change; LANES]) {
        let with = |change: Change| -> Lane {
            std::array::from_fn(|k| f64::from(u8::from(active[k] && changes[k] == change)))
        };
        let (anew, partly) = (with(Change::Anew), with(Change::Partly));
        if anew == [0.0; LANES] && partly == [0.0; LANES] {
            return;
        }
        let Self { jacobian, columns, rows, dofs, inertia, hessian, factor, .. } = self;
        let n = dofs.acc.len();
        if anew != [0.0; LANES] {
            dense::replace_lower(hessian, inertia, n, &anew, &[0.0; LANES]);
        }
        vectors::weigh(&mut rows.weight, [&rows.jar, &rows.jar_old, &rows.mass], [&anew, &partly]);
        let jacobian = Jacobian { rows: jacobian, columns };
        let mut counting = jacobian.iter(n).zip(&rows.weight).filter(|(_, weight)| **weight != [0.0; LANES]);
        while let Some(first) = counting.next() {
            // a row without weight changes nothing
            let [two, three, four] = [(); 3].map(|()| counting.next().unwrap_or((first.0, &[0.0; LANES])));
            let four = [first, two, three, four];
            let columns = four.iter().fold(0, |all, ((_, own), _)| all | own);
            dense::add_squares(hessian, four.map(|((row, _), _)| row), four.map(|(_, weight)| weight), columns);
        }
        dense::factor(factor, hessian, n);
    }

    /// The next search directions: `−H⁻¹ g`.
    fn descend(&mut self) {
        let Self { dofs, factor, .. } = self;
        dofs.step.copy_from_slice(&dofs.grad);
        dense::solve(&mut dofs.step, factor);
        dofs.search.iter_mut().zip(&dofs.step).for_each(|(search, step)| *search = step.map(|x| -x));
    }
}

/// What became of the Hessian of a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// few rows changed
    Partly,
    /// it is computed afresh
    Anew,
}

impl Change {
    /// After this many of the rows changed.
    fn of(changed: usize, rows: usize) -> Self {
        match changed {
            0 => Self::None,
            _ if few(changed, rows) => Self::Partly,
            _ => Self::Anew,
        }
    }
}

/// Lanes for which this is true.
fn those(lanes: [bool; LANES]) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |&k| lanes[k])
}
