//! Hessian of a large problem: sparse, in an order that keeps its factor sparse.
//!
//! Nodes of the graph that is ordered are a few dofs that take part in the same rows, such as those of a free body. Inertia
//! couples a node with its ancestors, a row of the Jacobian all nodes that it moves. The order depends on nothing else, so
//! that it is kept as long as the same nodes are coupled.

use super::gram::{BATCH, Batch, Gram};
use super::hessian::{is_cone, is_quadratic};
use super::problem::Problem;
use crate::Id;
use crate::math::elimination::Elimination;
use crate::math::grouped::Group;
use crate::math::simd::{Lane, TILE};
use crate::math::supernodal::Supernodal;

/// Most dofs of a node: those of a free body.
const CHAIN: usize = 6;

/// A sparse symmetric matrix, its order and its factor; memory is kept from step to step.
#[derive(Clone, Debug, Default)]
pub struct SparseHessian {
    /// what couples: columns of the inertia and of each group of rows; that of the last problem
    key: Vec<i32>,
    last_key: Vec<i32>,
    node_of: Vec<i32>,
    nodes: Vec<i32>,
    graph: Elimination,
    /// place of each node, and first column of each node in the new order
    node_place: Vec<i32>,
    first: Vec<i32>,
    /// place of each dof in the new order
    place: Vec<i32>,
    chol: Supernodal,
    /// addresses of the entries of the inertia
    inertia_at: Vec<i32>,
    /// of each group of rows: where its columns and addresses begin, and both
    groups: Vec<[usize; 2]>,
    ranks: Vec<i32>,
    addresses: Vec<i32>,
    gram: Gram,
    work: Work,
}

#[derive(Clone, Debug, Default)]
struct Work {
    columns: Vec<i32>,
    x: Vec<f64>,
    tiles: Vec<i32>,
    place: Vec<i32>,
    rows: Vec<Lane>,
    weighted: Vec<Lane>,
}

impl SparseHessian {
    /// Finds the order and the pattern of the factor for all rows, active or not.
    pub fn analyse(&mut self, p: &Problem<'_>) {
        std::mem::swap(&mut self.key, &mut self.last_key);
        self.key.clear();
        self.key.extend_from_slice(p.inertia.pattern.rownnz);
        self.key.extend_from_slice(p.inertia.pattern.colind);
        for group in p.jacobian.groups() {
            self.key.push(-(group.columns.len() as i32));
            self.key.extend_from_slice(group.columns);
        }
        if self.key == self.last_key {
            return;
        }
        self.find_nodes(p);
        self.order(p);
        self.chol.analyse(&self.graph, &self.node_place, &self.first);
        self.find_addresses(p);
    }

    /// Joins dofs that follow one another and take part in the same rows, as those of a body do.
    fn find_nodes(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        // a run of columns of a group is cut off from what lies before and after it
        let cut = &mut self.work.place;
        cut.clear();
        cut.resize(n + 1, 0);
        for group in p.jacobian.groups().filter(|group| group.columns.len() > 1) {
            for run in group.columns.chunk_by(|a, b| *b == a + 1) {
                cut[run[0].ix()] = 1;
                cut[run[0].ix() + run.len()] = 1;
            }
        }
        self.node_of.clear();
        let (mut node, mut length) = (-1, CHAIN);
        for i in 0..n {
            // the inertia of a free body may be diagonal, so that its dofs are chains of one
            let follows = length < CHAIN && cut[i] == 0 && (is_child(p, i) || p.inertia.pattern.rownnz[i] == 1);
            (node, length) = if follows { (node, length + 1) } else { (node + 1, 1) };
            self.node_of.push(node);
        }
    }

    /// Nodes of these dofs, each once.
    fn list_nodes(nodes: &mut Vec<i32>, node_of: &[i32], dofs: &[i32]) {
        nodes.clear();
        nodes.extend(dofs.iter().map(|dof| node_of[dof.ix()]));
        nodes.dedup();
    }

