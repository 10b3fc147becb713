//! Hessian of a large problem: sparse, in an order that keeps its factor sparse.
//!
//! Trees are ordered by the approximate minimum degree rule on the graph of trees that share a row; inside a tree dofs go
//! from the leaves to the root, which alone would fill nothing in.

use super::problem::Problem;
use crate::Id;
use crate::math::sparse_cholesky::SparseCholesky;

/// A sparse symmetric matrix, its order and its factor; memory is kept from step to step.
#[derive(Clone, Debug, Default)]
pub struct SparseHessian {
    /// place of each dof in the elimination order
    place: Vec<i32>,
    /// rows of the Jacobian that involve each dof, and the position of the dof in them
    by_dof: Vec<(i32, i32)>,
    by_dof_start: Vec<i32>,
    /// dof at each place
    order: Vec<i32>,
    chol: SparseCholesky,
    work: Vec<f64>,
    graph: TreeGraph,
}

/// Graph of trees for the ordering.
#[derive(Clone, Debug, Default)]
struct TreeGraph {
    tree_of: Vec<i32>,
    neighbours: Vec<Vec<i32>>,
    done: Vec<bool>,
    elimination: Vec<i32>,
    merged: Vec<i32>,
}

impl SparseHessian {
    /// Finds the order and the pattern of the factor for all rows, active or not.
    pub fn analyse(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        self.graph.build(p);
        self.graph.eliminate();

        // trees in elimination order, each from its leaves to its root
        self.order.clear();
        for tree in &self.graph.elimination {
            let dofs = (0..n).rev().filter(|&i| self.graph.tree_of[i] == *tree);
            self.order.extend(dofs.map(|i| i as i32));
        }
        self.place.clear();
        self.place.resize(n, 0);
        for (place, dof) in self.order.iter().enumerate() {
            self.place[dof.ix()] = place as i32;
        }

        self.transpose(p);
        self.pattern(p);
        self.chol.analyse();
    }

    /// Lists the Jacobian rows of every dof.
    fn transpose(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        self.by_dof_start.clear();
        self.by_dof_start.resize(n + 1, 0);
        for i in 0..p.nefc() {
            for c in p.jacobian.csr.pattern.columns(i) {
                self.by_dof_start[c.ix() + 1] += 1;
            }
        }
        for i in 0..n {
            self.by_dof_start[i + 1] += self.by_dof_start[i];
        }
        self.by_dof.clear();
        self.by_dof.resize(self.by_dof_start[n].ix(), (0, 0));
        for i in 0..p.nefc() {
            for (k, c) in p.jacobian.csr.pattern.columns(i).iter().enumerate() {
                let at = self.by_dof_start[c.ix()].ix();
                self.by_dof[at] = (i as i32, k as i32);
                self.by_dof_start[c.ix()] += 1;
            }
        }
        for i in (1..=n).rev() {
            self.by_dof_start[i] = self.by_dof_start[i - 1];
        }
        self.by_dof_start[0] = 0;
    }

    /// Entries of the lower triangle in the new order.
    fn pattern(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        self.chol.begin(n);
        let mut mark = std::mem::take(&mut self.graph.merged);
        mark.clear();
        mark.resize(n, -1);
        for at in 0..n {
            let dof = self.order[at].ix();
            let row = at as i32;
            let mut add = |place: i32| {
                if place <= row && mark[place.ix()] != row {
                    mark[place.ix()] = row;
                    self.chol.push(place);
                }
            };
            // the inertia couples a dof with its ancestors and descendants; those eliminated before are descendants
            for other in p.inertia.pattern.columns(dof) {
                add(self.place[other.ix()]);
            }
            for later in dof + 1..n {
                if self.graph.tree_of[later] != self.graph.tree_of[dof] {
                    break;
                }
                if p.inertia.pattern.columns(later).binary_search(&(dof as i32)).is_ok() {
                    add(self.place[later]);
                }
            }
            let mut last: &[i32] = &[];
            for (i, _) in &self.by_dof[self.by_dof_start[dof].ix()..self.by_dof_start[dof + 1].ix()] {
                let columns = p.jacobian.csr.pattern.columns(i.ix());
                if columns != last {
                    for c in columns {
                        add(self.place[c.ix()]);
                    }
                    last = columns;
                }
            }
            self.chol.end_row();
        }
        self.graph.merged = mark;
    }

