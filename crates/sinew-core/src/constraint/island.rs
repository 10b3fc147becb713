//! Constraint islands: groups of trees that no constraint connects to any other.
//!
//! Trees are the nodes of a graph and every row is an edge among the trees that it touches; islands are its connected
//! components, numbered by their first tree. *Computation* chapter, section "Constraint islands".

use crate::metric::{self, is_discrete};
use crate::model::{ConstraintType, Disable, TrnType};
use crate::scratch::Need;
use crate::{Data, Id, Model};

/// Finds the islands and the maps between global and island-wise numbering of dofs and rows.
///
/// Reads `efc_J_colind`, `efc_type`. Writes all `island_*`, `map_*`, `tree_island`, `dof_island`, `efc_island`,
/// `iefc_*`. O(non-zeros of `J`), allocates nothing once the columns have grown.
#[doc(alias = "mj_island")]
pub fn island(m: &Model, d: &mut Data) {
    (d.nisland, d.nidof) = (0, 0);
    if m.opt.disabled(Disable::Island) || d.nefc == 0 {
        return;
    }
    components(m, d);
    number_trees_and_dofs(m, d);
    number_rows(d);
}

/// Sets `tree_island` and `efc_island`, and counts the islands.
fn components(m: &Model, d: &mut Data) {
    if m.ntree == 1 && !d.row_columns(0).is_empty() {
        // a single tree is the only island
        d.nisland = 1;
        d.tree_island.clear();
        d.tree_island.push(0);
        d.efc_island.clear();
        d.efc_island.resize(d.nefc, 0);
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut s = scratch.frame(Need::ints(m.ntree));
    let parent = s.ints(m.ntree);
    parent.fill(-1);

    // union of all trees that share a row; the root of a set is its smallest tree
    let mut row = 0;
    while row < d.nefc {
        let (mut first, mut last_tree) = (None, -1);
        for &dof in d.row_columns(row) {
            let tree = m.dof_treeid[dof.ix()];
            if tree == last_tree {
                continue;
            }
            last_tree = tree;
            let root = find(parent, tree.ix());
            match first {
                None => first = Some(root),
                Some(other) if other != root => {
                    let (low, high) = (other.min(root), other.max(root));
                    parent[high] = low as i32;
                    first = Some(low);
                }
                Some(_) => {}
            }
        }
        // rows with the same columns touch the same trees
        row += d.efc_J_rowsuper[row].ix() + 1;
    }

    if is_discrete(m) && metric::has_rows(m) {
        metric_edges(m, parent);
    }

    // number the sets by their first tree
    d.tree_island.clear();
    d.tree_island.resize(m.ntree, -1);
    for tree in 0..m.ntree {
        if parent[tree] < 0 {
            continue;
        }
        let root = find(parent, tree);
        if root == tree {
            d.tree_island[tree] = d.nisland as i32;
            d.nisland += 1;
        } else {
            d.tree_island[tree] = d.tree_island[root];
        }
    }
    d.efc_island.clear();
    while d.efc_island.len() < d.nefc {
        let row = d.efc_island.len();
        let tree = d.row_columns(row).first().map_or(0, |dof| m.dof_treeid[dof.ix()].ix());
        d.efc_island.resize(row + d.efc_J_rowsuper[row].ix() + 1, d.tree_island[tree]);
    }
    d.scratch = scratch;
}

/// Union of trees that a spring, a damper or an actuator couples in the effective metric.
fn metric_edges(m: &Model, parent: &mut [i32]) {
    let mut join = |a: usize, b: usize| {
        let (a, b) = (find(parent, a), find(parent, b));
        parent[a.max(b)] = a.min(b) as i32;
    };
    let coupled = |tendon: usize| {
        metric::has_spring_or_damper(m, tendon)
            || (0..m.nactuator).any(|a| {
                let on_it = m.actuator_trntype[a] == TrnType::Tendon as i32 && m.actuator_trnid[a][0].ix() == tendon;
                on_it && metric::has_feedback(m, a)
            })
    };
    for t in (0..m.ntendon).filter(|&t| m.tendon_treenum[t] > 1 && coupled(t)) {
        let start = m.ten_J_rowadr[t].ix();
        let dofs = &m.ten_J_colind[start..start + m.ten_J_rownnz[t].ix()];
        let Some((first, others)) = dofs.split_first() else { continue };
        for dof in others {
            join(m.dof_treeid[first.ix()].ix(), m.dof_treeid[dof.ix()].ix());
        }
    }
    for a in (0..m.nactuator).filter(|&a| metric::has_feedback(m, a)) {
        let [Some(site), Some(reference)] = m.actuator_trnid[a].map(Id::opt) else { continue };
        if matches!(TrnType::of(m.actuator_trntype[a]), TrnType::Site | TrnType::SliderCrank | TrnType::So3) {
            let trees = [site, reference].map(|s| m.body_treeid[m.site_bodyid[s].ix()].opt());
            if let [Some(a), Some(b)] = trees {
                join(a, b);
            }
        }
    }
}

/// Root of a tree's set, with the path to it halved; a tree seen for the first time becomes a set of its own.
fn find(parent: &mut [i32], tree: usize) -> usize {
    if parent[tree] < 0 {
        parent[tree] = tree as i32;
    }
    let mut at = tree;
    while parent[at].ix() != at {
        parent[at] = parent[parent[at].ix()];
        at = parent[at].ix();
    }
    at
}

/// Trees and dofs in island order, those without constraints last.
fn number_trees_and_dofs(m: &Model, d: &mut Data) {
    let n = d.nisland;
    group(&d.tree_island, n, &mut d.island_ntree, &mut d.island_itreeadr, None, &mut d.map_itree2tree);
    d.dof_island.clear();
    d.dof_island.extend(m.dof_treeid.iter().map(|tree| d.tree_island[tree.ix()]));

    // dofs of a tree follow one another
    let (to_dof, to_idof) = (&mut d.map_idof2dof, &mut d.map_dof2idof);
    to_dof.clear();
    to_idof.resize(m.nv, 0);
    let mut append = |tree: &i32| {
        let (dofs, at) = (m.tree_dofs(tree.ix()), to_dof.len() as i32);
        to_dof.extend(dofs.start as i32..dofs.end as i32);
        to_idof[dofs].iter_mut().zip(at..).for_each(|(to, idof)| *to = idof);
        to_dof.len() as i32
    };
    d.island_nv.clear();
    d.island_idofadr.clear();
    let (mut trees, mut end) = (d.map_itree2tree.iter(), 0);
    for &count in &d.island_ntree {
        let start = end;
        end = trees.by_ref().take(count.ix()).fold(start, |_, tree| append(tree));
        d.island_idofadr.push(start);
        d.island_nv.push(end - start);
    }
    trees.for_each(|tree| _ = append(tree));
    d.nidof = end.ix();
    d.island_dofadr.clear();
    d.island_dofadr.extend(d.island_idofadr.iter().map(|adr| d.map_idof2dof[adr.ix()]));

    // what the solver fills
    for column in [&mut d.ifrc_smooth, &mut d.iacc_smooth, &mut d.iacc, &mut d.ifrc_constraint] {
        column.resize(d.nidof, 0.0);
    }
}

/// Rows in island order, and copies of what a solver needs of them.
fn number_rows(d: &mut Data) {
    let n = d.nisland;
    d.map_efc2iefc.resize(d.nefc, 0);
    let inverse = Some(&mut d.map_efc2iefc);
    group(&d.efc_island, n, &mut d.island_nefc, &mut d.island_iefcadr, inverse, &mut d.map_iefc2efc);

    for counts in [&mut d.island_ne, &mut d.island_nf] {
        counts.clear();
        counts.resize(n, 0);
    }
    for (kind, island) in d.efc_type.iter().zip(&d.efc_island) {
        match ConstraintType::of(*kind) {
            ConstraintType::Equality => d.island_ne[island.ix()] += 1,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => d.island_nf[island.ix()] += 1,
            _ => {}
        }
    }
    // rows of a single island stay where they are
    let map = (n > 1).then_some(&*d.map_iefc2efc);
    gather_or_copy(&mut d.iefc_type, &d.efc_type, map);
    gather_or_copy(&mut d.iefc_id, &d.efc_id, map);
    gather_or_copy(&mut d.iefc_frictionloss, &d.efc_frictionloss, map);
    gather_or_copy(&mut d.iefc_D, &d.efc_D, map);
    gather_or_copy(&mut d.iefc_R, &d.efc_R, map);
    // what the solver fills
    for column in [&mut d.iefc_aref, &mut d.iefc_force] {
        column.resize(d.nefc, 0.0);
    }
    d.iefc_state.resize(d.nefc, 0);
}

/// `to[i] = from[map[i]]`.
pub(super) fn gather<T: Copy>(to: &mut Vec<T>, from: &[T], map: &[i32]) {
    to.clear();
    to.extend(map.iter().map(|i| from[i.ix()]));
}

/// [`gather`], or a copy of everything if it stays in its place.
fn gather_or_copy<T: Copy>(to: &mut Vec<T>, from: &[T], map: Option<&[i32]>) {
    if let Some(map) = map {
        gather(to, from, map);
    } else {
        to.clear();
        to.extend_from_slice(from);
    }
}

/// Sorts the indices of `island` by their island, stably, those of none last: counts, start addresses, the sorted
/// indices, and optionally where each index went.
fn group(
    island: &[i32],
    n: usize,
    count: &mut Vec<i32>,
    start: &mut Vec<i32>,
    mut inverse: Option<&mut Vec<i32>>,
    sorted: &mut Vec<i32>,
) {
    count.clear();
    if n == 1 && island.iter().all(|&i| i == 0) {
        // all in their place
        count.push(island.len() as i32);
        start.clear();
        start.push(0);
        for list in [Some(sorted), inverse].into_iter().flatten() {
            list.clear();
            list.extend(0..island.len() as i32);
        }
        return;
    }
    count.resize(n, 0);
    for i in island {
        if let Some(i) = i.opt() {
            count[i] += 1;
        }
    }
    start.clear();
    let mut total = 0;
    for c in count.iter() {
        start.push(total);
        total += c;
    }
    sorted.resize(island.len(), 0);
    let mut rest = total;
    for (index, i) in island.iter().enumerate() {
        let cursor = i.opt().map_or(&mut rest, |i| &mut start[i]);
        let to = cursor.ix();
        *cursor += 1;
        sorted[to] = index as i32;
        if let Some(inverse) = inverse.as_deref_mut() {
            inverse[index] = to as i32;
        }
    }
    // the starts were used as cursors
    for (s, c) in start.iter_mut().zip(count.iter()) {
        *s -= c;
    }
}