    /// Orders the nodes, and the dofs with them.
    fn order(&mut self, p: &Problem<'_>) {
        let n = p.nv();
        self.graph.begin(self.node_of.chunk_by(|a, b| a == b).map(|dofs| dofs.len() as i32));
        for i in 0..n {
            // a child in the same node has all the ancestors of its parent
            let ends = i + 1 == n || self.node_of[i + 1] != self.node_of[i] || !is_child(p, i + 1);
            if ends {
                Self::list_nodes(&mut self.nodes, &self.node_of, p.inertia.pattern.columns(i));
                self.graph.connect(&self.nodes);
            }
        }
        for group in p.jacobian.groups() {
            Self::list_nodes(&mut self.nodes, &self.node_of, group.columns);
            self.graph.connect(&self.nodes);
        }
        self.graph.run();

        let nodes = self.graph.order.len();
        self.node_place.clear();
        self.node_place.resize(nodes, 0);
        for (at, node) in self.graph.order.iter().enumerate() {
            self.node_place[node.ix()] = at as i32;
        }
        self.first.clear();
        self.first.resize(nodes + 1, 0);
        for node in &self.node_of {
            self.first[self.node_place[node.ix()].ix() + 1] += 1;
        }
        for at in 0..nodes {
            self.first[at + 1] += self.first[at];
        }
        self.place.clear();
        for (i, node) in self.node_of.iter().enumerate() {
            let before = self.place.last().filter(|_| self.node_of[i - 1] == *node);
            self.place.push(before.map_or(self.first[self.node_place[node.ix()].ix()], |last| last + 1));
        }
    }

    /// Finds where the entries of the inertia and of each group of rows belong.
    fn find_addresses(&mut self, p: &Problem<'_>) {
        self.inertia_at.clear();
        for i in 0..p.nv() {
            let own = self.place[i];
            // ancestors are mostly eliminated later, several in a row
            let mut last = None;
            for c in p.inertia.pattern.columns(i) {
                let other = self.place[c.ix()];
                let address = match last {
                    Some((before, above)) if other == before + 1 => self.chol.address_below(other, own, above),
                    _ => self.chol.address(own.max(other), own.min(other)),
                };
                self.inertia_at.push(address);
                last = (other > own).then_some((other, address));
            }
        }

        let Self { work: Work { columns, .. }, addresses, .. } = self;
        addresses.clear();
        self.groups.clear();
        self.ranks.clear();
        let mut most = 0;
        for group in p.jacobian.groups() {
            self.groups.push([self.ranks.len(), addresses.len()]);
            columns.clear();
            columns.extend(group.columns.iter().map(|c| self.place[c.ix()]));
            columns.sort_unstable();
            self.chol.addresses(columns, addresses);
            let rank = |c: &i32| columns.partition_point(|&other| other < self.place[c.ix()]) as i32;
            self.ranks.extend(group.columns.iter().map(rank));
            most = most.max(group.columns.len());
        }

        // room for the group with the most columns
        let lanes = most.div_ceil(TILE);
        let work = &mut self.work;
        work.tiles.resize(lanes.max(work.tiles.len()), 0);
        work.place.resize(most.max(work.place.len()), 0);
        for rows in [&mut work.rows, &mut work.weighted] {
            rows.resize((BATCH * lanes).max(rows.len()), [0.0; TILE]);
        }
        self.gram.fit(most);
    }

    /// Computes the Hessian for these states and factors it.
    pub fn rebuild(&mut self, p: &Problem<'_>, state: &[i32], jar: &[f64]) {
        self.chol.clear();
        let matrix = self.chol.matrix_mut();
        for (at, x) in self.inertia_at.iter().zip(p.inertia.values) {
            matrix[at.ix()] += x;
        }
        self.add_weighted(p, |i| if is_quadratic(state[i]) { p.rows.mass[i] } else { 0.0 });
        self.refactor(p, state, state, jar);
    }