    /// Computes the matrix for the given rows `W`.
    pub fn assemble(&mut self, p: &Problem<'_>, weighted: &[f64]) {
        let n = p.nv();
        self.work.clear();
        self.work.resize(n, 0.0);
        for at in 0..n {
            let dof = self.order[at].ix();
            // scatter one row, then gather its pattern
            let (columns, values) = p.inertia.row(dof);
            for (c, x) in columns.iter().zip(values) {
                self.work[self.place[c.ix()].ix()] += x;
            }
            for later in dof + 1..n {
                if self.graph.tree_of[later] != self.graph.tree_of[dof] {
                    break;
                }
                let (columns, values) = p.inertia.row(later);
                if let Ok(k) = columns.binary_search(&(dof as i32)) {
                    self.work[self.place[later].ix()] += values[k];
                }
            }
            for (i, k) in &self.by_dof[self.by_dof_start[dof].ix()..self.by_dof_start[dof + 1].ix()] {
                let range = p.jacobian.csr.pattern.row(i.ix());
                let x = p.jacobian.csr.values[range.start + k.ix()];
                for (c, w) in p.jacobian.csr.pattern.colind[range.clone()].iter().zip(&weighted[range]) {
                    self.work[self.place[c.ix()].ix()] += x * w;
                }
            }
            self.chol.gather_row(at, &mut self.work);
            // what lies right of the diagonal is not part of the row
            for x in &mut self.work[at..] {
                *x = 0.0;
            }
        }
    }

    /// Factors the matrix.
    pub fn factor(&mut self) {
        self.chol.factor();
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        self.work.clear();
        self.work.extend(self.order.iter().map(|dof| x[dof.ix()]));
        self.chol.solve(&mut self.work);
        for (dof, y) in self.order.iter().zip(&self.work) {
            x[dof.ix()] = *y;
        }
    }
}

impl TreeGraph {
    /// Trees, from the inertia's blocks, and their neighbours, from the rows.
    fn build(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        self.tree_of.clear();
        let mut trees = 0;
        for i in 0..n {
            // a root has no ancestors
            if p.inertia.pattern.rownnz[i] == 1 {
                trees += 1;
            }
            self.tree_of.push(trees - 1);
        }
        let trees = trees.ix();
        self.neighbours.iter_mut().for_each(Vec::clear);
        self.neighbours.resize(self.neighbours.len().max(trees), Vec::new());
        let mut last: &[i32] = &[];
        for i in 0..p.nefc() {
            let columns = p.jacobian.csr.pattern.columns(i);
            if columns == last {
                continue;
            }
            last = columns;
            for a in columns {
                for b in columns {
                    let (a, b) = (self.tree_of[a.ix()], self.tree_of[b.ix()]);
                    if a != b && !self.neighbours[a.ix()].contains(&b) {
                        self.neighbours[a.ix()].push(b);
                    }
                }
            }
        }
        self.done.clear();
        self.done.resize(trees, false);
    }

    /// Repeatedly eliminates the tree with the fewest neighbours, which then become neighbours of one another.
    fn eliminate(&mut self) {
        self.elimination.clear();
        for _ in 0..self.done.len() {
            let candidates = (0..self.done.len()).filter(|&t| !self.done[t]);
            let Some(next) = candidates.min_by_key(|&t| self.neighbours[t].len()) else { break };
            self.done[next] = true;
            self.elimination.push(next as i32);
            let around = std::mem::take(&mut self.neighbours[next]);
            for &a in &around {
                let list = &mut self.neighbours[a.ix()];
                list.retain(|&t| t != next as i32);
                for &b in &around {
                    if b != a && !list.contains(&b) {
                        list.push(b);
                    }
                }
            }
            self.neighbours[next] = around;
        }
    }
}