    /// Adds the rows that became quadratic, takes out those that no longer are, and factors what that changes.
    pub fn update(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64]) {
        self.add_weighted(p, |i| match (is_quadratic(old[i]), is_quadratic(state[i])) {
            (false, true) => p.rows.mass[i],
            (true, false) => -p.rows.mass[i],
            _ => 0.0,
        });
        self.refactor(p, old, state, jar);
    }

    /// Adds `Jᵀ D J` over the rows that have a weight.
    fn add_weighted(&mut self, p: &Problem<'_>, weight: impl Fn(usize) -> f64) {
        let Self { work, gram, .. } = self;
        for (k, group) in p.jacobian.groups().enumerate() {
            let [ranks, addresses] = self.groups[k];
            let mut batch = work.batch();
            if batch.add_weighted(&group, &weight, gram.of(&self.ranks[ranks..ranks + group.columns.len()])) {
                group.columns.iter().for_each(|c| self.chol.touch(self.place[c.ix()]));
                gram.scatter(self.chol.matrix_mut(), &self.addresses[addresses..], group.columns.len());
            }
        }
    }

    /// Adds the contacts that slide, and factors.
    fn refactor(&mut self, p: &Problem<'_>, old: &[i32], state: &[i32], jar: &[f64]) {
        let slides = |group: &Group<'_>, state: &[i32]| group.rows.clone().any(|i| is_cone(state[i]));
        let cones = old.iter().chain(state).any(|&s| is_cone(s));
        if cones {
            for group in p.jacobian.groups().filter(|group| slides(group, old) || slides(group, state)) {
                group.columns.iter().for_each(|c| self.chol.touch(self.place[c.ix()]));
            }
        }
        self.chol.prepare();
        if cones {
            let Self { work, gram, .. } = self;
            for (k, group) in p.jacobian.groups().enumerate() {
                let [ranks, addresses] = self.groups[k];
                let mut batch = work.batch();
                if batch.add_cones(p, &group, state, jar, gram.of(&self.ranks[ranks..ranks + group.columns.len()])) {
                    gram.scatter(self.chol.factor_mut(), &self.addresses[addresses..], group.columns.len());
                }
            }
        }
        self.chol.factor();
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        let ordered = &mut self.work.x;
        ordered.clear();
        ordered.resize(x.len(), 0.0);
        for (place, x) in self.place.iter().zip(&*x) {
            ordered[place.ix()] = *x;
        }
        self.chol.solve(ordered);
        for (place, x) in self.place.iter().zip(x) {
            *x = ordered[place.ix()];
        }
    }
}

/// True if dof `i` is a child of the one before it.
fn is_child(p: &Problem<'_>, i: usize) -> bool {
    let columns = p.inertia.pattern.columns(i);
    columns.len() > 1 && columns[columns.len() - 2].ix() + 1 == i
}

impl Work {
    fn batch(&mut self) -> Batch<'_> {
        Batch {
            tiles: &mut self.tiles,
            place: &mut self.place,
            rows: &mut self.rows,
            weighted: &mut self.weighted,
            count: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::grouped::{Grouped, count_rowsuper};
    use crate::math::sparse::{Csr, Pattern};
    use crate::model::ConstraintState;
    use crate::solver::cone::Update;
    use crate::testing::Noise;

    /// A row-compressed matrix under construction.
    #[derive(Default)]
    struct Rows {
        rownnz: Vec<i32>,
        rowadr: Vec<i32>,
        colind: Vec<i32>,
        values: Vec<f64>,
    }

    impl Rows {
        fn push(&mut self, columns: &[i32], value: impl FnMut(&i32) -> f64) {
            self.rownnz.push(columns.len() as i32);
            self.rowadr.push(self.colind.len() as i32);
            self.colind.extend_from_slice(columns);
            self.values.extend(columns.iter().map(value));
        }

        fn csr(&self) -> Csr<'_> {
            Csr::new(Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind }, &self.values)
        }
    }

    /// Bodies in a chain of contacts with a few more across: every third has a diagonal inertia, as a free body may have,
    /// the others are six hinges of which the last two branch off the third.
    fn pile(bodies: i32, noise: &mut Noise) -> (Rows, Rows) {
        let (mut inertia, mut jacobian) = (Rows::default(), Rows::default());
        let chain = |body: i32, last: i32| -> Vec<i32> {
            let own = if body % 3 == 0 || last < 3 {
                (0..=last).collect()
            } else if last == 3 {
                vec![0, 1, 2, 3]
            } else {
                (0..3).chain(4..=last).collect::<Vec<_>>()
            };
            own.into_iter().map(|k| 6 * body + k).collect()
        };
        for body in 0..bodies {
            for k in 0..6 {
                let dof = 6 * body + k;
                let columns = if body % 3 == 0 { vec![dof] } else { chain(body, k) };
                inertia.push(&columns, |c| if *c == dof { 9.0 } else { noise.next() });
            }
        }
        for body in 0..bodies {
            for other in [body + 1, body + 7].into_iter().filter(|&other| other < bodies) {
                let columns = [chain(body, 5), chain(other, 3 + other % 3)].concat();
                (0..4).for_each(|_| jacobian.push(&columns, |_| noise.next()));
            }
            jacobian.push(&[6 * body + 2], |_| noise.next());
        }
        (inertia, jacobian)
    }

    #[test]
    fn solving_undoes_multiplying_with_the_hessian_of_the_active_rows() {
        let noise = &mut Noise(11);
        let (inertia, jacobian) = pile(24, noise);
        let (n, rows) = (inertia.rownnz.len(), jacobian.rownnz.len());
        let mut rowsuper = vec![0; rows];
        count_rowsuper(&mut rowsuper, jacobian.csr().pattern);
        let (mass, zero, ids) = (vec![3.0; rows], vec![0.0; n.max(rows)], vec![0; rows]);
        let p = Problem {
            inertia: inertia.csr(),
            factor: &[],
            factor_inv_d: &[],
            inertia_tiles: None,
            spread: None,
            jacobian: Grouped { csr: jacobian.csr(), rowsuper: &rowsuper },
            rows: Update { ne: 0, nf: 0, mass: &mass, regulariser: &zero, frictionloss: &zero, kind: &ids, id: &ids },
            aref: &zero[..rows],
            contact: &[],
            force_smooth: &zero[..n],
            acc_smooth: &zero[..n],
            trace: 1.0,
            start: None,
        };
        let states = |every: usize| -> Vec<i32> {
            let state = |i: usize| {
                if i.is_multiple_of(every) { ConstraintState::Satisfied } else { ConstraintState::Quadratic }
            };
            (0..rows).map(|i| state(i) as i32).collect()
        };
        let check = |hessian: &mut SparseHessian, state: &[i32]| {
            let want: Vec<f64> = (0..n).map(|i| (i % 17) as f64 - 8.0).collect();
            let mut x = vec![0.0; n];
            for i in 0..n {
                let (columns, values) = p.inertia.row(i);
                for (c, m) in columns.iter().zip(values) {
                    x[i] += m * want[c.ix()];
                    if c.ix() != i {
                        x[c.ix()] += m * want[i];
                    }
                }
            }
            for i in (0..rows).filter(|&i| is_quadratic(state[i])) {
                let (columns, values) = p.jacobian.csr.row(i);
                let product: f64 = columns.iter().zip(values).map(|(c, j)| j * want[c.ix()]).sum();
                columns.iter().zip(values).for_each(|(c, j)| x[c.ix()] += 3.0 * j * product);
            }
            hessian.solve(&mut x);
            let worst = x.iter().zip(&want).map(|(x, want)| (x - want).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{worst}");
        };
        let mut hessian = SparseHessian::default();
        hessian.analyse(&p);
        assert!(hessian.graph.order.len() < n / 2, "dofs of a body are few nodes");
        let (old, new) = (states(3), states(4));
        hessian.rebuild(&p, &old, &[]);
        check(&mut hessian, &old);
        hessian.update(&p, &old, &new, &[]);
        check(&mut hessian, &new);
        // the same pattern again
        hessian.analyse(&p);
        hessian.rebuild(&p, &new, &[]);
        check(&mut hessian, &new);
    }
}
